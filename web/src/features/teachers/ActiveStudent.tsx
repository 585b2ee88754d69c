import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { percentageOf } from '../../../../domain/percentage.ts';
import { shownName } from '../../../../domain/shown-name.ts';
import { shownDate } from '../../format/shown-date.ts';
import { Address } from '../../lists/Address.tsx';
import { pathTo } from '../../paths.ts';
import { cx } from '../../ui/cx.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { COLUMNS } from './StudentListHeads.tsx';
import { RemoveButton, ROW, type RowProps } from './StudentRow.tsx';
import type { StudentRow } from './student-rows.ts';

const SelectBox = lazy(() => import('../../lists/selection/SelectBox.tsx'));

/** One student of the list, with their figures. */
export function ActiveStudent({
  student,
  isLoading,
  onRemove,
  selecting,
}: RowProps & { student: StudentRow; isLoading: boolean }) {
  const { email, progress } = student;
  return (
    <li className={cx(ROW, COLUMNS, 'pr-14 hover:bg-hover md:pr-2')}>
      <div className="flex min-w-0">
        {selecting && (
          <Suspense>
            <SelectBox id={student.id} name={shownName(student)} selecting={selecting} />
          </Suspense>
        )}
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2">
            <span className="line-clamp-2 min-w-0 font-medium wrap-anywhere">
              {selecting ? (
                shownName(student)
              ) : (
                <Link
                  href={pathTo('teacherStudent', { studentId: student.id })}
                  className="after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent"
                >
                  {shownName(student)}
                </Link>
              )}
            </span>
            <StatusBadge status="active" />
          </p>
          <p className="text-small text-ink-soft wrap-anywhere">
            <Address>{email}</Address>
          </p>
        </div>
      </div>
      {progress ? (
        <Figures progress={progress} />
      ) : (
        isLoading && <Skeleton className="h-5 w-24 max-md:mt-0.5" />
      )}
      {!selecting && (
        <div className="absolute top-1.5 right-1 md:static md:col-start-5 md:justify-self-end print:hidden">
          <RemoveButton student={student} onRemove={onRemove} />
        </div>
      )}
    </li>
  );
}

/** Beside each other on a phone, in columns elsewhere. */
function Figures({ progress }: { progress: NonNullable<StudentRow['progress']> }) {
  const { completed, total, average, last_activity: last } = progress;
  return (
    <p className="tabular-nums max-md:text-small md:contents print:contents">
      <Figure label="Done">
        {total === 0 ? (
          <span className="text-ink-soft">-</span>
        ) : (
          <>
            {completed}/{total} <span className="text-ink-soft">{percentageOf(completed, total)}%</span>
          </>
        )}
      </Figure>
      <Figure label="Average">
        {average === null ? <span className="text-ink-soft">-</span> : `${average}%`}
      </Figure>
      <Figure label="Last activity">
        <span className="text-ink-soft">{last === null ? 'Never' : shownDate(new Date(last))}</span>
      </Figure>
    </p>
  );
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className="max-md:not-last:after:content-['_·_'] print:after:content-none!">
      <span className="sr-only">{label} </span>
      {children}
    </span>
  );
}
