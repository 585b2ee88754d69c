import { Check, Plus } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { Menu, MenuItem } from '../../../ui/Menu.tsx';
import { hasAll, toggleMembers } from './add-to-group.ts';
import { ownGroups } from './group-calls.ts';
import { useGroups } from './useGroups.ts';

const NewGroupDialog = lazy(() => import('./NewGroupDialog.tsx'));

type AddToGroupProps = { students: readonly { id: number }[]; icon: ReactNode };

/** Puts the selected students into a group. One that has them all is ticked, and takes them out again. */
export function AddToGroup({ students, icon }: AddToGroupProps) {
  const groups = ownGroups(useGroups().data?.groups ?? []);
  const [isNew, setNew] = useState(false);
  const ids = students.map(({ id }) => id);
  return (
    <>
      <Menu
        label="Add to group"
        align="start"
        renderTrigger={(props) => (
          <Button size="small" icon={icon} {...props}>
            Add to group
          </Button>
        )}
      >
        {groups.map((group) => {
          const isIn = hasAll(group, ids);
          return (
            <MenuItem
              key={group.id}
              role="menuitemcheckbox"
              aria-checked={isIn}
              icon={isIn ? <Check aria-hidden="true" /> : <span className="size-4.5 shrink-0" />}
              onClick={() => void toggleMembers(group, ids)}
            >
              <bdi className="min-w-0 wrap-anywhere">{group.name}</bdi>
            </MenuItem>
          );
        })}
        <MenuItem icon={<Plus aria-hidden="true" />} onClick={() => setNew(true)}>
          New group
        </MenuItem>
      </Menu>
      {isNew && (
        <Suspense>
          <NewGroupDialog students={ids} onClose={() => setNew(false)} />
        </Suspense>
      )}
    </>
  );
}
