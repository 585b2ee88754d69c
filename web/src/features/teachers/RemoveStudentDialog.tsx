import { useState } from 'react';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import { shownName } from './students.ts';
import { addStudent, refreshStudents, removeStudent, type Student } from './useStudents.ts';

/** Undone by adding the student again; one of another school is asked again. */
async function addAgain({ email, name }: Student): Promise<void> {
  try {
    await addStudent(email, name);
  } catch {
    showToast({ tone: 'danger', text: 'Failed to add student. Please try again.' });
  }
  await refreshStudents();
}

/** `isGone`: the student is no longer in the list. */
type RemoveStudentDialogProps = { student: Student; onClose: (isGone?: boolean) => void };

export default function RemoveStudentDialog({ student, onClose }: RemoveStudentDialogProps) {
  const [busy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await removeStudent(student.id);
      showToast({
        tone: 'done',
        text: 'Student removed successfully',
        action: { label: 'Undo', run: () => void addAgain(student) },
      });
      onClose(true);
    } catch {
      showToast({ tone: 'danger', text: 'Failed to remove student. Please try again.' });
      onClose();
    }
  }

  return (
    <ConfirmDialog
      open
      title={<span className="wrap-anywhere">Remove {shownName(student)}?</span>}
      busy={busy}
      onClose={() => onClose()}
      confirm="Remove"
      busyLabel="Removing..."
      onConfirm={() => void remove()}
    >
      <p>
        {student.status === 'active'
          ? 'You will no longer see their progress. Nothing of theirs is deleted.'
          : 'The invitation ends. They can still register by themselves.'}
      </p>
    </ConfirmDialog>
  );
}
