/** Days as they are written: '2026-11-03', by the reader's own calendar. */

export const isoDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

/** The time that stands for a day somebody names: 10:00 UTC falls on that day from Hawaii to New Zealand. */
export const timeOn = (day: string, now = Number.POSITIVE_INFINITY): number =>
  Math.min(now, Date.parse(`${day}T10:00:00Z`));

const FURTHEST_EAST_MS = 14 * 3_600_000;
/** The latest day that has begun somewhere on Earth: a server does not know where the reader is. */
export const latestDay = (now: number): string => new Date(now + FURTHEST_EAST_MS).toISOString().slice(0, 10);

const FURTHEST_WEST_MS = 12 * 3_600_000;
/** The earliest day that has not ended everywhere on Earth. */
export const earliestDay = (now: number): string =>
  new Date(now - FURTHEST_WEST_MS).toISOString().slice(0, 10);

const DAY_MS = 86_400_000;
export const dayAfter = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

const FIRST_DAY = '2000-01-01';

/** What is wrong with the day on which somebody says to have done a paper. */
export function doneOnProblem(day: string, today: string): string | undefined {
  if (day > today) return 'The date is in the future.';
  return day < FIRST_DAY ? 'The date is too long ago.' : undefined;
}
