import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { Output } from '../../../../contract/index.ts';
import { call } from '../../api/call.ts';
import { statusOf } from '../../api/failure.ts';
import { type Invite, inviteIn } from './invite.ts';

/** What the server says of an invitation: who sent it, or that it is gone. Undefined until it has answered. */
type Sent = Output<'POST /invitation'> | 'gone' | 'unanswered' | undefined;

export type Invitation = Invite & { sent: Sent; askAgain: () => void };

/** The invitation in the page's address, if there is one. */
export function useInvitation(): Invitation | undefined {
  const hash = useSyncExternalStore(followHash, readHash, () => '');
  const invite = useMemo(() => inviteIn(hash), [hash]);
  const [answer, setAnswer] = useState<{ to: string; sent: Sent }>();
  const token = invite?.token;
  const isAsking = answer?.to !== token;

  useEffect(() => {
    if (token === undefined || !isAsking) return undefined;
    const control = new AbortController();
    const say = (sent: Sent) => control.signal.aborted || setAnswer({ to: token, sent });
    call('POST /invitation', { as: 'nobody', json: { token }, signal: control.signal }).then(say, (error) =>
      say(statusOf(error) === 404 ? 'gone' : 'unanswered'),
    );
    return () => control.abort();
  }, [token, isAsking]);

  if (!invite) return undefined;
  return {
    ...invite,
    sent: isAsking ? undefined : answer?.sent,
    askAgain: () => setAnswer(undefined),
  };
}

const readHash = () => window.location.hash;

function followHash(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** What somebody reads who has the invitation and is not logged in. */
export function invitationWords({ sent }: Invitation): string {
  if (sent === 'gone') return 'This invitation is no longer open. You can still register.';
  const teacher = typeof sent === 'object' ? sent.teacher : 'A teacher';
  return `${teacher} invites you. They will see your e-mail, your subjects, and papers and scores in subjects you share. Files only if you share them.`;
}
