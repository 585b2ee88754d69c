import { SearchX, Users } from 'lucide-react';
import { Link } from 'wouter';
import { roleLabel } from '../../../../domain/roles.ts';
import { pathTo } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ListBar } from './ListBar.tsx';
import { LongList } from './LongList.tsx';
import { OrNotSet } from './OrNotSet.tsx';
import type { RowRef } from './RowsHolder.tsx';
import { RowsSkeleton } from './RowsSkeleton.tsx';
import { type SchoolUser, useSchoolUsers } from './useSchoolUsers.ts';

const COLUMNS = ['ID', 'Username', 'Email', 'Role', 'Actions'];
const GRID =
  'sm:grid sm:grid-cols-[4.5rem_minmax(0,1fr)_minmax(0,1.5fr)_8.5rem_4.5rem] sm:items-center sm:gap-x-3';
/** How many rows before the end the next page is asked for. */
const AHEAD = 30;

/** Everybody at the school. `search` is the words they are found by. */
export function UsersTab({ search, onSearch }: { search: string; onSearch: (text: string) => void }) {
  const users = useSchoolUsers(search);
  const { rows, isPending, isFailed, hasMore } = users;
  return (
    <>
      <ListBar
        search={{ label: 'Search users', value: search, onSearch }}
        status={isPending || users.isOld ? 'Loading...' : countOf(rows.length, hasMore, search !== '')}
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

function countOf(count: number, isMore: boolean, isSearch: boolean): string {
  const people = `${count.toLocaleString('en-US')} ${count === 1 ? 'user' : 'users'}`;
  return `${isMore ? 'More than ' : ''}${people}${isSearch ? ' found' : ''}`;
}

function UserTable({ users }: { users: ReturnType<typeof useSchoolUsers> }) {
  const { rows, hasMore, isMoreFailed, loadMore } = users;
  return (
    <div
      role="table"
      aria-label="Users"
      // While it is not known how many there are, the number says so.
      aria-rowcount={hasMore ? -1 : rows.length + 1}
    >
      <div role="rowgroup" className="border-b border-line max-sm:sr-only">
        <div
          role="row"
          aria-rowindex={1}
          className={cx(GRID, 'px-5 py-2 text-small font-medium text-ink-soft')}
        >
          {COLUMNS.map((column) => (
            <span key={column} role="columnheader">
              {column}
            </span>
          ))}
        </div>
      </div>
      <LongList
        as="rowgroup"
        count={rows.length}
        heights={[97, 49]}
        keyOf={(index) => rows[index]?.id ?? index}
        renderRow={(index, ref) => {
          const user = rows[index];
          return user && <UserRow key={user.id} user={user} index={index} rowRef={ref} />;
        }}
        onReach={(last) => {
          if (hasMore && !isMoreFailed && last >= rows.length - AHEAD) loadMore();
        }}
      />
      {hasMore && (
        <div className="flex min-h-14 items-center justify-center border-t border-line text-ink-soft">
          {isMoreFailed ? (
            <Button size="small" onClick={loadMore}>
              Load more
            </Button>
          ) : (
            'Loading...'
          )}
        </div>
      )}
    </div>
  );
}

type UserRowProps = { user: SchoolUser; index: number; rowRef: RowRef };

/** A row of the table; on phones a card of three lines, which opens wherever it is pressed. */
function UserRow({ user, index, rowRef }: UserRowProps) {
  return (
    <div
      ref={rowRef}
      data-index={index}
      role="row"
      aria-rowindex={index + 2}
      className={cx(
        GRID,
        'relative px-4 py-3 [overflow-wrap:anywhere] sm:min-h-12 sm:px-5 sm:py-2 sm:hover:bg-hover',
        'max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-3',
      )}
    >
      <span role="cell" className="text-ink-soft tabular-nums max-sm:order-4 max-sm:text-small">
        <span className="sm:hidden" aria-hidden="true">
          ID{' '}
        </span>
        {user.id}
      </span>
      <span role="cell" className="min-w-0 font-medium max-sm:order-1">
        <OrNotSet>{user.username}</OrNotSet>
      </span>
      <span role="cell" className="min-w-0 max-sm:order-3 max-sm:col-span-2 max-sm:text-ink-soft">
        <OrNotSet>{user.email}</OrNotSet>
      </span>
      <span role="cell" className="flex items-start max-sm:order-2">
        <Badge tone={user.role === 'teacher' ? 'accent' : 'neutral'}>{roleLabel(user.role)}</Badge>
      </span>
      <span role="cell" className="max-sm:order-5 max-sm:text-end">
        <ViewLink user={user} />
      </span>
    </div>
  );
}

function ViewLink({ user: { id, username, email, role } }: { user: SchoolUser }) {
  // Other school admins have no page.
  if (role === 'school_admin') return null;
  return (
    <Link
      href={role === 'student' ? pathTo('schoolAdminStudent', { id }) : pathTo('schoolAdminTeacher', { id })}
      className="link max-sm:after:absolute max-sm:after:inset-0 sm:-my-2 sm:inline-block sm:py-2"
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
