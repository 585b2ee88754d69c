import { useEffect, useId, useRef } from 'react';
import { closeByBack } from './back-closes.ts';

const gap = 4;
const margin = 8;

/** Below the opener, or above it where there is no room; never out of the window. */
function place(popover: HTMLElement, opener: HTMLElement) {
  const from = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const start = popover.dataset['align'] === 'end' ? from.right - width : from.left;
  const below = from.bottom + gap;
  const above = from.top - gap - height;
  const left = Math.max(margin, Math.min(start, innerWidth - width - margin));
  const top = below + height <= innerHeight - margin || above < margin ? below : above;
  popover.style.left = `${left}px`;
  popover.style.top = `${Math.max(margin, Math.min(top, innerHeight - height - margin))}px`;
}

/** Hangs a popover on an element, until the returned function is called. */
export function hangPopover(
  box: HTMLElement,
  opener: HTMLElement,
  { name, onToggle }: { name: string; onToggle: (isOpen: boolean) => void },
): () => void {
  const anchored = CSS.supports('position-area', 'block-end');
  if (anchored) {
    opener.style.setProperty('anchor-name', name);
    box.style.setProperty('position-anchor', name);
  }
  const move = () => place(box, opener);
  let endBack: (() => void) | undefined;
  const toggled = () => {
    const isOpen = box.matches(':popover-open');
    endBack?.();
    endBack = isOpen ? closeByBack(() => box.hidePopover()) : undefined;
    onToggle(isOpen);
    if (anchored) return;
    const change = isOpen ? addEventListener : removeEventListener;
    change('scroll', move, { capture: true });
    change('resize', move);
    if (isOpen) move();
  };
  box.addEventListener('toggle', toggled);
  return () => {
    endBack?.();
    opener.style.removeProperty('anchor-name');
    box.removeEventListener('toggle', toggled);
    removeEventListener('scroll', move, { capture: true });
    removeEventListener('resize', move);
  };
}

/** The name by which the style sheet ties the two together. */
export const anchorName = (id: string) => `--${id.replace(/\W/g, '')}`;

/**
 * Ties a popover to the button that opens it. The browser opens, closes (Escape, a press outside; Back by us) and gives the focus
 * back; where it cannot anchor one element to another, the place is computed here. Styles are set from the
 * script and never as an attribute, which the page's policy forbids.
 */
export function usePopover(opened?: (popover: HTMLElement) => void) {
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const popover = useRef<HTMLDivElement & HTMLDialogElement>(null);
  const onOpened = useRef(opened);
  useEffect(() => {
    onOpened.current = opened;
  });

  useEffect(() => {
    const box = popover.current;
    const button = opener.current;
    if (!box || !button) return undefined;
    return hangPopover(box, button, {
      name: anchorName(id),
      onToggle: (isOpen) => {
        button.setAttribute('aria-expanded', String(isOpen));
        if (isOpen) onOpened.current?.(box);
      },
    });
  }, [id]);

  return {
    openerProps: { ref: opener, popoverTarget: id, 'aria-expanded': false as boolean },
    popoverProps: { ref: popover, id, popover: 'auto' as const },
    close: () => popover.current?.hidePopover(),
  };
}

/** What the button that opens a popover must be given. */
export type OpenerProps = ReturnType<typeof usePopover>['openerProps'];
