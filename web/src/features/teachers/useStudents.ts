import type { Output } from '../../../../contract/index.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';
import type { ChosenPapers } from '../../papers/papers-range.ts';

export type Student = Output<'GET /teachers/students'>['students'][number];
export type Students = Output<'GET /teachers/students'>;

export const STUDENTS_KEY = queryKey('GET /teachers/students', {});

export const useStudents = () => useApiQuery('GET /teachers/students', {});

/** Resolves when the list is as the server has it. */
export async function refreshStudents(): Promise<void> {
  for (const address of [
    'GET /teachers/grid',
    'GET /teachers/progress',
    'GET /teachers/groups',
    'GET /teachers/attention',
    'GET /teachers/sets',
  ] as const)
    void queryClient.invalidateQueries({ queryKey: queryKey(address) });
  await queryClient.invalidateQueries({ queryKey: STUDENTS_KEY });
}

/** How the active students are doing, over the chosen papers. */
export const useStudentsProgress = (
  { range: { startYear, endYear }, which }: ChosenPapers,
  options: { enabled?: boolean } = {},
) =>
  useApiQuery(
    'GET /teachers/progress',
    { query: { from: String(startYear), to: String(endYear), ...(which === 'set' && { papers: which }) } },
    options,
  );

export const addStudent = (email: string, name: string | null, groupId?: number) =>
  call('POST /teachers/students', {
    json: { email, name, ...(groupId !== undefined && { group_id: groupId }) },
  });

export async function renameStudent(id: number, name: string | null): Promise<void> {
  await call('PUT /teachers/students/{id}', { params: { id }, json: { name } });
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /teachers/students/{id}') });
  await refreshStudents();
}
