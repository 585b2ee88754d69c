import { useRef, useState } from 'react';
import { LoadedPart, SettingsSection } from '../../layout/SettingsSection.tsx';
import { useIsImpersonating } from '../../session/admins.ts';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { focusHeading, useFocusAfter } from '../../ui/focus.ts';
import {
  type Act,
  answer,
  type Follower,
  nameOf,
  refreshFollowers,
  subjectsOf,
  useFollowers,
  usePublishedRequests,
} from './followers.ts';

/** Who follows a student, what they see, and the student's say in it. */
export function TeachersSection() {
  const followers = useFollowers();
  const isImpersonating = useIsImpersonating();
  usePublishedRequests(followers.data);
  return (
    <SettingsSection
      id="teachers"
      text="A teacher sees your name, email, subjects and groups and, in the subjects you share, your papers, scores and last activity. Files only if you share them."
    >
      {isImpersonating && (
        <Alert tone="info" className="mb-3">
          You are viewing Tickmark as somebody else. Only they can accept, decline or end this.
        </Alert>
      )}
      <LoadedPart query={followers} failed="Your teachers could not be loaded.">
        {({ teachers }) =>
          teachers.length === 0 ? (
            <p>No teacher sees your progress.</p>
          ) : (
            <ul className="divide-y divide-line">
              {teachers.map((follower) => (
                <FollowerItem key={follower.id} follower={follower} mayAnswer={!isImpersonating} />
              ))}
            </ul>
          )
        }
      </LoadedPart>
    </SettingsSection>
  );
}

function whatTheySee(follower: Follower): string {
  const names = subjectsOf(follower);
  if (follower.status === 'pending') {
    return names === ''
      ? 'Asks to see your progress. You have no subjects in common yet.'
      : `Asks to see your progress in ${names}.`;
  }
  return names === ''
    ? 'You have no subjects in common, so they see none of your papers.'
    : `Sees your progress in ${names}.`;
}

/** `mayAnswer`: not who looks around as the student. */
function FollowerItem({ follower, mayAnswer }: { follower: Follower; mayAnswer: boolean }) {
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
      await answer(act, id);
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
    <li ref={place} className="py-4 first:pt-0 last:pb-0">
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
              aria-label={asking ? undefined : `End: ${name}`}
              onClick={() => setAsking(!asking)}
            >
              {asking ? 'Cancel' : 'End'}
            </Button>
          )}
          {status === 'pending' && button('decline', 'Decline', 'secondary')}
          {status === 'active' && asking && button('end', 'End', 'danger')}
        </div>
      )}
    </li>
  );
}
