import { CloudOff } from 'lucide-react';
import { Strip } from '../../ui/Strip.tsx';
import type { Connection } from './state/notices.ts';

/** Over the lower edge of the page while nobody answers: what is kept here, and how old it is. Nothing moves for it. */
export default function ConnectionNotice({ connection }: { connection: Connection }) {
  return (
    <Strip label="Connection" className="fixed inset-x-0 z-10 border-line bg-surface text-small">
      <p
        role="status"
        className="mx-auto flex min-h-14 max-w-page items-center gap-3 px-4 py-2 text-pretty sm:px-6"
      >
        <CloudOff className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
        <span>{sentences(connection)}</span>
      </p>
    </Strip>
  );
}

/** Made when it is needed: this file is fetched by everybody, and preparing it takes a slow phone a moment. */
const dayAndTime = (time: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(time);

function sentences({ waiting, lastShown }: Connection): string {
  const shown = lastShown === undefined ? '' : ` You see your papers as of ${dayAndTime(lastShown)}.`;
  const changes = waiting === 1 ? '1 change is' : `${waiting} changes are`;
  const kept = waiting === 0 ? '' : ` ${changes} kept on this device and sent when it is back.`;
  return `No connection.${shown}${kept}`;
}
