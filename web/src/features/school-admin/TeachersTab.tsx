import { GraduationCap } from 'lucide-react';
import { useApiQuery } from '../../api/query.ts';
import { counted } from '../../format/counted.ts';
import { pathTo } from '../../paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PeopleList } from './PeopleList.tsx';

export function TeachersTab() {
  const { data, isError, refetch } = useApiQuery('GET /schooladmin/dashboard/teachers', {
    as: 'schoolAdmin',
  });
  return (
    <PeopleList
      words={['teacher', 'teachers']}
      // A list that did not come is an empty one, with a way to ask again.
      people={data ?? (isError ? [] : undefined)}
      hrefOf={(id) => pathTo('schoolAdminTeacher', { id })}
      noteOf={({ students, pending }) =>
        counted(students, 'student') + (pending > 0 ? `, ${pending.toLocaleString('en-US')} pending` : '')
      }
      empty={
        isError ? (
          <EmptyState
            icon={<GraduationCap />}
            action={<Button onClick={() => void refetch()}>Reload</Button>}
          >
            No teachers to show.
          </EmptyState>
        ) : (
          <EmptyState
            icon={<GraduationCap />}
            hint="They appear here as soon as the platform admin adds them."
          >
            No teachers yet.
          </EmptyState>
        )
      }
    />
  );
}
