import { roleLabel } from '../../../../domain/roles.ts';
import { call } from '../../api/call.ts';
import { type Cell, downloadCsv } from '../../format/csv.ts';
import type { ChosenPapers } from '../../papers/papers-range.ts';
import type { Report } from './PrintedReports.tsx';
import type { SchoolUser } from './UsersTab.tsx';
import { askedFor, type UsersView } from './users-view.ts';

/** The screen's columns, but each figure in a cell of its own: a spreadsheet takes '4/12' for a day. */
const COLUMNS = ['ID', 'Username', 'Name', 'Email', 'Role', 'Done', 'Papers', 'Average', 'Last activity'];

export const cellsOf = (user: SchoolUser): Cell[] => [
  user.id,
  user.username,
  user.name,
  user.email,
  roleLabel(user.role),
  // Without papers there is nothing to be done, as '-' says on the screen.
  user.total ? user.done : null,
  user.total || null,
  user.average,
  user.last_activity,
];

/** Everybody whom the view shows, in its order, not only those who have been scrolled to. The server writes it down. */
export async function exportUsers(view: UsersView, papers: ChosenPapers): Promise<void> {
  const json = askedFor(view, papers);
  const users = await call('POST /schooladmin/dashboard/users/export', { as: 'schoolAdmin', json });
  downloadCsv(fileName(view, papers), [COLUMNS, ...users.map(cellsOf)]);
}

/** Of which papers its figures are: 'users-physics_hl-2017-2024-only-set.csv'. */
export const fileName = (
  { subject }: UsersView,
  { range: { startYear, endYear }, which }: ChosenPapers,
): string =>
  `${['users', subject, startYear, endYear, which === 'set' && 'only-set'].filter(Boolean).join('-')}.csv`;

export async function fetchReports(view: UsersView, papers: ChosenPapers): Promise<readonly Report[]> {
  const query = askedFor(view, papers);
  return (await call('GET /schooladmin/dashboard/reports', { as: 'schoolAdmin', query })).reports;
}
