import { Archive, FolderPlus, KeyRound, Unlink, UserCog } from 'lucide-react';
import { type SelectionAct, SelectionActs, SelectionBar } from '../../lists/selection/SelectionBar.tsx';
import type { Selecting } from '../../lists/selection/selected.ts';
import { Button } from '../../ui/Button.tsx';
import type { PeopleAct } from './PeopleDialog.tsx';
import type { User } from './school-data.ts';

type PeopleSelectionBarProps = {
  /** Everybody who can be selected, shown or not. */
  users: readonly User[];
  selecting: Selecting;
  onAct: (act: PeopleAct, people: readonly User[]) => void;
  onDone: () => void;
};

/** What can be done with the people who are selected. A phone has the first in sight. */
export default function PeopleSelectionBar({ users, selecting, onAct, onDone }: PeopleSelectionBarProps) {
  const people = users.filter(({ id }) => selecting.selected.ids.has(id));
  const hasStudents = people.some(({ role }) => role === 'student');
  const act = (id: PeopleAct, words: string, Icon: typeof Archive): SelectionAct => ({
    id,
    words,
    icon: <Icon className="size-4" aria-hidden="true" />,
    run: () => onAct(id, people),
  });
  const acts = [
    ...(hasStudents ? [act('unassign', 'Unassign', Unlink)] : []),
    act('role', 'Change role', UserCog),
    act('reset', 'Reset password', KeyRound),
    act('archive', 'Archive', Archive),
  ];
  return (
    <SelectionBar people={people} selecting={selecting} onDone={onDone}>
      {hasStudents && (
        <Button
          size="small"
          icon={<FolderPlus className="size-4" aria-hidden="true" />}
          onClick={() => onAct('groups', people)}
        >
          Groups
        </Button>
      )}
      <SelectionActs acts={acts} />
    </SelectionBar>
  );
}
