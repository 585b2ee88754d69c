import { call } from '../../api/call.ts';
import { detailOf } from '../../api/failure.ts';
import UnconfirmedDialog from '../../layout/UnconfirmedDialog.tsx';
import type { AboutUnconfirmed } from '../../lists/Unconfirmed.tsx';
import type { SchoolUser } from './UsersTab.tsx';

type ConfirmUserDialogProps = { act: AboutUnconfirmed; user: SchoolUser; onClose: () => void };

export default function ConfirmUserDialog({ act, user, onClose }: ConfirmUserDialogProps) {
  const { id, username, email } = user;
  const request = { as: 'schoolAdmin', params: { id } } as const;
  return (
    <UnconfirmedDialog
      act={act}
      name={username ?? email ?? ''}
      email={email}
      run={() =>
        act === 'confirm'
          ? call('POST /schooladmin/users/{id}/confirm', request)
          : call('DELETE /schooladmin/users/{id}', request)
      }
      sentence={(error) => detailOf(error) ?? 'This did not work. Please try again.'}
      onClose={onClose}
    />
  );
}
