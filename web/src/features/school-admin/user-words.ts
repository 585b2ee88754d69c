import { shownDate, shownDay } from '../../format/shown-date.ts';

/** '1 Nov' and ' 2026', of which a card has no room for this year's; 'Never' for no day. */
export function dayWords(day: string | null): { short: string; year: string } {
  if (day === null) return { short: 'Never', year: '' };
  const short = shownDay(day);
  return { short, year: shownDate(new Date(`${day}T00:00`)).slice(short.length) };
}

/** '1 Nov 2026' for a moment. */
export const dateWords = (at: string): string => shownDate(new Date(at));

/** '7 of 8, 1 late'; '-' where nothing is set. */
export function setWords({
  set_done,
  set_total,
  set_late,
}: Record<'set_done' | 'set_total' | 'set_late', number>) {
  if (set_total === 0) return '-';
  return `${set_done} of ${set_total}${set_late > 0 ? `, ${set_late} late` : ''}`;
}

type Headed = { name: string | null; username: string | null; groups: readonly string[] };

/** 'Anna Müller, 12B'; whoever is in many groups, as all are who come from a roster, has them below. */
export function reportHead({ name, username, groups }: Headed): { title: string; groups: string } {
  const title = name ?? username ?? '';
  return groups.length > 1
    ? { title, groups: groups.join(', ') }
    : { title: [title, ...groups].join(', '), groups: '' };
}

/** Why nobody is in the list: the search, the filters, or both of them together. */
export function noUserWords(words: string, filters: number): string {
  if (words === '') return 'No user matches these filters.';
  return `No user matches “${words}”${filters > 0 ? ' with these filters' : ''}.`;
}
