import { isSameGroupName } from '../../../../../domain/groups.ts';
import { call } from '../../../api/call.ts';
import { queryClient, queryKey } from '../../../api/query.ts';
import type { Group } from './useGroups.ts';

/** What changes groups. Apart from what shows them, which every teacher's first screen needs. */

/** Resolves when the groups are as the server has them. */
export async function refreshGroups(): Promise<void> {
  for (const address of ['GET /teachers/students/{id}', 'GET /teachers/sets'] as const)
    void queryClient.invalidateQueries({ queryKey: queryKey(address) });
  await queryClient.invalidateQueries({ queryKey: queryKey('GET /teachers/groups') });
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
