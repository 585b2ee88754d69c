import { useMemo, useSyncExternalStore } from 'react';
import { lastYear } from '../../../../domain/last-year.ts';
import type { WhichPapers } from '../../../../domain/papers.ts';
import { defaultYearRange, FIRST_YEAR, withStartYear, type YearRange } from '../../../../domain/years.ts';
import { readStored, subscribeStored, writeStored } from '../../storage.ts';

/**
 * The papers that a teacher looks at: of which years, and whether only those that were set. One choice for the list, the
 * class grid, a student's page, what is printed and what is exported, so that they all count the same. Kept on the
 * device; the students' default until it is chosen.
 */
export interface ChosenPapers {
  range: Readonly<YearRange>;
  which: WhichPapers;
}

/** '2017-2024', or '2017-2024-set'. */
const CHOSEN = /^(\d{4})-(\d{4})(-set)?$/;

/** Of the years those that are open: a choice may have been made while there were more. */
export const readChosen = (kept = ''): ChosenPapers => {
  const [, from, to, set] = CHOSEN.exec(kept) ?? [];
  const range = { startYear: Number(from), endYear: Number(to) };
  const isRange = FIRST_YEAR <= range.startYear && range.startYear <= Math.min(range.endYear, lastYear());
  return {
    range: isRange ? withStartYear(range, range.startYear) : defaultYearRange(),
    which: set ? 'set' : 'all',
  };
};

const subscribe = (listener: () => void) => subscribeStored('teacherPapers', listener);
const read = () => readStored('teacherPapers');

export function useChosenPapers(): ChosenPapers {
  const kept = useSyncExternalStore(subscribe, read, () => undefined);
  return useMemo(() => readChosen(kept), [kept]);
}

export function choosePapers(change: Partial<ChosenPapers>): void {
  const kept = read();
  const { range, which } = { ...readChosen(kept), ...change };
  const chosenYears = `${range.startYear}-${range.endYear}`;
  // Years that are not open now stay chosen while only the papers change.
  const keptYears = change.range
    ? undefined
    : CHOSEN.exec(kept ?? '')
        ?.slice(1, 3)
        .join('-');
  writeStored('teacherPapers', `${keptYears ?? chosenYears}${which === 'set' ? '-set' : ''}`);
}

export const isDefaultRange = ({ startYear, endYear }: Readonly<YearRange>): boolean =>
  startYear === defaultYearRange().startYear && endYear === defaultYearRange().endYear;

/** '2017–2024'. */
export const shownRange = ({ startYear, endYear }: Readonly<YearRange>): string =>
  startYear === endYear ? String(startYear) : `${startYear}–${endYear}`;

/** Says which count it is, wherever the years are said. */
export const onlySet = ({ which }: ChosenPapers): string =>
  which === 'set' ? ', only those that were set' : '';
