import type { OneSet } from './set-work.ts';

type SetStudent = OneSet['students'][number];

/** How a student stands with it: something is missing, all is there but something came late, or all is done in time. */
export type Standing = 'missing' | 'late' | 'done';

export const STANDINGS = ['missing', 'late', 'done'] as const;

/** Undefined for somebody who does not take the subject any more. */
export function standingOf({ takes_subject, papers }: SetStudent): Standing | undefined {
  if (!takes_subject) return undefined;
  const states = Object.values(papers).map(({ state }) => state);
  if (states.some((state) => state === 'to_do' || state === 'overdue')) return 'missing';
  return states.includes('late') ? 'late' : 'done';
}

export function countStandings(students: readonly SetStudent[]): Record<Standing, number> {
  const counts = { missing: 0, late: 0, done: 0 };
  for (const student of students) {
    const standing = standingOf(student);
    if (standing) counts[standing] += 1;
  }
  return counts;
}
