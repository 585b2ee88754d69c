import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../../contract/index.ts';
import { MAX_CHECK_ROWS } from '../../../../domain/school.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query.ts';
import { type Managed, requestTo } from './managed.ts';
import type { ImportRow } from './parse-import.ts';

const CHECK = 'POST /admin/schools/{schoolId}/batch-import/check';

type Check = Output<typeof CHECK>['rows'][number];
/** A row and what an import would do with it. */
export type CheckedRow = ImportRow & Check;

/** As much of a cell as is sent: no name or address is as long, and the server says so of the row. */
const LONGEST = 1000;

/** Of several groups, longer than any that the server takes. */
const LONGEST_GROUPS = 10_000;

/** A question and no order, although it is posted: it changes nothing. */
const question = (managed: Managed, rows: readonly ImportRow[]) => ({
  queryKey: [CHECK, managed, rows],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<CheckedRow[]> => {
    const answer = await call(CHECK, {
      ...requestTo(managed),
      json: rows.map(({ row, username, email, role, group }) => ({
        row,
        username: username.slice(0, LONGEST),
        email: email.slice(0, LONGEST),
        role: role.slice(0, LONGEST),
        ...(group !== undefined && { group: group.slice(0, LONGEST_GROUPS) }),
      })),
      signal,
    });
    return answer.rows.flatMap((check, index) => {
      const given = rows[index];
      return given ? { ...given, ...check } : [];
    });
  },
  // Somebody else may have made one of them meanwhile.
  staleTime: 0,
  gcTime: 0,
});

/** `keep` goes on showing the last answer until the next one is there. */
export const useImportCheck = (
  managed: Managed,
  rows: readonly ImportRow[],
  { keep = false }: { keep?: boolean } = {},
) =>
  useQuery(
    {
      ...question(managed, rows),
      enabled: rows.length > 0 && rows.length <= MAX_CHECK_ROWS,
      refetchOnWindowFocus: false,
      ...(keep && { placeholderData: keepPreviousData }),
    },
    queryClient,
  );

/** Asked again, right before an import. */
export const checkImport = (managed: Managed, rows: readonly ImportRow[]) =>
  queryClient.fetchQuery(question(managed, rows));

/** After a failure: somebody may be there now who was not before. */
export const recheckImports = (): void => void queryClient.invalidateQueries({ queryKey: [CHECK] });
