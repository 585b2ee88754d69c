import { isoDay } from './days.ts';

/** When papers were done, by the reader's own calendar: days begin at their midnight, weeks on Monday. */

export interface ActiveDay {
  date: Date;
  count: number;
}

export interface Activity {
  /** 53 weeks up to the current one; each from Monday to Sunday, or to today. */
  weeks: ActiveDay[][];
  total: number;
  /** Weeks in a row with at least one paper. */
  streak: number;
}

const WEEKS = 53;

/** `times` in milliseconds, in any order; `weeksOff` by their Mondays. */
export function activityOf(
  times: readonly number[],
  now: Date,
  weeksOff: ReadonlySet<string> = new Set(),
): Activity {
  const counts = new Map<number, number>();
  for (const time of times) {
    const day = dayOf(new Date(time)).getTime();
    counts.set(day, (counts.get(day) ?? 0) + 1);
  }
  const today = dayOf(now);
  const monday = mondayOf(today);
  const weeks = Array.from({ length: WEEKS }, (_, week) =>
    Array.from({ length: 7 }, (_unused, weekday) => daysAfter(monday, (week - WEEKS + 1) * 7 + weekday))
      .filter((date) => date <= today)
      .map((date) => ({ date, count: counts.get(date.getTime()) ?? 0 })),
  );
  const total = weeks.flat().reduce((sum, { count }) => sum + count, 0);
  return { weeks, total, streak: streakOf(new Set(Array.from(counts.keys(), weekOf)), monday, weeksOff) };
}

/**
 * Weeks in a row with at least one paper, counted back from the current one, which may still get one. A single week of
 * rest is forgiven, though not counted; two in a row end the streak. A week off is as if it had not been, unless
 * something was done in it.
 */
function streakOf(
  activeWeeks: ReadonlySet<number>,
  currentMonday: Date,
  weeksOff: ReadonlySet<string>,
): number {
  let streak = 0;
  let rests = 0;
  for (let week = 0; rests < 2; week += 1) {
    const monday = daysAfter(currentMonday, -7 * week);
    const isActive = activeWeeks.has(monday.getTime());
    if (isActive) streak += 1;
    if (isActive) rests = 0;
    else if (week > 0 && !weeksOff.has(isoDay(monday))) rests += 1;
  }
  return streak;
}

/** From nothing to a full day: three papers are one. */
export const ACTIVITY_LEVELS = [0, 1, 2, 3] as const;
export type ActivityLevel = (typeof ACTIVITY_LEVELS)[number];

export const activityLevel = (count: number): ActivityLevel => ACTIVITY_LEVELS[count] ?? 3;

// By the parts of the date and not by hours: a day on which the clocks change does not have 24.
export const daysAfter = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);
const dayOf = (time: Date) => daysAfter(time, 0);
export const mondayOf = (day: Date) => daysAfter(day, -((day.getDay() + 6) % 7));
/** The Monday of the week in which something was done, as a time. */
export const weekOf = (time: number) => mondayOf(new Date(time)).getTime();
