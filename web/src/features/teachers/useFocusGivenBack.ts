import { type RefObject, useLayoutEffect } from 'react';

/** Whoever closes it from inside goes on where they were when it came. */
export function useFocusGivenBack(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = place.current;
    const before = document.activeElement;
    return () => {
      if (element?.contains(document.activeElement) && before instanceof HTMLElement) before.focus();
    };
  }, [place]);
}
