import { SearchX, Users } from 'lucide-react';
import { Link } from 'wouter';
import { ROWS_PER_PAGE } from '../../../../domain/lists.ts';
import { type RowOf, usePages } from '../../api/usePages.ts';
import { counted } from '../../format/counted.ts';
import { RowsSkeleton } from '../../lists/RowsSkeleton.tsx';
import { SearchField } from '../../lists/SearchField.tsx';
import { isDefaultRange, onlySet, shownRange, useChosenPapers } from '../../papers/papers-range.ts';
import { pathTo } from '../../paths.ts';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { ListFailed, ListOutdated } from './ListFailed.tsx';
import { SchoolFacts, useFacts } from './SchoolFacts.tsx';
import { UserFilters } from './UserFilters.tsx';
import { UserTable } from './UserTable.tsx';
import { noUserWords } from './user-words.ts';
import { ALL_USERS, askedFor, countChosen, isOfStudents, sortedBy, type UsersView } from './users-view.ts';

/** Not needed to read the list. */
export const ExportMenu = lazyPart(() => import('./ExportMenu.tsx'));
/** Fetched when something is chosen: only then names are needed. */
const UserChips = lazyPart(() => import('./UserChips.tsx'));

type UsersTabProps = { view: UsersView; onShow: (change: Partial<UsersView>) => void };

/** Everybody at the school, with what students have done. */
export function UsersTab({ view, onShow }: UsersTabProps) {
  const chosen = useChosenPapers('schoolPapers');
  const users = useSchoolUsers(view);
  const facts = useFacts();
  const { rows, isPending } = users;
  const filters = countChosen(view);
  const hasChips = filters > 0 || chosen.which === 'set' || !isDefaultRange(chosen.range);
  const isNarrowed = filters > 0 || view.q !== '';
  const showAll = () => onShow({ ...ALL_USERS, sort: view.sort, order: view.order });
  return (
    <>
      <SchoolFacts />
      <div className="flex flex-wrap items-center gap-2">
        <SearchField
          label="Search users"
          className="min-w-40 sm:max-w-form"
          value={view.q}
          onSearch={(q) => onShow({ q })}
        />
        <UserFilters view={view} count={filters} onShow={onShow} />
        {hasChips && <UserChips view={view} papers={chosen} onShow={onShow} onMissing={() => undefined} />}
        {/* On a phone a line of its own, whatever is chosen. */}
        <div className="flex items-center justify-between gap-2 max-sm:w-full sm:ml-auto">
          <p role="status" className="text-small text-ink-soft tabular-nums">
            {statusOf(users, isNarrowed ? facts?.users : undefined)}
          </p>
          {isPending && <ExportWaiting />}
          {rows.length > 0 && (
            <ExportMenu
              view={view}
              papers={chosen}
              students={studentsIn(view, users, facts?.students)}
              loadAll={users.loadAll}
              waiting={<ExportWaiting />}
              onMissing={() => undefined}
            />
          )}
        </div>
      </div>
      <p className="hidden text-small print:block">
        {[view.q && `Found by “${view.q}”`, `Papers ${shownRange(chosen.range)}${onlySet(chosen)}`]
          .filter(Boolean)
          .join('. ')}
      </p>
      <ListOutdated list={users} words="Failed to load users" />
      <Card
        flush
        aria-label="Users"
        className={cx('mt-3', users.isOld && 'opacity-60 transition-opacity delay-200')}
      >
        {isPending && <RowsSkeleton />}
        {!isPending && rows.length > 0 && (
          <UserTable users={users} view={view} onSort={(pressed) => onShow(sortedBy(view, pressed))} />
        )}
        {users.isFailed && (
          <ListFailed list={users} words="Failed to load users">
            No users to show.
          </ListFailed>
        )}
        {!isPending && !users.isFailed && !users.isKept && rows.length === 0 && (
          <NoUsers words={noUserWords(view.q, filters)} onClear={showAll} />
        )}
        {facts && facts.students + facts.teachers === 0 && !isNarrowed && <NobodyYet />}
      </Card>
    </>
  );
}

/** As wide as the button. */
export const ExportWaiting = () => <Skeleton className="h-10 w-26 pointer-coarse:h-11" />;

/** A list that did not come is counted by nobody. */
function statusOf(users: SchoolUsers, all: number | undefined): string {
  if (users.isPending || users.isOld) return 'Loading...';
  return users.isFailed || users.isKept ? '' : countedOf(users.total ?? users.rows.length, all);
}

/** '38 of 326 users', or '326 users' where these are all. */
const countedOf = (count: number, all: number | undefined): string =>
  all === undefined ? counted(count, 'user') : `${count.toLocaleString('en-US')} of ${counted(all, 'user')}`;

/** How many students are among those who were found; undefined while it cannot be known. */
function studentsIn(
  view: UsersView,
  { rows, total, hasMore, isOld, isKept }: SchoolUsers,
  all: number | undefined,
): number | undefined {
  if (isOld || isKept) return undefined;
  if (!hasMore) return rows.filter(({ role }) => role === 'student').length;
  if (isOfStudents(view)) return total;
  return countChosen(view) === 0 && view.q === '' ? all : undefined;
}

/** Nobody was found: said quietly, with the next step. */
function NoUsers({ words, onClear }: { words: string; onClear: () => void }) {
  return (
    <EmptyState icon={<SearchX />} action={<Button onClick={onClear}>Show all</Button>}>
      {words}
    </EmptyState>
  );
}

/** Below the school admins themselves. */
const NobodyYet = () => (
  <EmptyState
    className="border-t border-line"
    icon={<Users />}
    action={
      <Link href={`${pathTo('schoolAdminSchool')}?tab=batch`} asChild>
        <ButtonLink>Import users</ButtonLink>
      </Link>
    }
  >
    Nobody here yet.
  </EmptyState>
);

const USERS = 'GET /schooladmin/dashboard/users';
/** More than a screen has room for; figures are counted for each. */
const FIRST_ROWS = 30;

export type SchoolUser = RowOf<typeof USERS>;
export type SchoolUsers = ReturnType<typeof useSchoolUsers>;

/** Those of a view, a page at a time. */
export function useSchoolUsers(view: UsersView) {
  const query = askedFor(view, useChosenPapers('schoolPapers'));
  return usePages(USERS, {
    as: 'schoolAdmin',
    query,
    limit: ROWS_PER_PAGE,
    first: FIRST_ROWS,
    keepsRows: true,
  });
}
