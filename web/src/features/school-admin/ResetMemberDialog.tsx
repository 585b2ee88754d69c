import { call } from '../../api/call.ts';
import { detailOf } from '../../api/failure.ts';
import ResetPasswordDialog from '../../layout/ResetPasswordDialog.tsx';

type ResetMemberDialogProps = { id: string; name: string; onClose: () => void };

export default function ResetMemberDialog({ id, name, onClose }: ResetMemberDialogProps) {
  const request = { as: 'schoolAdmin', params: { id } } as const;
  return (
    <ResetPasswordDialog
      name={name}
      reset={() => call('POST /schooladmin/users/{id}/password', request)}
      mailLink={() => call('POST /schooladmin/users/{id}/password/link', request)}
      sentence={(error) => detailOf(error) ?? 'Failed to reset the password'}
      onClose={onClose}
    />
  );
}
