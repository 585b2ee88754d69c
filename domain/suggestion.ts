import type { PaperId } from './completion-key.ts';
import { papersOfSitting, type TimezoneOverrides } from './papers.ts';
import { sittingsInRange, type YearRange } from './years.ts';

/** A paper with a score below this is worth doing again. */
const WORTH_REPEATING = 60;

export type Suggestion = { paper: PaperId; reason: 'lowest score' | 'most recent'; score: number | null };

export interface SuggestionQuestion {
  subjectId: string;
  range: Readonly<YearRange>;
  overrides?: TimezoneOverrides | undefined;
  read: (paper: PaperId) => { isCompleted: boolean; score: number | null };
}

/**
 * What to do next in a subject, at most two, in this order: the paper with the lowest score, if it is low; the most
 * recent one that has not been done.
 */
export function suggestNext({ subjectId, range, overrides, read }: SuggestionQuestion): Suggestion[] {
  let lowest: Suggestion | undefined;
  let recent: Suggestion | undefined;
  for (const { year, session } of newestFirst(range)) {
    for (const { paper, zones } of papersOfSitting({ subjectId, year, session }, overrides)) {
      for (const timezone of zones) {
        const id: PaperId = { subjectId, year, session, paper, timezone };
        const { isCompleted, score } = read(id);
        if (!isCompleted) recent ??= { paper: id, reason: 'most recent', score: null };
        else if (score !== null && score < (lowest?.score ?? WORTH_REPEATING))
          lowest = { paper: id, reason: 'lowest score', score };
      }
    }
  }
  return [lowest, recent].filter((suggestion) => suggestion !== undefined);
}

/** The tracker shows May before November; what came last is November. */
const newestFirst = (range: Readonly<YearRange>) =>
  sittingsInRange(range).toSorted((a, b) => b.year - a.year || b.session.localeCompare(a.session));
