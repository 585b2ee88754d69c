import type { School } from '../../../../contract/platform-admin.ts';
import { call } from '../../api/call.ts';
import { statusOf } from '../../api/failure.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';

const SCHOOLS = 'GET /admin/schools';
const REQUEST = { as: 'platformAdmin' } as const;

/** By name. */
export const useSchools = () => useApiQuery(SCHOOLS, REQUEST);

export type SchoolFields = { name: string; domain_pattern: string };

/** Whether another school is called the same; nobody is kept from it. */
export const isNameTaken = (
  schools: readonly School[] | undefined,
  name: string,
  ownId?: number,
): boolean => {
  const wanted = name.trim().toLowerCase();
  return (
    schools?.some((school) => school.id !== ownId && school.name.trim().toLowerCase() === wanted) ?? false
  );
};
export const NAME_TAKEN = 'A school of this name exists.';

/** What shows schools, who belongs to them, or what was done to them. */
function reload(): void {
  for (const address of [
    SCHOOLS,
    'GET /admin/users',
    'GET /admin/users/counts',
    'GET /admin/audit',
    'GET /admin/schools/{schoolId}/users-and-classes',
    'GET /admin/schools/{schoolId}/settings',
  ] as const) {
    void queryClient.invalidateQueries({ queryKey: queryKey(address) });
  }
}

export async function addSchool(json: SchoolFields): Promise<School> {
  const school = await call('POST /admin/schools', { ...REQUEST, also: 'user', json });
  queryClient.setQueryData<School[]>(
    queryKey(SCHOOLS, REQUEST),
    (schools) => schools && [...schools, school],
  );
  // The order is the server's, and users may have joined the school.
  reload();
  return school;
}

/** Returns how many users joined it by that. */
export async function changeSchool(schoolId: number, json: SchoolFields): Promise<number> {
  const { joined, ...school } = await call('PUT /admin/schools/{schoolId}', {
    ...REQUEST,
    params: { schoolId },
    json,
  });
  queryClient.setQueryData<School[]>(queryKey(SCHOOLS, REQUEST), (schools) =>
    schools?.map((other) => (other.id === schoolId ? school : other)),
  );
  reload();
  return joined;
}

/** One that is gone already is as it should be: the answer to an earlier attempt may have been lost. */
export async function deleteSchool(schoolId: number): Promise<void> {
  try {
    await call('DELETE /admin/schools/{schoolId}', { ...REQUEST, params: { schoolId } });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
  }
  queryClient.setQueryData<School[]>(queryKey(SCHOOLS, REQUEST), (schools) =>
    schools?.filter(({ id }) => id !== schoolId),
  );
  reload();
}
