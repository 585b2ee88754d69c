import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Output } from '../../../../contract/index.ts';
import { MAX_CHECK_ROWS } from '../../../../domain/school.ts';
import { call } from '../../api/call.ts';
import { queryClient } from '../../api/query.ts';
import { type Managed, requestTo } from './managed.ts';
import type { ImportRow } from './parse-import.ts';
import type { RosterRequest } from './roster/roster-request.ts';

const CHECK = 'POST /admin/schools/{schoolId}/batch-import/check';
const ROSTER_CHECK = 'POST /admin/schools/{schoolId}/roster/check';

type Check = Output<typeof CHECK>['rows'][number];
/** A row and what an import would do with it; `isUnlisted` for somebody who is in no file, but in a class that changes. */
export type CheckedRow = ImportRow & Check & { isUnlisted?: true };

/** What a roster does besides. */
export type RosterCheck = Omit<Output<typeof ROSTER_CHECK>, 'rows'>;
export type CheckedList = { rows: CheckedRow[]; roster: RosterCheck | undefined };
/** What is asked about: rows of a list, or of a roster with its classes. `id` tells one roster from another. */
export type ImportList = {
  rows: readonly ImportRow[];
  roster?: { id: number; request: RosterRequest } | undefined;
};

/** As much of a cell as is sent: no name or address is as long, and the server says so of the row. */
const LONGEST = 1000;

/** Of several groups, longer than any that the server takes. */
const LONGEST_GROUPS = 10_000;

const askAboutList = (managed: Managed, rows: readonly ImportRow[], signal: AbortSignal) =>
  call(CHECK, {
    ...requestTo(managed),
    json: rows.map(({ row, username, email, role, fullName, group }) => ({
      row,
      username: username.slice(0, LONGEST),
      email: email.slice(0, LONGEST),
      role: role.slice(0, LONGEST),
      ...(fullName !== undefined && { name: fullName.slice(0, LONGEST) }),
      ...(group !== undefined && { group: group.slice(0, LONGEST_GROUPS) }),
    })),
    signal,
  });

const askAboutRoster = (
  managed: Managed,
  rows: readonly ImportRow[],
  request: RosterRequest,
  signal: AbortSignal,
) =>
  call(ROSTER_CHECK, {
    ...requestTo(managed),
    json: {
      ...request,
      people: rows.map(({ row, username, email, role, fullName, sourcedId = '' }) => ({
        row,
        sourced_id: sourcedId.slice(0, LONGEST),
        username: username.slice(0, LONGEST),
        email: email === '' ? null : email.slice(0, LONGEST),
        name: fullName?.slice(0, LONGEST) ?? null,
        role: role === '' ? null : role,
      })),
    },
    signal,
  });

/** Whoever has no row has no number either: one that no row has. */
const unlisted = ({ id, username, email, name, role, joins, leaves }: RosterCheck['others'][number]) => ({
  row: -id,
  username: username ?? '',
  email: email ?? '',
  role,
  ...(name !== null && { fullName: name }),
  outcome: 'changed' as const,
  reason: null,
  changes: { ...(joins.length > 0 && { joins }), ...(leaves.length > 0 && { leaves }) },
  isUnlisted: true as const,
});

/** A roster of changes may be of classes alone. */
export const isEmptyList = ({ rows, roster }: ImportList): boolean =>
  rows.length === 0 && (roster === undefined || roster.request.classes.length === 0);

/** A question and no order, although it is posted: it changes nothing. */
const question = (managed: Managed, { rows, roster }: ImportList) => ({
  queryKey: [CHECK, managed, rows, roster?.id],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<CheckedList> => {
    const withRow = (check: Check, index: number): CheckedRow | [] => {
      const given = rows[index];
      return given ? { ...given, ...check } : [];
    };
    if (!roster)
      return { rows: (await askAboutList(managed, rows, signal)).rows.flatMap(withRow), roster: undefined };
    const { rows: checked, ...besides } = await askAboutRoster(managed, rows, roster.request, signal);
    return { rows: [...checked.flatMap(withRow), ...besides.others.map(unlisted)], roster: besides };
  },
  // Somebody else may have made one of them meanwhile.
  staleTime: 0,
  gcTime: 0,
});

/** `keep` goes on showing the last answer until the next one is there. */
export const useImportCheck = (
  managed: Managed,
  list: ImportList,
  { keep = false }: { keep?: boolean } = {},
) =>
  useQuery(
    {
      ...question(managed, list),
      enabled: !isEmptyList(list) && list.rows.length <= MAX_CHECK_ROWS,
      refetchOnWindowFocus: false,
      ...(keep && { placeholderData: keepPreviousData }),
    },
    queryClient,
  );

/** Asked again, right before an import. */
export const checkImport = (managed: Managed, list: ImportList) =>
  queryClient.fetchQuery(question(managed, list));

/** After a failure: somebody may be there now who was not before. */
export const recheckImports = (): void => void queryClient.invalidateQueries({ queryKey: [CHECK] });
