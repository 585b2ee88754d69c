import { useEffect, useState } from 'react';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { showToast } from '../../ui/toasts.ts';
import { forgetAll, hasUntaken, useHasUntaken } from './shown-once.ts';

const KEPT = 'The new passwords are not saved yet. They stay on the screen of the school until you log out.';

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
    <ConfirmDialog
      open={wayOut !== undefined}
      onClose={stay}
      title="Leave without the passwords?"
      cancel="Stay"
      confirm="Leave"
      onConfirm={() => {
        stay();
        forgetAll();
        // When the guard is gone, the same press goes through.
        setTimeout(() => wayOut?.click());
      }}
    >
      <p>The new passwords are shown only once, and you have not copied or downloaded them yet.</p>
    </ConfirmDialog>
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
