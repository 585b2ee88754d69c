/** The arithmetic of the trend's picture: no React, no document. */

/** '2026-11' as 'Nov 2026', or as 'November 2026'. */
export function monthLabel(month: string, length: 'short' | 'long' = 'short'): string {
  const [year = Number.NaN, number = Number.NaN] = month.split('-').map(Number);
  // Spelled alike on every screen of a school, whatever language the browser speaks: the app speaks English.
  return new Intl.DateTimeFormat('en-US', { month: length, year: 'numeric', timeZone: 'UTC' }).format(
    Date.UTC(year, number - 1),
  );
}

const STEPS = [1, 2, 5, 10];

/** From zero to at least `max`, in steps a person would choose; papers are whole, so the steps are too. */
export function niceTicks(max: number, wanted = 4): number[] {
  const rough = Math.max(1, max / wanted);
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((nice) => nice * power >= rough) ?? 10);
  const count = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

/** Strides by which the months of a year are counted evenly. */
const STRIDES = [1, 2, 3, 6, 12, 24, 60, 120];

/** Which of `count` months are named when `room` names fit: evenly, and always the newest. */
export function namedMonths(count: number, room: number): number[] {
  const stride = STRIDES.find((every) => Math.ceil(count / every) <= Math.max(1, room)) ?? count;
  return Array.from({ length: count }, (_, index) => index).filter(
    (index) => (count - 1 - index) % stride === 0,
  );
}

export type Box = { left: number; right: number; top: number; bottom: number };
export type Point = { x: number; y: number };

/** Where each value stands in the box; a single one in the middle. */
export function placePoints(values: readonly number[], top: number, box: Box): Point[] {
  const across = box.right - box.left;
  return values.map((value, index) => ({
    x: box.left + across * (values.length === 1 ? 0.5 : index / (values.length - 1)),
    y: placeValue(value, top, box),
  }));
}

export function placeValue(value: number, top: number, box: Box): number {
  return box.bottom - (box.bottom - box.top) * (top === 0 ? 0 : value / top);
}

/** Straight from month to month: a curve would show papers that nobody did. */
export function linePath(points: readonly Point[]): string {
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y)}`).join('');
}

const rounded = (value: number) => Math.round(value * 10) / 10;

/** The month nearest to a place on the picture. */
export function nearestIndex(x: number, count: number, box: Box): number {
  if (count < 2) return 0;
  const share = (x - box.left) / (box.right - box.left);
  return Math.min(count - 1, Math.max(0, Math.round(share * (count - 1))));
}
