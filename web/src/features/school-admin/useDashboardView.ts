import { useLayoutEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { pathTo } from '../../paths.ts';
import { addressOf, type DashboardView, leaveAt, readView, topOf } from './dashboardView.ts';

/** What the address says, for as long as it is the dashboard's: when we leave, this page stays until the next is there. */
export function useDashboardView(): DashboardView {
  const [path] = useLocation();
  const search = useSearch();
  const [kept, keep] = useState(search);
  const isHere = path === pathTo('schoolAdminDashboard');
  if (isHere && kept !== search) keep(search);

  const view = readView(isHere ? search : kept);
  useKeptPlace(addressOf(view));
  return view;
}

/**
 * The browser restores the place on the page before this page is drawn again, when there is nothing to scroll yet. After
 * a link, and not Back, whoever handles the arrival scrolls to the top afterwards.
 */
function useKeptPlace(address: string): void {
  const [top] = useState(() => topOf(address));
  useLayoutEffect(() => {
    if (top > 0) window.scrollTo(0, top);
  }, [top]);
  useLayoutEffect(() => {
    const keep = () => leaveAt(address, window.scrollY);
    keep();
    window.addEventListener('scroll', keep, { passive: true });
    return () => window.removeEventListener('scroll', keep);
  }, [address]);
}
