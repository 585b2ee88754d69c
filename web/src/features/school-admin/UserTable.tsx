import { useState } from 'react';
import { Link } from 'wouter';
import { percentageOf } from '../../../../domain/percentage.ts';
import { roleLabel } from '../../../../domain/roles.ts';
import type { UserSort } from '../../../../domain/school-dashboard.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { Address, OrNotSet } from '../../lists/Address.tsx';
import { PagedTable } from '../../lists/PagedTable.tsx';
import { type RowPlace, TableRow } from '../../lists/RowsHolder.tsx';
import { type AboutUnconfirmed, Unconfirmed } from '../../lists/Unconfirmed.tsx';
import { pathTo } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import type { SchoolUser, SchoolUsers } from './UsersTab.tsx';
import { dayWords } from './user-words.ts';
import type { UsersView } from './users-view.ts';
import './users.css';

/** Fetched when somebody is to be confirmed. */
const ConfirmUserDialog = lazyPart(() => import('./ConfirmUserDialog.tsx'));

/** At which width the styles below turn rows into cards. */
export const CARDS_BELOW = '64rem';

/** What the columns are called by which the list can be sorted. */
export const SORT_WORDS: Record<UserSort, string> = {
  id: 'ID',
  username: 'Username',
  done: 'Done',
  average: 'Average',
  activity: 'Last activity',
};
const COLUMNS = [
  { sort: 'id' },
  { sort: 'username' },
  'Email',
  'Role',
  { sort: 'done' },
  { sort: 'average' },
  { sort: 'activity' },
  'Actions',
] as const;

type UserTableProps = {
  users: SchoolUsers;
  view: Pick<UsersView, 'sort' | 'order'>;
  onSort: (sort: UserSort) => void;
};
type Asked = { user: SchoolUser; act: AboutUnconfirmed };

export function UserTable({ users, view, onSort }: UserTableProps) {
  const [asked, setAsked] = useState<Asked>();
  const areCards = useMediaQuery(`(width < ${CARDS_BELOW})`);
  return (
    <>
      <PagedTable
        label="Users"
        columns={COLUMNS.map((column) => {
          if (typeof column === 'string') return column;
          const { sort } = column;
          const words = SORT_WORDS[sort];
          // Heads that nobody sees cannot be pressed.
          return areCards
            ? words
            : { words, order: view.sort === sort ? view.order : undefined, onSort: () => onSort(sort) };
        })}
        headClassName="user-line max-lg:sr-only"
        heights={[97, 49]}
        cardsBelow={CARDS_BELOW}
        list={users}
        renderRow={(user, index, ref) => (
          <UserRow
            key={user.id}
            user={user}
            index={index}
            rowRef={ref}
            onAct={(act) => setAsked({ user, act })}
          />
        )}
      />
      {asked && (
        <ConfirmUserDialog
          {...asked}
          onClose={() => {
            setAsked(undefined);
            users.reload();
            void queryClient.invalidateQueries({ queryKey: queryKey('GET /schooladmin/dashboard/facts') });
          }}
          onMissing={() => setAsked(undefined)}
        />
      )}
    </>
  );
}

type UserRowProps = RowPlace & { user: SchoolUser; onAct: (act: AboutUnconfirmed) => void };

/** A row of the table; where it is narrow a card of three lines, which opens wherever it is pressed. */
function UserRow({ user, index, rowRef, onAct }: UserRowProps) {
  return (
    <TableRow
      index={index}
      rowRef={rowRef}
      className="user-line relative px-4 wrap-anywhere sm:px-5 lg:hover:bg-hover"
    >
      <span role="cell" className="user-id text-ink-soft tabular-nums">
        <span className="in-card" aria-hidden="true">
          ID{' '}
        </span>
        {user.id}
      </span>
      <span role="cell" className="user-name min-w-0">
        <span className="user-word font-medium" title={user.username ?? undefined}>
          <OrNotSet>{user.username}</OrNotSet>
        </span>
        {user.name !== null && (
          <span className="user-word text-small text-ink-soft" title={user.name}>
            {user.name}
          </span>
        )}
      </span>
      <span role="cell" className="user-address min-w-0">
        <Address>{user.email}</Address>
        {!user.email_confirmed && user.email !== null && user.role !== 'school_admin' && (
          <>
            {' '}
            <Unconfirmed name={user.username ?? user.email} onAct={onAct} />
          </>
        )}
      </span>
      <span role="cell" className="user-role flex items-start">
        <Badge>{roleLabel(user.role)}</Badge>
      </span>
      <Figures user={user} />
      <span role="cell" className="user-view print:hidden!">
        <ViewLink user={user} />
      </span>
    </TableRow>
  );
}

/** In columns; in a card one line, '4/63, 71%, 1 Nov'. Of students alone. */
function Figures({ user: { role, done, total, average, last_activity: last } }: { user: SchoolUser }) {
  const isStudent = role === 'student';
  const day = dayWords(last);
  return (
    <span role="none" className="user-figures">
      <span role="cell">{isStudent && (total ? <Share done={done ?? 0} total={total} /> : <Nothing />)}</span>
      <span role="cell">{isStudent && (average === null ? <Nothing /> : `${average}%`)}</span>
      <span role="cell" className="text-ink-soft">
        {isStudent && (
          <>
            {day.short}
            <span className="not-in-card">{day.year}</span>
          </>
        )}
      </span>
    </span>
  );
}

const Nothing = () => <span className="text-ink-soft">-</span>;

const Share = ({ done, total }: { done: number; total: number }) => (
  <>
    {done}/{total}
    <span className="not-in-card text-ink-soft"> {percentageOf(done, total)}%</span>
  </>
);

function ViewLink({ user: { id, username, email, role } }: { user: SchoolUser }) {
  // Other school admins have no page.
  if (role === 'school_admin') return null;
  return (
    <Link
      href={role === 'student' ? pathTo('schoolAdminStudent', { id }) : pathTo('schoolAdminTeacher', { id })}
      className="link"
    >
      View<span className="sr-only"> {username ?? email}</span>
    </Link>
  );
}
