import type { SchoolGroup } from '../../../../contract/school-groups.ts';
import { useApiQuery } from '../../api/query.ts';
import { type Managed, requestTo } from './managed.ts';

const NO_GROUPS: readonly SchoolGroup[] = [];

/** The school's groups of students, by name; none until they have come. */
export const useSchoolGroups = (managed: Managed): readonly SchoolGroup[] =>
  useApiQuery('GET /admin/schools/{schoolId}/groups', requestTo(managed)).data?.groups ?? NO_GROUPS;
