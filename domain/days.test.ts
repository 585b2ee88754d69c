import { expect, test } from 'vitest';
import { doneOnProblem, isoDay, latestDay, timeOn } from './days.ts';

test('a day is written by the reader’s calendar', () => {
  expect(isoDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  expect(isoDay(new Date(2026, 11, 31))).toBe('2026-12-31');
});

test('the time of a day falls on it for nearly everybody, and is never in the future', () => {
  const now = Date.UTC(2026, 10, 16, 12);
  const hours = (offset: number) => offset * 3_600_000;
  for (const offset of [-10, 0, 5.5, 13])
    expect(new Date(timeOn('2026-11-03', now) + hours(offset)).toISOString()).toMatch(/^2026-11-03/);
  for (const day of ['2026-11-16', '2026-11-17']) expect(timeOn(day, now)).toBe(now);
});

test('nobody has done a paper tomorrow, or in another century', () => {
  expect(doneOnProblem('2026-11-16', '2026-11-16')).toBeUndefined();
  expect(doneOnProblem('2026-11-17', '2026-11-16')).toBe('The date is in the future.');
  expect(doneOnProblem('0202-11-16', '2026-11-16')).toBe('The date is too long ago.');
});

test('the latest day is the one in the Line Islands', () => {
  expect(latestDay(Date.UTC(2026, 10, 16, 9, 59))).toBe('2026-11-16');
  expect(latestDay(Date.UTC(2026, 10, 16, 10))).toBe('2026-11-17');
});
