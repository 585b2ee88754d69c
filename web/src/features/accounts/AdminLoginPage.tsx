import { useLocation } from 'wouter';
import { ADMIN_LOGIN_REFUSED } from '../../../../domain/messages.ts';
import { call } from '../../api/call.ts';
import { detailOf, statusOf } from '../../api/failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { enterPlatformAdmin } from '../../session/admins.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

function sentence(error: unknown): string {
  const refusal = statusOf(error) === 403 ? ADMIN_LOGIN_REFUSED : undefined;
  return detailOf(error) ?? refusal ?? 'Error trying to login - please try again';
}

export default function AdminLoginPage() {
  const [, navigate] = useLocation();
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const password = textOf(form, 'password');
    await call('POST /admin/login', { as: 'nobody', json: { password } });
    enterPlatformAdmin(password);
    navigate(pathTo('adminDashboard'));
  }, sentence);
  return (
    <FormPage title="Admin Login" subtitle="For the people who run this Tickmark." failure={failure}>
      <form
        method="post"
        action={pathTo('adminLogin')}
        onSubmit={onSubmit}
        aria-label="Sign in"
        className="flex flex-col gap-2"
      >
        {/* There is no name to type; this is the one under which a browser keeps the password. */}
        <input type="text" name="username" autoComplete="username" value="admin" readOnly hidden />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button type="submit" variant="primary" block busy={busy} busyLabel="Signing in...">
          Sign in
        </Button>
      </form>
    </FormPage>
  );
}
