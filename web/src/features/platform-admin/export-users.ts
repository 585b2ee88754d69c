import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { roleLabel } from '../../../../domain/roles.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { type Cell, downloadCsv } from '../../format/csv.ts';
import type { UserFilter } from './dashboard-view.ts';

const COLUMNS = ['Email', 'Username', 'School', 'Role', 'Created Date'];

/** The same day as on the screen, as every spreadsheet knows it. */
const DAY = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' });

/** Nothing in the cell where there is nothing to say. */
const cellsOf = ({ email, username, school_name, role, created_at, erase_on }: ManagedUser): Cell[] => [
  email,
  username,
  school_name,
  erase_on === null ? roleLabel(role) : `${roleLabel(role)}, archived`,
  created_at && DAY.format(new Date(created_at)),
];

/** Everybody whom the filter lets through, not only those who have been scrolled to. The server writes it down. */
const fetchForExport = ({ q, school, role }: UserFilter, signal: AbortSignal): Promise<ManagedUser[]> =>
  call('POST /admin/users/export', {
    as: 'platformAdmin',
    json: {
      ...(q && { q }),
      ...(school !== undefined && { school_id: school }),
      ...(role && { role }),
    },
    signal,
  });

export async function exportUsers(filter: UserFilter, signal: AbortSignal): Promise<void> {
  const users = await fetchForExport(filter, signal);
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /admin/audit') });
  downloadCsv('users.csv', [COLUMNS, ...users.map(cellsOf)]);
}
