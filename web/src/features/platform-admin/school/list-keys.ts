import type { KeyboardEvent } from 'react';

/**
 * A list is one stop of the Tab key; within it the arrows, Home and End go from line to line. `selector` finds what a
 * line is pressed by.
 */
export function moveInList(event: KeyboardEvent<HTMLElement>, selector: string): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>(selector)];
  const at = items.findIndex((item) => item === event.target);
  const moves: Record<string, number> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: items.length - 1,
  };
  const to = moves[event.key];
  if (at === -1 || to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  items[Math.min(Math.max(to, 0), items.length - 1)]?.focus();
}
