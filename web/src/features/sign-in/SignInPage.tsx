import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Output } from '../../../../contract/index.ts';
import { emailProblem } from '../../../../domain/accounts.ts';
import { API_BASE, call } from '../../api/call.ts';
import { type Failure, failureOf, RefusedField } from '../../api/failure.ts';
import { textOf, useSubmit } from '../../api/useSubmit.ts';
import { Form } from '../../layout/Form.tsx';
import { FormPage } from '../../layout/FormPage.tsx';
import { pathTo } from '../../paths.ts';
import { enterSchoolAdmin } from '../../session/admins.ts';
import { enter } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { type Arrival, arrivalIn, NO_SIGN_IN, PROBLEMS } from './arrival.ts';
import { failedSentence } from './failed-sentence.ts';

// Fetched when it is wanted: few ever see it.
const Disown = lazy(() => import('./Disown.tsx'));

const TITLE = 'Sign in with your school';

/** The way to a school's own sign-in, and back from it. */
export default function SignInPage() {
  const [arrival, setArrival] = useState<Arrival>();
  useEffect(() => {
    // Also when somebody comes back to this page while it is open.
    const read = () => {
      const { hash, pathname } = window.location;
      setArrival((before) => (before && hash === '' ? before : arrivalIn(hash)));
      // What it carries is used once, and nobody is to find it in the history.
      if (hash !== '') window.history.replaceState(window.history.state, '', pathname);
    };
    read();
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);

  if (arrival?.is === 'code') return <Entering key={arrival.code} code={arrival.code} />;
  if (arrival?.is === 'join') return <Joining key={arrival.code} {...arrival} />;
  if (arrival?.is === 'joined') return <Joined />;
  return (
    <FindSchool failure={arrival?.is === 'problem' ? { sentence: PROBLEMS[arrival.problem] } : undefined} />
  );
}

const OtherWays = () => (
  <p>
    <TextLink href={pathTo('login')}>Log in with a password</TextLink>
  </p>
);

function FindSchool({ failure }: { failure: Failure | undefined }) {
  const form = useSubmit(
    async (data) => {
      const email = textOf(data, 'email').trim();
      const problem = emailProblem(email);
      if (problem !== undefined) throw new RefusedField('email', problem);
      const { school_id: id } = await call('GET /sign-in/schools', { as: 'nobody', query: { email } });
      if (id === null) throw new RefusedField('email', NO_SIGN_IN);
      window.location.assign(`${API_BASE}/sign-in/${id}/start`);
    },
    () => 'The school could not be looked up.',
    { stays: true },
  );
  return (
    <FormPage
      title={TITLE}
      subtitle="Your school then asks who you are."
      failure={form.failure ?? (form.busy ? undefined : failure)}
      links={<OtherWays />}
    >
      <Form page={pathTo('signIn')} form={form} aria-label={TITLE} className="flex flex-col gap-2">
        <Field
          label="Your school e-mail"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
        />
        <Button type="submit" variant="primary" block busy={form.busy} busyLabel="Going on...">
          Go on
        </Button>
      </Form>
    </FormPage>
  );
}

type SignedIn = Output<'POST /sign-in/session'>;

/** Logs in whoever came through, and says where they belong. */
function useEnter(): (answer: SignedIn) => Promise<void> {
  const [, navigate] = useLocation();
  return async ({ access_token: token, role }) => {
    if (role === 'school_admin') {
      enterSchoolAdmin(token);
      navigate(pathTo('schoolAdminDashboard'), { replace: true });
      return;
    }
    await enter(token, { bringsGuestWork: role === 'student' });
    navigate(pathTo(role === 'teacher' ? 'teachers' : 'home'), { replace: true });
  };
}

/** Nothing to do but wait. */
function Entering({ code }: { code: string }) {
  const enterAs = useEnter();
  const [failure, setFailure] = useState<Failure>();
  const isSent = useRef(false);
  useEffect(() => {
    // It works once.
    if (isSent.current) return;
    isSent.current = true;
    call('POST /sign-in/session', { as: 'nobody', withCookie: true, json: { code } })
      .then(enterAs)
      .catch((error: unknown) => setFailure(failureOf(error, failedSentence)));
  }, [code, enterAs]);
  if (failure) return <FindSchool failure={failure} />;
  return (
    <FormPage title={TITLE} subtitle="Signing you in..." failure={undefined} links={<OtherWays />}>
      <div className="min-h-11" aria-busy="true" />
    </FormPage>
  );
}

type JoiningProps = { code: string; mayDisown: boolean };

/** The address of whoever came has an account that has to be shown to be theirs. */
function Joining({ code, mayDisown }: JoiningProps) {
  const enterAs = useEnter();
  const [isAsking, setAsking] = useState(false);
  const join = (password: string | null) =>
    call('POST /sign-in/join', { as: 'nobody', withCookie: true, json: { code, password } }).then(enterAs);
  const form = useSubmit((data) => join(textOf(data, 'password')), failedSentence);
  return (
    <FormPage
      title={TITLE}
      subtitle="This address has an account. Give its password once."
      failure={form.failure}
      links={<OtherWays />}
    >
      <Form page={pathTo('signIn')} form={form} aria-label="Join" className="flex flex-col gap-2">
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <Button type="submit" variant="primary" block busy={form.busy} busyLabel="Joining...">
          Join
        </Button>
      </Form>
      {mayDisown && (
        <Button variant="ghost" block className="mt-2" onClick={() => setAsking(true)}>
          This account is not mine
        </Button>
      )}
      {isAsking && (
        <Suspense>
          <Disown disown={() => join(null)} onClose={() => setAsking(false)} />
        </Suspense>
      )}
    </FormPage>
  );
}

function Joined() {
  return (
    <FormPage
      title={TITLE}
      subtitle="Joined. From now on you can sign in with your school."
      failure={undefined}
    >
      <Link href={pathTo('home')} asChild>
        <ButtonLink variant="primary" block>
          Go to my papers
        </ButtonLink>
      </Link>
    </FormPage>
  );
}
