import type { useSubmit } from '../../api/useSubmit.ts';
import { Form } from '../../layout/Form.tsx';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextLink } from '../../ui/TextLink.tsx';

type CredentialsFormProps = {
  /** The path of the page itself. */
  page: string;
  label: string;
  busyLabel: string;
  form: ReturnType<typeof useSubmit>;
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
export function CredentialsForm({ page, label, busyLabel, form }: CredentialsFormProps) {
  return (
    <Form page={page} form={form} aria-label={label} className="flex flex-col gap-2">
      <CredentialsFields />
      <Button type="submit" variant="primary" block busy={form.busy} busyLabel={busyLabel}>
        {label}
      </Button>
      <p className="text-center">
        <TextLink href={pathTo('forgot')}>Forgot your password?</TextLink>
      </p>
    </Form>
  );
}
