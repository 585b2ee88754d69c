import { useApiQuery } from '../../api/query.ts';
import { type Managed, requestTo } from './managed.ts';

/** What a school has decided for its people. */
export const useSchoolSettings = (managed: Managed) =>
  useApiQuery('GET /admin/schools/{schoolId}/settings', requestTo(managed));
