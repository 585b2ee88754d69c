import { pathTo } from '../../paths.ts';

/** What the dashboard shows, as its address says it: `?tab=statistics`, `?q=ann`. */

export const TABS = ['users', 'teachers', 'statistics'] as const;
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

/** Where the dashboard was left, so that the way back leads to the same tab, the same search and the same row. */
let left: { address: string; top: number } | undefined;

export const leaveAt = (address: string, top: number): void => {
  left = { address, top };
};
export const topOf = (address: string): number => (left?.address === address ? left.top : 0);
export const wayBack = (tab: Tab): string => left?.address ?? addressOf({ tab });
