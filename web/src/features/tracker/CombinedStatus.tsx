import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { combinedStatus, type CombinedStatus as Status } from '../../../../domain/progress.ts';
import { cx } from '../../ui/cx.ts';
import { tintOf } from './PaperTick.tsx';
import type { SittingPaperView } from './sittings.ts';
import { useSetMark } from './state/from-teachers.ts';
import { useRecordAfterPaint } from './state/records.ts';

/** The status of a paper with two variants, of which one may have been ticked without saying which. */
function useCombinedStatus({ papers, strays }: SittingPaperView): Status {
  const [first = '', second = '', stray = ''] = [...papers, ...strays].map(completionKey);
  const records = [useRecordAfterPaint(first), useRecordAfterPaint(second), useRecordAfterPaint(stray)];
  const done = records.filter(({ isCompleted }) => isCompleted).length;
  return combinedStatus(papers.map((_, index) => index < done));
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
export function CombinedBadge({ view }: { view: SittingPaperView }) {
  const status = useCombinedStatus(view);
  return <span className={cx('combined', SIGNS[status])}>{status}</span>;
}

/**
 * A small tile for one record of a closed card, tinted like its cell, and edged while it is set and open. For the eye
 * only: the count stands beside it.
 */
export function RecordTile({ paper }: { paper: PaperId }) {
  const key = completionKey(paper);
  const { isCompleted, score } = useRecordAfterPaint(key);
  const open = useSetMark(key) ? 'tile-open tile-set' : 'tile-open';
  return <span aria-hidden="true" className={cx('tile', isCompleted ? tintOf(isCompleted, score) : open)} />;
}
