import { useSubmit } from '../../api/useSubmit.ts';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { LOG_IN } from './log-in.ts';
import { SchoolSignIn } from './SchoolSignIn.tsx';
import { useGuestsOnly } from './useGuestsOnly.ts';

export default function TeacherLoginPage() {
  // A student who is logged in may have come to log in as a teacher.
  useGuestsOnly((user) => (user.role === 'teacher' ? pathTo('teachers') : undefined));
  const form = useSubmit(LOG_IN.teacher.send, LOG_IN.teacher.sentence);
  return (
    <FormPage
      title="Teacher Login"
      subtitle="See how far your students have come."
      failure={form.failure}
      forGuests
      links={
        <>
          <p>
            Not a teacher? <TextLink href={pathTo('login')}>Student Login</TextLink>
          </p>
          <SchoolSignIn />
        </>
      }
    >
      <CredentialsForm
        page={pathTo('teacherLogin')}
        label="Sign in as Teacher"
        busyLabel="Signing in..."
        form={form}
      />
    </FormPage>
  );
}
