import { ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useIsImpersonating } from '../../session/admins.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { focusHeading, useFocusAfter } from '../../ui/focus.ts';
import { Loaded, LoadFailed } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import {
  type Act,
  answer,
  type Follower,
  nameOf,
  refreshFollowers,
  subjectsOf,
  useFollowers,
} from './followers.ts';

/** Who follows a student, what they see, and the student's say in it. */
export function FollowersDialog({ onClose }: { onClose: () => void }) {
  const followers = useFollowers();
  const isImpersonating = useIsImpersonating();
  // How many answers are awaited: that one did not work is said here, and concerns who sees what.
  const [underWay, setUnderWay] = useState(0);
  const whileOpen: WhileOpen = async (work) => {
    setUnderWay((count) => count + 1);
    try {
      await work;
    } finally {
      setUnderWay((count) => count - 1);
    }
  };
  return (
    <Dialog
      open
      busy={underWay > 0}
      title="Teachers who see my progress"
      description="A teacher sees your email, your subjects, and your papers and scores in the subjects you share. Never your files."
      onClose={onClose}
      footer={
        <Button disabled={underWay > 0} onClick={onClose}>
          Close
        </Button>
      }
    >
      {isImpersonating && (
        <Alert tone="info" className="mb-3">
          You are viewing Tickmark as somebody else. Only they can accept, decline or end this.
        </Alert>
      )}
      <div className="min-h-48">
        <Loaded
          query={followers}
          loading={
            <div aria-busy="true" className="grid gap-3">
              <span className="sr-only">Loading...</span>
              <Skeleton className="h-20 w-full" />
              <Skeleton className="h-20 w-full" />
            </div>
          }
          renderFailed={(retry) => (
            <LoadFailed className="py-4" onRetry={retry}>
              Your teachers could not be loaded.
            </LoadFailed>
          )}
        >
          {({ teachers }) => (
            <Followers followers={teachers} mayAnswer={!isImpersonating} whileOpen={whileOpen} />
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}

/** Keeps the dialog open until then. */
type WhileOpen = (work: Promise<unknown>) => Promise<void>;

type Answering = {
  /** Not who looks around as the student. */
  mayAnswer: boolean;
  whileOpen: WhileOpen;
};

function Followers({ followers, ...answering }: { followers: readonly Follower[] } & Answering) {
  if (followers.length === 0) {
    return (
      <EmptyState icon={<ShieldCheck />} className="py-4">
        No teacher sees your progress.
      </EmptyState>
    );
  }
  return (
    <ul className="grid gap-3">
      {followers.map((follower) => (
        <FollowerItem key={follower.id} follower={follower} {...answering} />
      ))}
    </ul>
  );
}

function whatTheySee(follower: Follower): string {
  const names = subjectsOf(follower);
  if (follower.status === 'pending') {
    return names === ''
      ? 'Asks to see your progress. You share no subject yet.'
      : `Asks to see your progress in ${names}.`;
  }
  return names === ''
    ? 'You share no subject, so they see none of your papers.'
    : `Sees your progress in ${names}.`;
}

function FollowerItem({ follower, mayAnswer, whileOpen }: { follower: Follower } & Answering) {
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<Act>();
  const [failed, setFailed] = useState(false);
  const place = useRef<HTMLLIElement>(null);
  const { id, username, email, status } = follower;
  const name = nameOf(follower);

  useFocusAfter(place, focusHeading);

  async function run(act: Act): Promise<void> {
    setBusy(act);
    setFailed(false);
    try {
      await whileOpen(answer(act, id));
      await refreshFollowers();
    } catch {
      setFailed(true);
    }
    setBusy(undefined);
  }
  const button = (act: Act, words: string, variant: 'primary' | 'secondary' | 'danger') => (
    <Button
      size="small"
      variant={variant}
      busy={busy === act}
      aria-label={`${words}: ${name}`}
      onClick={() => busy === undefined && void run(act)}
    >
      {words}
    </Button>
  );

  return (
    <li ref={place} className="rounded-md border border-line p-3">
      <p className="font-medium wrap-anywhere">{name}</p>
      {username !== null && email !== null && (
        <p className="text-small wrap-anywhere text-ink-soft">{email}</p>
      )}
      <p className="mt-1.5 text-pretty">{whatTheySee(follower)}</p>
      {failed && (
        <Alert tone="error" className="mt-2">
          This did not work. Please try again.
        </Alert>
      )}
      {status === 'active' && asking && (
        <p role="alert" className="mt-2 font-medium text-pretty">
          They will no longer see your progress. End it?
        </p>
      )}
      {mayAnswer && (
        <div className="mt-3 flex flex-wrap gap-2">
          {/* The first is one button whatever it says: it keeps the focus, and a hasty second press ends nothing. */}
          {status === 'pending' ? (
            button('accept', 'Accept', 'primary')
          ) : (
            <Button
              size="small"
              disabled={busy === 'end'}
              aria-label={asking ? undefined : `Stop sharing with ${name}`}
              onClick={() => setAsking(!asking)}
            >
              {asking ? 'Cancel' : 'Stop sharing'}
            </Button>
          )}
          {status === 'pending' && button('decline', 'Decline', 'secondary')}
          {status === 'active' && asking && button('end', 'Stop sharing', 'danger')}
        </div>
      )}
    </li>
  );
}
