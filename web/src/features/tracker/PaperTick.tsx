import { Eye } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useContext } from 'react';
import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { scoreClass } from '../../ui/score-class.ts';
import { viewFiles } from './dialogs.ts';
import { paperName } from './sittings.ts';
import { SlotsContext } from './slots.ts';
import { useRecord } from './state/records.ts';
import { editScore, tick, untick } from './ticking.ts';

type PaperTickProps = {
  paper: PaperId;
  /** The words beside the box, where no head or first column says them. */
  label?: ReactNode;
  /** In the grid one element at a time is reached by Tab; the arrow keys lead to the others. */
  inGrid?: boolean;
};

/** One paper: the tick, its score, its files. Renders again only when its own record changes. */
export const PaperTick = memo(function PaperTick({ paper, label, inGrid = false }: PaperTickProps) {
  const { isCompleted, score, fileCount } = useRecord(completionKey(paper));
  const canShowFiles = useContext(SlotsContext).FilesViewer !== undefined;
  const name = paperName(paper);
  const stop = inGrid ? ({ 'data-stop': true, tabIndex: -1 } as const) : undefined;

  function keyed(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (isCompleted) editScore(paper);
    else tick(paper);
  }

  return (
    <div data-line={inGrid || undefined} className={cx('paper', tintOf(isCompleted, score))}>
      <Checkbox
        {...stop}
        className="items-center"
        checked={isCompleted}
        aria-label={`${name}, completed`}
        onChange={() => (isCompleted ? untick(paper) : tick(paper))}
        onKeyDown={keyed}
      >
        {label}
      </Checkbox>
      {isCompleted && (
        <button
          {...stop}
          type="button"
          className={cx('paper-score', score === null && 'paper-score-none')}
          aria-label={score === null ? `Add a score: ${name}` : `${score}%, change the score: ${name}`}
          title={score === null ? 'Add a score or files' : 'Change the score or add files'}
          onClick={() => editScore(paper)}
        >
          {score === null ? '+ score' : `${score}%`}
        </button>
      )}
      {fileCount > 0 && canShowFiles && (
        <button
          {...stop}
          type="button"
          className="paper-files"
          title="View files"
          aria-label={`View files: ${name}`}
          onClick={() => viewFiles(paper)}
        >
          <Eye className="size-4.5" />
        </button>
      )}
    </div>
  );
});

/** Pale for a paper without a score, then fuller with the score: a year that went well shows it. */
export function tintOf(isCompleted: boolean, score: number | null): string | undefined {
  if (!isCompleted) return undefined;
  return score === null ? 'paper-done' : scoreClass(score);
}
