import { PASSWORD_MIN } from '../../../../domain/accounts.ts';
import { RefusedField } from '../../api/failure.ts';
import { textOf } from '../../api/useSubmit.ts';
import { Field } from '../../ui/Field.tsx';

/** A new password, typed twice: in the settings, after a mailed link, or in place of one that somebody else made. */
export function NewPasswordFields() {
  return (
    <>
      <Field
        label="New password"
        name="new_password"
        type="password"
        autoComplete="new-password"
        required
        hint={`${PASSWORD_MIN} characters or more.`}
      />
      <Field
        label="Confirm new password"
        name="confirm_password"
        type="password"
        autoComplete="new-password"
        required
      />
    </>
  );
}

/** What was typed there. Throws when the two differ. */
export function newPasswordIn(form: FormData): string {
  const password = textOf(form, 'new_password');
  if (password !== textOf(form, 'confirm_password'))
    throw new RefusedField('confirm_password', 'Passwords do not match');
  return password;
}
