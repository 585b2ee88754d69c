import { queryClient, queryKey } from '../../api/query.ts';
import { useSubmit } from '../../api/useSubmit.ts';
import { FormDialog } from '../../layout/FormDialog.tsx';
import { useIsImpersonating } from '../../session/admins.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { CHANGE_UNSURE, changePassword, changeSentence } from './change-password.ts';
import { NewPasswordFields } from './NewPassword.tsx';
import type { AccountOwner } from './owner.ts';

type ChangePasswordDialogProps = { owner: AccountOwner; onClose: () => void };

export default function ChangePasswordDialog({ owner, onClose }: ChangePasswordDialogProps) {
  const isImpersonating = useIsImpersonating();
  const form = useSubmit(
    async (data) => {
      owner.renew(await changePassword(owner.as, data));
      void queryClient.invalidateQueries({ queryKey: queryKey('GET /users/me/sessions') });
      showToast({ tone: 'done', text: 'Password changed.' });
      onClose();
    },
    changeSentence,
    { unsure: CHANGE_UNSURE },
  );

  if (isImpersonating)
    return (
      <Dialog
        open
        size="small"
        title="Change password"
        onClose={onClose}
        footer={<Button onClick={onClose}>Close</Button>}
      >
        <Alert tone="info">
          You are viewing Tickmark as somebody else. Only they can change their password.
        </Alert>
      </Dialog>
    );
  return (
    <FormDialog
      title="Change password"
      description="You stay logged in here and are logged out everywhere else."
      form={form}
      submit="Change password"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <input type="text" name="username" autoComplete="username" value={owner.username} readOnly hidden />
      <Field
        label="Current password"
        name="current_password"
        type="password"
        autoComplete="current-password"
        required
        data-autofocus
      />
      <NewPasswordFields />
    </FormDialog>
  );
}
