import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { Output } from '../../../contract/index.ts';
import { NEXT_CURSOR_HEADER, TOTAL_HEADER } from '../../../domain/lists.ts';
import { answerTo, bodyOf, type CallAddress, type CallArguments, type CallRequest } from './call.ts';
import { queryClient } from './query.ts';
import { withTimeout } from './with-timeout.ts';

/** The lists that answer one page when they are asked with a `limit`. */
export type PagedAddress = {
  [A in CallAddress]: CallRequest<A> extends { query?: { limit?: string | undefined } } ? A : never;
}[CallAddress] &
  `GET ${string}`;

export type RowOf<A extends PagedAddress> = Output<A> extends readonly (infer Row)[] ? Row : never;
export type Pages<A extends PagedAddress> = { pages: ListPage<RowOf<A>[]>[]; pageParams: unknown[] };

type Query<A extends PagedAddress> =
  CallRequest<A> extends { query?: infer Given } ? Omit<NonNullable<Given>, 'limit' | 'cursor'> : never;
type Request<A extends PagedAddress> = Pick<CallRequest<A>, 'as'> & {
  query: Query<A>;
  /** How many rows a page has, and how many the first if that is fewer. */
  limit: number;
  first?: number;
  /** The list also stays as it was if the next does not come; the screen says so. */
  keepsRows?: boolean;
};

/** More pages than these are not asked for again only because somebody looked away and came back. */
const FEW = 3;

/**
 * A list, a page at a time. An answer belongs to what was asked, so one that comes late is never shown for another; the
 * list stays as it was until the next has come.
 */
export function usePages<A extends PagedAddress>(
  address: A,
  { as, query, limit, first = limit, keepsRows = false }: Request<A>,
) {
  const list = useInfiniteQuery<
    ListPage<RowOf<A>[]>,
    Error,
    Pages<A>,
    readonly [A, Query<A>],
    string | undefined
  >(
    {
      queryKey: [address, query],
      queryFn: async ({ pageParam, signal }) => {
        const rows = pageParam === undefined ? first : limit;
        const request = { as, signal, query: { ...query, limit: String(rows), cursor: pageParam } };
        const page = await callPage(address, ...([request] as unknown as CallArguments<A>));
        return page as ListPage<RowOf<A>[]>;
      },
      initialPageParam: undefined,
      getNextPageParam: (page) => page.next,
      placeholderData: keepPreviousData,
      refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= FEW,
      refetchOnReconnect: ({ state }) => (state.data?.pages.length ?? 0) <= FEW,
    },
    queryClient,
  );
  const { data, isPending, error, isPlaceholderData, hasNextPage, isFetchNextPageError, fetchNextPage } =
    list;
  const [last, setLast] = useState(data);
  if (data && data !== last) setLast(data);
  const shown = data ?? (keepsRows ? last : undefined);
  const isKept = data === undefined && shown !== undefined;
  const rows = useMemo(() => shown?.pages.flatMap((page) => page.rows) ?? [], [shown]);
  const { refetch } = list;
  const isFailing = error !== null;
  useEffect(() => {
    if (!isFailing) return undefined;
    const again = () => void refetch();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [isFailing, refetch]);
  const loadMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const loadAll = async (): Promise<boolean> => {
    for (let isMore = hasNextPage; isMore; ) {
      const { hasNextPage: isMoreNow, isFetchNextPageError: isFailed } = await fetchNextPage();
      if (isFailed) return false;
      isMore = isMoreNow;
    }
    return true;
  };
  return {
    rows,
    /** How many there are in all, where the list says it. */
    total: data?.pages[0]?.total,
    isPending,
    /** Why there is nothing, or nothing newer. */
    error,
    isFailed: error !== null && !shown,
    /** What is shown could not be brought up to date. */
    isOutdated: error !== null && shown !== undefined && !isFetchNextPageError && !isPlaceholderData,
    /** What is shown was found by the words before, and the answer to the new ones did not come. */
    isKept,
    /** What is shown was found by the words before. */
    isOld: isPlaceholderData,
    isLoading: list.isFetching,
    hasMore: hasNextPage,
    isMoreFailed: isFetchNextPageError,
    isLoadingMore: list.isFetchingNextPage,
    loadMore,
    /** Returns whether all came. */
    loadAll,
    reload: () => void refetch(),
  };
}

/**
 * One page of a list that was asked for with a `limit`, the `cursor` of the next while there is one, and on the first page
 * of some how many rows there are in all.
 */
export type ListPage<Rows> = { rows: Rows; next: string | undefined; total?: number | undefined };

export async function callPage<A extends CallAddress>(
  address: A,
  ...args: CallArguments<A>
): Promise<ListPage<Output<A>>> {
  return withTimeout(async (signal) => {
    const answer = await answerTo(address, ...([{ ...args[0], signal }] as unknown as CallArguments<A>));
    const total = answer.headers.get(TOTAL_HEADER);
    return {
      rows: await bodyOf(answer),
      next: answer.headers.get(NEXT_CURSOR_HEADER) ?? undefined,
      total: total === null ? undefined : Number(total),
    };
  }, args[0]?.signal);
}
