import { NAME_MAX } from '../../../../domain/school.ts';
import { detailOf, statusOf } from '../../api/failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { FormDialog } from '../../layout/FormDialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { renameStudent, type Student } from './useStudents.ts';

type RenameStudentDialogProps = { student: Pick<Student, 'id' | 'name' | 'email'>; onClose: () => void };

export default function RenameStudentDialog({ student, onClose }: RenameStudentDialogProps) {
  const { id, name, email } = student;
  const form = useSubmit(
    async (data) => {
      const next = textOf(data, 'name').trim() || null;
      await renameStudent(id, next);
      showToast({ tone: 'done', text: next === null ? 'Name removed' : 'Name saved' });
      onClose();
    },
    (error) =>
      (statusOf(error) === 422 && detailOf(error)) || 'Failed to rename the student. Please try again.',
  );
  return (
    <FormDialog
      title="Rename student"
      description={`${email}. Only you see the name you give.`}
      form={form}
      submit="Save"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Field
        label="Name"
        name="name"
        optional
        autoComplete="off"
        maxLength={NAME_MAX}
        defaultValue={name ?? ''}
        data-autofocus
      />
    </FormDialog>
  );
}
