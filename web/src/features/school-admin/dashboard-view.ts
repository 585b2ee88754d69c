import type { ReactNode } from 'react';
import { leftAt, useKeptPlace, useOwnSearch } from '../../navigation/page-view.ts';
import { pathTo } from '../../paths.ts';
import { ALL_USERS, readUsersView, type UsersView, writeUsersView } from './users-view.ts';

/** What the dashboard shows, as its address says it: `?tab=statistics`, or which users. */

const TABS = ['users', 'teachers', 'statistics'] as const;
export type Tab = (typeof TABS)[number];
export type DashboardView = { tab: Tab; users: UsersView };

export function readView(search: string): DashboardView {
  const values = new URLSearchParams(search);
  const tab = TABS.find((name) => name === values.get('tab')) ?? 'users';
  return { tab, users: tab === 'users' ? readUsersView(values) : ALL_USERS };
}

export const addressOfTab = (tab: Tab): string =>
  pathTo('schoolAdminDashboard') + (tab === 'users' ? '' : `?tab=${tab}`);

/** The plain address for all users. */
export function addressOfUsers(view: Partial<UsersView>): string {
  const search = writeUsersView({ ...ALL_USERS, ...view }).toString();
  return pathTo('schoolAdminDashboard') + (search && `?${search}`);
}

/** To the dashboard as it was left; to this tab of it for who came straight to a page behind it. */
export const wayBack = (tab: Tab): string => leftAt(pathTo('schoolAdminDashboard')) ?? addressOfTab(tab);

/** Whose page it is. */
export type PersonOfSchool = {
  id: number;
  username: string | null;
  email: string | null;
  /** As the school has it. */
  name: string | null;
  role: 'student' | 'teacher';
};
/** What a person's page shows of what can be done to them. */
export type PersonPageProps = { id: string; renderMenu: (person: PersonOfSchool) => ReactNode };

/** What the address says. */
export function useDashboardView(): DashboardView {
  const view = readView(useOwnSearch(pathTo('schoolAdminDashboard')));
  useKeptPlace(view.tab === 'users' ? addressOfUsers(view.users) : addressOfTab(view.tab));
  return view;
}
