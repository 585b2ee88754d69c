import type { PaperId } from './completion-key.ts';
import { papersOfSitting, type TimezoneOverrides } from './papers.ts';
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

export interface ProgressQuestion {
  subjectId: string;
  range: Readonly<YearRange>;
  overrides?: TimezoneOverrides | undefined;
  isCompleted: (paperId: PaperId) => boolean;
}

export function progressOf({ subjectId, range, overrides, isCompleted }: ProgressQuestion): Progress {
  let completed = 0;
  let total = 0;
  for (const { year, session } of sittingsInRange(range)) {
    for (const { paper, zones } of papersOfSitting({ subjectId, year, session }, overrides)) {
      for (const timezone of zones) {
        total += 1;
        if (isCompleted({ subjectId, year, session, paper, timezone })) completed += 1;
      }
    }
  }
  return { completed, total, percentage: percentageOf(completed, total) };
}

export function percentageOf(completed: number, total: number): number {
  // Multiplied first: 29 / 200 * 100 is 14.499999999999998, which would round down.
  return total === 0 ? 0 : Math.round((completed * 100) / total);
}
