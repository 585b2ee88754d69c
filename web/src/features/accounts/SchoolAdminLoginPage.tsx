import { useLocation } from 'wouter';
import { call } from '../../api/call.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { enterSchoolAdmin } from '../../session/admins.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';

export default function SchoolAdminLoginPage() {
  const [, navigate] = useLocation();
  const { busy, failure, onSubmit } = useSubmit(
    async (form) => {
      const { access_token } = await call('POST /schooladmin/login', {
        as: 'nobody',
        json: { username: textOf(form, 'username').trim(), password: textOf(form, 'password') },
      });
      enterSchoolAdmin(access_token);
      navigate(pathTo('schoolAdminDashboard'));
    },
    () => 'Invalid credentials',
  );
  return (
    <FormPage
      title="School Admin Login"
      subtitle="Users, teachers and statistics of your school."
      failure={failure}
      links={
        <p className="flex flex-wrap justify-center gap-x-5 gap-y-1">
          <TextLink href={pathTo('login')}>Student Login</TextLink>
          <TextLink href={pathTo('teacherLogin')}>Teacher Login</TextLink>
        </p>
      }
    >
      <CredentialsForm
        page={pathTo('schoolAdminLogin')}
        label="Login"
        busyLabel="Signing in..."
        busy={busy}
        onSubmit={onSubmit}
      />
    </FormPage>
  );
}
