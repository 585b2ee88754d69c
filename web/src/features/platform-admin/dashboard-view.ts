import { ROLES } from '../../../../domain/roles.ts';

/** What the dashboard shows, as its address says it: `?tab=users&q=ann&school=3&role=teacher`. */

const TABS = ['schools', 'users'] as const;
export type Tab = (typeof TABS)[number];

/** What users are listed by: those who are archived are none of the others. */
export const TYPES = [...ROLES, 'archived'] as const;
export type UserType = (typeof TYPES)[number];

/** Which users are wanted. */
export type UserFilter = { q: string; school: number | undefined; role: UserType | undefined };
export type DashboardView = { tab: Tab } & UserFilter;

/** What a plain address shows: the dashboard its schools, the analytics of a school that school's users. */
export type Start = { tab: Tab; school: number | undefined };
export const DASHBOARD: Start = { tab: 'schools', school: undefined };

export const NO_FILTER: UserFilter = { q: '', school: undefined, role: undefined };
const EVERY_SCHOOL = 'all';

export function readView(search: string, start: Start = DASHBOARD): DashboardView {
  const values = new URLSearchParams(search);
  return {
    tab: TABS.find((name) => name === values.get('tab')) ?? start.tab,
    q: (values.get('q') ?? '').slice(0, 200),
    school: schoolIn(values.get('school'), start),
    role: TYPES.find((role) => role === values.get('role')),
  };
}

function schoolIn(text: string | null, start: Start): number | undefined {
  if (text === null) return start.school;
  return /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined;
}

/** The plain address for the plain view. */
export function addressOf(path: string, view: DashboardView, start: Start = DASHBOARD): string {
  const values = new URLSearchParams();
  if (view.tab !== start.tab) values.set('tab', view.tab);
  if (view.q) values.set('q', view.q);
  if (view.school !== start.school) values.set('school', String(view.school ?? EVERY_SCHOOL));
  if (view.role) values.set('role', view.role);
  const search = values.toString();
  return path + (search && `?${search}`);
}

export const isFiltered = ({ q, school, role }: UserFilter): boolean =>
  q !== '' || school !== undefined || role !== undefined;
