import { useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../api/call.ts';
import { detailOf, type Failure, failureOf } from '../../api/failure.ts';
import { FormPage } from '../../layout/FormPage.tsx';
import { forgetToken, useLinkToken } from '../../navigation/link-token.ts';
import { pathTo } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { confirmAddress, DEAD_LINK } from './mailed-token.ts';

type State = 'confirmed' | 'already' | 'dead' | 'sent-again';

const WORDS: Record<State, string> = {
  confirmed: 'Confirmed.',
  already: 'Your address is already confirmed.',
  dead: DEAD_LINK,
  'sent-again': 'A new link is on its way.',
};

/** Where the link that proves an address leads. It takes a press: mail programs open links by themselves. */
export default function ConfirmPage() {
  const token = useLinkToken();
  const session = useSession();
  const [, navigate] = useLocation();
  const [outcome, setOutcome] = useState<State>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const state = outcome ?? (token === '' ? 'dead' : undefined);
  const heading = useRef<HTMLSpanElement>(null);

  async function run(work: () => Promise<State>): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      setOutcome(await work());
      heading.current?.focus();
    } catch (error) {
      setFailure(failureOf(error, (cause) => detailOf(cause) ?? 'This did not work. Please try again.'));
    }
    setBusy(false);
  }
  const confirm = () =>
    run(async () => {
      try {
        await confirmAddress(token ?? '');
        forgetToken();
        return 'confirmed';
      } catch (error) {
        if (detailOf(error) === DEAD_LINK) return 'dead';
        throw error;
      }
    });
  function sendAgain() {
    if (session.status !== 'user') {
      navigate(pathTo('login'));
      return;
    }
    void run(async () => {
      const { sent } = await call('POST /users/me/email/link', {});
      return sent ? 'sent-again' : 'already';
    });
  }

  return (
    <FormPage
      title="Confirm your address"
      subtitle={
        <span ref={heading} role="status" tabIndex={-1} className="outline-none">
          {state === undefined ? 'One press, and this address is yours.' : WORDS[state]}
        </span>
      }
      failure={failure}
    >
      {state === undefined && (
        <Button
          variant="primary"
          block
          busy={busy}
          busyLabel="Confirming..."
          disabled={token === undefined}
          onClick={() => void confirm()}
        >
          Confirm
        </Button>
      )}
      {state === 'dead' && (
        <Button
          variant="primary"
          block
          busy={busy}
          busyLabel="Sending..."
          disabled={session.status === 'loading'}
          onClick={sendAgain}
        >
          Send a new one
        </Button>
      )}
      {/* A new document: what was loaded before does not know of the school yet. */}
      {(state === 'confirmed' || state === 'already') && (
        <ButtonLink variant="primary" block href={pathTo(session.status === 'user' ? 'home' : 'login')}>
          Go to my papers
        </ButtonLink>
      )}
    </FormPage>
  );
}
