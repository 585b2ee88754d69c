import { useMemo } from 'react';
import type { SchoolGroup } from '../../../../contract/school-groups.ts';
import { useApiQuery } from '../../api/query.ts';
import { type Managed, requestTo } from './managed.ts';

const NO_GROUPS: readonly SchoolGroup[] = [];

const useGroups = (managed: Managed) =>
  useApiQuery('GET /admin/schools/{schoolId}/groups', requestTo(managed));

/** The school's groups of students, by name; none until they have come. */
export const useSchoolGroups = (managed: Managed): readonly SchoolGroup[] =>
  useGroups(managed).data?.groups ?? NO_GROUPS;

export const useAreGroupsPending = (managed: Managed): boolean => useGroups(managed).isPending;

export type GroupsOf = ReadonlyMap<number, readonly string[]>;

/** The names of each student's groups, by the student's id. */
export function useGroupsOf(managed: Managed): GroupsOf {
  const groups = useSchoolGroups(managed);
  return useMemo(() => {
    const names = new Map<number, string[]>();
    for (const { name, members } of groups)
      for (const id of members) names.set(id, [...(names.get(id) ?? []), name]);
    return names;
  }, [groups]);
}
