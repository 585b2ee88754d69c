import type { PaperId } from '../../../../../domain/completion-key.ts';
import { paperLabel } from '../../../../../domain/papers.ts';
import { subjectName } from '../../../../../domain/subjects.ts';
import type { Value } from './plan-import.ts';

/** 'Physics HL, Paper 1, May 2023, TZ1'. */
export const nameOf = ({ subjectId, paper, session, year, timezone }: PaperId): string =>
  [subjectName(subjectId), paperLabel(paper), `${session} ${year}`, timezone]
    .filter((part) => part !== null)
    .join(', ');

/** '47/80, 59%', 'No score'. */
export function resultOf({ score, marks }: Pick<Value, 'score' | 'marks'>): string {
  if (score === null) return 'No score';
  return marks === null ? `${score}%` : `${marks}, ${score}%`;
}

/** '12 new, 3 changed'. What there is none of is not said. */
export const countsOf = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count.toLocaleString('en-US')} ${word}`)
    .join(', ');
