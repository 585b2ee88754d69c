import { QueryClient, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import type { Address, Output } from '../../../contract/index.ts';
import { type CallAddress, type CallArguments, type CallOptions, type CallRequest, call } from './call.ts';
import type { Login } from './credentials.ts';
import { onReplaced } from './ended-login.ts';
import { ApiError } from './errors.ts';
import { onIdentityChange } from './identity.ts';

const RETRIES = 2;

/** A refusal stays one however often it is asked; silence and a stumbling server are worth asking again. */
function shouldRetry(failures: number, error: unknown): boolean {
  const refused = error instanceof ApiError && error.status < 500;
  return !refused && failures < RETRIES;
}

/**
 * Passed to the hooks by hand and not by a provider at the root: the pages that are one form have no use for it and
 * would fetch it all the same. `useMutation(options, queryClient)` likewise.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // 'always': without a connection a screen shows its error with a way to try again, and not a skeleton for ever.
    queries: { retry: shouldRetry, staleTime: 30_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

const isOf =
  (login: Login) =>
  ({ queryKey: [, request] }: { queryKey: readonly unknown[] }): boolean => {
    const { as } = (request ?? {}) as CallOptions;
    return as === undefined || as === login;
  };

// One person's answers are never shown to the next. What is known to be another login's stays: a screen that lost it would
// be drawn again, and what somebody is typing there would be gone.
onIdentityChange((login) => queryClient.removeQueries({ predicate: isOf(login) }));

// Back after a login that had ended, on the same screen: what is on it is asked for again, and stays until that has come.
onReplaced((login) => {
  const predicate = isOf(login);
  queryClient.removeQueries({ type: 'inactive', predicate });
  void queryClient.invalidateQueries({ predicate });
});

/** The key of a call's answer. All answers of one address begin alike, so that they can be marked stale together. */
export function queryKey<A extends Address>(
  address: A,
  request?: Partial<CallRequest<A>>,
): readonly unknown[] {
  const { signal: _, ...rest } = request ?? {};
  return Object.keys(rest).length === 0 ? [address] : [address, rest];
}

type GetAddress = Extract<CallAddress, `GET ${string}`>;
type Options<A extends GetAddress> = Omit<UseQueryOptions<Output<A>>, 'queryKey' | 'queryFn'>;

/** Reads an answer and keeps it fresh: `useApiQuery('GET /teachers/students/{id}', { params: { id } })`. */
export function useApiQuery<A extends GetAddress>(
  address: A,
  request: Omit<CallRequest<A>, 'signal'>,
  options?: Options<A>,
) {
  return useQuery<Output<A>>(
    {
      ...options,
      queryKey: queryKey(address, request as Partial<CallRequest<A>>),
      queryFn: ({ signal }) => call(address, ...([{ ...request, signal }] as unknown as CallArguments<A>)),
    },
    queryClient,
  );
}
