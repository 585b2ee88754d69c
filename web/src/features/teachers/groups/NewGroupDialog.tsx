import { GROUP_NAME_MAX } from '../../../../../domain/groups.ts';
import { textOf, useSubmit } from '../../../api/useSubmit.ts';
import { counted } from '../../../format/counted.ts';
import { FormDialog } from '../../../layout/FormDialog.tsx';
import { Field } from '../../../ui/Field.tsx';
import { makeGroupOf, saveSentence } from './edit-groups.ts';

type NewGroupDialogProps = { students: readonly number[]; onClose: () => void };

/** A group of those who are selected. */
export default function NewGroupDialog({ students, onClose }: NewGroupDialogProps) {
  const form = useSubmit(async (data) => {
    await makeGroupOf(textOf(data, 'name').trim(), students);
    onClose();
  }, saveSentence);
  return (
    <FormDialog
      title="New group"
      description={`With ${counted(students.length, 'student')}.`}
      form={form}
      submit="Create group"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Field
        label="Name"
        name="name"
        required
        autoComplete="off"
        maxLength={GROUP_NAME_MAX}
        placeholder="12B Physics"
        data-autofocus
      />
    </FormDialog>
  );
}
