import { Eye, MessageSquare, User } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { pathTo } from '../../paths.ts';
import { useIsImpersonating } from '../../session/admins.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import type { Picture } from '../../ui/PictureViewer.tsx';
import { anchorName, hangPopover } from '../../ui/usePopover.ts';
import {
  type Column,
  columnName,
  type Row,
  setMark,
  sharedFiles,
  shownAgain,
  shownScore,
  wordsIn,
} from './class-grid.ts';
import { dashboardPath } from './dashboard-place.ts';
import { markWords } from './GridCell.tsx';
import { openSharedFiles } from './shared-files.ts';
import { openedFrom } from './way-back.ts';

const PictureViewer = lazy(() => import('../../ui/PictureViewer.tsx'));
const PaperWords = lazy(() => import('./words/PaperWords.tsx'));

type CellDetailsProps = { cell: HTMLElement; row: Row; column: Column; onClose: () => void };

/** What is known of one paper of one student, hanging on its cell in the class grid. */
export default function CellDetails({ cell, row, column, onClose }: CellDetailsProps) {
  const id = useId();
  const popover = useRef<HTMLDialogElement>(null);
  const [pictures, setPictures] = useState<readonly Picture[]>();
  /** The pictures take its place: it closes, and what it belongs to stays. */
  const isLookingOn = useRef(false);
  const closed = useRef(onClose);
  useEffect(() => {
    closed.current = onClose;
  });

  useEffect(() => {
    const box = popover.current;
    if (!box) return undefined;
    const end = hangPopover(box, cell, {
      name: anchorName(id),
      onToggle: (isOpen) => {
        if (isOpen) box.focus();
        else if (!isLookingOn.current) closed.current();
      },
    });
    box.showPopover();
    return end;
  }, [cell, id]);

  const mark = setMark(column, row);
  const shared = sharedFiles(column, row);
  const title = `${row.name}, ${columnName(column)}`;
  const { key: paperKey, unread } = wordsIn(column, row);
  const [isWriting, setWriting] = useState(unread !== undefined);
  // What the two write is theirs alone.
  const isVisit = useIsImpersonating();

  async function look(paper: NonNullable<typeof shared>['paper']): Promise<void> {
    const files = await openSharedFiles(row.id, paper);
    if (!files) return;
    isLookingOn.current = true;
    // The cell has the focus when the pictures open, and so again when they close.
    popover.current?.hidePopover();
    cell.focus();
    setPictures(files);
  }

  return (
    <>
      <dialog
        ref={popover}
        popover="auto"
        tabIndex={-1}
        aria-labelledby={`${id}-title`}
        className="popover p-4"
      >
        <h2 id={`${id}-title`} className="text-body">
          {title}
        </h2>
        <Figures row={row} column={column} />
        {mark && (
          <p className="mt-2 text-small">
            <Link
              href={pathTo('teacherSet', { setId: mark.set_id })}
              state={openedFrom(dashboardPath())}
              className="link"
            >
              {markWords(mark)}
            </Link>
          </p>
        )}
        {isWriting && !isVisit && (
          <div className="mt-3 w-72 max-w-full">
            <Suspense fallback={<div className="h-16" />}>
              <PaperWords
                linkId={row.id}
                studentName={row.name}
                paperKey={paperKey}
                takesFocus={unread === undefined}
              />
            </Suspense>
          </div>
        )}
        <div className="mt-3 flex flex-wrap gap-2">
          {shared && (
            <Button
              size="small"
              icon={<Eye className="size-4" aria-hidden="true" />}
              onClick={() => void look(shared.paper)}
            >
              Files {shared.count}
            </Button>
          )}
          {!isWriting && !isVisit && (
            <Button
              size="small"
              icon={<MessageSquare className="size-4" aria-hidden="true" />}
              onClick={() => setWriting(true)}
            >
              Leave a word
            </Button>
          )}
          <Link href={pathTo('teacherStudent', { studentId: row.id })} asChild>
            <ButtonLink size="small" icon={<User className="size-4" aria-hidden="true" />}>
              Open student
            </ButtonLink>
          </Link>
        </div>
      </dialog>
      {pictures && (
        <Suspense>
          <PictureViewer
            pictures={pictures}
            first={pictures[0]?.id ?? ''}
            captionOf={() => title}
            onClose={onClose}
          />
        </Suspense>
      )}
    </>
  );
}

/** The newest attempt, the best, and how many there were. */
function Figures({ row, column }: { row: Row; column: Column }) {
  const score = shownScore(column, row.completion);
  if (score === undefined) return <p className="text-ink-soft">Not done</p>;
  const { attempts, best_score: best } = shownAgain(column, row) ?? { attempts: 1, best_score: score };
  const shown = (value: number | null) => (value === null ? 'no score' : `${value}%`);
  const figures = [
    { term: 'Newest', value: shown(score) },
    { term: 'Best', value: shown(best) },
    { term: 'Attempts', value: attempts },
  ];
  return (
    <dl className="mt-1 flex gap-x-6 tabular-nums">
      {figures.map(({ term, value }) => (
        <div key={term}>
          <dt className="text-small text-ink-soft">{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
