import type { Output } from '../../../../../contract/index.ts';
import { isSameGroupName } from '../../../../../domain/groups.ts';
import { call } from '../../../api/call.ts';
import { queryClient, queryKey, useApiQuery } from '../../../api/query.ts';
import { useDashboardPlace } from '../dashboard-place.ts';

export type Group = Output<'GET /teachers/groups'>['groups'][number];

const GROUPS_KEY = queryKey('GET /teachers/groups', {});

export const useGroups = () => useApiQuery('GET /teachers/groups', {});

/** Resolves when the groups are as the server has them. */
export async function refreshGroups(): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /teachers/students/{id}') });
  await queryClient.invalidateQueries({ queryKey: GROUPS_KEY });
}

/** Those that the teacher made, and may change. */
export const ownGroups = (groups: readonly Group[]): Group[] => groups.filter((group) => !group.is_school);

export const makeGroup = (name: string, students: number[]) =>
  call('POST /teachers/groups', { json: { name, students } });

export const changeGroup = (id: number, name: string, students: number[]) =>
  call('PUT /teachers/groups/{id}', { params: { id }, json: { name, students } });

export const removeGroup = (id: number) => call('DELETE /teachers/groups/{id}', { params: { id } });
export const restoreGroup = (id: number) => call('POST /teachers/groups/{id}/restore', { params: { id } });

/** The teacher's own group of this name, as the server has it now; made if there is none. */
export async function groupNamed(name: string): Promise<Group> {
  const { groups } = await call('GET /teachers/groups');
  const there = ownGroups(groups).find((group) => isSameGroupName(group.name, name));
  return there ?? makeGroup(name.trim(), []);
}

/**
 * The group that list, grid and exports are about, as it stands in the address; undefined for all students. One that
 * is not there, or not any more, is ignored.
 */
export function useChosenGroup() {
  const { params, adjust } = useDashboardPlace();
  const asked = params.get('group');
  const { data, isPending } = useGroups();
  const group = asked === null ? undefined : data?.groups.find(({ id }) => String(id) === asked);
  return {
    group,
    /** A group is asked for that may yet be found: until then nobody is shown. */
    isOpen: asked !== null && isPending,
    choose: (id: number | undefined) => adjust({ group: id === undefined ? undefined : String(id) }),
  };
}

/** Those of a list who are in the group; all of them without one. */
export function inGroup<S extends { id: number }>(
  students: readonly S[],
  group: Group | undefined,
): readonly S[] {
  if (!group) return students;
  const members = new Set(group.students);
  return students.filter(({ id }) => members.has(id));
}
