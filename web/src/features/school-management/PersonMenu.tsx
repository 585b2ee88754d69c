import { Archive, Ellipsis, FolderPlus, KeyRound, UserCog } from 'lucide-react';
import { roleLabel } from '../../../../domain/roles.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import type { PeopleAct } from './PeopleDialog.tsx';
import { OTHER_ROLE, type SchoolRole } from './people-acts.ts';
import type { Person } from './people-words.ts';
import { nameOf } from './school-data.ts';

type PersonMenuProps = {
  person: Person;
  onAct: (act: PeopleAct) => void;
  /** Where no list has a field for it. */
  onRole?: (role: SchoolRole) => void;
};

/** What can be done to one person of the school. */
export function PersonMenu({ person, onAct, onRole }: PersonMenuProps) {
  const { role } = person;
  if (role === 'school_admin') return null;
  const other = OTHER_ROLE[role];
  return (
    <Menu
      label={`More for ${nameOf(person)}`}
      renderTrigger={(props) => (
        <IconButton title="More" aria-label={`More for ${nameOf(person)}`} icon={<Ellipsis />} {...props} />
      )}
    >
      {onRole && (
        <MenuItem icon={<UserCog aria-hidden="true" />} onClick={() => onRole(other)}>
          Make {roleLabel(other).toLowerCase()}
        </MenuItem>
      )}
      {role === 'student' && (
        <MenuItem icon={<FolderPlus aria-hidden="true" />} onClick={() => onAct('groups')}>
          Groups
        </MenuItem>
      )}
      <MenuItem icon={<KeyRound aria-hidden="true" />} onClick={() => onAct('reset')}>
        Reset password
      </MenuItem>
      <MenuItem icon={<Archive aria-hidden="true" />} onClick={() => onAct('archive')}>
        Archive
      </MenuItem>
    </Menu>
  );
}
