import type { School } from '../../../../contract/platform-admin.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';

const SCHOOLS = 'GET /admin/schools';
const REQUEST = { as: 'platformAdmin' } as const;

/** By name. */
export const useSchools = () => useApiQuery(SCHOOLS, REQUEST);

export async function addSchool(json: { name: string; domain_pattern: string }): Promise<School> {
  const school = await call('POST /admin/schools', { ...REQUEST, also: 'user', json });
  queryClient.setQueryData<School[]>(
    queryKey(SCHOOLS, REQUEST),
    (schools) => schools && [...schools, school],
  );
  // The order is the server's, and users may have joined the school.
  void queryClient.invalidateQueries({ queryKey: queryKey(SCHOOLS) });
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /admin/users') });
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /admin/users/counts') });
  return school;
}
