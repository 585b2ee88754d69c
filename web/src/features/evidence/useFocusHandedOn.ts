import { type RefObject, useLayoutEffect } from 'react';

/**
 * When a file goes that holds the focus (removed, called off, or arrived and drawn anew), the focus goes to what stands
 * beside it, or to what files are added with. Lost, it would begin again at the top of the dialog.
 */
export function useFocusHandedOn(place: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = place.current;
    return () => {
      if (element?.contains(document.activeElement)) nextTo(element)?.focus();
    };
  }, [place]);
}

function nextTo(element: HTMLElement): HTMLElement | null | undefined {
  const beside = element.nextElementSibling ?? element.previousElementSibling;
  const dialog = element.closest('dialog');
  return (
    beside?.querySelector<HTMLElement>('button, a') ??
    dialog?.querySelector<HTMLElement>('[data-adds-files], input[type=file]') ??
    dialog?.querySelector('h2')
  );
}
