import { lazy, Suspense, useState } from 'react';
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
import { cx } from '../../ui/cx.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import type { SchoolUser, SchoolUsers } from './UsersTab.tsx';
import { dayWords } from './user-words.ts';
import type { UsersView } from './users-view.ts';

/** Fetched when somebody is to be confirmed. */
const ConfirmUserDialog = lazy(() => import('./ConfirmUserDialog.tsx'));

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

const GRID =
  'lg:grid lg:grid-cols-[3.5rem_minmax(0,1fr)_minmax(0,1.4fr)_7rem_7rem_5rem_7.5rem_4rem] lg:items-center lg:gap-x-3';

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
        headClassName={cx(GRID, 'max-lg:sr-only')}
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
        <Suspense>
          <ConfirmUserDialog
            {...asked}
            onClose={() => {
              setAsked(undefined);
              users.reload();
              void queryClient.invalidateQueries({ queryKey: queryKey('GET /schooladmin/dashboard/facts') });
            }}
          />
        </Suspense>
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
      className={cx(
        GRID,
        'relative px-4 py-3 wrap-anywhere lg:min-h-12 sm:px-5 lg:py-2 lg:hover:bg-hover',
        'max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_auto] max-lg:gap-x-3',
      )}
    >
      <span role="cell" className="text-ink-soft tabular-nums max-lg:order-4 max-lg:text-small">
        <span className="lg:hidden print:hidden" aria-hidden="true">
          ID{' '}
        </span>
        {user.id}
      </span>
      <span role="cell" className="min-w-0 max-lg:order-1 max-lg:col-span-2">
        <span className="line-clamp-2 font-medium lg:line-clamp-1" title={user.username ?? undefined}>
          <OrNotSet>{user.username}</OrNotSet>
        </span>
        {user.name !== null && (
          <span className="line-clamp-2 text-small text-ink-soft lg:line-clamp-1" title={user.name}>
            {user.name}
          </span>
        )}
      </span>
      <span role="cell" className="min-w-0 max-lg:order-3 max-lg:col-span-3 max-lg:text-ink-soft">
        <Address>{user.email}</Address>
        {!user.email_confirmed && user.email !== null && user.role !== 'school_admin' && (
          <>
            {' '}
            <Unconfirmed name={user.username ?? user.email} onAct={onAct} />
          </>
        )}
      </span>
      <span role="cell" className="flex items-start max-lg:order-2">
        <Badge>{roleLabel(user.role)}</Badge>
      </span>
      <Figures user={user} />
      <span role="cell" className="max-lg:order-6 max-lg:text-end print:hidden!">
        <ViewLink user={user} />
      </span>
    </TableRow>
  );
}

/** In columns; in a card one line, '4/63, 71%, 1 Nov'. Of students alone. */
function Figures({ user: { role, done, total, average, last_activity: last } }: { user: SchoolUser }) {
  const isStudent = role === 'student';
  const day = dayWords(last);
  const comma = "max-lg:not-empty:not-last:after:content-[',_'] print:after:content-none!";
  return (
    <span role="none" className="tabular-nums max-lg:order-5 max-lg:text-small lg:contents print:contents!">
      <span role="cell" className={comma}>
        {isStudent && (total ? <Share done={done ?? 0} total={total} /> : <Nothing />)}
      </span>
      <span role="cell" className={comma}>
        {isStudent && (average === null ? <Nothing /> : `${average}%`)}
      </span>
      <span role="cell" className="text-ink-soft">
        {isStudent && (
          <>
            {day.short}
            <span className="max-lg:hidden print:inline">{day.year}</span>
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
    <span className="text-ink-soft max-lg:hidden print:inline"> {percentageOf(done, total)}%</span>
  </>
);

function ViewLink({ user: { id, username, email, role } }: { user: SchoolUser }) {
  // Other school admins have no page.
  if (role === 'school_admin') return null;
  return (
    <Link
      href={role === 'student' ? pathTo('schoolAdminStudent', { id }) : pathTo('schoolAdminTeacher', { id })}
      className="link max-lg:after:absolute max-lg:after:inset-0 lg:-my-2 lg:inline-block lg:py-2"
    >
      View<span className="sr-only"> {username ?? email}</span>
    </Link>
  );
}
