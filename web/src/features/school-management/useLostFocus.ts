import { useEffect, useRef } from 'react';

/**
 * What held the focus may have gone with what was there before `turn` changed: then what is found now takes it. A user
 * who is working elsewhere by now is left alone.
 */
export function useLostFocus(turn: unknown, find: () => HTMLElement | null | undefined): void {
  const last = useRef(turn);
  useEffect(() => {
    if (last.current === turn) return;
    last.current = turn;
    if (document.activeElement === document.body) find()?.focus();
  });
}
