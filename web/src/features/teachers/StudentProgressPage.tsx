import { BookOpen, CalendarPlus, Clock, CloudOff, Ellipsis, Printer } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { shownName } from '../../../../domain/shown-name.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { statusOf } from '../../api/failure.ts';
import { useApiQuery } from '../../api/query.ts';
import { BackLink } from '../../layout/BackLink.tsx';
import { PageFrame, PageHeading } from '../../layout/PageFrame.tsx';
import { Address } from '../../lists/Address.tsx';
import { PapersButton } from '../../papers/PapersButton.tsx';
import { type PageProps, pathTo } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem, MenuLink } from '../../ui/Menu.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { dashboardPath } from './dashboard-place.ts';
import { ProgressCard } from './ProgressCard.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import type { SetStart } from './set-work/set-draft.ts';
import { type StudentDetail, sharedSubjects } from './student-progress.ts';
import { TeacherHeader } from './TeacherHeader.tsx';
import { Walk } from './Walk.tsx';
import { wayBack } from './way-back.ts';

const SetPapersDialog = lazy(() => import('./set-work/SetPapersDialog.tsx'));
const NoSubjectsYet = lazy(() => import('./NoSubjectsYet.tsx'));
const RenameStudentDialog = lazy(() => import('./RenameStudentDialog.tsx'));

export default function StudentProgressPage({ params }: PageProps) {
  const id = params['studentId'] ?? '';
  const query = useApiQuery('GET /teachers/students/{id}', { params: { id } });
  const { data, error } = query;
  const hasFailed = error !== null && !query.isFetching;
  const [isSetting, setSetting] = useState(false);
  return (
    <PageFrame header={<TeacherHeader student={false} />} className="max-w-page pt-2 pb-6 md:pt-6">
      <div className="flex items-center justify-between gap-2 print:hidden">
        <BackLink href={wayBack() ?? dashboardPath()} />
        <Walk id={Number(id)} />
      </div>
      <div className="mt-1 mb-4 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <PageHeading>
          <span className="block text-small font-medium tracking-normal text-ink-soft">Student Progress</span>
          {/* A blank keeps the line until the name has come. */}
          <span className="wrap-anywhere">{data && !hasFailed ? shownName(data) : '\u{a0}'}</span>
        </PageHeading>
        {!hasFailed && (
          <div className="flex items-center gap-2">
            <PapersButton of="teacherPapers" />
            <Acts {...(data && canBeSet(data) && { onSet: () => setSetting(true) })} />
          </div>
        )}
      </div>
      {/* A removed student is gone, whatever was known of them before. */}
      {hasFailed ? (
        <Failed error={error} onRetry={() => void query.refetch()} />
      ) : data ? (
        <Detail key={id} id={id} detail={data} />
      ) : (
        <Loading />
      )}
      {isSetting && data && (
        <Suspense>
          <SetPapersDialog start={forStudent(id, data)} onClose={() => setSetting(false)} />
        </Suspense>
      )}
    </PageFrame>
  );
}

const canBeSet = (detail: StudentDetail) => detail.status === 'active' && sharedSubjects(detail).length > 0;

/** What papers for this student alone begin with. */
const forStudent = (id: string, detail: StudentDetail): SetStart => ({
  subjectId: sharedSubjects(detail)[0] ?? '',
  audience: { kind: 'chosen', ids: new Set([Number(id)]) },
});

/** On a phone they fold into a menu. */
function Acts({ onSet }: { onSet?: () => void }) {
  return (
    <>
      <div className="flex gap-2 max-sm:hidden">
        <Link href={pathTo('home')} asChild>
          <ButtonLink size="small">Student Dashboard</ButtonLink>
        </Link>
        <PrintButton />
        {onSet && (
          <Button size="small" icon={<CalendarPlus className="size-4" aria-hidden="true" />} onClick={onSet}>
            Set papers
          </Button>
        )}
      </div>
      <div className="sm:hidden">
        <Menu
          label="More"
          renderTrigger={(props) => <IconButton title="More" icon={<Ellipsis />} size="small" {...props} />}
        >
          {onSet && (
            <MenuItem icon={<CalendarPlus aria-hidden="true" />} onClick={onSet}>
              Set papers
            </MenuItem>
          )}
          <MenuItem icon={<Printer aria-hidden="true" />} onClick={() => window.print()}>
            Print
          </MenuItem>
          <Link href={pathTo('home')} asChild>
            <MenuLink icon={<BookOpen aria-hidden="true" />}>Student Dashboard</MenuLink>
          </Link>
        </Menu>
      </div>
    </>
  );
}

/** Whom the teacher no longer follows, another attempt does not bring back. */
function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const [, navigate] = useLocation();
  return (
    <Card role="alert">
      <EmptyState
        icon={<CloudOff />}
        action={
          <div className="flex justify-center gap-2">
            <Button onClick={() => navigate(wayBack() ?? dashboardPath())}>Go Back</Button>
            {statusOf(error) !== 404 && (
              <Button variant="primary" onClick={onRetry}>
                Try again
              </Button>
            )}
          </div>
        }
      >
        Failed to load student data. Please try again later.
      </EmptyState>
    </Card>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className={COLUMNS}>
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-96 w-full rounded-lg" />
      <Skeleton className="h-52 w-full rounded-lg" />
    </div>
  );
}

/** What the teacher came for, and who it is about; on a phone below each other. */
const COLUMNS = 'grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]';

function Detail({ id, detail }: { id: string; detail: StudentDetail }) {
  return (
    <div className={COLUMNS}>
      <div className="grid min-w-0 gap-4">
        {detail.status === 'active' ? <Progress id={Number(id)} detail={detail} /> : <NotRegistered />}
      </div>
      <Information id={id} detail={detail} />
    </div>
  );
}

function Information({ id, detail }: { id: string; detail: StudentDetail }) {
  const [isRenaming, setRenaming] = useState(false);
  return (
    <Card title="Student Information">
      <dl className="grid gap-x-6 gap-y-3 sm:max-lg:grid-cols-[6rem_minmax(0,1fr)]">
        <Line term="Name">
          <span className="flex items-start justify-between gap-2">
            <span className="min-w-0 font-medium">{shownName(detail)}</span>
            <Button
              variant="ghost"
              size="small"
              className="-my-1 pointer-coarse:-my-2.5"
              onClick={() => setRenaming(true)}
            >
              Rename
            </Button>
          </span>
        </Line>
        <Line term="Email">
          <Address>{detail.email}</Address>
        </Line>
        <Line term="Status">
          <StatusBadge status={detail.status} pending="Not Registered Yet" />
        </Line>
        <Line term="Subjects">
          {detail.subjects.length === 0 ? (
            <span className="text-ink-soft">No subjects selected</span>
          ) : (
            detail.subjects.map(subjectName).join(', ')
          )}
        </Line>
        {detail.groups.length > 0 && <Line term="Groups">{detail.groups.join(', ')}</Line>}
      </dl>
      {isRenaming && (
        <Suspense>
          <RenameStudentDialog student={{ ...detail, id: Number(id) }} onClose={() => setRenaming(false)} />
        </Suspense>
      )}
    </Card>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="sm:max-lg:col-span-2 sm:max-lg:grid sm:max-lg:grid-cols-subgrid">
      <dt className="text-ink-soft max-sm:text-small lg:text-small">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Progress({ id, detail }: { id: number; detail: StudentDetail }) {
  const shared = sharedSubjects(detail);
  if (detail.teacher_subjects.length === 0)
    return (
      <Suspense>
        <NoSubjectsYet />
      </Suspense>
    );
  if (shared.length === 0) {
    return (
      <Card>
        <EmptyState icon={<BookOpen />}>This student doesn't take any subjects you teach.</EmptyState>
      </Card>
    );
  }
  return shared.map((subjectId) => (
    <ProgressCard key={subjectId} studentId={id} detail={detail} subjectId={subjectId} />
  ));
}

function NotRegistered() {
  return (
    <Card>
      <EmptyState icon={<Clock />}>
        This student hasn't registered yet. They'll appear here once they create an account with the email
        address you provided.
      </EmptyState>
    </Card>
  );
}
