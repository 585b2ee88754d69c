import { useSubmit } from '../../api/useSubmit.ts';
import { FormDialog } from '../../layout/FormDialog.tsx';
import { AdminFields, CredentialsFields } from './CredentialsForm.tsx';
import { LOG_IN, type Role } from './log-in.ts';

type LoginAgainDialogProps = {
  role: Role;
  /** Whose login has ended, where that is known. */
  username: string | undefined;
  onClose: () => void;
};

/** Over the page, which stays as it is. */
export default function LoginAgainDialog({ role, username, onClose }: LoginAgainDialogProps) {
  const { send, sentence } = LOG_IN[role];
  const form = useSubmit(async (data) => {
    await send(data);
    onClose();
  }, sentence);
  return (
    <FormDialog
      title="Log in again"
      description="You will come straight back to this page."
      form={form}
      submit="Log in"
      busyLabel="Logging in..."
      onClose={onClose}
    >
      {role === 'platformAdmin' ? <AdminFields autofocus /> : <CredentialsFields username={username} />}
    </FormDialog>
  );
}
