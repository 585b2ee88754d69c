import { averageScore } from '../../../../../domain/scores.ts';
import { subjectName } from '../../../../../domain/subjects.ts';
import { completedOf, useSettledVersion } from '../state/progress.ts';

const WIDTH = 200;
const HEIGHT = 56;
/** Less than this between the lowest and the highest is drawn as little. */
const LEAST_SPAN = 40;
/** More than these nobody compares; the newest count. */
const MOST = 30;
const LATEST = 5;

/** How the scores of a subject went, in the order in which its papers were done. */
export function ScoreTrend({ subjectId }: { subjectId: string }) {
  useSettledVersion(subjectId);
  const scores = completedOf(subjectId)
    .toSorted((a, b) => (a.completedAt ?? 0) - (b.completedAt ?? 0))
    .flatMap(({ score }) => score ?? [])
    .slice(-MOST);
  const average = averageScore(scores);
  const latest = averageScore(scores.slice(-LATEST));
  return (
    <section aria-label={`Scores in ${subjectName(subjectId)}`} className="min-w-0">
      <h2 className="overview-title">Scores</h2>
      {scores.length < 2 || average === null || latest === null ? (
        <p className="text-small text-pretty text-ink-soft">
          Enter the scores of two papers to see how they develop.
        </p>
      ) : (
        <>
          <Line scores={scores} average={average} />
          <p className="mt-1.5 text-small text-ink-soft tabular-nums">
            Average <span className="font-medium text-ink">{average}%</span>
            {scores.length > LATEST && (
              <>
                , last five <span className="font-medium text-ink">{latest}%</span>
              </>
            )}
          </p>
        </>
      )}
    </section>
  );
}

function Line({ scores, average }: { scores: readonly number[]; average: number }) {
  const x = (index: number) => 4 + (index / (scores.length - 1)) * (WIDTH - 8);
  const lowest = Math.max(0, Math.min(Math.min(...scores), average - LEAST_SPAN / 2));
  const highest = Math.max(Math.max(...scores), lowest + LEAST_SPAN);
  const y = (score: number) => 4 + ((highest - score) / (highest - lowest)) * (HEIGHT - 8);
  const last = scores.at(-1) ?? 0;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${scores.length} scores from ${scores[0]}% to ${last}%, oldest first: ${scores.join(', ')}`}
      className="score-line"
    >
      <line x1={4} x2={WIDTH - 4} y1={y(average)} y2={y(average)} className="score-average" />
      <polyline points={scores.map((score, index) => `${x(index)},${y(score)}`).join(' ')} />
      <circle cx={x(scores.length - 1)} cy={y(last)} r={3} />
    </svg>
  );
}
