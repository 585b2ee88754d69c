import { Check, ChevronRight, Minus } from 'lucide-react';
import { lazy, memo, Suspense, useId, useState } from 'react';
import { Link } from 'wouter';
import { shownName } from '../../../../domain/shown-name.ts';
import { findSubject, subjectName } from '../../../../domain/subjects.ts';
import { fullYearRange } from '../../../../domain/years.ts';
import { counted } from '../../format/counted.ts';
import { shownDate, shownWeekday } from '../../format/shown-date.ts';
import {
  type ChosenPapers,
  choosePapers,
  onlySet,
  shownRange,
  useChosenPapers,
} from '../../papers/papers-range.ts';
import { pathTo } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { ProgressPill } from '../../ui/Progress.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SubjectDot } from '../../ui/SubjectDot.tsx';
import { scoreClass } from '../../ui/score-class.ts';
import { Table } from '../../ui/Table.tsx';
import {
  againWords,
  type StudentDetail,
  type SubjectProgress,
  setLines,
  subjectProgress,
  type TrackedPaper,
} from './student-progress.ts';
import { openedFrom } from './way-back.ts';
import './words/paper-line.css';

function summaryOf({ progress, average, lastActivity }: SubjectProgress, chosen: ChosenPapers): string {
  const { completed, total } = progress;
  return [
    `${completed} of ${total} papers completed (${shownRange(chosen.range)}${onlySet(chosen)})`,
    average === null ? 'no scores yet' : `average score ${average}%`,
    lastActivity && `last activity ${shownDate(new Date(lastActivity))}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

const FilesEye = lazy(() => import('./FilesEye.tsx'));
const PaperDetails = lazy(() => import('./words/PaperDetails.tsx'));

type ProgressCardProps = {
  /** The link to the student. */
  studentId: number;
  detail: StudentDetail;
  subjectId: string;
};

/** What a student has done in one subject. */
export function ProgressCard({ studentId, detail, subjectId }: ProgressCardProps) {
  const chosen = useChosenPapers('teacherPapers');
  const subject = subjectProgress(detail, subjectId, chosen);
  const { papers, others, progress } = subject;
  const withFiles = papers.filter(({ files }) => files > 0);
  const hasFiles = withFiles.length > 0;
  const [open, setOpen] = useState<ReadonlySet<string>>(NONE);
  const name = subjectName(subjectId);
  const group = findSubject(subjectId)?.group;

  function toggle(key: string): void {
    setOpen(
      (before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]),
    );
  }

  /** Not all at once: the student is told of every paper that was looked at. */
  function openFirstFiles(): void {
    const key = withFiles[0]?.key ?? '';
    setOpen((before) => new Set([...before, key]));
    const row = document.querySelector<HTMLElement>(`[data-row="${studentId} ${key}"]`);
    row?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: 'center' });
  }

  return (
    <Card
      flush
      title={
        <span className="flex items-baseline gap-2.5">
          {group && <SubjectDot group={group} className="-translate-y-0.5" />}
          <span>{name} Progress</span>
        </span>
      }
      subtitle={
        <>
          {summaryOf(subject, chosen)}
          {hasFiles && (
            <button type="button" className="link block print:hidden" onClick={openFirstFiles}>
              Shared files {withFiles.reduce((sum, { files }) => sum + files, 0)}
            </button>
          )}
          {setLines(detail, subjectId).map(({ id, words, overdue }) => (
            <span key={id} className="block">
              Set:{' '}
              <Link
                href={pathTo('teacherSet', { setId: id })}
                state={openedFrom(pathTo('teacherStudent', { studentId }))}
                className="link"
              >
                {words}
              </Link>
              {overdue > 0 && (
                <>
                  , <span className="font-medium text-part">{overdue} overdue</span>
                </>
              )}
            </span>
          ))}
        </>
      }
      action={
        <ProgressPill
          done={progress.completed}
          total={progress.total}
          percentage={progress.percentage}
          label={`Papers completed in ${name}`}
        />
      }
    >
      {papers.length === 0 ? (
        <p className="border-t border-line px-4 py-6 text-center text-ink-soft">
          {others === 0
            ? 'No papers tracked for this subject yet.'
            : `No papers of ${shownRange(chosen.range)} tracked for this subject yet.`}
        </p>
      ) : (
        <Table
          caption={`${name} papers`}
          className="paper-lines max-h-[max(30rem,calc(100dvh-12rem))] border-t max-sm:max-h-none border-line"
        >
          <thead>
            <tr>
              <th scope="col">Year</th>
              <th scope="col">
                <span className="max-sm:sr-only">Session</span>
              </th>
              <th scope="col">Paper</th>
              <th scope="col">Status</th>
              <th scope="col" className="number">
                Score
              </th>
              {hasFiles && (
                <th scope="col" className="w-12 max-sm:hidden print:hidden">
                  <span className="sr-only">Files</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {papers.map((paper) => (
              <PaperLine
                key={paper.key}
                paper={paper}
                studentId={studentId}
                studentName={shownName(detail)}
                hasFiles={hasFiles}
                isOpen={open.has(paper.key)}
                onToggle={toggle}
              />
            ))}
          </tbody>
        </Table>
      )}
      {others > 0 && (
        <p className="border-t border-line px-4 py-2.5 text-small text-ink-soft sm:px-5">
          {counted(others, 'paper')} of other years not shown.{' '}
          <button
            type="button"
            className="link print:hidden"
            onClick={() => choosePapers('teacherPapers', { range: fullYearRange() })}
          >
            Show all years
          </button>
        </p>
      )}
    </Card>
  );
}

const NONE: ReadonlySet<string> = new Set();

type PaperLineProps = {
  paper: TrackedPaper;
  studentId: number;
  studentName: string;
  /** Some paper has files to see. */
  hasFiles: boolean;
  isOpen: boolean;
  onToggle: (key: string) => void;
};

const PaperLine = memo(function PaperLine(props: PaperLineProps) {
  const { paper, studentId, studentName, hasFiles, isOpen, onToggle } = props;
  const id = useId();
  const { year, session, label, notSet, isCompleted, score, again, setFor, isOverdue, unread } = paper;
  const line = (
    <tr className={cx('paper-line max-sm:text-small [&>td]:py-1.5', isOpen && 'paper-line-open')}>
      <td>{year}</td>
      <td>
        {session.slice(0, 3)}
        <span className="max-sm:sr-only">{session.slice(3)}</span>
      </td>
      <td className="whitespace-nowrap">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          data-row={`${studentId} ${paper.key}`}
          className="paper-line-name"
          onClick={() => onToggle(paper.key)}
        >
          <ChevronRight aria-hidden="true" />
          {label}
          {unread !== undefined && unread > 0 && (
            <span className="paper-line-new" title={counted(unread, 'new answer')}>
              <span className="sr-only">, {counted(unread, 'new answer')}</span>
            </span>
          )}
        </button>
        {notSet !== undefined && (
          <span className="block text-small whitespace-normal text-ink-soft">Not set: {notSet}.</span>
        )}
        {/* A phone has no room for a column of eyes. */}
        {paper.files > 0 && (
          <Suspense>
            <FilesEye
              {...{ studentId, studentName, paper }}
              count={paper.files}
              className="btn btn-ghost relative -my-1 -ml-3 grid size-11 place-items-center rounded-md text-accent sm:hidden print:hidden [&>svg]:size-4.5"
            />
          </Suspense>
        )}
        {again && (
          <span className="block text-small whitespace-normal text-ink-soft">{againWords(again)}</span>
        )}
      </td>
      <td className={cx('sm:whitespace-nowrap', isCompleted ? 'text-done' : 'text-ink-soft')}>
        {/* On a phone, the day for which it is set says that it is not done. */}
        <span className={cx('flex items-center gap-1.5', setFor !== undefined && 'max-sm:sr-only')}>
          {isCompleted ? (
            <Check className="size-4 max-sm:hidden" aria-hidden="true" />
          ) : (
            <Minus className="size-4 max-sm:hidden" aria-hidden="true" />
          )}
          {isCompleted ? 'Completed' : 'Not Completed'}
        </span>
        {setFor !== undefined && (
          <span className={cx('block text-small', isOverdue && 'text-part')}>
            {isOverdue ? (
              <>
                Overdue <span className="max-sm:sr-only">since</span>
              </>
            ) : (
              'Set for'
            )}{' '}
            <span className="whitespace-nowrap">{shownWeekday(setFor)}</span>
          </span>
        )}
      </td>
      <td className="number">
        {score === null ? (
          <span className="px-2">-</span>
        ) : (
          <span
            className={cx(
              'inline-block min-w-12 rounded-sm px-2 text-center max-sm:min-w-10 max-sm:px-1',
              scoreClass(score),
            )}
          >
            {score}%
          </span>
        )}
      </td>
      {hasFiles && (
        <td className="max-sm:hidden print:hidden">
          {paper.files > 0 && (
            <Suspense>
              <FilesEye
                studentId={studentId}
                studentName={studentName}
                paper={paper}
                count={paper.files}
                className="btn btn-ghost relative -my-1 inline-grid size-8 place-items-center rounded-md text-accent pointer-coarse:size-11 [&>svg]:size-4.5"
              />
            </Suspense>
          )}
        </td>
      )}
    </tr>
  );
  return (
    <>
      {line}
      {isOpen && (
        <tr id={id}>
          <td colSpan={hasFiles ? 6 : 5} className="paper-line-details">
            <Suspense fallback={<Skeleton className="h-16 w-full" />}>
              <PaperDetails studentId={studentId} studentName={studentName} paper={paper} />
            </Suspense>
          </td>
        </tr>
      )}
    </>
  );
});
