import { type ReactNode, useMemo, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { SelectField } from '../../ui/Field.tsx';
import { Segments } from '../../ui/Segments.tsx';
import { Strip } from '../../ui/Strip.tsx';
import { BulkStudents } from './BulkStudents.tsx';
import { FindIn } from './FindIn.tsx';
import { loginOf, matchingOrIn, type School, teacherWords, type User } from './school-data.ts';
import type { GroupsOf } from './useSchoolGroups.ts';

const SEARCH_FROM = 9;
const NOT_READY = 'Please select a teacher and at least one student';
/** Where the skip link leads. */
export const BULK_ID = 'bulk-assignment';

type View = 'unassigned' | 'all' | 'selected';

type BulkAssignProps = {
  school: School;
  groupsOf: GroupsOf;
  /** On a phone the teacher and the button stand at the lower edge. */
  isPhone: boolean;
  onAssign: (teacherId: number, emails: readonly string[]) => Promise<boolean>;
};

/** Many students to one teacher at once. Nobody is assigned unseen: who is selected and hidden is shown first. */
export function BulkAssign({ school, groupsOf, isPhone, onAssign }: BulkAssignProps) {
  const { students, teachers, teachersOf, unassigned } = school;
  const [words, setWords] = useState('');
  const [view, setView] = useState<View>(unassigned.length > 0 ? 'unassigned' : 'all');
  /** Who was selected when the review began: of them somebody can be taken out, and put back. */
  const [reviewed, setReviewed] = useState<readonly User[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [teacherId, setTeacherId] = useState('');
  const [busy, setBusy] = useState(false);
  const inView = { unassigned, all: students, selected: reviewed }[view];
  const shown = useMemo(() => matchingOrIn(inView, groupsOf, words), [inView, groupsOf, words]);
  /** A search that finds nobody without a teacher may have been meant for the others. */
  const elsewhere = useMemo(
    () =>
      view === 'unassigned' && words !== '' && shown.length === 0
        ? matchingOrIn(students, groupsOf, words).length
        : 0,
    [view, words, shown, students, groupsOf],
  );
  const selected = students.filter(({ id }) => chosen.has(id));
  const hidden = useMemo(() => {
    const inSight = new Set(shown.map(({ id }) => id));
    return students.filter(({ id }) => chosen.has(id) && !inSight.has(id)).length;
  }, [students, shown, chosen]);
  const teacher = teachers.find(({ id }) => String(id) === teacherId);
  const isReady = teacher !== undefined && selected.length > 0;

  // Always the same function, so that a choice draws one line and not all.
  const [choose] = useState(
    () => (ids: readonly number[], isChosen: boolean) =>
      setChosen((now) => {
        const next = new Set(now);
        for (const id of ids)
          if (isChosen) next.add(id);
          else next.delete(id);
        return next;
      }),
  );
  const start = (next: View) => {
    setView(next);
    setWords('');
  };

  async function submit(): Promise<void> {
    if (busy) return;
    if (hidden > 0) {
      setReviewed(selected);
      start('selected');
      return;
    }
    if (!teacher || selected.length === 0) return;
    setBusy(true);
    const isDone = await onAssign(teacher.id, selected.map(loginOf));
    setBusy(false);
    // What did not work can be tried again as it is.
    if (!isDone) return;
    setChosen(new Set());
    // The button cannot be pressed without a selection, and would lose the focus to nobody.
    focusTool();
    if (view === 'selected') start(unassigned.length > 0 ? 'unassigned' : 'all');
  }

  const status = (
    <div className="flex min-h-8 items-center justify-between gap-2 pointer-coarse:min-h-11">
      <p role="status" className="text-small text-ink-soft tabular-nums">
        {selectedWords(selected.length, hidden)}
      </p>
      {selected.length > 0 && (
        <Button
          size="small"
          variant="ghost"
          className="-mr-3"
          onClick={() => {
            setChosen(new Set());
            if (view === 'selected') start('unassigned');
            focusTool();
          }}
        >
          Clear
        </Button>
      )}
    </div>
  );
  const act = (
    <>
      <SelectField
        label="Teacher"
        hideLabel={isPhone}
        reserve={false}
        value={teacher ? teacherId : ''}
        onChange={(event) => setTeacherId(event.currentTarget.value)}
      >
        <option value="">Select a teacher</option>
        {teachers.map((one) => (
          <option key={one.id} value={one.id}>
            {teacherWords(one)}
          </option>
        ))}
      </SelectField>
      <div>
        <Button
          type="submit"
          variant="primary"
          block
          disabled={hidden === 0 && !isReady}
          busy={busy}
          busyLabel="Assigning..."
        >
          {buttonWords(selected.length, hidden)}
        </Button>
        {!isPhone && (
          <p className={cx('pt-1.5 text-small text-ink-soft', isReady && 'invisible')}>{NOT_READY}</p>
        )}
      </div>
    </>
  );

  return (
    <Card
      id={BULK_ID}
      tabIndex={-1}
      aria-label="Bulk Assignment"
      title="Bulk Assignment"
      subtitle="Choose students, then their teacher."
    >
      <form
        noValidate
        method="post"
        className="grid grid-cols-1 gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
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
          <Segments
            label="Students to choose from"
            items={[
              { id: 'unassigned', label: 'Unassigned', count: unassigned.length },
              { id: 'all', label: 'All', count: students.length },
            ]}
            value={view}
            onChange={start}
          />
          {view === 'selected' && (
            <p className="text-small text-ink-soft">
              These students are selected. Untick any you did not mean to include.
            </p>
          )}
          {shown.length === 0 ? (
            <div className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2 text-ink-soft">
              <p className="wrap-anywhere">{nobodyWords(words, students.length)}</p>
              {elsewhere > 0 && (
                <>
                  <p>{elsewhere.toLocaleString('en-US')} among all students.</p>
                  <Button
                    size="small"
                    onClick={() => {
                      setView('all');
                      focusTool();
                    }}
                  >
                    Show {elsewhere.toLocaleString('en-US')}
                  </Button>
                </>
              )}
            </div>
          ) : (
            <BulkStudents students={shown} teachersOf={teachersOf} chosen={chosen} onChoose={choose} />
          )}
        </div>
        {isPhone ? (
          <>
            {!isReady && <p className="text-small text-ink-soft">{NOT_READY}</p>}
            <SelectionBar isStuck={selected.length > 0}>
              {status}
              {act}
            </SelectionBar>
          </>
        ) : (
          <>
            {status}
            {act}
          </>
        )}
      </form>
    </Card>
  );
}

/** At the lower edge of the window while something is selected, however far the page is scrolled. */
function SelectionBar({ isStuck, children }: { isStuck: boolean; children: ReactNode }) {
  const inside = <div className="grid w-full grid-cols-1 gap-2 pb-2">{children}</div>;
  if (!isStuck) return inside;
  return (
    <Strip kind="selection" label="Selection">
      {inside}
    </Strip>
  );
}

const focusTool = () => document.getElementById(BULK_ID)?.focus({ preventScroll: true });

function selectedWords(count: number, hidden: number): string {
  if (count === 0) return 'None selected';
  const words = `${count.toLocaleString('en-US')} selected`;
  return hidden === 0 ? words : `${words}, ${hidden.toLocaleString('en-US')} not shown`;
}

function buttonWords(count: number, hidden: number): string {
  if (hidden > 0) return `Review ${count.toLocaleString('en-US')} selected`;
  return count === 1 ? 'Assign 1 Student' : `Assign ${count.toLocaleString('en-US')} Students`;
}

function nobodyWords(words: string, students: number): string {
  if (students === 0) return 'No students yet.';
  return words === '' ? 'Every student has a teacher.' : `No student matches “${words}”.`;
}
