import { UserX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Output } from '../../../../contract/index.ts';
import { ApiError } from '../../api/errors.ts';
import { useApiQuery } from '../../api/query.ts';
import { counted } from '../../format/counted.ts';
import { FewNames } from '../../lists/FewNames.tsx';
import { RowsSkeleton } from '../../lists/RowsSkeleton.tsx';
import { onlySet, shownRange, useChosenPapers } from '../../papers/papers-range.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import type { PersonPageProps } from './dashboard-view.ts';
import { ProgressTable } from './ProgressTable.tsx';
import { SchoolPage } from './SchoolPage.tsx';
import { SubjectSummary } from './SubjectSummary.tsx';
import { trackedPapers } from './tracked-papers.ts';
import { askedPapers } from './users-view.ts';

const PapersButton = lazyPart(async () => ({
  default: (await import('../../papers/PapersButton.tsx')).PapersButton,
}));
const PrintReport = lazyPart(() => import('./PrintReport.tsx'));

type Student = Output<'GET /schooladmin/dashboard/students/{id}'>;

export function SchoolStudentPage({ id, renderMenu }: PersonPageProps) {
  const papers = useChosenPapers('schoolPapers');
  const { data, isError, error, refetch } = useApiQuery(
    'GET /schooladmin/dashboard/students/{id}',
    { as: 'schoolAdmin', params: { id }, query: askedPapers(papers) },
    // What is on the page stays until other papers have come.
    { placeholderData: (before) => before },
  );
  if (isError && !data)
    return (
      <SchoolPage tab="users" heading="Student">
        <NotFound
          wasRefused={error instanceof ApiError && error.status < 500}
          onRetry={() => void refetch()}
        />
      </SchoolPage>
    );
  const { student, teachers, groups, summary, progress } = data ?? {};
  const login = student && (student.username ?? student.email ?? 'Student');
  const tracked = progress && trackedPapers(progress, papers.which);
  return (
    <SchoolPage
      tab="users"
      heading={student?.name ?? login ?? 'Loading...'}
      subtitle={
        student ? <FewNames before={aboutWords(student)} names={groups ?? []} mark={'\u{a0}· '} /> : '\u{a0}'
      }
      action={
        login &&
        summary &&
        tracked && (
          <div className="flex items-center gap-2 print:hidden">
            <PrintReport
              report={{
                id: Number(id),
                username: login,
                name: student.name,
                groups: groups ?? [],
                subjects: summary,
              }}
              papers={papers}
              progress={tracked}
              onMissing={() => undefined}
            />
            {renderMenu({ ...student, id: Number(id), role: 'student' })}
          </div>
        )
      }
    >
      {teachers && <Teachers teachers={teachers} />}
      <Card
        title="Subjects"
        // On the screen the button says it.
        subtitle={
          <span className="hidden print:inline">
            Papers {shownRange(papers.range)}
            {onlySet(papers)}
          </span>
        }
        flush
        action={<PapersButton of="schoolPapers" onMissing={() => undefined} />}
      >
        {summary === undefined && <RowsSkeleton rows={6} />}
        {summary?.length === 0 && <Nothing>No subjects chosen yet.</Nothing>}
        {summary && summary.length > 0 && <SubjectSummary subjects={summary} />}
      </Card>
      <Card
        title="Progress"
        subtitle={
          tracked &&
          tracked.length > 0 &&
          counted(tracked.filter(({ counts }) => counts).length, 'paper') + onlySet(papers)
        }
        flush
        className="mt-5"
      >
        {tracked === undefined && <RowsSkeleton />}
        {tracked?.length === 0 && <Nothing>No papers tracked yet.</Nothing>}
        {tracked && tracked.length > 0 && <ProgressTable progress={tracked} />}
      </Card>
    </SchoolPage>
  );
}

/** 'anna.muller0' and 'anna@riverside.example'; the username only where it is not the heading. */
const aboutWords = ({ name, username, email }: Student['student']): string[] =>
  [name === null ? null : username, email].filter((words) => words !== null);

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

/** In one line: most students have two or three. */
function Teachers({ teachers }: { teachers: Student['teachers'] }) {
  if (teachers.length === 0)
    return <p className="mb-4 text-ink-soft">No teacher follows this student yet.</p>;
  return (
    <div className="mb-4 flex flex-wrap gap-x-3">
      <h2 className="text-body font-normal text-ink-soft">Teachers</h2>
      <ul className="flex flex-wrap gap-x-3">
        {teachers.map(({ id, username, email }) => (
          <li key={id}>
            <Link href={pathTo('schoolAdminTeacher', { id })} className="link" title={email ?? undefined}>
              {username ?? email}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 pb-5 text-ink-soft sm:px-5">{children}</p>;
}
