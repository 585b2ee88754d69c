import { lazy, Suspense, useEffect, useState } from 'react';
import { showToast } from '../../ui/toasts.ts';
import { forgetAll, hasUntaken, useHasUntaken } from './shown-once.ts';

/** Needed by few. */
const LeaveDialog = lazy(() => import('./LeaveDialog.tsx'));

const KEPT = 'The new passwords are not saved yet. They stay on the school’s page until you log out.';

/** Asks before passwords that nobody has copied yet are lost. The browser's own Back cannot be asked: it loses none. */
export function LeaveGuard() {
  const isNeeded = useHasUntaken();
  const [wayOut, setWayOut] = useState<HTMLElement>();

  useEffect(() => {
    if (!isNeeded) return undefined;
    const clicked = (event: MouseEvent) => {
      const target = wayOutOf(event);
      if (!target) return;
      event.preventDefault();
      event.stopPropagation();
      setWayOut(target);
    };
    document.addEventListener('click', clicked, { capture: true });
    return () => document.removeEventListener('click', clicked, { capture: true });
  }, [isNeeded]);

  useEffect(
    () => () => {
      if (hasUntaken()) showToast({ text: KEPT, seconds: 6 });
    },
    [],
  );

  const stay = () => setWayOut(undefined);
  return (
    wayOut && (
      <Suspense>
        <LeaveDialog
          onClose={stay}
          onLeave={() => {
            stay();
            forgetAll();
            // When the guard is gone, the same press goes through.
            setTimeout(() => wayOut.click());
          }}
        />
      </Suspense>
    )
  );
}

/** What was pressed, if it leads away from here: a link to another page, or the way out of the session. */
function wayOutOf(event: MouseEvent): HTMLElement | undefined {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return undefined;
  const pressed = (event.target as Element).closest<HTMLElement>('a[href], [data-ends-session]');
  if (!(pressed instanceof HTMLAnchorElement)) return pressed ?? undefined;
  const isElsewhere = pressed.target === '' && pressed.pathname !== window.location.pathname;
  return isElsewhere && !pressed.hasAttribute('download') ? pressed : undefined;
}
