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

/** Username and password: three of the four logins. */
export function CredentialsForm({ page, label, busyLabel, busy, onSubmit }: CredentialsFormProps) {
  return (
    <form method="post" action={page} onSubmit={onSubmit} aria-label={label} className="flex flex-col gap-2">
      <Field
        label="Username"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      <Button type="submit" variant="primary" block busy={busy} busyLabel={busyLabel}>
        {label}
      </Button>
    </form>
  );
}
