import { useApiQuery } from '../../api/query.ts';
import { type Managed } from './managed.ts';

/** What the school is called; not yet there while it is loading. Both answers are at hand: the page shows them. */
export function useSchoolName({ as, schoolId }: Managed): string | undefined {
  const isOwn = as === 'schoolAdmin';
  const own = useApiQuery('GET /users/me', { as: 'schoolAdmin' }, { enabled: isOwn }).data;
  const schools = useApiQuery('GET /admin/schools', { as: 'platformAdmin' }, { enabled: !isOwn }).data;
  return isOwn ? (own?.school_name ?? undefined) : schools?.find(({ id }) => String(id) === schoolId)?.name;
}
