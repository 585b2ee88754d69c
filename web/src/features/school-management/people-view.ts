import { useLocation } from 'wouter';
import { SEARCH_MAX } from '../../../../domain/lists.ts';
import { useOwnSearch } from '../../navigation/page-view.ts';
import { type Managed, pageOf } from './managed.ts';

/** Which users of the school are shown, as the address says it: `?tab=users&show=archived&q=11A`. */
export type PeopleView = { show: 'all' | 'archived'; q: string };

/** What a list that is searched is given. */
export type Searched = { words: string; onSearch: (words: string) => void };

export function readPeopleView(search: string): PeopleView {
  const values = new URLSearchParams(search);
  return {
    show: values.get('show') === 'archived' ? 'archived' : 'all',
    q: (values.get('q') ?? '').slice(0, SEARCH_MAX),
  };
}

/** Only what is not as it is at first. */
export function searchOfPeople({ show, q }: PeopleView): string {
  const values = new URLSearchParams({ tab: 'users' });
  if (show === 'archived') values.set('show', show);
  if (q) values.set('q', q);
  return `?${values}`;
}

/** A reload, and Back from another page, find the same list. */
export function usePeopleView(managed: Managed): [PeopleView, (view: PeopleView) => void] {
  const [, navigate] = useLocation();
  const path = pageOf(managed);
  const view = readPeopleView(useOwnSearch(path));
  // Every pause in the typing would be a step of Back.
  return [view, (next) => navigate(path + searchOfPeople(next), { replace: true })];
}
