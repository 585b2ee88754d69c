import { type RefObject, useLayoutEffect } from 'react';
import { focusHeading } from './focus-heading.ts';

/** When it goes with the focus inside, the focus goes to the heading of the part that it stood in. */
export function useFocusHeadingAfter(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element?.contains(document.activeElement)) focusHeading(element);
    };
  }, [place]);
}
