import type { SchoolGroup } from '../../../../contract/school-groups.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { FormDialog } from '../../layout/FormDialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { type Managed } from './managed.ts';
import { renameGroup } from './school-groups.ts';

type RenameGroupDialogProps = { managed: Managed; group: SchoolGroup; onClose: () => void };

export function RenameGroupDialog({ managed, group, onClose }: RenameGroupDialogProps) {
  const form = useSubmit(
    async (data) => {
      await renameGroup(managed, group, textOf(data, 'name').trim());
      onClose();
    },
    (error) => adminSentence(error, 'Failed to rename the group'),
  );
  return (
    <FormDialog title="Rename group" form={form} submit="Rename" busyLabel="Saving..." onClose={onClose}>
      <Field label="Name" name="name" required autoComplete="off" defaultValue={group.name} data-autofocus />
    </FormDialog>
  );
}
