import { useMemo, useSyncExternalStore } from 'react';
import type { WhichPapers } from '../../../../domain/papers.ts';
import { defaultYearRange, type YearRange, years } from '../../../../domain/years.ts';
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
export const readChosen = (kept: string | undefined): ChosenPapers => {
  const [first, last, set] = (kept ?? '').split('-');
  const [from, to] = [first, last].map((text) => years().find((year) => String(year) === text));
  const which = set === 'set' ? 'set' : 'all';
  if (from === undefined || to === undefined || from > to) return { range: defaultYearRange(), which };
  return { range: { startYear: from, endYear: to }, which };
};

const subscribe = (listener: () => void) => subscribeStored('teacherPapers', listener);
const read = () => readStored('teacherPapers');

export function useChosenPapers(): ChosenPapers {
  const kept = useSyncExternalStore(subscribe, read, () => undefined);
  return useMemo(() => readChosen(kept), [kept]);
}

export function choosePapers(change: Partial<ChosenPapers>): void {
  const { range, which } = { ...readChosen(read()), ...change };
  const chosenYears = `${range.startYear}-${range.endYear}`;
  writeStored('teacherPapers', which === 'set' ? `${chosenYears}-set` : chosenYears);
}

export const isDefaultRange = ({ startYear, endYear }: Readonly<YearRange>): boolean =>
  startYear === defaultYearRange().startYear && endYear === defaultYearRange().endYear;

/** '2017–2024'. */
export const shownRange = ({ startYear, endYear }: Readonly<YearRange>): string =>
  startYear === endYear ? String(startYear) : `${startYear}–${endYear}`;

/** Says which count it is, wherever the years are said. */
export const onlySet = ({ which }: ChosenPapers): string =>
  which === 'set' ? ', only those that were set' : '';
