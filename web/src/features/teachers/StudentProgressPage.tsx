import { BookOpen, Clock, CloudOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { subjectName } from '../../../../domain/subjects.ts';
import { useApiQuery } from '../../api/query.ts';
import { BackLink } from '../../layout/BackLink.tsx';
import { PageFrame, PageHeading } from '../../layout/PageFrame.tsx';
import { type PageProps, pathTo } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { dashboardPath } from './dashboard-place.ts';
import { NoSubjectsYet } from './NoSubjectsYet.tsx';
import { ProgressCard } from './ProgressCard.tsx';
import { StatusBadge } from './StatusBadge.tsx';
import { type StudentDetail, sharedSubjects } from './student-progress.ts';
import { shownName } from './students.ts';
import { TeacherHeader } from './TeacherHeader.tsx';

export default function StudentProgressPage({ params }: PageProps) {
  const id = params['studentId'] ?? '';
  const { data, isError, isFetching } = useApiQuery('GET /teachers/students/{id}', { params: { id } });
  return (
    <PageFrame header={<TeacherHeader student={false} />} className="max-w-page pt-2 pb-6 md:pt-6">
      <div className="flex items-center justify-between gap-4">
        <BackLink href={dashboardPath()} />
        <Link href={pathTo('home')} asChild>
          <ButtonLink size="small">Student Dashboard</ButtonLink>
        </Link>
      </div>
      <div className="mt-1 mb-4">
        <PageHeading>Student Progress</PageHeading>
      </div>
      {/* A removed student is gone, whatever was known of them before. */}
      {isError && !isFetching ? <Failed /> : data ? <Detail detail={data} /> : <Loading />}
    </PageFrame>
  );
}

function Failed() {
  const [, navigate] = useLocation();
  return (
    <Card role="alert">
      <EmptyState
        icon={<CloudOff />}
        action={<Button onClick={() => navigate(pathTo('teachers'))}>Go Back</Button>}
      >
        Failed to load student data. Please try again later.
      </EmptyState>
    </Card>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className="grid gap-4">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-52 w-full rounded-lg" />
      <Skeleton className="h-96 w-full rounded-lg" />
    </div>
  );
}

function Detail({ detail }: { detail: StudentDetail }) {
  return (
    <div className="grid gap-4">
      <Information detail={detail} />
      {detail.status === 'active' ? <Progress detail={detail} /> : <NotRegistered />}
    </div>
  );
}

function Information({ detail }: { detail: StudentDetail }) {
  return (
    <Card title="Student Information">
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[6rem_minmax(0,1fr)]">
        <Line term="Name">
          <span className="font-medium">{shownName(detail)}</span>
        </Line>
        <Line term="Email">{detail.email}</Line>
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
      </dl>
    </Card>
  );
}

function Line({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="sm:col-span-2 sm:grid sm:grid-cols-subgrid">
      <dt className="text-ink-soft max-sm:text-small">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function Progress({ detail }: { detail: StudentDetail }) {
  const shared = sharedSubjects(detail);
  if (detail.teacher_subjects.length === 0) return <NoSubjectsYet />;
  if (shared.length === 0) {
    return (
      <Card>
        <EmptyState icon={<BookOpen />}>This student doesn't take any subjects you teach.</EmptyState>
      </Card>
    );
  }
  return shared.map((subjectId) => <ProgressCard key={subjectId} detail={detail} subjectId={subjectId} />);
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
