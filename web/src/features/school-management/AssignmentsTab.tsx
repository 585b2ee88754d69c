import { UserPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useOwnSearch } from '../../navigation/page-view.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { BULK_ID, BulkAssign } from './BulkAssign.tsx';
import { DragArea } from './DragArea.tsx';
import { FindIn } from './FindIn.tsx';
import { useGrowing } from './list-keys.ts';
import { type Managed, pageOf } from './managed.ts';
import {
  type Assignment,
  loginOf,
  matching,
  nameOf,
  type Pending,
  type School,
  type User,
} from './school-data.ts';
import { TeacherCard } from './TeacherCard.tsx';
import type { Tab } from './tabs.ts';
import { UnassignedStudents } from './UnassignedStudents.tsx';
import { useAreGroupsPending, useGroupsOf, useSchoolGroups } from './useSchoolGroups.ts';

const GroupsView = lazyPart(() => import('./GroupsView.tsx'));

type AssignmentsTabProps = {
  managed: Managed;
  school: School;
  onShow: (tab: Tab) => void;
  onAssign: (teacherId: number, emails: readonly string[]) => Promise<boolean>;
  onRemove: (assignment: Assignment) => Promise<boolean>;
  onRemoveMany: (teacherId: number, emails: readonly string[]) => Promise<boolean>;
};

/** Who teaches whom, for each teacher or for each of the school's groups, once it has some. */
export default function AssignmentsTab(props: AssignmentsTabProps) {
  const groups = useSchoolGroups(props.managed);
  const [by, setBy] = useAssignBy(props.managed);
  // Until it is known whether there is a choice, nothing is shown that would give way to it.
  if (useAreGroupsPending(props.managed)) return <Skeleton className="h-96 w-full rounded-lg" />;
  if (groups.length === 0) return <ByTeacher {...props} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="flex">
        <Segments
          label="Assign by"
          items={[
            { id: 'teacher', label: 'By teacher' },
            { id: 'group', label: 'By group' },
          ]}
          value={by}
          onChange={setBy}
        />
      </div>
      {by === 'teacher' ? (
        <ByTeacher {...props} />
      ) : (
        <GroupsView {...props} groups={groups} onMissing={() => setBy('teacher')} />
      )}
    </div>
  );
}

type AssignBy = 'teacher' | 'group';

/** How assignments are shown, in the address as well. */
function useAssignBy(managed: Managed): [AssignBy, (by: AssignBy) => void] {
  const [, navigate] = useLocation();
  const path = pageOf(managed);
  const by = new URLSearchParams(useOwnSearch(path)).get('by') === 'group' ? 'group' : 'teacher';
  const show = (next: AssignBy) =>
    navigate(`${path}?tab=assignments${next === 'group' ? '&by=group' : ''}`, { replace: true });
  return [by, show];
}

/** Two ways to the same end: dragging one by one, or choosing many and a teacher. */
function ByTeacher(props: AssignmentsTabProps) {
  const { school, onShow, onAssign } = props;
  const groupsOf = useGroupsOf(props.managed);
  const isWide = useMediaQuery('(width >= 64rem)');
  const isPhone = useMediaQuery('(width < 40rem)');
  const [side, setSide] = useState<'students' | 'teachers'>('students');
  if (school.students.length === 0 && school.teachers.length === 0) {
    return (
      <Card>
        <EmptyState
          icon={<UserPlus />}
          hint="Import the students and teachers first, then assign them here."
          action={<Button onClick={() => onShow('batch')}>Import users</Button>}
        >
          Nobody to assign yet.
        </EmptyState>
      </Card>
    );
  }

  function drop(student: User, teacherId: number): void {
    const isTaught = school.teachersOf.get(student.id)?.some(({ teacher_id }) => teacher_id === teacherId);
    const teacher = school.teachers.find(({ id }) => id === teacherId);
    if (isTaught && teacher) {
      showToast({ text: `${nameOf(student)} is already assigned to ${nameOf(teacher)}` });
    } else void onAssign(teacherId, [loginOf(student)]);
  }

  const bulk = (
    <BulkAssign key="bulk" school={school} groupsOf={groupsOf} isPhone={isPhone} onAssign={onAssign} />
  );
  const drag = (
    <DragArea students={school.students} onDrop={drop}>
      {(dragged) => (
        <>
          <UnassignedStudents
            students={school.unassigned}
            groupsOf={groupsOf}
            dragged={dragged}
            isPhone={isPhone}
          />
          <Teachers {...props} dragged={dragged} isPhone={isPhone} />
        </>
      )}
    </DragArea>
  );
  if (isPhone) {
    return (
      <div className="grid grid-cols-1 gap-3">
        <Segments
          label="What is shown"
          items={[
            { id: 'students', label: 'Students', count: school.students.length },
            { id: 'teachers', label: 'Teachers', count: school.teachers.length },
          ]}
          value={side}
          onChange={setSide}
        />
        {/* Hidden and not gone: what is selected stays. */}
        <div className={side === 'students' ? 'min-w-0' : 'hidden'}>{bulk}</div>
        {side === 'teachers' && drag}
      </div>
    );
  }
  return (
    <div className="grid grid-cols-1 items-start gap-4 sm:grid-cols-[minmax(14rem,17rem)_minmax(0,1fr)] lg:grid-cols-[15rem_minmax(0,1fr)_17rem] xl:grid-cols-[17rem_minmax(0,1fr)_19rem]">
      {/* Where there is little room, the bulk tool is the way that most will go: it comes first. */}
      {isWide ? <SkipLink /> : <div className="min-w-0 sm:col-span-2">{bulk}</div>}
      {drag}
      {isWide && <div className="sticky top-4 min-w-0">{bulk}</div>}
    </div>
  );
}

/** Past all the teachers, at the first press of Tab. */
function SkipLink() {
  return (
    <a
      href={`#${BULK_ID}`}
      className="sr-only focus:not-sr-only focus:absolute focus:z-10 focus:rounded-md focus:bg-raised focus:px-4 focus:py-2 focus:shadow-raised"
      onClick={(event) => {
        // The address stays as it is, and so does Back.
        event.preventDefault();
        document.getElementById(BULK_ID)?.focus();
      }}
    >
      Skip to Bulk Assignment
    </a>
  );
}

/** Fewer are found by looking. */
const SEARCH_FROM = 7;
const FIRST = 12;

type TeachersProps = Omit<AssignmentsTabProps, 'onAssign' | 'managed'> & {
  dragged: number | undefined;
  isPhone: boolean;
};

function Teachers({ school, dragged, isPhone, onRemove, onRemoveMany, onShow }: TeachersProps) {
  const { teachers, classOf, pendingOf, names } = school;
  const [words, setWords] = useState('');
  const shown = useMemo(() => matching(teachers, words), [teachers, words]);
  const drawn = useGrowing(shown, FIRST);
  return (
    <section aria-label="Teachers" className="min-w-0">
      <div className="mb-3 flex min-h-8 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-lead">
          Teachers{' '}
          <span className="text-small font-normal text-ink-soft tabular-nums">{teachers.length}</span>
        </h2>
        {teachers.length >= SEARCH_FROM && (
          <div className="flex w-full sm:w-56">
            <FindIn
              label="Search teachers"
              words={words}
              found={shown.length}
              what="teacher"
              onSearch={setWords}
            />
          </div>
        )}
      </div>
      {teachers.length === 0 && (
        <Card>
          <EmptyState
            className="py-6"
            action={<Button onClick={() => onShow('users')}>Create a teacher</Button>}
          >
            No teachers yet.
          </EmptyState>
        </Card>
      )}
      {teachers.length > 0 && shown.length === 0 && (
        <Card>
          <EmptyState
            className="py-6"
            action={<Button onClick={() => setWords('')}>Show all teachers</Button>}
          >
            No teacher matches “{words}”.
          </EmptyState>
        </Card>
      )}
      <ul className="grid grid-cols-1 items-start gap-1 sm:gap-3 sm:grid-cols-[repeat(auto-fill,minmax(15rem,1fr))]">
        {drawn.map((teacher) => {
          const students = classOf.get(teacher.id) ?? NOBODY;
          return (
            <TeacherCard
              key={teacher.id}
              teacher={teacher}
              students={students}
              pending={pendingOf.get(teacher.id) ?? NOBODY_PENDING}
              names={names}
              // Only to the cards that it concerns, so that a drag renders no others.
              dragged={students.some(({ student_id }) => student_id === dragged) ? dragged : undefined}
              isPhone={isPhone}
              onRemove={onRemove}
              onRemoveMany={onRemoveMany}
            />
          );
        })}
      </ul>
    </section>
  );
}

const NOBODY: readonly Assignment[] = [];
const NOBODY_PENDING: readonly Pending[] = [];
