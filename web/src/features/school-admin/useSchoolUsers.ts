import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import type { Output } from '../../../../contract/index.ts';
import { callPage, type ListPage } from '../../api/callPage.ts';
import { queryClient } from '../../api/query.ts';

const USERS = 'GET /schooladmin/dashboard/users';
const PAGE = 100;

export type SchoolUser = Output<typeof USERS>[number];

/**
 * Everybody at the school, a page at a time, found by `q`. An answer belongs to its `q`, so one that comes late is
 * never shown for another; the list stays as it was until the next has come.
 */
export function useSchoolUsers(q: string) {
  const users = useInfiniteQuery<
    ListPage<SchoolUser[]>,
    Error,
    { pages: ListPage<SchoolUser[]>[] },
    readonly [string, { q: string }],
    string | undefined
  >(
    {
      queryKey: [USERS, { q }],
      queryFn: ({ pageParam, signal }) =>
        callPage(USERS, {
          as: 'schoolAdmin',
          query: { limit: String(PAGE), cursor: pageParam, q: q || undefined },
          signal,
        }),
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
    },
    queryClient,
  );
  const { data, isPending, isError, isPlaceholderData, hasNextPage, isFetchNextPageError } = users;
  return {
    rows: data?.pages.flatMap((page) => page.rows) ?? [],
    isPending,
    isFailed: isError && !data,
    /** What is shown was found by the words before. */
    isOld: isPlaceholderData,
    hasMore: hasNextPage,
    isMoreFailed: isFetchNextPageError,
    loadMore: () => void users.fetchNextPage({ cancelRefetch: false }),
    reload: () => void users.refetch(),
  };
}
