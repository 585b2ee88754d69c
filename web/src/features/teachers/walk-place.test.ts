import { expect, test } from 'vitest';
import { placeInWalk, rememberWalk } from './walk-place.ts';

test('a student opened directly has no place', () => {
  expect(placeInWalk(1)).toBeUndefined();
});

test('the way leads along the list as it was last seen, from end to end', () => {
  rememberWalk([{ id: 9 }, { id: 4 }, { id: 7 }]);
  expect(placeInWalk(9)).toEqual({ position: 1, total: 3, previous: undefined, next: 4 });
  expect(placeInWalk(4)).toEqual({ position: 2, total: 3, previous: 9, next: 7 });
  expect(placeInWalk(7)).toEqual({ position: 3, total: 3, previous: 4, next: undefined });
  rememberWalk([{ id: 7 }]);
  expect(placeInWalk(4)).toBeUndefined();
  expect(placeInWalk(7)).toEqual({ position: 1, total: 1, previous: undefined, next: undefined });
});
