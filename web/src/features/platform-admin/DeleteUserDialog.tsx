import { useState } from 'react';
import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { adminSentence } from '../../api/admin-failure.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { useApiQuery } from '../../api/query.ts';
import { FormFailure } from '../../layout/FormFailure.tsx';
import { Address } from '../../lists/Address.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import { nameOf } from './UserTable.tsx';
import { deleteUser, leaveIfGone } from './useUsers.ts';

/** What becomes of a teacher's students. Should their number not come, the rest is true without it. */
function StudentsOf({ teacher: { id } }: { teacher: ManagedUser }) {
  const { data } = useApiQuery(
    'GET /admin/users/{id}/students/count',
    { as: 'platformAdmin', params: { id } },
    // Whoever asks again is told anew.
    { gcTime: 0, staleTime: 0 },
  );
  const active = data?.active;
  if (active === 0) return 'They have no students.';
  if (active === 1) return 'Their one student keeps their work and loses this teacher.';
  const count = active === undefined ? '' : `${active.toLocaleString('en-US')} `;
  return `Their ${count}students keep their work and lose this teacher.`;
}

type DeleteUserDialogProps = { user: ManagedUser; onClose: (isGone?: boolean) => void };

export function DeleteUserDialog({ user, onClose }: DeleteUserDialogProps) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function remove(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await deleteUser(user.id);
      showToast({ tone: 'done', text: 'User deleted successfully' });
      onClose(true);
    } catch (error) {
      if (leaveIfGone(user.id, error)) return onClose(true);
      setFailure(failureOf(error, () => adminSentence(error, 'Failed to delete user')));
      setBusy(false);
    }
  }

  return (
    <ConfirmDialog
      open
      title={
        <span className="wrap-anywhere">
          Delete <Address>{nameOf(user)}</Address>?
        </span>
      }
      busy={busy}
      onClose={() => onClose()}
      confirm="Delete"
      busyLabel="Deleting..."
      onConfirm={() => void remove()}
    >
      <p>Are you sure you want to delete this user? This action cannot be undone.</p>
      <p className="mt-2 text-ink-soft">Their papers, scores and files are deleted with them.</p>
      {user.role === 'teacher' && (
        <p className="mt-2 text-ink-soft">
          <StudentsOf teacher={user} />
        </p>
      )}
      <FormFailure failure={failure} className="mt-3" />
    </ConfirmDialog>
  );
}
