export const FIRST_YEAR = 2014;
export const LAST_YEAR = 2024;
export const YEARS: readonly number[] = [2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024];

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

export const FULL_YEAR_RANGE: Readonly<YearRange> = { startYear: FIRST_YEAR, endYear: LAST_YEAR };
export const DEFAULT_YEAR_RANGE: Readonly<YearRange> = { startYear: 2017, endYear: LAST_YEAR };

export function isHeld(year: number, session: Session): boolean {
  // The May 2020 exams were cancelled in the pandemic: there are no papers.
  return YEARS.includes(year) && !(year === 2020 && session === 'May');
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
  return YEARS.filter((year) => year >= range.startYear && year <= range.endYear)
    .toReversed()
    .flatMap((year) =>
      SESSIONS.filter((session) => isHeld(year, session)).map((session) => ({ year, session })),
    );
}

function clampYear(year: number): number {
  return Math.min(LAST_YEAR, Math.max(FIRST_YEAR, year));
}
