import { CalendarPlus, Ellipsis, FolderPlus, Link2, Pencil, Trash2 } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { Strip } from '../../../ui/Strip.tsx';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { AddToGroup } from '../groups/AddToGroup.tsx';
import { copyLinks } from '../invitation-links.ts';
import { removeMany } from '../remove-student.ts';
import type { SetStart } from '../set-work/set-draft.ts';
import type { Student } from '../useStudents.ts';

const SetPapersDialog = lazy(() => import('../set-work/SetPapersDialog.tsx'));
const RenameStudentDialog = lazy(() => import('../RenameStudentDialog.tsx'));

type SelectionBarProps = {
  students: readonly Student[];
  /** How many of them are not in the list as it is shown. */
  hidden: number;
  onDone: () => void;
};

/** At the lower edge while students are being selected: how many, and what can be done with them. */
export default function SelectionBar({ students, hidden, onDone }: SelectionBarProps) {
  return (
    <Strip kind="selection" label="Selection">
      <p role="status" className="min-w-0 flex-1 font-medium tabular-nums">
        {students.length} selected
        {hidden > 0 && <span className="font-normal text-ink-soft">, {hidden} not shown</span>}
      </p>
      {students.length > 0 && (
        <div className="flex gap-2 max-sm:order-last max-sm:basis-full max-sm:py-1.5">
          <Acts students={students} onDone={onDone} />
        </div>
      )}
      <Button size="small" onClick={onDone}>
        Done
      </Button>
    </Strip>
  );
}

type Act = { id: string; words: string; icon: ReactNode; run: () => void };

/** Everything that can be done with several students. A phone has the first in sight and the others in a menu. */
function Acts({ students, onDone }: Omit<SelectionBarProps, 'hidden'>) {
  const isPhone = useMediaQuery('(width < 40rem)');
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

  const acts: Act[] = [];
  if (active.length > 0)
    acts.push({
      id: 'set',
      words: 'Set papers',
      icon: <CalendarPlus />,
      run: () => setStart({ audience: { kind: 'chosen', ids: new Set(active) } }),
    });
  if (invited.length > 0)
    acts.push({ id: 'links', words: 'Copy links', icon: <Link2 />, run: () => void copyLinks(invited) });
  if (only) acts.push({ id: 'rename', words: 'Rename', icon: <Pencil />, run: () => setRenamed(only) });
  acts.push({ id: 'remove', words: 'Remove', icon: <Trash2 />, run: () => void remove() });

  return (
    <>
      <AddToGroup students={students} icon={<FolderPlus className="size-4" aria-hidden="true" />} />
      {isPhone ? (
        <Menu
          label="More"
          renderTrigger={(props) => (
            <IconButton title="More" variant="secondary" icon={<Ellipsis />} className="ml-auto" {...props} />
          )}
        >
          {acts.map(({ id, words, icon, run }) => (
            <MenuItem key={id} icon={icon} onClick={run}>
              {words}
            </MenuItem>
          ))}
        </Menu>
      ) : (
        acts.map(({ id, words, icon, run }) => (
          <Button
            key={id}
            size="small"
            icon={<span className="[&>svg]:size-4">{icon}</span>}
            busy={id === 'remove' && isBusy}
            onClick={run}
          >
            {words}
          </Button>
        ))
      )}
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
