import { BadgeCheck, Ellipsis, History, KeyRound, Pencil, Trash2, UserRoundSearch } from 'lucide-react';
import { memo, useCallback } from 'react';
import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { roleLabel } from '../../../../domain/roles.ts';
import { shownDate } from '../../format/shown-date.ts';
import { Address, OrNotSet } from '../../lists/Address.tsx';
import { PagedTable } from '../../lists/PagedTable.tsx';
import { type RowPlace, type RowRef, TableRow } from '../../lists/RowsHolder.tsx';
import { UnconfirmedBadge } from '../../lists/Unconfirmed.tsx';
import { Badge } from '../../ui/Badge.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import type { useUsers } from './useUsers.ts';
import './users.css';

/** What can be done to somebody. */
export type Act = 'edit' | 'impersonate' | 'activity' | 'reset' | 'confirm' | 'delete';
type OnAct = (act: Act, user: ManagedUser) => void;

const COLUMNS = ['Email', 'Username', 'School', 'Role', 'Created', 'Actions'];
/** Rows with so many buttons are worth more than their weight only in sight. */
const FEW = 20;

/** How a person is named: by the e-mail address, or by the username of who has none. */
export const nameOf = ({ email, username, id }: ManagedUser): string => email ?? username ?? `User ${id}`;

const createdOn = ({ created_at }: ManagedUser): string =>
  created_at === null ? 'Unknown' : shownDate(new Date(created_at));

/** What they were, and until when they are kept. */
const archivedWords = ({ role, erase_on }: ManagedUser): string | undefined =>
  erase_on === null
    ? undefined
    : `${roleLabel(role)}. Deleted on ${shownDate(new Date(`${erase_on}T00:00`))}`;

export function UserTable({ users, onAct }: { users: ReturnType<typeof useUsers>; onAct: OnAct }) {
  const renderUser = useCallback(
    (user: ManagedUser, index: number, ref: RowRef) => (
      <UserRow key={user.id} user={user} index={index} rowRef={ref} onAct={onAct} />
    ),
    [onAct],
  );
  return (
    <PagedTable
      label="Users"
      columns={COLUMNS}
      headClassName="user-head max-lg:sr-only"
      heights={[139, 48]}
      cardsBelow="64rem"
      few={FEW}
      list={users}
      renderRow={renderUser}
    />
  );
}

type UserRowProps = RowPlace & { user: ManagedUser; onAct: OnAct };

/** A row of the table; on narrow screens a card (users.css). Drawn again only when its user is: scrolling costs the rows that come. */
const UserRow = memo(function UserRow({ user, index, rowRef, onAct }: UserRowProps) {
  return (
    <TableRow index={index} rowRef={rowRef} className="user-row">
      <span role="cell">
        <Address>{user.email}</Address>
        {!user.email_confirmed && user.email !== null && (
          <>
            {' '}
            <UnconfirmedBadge />
          </>
        )}
      </span>
      <span role="cell">
        <OrNotSet>{user.username}</OrNotSet>
      </span>
      <span role="cell" title={user.school_name ?? undefined}>
        {user.school_name ?? <span className="text-ink-soft">No school</span>}
      </span>
      <span role="cell" title={archivedWords(user)}>
        <Badge>{user.erase_on === null ? roleLabel(user.role) : 'Archived'}</Badge>
      </span>
      <span role="cell">{createdOn(user)}</span>
      <span role="cell">
        <Acts user={user} onAct={onAct} />
      </span>
    </TableRow>
  );
});

const ACTS = [
  { act: 'edit', title: 'Edit user', icon: <Pencil />, variant: 'ghost' },
  { act: 'impersonate', title: 'Impersonate user', icon: <UserRoundSearch />, variant: 'ghost' },
  { act: 'delete', title: 'Delete user', icon: <Trash2 />, variant: 'danger' },
] as const;

function Acts({ user, onAct }: { user: ManagedUser; onAct: OnAct }) {
  const name = nameOf(user);
  const isArchived = user.erase_on !== null;
  // Of somebody who is archived, the school decides first whether they come back.
  const acts = isArchived ? ACTS.filter(({ act }) => act === 'delete') : ACTS;
  return (
    <>
      {acts.map(({ act, title, icon, variant }) => (
        <IconButton
          key={act}
          size="small"
          title={title}
          aria-label={`${title} ${name}`}
          icon={icon}
          variant={variant}
          onClick={() => onAct(act, user)}
        />
      ))}
      <Menu
        label={`More for ${name}`}
        renderTrigger={(props) => (
          <IconButton
            size="small"
            title="More"
            aria-label={`More for ${name}`}
            icon={<Ellipsis />}
            {...props}
          />
        )}
      >
        <MenuItem icon={<History />} onClick={() => onAct('activity', user)}>
          Activity
        </MenuItem>
        {!isArchived && (
          <MenuItem icon={<KeyRound />} onClick={() => onAct('reset', user)}>
            Reset password
          </MenuItem>
        )}
        {!isArchived && !user.email_confirmed && user.email !== null && (
          <MenuItem icon={<BadgeCheck />} onClick={() => onAct('confirm', user)}>
            Confirm
          </MenuItem>
        )}
      </Menu>
    </>
  );
}
