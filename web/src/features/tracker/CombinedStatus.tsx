import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { combinedStatus, type CombinedStatus as Status } from '../../../../domain/progress.ts';
import { cx } from '../../ui/cx.ts';
import { tintOf } from './PaperTick.tsx';
import { useRecordAfterPaint } from './state/records.ts';

/** The status of a paper with variants: both are watched, whatever their number of records. */
function useCombinedStatus(papers: readonly PaperId[]): Status {
  const [first, second = first] = papers.map(completionKey);
  const one = useRecordAfterPaint(first ?? '');
  const two = useRecordAfterPaint(second ?? '');
  return combinedStatus([one.isCompleted, two.isCompleted]);
}

const SIGNS: Record<Status, string> = {
  'All Complete': 'check-before text-done',
  'Partially Complete': 'half-before text-part',
  Incomplete: 'font-normal text-ink-soft',
};

/**
 * Words without a ground: the tiles beside them have the colour. The signs before the words are drawn by the style
 * sheet, here as in the tiles: there are hundreds, and an icon is three elements more each.
 */
export function CombinedBadge({ papers }: { papers: readonly PaperId[] }) {
  const status = useCombinedStatus(papers);
  return <span className={cx('combined', SIGNS[status])}>{status}</span>;
}

/** A small tile for one record of a closed card, tinted like its cell. For the eye only: the count stands beside it. */
export function RecordTile({ paper }: { paper: PaperId }) {
  const { isCompleted, score } = useRecordAfterPaint(completionKey(paper));
  return (
    <span aria-hidden="true" className={cx('tile', isCompleted ? tintOf(isCompleted, score) : 'tile-open')} />
  );
}
