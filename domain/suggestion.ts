import type { PaperId } from './completion-key.ts';
import { countedPapers, openZones, type ProgressQuestion } from './progress.ts';

/** What to do next in a subject: the most recent paper that has not been done. */
export function suggestNext({ isCompleted, ...question }: ProgressQuestion): PaperId | undefined {
  const [next] = countedPapers(question)
    .flatMap((paper) => openZones(paper, isCompleted))
    .toSorted(newestFirst);
  return next;
}

/** The tracker shows May before November; what came last is November. */
const newestFirst = (a: PaperId, b: PaperId) => b.year - a.year || b.session.localeCompare(a.session);
