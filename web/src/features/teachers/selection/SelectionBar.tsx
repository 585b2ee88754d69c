import { CalendarPlus, Ellipsis, FolderPlus, Link2, Pencil, Trash2 } from 'lucide-react';
import './selection.css';
import { lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { Strip } from '../../../ui/Strip.tsx';
import { useMediaQuery } from '../../../ui/useMediaQuery.ts';
import { AddToGroup } from '../groups/AddToGroup.tsx';
import { copyLinks } from '../invitation-links.ts';
import { removeMany } from '../remove-student.ts';
import type { SetStart } from '../set-work/set-draft.ts';
import { inSubjectOf } from '../subjects-taken.ts';
import type { Student } from '../useStudents.ts';
import { pressAll, type Selecting } from './selected.ts';

const SetPapersDialog = lazy(() => import('../set-work/SetPapersDialog.tsx'));
const RenameStudentDialog = lazy(() => import('../RenameStudentDialog.tsx'));

type SelectionBarProps = {
  /** Everybody who can be selected, shown or not. */
  students: readonly Student[];
  selecting: Selecting;
  onDone: () => void;
};

const IS_ELSEWHERE = 'dialog, [popover], input:not([type=checkbox]), select, textarea';

/** Escape leaves, unless it has something else to close or to clear. */
function useEscape(leave: () => void): void {
  const escaped = useEffectEvent(leave);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      if (!(event.target instanceof Element && event.target.closest(IS_ELSEWHERE))) escaped();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

/** At the lower edge while students are being selected: how many, and what can be done with them. */
export default function SelectionBar({ students: all, selecting, onDone }: SelectionBarProps) {
  const { selected, shown, onSelect } = selecting;
  const students = all.filter(({ id }) => selected.ids.has(id));
  const hidden = students.filter(({ id }) => !shown.includes(id)).length;
  useEscape(onDone);
  return (
    <Strip kind="selection" label="Selection">
      <Checkbox
        tone="accent"
        checked={shown.length > 0 && shown.every((id) => selected.ids.has(id))}
        onChange={() => onSelect(pressAll(selected, shown))}
      >
        All
      </Checkbox>
      <p role="status" className="min-w-0 flex-1 pl-2 font-medium tabular-nums">
        {students.length} selected
        {hidden > 0 && <span className="font-normal text-ink-soft">, {hidden} not shown</span>}
      </p>
      {students.length > 0 && (
        <div className="selection-acts">
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
function Acts({ students, onDone }: Omit<SelectionBarProps, 'selecting'>) {
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
    run: () => void remove(),
  });

  return (
    <>
      <AddToGroup students={students} icon={<FolderPlus className="size-4" aria-hidden="true" />} />
      {isPhone ? (
        <Menu
          label="More"
          renderTrigger={(props) => (
            <IconButton title="More" variant="secondary" icon={<Ellipsis />} {...props} />
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
          <Button key={id} size="small" icon={icon} busy={id === 'remove' && isBusy} onClick={run}>
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
