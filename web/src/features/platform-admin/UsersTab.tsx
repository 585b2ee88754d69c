import { RotateCw, SearchX, Users } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { adminSentence, needsAdminLogin, withStatus } from '../../api/admin-failure.ts';
import { AdminLoadFailed } from '../../layout/AdminLoadFailed.tsx';
import { RowsInSight } from '../../lists/LongList.tsx';
import { countedUsers } from '../../lists/PagedTable.tsx';
import { RowsSkeleton } from '../../lists/RowsSkeleton.tsx';
import { Alert } from '../../ui/Alert.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { isFiltered, NO_FILTER, type UserFilter } from './dashboard-view.ts';
import { ExportButton } from './ExportButton.tsx';
import { UserCards, useUserCounts } from './UserCards.tsx';
import { UserFilters } from './UserFilters.tsx';
import { type Act, UserTable } from './UserTable.tsx';
import { useUsers } from './useUsers.ts';

/** Fetched when something is done to somebody. */
const UserDialog = lazy(() => import('./UserDialog.tsx'));

type UsersTabProps = { filter: UserFilter; onFilter: (filter: UserFilter) => void };

/** Everybody, whatever their school. */
export function UsersTab({ filter, onFilter }: UsersTabProps) {
  const users = useUsers(filter);
  const counts = useUserCounts(filter);
  const total = counts.isPlaceholderData ? undefined : counts.data?.total;
  const [open, setOpen] = useState<{ act: Act; user: ManagedUser }>();
  const title = useRef<HTMLHeadingElement>(null);
  const isLost = useRef(false);
  const begin = useCallback((act: Act, user: ManagedUser) => setOpen({ act, user }), []);

  // What was pressed went with its row. Not before the dialog has closed: until then nothing else takes the focus.
  useEffect(() => {
    if (open || !isLost.current) return;
    isLost.current = false;
    title.current?.focus();
  }, [open]);

  /** Filters that are cleared start again: words that were being typed go too. */
  const [cleared, setCleared] = useState(0);
  const clearFilters = () => {
    setCleared(cleared + 1);
    onFilter(NO_FILTER);
    // The button that was pressed goes, or cannot be pressed any more.
    title.current?.focus({ preventScroll: true });
  };

  useEffect(() => {
    // Should it not come now, it is fetched again when it is needed.
    RowsInSight.preload().catch(() => undefined);
  }, []);

  return (
    <section aria-labelledby="users-title">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 ref={title} id="users-title" tabIndex={-1} className="text-lead">
          User Management
        </h2>
        <div className="flex gap-2">
          <ExportButton filter={filter} />
          <Button
            size="small"
            icon={<RotateCw className="size-4 max-sm:hidden" aria-hidden="true" />}
            busy={users.isLoading && !users.isPending && !users.isLoadingMore}
            onClick={users.refresh}
          >
            Refresh
          </Button>
        </div>
      </div>
      <UserCards filter={filter} />
      <UserFilters key={cleared} filter={filter} onFilter={onFilter} />
      <div className="mt-1 flex min-h-11 items-center justify-between gap-4 text-small text-ink-soft">
        <p role="status" className="tabular-nums">
          {statusText(users, filter, total)}
        </p>
        <Button
          size="small"
          variant="ghost"
          className="-mr-3"
          disabled={!isFiltered(filter)}
          onClick={clearFilters}
        >
          Clear Filters
        </Button>
      </div>
      <Alert tone="error" className="mb-2">
        {users.isOutdated && fetchFailure(users.error)}
      </Alert>
      <Card
        flush
        aria-label="Users"
        className={cx('mt-1', users.isOld && 'opacity-60 transition-opacity delay-200')}
      >
        <Found users={users} filter={filter} onClear={clearFilters} onAct={begin} />
      </Card>
      {open && (
        <Suspense>
          <UserDialog
            {...open}
            onClose={(isGone = false) => {
              isLost.current = isGone;
              setOpen(undefined);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** It is known how many there are before they have come. */
function statusText(
  { rows, ...users }: ReturnType<typeof useUsers>,
  filter: UserFilter,
  total: number | undefined,
): string {
  if (users.isPending || users.isOld) return 'Loading...';
  if (users.isFailed) return '';
  return countedUsers(users.hasMore ? total : rows.length, isFiltered(filter));
}

const fetchFailure = (error: unknown): string =>
  needsAdminLogin(error)
    ? adminSentence(error, 'Failed to fetch users')
    : withStatus('Failed to fetch users', error);

type FoundProps = {
  users: ReturnType<typeof useUsers>;
  filter: UserFilter;
  onClear: () => void;
  onAct: (act: Act, user: ManagedUser) => void;
};

function Found({ users, filter, onClear, onAct }: FoundProps) {
  if (users.isPending) return <RowsSkeleton />;
  if (users.isFailed) {
    return (
      <AdminLoadFailed
        error={users.error}
        words={withStatus('Failed to fetch users', users.error)}
        onRetry={users.reload}
      />
    );
  }
  if (users.rows.length > 0) return <UserTable users={users} onAct={onAct} />;
  return isFiltered(filter) ? (
    <EmptyState
      icon={<SearchX />}
      hint="Try adjusting your filters or search terms."
      action={<Button onClick={onClear}>Clear Filters</Button>}
    >
      No users found
    </EmptyState>
  ) : (
    <EmptyState icon={<Users />} hint="Users appear here as soon as someone registers or is imported.">
      No users found
    </EmptyState>
  );
}
