import { useLocation } from 'wouter';
import { useSubmit } from '../../api/useSubmit.ts';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { LOG_IN } from './log-in.ts';
import { SchoolSignIn } from './SchoolSignIn.tsx';

export default function SchoolAdminLoginPage() {
  const [, navigate] = useLocation();
  const { send, sentence } = LOG_IN.schoolAdmin;
  const form = useSubmit(async (data) => {
    await send(data);
    navigate(pathTo('schoolAdminDashboard'));
  }, sentence);
  return (
    <FormPage
      title="School Admin Login"
      subtitle="Users, teachers and statistics of your school."
      failure={form.failure}
      links={
        <>
          <p className="flex flex-wrap justify-center gap-x-5 gap-y-1">
            <TextLink href={pathTo('login')}>Student Login</TextLink>
            <TextLink href={pathTo('teacherLogin')}>Teacher Login</TextLink>
          </p>
          <SchoolSignIn />
        </>
      }
    >
      <CredentialsForm
        page={pathTo('schoolAdminLogin')}
        label="Login"
        busyLabel="Logging in..."
        form={form}
      />
    </FormPage>
  );
}
