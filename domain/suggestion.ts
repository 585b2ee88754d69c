import type { PaperId } from './completion-key.ts';
import { papersOfSitting } from './papers.ts';
import type { CountedQuestion } from './progress.ts';
import { sittingsInRange, type YearRange } from './years.ts';

export interface SuggestionQuestion extends CountedQuestion {
  isCompleted: (paper: PaperId) => boolean;
}

/** What to do next in a subject: the most recent paper that has not been done. */
export function suggestNext(question: SuggestionQuestion): PaperId | undefined {
  const { subjectId, range, overrides, sits, isCompleted } = question;
  for (const { year, session } of newestFirst(range)) {
    for (const { paper, zones } of papersOfSitting({ subjectId, year, session }, overrides, sits)) {
      for (const timezone of zones) {
        const id: PaperId = { subjectId, year, session, paper, timezone };
        if (!isCompleted(id)) return id;
      }
    }
  }
  return undefined;
}

/** The tracker shows May before November; what came last is November. */
const newestFirst = (range: Readonly<YearRange>) =>
  sittingsInRange(range).toSorted((a, b) => b.year - a.year || b.session.localeCompare(a.session));
