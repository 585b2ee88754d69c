import { expect, test } from 'vitest';
import { endProblem } from './share-pages.ts';

test('a page ends today at the earliest and in 90 days at the latest, wherever its student is', () => {
  const noon = Date.UTC(2026, 10, 16, 11, 59);
  // It is the 15th on Baker Island until noon, and the 17th in Kiribati from ten o'clock.
  expect(endProblem('2026-11-14', noon)).toBe('The end date is in the past.');
  expect(endProblem('2026-11-15', noon)).toBeUndefined();
  expect(endProblem('2026-11-15', noon + 60_000)).toBe('The end date is in the past.');
  expect(endProblem('2027-02-15', noon)).toBeUndefined();
  expect(endProblem('2027-02-16', noon)).toBe('The end date is more than 90 days away.');
  expect(endProblem('9999-12-31', noon)).toBe('The end date is more than 90 days away.');
});
