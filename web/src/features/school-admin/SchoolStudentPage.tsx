import { UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Output } from '../../../../contract/index.ts';
import { ApiError } from '../../api/errors.ts';
import { useApiQuery } from '../../api/query.ts';
import { BackLink } from '../../layout/BackLink.tsx';
import { PageFrame, PageHeading } from '../../layout/PageFrame.tsx';
import { RowsSkeleton } from '../../lists/RowsSkeleton.tsx';
import { type PageProps, pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { wayBack } from './dashboard-view.ts';
import { PersonLink } from './PersonLink.tsx';
import { ProgressTable } from './ProgressTable.tsx';
import { SchoolAdminHeader } from './SchoolAdminHeader.tsx';

type Student = Output<'GET /schooladmin/dashboard/students/{id}'>;

export default function SchoolStudentPage({ params: { id = '' } }: PageProps) {
  const { data, isError, error, refetch } = useApiQuery('GET /schooladmin/dashboard/students/{id}', {
    as: 'schoolAdmin',
    params: { id },
  });
  if (isError && !data)
    return (
      <Frame heading="Student">
        <NotFound
          wasRefused={error instanceof ApiError && error.status < 500}
          onRetry={() => void refetch()}
        />
      </Frame>
    );
  const { student, teachers, progress } = data ?? {};
  const name = student && (student.username ?? student.email ?? 'Student');
  return (
    <Frame heading={name ?? 'Loading...'} subtitle={student?.email ?? '\u{a0}'}>
      <Card title="Teachers" flush>
        {teachers ? <Teachers teachers={teachers} /> : <RowsSkeleton rows={1} />}
      </Card>
      <Card title="Progress" flush className="mt-5">
        {progress ? <Progress progress={progress} /> : <RowsSkeleton />}
      </Card>
    </Frame>
  );
}

/** One and the same while loading and after, so that the focus stays on the heading. */
function Frame(props: { heading: string; subtitle?: string; children: ReactNode }) {
  return (
    <PageFrame header={<SchoolAdminHeader />} className="max-w-page pt-2 pb-6 md:pt-6">
      <BackLink href={wayBack('users')}>Back to Dashboard</BackLink>
      <div className="mt-1 mb-4 wrap-anywhere">
        <PageHeading subtitle={props.subtitle}>{props.heading}</PageHeading>
      </div>
      {props.children}
    </PageFrame>
  );
}

/** No such student at this school, or no answer; then asking again may help. */
function NotFound({ wasRefused, onRetry }: { wasRefused: boolean; onRetry: () => void }) {
  return (
    <Card>
      <EmptyState
        icon={<UserX />}
        hint={wasRefused ? 'They may have left your school.' : 'Check your connection, then try again.'}
        action={!wasRefused && <Button onClick={onRetry}>Try again</Button>}
      >
        Student not found.
      </EmptyState>
    </Card>
  );
}

function Teachers({ teachers }: { teachers: Student['teachers'] }) {
  if (teachers.length === 0) return <Nothing>No teacher follows this student yet.</Nothing>;
  return (
    <ul className="divide-y divide-line border-t border-line">
      {teachers.map((teacher) => (
        <li key={teacher.id}>
          <PersonLink person={teacher} href={pathTo('schoolAdminTeacher', { id: teacher.id })} />
        </li>
      ))}
    </ul>
  );
}

function Progress({ progress }: { progress: Student['progress'] }) {
  if (progress.length === 0) return <Nothing>No papers tracked yet.</Nothing>;
  return <ProgressTable progress={progress} />;
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 pb-5 text-ink-soft sm:px-5">{children}</p>;
}
