import { type RefObject, useLayoutEffect } from 'react';

/** For when what held the focus goes: a reader goes on from the heading of the part that it stood in. */
export function focusHeading(gone: Element): void {
  const part = gone.closest('dialog, section') ?? document;
  const heading = part.querySelector<HTMLElement>('h1') ?? part.querySelector('h2');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

type MoveFocus = (gone: HTMLElement, before: Element | null) => void;

/** When the element goes with the focus inside, moves the focus; `before` had it when the element came. */
export function useFocusAfter(place: RefObject<HTMLElement | null>, move: MoveFocus): void {
  useLayoutEffect(() => {
    const element = place.current;
    const before = document.activeElement;
    return () => {
      if (element?.contains(document.activeElement)) move(element, before);
    };
  }, [place, move]);
}
