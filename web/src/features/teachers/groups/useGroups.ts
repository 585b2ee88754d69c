import type { Output } from '../../../../../contract/index.ts';
import { useApiQuery } from '../../../api/query.ts';
import { useDashboardPlace } from '../dashboard-place.ts';
import { isTakenByNobody } from '../subjects-taken.ts';

export type Group = Output<'GET /teachers/groups'>['groups'][number];

export const useGroups = () => useApiQuery('GET /teachers/groups', {});

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
    /** In the grid it goes to a subject that somebody in the group takes. */
    choose: (id: number | undefined) => {
      const members = data?.groups.find((one) => one.id === id)?.students ?? [];
      const leaves = isTakenByNobody(params.get('subject') ?? '', members);
      adjust({ group: id === undefined ? undefined : String(id), ...(leaves && { subject: undefined }) });
    },
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
