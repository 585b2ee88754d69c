import { useEffect, useRef, useState } from 'react';
import { HeaderDialog } from '../../layout/HeaderDialog.tsx';
import { useSession } from '../../session/session.ts';
import { requests } from '../../state/requests.ts';
import { Button } from '../../ui/Button.tsx';
import { focusHeading, useFocusAfter } from '../../ui/focus.ts';
import { Strip } from '../../ui/Strip.tsx';
import { showToast } from '../../ui/toasts.ts';
import {
  type Act,
  answer,
  type Follower,
  nameOf,
  refreshFollowers,
  subjectsOf,
  useFollowers,
} from './followers.ts';

/**
 * Tells a student that a teacher asks to follow them. The profile says whether there is anything to ask for; it is asked
 * for whenever they come back, since they may have answered elsewhere.
 */
export default function RequestStrip() {
  const session = useSession();
  const [hasReturned, setReturned] = useState(false);
  const { data, refetch } = useFollowers(
    hasReturned || (session.status === 'user' && session.user.requests > 0),
  );
  const pending = data?.teachers.filter(({ status }) => status === 'pending') ?? [];
  const [isOpen, setIsOpen] = useState(false);
  const count = pending.length;
  useEffect(() => {
    const look = () => {
      setReturned(true);
      void refetch();
    };
    window.addEventListener('focus', look);
    return () => window.removeEventListener('focus', look);
  }, [refetch]);
  useEffect(() => {
    requests.write(count);
    return () => requests.write(0);
  }, [count]);

  const [first] = pending;
  const look = () => setIsOpen(true);
  if (!first && !isOpen) return null;
  return (
    <>
      {first && (
        <Strip kind="request" label="Requests">
          {count === 1 ? (
            <OneRequest key={first.id} follower={first} onLook={look} />
          ) : (
            <Several count={count} onLook={look} />
          )}
        </Strip>
      )}
      {isOpen && <HeaderDialog kind="followers" onClose={() => setIsOpen(false)} />}
    </>
  );
}

function Several({ count, onLook }: { count: number; onLook: () => void }) {
  return (
    <>
      <p role="status" className="min-w-0 flex-1">
        {count} teachers ask to see your progress.
      </p>
      <Button variant="primary" onClick={onLook}>
        Look
      </Button>
    </>
  );
}

function OneRequest({ follower, onLook }: { follower: Follower; onLook: () => void }) {
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
        <Button variant="ghost" className="max-sm:mr-auto max-sm:-ml-4" onClick={onLook}>
          What they see
        </Button>
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
