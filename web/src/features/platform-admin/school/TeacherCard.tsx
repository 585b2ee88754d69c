import { useDroppable } from '@dnd-kit/core';
import { GripVertical, X } from 'lucide-react';
import { memo, type ReactNode, useState } from 'react';
import { counted } from '../../../format/counted.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/IconButton.tsx';
import { type CardData, useDragHelp } from './DragArea.tsx';
import { type Assignment, nameOf, studentOf, type User } from './school-data.ts';

/** Of a large class some are shown, the rest when asked for. */
const SHOWN = 6;

type TeacherCardProps = {
  teacher: User;
  students: readonly Assignment[];
  /** Who of them is being dragged. */
  dragged: number | undefined;
  onRemove: (assignment: Assignment) => Promise<boolean>;
};

/** A teacher and their students: here students are dropped. */
export const TeacherCard = memo(function TeacherCard(props: TeacherCardProps) {
  const { teacher, students, dragged, onRemove } = props;
  const [isWhole, setWhole] = useState(false);
  const name = nameOf(teacher);
  const shown = isWhole || students.length <= SHOWN + 1 ? students : students.slice(0, SHOWN);
  return (
    <DropZone teacher={teacher} count={students.length} hasDragged={dragged !== undefined}>
      <div className="flex items-start justify-between gap-2 px-3 pt-3">
        <h3 tabIndex={-1} className="min-w-0 truncate text-body" title={name}>
          {name}
        </h3>
        <Badge tone={students.length > 0 ? 'accent' : 'neutral'} className="tabular-nums">
          {counted(students.length, 'student')}
        </Badge>
      </div>
      <p className="truncate px-3 text-small text-ink-soft" title={teacher.email ?? undefined}>
        {teacher.email ?? 'No email'}
      </p>
      {students.length === 0 ? (
        <p className="m-3 mt-2 flex flex-1 items-center justify-center rounded-md border border-dashed border-line-strong px-3 py-5 text-center text-small text-ink-soft">
          Drop students here to assign them
        </p>
      ) : (
        <ul aria-label={`Students of ${name}`} className="px-1.5 pt-1.5 pb-1.5">
          {shown.map((assignment) => (
            <StudentLine
              key={assignment.student_id}
              assignment={assignment}
              teacher={name}
              isDragged={assignment.student_id === dragged}
              onRemove={onRemove}
            />
          ))}
        </ul>
      )}
      {students.length > SHOWN + 1 && (
        <Button
          variant="ghost"
          size="small"
          className="mx-1.5 mb-1.5"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${students.length}`}
          <span className="sr-only"> students of {name}</span>
        </Button>
      )}
    </DropZone>
  );
});

type DropZoneProps = {
  teacher: User;
  count: number;
  /** There is nothing to be gained by dropping here. */
  hasDragged: boolean;
  children: ReactNode;
};

/** Rendered again for every card that is passed over, but nothing in it is. */
function DropZone({ teacher, count, hasDragged, children }: DropZoneProps) {
  const data: CardData = { teacherId: teacher.id, name: nameOf(teacher), count };
  const { setNodeRef, isOver, active } = useDroppable({ id: teacher.id, data });
  return (
    <li
      ref={setNodeRef}
      className={cx(
        'flex min-w-0 flex-col rounded-lg border shadow-card [contain-intrinsic-block-size:auto_9rem] [content-visibility:auto]',
        isOver && !hasDragged ? 'bg-accent-soft' : 'bg-surface',
        isOver ? 'border-accent ring-2 ring-accent' : active ? 'border-line-strong' : 'border-line',
        hasDragged && 'opacity-60',
      )}
    >
      {children}
    </li>
  );
}

/** The line goes with its button; the one beside it takes the focus or, after the last, the name of the teacher. */
function focusNextTo(button: Element): void {
  const line = button.closest('li');
  const beside = line?.nextElementSibling ?? line?.previousElementSibling;
  const card = line?.parentElement?.closest('li');
  (beside?.querySelector<HTMLElement>('[title=Remove]') ?? card?.querySelector('h3'))?.focus();
}

type StudentLineProps = {
  assignment: Assignment;
  teacher: string;
  isDragged: boolean;
  onRemove: TeacherCardProps['onRemove'];
};

const StudentLine = memo(function StudentLine(props: StudentLineProps) {
  const { assignment, teacher, isDragged, onRemove } = props;
  const help = useDragHelp();
  const name = studentOf(assignment);
  return (
    <li className={cx('flex items-center rounded-md hover:bg-hover', isDragged && 'opacity-40')}>
      <button
        type="button"
        data-student={assignment.student_id}
        aria-roledescription="draggable"
        aria-describedby={help}
        title={assignment.student_email ?? undefined}
        className="flex min-h-8 min-w-0 flex-1 cursor-grab items-center gap-1.5 rounded-md px-1.5 text-start select-none [-webkit-touch-callout:none] focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        <GripVertical className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <span className="truncate">{name}</span>
      </button>
      <IconButton
        title="Remove"
        aria-label={`Remove ${name} from ${teacher}`}
        variant="danger"
        size="small"
        icon={<X />}
        onClick={({ currentTarget }) => {
          focusNextTo(currentTarget);
          void onRemove(assignment);
        }}
      />
    </li>
  );
});
