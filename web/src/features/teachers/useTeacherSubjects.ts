import { useEffect } from 'react';
import { call } from '../../api/call.ts';
import { queryClient, queryKey, useApiQuery } from '../../api/query.ts';
import { useSession } from '../../session/session.ts';
import { readCachedSubjects, writeCachedSubjects } from './subjects-cache.ts';

const KEY = queryKey('GET /teachers/subjects', {});

/** The server answered with success and did not say so. */
export class UnexpectedAnswer extends Error {}

/** What the signed-in teacher teaches. What is kept on the device is shown at once, while it is fetched again. */
export function useTeacherSubjects() {
  const session = useSession();
  const userId = session.status === 'user' ? session.user.id : 0;
  const query = useApiQuery(
    'GET /teachers/subjects',
    {},
    {
      initialData: () => {
        const subjects = readCachedSubjects(userId);
        return subjects && { subjects };
      },
      // However fresh it is, it is only what this device knew.
      initialDataUpdatedAt: 0,
    },
  );
  const { data, dataUpdatedAt } = query;
  useEffect(() => {
    if (data && dataUpdatedAt > 0) writeCachedSubjects(userId, data.subjects);
  }, [data, dataUpdatedAt, userId]);
  return query;
}

/** Replaces the list; it changes here only when the server has it. */
export async function saveTeacherSubjects(subjects: string[]): Promise<void> {
  await queryClient.cancelQueries({ queryKey: KEY });
  const answer = await call('POST /teachers/subjects', { json: { subjects } });
  if (answer.status !== 'success') throw new UnexpectedAnswer();
  queryClient.setQueryData(KEY, { subjects: answer.subjects });
  // What a teacher sees of a student depends on it.
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /teachers/students/{id}') });
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /teachers/grid') });
  void queryClient.invalidateQueries({ queryKey: queryKey('GET /teachers/progress') });
}
