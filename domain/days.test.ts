import { expect, test } from 'vitest';
import { dayAfter, doneOnProblem, earliestDay, isoDay, latestDay, timeOn } from './days.ts';

test('a day is written by the reader’s calendar', () => {
  expect(isoDay(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
  expect(isoDay(new Date(2026, 11, 31))).toBe('2026-12-31');
});

test('the time of a day falls on it for nearly everybody, and is never in the future', () => {
  const hours = (offset: number) => offset * 3_600_000;
  const dayAt = (time: number, offset: number) => new Date(time + hours(offset)).toISOString().slice(0, 10);
  for (let hour = 0; hour < 24; hour += 1) {
    const now = Date.UTC(2026, 10, 16, hour);
    for (const offset of [-10, -5, 0, 1, 5.5, 8, 11, 13]) {
      // Today and yesterday where the reader is, whatever day it is in Greenwich.
      for (const day of [dayAt(now, offset), dayAt(now - hours(24), offset), '2026-11-03'])
        expect(dayAt(timeOn(day, now), offset)).toBe(day);
    }
    expect(timeOn('2026-11-17', now)).toBe(now);
  }
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

test('the earliest day is the one on Baker Island', () => {
  expect(earliestDay(Date.UTC(2026, 10, 16, 11, 59))).toBe('2026-11-15');
  expect(earliestDay(Date.UTC(2026, 10, 16, 12))).toBe('2026-11-16');
});

test('days are counted over the ends of months and years', () => {
  expect(dayAfter('2026-11-14', 90)).toBe('2027-02-12');
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29');
});
