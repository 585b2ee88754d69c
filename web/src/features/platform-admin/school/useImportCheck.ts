import { useQuery } from '@tanstack/react-query';
import type { Output } from '../../../../../contract/index.ts';
import { MAX_IMPORT_ROWS } from '../../../../../domain/school.ts';
import { call } from '../../../api/call.ts';
import { queryClient } from '../../../api/query.ts';
import type { ImportRow } from './parse-import.ts';

const CHECK = 'POST /admin/schools/{schoolId}/batch-import/check';

export type Outcome = Output<typeof CHECK>['rows'][number]['outcome'];
/** A row and what an import would do with it. */
export type CheckedRow = ImportRow & { id: number; outcome: Outcome; reason: string | null };

/** A question and no order, although it is posted: it changes nothing. */
const question = (schoolId: string, rows: readonly ImportRow[]) => ({
  queryKey: [CHECK, schoolId, rows],
  queryFn: async ({ signal }: { signal: AbortSignal }): Promise<CheckedRow[]> => {
    const answer = await call(CHECK, {
      as: 'platformAdmin',
      params: { schoolId },
      json: [...rows],
      signal,
    });
    return answer.rows.flatMap(({ row, outcome, reason }) => {
      const given = rows[row - 1];
      return given ? { ...given, id: row, outcome, reason } : [];
    });
  },
  // Somebody else may have made one of them meanwhile.
  staleTime: 0,
  gcTime: 0,
});

export const useImportCheck = (schoolId: string, rows: readonly ImportRow[]) =>
  useQuery(
    {
      ...question(schoolId, rows),
      enabled: rows.length > 0 && rows.length <= MAX_IMPORT_ROWS,
      refetchOnWindowFocus: false,
    },
    queryClient,
  );

/** Asked again, right before an import. */
export const checkImport = (schoolId: string, rows: readonly ImportRow[]) =>
  queryClient.fetchQuery(question(schoolId, rows));

/** After a failure: somebody may be there now who was not before. */
export const recheckImports = (): void => void queryClient.invalidateQueries({ queryKey: [CHECK] });

export type Counts = Record<Outcome, number>;

export function countOutcomes(rows: readonly CheckedRow[]): Counts {
  const counts: Counts = { new: 0, exists: 0, faulty: 0 };
  for (const { outcome } of rows) counts[outcome] += 1;
  return counts;
}
