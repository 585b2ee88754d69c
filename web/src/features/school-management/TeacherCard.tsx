import { useDroppable } from '@dnd-kit/core';
import { ChevronDown, ChevronUp, GripVertical, Hourglass, X } from 'lucide-react';
import { memo, type ReactNode, useRef, useState } from 'react';
import { counted } from '../../format/counted.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { type CardData, useDragHelp } from './DragArea.tsx';
import {
  type Assignment,
  nameOf,
  type Pending,
  pendingName,
  type School,
  studentOf,
  titleOf,
  type User,
} from './school-data.ts';

/** Of a large class some are shown, the rest when asked for; on a phone a card is closed. */
const SHOWN = 3;

type TeacherCardProps = {
  teacher: User;
  students: readonly Assignment[];
  pending: readonly Pending[];
  /** What the school calls its students, by their id. */
  names: School['names'];
  /** Who of them is being dragged. */
  dragged: number | undefined;
  isPhone: boolean;
  onRemove: (assignment: Assignment) => Promise<boolean>;
  onRemoveMany: (teacherId: number, emails: readonly string[]) => Promise<boolean>;
};

/** A teacher and their students: here students are dropped. */
export const TeacherCard = memo(function TeacherCard(props: TeacherCardProps) {
  const { teacher, students, pending, names, dragged, isPhone, onRemove, onRemoveMany } = props;
  const [isWhole, setWhole] = useState(false);
  /** The addresses that are chosen, while some are being chosen. */
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const title = useRef<HTMLHeadingElement>(null);
  const name = nameOf(teacher);
  const about = titleOf(teacher.name, teacher.email);
  const count = students.length + pending.length;
  const limit = isPhone ? 0 : SHOWN;
  // One more is no reason for a button.
  const isLong = count > limit + (isPhone ? 0 : 1);
  const shown = isWhole || !isLong ? count : limit;
  const choosing = isWhole ? chosen : undefined;

  function toggle(): void {
    setWhole(!isWhole);
    setChosen(undefined);
  }
  function choose(email: string): void {
    const next = new Set(chosen);
    if (!next.delete(email)) next.add(email);
    setChosen(next);
  }
  function removeOne(email: string): void {
    title.current?.focus();
    void onRemoveMany(teacher.id, [email]);
  }
  function removeChosen(): void {
    const emails = [...students, ...pending].flatMap(({ student_email }) => student_email ?? []);
    const wanted = emails.filter((email) => chosen?.has(email));
    title.current?.focus();
    setChosen(undefined);
    void onRemoveMany(teacher.id, wanted);
  }

  return (
    <DropZone teacher={teacher} count={students.length} hasDragged={dragged !== undefined}>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 px-3 pt-3 max-sm:grid-cols-[minmax(0,1fr)_auto_auto] max-sm:items-center max-sm:py-1">
        <h3 ref={title} tabIndex={-1} className="truncate text-body" title={name}>
          {name}
        </h3>
        <Badge className="tabular-nums">
          <span>
            {pending.length === 0 ? (
              counted(students.length, 'student')
            ) : (
              <>
                {students.length}
                <span className="sr-only"> {students.length === 1 ? 'student' : 'students'}</span>,{' '}
                {pending.length} pending
              </>
            )}
          </span>
        </Badge>
        {isPhone && isLong && (
          <IconButton
            className="row-span-2 -mr-2"
            title={isWhole ? 'Show fewer' : `Show all ${count}`}
            aria-label={`${isWhole ? 'Show fewer' : `Show all ${count}`} students of ${name}`}
            aria-expanded={isWhole}
            icon={isWhole ? <ChevronUp /> : <ChevronDown />}
            onClick={toggle}
          />
        )}
        <p className="col-span-2 truncate text-small text-ink-soft" title={about}>
          {about ?? 'No email'}
        </p>
      </div>
      {count === 0 && (
        <p className="m-3 mt-2 flex flex-1 items-center justify-center rounded-md border border-dashed border-line-strong px-3 py-5 text-center text-small text-ink-soft max-sm:m-0 max-sm:justify-start max-sm:border-0 max-sm:py-0 max-sm:pb-1.5">
          Drop students here to assign them
        </p>
      )}
      {shown > 0 && (
        <ul aria-label={`Students of ${name}`} className="px-1.5 pt-1.5 pb-1.5 max-sm:pt-0">
          {students.slice(0, shown).map((assignment) => (
            <StudentLine
              key={assignment.student_id}
              assignment={assignment}
              called={names.get(assignment.student_id)}
              teacher={name}
              isDragged={assignment.student_id === dragged}
              chosen={choosing}
              onChoose={choose}
              onRemove={onRemove}
            />
          ))}
          {pending.slice(0, Math.max(0, shown - students.length)).map((one) => (
            <PendingLine
              key={one.student_email}
              pending={one}
              teacher={name}
              chosen={choosing}
              onChoose={choose}
              onRemove={removeOne}
            />
          ))}
        </ul>
      )}
      {isLong && (isWhole || !isPhone) && (
        <div className="flex flex-wrap items-center gap-1 px-1.5 pb-1.5">
          {!isPhone && (
            <Button variant="ghost" size="small" aria-expanded={isWhole} onClick={toggle}>
              {isWhole ? 'Show fewer' : `Show all ${count}`}
              <span className="sr-only"> students of {name}</span>
            </Button>
          )}
          {isWhole && (
            <Button
              variant="ghost"
              size="small"
              aria-pressed={choosing !== undefined}
              onClick={() => setChosen(choosing ? undefined : new Set())}
            >
              Select<span className="sr-only"> students of {name}</span>
            </Button>
          )}
          {choosing && (
            <Button
              variant="danger"
              size="small"
              className="ml-auto"
              disabled={choosing.size === 0}
              onClick={removeChosen}
            >
              Remove {choosing.size}
            </Button>
          )}
        </div>
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
        'flex min-w-0 flex-col rounded-lg border shadow-card [contain-intrinsic-block-size:auto_9rem] max-sm:[contain-intrinsic-block-size:auto_3.5rem] [content-visibility:auto]',
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

type LineProps = {
  teacher: string;
  /** The addresses that are chosen, while some are being chosen. */
  chosen: ReadonlySet<string> | undefined;
  onChoose: (email: string) => void;
};
type StudentLineProps = LineProps & {
  assignment: Assignment;
  /** Their name, if the school has said it. */
  called: string | undefined;
  isDragged: boolean;
  onRemove: TeacherCardProps['onRemove'];
};

const LINE = 'flex items-center rounded-md hover:bg-hover';

function ChoiceLine({ email, chosen, onChoose, children }: ChoiceLineProps) {
  return (
    <li className={LINE}>
      <Checkbox
        tone="accent"
        className="min-h-8 min-w-0 flex-1 items-center px-1.5 py-1 pointer-coarse:min-h-11"
        checked={chosen.has(email)}
        onChange={() => onChoose(email)}
      >
        <span className="block truncate">{children}</span>
      </Checkbox>
    </li>
  );
}
type ChoiceLineProps = {
  email: string;
  chosen: ReadonlySet<string>;
  onChoose: (email: string) => void;
  children: ReactNode;
};

const StudentLine = memo(function StudentLine(props: StudentLineProps) {
  const { assignment, called, teacher, isDragged, chosen, onChoose, onRemove } = props;
  const help = useDragHelp();
  const name = studentOf(assignment);
  const words = (
    <>
      {name}
      {called !== undefined && <span className="text-small text-ink-soft"> {called}</span>}
    </>
  );
  if (chosen && assignment.student_email !== null) {
    return (
      <ChoiceLine email={assignment.student_email} chosen={chosen} onChoose={onChoose}>
        {words}
      </ChoiceLine>
    );
  }
  return (
    <li className={cx(LINE, isDragged && 'opacity-40')}>
      <button
        type="button"
        data-student={assignment.student_id}
        aria-roledescription="draggable"
        aria-describedby={help}
        title={titleOf(name, called, assignment.student_email)}
        className="flex min-h-8 min-w-0 flex-1 cursor-grab items-center gap-1.5 rounded-md px-1.5 text-start select-none [-webkit-touch-callout:none] focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
      >
        <GripVertical className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <span className="truncate">{words}</span>
      </button>
      <RemoveButton
        name={name}
        teacher={teacher}
        onClick={(button) => {
          focusNextTo(button);
          void onRemove(assignment);
        }}
      />
    </li>
  );
});

/** There is nobody to drag yet: only an address. */
function PendingLine(props: LineProps & { pending: Pending; onRemove: (email: string) => void }) {
  const { pending, teacher, chosen, onChoose, onRemove } = props;
  const name = pendingName(pending);
  const words = (
    <>
      {name} <span className="text-small text-part">Pending</span>
    </>
  );
  if (chosen) {
    return (
      <ChoiceLine email={pending.student_email} chosen={chosen} onChoose={onChoose}>
        {words}
      </ChoiceLine>
    );
  }
  return (
    <li className={LINE}>
      <span
        className="flex min-h-8 min-w-0 flex-1 items-center gap-1.5 px-1.5 pointer-coarse:min-h-11"
        title={pending.student_email}
      >
        <Hourglass className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <span className="truncate">{words}</span>
      </span>
      <RemoveButton name={name} teacher={teacher} onClick={() => onRemove(pending.student_email)} />
    </li>
  );
}

type RemoveButtonProps = { name: string; teacher: string; onClick: (button: Element) => void };

const RemoveButton = ({ name, teacher, onClick }: RemoveButtonProps) => (
  <IconButton
    title="Remove"
    aria-label={`Remove ${name} from ${teacher}`}
    variant="danger"
    size="small"
    icon={<X />}
    onClick={({ currentTarget }) => onClick(currentTarget)}
  />
);
