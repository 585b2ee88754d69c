import { Check } from 'lucide-react';
import { PAPERS, paperLabel } from '../../../../domain/papers.ts';
import { findSubject, subjectName } from '../../../../domain/subjects.ts';
import { LongList } from '../../lists/LongList.tsx';
import { type RowPlace, TableRow } from '../../lists/RowsHolder.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { cx } from '../../ui/cx.ts';
import { SubjectDot } from '../../ui/SubjectDot.tsx';
import { scoreClass } from '../../ui/score-class.ts';
import type { Tracked } from './tracked-papers.ts';
import './progress.css';

const GRID = 'progress-line px-4 sm:px-5';

type ProgressTableProps = {
  progress: readonly Tracked[];
  /** Whose they are, at the head of every sheet: one of several may be lost from the others. */
  printHead?: string;
};

/** Every paper of a student; only those in sight are drawn. Where it is narrow each is a card of three lines. */
export function ProgressTable({ progress, printHead }: ProgressTableProps) {
  return (
    <div role="table" aria-label="Progress" aria-rowcount={progress.length + 1}>
      <div role="rowgroup" className="border-b border-line max-lg:sr-only">
        {printHead !== undefined && (
          <div role="row" className="progress-head">
            <span role="cell">
              <span>{printHead}</span>
            </span>
          </div>
        )}
        <div role="row" aria-rowindex={1} className={cx(GRID, 'pb-2 text-small font-medium text-ink-soft')}>
          <span role="columnheader">Subject</span>
          <span role="columnheader">Year</span>
          <span role="columnheader">Session</span>
          <span role="columnheader">Paper</span>
          <span role="columnheader">Completed</span>
          <span role="columnheader" className="text-end">
            Score
          </span>
          <span role="columnheader" className="text-end">
            Updated
          </span>
        </div>
      </div>
      <LongList
        as="rowgroup"
        count={progress.length}
        heights={[97, 45]}
        cardsBelow="64rem"
        keyOf={(index) => index}
        renderRow={(index, ref) => {
          const paper = progress[index];
          return paper && <ProgressRow key={index} paper={paper} index={index} rowRef={ref} />;
        }}
      />
    </div>
  );
}

type ProgressRowProps = RowPlace & { paper: Tracked };

function ProgressRow({ paper, index, rowRef }: ProgressRowProps) {
  const group = findSubject(paper.subject_id)?.group;
  return (
    <TableRow index={index} rowRef={rowRef} className={cx(GRID, 'py-2.5 tabular-nums lg:hover:bg-hover')}>
      <span role="cell" className="flex min-w-0 items-baseline gap-2.5 font-medium max-lg:col-span-4">
        {group && <SubjectDot group={group} className="-translate-y-px print:mr-1.5" />}
        <span className="min-w-0 wrap-anywhere">
          {subjectName(paper.subject_id)}
          {paper.notSet !== undefined && (
            <span className="block text-small font-normal text-ink-soft">Not set: {paper.notSet}.</span>
          )}
        </span>
      </span>
      <span role="cell" className="max-lg:order-2 max-lg:text-ink-soft">
        {paper.year}
      </span>
      <span role="cell" className="max-lg:order-3 max-lg:text-ink-soft">
        {paper.session}
      </span>
      <span role="cell" className="max-lg:order-4 max-lg:text-ink-soft">
        {labelOf(paper.paper)}
        {paper.timezone && ` (${paper.timezone})`}
      </span>
      <span role="cell" className="flex items-start max-lg:order-1 max-lg:justify-end">
        {paper.is_completed ? (
          <Badge tone="done" icon={<Check aria-hidden="true" />}>
            Yes
          </Badge>
        ) : (
          <Badge>No</Badge>
        )}
      </span>
      <span role="cell" className="text-end max-lg:order-5 max-lg:col-span-2">
        {paper.score === null ? (
          <span className="px-2 text-ink-soft">-</span>
        ) : (
          <span className={cx('rounded-sm px-2 py-1 max-lg:py-0', scoreClass(paper.score))}>
            {paper.score}%
          </span>
        )}
      </span>
      <span
        role="cell"
        className="text-ink-soft max-lg:order-6 max-lg:col-span-full max-lg:text-small lg:text-end"
      >
        <span className="lg:hidden print:hidden" aria-hidden="true">
          Updated{' '}
        </span>
        {paper.updated_at.slice(0, 10)}
      </span>
    </TableRow>
  );
}

/** One that a later version knows and this one does not is shown by its key. */
function labelOf(key: string): string {
  const known = PAPERS.find((paper) => paper === key);
  return known ? paperLabel(known) : key;
}
