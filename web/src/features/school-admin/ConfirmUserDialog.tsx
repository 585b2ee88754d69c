import { call } from '../../api/call.ts';
import { detailOf } from '../../api/failure.ts';
import UnconfirmedDialog from '../../layout/UnconfirmedDialog.tsx';
import type { SchoolUser } from './UsersTab.tsx';

type ConfirmUserDialogProps = { user: SchoolUser; onClose: () => void };

export default function ConfirmUserDialog({ user, onClose }: ConfirmUserDialogProps) {
  const { id, username, email } = user;
  const request = { as: 'schoolAdmin', params: { id } } as const;
  return (
    <UnconfirmedDialog
      name={username ?? email ?? ''}
      email={email}
      confirm={() => call('POST /schooladmin/users/{id}/confirm', request)}
      remove={() => call('DELETE /schooladmin/users/{id}', request)}
      sentence={(error) => detailOf(error) ?? 'This did not work. Please try again.'}
      onClose={onClose}
    />
  );
}
