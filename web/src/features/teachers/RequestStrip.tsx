import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { pathTo } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { focusHeading, useFocusAfter } from '../../ui/focus.ts';
import { Strip } from '../../ui/Strip.tsx';
import { showToast } from '../../ui/toasts.ts';
import {
  type Act,
  answer,
  type Follower,
  hasFollowers,
  nameOf,
  refreshFollowers,
  subjectsOf,
  useFollowers,
  usePublishedRequests,
} from './followers.ts';

/**
 * Tells a student that a teacher asks to follow them. The profile says whether there is anything to ask for; it is asked
 * for whenever they come back, since they may have answered elsewhere.
 */
export default function RequestStrip() {
  const session = useSession();
  const [hasReturned, setReturned] = useState(hasFollowers);
  const { data, refetch } = useFollowers(
    hasReturned || (session.status === 'user' && session.user.requests > 0),
  );
  const pending = data?.teachers.filter(({ status }) => status === 'pending') ?? [];
  const count = pending.length;
  useEffect(() => {
    const look = () => {
      setReturned(true);
      void refetch();
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [refetch]);
  usePublishedRequests(data);

  const [first] = pending;
  if (!first) return null;
  return (
    <Strip kind="request" label="Requests">
      {count === 1 ? <OneRequest key={first.id} follower={first} /> : <Several count={count} />}
    </Strip>
  );
}

const WHERE_TO_LOOK = `${pathTo('settings')}#teachers`;

function Several({ count }: { count: number }) {
  return (
    <>
      <p role="status" className="min-w-0 flex-1">
        {count} teachers ask to see your progress.
      </p>
      <Link href={WHERE_TO_LOOK} asChild>
        <ButtonLink variant="primary">Look</ButtonLink>
      </Link>
    </>
  );
}

function OneRequest({ follower }: { follower: Follower }) {
  const [busy, setBusy] = useState<Act>();
  const acts = useRef<HTMLDivElement>(null);
  useFocusAfter(acts, focusHeading);

  async function run(act: Act): Promise<void> {
    setBusy(act);
    try {
      await answer(act, follower.id);
      await refreshFollowers();
    } catch {
      showToast({ tone: 'danger', text: 'This did not work. Please try again.' });
    }
    setBusy(undefined);
  }
  const press = (act: Act) => () => busy === undefined && void run(act);

  const subjects = subjectsOf(follower);
  return (
    <>
      <p role="status" className="min-w-0 flex-1 basis-72 wrap-anywhere">
        {nameOf(follower)} asks to see your progress{subjects && ` in ${subjects}`}.
      </p>
      <div ref={acts} className="flex gap-2 max-sm:w-full max-sm:justify-end">
        <Link href={WHERE_TO_LOOK} asChild>
          <ButtonLink variant="ghost" className="max-sm:mr-auto max-sm:-ml-4">
            What they see
          </ButtonLink>
        </Link>
        <Button busy={busy === 'decline'} onClick={press('decline')}>
          Decline
        </Button>
        <Button variant="primary" busy={busy === 'accept'} onClick={press('accept')}>
          Accept
        </Button>
      </div>
    </>
  );
}
