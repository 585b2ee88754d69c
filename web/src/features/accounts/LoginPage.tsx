import { useSubmit } from '../../api/useSubmit.ts';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { LOG_IN } from './log-in.ts';
import { useGuestsOnly } from './useGuestsOnly.ts';

export default function LoginPage() {
  useGuestsOnly();
  const { busy, failure, onSubmit } = useSubmit(LOG_IN.student.send, LOG_IN.student.sentence);
  return (
    <FormPage
      title="Sign In"
      subtitle="Every IB past paper you have done, in one place."
      failure={failure}
      forGuests
      links={
        <>
          <p>
            New to Tickmark? <TextLink href={pathTo('register')}>Register</TextLink>
          </p>
          <p className="mt-1 flex flex-wrap justify-center gap-x-5 gap-y-1">
            <TextLink href={pathTo('teacherLogin')}>Teacher Login</TextLink>
            <TextLink href={pathTo('schoolAdminLogin')}>School Admin Login</TextLink>
          </p>
        </>
      }
    >
      <CredentialsForm
        page={pathTo('login')}
        label="Sign In"
        busyLabel="Signing in..."
        busy={busy}
        onSubmit={onSubmit}
      />
    </FormPage>
  );
}
