import { useEffect, useState } from 'react';
import type { PrivacyFacts } from '../../../../contract/privacy.ts';
import { call } from '../../api/call.ts';
import type { Credential } from '../../api/credentials.ts';
import { type Failure, failureOf } from '../../api/failure.ts';
import { useIsSchoolAdmin } from '../../session/admins.ts';
import { useSession } from '../../session/session.ts';

type Reader = Exclude<Credential, 'platformAdmin'>;
type Answer = { facts: PrivacyFacts } | { failure: Failure };

const ask = (as: Reader, signal: AbortSignal): Promise<Answer> =>
  call('GET /privacy', { as, signal }).then(
    (facts) => ({ facts }),
    (error: unknown) => ({ failure: failureOf(error, () => 'Some of this page could not be loaded.') }),
  );

/** Who reads: undefined while that is being found out. */
function useReader(): Reader | undefined {
  const { status } = useSession();
  const isSchoolAdmin = useIsSchoolAdmin();
  if (status === 'loading') return undefined;
  if (status === 'user') return 'user';
  return isSchoolAdmin ? 'schoolAdmin' : 'nobody';
}

/** What only the server knows, for whoever is there; the rest of the page does not wait for it. */
export function usePrivacyFacts() {
  const reader = useReader();
  const [tries, setTries] = useState(0);
  const question = `${reader} ${tries}`;
  const [answered, setAnswered] = useState<{ question: string; answer: Answer }>();

  useEffect(() => {
    if (reader === undefined) return undefined;
    const control = new AbortController();
    const listen = async () => {
      const answer = await ask(reader, control.signal);
      if (!control.signal.aborted) setAnswered({ question, answer });
    };
    void listen();
    return () => control.abort();
  }, [reader, question]);

  const answer = answered?.question === question ? answered.answer : undefined;
  return {
    reader,
    facts: answer && 'facts' in answer ? answer.facts : undefined,
    failure: answer && 'failure' in answer ? answer.failure : undefined,
    retry: () => setTries(tries + 1),
  };
}
