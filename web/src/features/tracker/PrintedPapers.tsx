import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { paperLabel, papersOfSubject, TIMEZONES } from '../../../../domain/papers.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import type { SittingView } from './sittings.ts';
import { useTrackerProgress } from './state/progress.ts';
import { readRecord } from './state/records.ts';

type PrintedPapersProps = { subjectId: string; sittings: readonly SittingView[] };

/** The papers on a sheet of paper: every sitting that is shown, folded or not, and words instead of boxes. */
export function PrintedPapers({ subjectId, sittings }: PrintedPapersProps) {
  const { completed, total, percentage } = useTrackerProgress(subjectId);
  const columns = columnsOf(subjectId, sittings);
  return (
    <table className="table">
      <caption>
        <span className="text-lead">{subjectName(subjectId)}</span>: {completed} of {total} papers done,{' '}
        {percentage}%
      </caption>
      <thead>
        <tr>
          <th scope="col">Session</th>
          {columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sittings.map((sitting) => (
          <tr key={sitting.id}>
            <th scope="row">
              {sitting.year} {sitting.session}
            </th>
            {columns.map((column) => (
              <td key={column}>{stateOf(papersOf(sitting).find((paper) => columnOf(paper) === column))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const columnOf = ({ paper, timezone }: Pick<PaperId, 'paper' | 'timezone'>) =>
  timezone === null ? paperLabel(paper) : `${paperLabel(paper)} ${timezone}`;

const isDone = (paper: PaperId) => readRecord(completionKey(paper)).isCompleted;

/** Those that are shown on the screen: a variant that is not sat only where it is done. */
const papersOf = (sitting: SittingView): PaperId[] =>
  sitting.papers.flatMap(({ papers, besides }) => [...papers, ...besides.filter(isDone)]);

function columnsOf(subjectId: string, sittings: readonly SittingView[]): string[] {
  const shown = new Set(sittings.flatMap((sitting) => papersOf(sitting).map(columnOf)));
  const all = papersOfSubject(subjectId).flatMap((paper) =>
    [null, ...TIMEZONES].map((timezone) => columnOf({ paper, timezone })),
  );
  return all.filter((column) => shown.has(column));
}

function stateOf(paper: PaperId | undefined): string {
  if (!paper) return 'N/A';
  const { isCompleted, score } = readRecord(completionKey(paper));
  if (!isCompleted) return '';
  return score === null ? 'Done' : `${score}%`;
}
