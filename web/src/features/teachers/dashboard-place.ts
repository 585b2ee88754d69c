import { useCallback, useEffect } from 'react';
import { useLocation, useSearch } from 'wouter';
import { pathTo } from '../../paths.ts';

/** What the dashboard shows stands in its address, so that Back, a reload and a bookmark find it again. */

let lastSearch = '';

/** The dashboard as it was last seen, for the way back from a student. */
export const dashboardPath = () => pathTo('teachers') + lastSearch;

/** The list of set work, as it was last seen. */
export const setsPath = () => {
  const last = new URLSearchParams(lastSearch);
  return last.get('view') === 'sets' ? dashboardPath() : `${pathTo('teachers')}?view=sets`;
};

type Change = Record<string, string | undefined>;

/** `go` makes a new entry in the history, `adjust` changes the current one. */
export function useDashboardPlace() {
  const [path, navigate] = useLocation();
  const now = useSearch();
  // On the way to another page the address is already that page's, while the dashboard is still to be seen.
  const isHere = path === pathTo('teachers');
  const search = isHere ? now : lastSearch.slice(1);
  useEffect(() => {
    if (isHere) lastSearch = now === '' ? '' : `?${now}`;
  }, [isHere, now]);
  const move = useCallback(
    (change: Change, replace: boolean) => {
      const params = new URLSearchParams(window.location.search);
      for (const [name, value] of Object.entries(change)) {
        if (value === undefined) params.delete(name);
        else params.set(name, value);
      }
      const text = params.toString();
      navigate(pathTo('teachers') + (text === '' ? '' : `?${text}`), { replace });
    },
    [navigate],
  );
  return {
    params: new URLSearchParams(search),
    go: (change: Change) => move(change, false),
    adjust: (change: Change) => move(change, true),
  };
}
