import { useDeferredValue } from 'react';

/**
 * The first of a long list at once, the others when there is time: whoever opens the screen or clears a search sees an
 * answer in the next frame.
 */
export function useGrowing<Item>(items: readonly Item[], first: number): readonly Item[] {
  const reached = useDeferredValue(items.length, first);
  return items.length > reached ? items.slice(0, Math.max(reached, first)) : items;
}
