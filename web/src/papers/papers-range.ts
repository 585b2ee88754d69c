import { useMemo, useSyncExternalStore } from 'react';
import { lastYear } from '../../../domain/last-year.ts';
import type { WhichPapers } from '../../../domain/papers.ts';
import { defaultYearRange, FIRST_YEAR, withStartYear, type YearRange } from '../../../domain/years.ts';
import { readStored, subscribeStored, writeStored } from '../storage.ts';

/**
 * The papers that somebody of the staff looks at: of which years, and whether only those that were set. One choice for
 * lists, the class grid, a student's page, what is printed and what is exported, so that they all count the same. Kept on the
 * device; the students' default until it is chosen.
 */
export interface ChosenPapers {
  range: Readonly<YearRange>;
  which: WhichPapers;
}

/** Whose choice it is: one device may have both. */
export type PapersOf = 'teacherPapers' | 'schoolPapers';

/** '2017-2024', or '2017-2024-set'; of earlier versions a school's 'set'. */
const CHOSEN = /^(?:(\d{4})-(\d{4})(-set)?|(set))$/;

/** Of the years those that are open: a choice may have been made while there were more. */
export const readChosen = (kept = ''): ChosenPapers => {
  const [, from, to, ...set] = CHOSEN.exec(kept) ?? [];
  const range = { startYear: Number(from), endYear: Number(to) };
  const isRange = FIRST_YEAR <= range.startYear && range.startYear <= Math.min(range.endYear, lastYear());
  return {
    range: isRange ? withStartYear(range, range.startYear) : defaultYearRange(),
    which: set.some(Boolean) ? 'set' : 'all',
  };
};

export function useChosenPapers(name: PapersOf): ChosenPapers {
  const kept = useSyncExternalStore(
    (listener) => subscribeStored(name, listener),
    () => readStored(name),
    () => undefined,
  );
  return useMemo(() => readChosen(kept), [kept]);
}

export function choosePapers(name: PapersOf, change: Partial<ChosenPapers>): void {
  const kept = readStored(name);
  const { range, which } = { ...readChosen(kept), ...change };
  const chosenYears = `${range.startYear}-${range.endYear}`;
  // Years that are not open now stay chosen while only the papers change.
  const keptYears = change.range ? undefined : /^\d{4}-\d{4}/.exec(kept ?? '')?.[0];
  writeStored(name, `${keptYears ?? chosenYears}${which === 'set' ? '-set' : ''}`);
}

export const isDefaultRange = ({ startYear, endYear }: Readonly<YearRange>): boolean =>
  startYear === defaultYearRange().startYear && endYear === defaultYearRange().endYear;

/** '2017–2024'. */
export const shownRange = ({ startYear, endYear }: Readonly<YearRange>): string =>
  startYear === endYear ? String(startYear) : `${startYear}–${endYear}`;

/** Says which count it is, wherever the years are said. */
export const onlySet = ({ which }: ChosenPapers): string =>
  which === 'set' ? ', only those that were set' : '';
