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

/** Finds the teacher's own groups by their names, and makes those that are not there. They are asked for once. */
export function groupFinder(): (name: string) => Promise<Group> {
  let known: Group[] | undefined;
  return async (name) => {
    known ??= ownGroups((await call('GET /teachers/groups')).groups);
    const there = known.find((group) => isSameGroupName(group.name, name));
    if (there) return there;
    const made = await makeGroup(name.trim(), []);
    known.push(made);
    return made;
  };
}
