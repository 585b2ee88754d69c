/** How a picture is looked at: how large, which part of it, and which side up. */
export type View = Readonly<{ zoom: number; x: number; y: number; turn: number }>;
/** From the middle of the stage. */
export type Point = Readonly<{ x: number; y: number }>;
type Size = Readonly<{ width: number; height: number }>;

export const WHOLE: View = { zoom: 1, x: 0, y: 0, turn: 0 };
const MOST = 6;
/** By one press of a key, and by a double tap. */
export const STEP = 1.5;
const CLOSER = 2.5;
const SWIPE_PX = 50;

const between = (least: number, value: number, most: number) => Math.min(Math.max(least, value), most);

/** No further than to the edges of what is larger than the stage. */
export function moveTo(view: View, { x, y }: Point, { width, height }: Size): View {
  if (view.zoom === 1) return { ...view, x: 0, y: 0 };
  const room = (length: number) => ((view.zoom - 1) * length) / 2;
  return {
    ...view,
    x: between(-room(width), x, room(width)),
    y: between(-room(height), y, room(height)),
  };
}

/** The point stays where it is on the stage. */
export function zoomTo(view: View, wanted: number, at: Point, stage: Size): View {
  const zoom = between(1, wanted, MOST);
  const ratio = zoom / view.zoom;
  const moved = { x: at.x - (at.x - view.x) * ratio, y: at.y - (at.y - view.y) * ratio };
  return moveTo({ ...view, zoom }, moved, stage);
}

/** A double tap: closer, or back to the whole. */
export const zoomAt = (view: View, at: Point, stage: Size): View =>
  zoomTo(view, view.zoom > 1 ? 1 : CLOSER, at, stage);

/** A quarter to the left, whole again: what was in sight lies elsewhere. */
export const turned = ({ turn }: View): View => ({ ...WHOLE, turn: turn - 90 });

/** Which way a finger went: 1 to the next picture, -1 to the one before, 0 nowhere. */
export function swipeOf(from: Point, to: Point): -1 | 0 | 1 {
  const [across, along] = [to.x - from.x, to.y - from.y];
  if (Math.abs(across) < SWIPE_PX || Math.abs(across) < 2 * Math.abs(along)) return 0;
  return across < 0 ? 1 : -1;
}
