import type { Output } from '../../../../contract/index.ts';
import { shownName } from '../../../../domain/shown-name.ts';
import type { Student } from './useStudents.ts';

type StudentProgress = Output<'GET /teachers/progress'>['students'][number];

/** A student in the list; without figures until they have come. */
export type StudentRow = Student & { progress: StudentProgress | undefined };

export const LIST_ORDERS = ['name', 'progress', 'average', 'activity'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

export function withProgress(
  students: readonly Student[],
  progress: readonly StudentProgress[] | undefined,
): StudentRow[] {
  const byId = new Map(progress?.map((figures) => [figures.id, figures]));
  return students.map((student) => ({ ...student, progress: byId.get(student.id) }));
}

const byName = (a: StudentRow, b: StudentRow) => shownName(a).localeCompare(shownName(b)) || a.id - b.id;
const shareOf = ({ progress }: StudentRow) =>
  progress && progress.total > 0 ? progress.completed / progress.total : -1;

/** Who has nothing of what is asked for comes last. */
const COMPARE: Record<ListOrder, (a: StudentRow, b: StudentRow) => number> = {
  name: byName,
  progress: (a, b) => shareOf(b) - shareOf(a) || byName(a, b),
  average: (a, b) => (b.progress?.average ?? -1) - (a.progress?.average ?? -1) || byName(a, b),
  activity: (a, b) =>
    (b.progress?.last_activity ?? '').localeCompare(a.progress?.last_activity ?? '') || byName(a, b),
};

/** By name from A, by the others from the most and the latest; or the other way round. */
export function sortStudents(rows: readonly StudentRow[], order: ListOrder, reversed: boolean): StudentRow[] {
  const sorted = rows.toSorted(COMPARE[order]);
  return reversed ? sorted.toReversed() : sorted;
}

export function matching<S extends { name: string | null; email: string }>(
  students: readonly S[],
  words: string,
): readonly S[] {
  const wanted = words.trim().toLowerCase();
  if (wanted === '') return students;
  return students.filter(({ name, email }) => `${name ?? ''} ${email}`.toLowerCase().includes(wanted));
}
