import { expect, it } from 'vitest';
import { moveTo, swipeOf, turned, WHOLE, zoomAt, zoomTo } from './picture-view.ts';

const stage = { width: 400, height: 300 };

it('zooms towards a point, which stays where it is', () => {
  const at = { x: 100, y: -50 };
  const view = zoomTo(WHOLE, 2, at, stage);
  expect(view).toEqual({ zoom: 2, x: -100, y: 50, turn: 0 });
  expect(zoomTo(view, 1, at, stage)).toEqual(WHOLE);
});

it('is never smaller than whole, nor larger than six times', () => {
  expect(zoomTo(WHOLE, 0.2, { x: 0, y: 0 }, stage).zoom).toBe(1);
  expect(zoomTo(WHOLE, 60, { x: 0, y: 0 }, stage).zoom).toBe(6);
});

it('moves to the edges and no further; a whole picture stays', () => {
  const near = zoomTo(WHOLE, 2, { x: 0, y: 0 }, stage);
  expect(moveTo(near, { x: 900, y: -900 }, stage)).toMatchObject({ x: 200, y: -150 });
  expect(moveTo(WHOLE, { x: 90, y: 90 }, stage)).toMatchObject({ x: 0, y: 0 });
});

it('goes closer and back by a double tap', () => {
  const near = zoomAt(WHOLE, { x: 10, y: 10 }, stage);
  expect(near.zoom).toBe(2.5);
  expect(zoomAt(near, { x: -90, y: 40 }, stage)).toEqual(WHOLE);
});

it('is whole after a turn', () => {
  expect(turned(zoomTo(WHOLE, 3, { x: 50, y: 0 }, stage))).toEqual({ ...WHOLE, turn: -90 });
});

it('tells a swipe from a tap and from a finger that goes up or down', () => {
  const from = { x: 0, y: 0 };
  expect(swipeOf(from, { x: -80, y: 10 })).toBe(1);
  expect(swipeOf(from, { x: 80, y: -10 })).toBe(-1);
  expect(swipeOf(from, { x: -20, y: 0 })).toBe(0);
  expect(swipeOf(from, { x: -80, y: 70 })).toBe(0);
});
