import { lastYear } from '../../../domain/last-year.ts';
import { progressOfBits } from '../../../domain/paper-bits.ts';
import { doneIn, readWork, type SubjectWork, scoresOf } from './subject-work.ts';
import type { ChosenUsers, FoundUser, Place } from './users.queries.ts';

/** What students have done of the papers of some years, counted as their own trackers and their teachers count it. */

export interface Figures {
  done: number;
  total: number;
  /** In whole per cent; null without any score. */
  average: number | null;
}

const averageOf = (sum: number, count: number): number | null =>
  count === 0 ? null : Math.round(sum / count);

/** Which papers count is the same for nearly everybody, also in the next call. */
const MAX_KNOWN = 20;
const known = new Map<string, ReturnType<typeof progressOfBits>>();
const progressIn = (shared: Parameters<typeof progressOfBits>[0]) => {
  const key = JSON.stringify([shared, lastYear()]);
  const progress = known.get(key) ?? progressOfBits(shared);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(key, progress);
  return progress;
};

/** For students who take the same subjects and count them alike. */
export const figuresIn = ({ from, to, papers }: Pick<ChosenUsers, 'from' | 'to' | 'papers'>) => {
  const progress = progressIn({ range: { startYear: from, endYear: to }, which: papers });
  return (
    { timezone_overrides, sits }: Pick<FoundUser, 'timezone_overrides' | 'sits'>,
    subjectIds: readonly string[],
  ) => {
    const settings = { overrides: timezone_overrides ?? undefined, sits: sits ?? undefined };
    const counts = subjectIds.map((subjectId) => progress({ subjectId, ...settings }));
    return (work: readonly SubjectWork[]): Figures => {
      let [done, total, sum, scored] = [0, 0, 0, 0];
      for (const [nth, subject] of work.entries()) {
        const counted = counts[nth]?.((year) => doneIn(subject, year));
        done += counted?.completed ?? 0;
        total += counted?.total ?? 0;
        const scores = scoresOf(subject, { from, to });
        sum += scores.sum;
        scored += scores.count;
      }
      return { done, total, average: averageOf(sum, scored) };
    };
  };
};

/** With figures, for whoever is a student. */
export type CountedUser = FoundUser & { figures: Figures | null };

export const withFigures = (users: readonly FoundUser[], chosen: ChosenUsers): CountedUser[] => {
  const figuresOf = figuresIn(chosen);
  return users.map((user) => {
    if (user.role !== 'student') return { ...user, figures: null };
    const { subjectIds, works } = readWork(user, 1);
    return { ...user, figures: figuresOf(user, subjectIds)(works[0] ?? []) };
  });
};
