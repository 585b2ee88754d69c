import type { Output } from '../../../../contract/index.ts';
import { dayAfter, isoDay } from '../../../../domain/days.ts';
import { SHARE_DAYS } from '../../../../domain/share-pages.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { call } from '../../api/call.ts';
import { detailOf, Refused, RefusedField, statusOf } from '../../api/failure.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';
import { textOf } from '../../api/useSubmit.ts';
import { shownDate } from '../../format/shown-date.ts';
import { showToast } from '../../ui/toasts.ts';

/** The pages that a student shares, and what can be done with them. */

export type SharePages = Output<'GET /users/me/share-pages'>;
export type SharePage = SharePages['pages'][number];

/** Asked again by everything that begins to show it: it concerns who sees what. */
export const useSharePages = () => useApiQuery('GET /users/me/share-pages', {}, { staleTime: 0 });
/** What can be chosen for a page. */
export const useOwnSubjects = () => useApiQuery('GET /subjects', {}, { staleTime: 0 });

const refresh = () => queryClient.invalidateQueries({ queryKey: queryKey('GET /users/me/share-pages') });

export const namesOf = (subjects: readonly string[]) => subjects.map(subjectName).join(', ');
export const endOf = ({ ends_on: day }: SharePage) => shownDate(new Date(`${day}T00:00`));
export const lastUseOf = ({ last_used_at: at }: SharePage) =>
  at === null ? 'Not opened yet' : `Last opened ${shownDate(new Date(at))}`;

/** The days on which a page may end, by the reader's calendar. */
export const endsBetween = (now = new Date()) => {
  const first = isoDay(now);
  return { first, last: dayAfter(first, SHARE_DAYS) };
};

/** Reads the form and makes the page. What is wrong is said before anything is sent. */
export async function makeSharePage(form: FormData): Promise<void> {
  const name = textOf(form, 'name').trim();
  if (name === '') throw new RefusedField('name', 'Please fill this in.');
  const endsOn = textOf(form, 'ends_on');
  const { first, last } = endsBetween();
  if (endsOn < first) throw new RefusedField('ends_on', 'The end date is in the past.');
  if (endsOn > last) throw new RefusedField('ends_on', `The end date is more than ${SHARE_DAYS} days away.`);
  const subjects = form.getAll('subjects').map(String);
  if (subjects.length === 0) throw new Refused('Choose at least one subject.');
  await call('POST /users/me/share-pages', { json: { name, subjects, ends_on: endsOn } });
  await refresh();
}

/** A refusal says by itself what to do; of anything else nobody knows. */
export const makingSentence = (error: unknown): string =>
  ([403, 409, 422].includes(statusOf(error) ?? 0) && detailOf(error)) ||
  'Failed to make the share page. Please try again.';

/** Ends a page and says so. Throws when nobody knows whether it has ended. */
export async function revokeSharePage(id: string): Promise<void> {
  try {
    await call('DELETE /users/me/share-pages/{id}', { params: { id } });
    showToast({ tone: 'done', text: 'Revoked. The link no longer works.' });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    // Its day has come, or it was revoked in another tab: the list, asked for again, is without it.
    showToast({ text: 'This page has already ended.' });
  }
  await refresh();
}
