import { useEffect } from 'react';
import { findPart } from './arrival.ts';

/** The part of a page that its address names, as in `/settings#devices`: its top, and the focus on its heading. */
function arriveAtPart(): void {
  const part = findPart();
  const heading = part?.querySelector('h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  part?.scrollIntoView();
}

/** For a page whose parts have addresses of their own: arrives at the one that is named, now and when another is. */
export function usePart(): void {
  useEffect(() => {
    arriveAtPart();
    // By hand, and by a link that adds nothing to go back from.
    const kinds = ['hashchange', 'replaceState'];
    for (const kind of kinds) window.addEventListener(kind, arriveAtPart);
    return () => {
      for (const kind of kinds) window.removeEventListener(kind, arriveAtPart);
    };
  }, []);
}
