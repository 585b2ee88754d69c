import { averageScore } from '../../../../../domain/scores.ts';
import { subjectName } from '../../../../../domain/subjects.ts';
import { ScoreLine } from '../ScoreLine.tsx';
import { completedOf, useSettledVersion } from '../state/progress.ts';

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
        <p className="text-small text-pretty text-ink-soft">Enter scores for two papers to see your trend.</p>
      ) : (
        <>
          <ScoreLine scores={scores} average={average} />
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
