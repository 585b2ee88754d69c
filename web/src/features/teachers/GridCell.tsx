import { Check, Clock, Eye } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import { counted } from '../../format/counted.ts';
import { shownWeekday } from '../../format/shown-date.ts';
import { cx } from '../../ui/cx.ts';
import { scoreClass } from '../../ui/score-class.ts';
import {
  type Column,
  type Row,
  type SetMark,
  setMark,
  sharedFiles,
  shownAgain,
  shownScore,
  wordsIn,
} from './class-grid.ts';
import { againWords } from './student-progress.ts';

type GridCellProps = { column: Column; row: Row; isFirst: boolean; isLit: boolean };

/** One paper of one student. What a press or a key does is the table's affair: there are thousands of cells. */
export const GridCell = memo(function GridCell({ column, row, isFirst, isLit }: GridCellProps) {
  const score = shownScore(column, row.completion);
  const again = shownAgain(column, row);
  const shared = sharedFiles(column, row);
  const mark = setMark(column, row);
  const { unread } = wordsIn(column, row);
  const words = [
    again && againWords(again),
    mark && markWords(mark),
    shared && counted(shared.count, 'shared file'),
    unread !== undefined && (unread > 0 ? counted(unread, 'new answer') : 'a message'),
  ].filter(Boolean);
  return (
    <td
      data-paper={column.key}
      aria-haspopup={score === undefined && unread === undefined ? undefined : 'dialog'}
      aria-selected={isLit || undefined}
      title={words.join(', ') || undefined}
      className={cx(
        isFirst && 'grid-first',
        column.notSet !== undefined && 'grid-not-set',
        isLit && 'grid-lit',
      )}
    >
      <PaperTile score={score} state={mark?.state} isAgain={again !== undefined}>
        {words.length > 0 && <span className="sr-only">, {words.join(', ')}</span>}
      </PaperTile>
      {unread !== undefined && (
        <span className={cx('grid-word', unread > 0 && 'grid-word-new')}>
          {score === undefined && mark === undefined && <span className="sr-only">{words.join(', ')}</span>}
        </span>
      )}
      {shared && (
        <span className="grid-eye">
          <Eye aria-hidden="true" />
        </span>
      )}
    </td>
  );
});

/** 'Set for Fri 20 Nov', 'Overdue since Fri 13 Nov', 'Late, set for Fri 13 Nov'. */
export function markWords({ state, due_on: day }: Pick<SetMark, 'state' | 'due_on'>): string {
  if (state === 'overdue') return `Overdue since ${shownWeekday(day)}`;
  return `${state === 'late' ? 'Late, set' : 'Set'} for ${shownWeekday(day)}`;
}

type PaperTileProps = {
  /** Null for one that is done without, undefined for one that is not. */
  score: number | null | undefined;
  state: SetMark['state'] | undefined;
  isAgain?: boolean;
  /** What stands in one that is not done. */
  open?: ReactNode;
  children?: ReactNode;
};

/** A score or a tick, with its marks; nothing for a paper that is neither done nor set. */
export function PaperTile({ score, state, isAgain = false, open, children }: PaperTileProps) {
  if (score === undefined && state === undefined) return null;
  if (score === undefined)
    return (
      <span className={cx('grid-tile', state === 'overdue' ? 'grid-overdue' : 'grid-set')}>
        {state === 'overdue' && <Clock aria-hidden="true" />}
        {open ?? <span className="sr-only">Not done</span>}
        {children}
      </span>
    );
  return (
    <span
      className={cx(
        'grid-tile',
        score === null ? 'grid-done' : scoreClass(score),
        isAgain && 'grid-again',
        state === 'late' && 'grid-late',
      )}
    >
      {score === null ? (
        <>
          <Check aria-hidden="true" />
          <span className="sr-only">Done, no score</span>
        </>
      ) : (
        score
      )}
      {children}
    </span>
  );
}
