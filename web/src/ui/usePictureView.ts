import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import {
  moveTo,
  type Point,
  STEP,
  swipeOf,
  turned,
  type View,
  WHOLE,
  zoomAt,
  zoomTo,
} from './picture-view.ts';

const TAP_MS = 300;
const TAP_PX = 24;
const MIDDLE: Point = { x: 0, y: 0 };

const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });

/** A picture under fingers, mouse and keys. `onSwipe`: -1 to the one before, 1 to the next. */
export function usePictureView(stage: RefObject<HTMLElement | null>, onSwipe: (step: -1 | 1) => void) {
  const [view, setView] = useState(WHOLE);
  /** The fingers that are down. */
  const fingers = useRef(new Map<number, Point>());
  /** How things were when the number of fingers last changed. */
  const begun = useRef<{ view: View; points: Point[]; wasPinch: boolean }>(undefined);
  const lastTap = useRef<{ at: Point; time: number }>(undefined);

  const sizeOf = () => stage.current?.getBoundingClientRect() ?? new DOMRect();
  function pointOf({ clientX, clientY }: PointerEvent): Point {
    const { left, top, width, height } = sizeOf();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  }
  function begin(wasPinch: boolean) {
    const points = [...fingers.current.values()];
    begun.current = { view, points, wasPinch: wasPinch || points.length > 1 };
  }

  function onPointerDown(event: PointerEvent) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, pointOf(event));
    begin(fingers.current.size > 1);
  }
  function onPointerMove(event: PointerEvent) {
    if (!fingers.current.has(event.pointerId) || !begun.current) return;
    fingers.current.set(event.pointerId, pointOf(event));
    const { view: from, points } = begun.current;
    const [a, b] = points;
    const [c, d] = [...fingers.current.values()];
    if (!a || !c) return;
    if (b && d) {
      const zoom = (from.zoom * distance(c, d)) / Math.max(1, distance(a, b));
      setView(zoomTo(from, zoom, middle(c, d), sizeOf()));
    } else if (from.zoom > 1) {
      setView(moveTo(from, { x: from.x + c.x - a.x, y: from.y + c.y - a.y }, sizeOf()));
    }
  }
  function onPointerUp(event: PointerEvent) {
    const at = pointOf(event);
    const before = begun.current;
    if (!fingers.current.delete(event.pointerId) || !before) return;
    if (fingers.current.size > 0) {
      begin(true);
      return;
    }
    begun.current = undefined;
    const [from] = before.points;
    if (before.wasPinch || !from) return;
    const step = before.view.zoom === 1 ? swipeOf(from, at) : 0;
    if (step !== 0) onSwipe(step);
    else if (distance(from, at) < TAP_PX) tapped(at, event.timeStamp);
  }
  function tapped(at: Point, time: number) {
    const last = lastTap.current;
    const isSecond = last && time - last.time < TAP_MS && distance(last.at, at) < TAP_PX;
    lastTap.current = isSecond ? undefined : { at, time };
    if (isSecond) setView(zoomAt(view, at, sizeOf()));
  }
  function onPointerCancel({ pointerId }: PointerEvent) {
    fingers.current.delete(pointerId);
    begin(true);
  }

  return {
    view,
    reset: () => setView(WHOLE),
    turn: () => setView(turned(view)),
    closer: () => setView(zoomTo(view, view.zoom * STEP, MIDDLE, sizeOf())),
    further: () => setView(zoomTo(view, view.zoom / STEP, MIDDLE, sizeOf())),
    stageProps: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel },
  };
}
