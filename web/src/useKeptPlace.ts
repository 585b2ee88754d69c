import { useLayoutEffect, useState } from 'react';
import { leaveAt, topOf } from './kept-place.ts';

/**
 * The browser restores the place on the page before this page is drawn again, when there is nothing to scroll yet. After
 * a link, and not Back, whoever handles the arrival scrolls to the top afterwards.
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
