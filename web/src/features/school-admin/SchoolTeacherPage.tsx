import { Users } from 'lucide-react';
import { useApiQuery } from '../../api/query.ts';
import { Address, OrNotSet } from '../../lists/Address.tsx';
import { type PageProps, pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PeopleList } from './PeopleList.tsx';
import { ResetPassword } from './ResetPassword.tsx';
import { SchoolPage } from './SchoolPage.tsx';

export default function SchoolTeacherPage({ params: { id = '' } }: PageProps) {
  const { data, isError, refetch } = useApiQuery('GET /schooladmin/dashboard/teachers/{id}/students', {
    as: 'schoolAdmin',
    params: { id },
  });
  // The students' call does not say whose they are; the list of teachers does, and is most often at hand.
  const teachers = useApiQuery('GET /schooladmin/dashboard/teachers', { as: 'schoolAdmin' }).data;
  const teacher = teachers?.find((person) => String(person.id) === id);
  return (
    <SchoolPage
      tab="teachers"
      heading="Teacher's Students"
      // A blank keeps the line until the name has come.
      subtitle={teacher ? [teacher.username, teacher.email].filter(Boolean).join(' · ') : '\u{a0}'}
      action={teacher && <ResetPassword id={id} name={teacher.username ?? teacher.email ?? 'Teacher'} />}
    >
      <PeopleList
        words={['student', 'students']}
        people={data ?? (isError ? [] : undefined)}
        hrefOf={(student) => pathTo('schoolAdminStudent', { id: student })}
        empty={
          isError ? (
            <EmptyState icon={<Users />} action={<Button onClick={() => void refetch()}>Reload</Button>}>
              No students to show.
            </EmptyState>
          ) : (
            <EmptyState icon={<Users />} hint="They appear here as soon as the teacher adds them.">
              No students yet.
            </EmptyState>
          )
        }
      />
      <PendingStudents id={id} />
    </SchoolPage>
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
      subtitle="They have not registered, or not accepted the teacher yet."
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
