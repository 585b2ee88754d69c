import { Refused, statusOf } from '../../api/failure.ts';
import { queryClient, queryKey } from '../../api/query.ts';
import { type Managed, requestTo } from './managed.ts';
import { reloadSchool } from './useSchool.ts';

/** Resolves when the lists of the school's people, also of those archived, are as the server has them. */
export async function reloadPeople(managed: Managed): Promise<void> {
  const key = queryKey('GET /admin/schools/{schoolId}/archived', requestTo(managed));
  await Promise.all([queryClient.invalidateQueries({ queryKey: key }), reloadSchool(managed)]);
}

/**
 * The answer to an act on people. Whoever is not found was there when the list came: somebody else has archived or removed
 * them since. Said in words for one or several, and the list shows who is left.
 */
export async function ofPeople<T>(managed: Managed, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (statusOf(error) !== 404) throw error;
    await reloadPeople(managed);
    throw new Refused('They are no longer at this school, or were archived.', { cause: error });
  }
}
