import { expect, it } from 'vitest';
import { nextPlace } from './grid-keys.ts';

const LAST = { lastRow: 20, lastColumn: 8 };

it.each([
  ['ArrowRight', false, { row: 5, column: 4 }],
  ['ArrowLeft', false, { row: 5, column: 2 }],
  ['ArrowUp', false, { row: 4, column: 3 }],
  ['ArrowDown', false, { row: 6, column: 3 }],
  ['PageDown', false, { row: 15, column: 3 }],
  // No further than the heads.
  ['PageUp', false, { row: 2, column: 3 }],
  ['Home', false, { row: 5, column: 0 }],
  ['End', false, { row: 5, column: 8 }],
  ['Home', true, { row: 2, column: 0 }],
  ['End', true, { row: 20, column: 8 }],
  ['a', false, undefined],
])('%s (with Control: %s) leads to %o', (key, ctrlKey, to) => {
  expect(nextPlace({ key, ctrlKey }, { row: 5, column: 3 }, LAST)).toEqual(to);
});

it('stays at the edges', () => {
  const at = (key: string, row: number, column: number) =>
    nextPlace({ key, ctrlKey: false }, { row, column }, LAST);
  expect(at('ArrowUp', 2, 0)).toEqual({ row: 2, column: 0 });
  expect(at('ArrowLeft', 2, 0)).toEqual({ row: 2, column: 0 });
  expect(at('ArrowDown', 20, 8)).toEqual({ row: 20, column: 8 });
  expect(at('ArrowRight', 20, 8)).toEqual({ row: 20, column: 8 });
});
