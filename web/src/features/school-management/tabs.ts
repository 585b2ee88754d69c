import { useState } from 'react';
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

/**
 * The open tab stands in the address, so that Back, a reload and a bookmark find it again. The last of what is returned
 * takes the press back that led here.
 */
export function useTab(managed: Managed): [Tab, (tab: Tab) => void, () => void] {
  const [, navigate] = useLocation();
  const path = pageOf(managed);
  const wanted = new URLSearchParams(useOwnSearch(path)).get('tab');
  const tab = tabsFor(managed).find(({ id }) => id === wanted)?.id ?? 'overview';
  const [before, setBefore] = useState<Tab>('overview');
  const addressOf = (one: Tab) => (one === 'overview' ? path : `${path}?tab=${one}`);
  const show = (next: Tab) => {
    if (next === tab) return;
    setBefore(tab);
    navigate(addressOf(next));
  };
  const goBack = () => {
    // Should that one not come either, the overview is always there.
    setBefore('overview');
    navigate(addressOf(before), { replace: true });
  };
  return [tab, show, goBack];
}
