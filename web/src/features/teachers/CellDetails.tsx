import { Eye, User } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { pathTo } from '../../paths.ts';
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
} from './class-grid.ts';
import { markWords } from './GridCell.tsx';
import { openSharedFiles } from './shared-files.ts';

const PictureViewer = lazy(() => import('../../ui/PictureViewer.tsx'));

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
        <h3 id={`${id}-title`} className="text-body">
          {title}
        </h3>
        <Figures row={row} column={column} />
        {mark && (
          <p className="mt-2 text-small">
            <Link href={pathTo('teacherSet', { setId: mark.set_id })} className="link">
              {markWords(mark)}
            </Link>
          </p>
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
