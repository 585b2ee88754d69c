import type { Output } from '../../../../contract/index.ts';
import { queryClient, queryKey } from '../../api/query.ts';

type Progress = Output<'GET /teachers/progress'>;

/** Of the subjects that a teacher teaches, how many of these students take each, as far as that is known. */
export function subjectsTaken(progress: Progress | undefined, ids: Iterable<number>): Map<string, number> {
  const members = new Set(ids);
  const taken = new Map<string, number>();
  for (const { id, subjects } of progress?.students ?? [])
    if (members.has(id)) for (const subject of subjects) taken.set(subject, (taken.get(subject) ?? 0) + 1);
  return taken;
}

/** As it was last heard. */
const known = (ids: Iterable<number>): Map<string, number> =>
  subjectsTaken(
    queryClient.getQueriesData<Progress>({ queryKey: queryKey('GET /teachers/progress') }).at(-1)?.[1],
    ids,
  );

/** What setting papers for these students begins with: the subject that most of them take. */
export function inSubjectOf(ids: Iterable<number>): { subjectId?: string } {
  const [most] = [...known(ids)].toSorted(([, a], [, b]) => b - a);
  return most ? { subjectId: most[0] } : {};
}

/** Some of these students take something, but nobody this subject. */
export function isTakenByNobody(subjectId: string, ids: Iterable<number>): boolean {
  const taken = known(ids);
  return taken.size > 0 && !taken.has(subjectId);
}
