import { type MouseEvent, type PointerEvent, useRef } from 'react';
import { isSelecting, startSelecting } from './several.ts';
import { paperOf } from './shown-papers.ts';

const LONG = 500;
/** A finger that rests moves less. */
const STILL = 10;

/** A long press on a paper's box begins to select several. For the element that holds the papers. */
export function useLongPress() {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined);
  const isDone = useRef(false);

  function end() {
    clearTimeout(press.current?.timer);
    press.current = undefined;
  }

  function begin({ target, pointerType, clientX: x, clientY: y }: PointerEvent) {
    end();
    isDone.current = false;
    const paper = target instanceof Element ? paperOf(target) : undefined;
    if (pointerType === 'mouse' || !paper || isSelecting()) return;
    const timer = setTimeout(() => {
      isDone.current = true;
      startSelecting(paper);
    }, LONG);
    press.current = { timer, x, y };
  }

  function move({ clientX, clientY }: PointerEvent) {
    if (press.current && Math.hypot(clientX - press.current.x, clientY - press.current.y) > STILL) end();
  }

  /** The finger that is lifted from a long press is no second press, and opens no menu of the browser. */
  function swallow(event: MouseEvent) {
    if (!isDone.current) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === 'click') isDone.current = false;
  }

  return {
    onPointerDown: begin,
    onPointerMove: move,
    onPointerUp: end,
    onPointerCancel: end,
    onClickCapture: swallow,
    onContextMenu: swallow,
  };
}
