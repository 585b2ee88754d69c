import { CircleCheck, GripVertical } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { counted } from '../../../format/counted.ts';
import { Card } from '../../../ui/Card.tsx';
import { cx } from '../../../ui/cx.ts';
import { useDragHelp } from './DragArea.tsx';
import { FindIn } from './FindIn.tsx';
import { moveInList, useGrowing } from './list-keys.ts';
import { matching, nameOf, type User } from './school-data.ts';

const SEARCH_FROM = 9;
const FIRST = 40;

/** Those without a teacher, to be dragged onto one. */
export function UnassignedStudents(props: { students: readonly User[]; dragged: number | undefined }) {
  const { students, dragged } = props;
  const [words, setWords] = useState('');
  const [current, setCurrent] = useState<number>();
  const shown = useMemo(() => matching(students, words), [students, words]);
  const drawn = useGrowing(shown, FIRST);
  const stop = shown.some(({ id }) => id === current) ? current : shown[0]?.id;
  return (
    <Card
      title="Unassigned Students"
      subtitle={students.length === 0 ? undefined : <HowTo count={students.length} />}
      flush
      className="sm:sticky sm:top-4"
    >
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
      {students.length === 0 && (
        <p className="flex items-center gap-2 px-4 pb-4 text-ink-soft sm:px-5">
          <CircleCheck className="size-4.5 shrink-0 text-done" aria-hidden="true" />
          All students are assigned
        </p>
      )}
      {students.length > 0 && shown.length === 0 && (
        <p className="px-4 pb-4 text-ink-soft sm:px-5">No student matches “{words}”.</p>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrows go between its buttons */}
      <ul
        aria-label="Unassigned students"
        tabIndex={-1}
        className="max-h-96 overflow-y-auto overscroll-contain px-2 pb-2 empty:hidden sm:px-3"
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
          <span className="block truncate text-small text-ink-soft" title={student.email ?? undefined}>
            {student.email}
          </span>
        </span>
      </button>
    </li>
  );
});
