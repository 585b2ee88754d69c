import { ChevronRight, CircleCheck, GripVertical } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { counted } from '../../format/counted.ts';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { useDragHelp } from './DragArea.tsx';
import { FindIn } from './FindIn.tsx';
import { moveInList, useGrowing } from './list-keys.ts';
import { matchingOrIn, nameOf, titleOf, type User } from './school-data.ts';
import type { GroupsOf } from './useSchoolGroups.ts';

const SEARCH_FROM = 9;
const FIRST = 40;

type UnassignedStudentsProps = {
  students: readonly User[];
  groupsOf: GroupsOf;
  dragged: number | undefined;
  /** There it is folded, so that the teachers are in sight. */
  isPhone: boolean;
};

/** Those without a teacher, to be dragged onto one. */
export function UnassignedStudents(props: UnassignedStudentsProps) {
  const { students, groupsOf, dragged, isPhone } = props;
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState<number>();
  const shown = useMemo(() => matchingOrIn(students, groupsOf, words), [students, groupsOf, words]);
  const drawn = useGrowing(shown, FIRST);
  const stop = shown.some(({ id }) => id === current) ? current : shown[0]?.id;
  const content = (
    <>
      {students.length >= SEARCH_FROM && (
        <div className="px-4 pb-2 sm:px-5">
          <FindIn
            label="Search unassigned"
            words={words}
            found={shown.length}
            what="student"
            onSearch={setWords}
          />
        </div>
      )}
      {students.length > 0 && shown.length === 0 && (
        <p className="px-4 pb-4 text-ink-soft sm:px-5">No student matches “{words}”.</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go between its buttons */}
      <ul
        aria-label="Unassigned students"
        tabIndex={-1}
        className={cx(
          'overflow-y-auto overscroll-contain px-2 pb-2 empty:hidden sm:px-3',
          isPhone ? 'max-h-48' : 'max-h-96',
        )}
        onKeyDown={(event) => moveInList(event, '[data-student]')}
      >
        {drawn.map((student) => (
          <StudentLine
            key={student.id}
            student={student}
            isDragged={student.id === dragged}
            isStop={student.id === stop}
            onCurrent={setCurrent}
          />
        ))}
      </ul>
    </>
  );
  if (students.length === 0) {
    return (
      <Card title="Unassigned Students" className="sm:sticky sm:top-4">
        <p className="flex items-center gap-2 text-ink-soft">
          <CircleCheck className="size-4.5 shrink-0 text-done" aria-hidden="true" />
          All students are assigned
        </p>
      </Card>
    );
  }
  const howTo = <HowTo count={students.length} />;
  if (isPhone) {
    return (
      <Card flush>
        <details className="group">
          <summary className="flex min-h-11 items-center gap-2 px-4 py-2 select-none focus-visible:-outline-offset-2">
            <ChevronRight
              className="-ml-1 size-4.5 shrink-0 text-ink-soft transition-transform group-open:rotate-90"
              aria-hidden="true"
            />
            <h2 className="flex-1 text-body">Unassigned Students</h2>
            <span className="text-small text-ink-soft tabular-nums">{students.length}</span>
          </summary>
          <p className="px-4 pb-2 text-small text-ink-soft">{howTo}</p>
          {content}
        </details>
      </Card>
    );
  }
  return (
    <Card title="Unassigned Students" subtitle={howTo} flush className="sticky top-4">
      {content}
    </Card>
  );
}

function HowTo({ count }: { count: number }) {
  return (
    <>
      {counted(count, 'student')}. <span className="pointer-coarse:hidden">Drag them onto a teacher.</span>
      <span className="hidden pointer-coarse:inline">Press and hold, then drag onto a teacher.</span>
    </>
  );
}

type StudentLineProps = {
  student: User;
  isDragged: boolean;
  isStop: boolean;
  onCurrent: (id: number) => void;
};

const StudentLine = memo(function StudentLine({ student, isDragged, isStop, onCurrent }: StudentLineProps) {
  const help = useDragHelp();
  return (
    // Out of sight it costs nothing: a thousand scroll as ten do.
    <li data-leaves className="[contain-intrinsic-block-size:auto_3.25rem] [content-visibility:auto]">
      <button
        type="button"
        data-student={student.id}
        tabIndex={isStop ? 0 : -1}
        aria-roledescription="draggable"
        aria-describedby={help}
        className={cx(
          'flex w-full cursor-grab items-center gap-2 rounded-md px-2 py-1.5 text-start select-none [-webkit-touch-callout:none] hover:bg-hover focus-visible:-outline-offset-2',
          isDragged && 'opacity-40',
        )}
        onFocus={() => onCurrent(student.id)}
      >
        <GripVertical className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <span className="min-w-0 flex-1">
          <span className="block truncate font-medium" title={nameOf(student)}>
            {nameOf(student)}
          </span>
          <span
            className="block truncate text-small text-ink-soft"
            title={titleOf(student.name, student.email)}
          >
            {titleOf(student.name, student.email)}
          </span>
        </span>
      </button>
    </li>
  );
});
