import { Check } from 'lucide-react';
import { memo, useState } from 'react';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { moveInList, useGrowing } from './list-keys.ts';
import { nameOf, type School, titleOf, type User } from './school-data.ts';

const FIRST = 40;

type BulkStudentsProps = {
  students: readonly User[];
  teachersOf: School['teachersOf'];
  chosen: ReadonlySet<number>;
  onChoose: (ids: readonly number[], isChosen: boolean) => void;
};

/** The students of the bulk tool, to be chosen one by one or all that are shown. One stop of the Tab key. */
export function BulkStudents({ students, teachersOf, chosen, onChoose }: BulkStudentsProps) {
  const [current, setCurrent] = useState<number>();
  const drawn = useGrowing(students, FIRST);
  const stop = students.some(({ id }) => id === current) ? current : students[0]?.id;
  return (
    <div className="overflow-clip rounded-md border border-line">
      <div className="border-b border-line">
        <Checkbox
          tone="accent"
          className="w-full items-center px-2.5 py-1.5 pointer-coarse:min-h-11"
          checked={students.every(({ id }) => chosen.has(id))}
          onChange={({ currentTarget: { checked } }) =>
            onChoose(
              students.map(({ id }) => id),
              checked,
            )
          }
        >
          Select all {students.length.toLocaleString('en-US')}
        </Checkbox>
      </div>
      <div
        role="listbox"
        aria-label="Students"
        aria-multiselectable="true"
        tabIndex={-1}
        className="max-h-64 overflow-y-auto overscroll-contain"
        onKeyDown={(event) => moveInList(event, '[role=option]')}
      >
        {drawn.map((student) => (
          <StudentOption
            key={student.id}
            student={student}
            note={teachersOf
              .get(student.id)
              ?.map(({ teacher_username: name }) => name)
              .join(', ')}
            isChosen={chosen.has(student.id)}
            isStop={student.id === stop}
            onChoose={onChoose}
            onCurrent={setCurrent}
          />
        ))}
      </div>
    </div>
  );
}

type StudentOptionProps = Pick<BulkStudentsProps, 'onChoose'> & {
  student: User;
  /** Their teachers, if they have any. */
  note: string | undefined;
  isChosen: boolean;
  isStop: boolean;
  onCurrent: (id: number) => void;
};

const StudentOption = memo(function StudentOption(props: StudentOptionProps) {
  const { student, note, isChosen, isStop, onChoose, onCurrent } = props;
  const toggle = () => onChoose([student.id], !isChosen);
  return (
    <div
      role="option"
      aria-selected={isChosen}
      tabIndex={isStop ? 0 : -1}
      className={cx(
        'flex cursor-pointer items-center gap-2.5 border-b border-line px-2.5 py-1.5 select-none [contain-intrinsic-block-size:auto_3.25rem] [content-visibility:auto] last:border-b-0 focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
      onClick={toggle}
      onFocus={() => onCurrent(student.id)}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        toggle();
      }}
    >
      <span
        aria-hidden="true"
        className={cx(
          'grid size-6 shrink-0 place-items-center rounded-sm border',
          isChosen ? 'border-accent-fill bg-accent-fill text-on-accent' : 'border-line-strong bg-surface',
        )}
      >
        {isChosen && <Check className="size-4" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={titleOf(nameOf(student), student.name, student.email)}>
          {nameOf(student)}
          {student.name !== null && <span className="text-small text-ink-soft"> {student.name}</span>}
        </span>
        <span className="block truncate text-small text-ink-soft">{note ?? 'No teacher yet'}</span>
      </span>
    </div>
  );
});
