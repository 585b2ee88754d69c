import type { Input, Output } from '../../../../contract/index.ts';
import { call } from '../../api/call.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';
import { MONTHS } from '../../format/shown-date.ts';
import { showToast } from '../../ui/toasts.ts';

export type WeeklyMail = Output<'GET /users/me/weekly-mail'>;
type Choice = Input<'PUT /users/me/weekly-mail'>['json'];

const KEY = queryKey('GET /users/me/weekly-mail', {});

export const useWeeklyMail = () => useApiQuery('GET /users/me/weekly-mail', {}, { staleTime: 0 });

/** Whoever has not chosen lives where their browser does. */
export const zoneOf = ({ time_zone: zone }: Pick<WeeklyMail, 'time_zone'>): string =>
  zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All that the browser knows, and the chosen one, which it may know by another name. */
export function zonesWith(chosen: string): string[] {
  const known = Intl.supportedValuesOf('timeZone');
  return known.includes(chosen) ? known : [chosen, ...known];
}

/** 'Monday, 23 November' for '2026-11-23'. */
export function nextWords(day: string, weekdays: readonly string[]): string {
  const date = new Date(`${day}T00:00`);
  return `${weekdays[(date.getDay() + 6) % 7]}, ${date.getDate()} ${MONTHS[date.getMonth()]}`;
}

let newest = 0;
let saving: Promise<unknown> = Promise.resolve();
/** While choices are on their way: what the server is known to have. */
let saved: WeeklyMail | undefined;

/**
 * Shown at once; as the server has it when it could not be saved. Choices are sent one after the other, each with all
 * that was chosen before it, and only what became of the newest is shown.
 */
export async function saveWeeklyMail(before: WeeklyMail, change: Partial<Choice>): Promise<void> {
  newest += 1;
  const turn = newest;
  saved ??= before;
  const { is_on, weekday } = before;
  const choice: Choice = { is_on, weekday, time_zone: zoneOf(before), ...change };
  const put = (data: WeeklyMail) => {
    if (turn === newest) queryClient.setQueryData<WeeklyMail>(KEY, data);
  };
  const answer = saving.then(() => call('PUT /users/me/weekly-mail', { json: choice }));
  saving = answer.catch(() => undefined);
  put({ ...choice, next_on: null });
  await queryClient.cancelQueries({ queryKey: KEY });
  // A reload that was under way has put back what was there before.
  put({ ...choice, next_on: null });
  try {
    saved = await answer;
  } catch {
    if (turn === newest)
      showToast({ tone: 'danger', text: 'Failed to save the weekly mail. Please try again.' });
  }
  put(saved);
  if (turn === newest) saved = undefined;
}
