import { type RefObject, useLayoutEffect } from 'react';

/** For when what held the focus goes: a reader goes on from the heading of the part that it stood in, or of the page. */
export function focusHeading(gone: Element): void {
  const heading = headingIn(gone.closest('dialog, section')) ?? headingIn(document);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

const headingIn = (part: ParentNode | null): HTMLElement | null =>
  part?.querySelector<HTMLElement>('h1') ?? part?.querySelector<HTMLElement>('h2') ?? null;

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
