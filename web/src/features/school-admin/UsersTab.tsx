import { SearchX, Users } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link } from 'wouter';
import { ROWS_PER_PAGE } from '../../../../domain/lists.ts';
import { roleLabel } from '../../../../domain/roles.ts';
import { type RowOf, usePages } from '../../api/usePages.ts';
import { counted } from '../../format/counted.ts';
import { Address, OrNotSet } from '../../lists/Address.tsx';
import { ListBar } from '../../lists/ListBar.tsx';
import { PagedTable } from '../../lists/PagedTable.tsx';
import { type RowPlace, TableRow } from '../../lists/RowsHolder.tsx';
import { RowsSkeleton } from '../../lists/RowsSkeleton.tsx';
import { type AboutUnconfirmed, Unconfirmed } from '../../lists/Unconfirmed.tsx';
import { pathTo } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PrintButton } from '../../ui/PrintButton.tsx';

/** Fetched when somebody is to be confirmed. */
const ConfirmUserDialog = lazy(() => import('./ConfirmUserDialog.tsx'));

const COLUMNS = ['ID', 'Username', 'Email', 'Role', 'Actions'];
const GRID =
  'md:grid md:grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,1.5fr)_8.5rem_4.5rem] md:items-center md:gap-x-3';

/** Everybody at the school. `search` is the words they are found by. */
export function UsersTab({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const users = useSchoolUsers(search);
  const { rows, isPending, isFailed } = users;
  return (
    <>
      <ListBar
        search={{ label: 'Search users', value: search, onSearch }}
        action={rows.length > 0 && <PrintButton loadAll={users.loadAll} />}
        status={
          isPending || users.isOld
            ? 'Loading...'
            : `${counted(users.total ?? rows.length, 'user')}${search === '' ? '' : ' found'}`
        }
      />
      <Card
        flush
        aria-label="Users"
        className={cx('mt-3', users.isOld && 'opacity-60 transition-opacity delay-200')}
      >
        {isPending && <RowsSkeleton />}
        {!isPending && rows.length > 0 && <UserTable users={users} />}
        {!isPending && rows.length === 0 && (
          <NoUsers
            searched={search !== '' && !isFailed}
            onClear={() => onSearch('')}
            onReload={users.reload}
          />
        )}
      </Card>
    </>
  );
}

type Asked = { user: SchoolUser; act: AboutUnconfirmed };

function UserTable({ users }: { users: ReturnType<typeof useSchoolUsers> }) {
  const [asked, setAsked] = useState<Asked>();
  return (
    <>
      <PagedTable
        label="Users"
        columns={COLUMNS}
        headClassName={cx(GRID, 'max-md:sr-only')}
        heights={[97, 49]}
        cardsBelow="48rem"
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
            }}
          />
        </Suspense>
      )}
    </>
  );
}

type UserRowProps = RowPlace & { user: SchoolUser; onAct: (act: AboutUnconfirmed) => void };

/** A row of the table; on phones a card of three lines, which opens wherever it is pressed. */
function UserRow({ user, index, rowRef, onAct }: UserRowProps) {
  return (
    <TableRow
      index={index}
      rowRef={rowRef}
      className={cx(
        GRID,
        'relative px-4 py-3 wrap-anywhere md:min-h-12 sm:px-5 md:py-2 md:hover:bg-hover',
        'max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3',
      )}
    >
      <span role="cell" className="text-ink-soft tabular-nums max-md:order-4 max-md:text-small">
        <span className="md:hidden print:hidden" aria-hidden="true">
          ID{' '}
        </span>
        {user.id}
      </span>
      <span role="cell" className="min-w-0 font-medium max-md:order-1">
        <OrNotSet>{user.username}</OrNotSet>
      </span>
      <span role="cell" className="min-w-0 max-md:order-3 max-md:col-span-2 max-md:text-ink-soft">
        <Address>{user.email}</Address>
        {!user.email_confirmed && user.email !== null && user.role !== 'school_admin' && (
          <>
            {' '}
            <Unconfirmed name={user.username ?? user.email ?? ''} onAct={onAct} />
          </>
        )}
      </span>
      <span role="cell" className="flex items-start max-md:order-2">
        <Badge>{roleLabel(user.role)}</Badge>
      </span>
      <span role="cell" className="max-md:order-5 max-md:text-end print:hidden!">
        <ViewLink user={user} />
      </span>
    </TableRow>
  );
}

function ViewLink({ user: { id, username, email, role } }: { user: SchoolUser }) {
  // Other school admins have no page.
  if (role === 'school_admin') return null;
  return (
    <Link
      href={role === 'student' ? pathTo('schoolAdminStudent', { id }) : pathTo('schoolAdminTeacher', { id })}
      className="link max-md:after:absolute max-md:after:inset-0 md:-my-2 md:inline-block md:py-2"
    >
      View<span className="sr-only"> {username ?? email}</span>
    </Link>
  );
}

type NoUsersProps = { searched: boolean; onClear: () => void; onReload: () => void };

/** Nobody was found, or the list did not come: said quietly, with the next step. */
function NoUsers({ searched, onClear, onReload }: NoUsersProps) {
  return searched ? (
    <EmptyState
      icon={<SearchX />}
      hint="Try a part of the username or of the e-mail address."
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      No users found.
    </EmptyState>
  ) : (
    <EmptyState icon={<Users />} action={<Button onClick={onReload}>Reload</Button>}>
      No users to show.
    </EmptyState>
  );
}

const USERS = 'GET /schooladmin/dashboard/users';

export type SchoolUser = RowOf<typeof USERS>;

/** Everybody at the school, a page at a time, found by `q`. */
const useSchoolUsers = (q: string) =>
  usePages(USERS, { as: 'schoolAdmin', query: { q: q || undefined }, limit: ROWS_PER_PAGE });
