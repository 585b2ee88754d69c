import type { Output } from '../../../../contract/index.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';

export type Student = Output<'GET /teachers/students'>['students'][number];
type Students = Output<'GET /teachers/students'>;

const KEY = queryKey('GET /teachers/students', {});

export const useStudents = () => useApiQuery('GET /teachers/students', {});

/** Resolves when the list is as the server has it. */
export async function refreshStudents(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /teachers/grid') });
  await queryClient.invalidateQueries({ queryKey: KEY });
}

export const addStudent = (email: string, name: string | null) =>
  call('POST /teachers/students', { json: { email, name } });

export async function removeStudent(id: number): Promise<void> {
  await call('DELETE /teachers/students/{id}', { params: { id } });
  await queryClient.cancelQueries({ queryKey: KEY });
  queryClient.setQueryData<Students>(
    KEY,
    (before) => before && { students: before.students.filter((student) => student.id !== id) },
  );
  queryClient.removeQueries({ queryKey: queryKey('GET /teachers/students/{id}', { params: { id } }) });
  void refreshStudents();
}
