import { pathTo } from '../../paths.ts';
import { useKeptPlace } from '../../useKeptPlace.ts';
import { useOwnSearch } from '../../useOwnSearch.ts';
import { addressOf, type DashboardView, readView } from './dashboard-view.ts';

/** What the address says. */
export function useDashboardView(): DashboardView {
  const view = readView(useOwnSearch(pathTo('schoolAdminDashboard')));
  useKeptPlace(addressOf(view));
  return view;
}
