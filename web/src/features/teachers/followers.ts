import { useEffect } from 'react';
import type { Output } from '../../../../contract/index.ts';
import { subjectName } from '../../../../domain/subjects.ts';
import { call } from '../../api/call.ts';
import { statusOf } from '../../api/failure.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';
import { requests } from '../../state/requests.ts';
import { showToast } from '../../ui/toasts.ts';

/** The teachers who follow a student or ask to, and the student's answers to them. */

export type Follower = Output<'GET /users/me/teachers'>['teachers'][number];

/** Asked again by everything that begins to show it: it concerns who sees what. */
export const useFollowers = (isWanted = true) =>
  useApiQuery('GET /users/me/teachers', {}, { staleTime: 0, enabled: isWanted });

/** Whether they have been asked for before, on whichever page. */
export const hasFollowers = () => queryClient.getQueryData(queryKey('GET /users/me/teachers')) !== undefined;

/** Tells the header, for as long as they are shown, how many wait for an answer. */
export function usePublishedRequests(followers: Output<'GET /users/me/teachers'> | undefined): void {
  const count = followers?.teachers.filter(({ status }) => status === 'pending').length ?? 0;
  useEffect(() => {
    requests.write(count);
    return () => requests.write(0);
  }, [count]);
}

export const refreshFollowers = () =>
  queryClient.invalidateQueries({ queryKey: queryKey('GET /users/me/teachers') });

export const nameOf = ({ username, email }: Follower) => username ?? email ?? 'A teacher';

export const subjectsOf = ({ subjects }: Follower) => subjects.map(subjectName).join(', ');

export type Act = 'accept' | 'decline' | 'end';

const DONE: Record<Act, string> = {
  accept: 'Request accepted.',
  decline: 'Request declined.',
  end: 'This teacher no longer sees your progress.',
};

const send = (act: Act, id: number): Promise<unknown> =>
  act === 'accept'
    ? call('POST /users/me/teachers/{id}/accept', { params: { id } })
    : call('DELETE /users/me/teachers/{id}', { params: { id } });

/** Sends the answer and says what came of it. Throws when nobody knows. */
export async function answer(act: Act, id: number): Promise<void> {
  try {
    await send(act, id);
    showToast({ tone: 'done', text: DONE[act] });
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    // Answered in another tab, or the teacher no longer asks: the list, asked for again, is without it.
    showToast({ text: 'This request is no longer open.' });
  }
}
