import type { Output } from '../../../../../contract/index.ts';
import { shownDay } from '../../../format/shown-date.ts';

type Attempt = Output<'GET /teachers/students/{id}/attempts'>['attempts'][number];

/** '3 Oct 55%, 2 Sept 61% best': newest first; the best is named where there are several. */
export function attemptsWords(attempts: readonly Attempt[], thisYear?: number): string {
  const best = Math.max(...attempts.map(({ score }) => score ?? -1));
  const first = attempts.length > 1 ? attempts.find(({ score }) => score === best) : undefined;
  return attempts
    .map((attempt) =>
      [
        shownDay(attempt.done_on, thisYear),
        attempt.score === null ? 'no score' : `${attempt.score}%`,
        attempt === first && best >= 0 && 'best',
      ]
        .filter(Boolean)
        .join(' '),
    )
    .join(', ');
}
