import { leftAt, useKeptPlace, useOwnSearch } from '../../navigation/page-view.ts';
import { pathTo } from '../../paths.ts';

/** What the dashboard shows, as its address says it: `?tab=statistics`, `?q=ann`. */

const TABS = ['users', 'teachers', 'statistics'] as const;
export type Tab = (typeof TABS)[number];
export type DashboardView = { tab: Tab; q: string };

export function readView(search: string): DashboardView {
  const values = new URLSearchParams(search);
  const tab = TABS.find((name) => name === values.get('tab')) ?? 'users';
  return { tab, q: tab === 'users' ? (values.get('q') ?? '').slice(0, 200) : '' };
}

/** The plain address for the plain view. */
export function addressOf({ tab, q }: Partial<DashboardView>): string {
  const values = new URLSearchParams();
  if (tab && tab !== 'users') values.set('tab', tab);
  if (q) values.set('q', q);
  const search = values.toString();
  return pathTo('schoolAdminDashboard') + (search && `?${search}`);
}

/** To the dashboard as it was left; to this tab of it for who came straight to a page behind it. */
export const wayBack = (tab: Tab): string => leftAt(pathTo('schoolAdminDashboard')) ?? addressOf({ tab });

/** What the address says. */
export function useDashboardView(): DashboardView {
  const view = readView(useOwnSearch(pathTo('schoolAdminDashboard')));
  useKeptPlace(addressOf(view));
  return view;
}
