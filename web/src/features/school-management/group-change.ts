import type { SchoolGroup } from '../../../../contract/school-groups.ts';

/**
 * What follows from the groups that were pressed: which ones students join and leave, and who changes by it. A press
 * that was taken back changes nothing.
 */
export function groupChange(
  groups: readonly SchoolGroup[],
  ids: readonly number[],
  wanted: ReadonlyMap<number, boolean>,
) {
  const add: number[] = [];
  const remove: number[] = [];
  const changing = new Set<number>();
  for (const { id, members } of groups) {
    const isWanted = wanted.get(id);
    if (isWanted === undefined) continue;
    const inIt = new Set(members);
    const concerned = ids.filter((one) => inIt.has(one) !== isWanted);
    if (concerned.length === 0) continue;
    (isWanted ? add : remove).push(id);
    for (const one of concerned) changing.add(one);
  }
  return { add, remove, changing };
}
