import { UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Output } from '../../../../contract/index.ts';
import { ApiError } from '../../api/errors.ts';
import { useApiQuery } from '../../api/query.ts';
import { counted } from '../../format/counted.ts';
import { Address } from '../../lists/Address.tsx';
import { RowsSkeleton } from '../../lists/RowsSkeleton.tsx';
import { type PageProps, pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { PersonLink } from './PersonLink.tsx';
import { ProgressTable } from './ProgressTable.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { SchoolPage } from './SchoolPage.tsx';
import { trackedPapers, useWhichPapers } from './tracked-papers.ts';

type Student = Output<'GET /schooladmin/dashboard/students/{id}'>;

export default function SchoolStudentPage({ params: { id = '' } }: PageProps) {
  const { data, isError, error, refetch } = useApiQuery('GET /schooladmin/dashboard/students/{id}', {
    as: 'schoolAdmin',
    params: { id },
  });
  if (isError && !data)
    return (
      <SchoolPage tab="users" heading="Student">
        <NotFound
          wasRefused={error instanceof ApiError && error.status < 500}
          onRetry={() => void refetch()}
        />
      </SchoolPage>
    );
  const { student, teachers, progress } = data ?? {};
  const name = student && (student.username ?? student.email ?? 'Student');
  return (
    <SchoolPage
      tab="users"
      heading={name ?? 'Loading...'}
      subtitle={student?.email ? <Address>{student.email}</Address> : '\u{a0}'}
      action={
        name && (
          <div className="flex gap-2 print:hidden">
            <ResetPassword id={id} name={name} />
            <PrintButton />
          </div>
        )
      }
    >
      <Card title="Teachers" flush>
        {teachers ? <Teachers teachers={teachers} /> : <RowsSkeleton rows={1} />}
      </Card>
      {progress ? (
        <Progress progress={progress} />
      ) : (
        <Card title="Progress" flush className="mt-5">
          <RowsSkeleton />
        </Card>
      )}
    </SchoolPage>
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
  const [which, setWhich] = useWhichPapers();
  const papers = trackedPapers(progress, which);
  const count = papers.filter(({ counts }) => counts).length;
  const words =
    which === 'set' ? `${counted(count, 'paper')}, only those that were set` : counted(count, 'paper');
  return (
    <Card
      title="Progress"
      subtitle={papers.length > 0 ? words : undefined}
      flush
      className="mt-5"
      action={
        papers.length > 0 && (
          <Switch
            className="print:hidden"
            checked={which === 'set'}
            onChange={(event) => setWhich(event.currentTarget.checked ? 'set' : 'all')}
          >
            Only papers that were set
          </Switch>
        )
      }
    >
      {papers.length === 0 ? <Nothing>No papers tracked yet.</Nothing> : <ProgressTable progress={papers} />}
    </Card>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 pb-5 text-ink-soft sm:px-5">{children}</p>;
}
