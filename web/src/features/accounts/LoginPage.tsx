import { useSubmit } from '../../api/useSubmit.ts';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { CredentialsForm } from './CredentialsForm.tsx';
import { LOG_IN } from './log-in.ts';
import { SchoolSignIn } from './SchoolSignIn.tsx';
import { useGuestsOnly } from './useGuestsOnly.ts';
import { invitationWords, useInvitation } from './useInvitation.ts';

export default function LoginPage() {
  const invitation = useInvitation();
  const hash = invitation?.hash ?? '';
  // An invitation is answered by whoever has logged in.
  useGuestsOnly(() => (invitation ? pathTo('register') + hash : pathTo('home')));
  const form = useSubmit(LOG_IN.student.send, LOG_IN.student.sentence);
  return (
    <FormPage
      title="Sign In"
      subtitle={invitation ? invitationWords(invitation) : 'Pick up where you left off.'}
      failure={form.failure}
      forGuests
      links={
        <>
          <p>
            New to Tickmark? <TextLink href={pathTo('register') + hash}>Register</TextLink>
          </p>
          <p className="mt-1 flex flex-wrap justify-center gap-x-5 gap-y-1">
            <TextLink href={pathTo('teacherLogin')}>Teacher Login</TextLink>
            <TextLink href={pathTo('schoolAdminLogin')}>School Admin Login</TextLink>
          </p>
          <SchoolSignIn />
        </>
      }
    >
      <CredentialsForm page={pathTo('login')} label="Sign In" busyLabel="Signing in..." form={form} />
    </FormPage>
  );
}
