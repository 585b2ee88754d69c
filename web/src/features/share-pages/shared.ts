import { useEffect, useState } from 'react';
import type { SharedProgress } from '../../../../contract/share-pages.ts';
import { call } from '../../api/call.ts';
import { type Failure, failureOf, statusOf } from '../../api/failure.ts';
import { withTimeout } from '../../api/with-timeout.ts';
import { shownDate } from '../../format/shown-date.ts';
import { useLinkToken } from '../../navigation/link-token.ts';

/** What a shared link opens. Its token stands in the fragment, which browsers send to nobody. */

export type Shared =
  | { status: 'loading' }
  /** Revoked, ended, switched off or never there: nobody learns which. */
  | { status: 'dead' }
  | { status: 'failed'; failure: Failure }
  | { status: 'shown'; progress: SharedProgress; today: string };

const LOADING: Shared = { status: 'loading' };

async function askFor(token: string, signal: AbortSignal): Promise<Shared> {
  if (token === '') return { status: 'dead' };
  try {
    const progress = await withTimeout(
      (inTime) => call('POST /shared', { as: 'nobody', json: { token }, signal: inTime }),
      signal,
    );
    return { status: 'shown', progress, today: shownDate(new Date()) };
  } catch (error) {
    // A token that is too long to be one is refused in another way.
    if ([404, 422].includes(statusOf(error) ?? 0)) return { status: 'dead' };
    return { status: 'failed', failure: failureOf(error, () => 'This page could not be loaded.') };
  }
}

/** Asks for the page of the address, again when another is opened in the same window, and when told to. */
export function useShared(): { shared: Shared; retry: () => void } {
  const token = useLinkToken();
  const [tries, setTries] = useState(0);
  const question = `${token} ${tries}`;
  const [answer, setAnswer] = useState<{ question: string; shared: Shared }>();

  useEffect(() => {
    if (token === undefined) return undefined;
    const controller = new AbortController();
    const ask = async () => {
      const shared = await askFor(token, controller.signal);
      if (!controller.signal.aborted) setAnswer({ question, shared });
    };
    void ask();
    return () => controller.abort();
  }, [token, question]);

  return {
    shared: answer?.question === question ? answer.shared : LOADING,
    retry: () => setTries(tries + 1),
  };
}
