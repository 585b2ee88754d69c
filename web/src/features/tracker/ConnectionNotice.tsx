import { CloudOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Strip } from '../../ui/Strip.tsx';
import type { Connection } from './state/notices.ts';
import { retryTracker } from './state/tracker.ts';

/** At the lower edge while nobody answers: whose fault it is, what is kept here, and how old it is. */
export function ConnectionNotice({ connection }: { connection: Connection }) {
  const isOnline = useIsOnline();
  return (
    <Strip kind={isOnline ? 'no-answer' : 'no-connection'} label="Connection">
      <CloudOff className="mr-1 size-5 shrink-0 text-ink-soft" aria-hidden="true" />
      <p role="status" className="min-w-0 flex-1 text-pretty">
        {sentences(connection, isOnline)}
      </p>
      {isOnline && <Button onClick={retryTracker}>Try now</Button>}
    </Strip>
  );
}

const EVENTS = ['online', 'offline'] as const;

function useIsOnline(): boolean {
  return useSyncExternalStore(
    (listener) => {
      for (const name of EVENTS) window.addEventListener(name, listener);
      return () => {
        for (const name of EVENTS) window.removeEventListener(name, listener);
      };
    },
    () => navigator.onLine,
    () => true,
  );
}

/** Made when it is needed: this file is fetched by everybody, and preparing it takes a slow phone a moment. */
const dayAndTime = (time: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(time);

function sentences({ waiting, lastShown }: Connection, isOnline: boolean): string {
  const shown = lastShown === undefined ? '' : ` You see your papers as of ${dayAndTime(lastShown)}.`;
  const changes = waiting === 1 ? '1 change is' : `${waiting} changes are`;
  const kept = waiting === 0 ? '' : ` ${changes} kept on this device`;
  if (isOnline) return `Tickmark does not answer.${shown}${kept && `${kept}.`}`;
  return `No connection.${shown}${kept && `${kept} and sent when it is back.`}`;
}
