import { CloudOff } from 'lucide-react';
import type { Line } from './state/notices.ts';

/** Over the lower edge of the page while nobody answers: what is kept here, and how old it is. Nothing moves for it. */
export default function ConnectionNotice({ connection }: { connection: Line }) {
  return (
    <aside
      aria-label="Connection"
      className="fixed inset-x-0 bottom-0 z-10 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] text-small"
    >
      <p
        role="status"
        className="mx-auto flex min-h-14 max-w-page items-center gap-3 px-4 py-2 text-pretty sm:px-6"
      >
        <CloudOff className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
        <span>{sentences(connection)}</span>
      </p>
    </aside>
  );
}

/** Made when it is needed: this file is fetched by everybody, and preparing it takes a slow phone a moment. */
const dayAndTime = (time: number) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(time);

function sentences({ waiting, lastKnown }: Line): string {
  const shown = lastKnown === undefined ? '' : ` You see your papers as of ${dayAndTime(lastKnown)}.`;
  const changes = waiting === 1 ? '1 change is' : `${waiting} changes are`;
  const kept = waiting === 0 ? '' : ` ${changes} kept on this device and sent when it is back.`;
  return `No connection.${shown}${kept}`;
}
