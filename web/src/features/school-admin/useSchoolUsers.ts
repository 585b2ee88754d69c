import { ROWS_PER_PAGE } from '../../../../domain/lists.ts';
import { type RowOf, usePages } from '../../api/usePages.ts';

const USERS = 'GET /schooladmin/dashboard/users';

export type SchoolUser = RowOf<typeof USERS>;

/** Everybody at the school, a page at a time, found by `q`. */
export const useSchoolUsers = (q: string) =>
  usePages(USERS, { as: 'schoolAdmin', query: { q: q || undefined }, limit: ROWS_PER_PAGE });
