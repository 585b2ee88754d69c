import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { paperLabel, papersOfSubject, TIMEZONES } from '../../../../domain/papers.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { boxesOf } from './boxes.ts';
import { useFolds } from './folds.ts';
import type { SittingView } from './sittings.ts';
import { usePapers } from './state/preferences.ts';
import { useTrackerProgress } from './state/progress.ts';
import { readRecord } from './state/records.ts';

type PrintedPapersProps = { subjectId: string; sittings: readonly SittingView[] };

/** The papers on a sheet of paper: every sitting that is shown, folded or not, and words instead of boxes. */
export function PrintedPapers({ subjectId, sittings }: PrintedPapersProps) {
  const { completed, total, percentage } = useTrackerProgress(subjectId);
  const isOnlySet = usePapers() === 'set';
  const columns = columnsOf(subjectId, sittings);
  const lines = useFolds(subjectId, sittings);
  return (
    <table className="table">
      <caption>
        <span className="text-lead">{subjectName(subjectId)}</span>: {completed} of {total} papers done,{' '}
        {percentage}%{isOnlySet && '. Only papers that were set are counted.'}
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
        {lines.map((line) =>
          'words' in line ? (
            <tr key={line.id}>
              <td colSpan={columns.length + 1}>{line.words}</td>
            </tr>
          ) : (
            <tr key={line.id}>
              <th scope="row">
                {line.year} {line.session}
              </th>
              {columns.map((column) => (
                <td key={column}>{stateIn(line, column)}</td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>
  );
}

const columnOf = ({ paper, timezone }: Pick<PaperId, 'paper' | 'timezone'>) =>
  timezone === null ? paperLabel(paper) : `${paperLabel(paper)} ${timezone}`;

function columnsOf(subjectId: string, sittings: readonly SittingView[]): string[] {
  const shown = new Set(sittings.flatMap((sitting) => boxesOf(sitting).map(columnOf)));
  const all = papersOfSubject(subjectId).flatMap((paper) =>
    [null, ...TIMEZONES].map((timezone) => columnOf({ paper, timezone })),
  );
  return all.filter((column) => shown.has(column));
}

function stateIn(sitting: SittingView, column: string): string {
  const paper = boxesOf(sitting).find((one) => columnOf(one) === column);
  const isNotSet = sitting.papers.some(
    ({ paper: name, notSet }) => notSet !== undefined && column.startsWith(paperLabel(name)),
  );
  if (!paper) return isNotSet ? 'Not set' : 'N/A';
  const { isCompleted, score } = readRecord(completionKey(paper));
  if (!isCompleted) return '';
  const result = score === null ? 'Done' : `${score}%`;
  return isNotSet ? `${result} (not set)` : result;
}
