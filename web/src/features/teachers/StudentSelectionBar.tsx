import { CalendarPlus, FolderPlus, Link2, Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { type SelectionAct, SelectionActs, SelectionBar } from '../../lists/selection/SelectionBar.tsx';
import type { Selecting } from '../../lists/selection/selected.ts';
import { AddToGroup } from './groups/AddToGroup.tsx';
import { copyLinks } from './invitation-links.ts';
import { removeMany } from './remove-student.ts';
import type { SetStart } from './set-work/set-draft.ts';
import { inSubjectOf } from './subjects-taken.ts';
import type { Student } from './useStudents.ts';

const SetPapersDialog = lazy(() => import('./set-work/SetPapersDialog.tsx'));
const RenameStudentDialog = lazy(() => import('./RenameStudentDialog.tsx'));

type StudentSelectionBarProps = {
  /** Everybody who can be selected, shown or not. */
  students: readonly Student[];
  selecting: Selecting;
  onDone: () => void;
};

/** What can be done with the students who are selected. */
export default function StudentSelectionBar({ students: all, selecting, onDone }: StudentSelectionBarProps) {
  const students = all.filter(({ id }) => selecting.selected.ids.has(id));
  return (
    <SelectionBar people={students} selecting={selecting} onDone={onDone}>
      <Acts students={students} onDone={onDone} />
    </SelectionBar>
  );
}

/** Everything that can be done with several students. A phone has the first in sight. */
function Acts({ students, onDone }: Omit<StudentSelectionBarProps, 'selecting'>) {
  const [renamed, setRenamed] = useState<Student>();
  const [start, setStart] = useState<SetStart>();
  const [isBusy, setBusy] = useState(false);
  const [only] = students.length === 1 ? students : [];
  const invited = students.flatMap((student) =>
    student.invitation_link === null ? [] : { ...student, link: student.invitation_link },
  );

  async function remove(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const isDone = await removeMany(students);
    setBusy(false);
    if (isDone) onDone();
  }

  const active = students.filter(({ status }) => status === 'active').map(({ id }) => id);

  const acts: SelectionAct[] = [];
  if (active.length > 0)
    acts.push({
      id: 'set',
      words: 'Set papers',
      icon: <CalendarPlus className="size-4" aria-hidden="true" />,
      run: () => setStart({ ...inSubjectOf(active), audience: { kind: 'chosen', ids: new Set(active) } }),
    });
  if (invited.length > 0)
    acts.push({
      id: 'links',
      words: 'Copy links',
      icon: <Link2 className="size-4" aria-hidden="true" />,
      run: () => void copyLinks(invited),
    });
  if (only)
    acts.push({
      id: 'rename',
      words: 'Rename',
      icon: <Pencil className="size-4" aria-hidden="true" />,
      run: () => setRenamed(only),
    });
  acts.push({
    id: 'remove',
    words: 'Remove',
    icon: <Trash2 className="size-4" aria-hidden="true" />,
    isBusy,
    run: () => void remove(),
  });

  return (
    <>
      <AddToGroup students={students} icon={<FolderPlus className="size-4" aria-hidden="true" />} />
      <SelectionActs acts={acts} />
      {start && (
        <Suspense>
          <SetPapersDialog start={start} onClose={() => setStart(undefined)} onDone={onDone} />
        </Suspense>
      )}
      {renamed && (
        <Suspense>
          <RenameStudentDialog student={renamed} onClose={() => setRenamed(undefined)} />
        </Suspense>
      )}
    </>
  );
}
