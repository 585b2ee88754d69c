import { expect, it } from 'vitest';
import { NOBODY, press, pressAll, type Selected } from './selected.ts';

const SHOWN = [5, 3, 8, 1, 9];
const idsOf = ({ ids }: Selected) => [...ids].toSorted((a, b) => a - b);

it('selects one by one, and takes back', () => {
  const two = press(press(NOBODY, 3, SHOWN, false), 1, SHOWN, false);
  expect(idsOf(two)).toEqual([1, 3]);
  expect(idsOf(press(two, 3, SHOWN, false))).toEqual([1]);
});

it('selects a range in the order of the screen, in either direction', () => {
  const from3 = press(NOBODY, 3, SHOWN, false);
  expect(idsOf(press(from3, 9, SHOWN, true))).toEqual([1, 3, 8, 9]);
  const from9 = press(NOBODY, 9, SHOWN, false);
  expect(idsOf(press(from9, 3, SHOWN, true))).toEqual([1, 3, 8, 9]);
  // What is pressed decides: here it is taken back, and the range with it.
  const all = pressAll(NOBODY, SHOWN);
  const without3 = press(all, 3, SHOWN, false);
  expect(idsOf(press(without3, 1, SHOWN, true))).toEqual([5, 9]);
});

it('takes one alone where the other end is not shown', () => {
  const from3 = press(NOBODY, 3, SHOWN, false);
  expect(idsOf(press(from3, 9, [5, 9], true))).toEqual([3, 9]);
  expect(idsOf(press(NOBODY, 9, SHOWN, true))).toEqual([9]);
});

it('selects everybody shown besides those who are not, and takes back', () => {
  const some = press(NOBODY, 7, [7], false);
  const all = pressAll(some, SHOWN);
  expect(idsOf(all)).toEqual([1, 3, 5, 7, 8, 9]);
  expect(idsOf(pressAll(all, SHOWN))).toEqual([7]);
});
