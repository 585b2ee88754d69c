import { X } from 'lucide-react';
import { pathTo } from '../paths.ts';
import { focusHeading } from '../ui/focus.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { announcement, clock, useGuestCountdown } from './countdown.ts';

/**
 * The strip at the lower edge that says how long a guest has. It is part of the page from the first paint, empty until
 * it is known who is there, so nothing moves when it speaks; users with a login never see its place.
 */
export function CountdownNotice() {
  const { isExpected, secondsLeft, isClosed, close } = useGuestCountdown();
  if (!isExpected || isClosed) return null;
  return (
    <aside
      aria-label="Guest session"
      className="sticky bottom-0 z-10 box-content h-14 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] text-small in-[[data-token]:not([data-hydrated])]:hidden"
    >
      {secondsLeft !== undefined && (
        <div className="mx-auto flex h-full max-w-page items-center gap-2 pr-1 pl-4">
          <p className="min-w-0 flex-1">
            Guest session: <span className="font-medium tabular-nums">{clock(secondsLeft)}</span> left.{' '}
            <TextLink href={pathTo('register')}>Sign up</TextLink> or{' '}
            <TextLink href={pathTo('login')}>log in</TextLink> to keep your work.
          </p>
          <IconButton
            title="Close"
            icon={<X />}
            onClick={(event) => {
              focusHeading(event.currentTarget);
              close();
            }}
          />
        </div>
      )}
      <Announcement secondsLeft={secondsLeft} />
    </aside>
  );
}

/** Says it when it begins, a minute and ten seconds before the end: not every second. */
function Announcement({ secondsLeft }: { secondsLeft: number | undefined }) {
  return (
    <p className="sr-only" aria-live="polite">
      {secondsLeft === undefined ? '' : announcement(secondsLeft)}
    </p>
  );
}
