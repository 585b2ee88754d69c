import { useLayoutEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';

/** Where pages with an address of several views were left, so that the way back leads to the same view and row. */
const left = new Map<string, { address: string; top: number }>();

const pathOf = (address: string) => address.split('?', 1)[0] ?? '';

export function leaveAt(address: string, top: number): void {
  left.set(pathOf(address), { address, top });
}

/** How far down this very view was left. */
export const topOf = (address: string): number => {
  const place = left.get(pathOf(address));
  return place?.address === address ? place.top : 0;
};

/** The address, with its view, at which the page of this path was left. */
export const leftAt = (path: string): string | undefined => left.get(path)?.address;

/**
 * The browser restores the place on the page before this page is drawn again, when there is nothing to scroll yet. After
 * a link, and not Back, the arrival scrolls to the top afterwards.
 */
export function useKeptPlace(address: string): void {
  const [top] = useState(() => topOf(address));
  useLayoutEffect(() => {
    if (top > 0) window.scrollTo(0, top);
  }, [top]);
  useLayoutEffect(() => {
    const keep = () => leaveAt(address, window.scrollY);
    keep();
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [address]);
}

/** What the address says after `?`, for as long as it is this page's: when we leave, it stays until the next is there. */
export function useOwnSearch(path: string): string {
  const [current] = useLocation();
  const search = useSearch();
  const [kept, keep] = useState(search);
  const isHere = current === path;
  if (isHere && kept !== search) keep(search);
  return isHere ? search : kept;
}
