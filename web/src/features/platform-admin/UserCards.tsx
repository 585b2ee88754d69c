import { keepPreviousData } from '@tanstack/react-query';
import { useApiQuery } from '../../api/query.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import type { UserFilter } from './dashboard-view.ts';
import { queryOf } from './useUsers.ts';

const CARDS = [
  ['Total Users', 'total'],
  ['Students', 'students'],
  ['Teachers', 'teachers'],
  ['School Admins', 'school_admins'],
  ['Schools with users', 'schools_with_users'],
] as const;

/** Of those that the filter lets through. While the next are on their way, the last are shown. */
export const useUserCounts = (filter: UserFilter) =>
  useApiQuery(
    'GET /admin/users/counts',
    { as: 'platformAdmin', query: queryOf(filter) },
    { placeholderData: keepPreviousData },
  );

/** How many there are of those that the list has. Should it not come, the list says what is wrong. */
export function UserCards({ filter }: { filter: UserFilter }) {
  const { data, isPending } = useUserCounts(filter);
  return (
    <dl className="mt-3 grid grid-cols-6 gap-2 sm:grid-cols-5 sm:gap-3">
      {CARDS.map(([label, name]) => (
        <div
          key={name}
          className="col-span-2 flex flex-col justify-between rounded-lg border border-line bg-surface px-3 py-2 shadow-card max-sm:nth-[n+4]:col-span-3 sm:col-span-1 sm:py-3 lg:px-4"
        >
          <dt className="text-small text-ink-soft">{label}</dt>
          <dd className="min-h-8 text-title font-semibold tracking-tight tabular-nums max-sm:min-h-6 max-sm:text-lead">
            {data?.[name].toLocaleString('en-US') ??
              (isPending ? <Skeleton className="h-6 w-14 sm:h-8" /> : '–')}
          </dd>
        </div>
      ))}
    </dl>
  );
}
