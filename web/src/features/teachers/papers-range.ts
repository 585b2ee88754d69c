import { useMemo, useSyncExternalStore } from 'react';
import { defaultYearRange, type YearRange, years } from '../../../../domain/years.ts';
import { readStored, subscribeStored, writeStored } from '../../storage.ts';

/**
 * The years whose papers a teacher looks at: one choice for the list, the class grid, a student's page, what is printed
 * and what is exported, so that they all count the same. Kept on the device; the students' default until it is chosen.
 */
export const readRange = (kept: string | undefined): Readonly<YearRange> => {
  const [from, to] = (kept ?? '').split('-').map((text) => years().find((year) => String(year) === text));
  if (from === undefined || to === undefined || from > to) return defaultYearRange();
  return { startYear: from, endYear: to };
};

const subscribe = (listener: () => void) => subscribeStored('teacherPapers', listener);
const read = () => readStored('teacherPapers');

export function usePapersRange(): Readonly<YearRange> {
  const kept = useSyncExternalStore(subscribe, read, () => undefined);
  return useMemo(() => readRange(kept), [kept]);
}

export const chooseRange = ({ startYear, endYear }: YearRange): void =>
  writeStored('teacherPapers', `${startYear}-${endYear}`);

export const isDefaultRange = ({ startYear, endYear }: Readonly<YearRange>): boolean =>
  startYear === defaultYearRange().startYear && endYear === defaultYearRange().endYear;

/** '2017–2024'. */
export const shownRange = ({ startYear, endYear }: Readonly<YearRange>): string =>
  startYear === endYear ? String(startYear) : `${startYear}–${endYear}`;
