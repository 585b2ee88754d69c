import { LOGIN_REFUSED, TEACHER_REQUIRED } from '../../../../domain/messages.ts';
import { call } from '../../api/call.ts';
import { statusOf } from '../../api/failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { enter } from '../../session/session.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { useGuestsOnly } from './useGuestsOnly.ts';

function sentence(error: unknown): string {
  const status = statusOf(error);
  if (status === 403) return TEACHER_REQUIRED;
  if (status === 401) return LOGIN_REFUSED;
  return 'Login failed. Please try again.';
}

export default function TeacherLoginPage() {
  // A student who is logged in may have come to log in as a teacher.
  useGuestsOnly((user) => (user.role === 'teacher' ? pathTo('teachers') : undefined));
  const { busy, failure, onSubmit } = useSubmit(async (form) => {
    const { access_token } = await call('POST /token', {
      as: 'nobody',
      query: { login_type: 'teacher' },
      form: { username: textOf(form, 'username').trim(), password: textOf(form, 'password') },
    });
    await enter(access_token);
  }, sentence);
  return (
    <FormPage
      title="Teacher Login"
      subtitle="See how far your students have come."
      failure={failure}
      forGuests
      links={
        <p>
          Not a teacher? <TextLink href={pathTo('login')}>Student Login</TextLink>
        </p>
      }
    >
      <CredentialsForm
        page={pathTo('teacherLogin')}
        label="Sign in as Teacher"
        busyLabel="Signing in..."
        busy={busy}
        onSubmit={onSubmit}
      />
    </FormPage>
  );
}
