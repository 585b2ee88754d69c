import { Check } from 'lucide-react';
import { memo, useMemo, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { cx } from '../../../ui/cx.ts';
import { SelectField } from '../../../ui/Field.tsx';
import { FindIn } from './FindIn.tsx';
import { moveInList, useGrowing } from './list-keys.ts';
import { matching, nameOf, type School, type User } from './school-data.ts';

const SEARCH_FROM = 9;
const FIRST = 40;
const NOT_READY = 'Please select a teacher and at least one student';

type BulkAssignProps = {
  school: School;
  onAssign: (teacherId: number, students: readonly User[]) => Promise<boolean>;
};

/** Many students to one teacher at once. */
export function BulkAssign({ school, onAssign }: BulkAssignProps) {
  const { students, teachers, teachersOf, unassigned } = school;
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [teacherId, setTeacherId] = useState('');
  const [busy, setBusy] = useState(false);
  const [current, setCurrent] = useState<number>();
  // Who has no teacher comes first: they are the ones to be looked after.
  const ordered = useMemo(
    () => [...unassigned, ...students.filter(({ id }) => teachersOf.has(id))],
    [students, unassigned, teachersOf],
  );
  const shown = useMemo(() => matching(ordered, words), [ordered, words]);
  const selected = ordered.filter(({ id }) => chosen.has(id));
  const teacher = teachers.find(({ id }) => String(id) === teacherId);
  const isReady = teacher !== undefined && selected.length > 0;
  const drawn = useGrowing(shown, FIRST);
  const stop = shown.some(({ id }) => id === current) ? current : shown[0]?.id;

  const [toggle] = useState(
    () => (id: number) =>
      setChosen((now) => {
        const next = new Set(now);
        if (!next.delete(id)) next.add(id);
        return next;
      }),
  );

  async function assign(): Promise<void> {
    if (!teacher || selected.length === 0 || busy) return;
    setBusy(true);
    const isDone = await onAssign(teacher.id, selected);
    setBusy(false);
    // What did not work can be tried again as it is.
    if (isDone) setChosen(new Set());
  }

  const areAllChosen = shown.length > 0 && shown.every(({ id }) => chosen.has(id));
  function chooseShown(): void {
    const next = new Set(chosen);
    for (const { id } of shown)
      if (areAllChosen) next.delete(id);
      else next.add(id);
    setChosen(next);
  }

  return (
    <Card title="Bulk Assignment" subtitle="Choose students, then their teacher.">
      <form
        method="post"
        className="grid grid-cols-1 gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void assign();
        }}
      >
        <div className="grid grid-cols-1 gap-2">
          {students.length >= SEARCH_FROM && (
            <FindIn
              label="Search students"
              words={words}
              found={shown.length}
              what="student"
              onSearch={setWords}
            />
          )}
          {shown.length === 0 ? (
            <p className="py-2 text-ink-soft">
              {students.length === 0 ? 'No students yet.' : `No student matches “${words}”.`}
            </p>
          ) : (
            <div className="overflow-clip rounded-md border border-line">
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
                    onToggle={toggle}
                    onCurrent={setCurrent}
                  />
                ))}
              </div>
            </div>
          )}
          <div className="flex min-h-8 items-center justify-between gap-2">
            <p role="status" className="text-small text-ink-soft tabular-nums">
              {selected.length === 0
                ? 'None selected'
                : `${selected.length.toLocaleString('en-US')} selected`}
            </p>
            {shown.length > 1 && (
              <Button size="small" variant="ghost" className="-mr-2" onClick={chooseShown}>
                {areAllChosen ? 'Clear selection' : `Select all ${shown.length.toLocaleString('en-US')}`}
              </Button>
            )}
          </div>
        </div>
        <SelectField
          label="Teacher"
          reserve={false}
          value={teacher ? teacherId : ''}
          onChange={(event) => setTeacherId(event.currentTarget.value)}
        >
          <option value="">Select a teacher</option>
          {teachers.map(({ id, username, email }) => (
            <option key={id} value={id}>
              {nameOf({ id, username, email })}
            </option>
          ))}
        </SelectField>
        <div>
          <Button
            type="submit"
            variant="primary"
            block
            disabled={!isReady}
            busy={busy}
            busyLabel="Assigning..."
          >
            {selected.length === 1 ? 'Assign 1 Student' : `Assign ${selected.length} Students`}
          </Button>
          <p className={cx('pt-1.5 text-small text-ink-soft', isReady && 'invisible')}>{NOT_READY}</p>
        </div>
      </form>
    </Card>
  );
}

type StudentOptionProps = {
  student: User;
  /** Their teachers, if they have any. */
  note: string | undefined;
  isChosen: boolean;
  isStop: boolean;
  onToggle: (id: number) => void;
  onCurrent: (id: number) => void;
};

const StudentOption = memo(function StudentOption(props: StudentOptionProps) {
  const { student, note, isChosen, isStop, onToggle, onCurrent } = props;
  return (
    <div
      role="option"
      aria-selected={isChosen}
      tabIndex={isStop ? 0 : -1}
      className={cx(
        'flex cursor-pointer items-center gap-2.5 border-b border-line px-3 py-1.5 select-none [contain-intrinsic-block-size:auto_3.25rem] [content-visibility:auto] last:border-b-0 focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
        isChosen ? 'bg-accent-soft' : 'hover:bg-hover',
      )}
      onClick={() => onToggle(student.id)}
      onFocus={() => onCurrent(student.id)}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        onToggle(student.id);
      }}
    >
      <span
        aria-hidden="true"
        className={cx(
          'grid size-5 shrink-0 place-items-center rounded-sm border',
          isChosen ? 'border-accent-fill bg-accent-fill text-on-accent' : 'border-line-strong bg-surface',
        )}
      >
        {isChosen && <Check className="size-4" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate" title={student.email ?? undefined}>
          {nameOf(student)}
        </span>
        <span className="block truncate text-small text-ink-soft">{note ?? 'No teacher yet'}</span>
      </span>
    </div>
  );
});
