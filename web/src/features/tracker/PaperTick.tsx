import { Eye } from 'lucide-react';
import {
  type ChangeEvent,
  type KeyboardEvent,
  memo,
  type ReactNode,
  useContext,
  useRef,
  useState,
} from 'react';
import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { Checkbox, isWithShift } from '../../ui/Checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { scoreClass } from '../../ui/score-class.ts';
import { viewFiles } from './dialogs.ts';
import { selectUpTo, toggleSelected, useIsSelected } from './several.ts';
import { shownPapers } from './shown-papers.ts';
import { paperName } from './sittings.ts';
import { SlotsContext } from './slots.ts';
import { useSetMark } from './state/from-teachers.ts';
import { readRecord, useRecord } from './state/records.ts';
import { useWords } from './state/words.ts';
import { editScore, openWords, tick, untick } from './ticking.ts';

type PaperTickProps = {
  paper: PaperId;
  /** The words beside the box, where no head or first column says them. */
  label?: ReactNode;
  /** In the grid one element at a time is reached by Tab; the arrow keys lead to the others. */
  inGrid?: boolean;
};

/** One paper: the tick, its score, its files. Renders again only when its own record changes. */
export const PaperTick = memo(function PaperTick({ paper, label, inGrid = false }: PaperTickProps) {
  const key = completionKey(paper);
  const { isCompleted, score, marks, fileCount, earlier = NONE } = useRecord(key);
  const [ahead, setAhead] = useState<boolean>();
  const presses = useRef(0);
  const words = useWords(key);
  const mark = useSetMark(key);
  const isSelected = useIsSelected(key);
  const isSelecting = isSelected !== undefined;
  const canShowFiles = useContext(SlotsContext).FilesViewer !== undefined;
  const name = paperName(paper);
  const stop = inGrid ? ({ 'data-stop': true, tabIndex: -1 } as const) : undefined;
  const tint = tintOf(isCompleted, score);
  const isMarked = mark !== undefined && !isCompleted;
  const isBare = score === null && earlier.length === 0;

  const isNew = words !== undefined && words.unread > 0;
  const said = words && (isNew ? `${words.teacher} wrote` : `Messages with ${words.teacher}`);
  // Beside the tile, or in one that has room for it. What was read on a ticked paper stands above its score.
  const word = said && (isNew || !isCompleted) && (
    <button
      {...stop}
      type="button"
      className={cx('paper-files', isNew ? 'text-accent' : 'text-ink-soft')}
      title={said}
      aria-label={`${said}: ${name}`}
      onClick={() => openWords(paper)}
    >
      <span aria-hidden="true">{isNew ? '●' : '○'}</span>
    </button>
  );
  const isRead = said !== undefined && !word;

  function pressed({ nativeEvent, currentTarget }: ChangeEvent<HTMLInputElement>) {
    if (isWithShift(nativeEvent)) selectUpTo(paper, shownPapers());
    else if (isSelecting) toggleSelected(paper);
    else drawAhead(currentTarget.checked);
  }

  /** The finger is answered by the box alone; all that a tick changes and sets off comes a frame later. */
  function drawAhead(isTicked: boolean) {
    presses.current += 1;
    const press = presses.current;
    setAhead(isTicked);
    afterPaint(() => {
      if (isTicked !== readRecord(key).isCompleted) (isTicked ? tick : untick)(paper);
      if (press === presses.current) setAhead(undefined);
    });
  }

  function keyed(event: KeyboardEvent) {
    if (event.key !== 'Enter' || isSelecting) return;
    event.preventDefault();
    if (ahead ?? isCompleted) editScore(paper);
    else tick(paper);
  }

  return (
    <div className={cx('paper', isSelecting && isCompleted && 'paper-inert')} data-paper={key}>
      <div className={cx('paper-tile', inGrid && tint, isRead && 'paper-read')}>
        <Checkbox
          {...stop}
          className="items-center"
          tone={isSelecting && !isCompleted ? 'accent' : 'done'}
          checked={ahead ?? (isCompleted || isSelected === true)}
          // Not `disabled`: the arrow keys pass through every box.
          aria-disabled={(isSelecting && isCompleted) || undefined}
          aria-label={isSelecting && !isCompleted ? `Select ${name}` : `${name}, completed`}
          onChange={isSelecting && isCompleted ? undefined : pressed}
          readOnly={isSelecting && isCompleted}
          onKeyDown={keyed}
          aria-describedby={isMarked ? `due-${key}` : undefined}
        >
          {label}
        </Checkbox>
        {!isCompleted && word}
        {isMarked && (
          <span id={`due-${key}`} className="paper-due" role="img" aria-label={mark.title} title={mark.title}>
            <span>{mark.words}</span> <span>{mark.day}</span>
          </span>
        )}
        {isCompleted && (
          <button
            type="button"
            tabIndex={inGrid ? -1 : undefined}
            className={cx('paper-score', isBare && 'paper-score-none', !inGrid && tint)}
            disabled={isSelecting}
            aria-label={`${spoken(score, earlier.length)}: ${name}`}
            title={(isRead ? `${said}. ` : '') + scoreTitle(score, marks)}
            onClick={() => editScore(paper)}
          >
            {isBare ? '+ score' : score !== null && `${score}%`}
            {earlier.length > 0 && <span className="paper-attempts">×{earlier.length + 1}</span>}
          </button>
        )}
      </div>
      {isCompleted && word}
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

const NONE: readonly string[] = [];

/** '72%, 2 attempts, change the score' */
function spoken(score: number | null, earlier: number): string {
  const attempts = earlier > 0 && `${earlier + 1} attempts`;
  const words = score === null ? [attempts, 'Add a score'] : [`${score}%`, attempts, 'change the score'];
  return words.filter(Boolean).join(', ');
}

/** '47 of 80. Change the score or add files' */
function scoreTitle(score: number | null, marks: string | undefined): string {
  if (score === null) return 'Add a score or files';
  return `${marks ? `${marks.replace('/', ' of ')}. ` : ''}Change the score or add files`;
}

/** An outline for a paper without a score; with one a ground, fuller with the score: a year that went well shows it. */
export function tintOf(isCompleted: boolean, score: number | null): string | undefined {
  if (!isCompleted) return undefined;
  return score === null ? 'paper-done' : scoreClass(score);
}
