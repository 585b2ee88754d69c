import { loginKey } from '../../../../domain/accounts.ts';
import { call } from '../../api/call.ts';
import { detailOf, RefusedField } from '../../api/failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { FormDialog } from '../../layout/FormDialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { showToast } from '../../ui/toasts.ts';
import { CurrentPassword } from './CredentialsForm.tsx';
import type { AccountOwner } from './owner.ts';

type DeleteAccountDialogProps = {
  owner: AccountOwner;
  /** Whoever comes through their school may have none; then the login has to be new. */
  hasPassword: boolean;
  onClose: () => void;
};

/** Asks for what nobody types by accident. */
export default function DeleteAccountDialog({ owner, hasPassword, onClose }: DeleteAccountDialogProps) {
  const form = useSubmit(
    async (data) => {
      const confirmation = textOf(data, 'confirmation').trim();
      const isRight = loginKey(confirmation) === loginKey(owner.username);
      if (owner.username !== '' && !isRight)
        throw new RefusedField('confirmation', `Type ${owner.username} to confirm.`);
      await call('DELETE /users/me', {
        as: owner.as,
        json: { confirmation, password: hasPassword ? textOf(data, 'password') : null },
      });
      owner.leave();
      showToast({ tone: 'done', text: 'Your account has been deleted.', seconds: 6 });
    },
    (error) => detailOf(error) ?? 'Failed to delete the account',
  );

  return (
    <FormDialog
      title="Delete my account"
      description={
        owner.as === 'schoolAdmin'
          ? 'Your login is removed at once. The school, its people and their work stay. This cannot be undone.'
          : 'Everything is deleted at once: your papers, scores and files, and what teachers see of you. This cannot be undone.'
      }
      form={form}
      submit="Delete account"
      busyLabel="Deleting..."
      variant="danger"
      onClose={onClose}
    >
      <input type="text" name="username" autoComplete="username" value={owner.username} readOnly hidden />
      <Field
        label={
          <>
            Type <strong className="font-semibold wrap-anywhere">{owner.username || 'your username'}</strong>{' '}
            to confirm
          </>
        }
        name="confirmation"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-autofocus
      />
      {hasPassword && <CurrentPassword />}
    </FormDialog>
  );
}
