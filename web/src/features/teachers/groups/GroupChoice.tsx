import { Check, ChevronDown } from 'lucide-react';
import './groups.css';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { useStudents } from '../useStudents.ts';
import { useChosenGroup, useGroups } from './useGroups.ts';

const EditGroupsDialog = lazy(() => import('./EditGroupsDialog.tsx'));

/** One choice of group for list, grid and exports. It comes with the first group. */
export default function GroupChoice() {
  const { data } = useGroups();
  const { group, choose } = useChosenGroup();
  const total = useStudents().data?.students.length;
  const [isEditing, setEditing] = useState(false);
  if (!data || (data.groups.length === 0 && !isEditing)) return null;
  const words = group?.name ?? 'All students';
  const count = group ? group.students.length : total;
  return (
    <>
      {/* Hidden, and not gone, when its last group is: the dialog belongs to it. */}
      {data.groups.length > 0 && (
        <Menu
          label="Group"
          align="start"
          renderTrigger={(props) => (
            <Button size="small" title={words} className="group-choice" {...props}>
              <span className="sr-only">Group: </span>
              <bdi className="truncate">{words}</bdi>
              <Count>{count}</Count>
              <ChevronDown className="size-4 shrink-0" aria-hidden="true" />
            </Button>
          )}
        >
          <Choice isChosen={!group} count={total} onChoose={() => choose(undefined)}>
            All students
          </Choice>
          {data.groups.map(({ id, name, students }) => (
            <Choice key={id} isChosen={id === group?.id} count={students.length} onChoose={() => choose(id)}>
              {name}
            </Choice>
          ))}
          <div className="mt-1 border-t border-line pt-1">
            <MenuItem onClick={() => setEditing(true)}>Edit groups</MenuItem>
          </div>
        </Menu>
      )}
      {isEditing && (
        <Suspense>
          <EditGroupsDialog onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </>
  );
}

const Count = ({ children }: { children: number | undefined }) => (
  <span className="font-normal text-ink-soft tabular-nums">{children?.toLocaleString('en-US')}</span>
);

type ChoiceProps = {
  isChosen: boolean;
  count: number | undefined;
  onChoose: () => void;
  children: ReactNode;
};

function Choice({ isChosen, count, onChoose, children }: ChoiceProps) {
  return (
    <MenuItem
      role="menuitemradio"
      aria-checked={isChosen}
      icon={isChosen ? <Check aria-hidden="true" /> : <span className="size-4.5 shrink-0" />}
      onClick={onChoose}
    >
      <bdi className="min-w-0 flex-1 wrap-anywhere">{children}</bdi>
      <Count>{count}</Count>
    </MenuItem>
  );
}
