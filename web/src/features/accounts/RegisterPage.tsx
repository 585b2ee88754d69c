import { useEffect, useRef, useState } from 'react';
import { EMAIL_MAX, PASSWORD_MIN, USERNAME_MAX } from '../../../../domain/accounts.ts';
import { codePoints } from '../../../../domain/text.ts';
import { call } from '../../api/call.ts';
import { ACCOUNT_FIELDS, besideField, detailOf, RefusedField } from '../../api/failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { promiseMeanwhile } from '../../guest/handover.ts';
import { Form } from '../../layout/Form.tsx';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { enter, useSession } from '../../session/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { InvitationPage } from './InvitationPage.tsx';
import { useGuestsOnly } from './useGuestsOnly.ts';
import { invitationWords, useInvitation } from './useInvitation.ts';

async function register(form: FormData, invitation: string | undefined): Promise<void> {
  const password = textOf(form, 'password');
  if (password !== textOf(form, 'confirm_password'))
    throw new RefusedField('confirm_password', 'Passwords do not match');
  const { access_token } = await promiseMeanwhile(
    besideField(
      call('POST /register', {
        as: 'nobody',
        json: {
          username: textOf(form, 'username').trim(),
          email: textOf(form, 'email').trim(),
          password,
          ...(invitation !== undefined && { invitation }),
        },
      }),
      ACCOUNT_FIELDS,
    ),
  );
  await enter(access_token, { bringsGuestWork: true });
}

export default function RegisterPage() {
  const session = useSession();
  const invitation = useInvitation();
  const email = useRef<HTMLInputElement>(null);
  const [passwordHint, setPasswordHint] = useState(hintFor(0));
  const form = useSubmit(
    (data) => register(data, invitation?.token),
    (error) => detailOf(error) ?? 'Failed to register',
  );
  // Whoever has just registered here is followed already.
  const isAnswered = session.status === 'user' && invitation !== undefined && !form.busy;
  useGuestsOnly(() => (isAnswered ? undefined : pathTo('home')));

  const invited = invitation?.email;
  useEffect(() => {
    if (!isAnswered && invited !== undefined && email.current?.value === '') email.current.value = invited;
  }, [invited, isAnswered]);

  if (isAnswered) return <InvitationPage invitation={invitation} user={session.user} />;
  return (
    <FormPage
      title="Create an Account"
      subtitle={invitation ? invitationWords(invitation) : 'Keep your progress, on every device.'}
      failure={form.failure}
      forGuests
      links={
        <>
          <p>
            Already have an account?{' '}
            <TextLink href={pathTo('login') + (invitation?.hash ?? '')}>Sign In</TextLink>
          </p>
          <p className="text-small">
            What is kept about you, and who sees it:{' '}
            {/* In a tab of its own: what is typed here would be gone. */}
            <a
              className="link -my-2 inline-block py-2"
              href={pathTo('privacy')}
              target="_blank"
              rel="noreferrer"
            >
              Privacy<span className="sr-only"> (opens a new tab)</span>
            </a>
          </p>
        </>
      }
    >
      <Form
        page={pathTo('register')}
        form={form}
        aria-label="Create an Account"
        className="flex flex-col gap-2"
      >
        <Field
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={USERNAME_MAX}
          required
        />
        <Field
          ref={email}
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          maxLength={EMAIL_MAX}
          required
        />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="new-password"
          required
          hint={passwordHint}
          onInput={(event) => setPasswordHint(hintFor(codePoints(event.currentTarget.value)))}
        />
        <Field
          label="Confirm Password"
          name="confirm_password"
          type="password"
          autoComplete="new-password"
          required
        />
        <Button type="submit" variant="primary" block busy={form.busy} busyLabel="Registering...">
          Register
        </Button>
      </Form>
    </FormPage>
  );
}

/** A hint and no more: whether a password is good enough is the server's to say. */
function hintFor(length: number): string {
  if (length === 0) return `${PASSWORD_MIN} characters or more.`;
  const missing = PASSWORD_MIN - length;
  if (missing > 0) return `${missing} more ${missing === 1 ? 'character' : 'characters'}.`;
  return 'Long enough.';
}
