import { lastYear } from './last-year.ts';

export const FIRST_YEAR = 2014;
/** The last that can ever be opened, and kept when it is closed again. */
export const MAX_YEAR = 2099;

export const SESSIONS = ['May', 'November'] as const;
export type Session = (typeof SESSIONS)[number];

export interface Sitting {
  year: number;
  session: Session;
}

export interface YearRange {
  startYear: number;
  endYear: number;
}

const yearsUntil = (last: number) => ({
  last,
  years: Array.from({ length: last - FIRST_YEAR + 1 }, (_, index) => FIRST_YEAR + index),
  fullRange: { startYear: FIRST_YEAR, endYear: last },
  defaultRange: { startYear: 2017, endYear: last },
});

let known = yearsUntil(lastYear());
const open = () => (known.last === lastYear() ? known : (known = yearsUntil(lastYear())));

export const years = (): readonly number[] => open().years;
export const fullYearRange = (): Readonly<YearRange> => open().fullRange;
export const defaultYearRange = (): Readonly<YearRange> => open().defaultRange;

export function isHeld(year: number, session: Session): boolean {
  // The May 2020 exams were cancelled in the pandemic: there are no papers.
  return years().includes(year) && !(year === 2020 && session === 'May');
}

// Both ends are clamped, not only the one that changed: a range may come from local storage.
export function withStartYear(range: Readonly<YearRange>, year: number): YearRange {
  const startYear = clampYear(year);
  return { startYear, endYear: Math.max(startYear, clampYear(range.endYear)) };
}

export function withEndYear(range: Readonly<YearRange>, year: number): YearRange {
  const endYear = clampYear(year);
  return { startYear: Math.min(endYear, clampYear(range.startYear)), endYear };
}

/** Newest year first; within a year May, then November. */
export function sittingsInRange(range: Readonly<YearRange>): readonly Sitting[] {
  return years()
    .filter((year) => year >= range.startYear && year <= range.endYear)
    .toReversed()
    .flatMap((year) =>
      SESSIONS.filter((session) => isHeld(year, session)).map((session) => ({ year, session })),
    );
}

function clampYear(year: number): number {
  return Math.min(lastYear(), Math.max(FIRST_YEAR, year));
}
