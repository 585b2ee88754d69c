import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { combinedStatus, type CombinedStatus as Status } from '../../../../domain/progress.ts';
import { Badge } from '../../ui/Badge.tsx';
import { cx } from '../../ui/cx.ts';
import { tintOf } from './PaperTick.tsx';
import { useRecordAfterPaint } from './state/records.ts';

/** The status of a paper with variants: both are watched, whatever their number of records. */
export function useCombinedStatus(papers: readonly PaperId[]): Status {
  const [first, second = first] = papers.map(completionKey);
  const one = useRecordAfterPaint(first ?? '');
  const two = useRecordAfterPaint(second ?? '');
  return combinedStatus([one.isCompleted, two.isCompleted]);
}

/**
 * Most papers are yet to be done: that is said quietly, without a badge's colour. The signs before the words are
 * drawn by the style sheet, here as in the tiles: there are hundreds, and an icon is three elements more each.
 */
export function CombinedBadge({ status }: { status: Status }) {
  if (status === 'Incomplete')
    return <span className="px-2.5 text-small whitespace-nowrap text-ink-soft">{status}</span>;
  return status === 'All Complete' ? (
    <Badge tone="done" className="check-before">
      {status}
    </Badge>
  ) : (
    <Badge tone="part" className="half-before">
      {status}
    </Badge>
  );
}

/** A small tile for one record, tinted like its cell. For the eye only: the words stand beside it. */
export function RecordTile({ paper, withScore = false }: { paper: PaperId; withScore?: boolean }) {
  const { isCompleted, score } = useRecordAfterPaint(completionKey(paper));
  return (
    <span
      aria-hidden="true"
      className={cx(
        'tile',
        withScore && 'tile-wide',
        withScore && isCompleted && score === null && 'check-before',
        isCompleted ? tintOf(isCompleted, score) : 'tile-open',
      )}
    >
      {withScore && score !== null && `${score}%`}
    </span>
  );
}
