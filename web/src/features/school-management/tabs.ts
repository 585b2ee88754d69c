import { useLocation } from 'wouter';
import { useOwnSearch } from '../../navigation/page-view.ts';
import { type Managed, pageOf } from './managed.ts';

const TABS = [
  { id: 'overview', label: 'Overview' },
  { id: 'assignments', label: 'Assignments' },
  { id: 'users', label: 'User Management' },
  { id: 'batch', label: 'Batch Import' },
  { id: 'sign-in', label: 'Sign-in' },
  { id: 'settings', label: 'Settings' },
] as const;
export type Tab = (typeof TABS)[number]['id'];

/** A school's sign-in is set up by the platform admin. */
export const tabsFor = ({ as }: Managed) =>
  as === 'platformAdmin' ? TABS : TABS.filter(({ id }) => id !== 'sign-in');

/** The open tab stands in the address, so that Back, a reload and a bookmark find it again. */
export function useTab(managed: Managed): [Tab, (tab: Tab) => void] {
  const [, navigate] = useLocation();
  const path = pageOf(managed);
  const wanted = new URLSearchParams(useOwnSearch(path)).get('tab');
  const tab = tabsFor(managed).find(({ id }) => id === wanted)?.id ?? 'overview';
  const show = (next: Tab) => {
    if (next !== tab) navigate(next === 'overview' ? path : `${path}?tab=${next}`);
  };
  return [tab, show];
}
