import type { PaperId } from './completion-key.ts';
import { papersOfSitting, type Sits, type Timezone, type TimezoneOverrides } from './papers.ts';
import { sittingsInRange, type YearRange } from './years.ts';

export type CombinedStatus = 'All Complete' | 'Partially Complete' | 'Incomplete';

export function combinedStatus(done: readonly boolean[]): CombinedStatus {
  if (!done.includes(true)) return 'Incomplete';
  return done.includes(false) ? 'Partially Complete' : 'All Complete';
}

export interface Progress {
  completed: number;
  total: number;
  percentage: number;
}

/** Which papers count: those of a subject in these years, by the student's own settings. */
export interface CountedQuestion {
  subjectId: string;
  range: Readonly<YearRange>;
  overrides?: TimezoneOverrides | undefined;
  sits?: Sits | undefined;
}

export interface CountedPapers {
  papers: PaperId[];
  /** Count only if they are done: the variants that the student does not sit. */
  besides: PaperId[];
}

export function countedPapers({ subjectId, range, overrides, sits }: CountedQuestion): CountedPapers {
  const counted: CountedPapers = { papers: [], besides: [] };
  for (const { year, session } of sittingsInRange(range)) {
    for (const { paper, zones, besides } of papersOfSitting({ subjectId, year, session }, overrides, sits)) {
      const withZone = (timezone: Timezone | null) => ({ subjectId, year, session, paper, timezone });
      counted.papers.push(...zones.map(withZone));
      counted.besides.push(...besides.map(withZone));
    }
  }
  return counted;
}

export interface ProgressQuestion extends CountedQuestion {
  isCompleted: (paperId: PaperId) => boolean;
}

export function progressOf({ isCompleted, ...question }: ProgressQuestion): Progress {
  const { papers, besides } = countedPapers(question);
  const extra = besides.filter(isCompleted).length;
  const completed = papers.filter(isCompleted).length + extra;
  const total = papers.length + extra;
  return { completed, total, percentage: percentageOf(completed, total) };
}

export function percentageOf(completed: number, total: number): number {
  // Multiplied first: 29 / 200 * 100 is 14.499999999999998, which would round down.
  return total === 0 ? 0 : Math.round((completed * 100) / total);
}
