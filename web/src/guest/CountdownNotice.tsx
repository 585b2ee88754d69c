import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { pathTo } from '../paths.ts';
import { focusHeading } from '../ui/focus.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Strip } from '../ui/Strip.tsx';
import { TextLink } from '../ui/TextLink.tsx';
import { clock, type GuestCountdown, spokenClock, useGuestCountdown } from './countdown.ts';
import { hasGuestWork } from './handover.ts';

/**
 * The strip at the lower edge that says how long a guest has. It is part of the page from the first paint, empty until
 * it is known who is there, so nothing moves when it speaks; users with a login never see its place.
 */
export function CountdownNotice() {
  const countdown = useGuestCountdown();
  const { isExpected, secondsLeft, isClosed, canClose, close } = countdown;
  if (!isExpected || isClosed) return null;
  return (
    <Strip
      kind={canClose ? 'guest' : 'guest-ends'}
      label="Guest session"
      className="in-[[data-token]:not([data-hydrated])]:hidden"
    >
      {secondsLeft !== undefined && (
        <>
          <p className="min-w-0 flex-1">
            <Words countdown={countdown} time={clock(secondsLeft)} />
          </p>
          {canClose && (
            <IconButton
              title="Close"
              icon={<X />}
              className="-mr-3"
              onClick={(event) => {
                focusHeading(event.currentTarget);
                close();
              }}
            />
          )}
        </>
      )}
      {/* Says it when it begins, a minute and ten seconds before the end: not every second. */}
      <p className="sr-only" role="status">
        {secondsLeft !== undefined && (
          <Words countdown={countdown} time={spokenClock(secondsLeft)} isSpoken />
        )}
      </p>
    </Strip>
  );
}

interface WordsProps {
  countdown: GuestCountdown;
  time: string;
  isSpoken?: boolean;
}

function Words({ countdown: { secondsLeft, heldBy, isOnForm }, time, isSpoken = false }: WordsProps) {
  if (heldBy === 'no-answer') return 'Guest time is over. Nothing is cleared before you are back.';
  if (heldBy === 'form') return 'Guest time is over. Your work comes with you in the other tab.';
  const session: ReactNode = (
    <>
      Guest session: <span className="font-medium tabular-nums">{time}</span> left.
    </>
  );
  if (isOnForm)
    return (
      <>
        {secondsLeft === 0 ? 'Guest time is over.' : session}
        {hasGuestWork() && ' Your work comes with you.'}
      </>
    );
  return (
    <>
      {session} {isSpoken ? 'Register' : <TextLink href={pathTo('register')}>Register</TextLink>} or{' '}
      {isSpoken ? 'log in' : <TextLink href={pathTo('login')}>log in</TextLink>} to keep your work.
    </>
  );
}
