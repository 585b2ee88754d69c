import { type KeyboardEvent, useDeferredValue } from 'react';

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

/**
 * The first of a long list at once, the others when there is time: opening the screen or clearing a search shows an
 * answer in the next frame.
 */
export function useGrowing<Item>(items: readonly Item[], first: number): readonly Item[] {
  const reached = useDeferredValue(items.length, first);
  return items.length > reached ? items.slice(0, Math.max(reached, first)) : items;
}
