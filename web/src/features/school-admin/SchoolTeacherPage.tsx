import { Users } from 'lucide-react';
import { useLocation } from 'wouter';
import { useApiQuery } from '../../api/query.ts';
import { counted } from '../../format/counted.ts';
import { Address, OrNotSet } from '../../lists/Address.tsx';
import { ListBar } from '../../lists/ListBar.tsx';
import { RowsSkeleton } from '../../lists/RowsSkeleton.tsx';
import { useOwnSearch } from '../../navigation/page-view.ts';
import { useChosenPapers } from '../../papers/papers-range.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import type { PersonPageProps } from './dashboard-view.ts';
import { ListFailed, ListOutdated } from './ListFailed.tsx';
import { SchoolPage } from './SchoolPage.tsx';
import { ExportMenu, ExportWaiting, useSchoolUsers } from './UsersTab.tsx';
import { UserTable } from './UserTable.tsx';
import { readUsersView, sortedBy, type UsersView, writeUsersView } from './users-view.ts';

/** The users of the dashboard, narrowed to a teacher's students; search and order stand in the address. */
export function SchoolTeacherPage({ id, renderMenu }: PersonPageProps) {
  // The students' call does not say whose they are; the list of teachers does, and is most often at hand.
  const teachers = useApiQuery('GET /schooladmin/dashboard/teachers', { as: 'schoolAdmin' }).data;
  const teacher = teachers?.find((person) => String(person.id) === id);
  return (
    <SchoolPage
      tab="teachers"
      heading="Teacher's Students"
      // A blank keeps the line until the name has come.
      subtitle={
        teacher ? [teacher.name, teacher.username, teacher.email].filter(Boolean).join('\u{a0}· ') : '\u{a0}'
      }
      action={teacher && renderMenu({ ...teacher, role: 'teacher' })}
    >
      <Students key={id} teacherId={Number(id)} />
      <PendingStudents id={id} />
    </SchoolPage>
  );
}

function Students({ teacherId }: { teacherId: number }) {
  const path = pathTo('schoolAdminTeacher', { id: teacherId });
  const [, navigate] = useLocation();
  const { q, sort, order } = readUsersView(new URLSearchParams(useOwnSearch(path)));
  const view = { ...readUsersView(new URLSearchParams()), q, sort, order, teacher: teacherId };
  const papers = useChosenPapers('schoolPapers');
  const users = useSchoolUsers(view);
  const { rows, total = rows.length, isPending, isFailed } = users;

  const found = isFailed || users.isKept ? '' : counted(total, 'student') + (q && ' found');
  const isEmpty = !isPending && rows.length === 0 && !isFailed && !users.isKept;
  const statusText = isPending || users.isOld ? 'Loading...' : found;

  function show(change: Partial<UsersView>): void {
    const search = writeUsersView({ ...view, ...change, teacher: undefined }).toString();
    navigate(path + (search && `?${search}`), { replace: true });
  }

  return (
    <>
      <ListBar
        search={{ label: 'Search students', value: q, onSearch: (words) => show({ q: words }) }}
        status={statusText}
        action={
          <>
            {isPending && <ExportWaiting />}
            {rows.length > 0 && (
              <ExportMenu
                view={view}
                papers={papers}
                students={total}
                loadAll={users.loadAll}
                waiting={<ExportWaiting />}
                onMissing={() => undefined}
              />
            )}
          </>
        }
      />
      <ListOutdated list={users} words="Failed to load students" />
      <Card flush aria-label="Students" className="mt-3">
        {isPending && <RowsSkeleton rows={3} />}
        {rows.length > 0 && (
          <UserTable users={users} view={view} onSort={(pressed) => show(sortedBy(view, pressed))} />
        )}
        {isFailed && (
          <ListFailed list={users} words="Failed to load students">
            No students to show.
          </ListFailed>
        )}
        {isEmpty && q === '' && (
          <EmptyState icon={<Users />} hint="They appear here as soon as the teacher adds them.">
            No students yet.
          </EmptyState>
        )}
        {isEmpty && q !== '' && (
          <EmptyState action={<Button onClick={() => show({ q: '' })}>Show all</Button>}>
            No student matches “{q}”.
          </EmptyState>
        )}
      </Card>
    </>
  );
}

/** Whom the teacher waits for: they have no page yet. */
function PendingStudents({ id }: { id: string }) {
  const pending = useApiQuery('GET /schooladmin/dashboard/teachers/{id}/pending', {
    as: 'schoolAdmin',
    params: { id },
  }).data;
  if (!pending || pending.length === 0) return null;
  return (
    <Card
      title={`Pending ${pending.length.toLocaleString('en-US')}`}
      subtitle="They have not registered yet, or have not accepted the teacher."
      flush
      className="mt-4"
    >
      <ul aria-label="Pending students" className="divide-y divide-line border-t border-line">
        {pending.map(({ email, name }) => (
          <li key={email} className="grid gap-x-4 px-4 py-2.5 wrap-anywhere sm:grid-cols-2 sm:px-5">
            <span className="font-medium">
              <OrNotSet>{name}</OrNotSet>
            </span>
            <span className="text-ink-soft">
              <Address>{email}</Address>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
