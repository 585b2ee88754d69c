import { Users } from 'lucide-react';
import { useApiQuery } from '../../api/query.ts';
import { type PageProps, pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PeopleList } from './PeopleList.tsx';
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
    </SchoolPage>
  );
}
