import type { ManagedUser } from '../../../../contract/platform-admin.ts';
import { roleLabel } from '../../../../domain/roles.ts';
import { type Cell, downloadCsv } from '../../csv.ts';
import type { UserFilter } from './dashboard-view.ts';
import { fetchAllUsers } from './useUsers.ts';

const COLUMNS = ['Email', 'Username', 'School', 'Role', 'Created Date'];

/** The same day as on the screen, as every spreadsheet knows it. */
const DAY = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short' });

/** Nothing in the cell where there is nothing to say. */
const cellsOf = ({ email, username, school_name, role, created_at }: ManagedUser): Cell[] => [
  email,
  username,
  school_name,
  roleLabel(role),
  created_at && DAY.format(new Date(created_at)),
];

export async function exportUsers(filter: UserFilter, signal: AbortSignal): Promise<void> {
  const users = await fetchAllUsers(filter, signal);
  downloadCsv('users.csv', [COLUMNS, ...users.map(cellsOf)]);
}
