import { lastYear } from '../../../domain/last-year.ts';
import { progressOfBits } from '../../../domain/paper-bits.ts';
import { averageIn, placeOf, readWork, type Work } from './subject-work.ts';
import type { ChosenUsers, FoundUser } from './users.queries.ts';

/** What students have done of the papers of some years, counted as their own trackers and their teachers count it. */

interface Figures {
  done: number;
  total: number;
  /** In whole per cent; null without any score. */
  average: number | null;
}

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

type Settings = Pick<FoundUser, 'timezone_overrides' | 'sits'>;

/** Of students who take the same subjects and count them alike: by how many-th student, of all subjects or of some. */
export const figuresIn = ({ from, to, papers }: Pick<ChosenUsers, 'from' | 'to' | 'papers'>) => {
  const progress = progressIn({ range: { startYear: from, endYear: to }, which: papers });
  return ({ timezone_overrides, sits }: Settings, work: Work) => {
    const settings = { overrides: timezone_overrides ?? undefined, sits: sits ?? undefined };
    const counts = work.subjectIds.map((subjectId) => progress({ subjectId, ...settings }));
    const progressOf = (student: number, first = 0, end = counts.length) => {
      let done = 0;
      let total = 0;
      for (let nth = first; nth < end; nth += 1) {
        const counted = counts[nth]?.(work.done, placeOf(work, student, nth), work.years);
        done += counted?.completed ?? 0;
        total += counted?.total ?? 0;
      }
      return { done, total };
    };
    const averageOf = (student: number, first = 0, end = counts.length) =>
      averageIn(work, { from, to }, placeOf(work, student, first), end - first);
    return { progressOf, averageOf };
  };
};

/** With figures, for whoever is a student. */
export type CountedUser = FoundUser & { figures: Figures | null };

export const withFigures = (users: readonly FoundUser[], chosen: ChosenUsers): CountedUser[] => {
  const countsOf = figuresIn(chosen);
  const figuresOf = (user: FoundUser): Figures => {
    const { progressOf, averageOf } = countsOf(user, readWork(user));
    return { ...progressOf(0), average: averageOf(0) };
  };
  return users.map((user) => ({ ...user, figures: user.role === 'student' ? figuresOf(user) : null }));
};

/** The figures of a student in each subject. */
export const figuresBySubject = (user: FoundUser, chosen: ChosenUsers) => {
  const work = readWork(user);
  const { progressOf, averageOf } = figuresIn(chosen)(user, work);
  return work.subjectIds.map((subject_id, nth) => ({
    subject_id,
    ...progressOf(0, nth, nth + 1),
    average: averageOf(0, nth, nth + 1),
  }));
};
