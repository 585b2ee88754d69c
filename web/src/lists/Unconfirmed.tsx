import { useRef } from 'react';
import { Badge } from '../ui/Badge.tsx';
import { focusHeading, useFocusAfter } from '../ui/focus.ts';

/** What the staff do about an address that nobody has proved. */
export type AboutUnconfirmed = 'confirm' | 'remove';

type UnconfirmedProps = { name: string; onAct: (act: AboutUnconfirmed) => void };

/** Beside an address that nobody has proved, with what can be done about it. */
export function Unconfirmed({ name, onAct }: UnconfirmedProps) {
  const place = useRef<HTMLSpanElement>(null);
  useFocusAfter(place, focusHeading);
  return (
    <span ref={place} className="inline-flex flex-wrap items-center gap-x-3">
      <UnconfirmedBadge />
      <ActButton name={name} onClick={() => onAct('confirm')}>
        Confirm
      </ActButton>
      <ActButton name={name} onClick={() => onAct('remove')}>
        Remove
      </ActButton>
    </span>
  );
}

export const UnconfirmedBadge = () => <Badge tone="part">Unconfirmed</Badge>;

type ActButtonProps = { name: string; onClick: () => void; children: string };

function ActButton({ name, onClick, children }: ActButtonProps) {
  return (
    <button
      type="button"
      className="link relative z-1 -my-1 min-h-6 text-small pointer-coarse:min-h-11 print:hidden!"
      onClick={onClick}
    >
      {children}
      <span className="sr-only"> {name}</span>
    </button>
  );
}
