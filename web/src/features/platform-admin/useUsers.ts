import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { ROWS_PER_PAGE } from '../../../../domain/lists.ts';
import { call } from '../../api/call.ts';
import { statusOf } from '../../api/failure.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { type Pages, usePages } from '../../api/usePages.ts';
import { showToast } from '../../ui/toasts.ts';
import type { UserFilter } from './dashboard-view.ts';

const USERS = 'GET /admin/users';

export const queryOf = ({ q, school, role }: UserFilter) => ({
  q: q || undefined,
  school_id: school === undefined ? undefined : String(school),
  role,
});

/** The newest first, a page at a time. */
export function useUsers(filter: UserFilter) {
  const query = queryOf(filter);
  const list = usePages(USERS, { as: 'platformAdmin', query, limit: ROWS_PER_PAGE });
  return {
    ...list,
    /** From the top: the pages that were scrolled to come again when they are scrolled to. */
    refresh: () => {
      queryClient.setQueryData<Pages<typeof USERS>>([USERS, query], (data) => data && firstPage(data));
      void queryClient.invalidateQueries({ queryKey: queryKey('GET /admin/users/counts') });
      list.reload();
    },
  };
}

const firstPage = ({ pages, pageParams }: Pages<typeof USERS>): Pages<typeof USERS> => ({
  pages: pages.slice(0, 1),
  pageParams: pageParams.slice(0, 1),
});

export type UserChange = {
  email: string | null;
  username: string | null;
  school_id: number | null;
  role: ManagedUser['role'];
};

export async function changeUser(id: number, json: UserChange): Promise<void> {
  const { email, username, school_id, role } = json;
  const changed = await call('PUT /admin/users/{id}', {
    as: 'platformAdmin',
    params: { id },
    json: { email, username, school_id, role },
  });
  replaceRows((user) => (user.id === id ? [changed] : [user]));
}

export async function confirmUser(user: ManagedUser): Promise<void> {
  await call('POST /admin/users/{id}/confirm', { as: 'platformAdmin', params: { id: user.id } });
  // They may belong to a school by now.
  await queryClient.invalidateQueries({ queryKey: queryKey(USERS) });
}

/** Another admin was quicker: they leave the list, and that is said. */
export function leaveIfGone(id: number, error: unknown): boolean {
  if (statusOf(error) !== 404) return false;
  replaceRows((user) => (user.id === id ? [] : [user]));
  showToast({ tone: 'danger', text: 'This user no longer exists.' });
  return true;
}

export async function deleteUser(id: number): Promise<void> {
  await call('DELETE /admin/users/{id}', { as: 'platformAdmin', params: { id } });
  replaceRows((user) => (user.id === id ? [] : [user]));
}

/**
 * Changes the one row where it stands, in every list that has it, even if a filter would no longer let it through: a row
 * that vanishes while it is looked at, and a list read again from the top, are worse.
 */
function replaceRows(replacement: (user: ManagedUser) => ManagedUser[]): void {
  queryClient.setQueriesData<Pages<typeof USERS>>(
    { queryKey: queryKey(USERS) },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) => ({ ...page, rows: page.rows.flatMap(replacement) })),
      },
  );
  void queryClient.invalidateQueries({ queryKey: queryKey(USERS), refetchType: 'none' });
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /admin/users/counts') });
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /admin/audit') });
  void queryClient.invalidateQueries({
    queryKey: queryKey('GET /admin/schools/{schoolId}/users-and-classes'),
  });
}
