import type { SubmitEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

type CredentialsFormProps = {
  /**
   * The path of the page itself. A form sent before the page is alive goes there by POST and is sent straight back:
   * with a plain form the password would stand in the address.
   */
  page: string;
  label: string;
  busyLabel: string;
  busy: boolean;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
};

/** `username`: known already, so that only the password is left to type. */
export function CredentialsFields({ username }: { username?: string | undefined }) {
  return (
    <>
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        defaultValue={username}
        required
      />
      <CurrentPassword autofocus={username !== undefined} />
    </>
  );
}

/** The platform admin has no name to type; this is the one under which a browser keeps the password. */
export function AdminFields({ autofocus }: { autofocus?: boolean }) {
  return (
    <>
      <input type="text" name="username" autoComplete="username" value="admin" readOnly hidden />
      <CurrentPassword autofocus={autofocus} />
    </>
  );
}

/** The password that somebody has. `autofocus`: when the dialog around it opens. */
export function CurrentPassword({ autofocus }: { autofocus?: boolean | undefined }) {
  return (
    <Field
      label="Password"
      name="password"
      type="password"
      autoComplete="current-password"
      required
      data-autofocus={autofocus || undefined}
    />
  );
}

/** Username and password: three of the four logins. */
export function CredentialsForm({ page, label, busyLabel, busy, onSubmit }: CredentialsFormProps) {
  return (
    <form method="post" action={page} onSubmit={onSubmit} aria-label={label} className="flex flex-col gap-2">
      <CredentialsFields />
      <Button type="submit" variant="primary" block busy={busy} busyLabel={busyLabel}>
        {label}
      </Button>
    </form>
  );
}
