import { lazy, Suspense, useState, useSyncExternalStore } from 'react';
import { useEndedLogin } from '../../api/ended-login.ts';
import { countUnsent } from '../../guest/work-store.ts';
import { goOnAsGuest, useSession } from '../../session/session.ts';
import { readStored, subscribeStored } from '../../storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Strip } from '../../ui/Strip.tsx';
import type { Role } from './log-in.ts';

const LoginAgainDialog = lazy(() => import('./LoginAgainDialog.tsx'));

/** At the lower edge, when a login has ended in the middle of something. Everything above it stays as it is. */
export default function EndedLoginNotice() {
  const ended = useEndedLogin();
  const session = useSession();
  const [isAsked, setIsAsked] = useState(false);
  const unsent = useUnsentOfEnded();
  if (ended === undefined) return null;
  const user = ended === 'user' && session.status === 'user' ? session.user : undefined;
  const role: Role = ended === 'user' ? (user?.role === 'teacher' ? 'teacher' : 'student') : ended;
  return (
    <Strip kind="ended-login" label="Login">
      <p role="alert" className="min-w-0 flex-1 basis-60 py-1">
        You have been logged out.{role === 'student' && keptWords(unsent)}
      </p>
      {role === 'student' && <Button onClick={goOnAsGuest}>Go on as guest</Button>}
      <Button variant="primary" onClick={() => setIsAsked(true)}>
        Log in
      </Button>
      {isAsked && (
        <Suspense>
          <LoginAgainDialog
            role={role}
            username={user?.username ?? undefined}
            onClose={() => setIsAsked(false)}
          />
        </Suspense>
      )}
    </Strip>
  );
}

const keptWords = (count: number) =>
  count === 0 ? '' : ` ${count === 1 ? '1 change is' : `${count} changes are`} kept on this device for you.`;

function useUnsentOfEnded(): number {
  return useSyncExternalStore(
    (listener) => subscribeStored('trackerWork', listener),
    () => countUnsent(Number(readStored('endedLogin'))),
    () => 0,
  );
}
