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

export const figuresIn = ({ from, to, papers }: Pick<ChosenUsers, 'from' | 'to' | 'papers'>) => {
  const progress = progressIn({ range: { startYear: from, endYear: to }, which: papers });
  return ({ timezone_overrides, sits }: FoundUser, work: readonly SubjectWork[]): Figures => {
    const overrides = timezone_overrides ?? undefined;
    let [done, total, sum, count] = [0, 0, 0, 0];
    for (const subject of work) {
      const counted = progress({
        subjectId: subject.subjectId,
        overrides,
        sits: sits ?? undefined,
        doneIn: (year) => doneIn(subject, year),
      });
      done += counted.completed;
      total += counted.total;
      const scores = scoresOf(subject, { from, to });
      sum += scores.sum;
      count += scores.count;
    }
    return { done, total, average: averageOf(sum, count) };
  };
};

/** With figures, for whoever is a student. */
export type CountedUser = FoundUser & { figures: Figures | null };

export const withFigures = (users: readonly FoundUser[], chosen: ChosenUsers): CountedUser[] => {
  const figuresOf = figuresIn(chosen);
  return users.map((user) => ({
    ...user,
    figures: user.role === 'student' ? figuresOf(user, readWork(user)) : null,
  }));
};

type Order = Pick<ChosenUsers, 'sort' | 'order'>;

/** What a list can be sorted by in JavaScript alone. */
const FIGURE_OF: Partial<Record<ChosenUsers['sort'], (figures: Figures) => number | null>> = {
  done: ({ done, total }) => (total === 0 ? 0 : done / total),
  average: ({ average }) => average,
};
export const isByFigure = ({ sort }: Pick<Order, 'sort'>): boolean => sort in FIGURE_OF;

const NO_FIGURE = 'none';

/** Who has no such figure comes last in either direction. */
const compare = (a: Place, b: Place, order: Order['order']): number => {
  const direction = order === 'asc' ? 1 : -1;
  const byId = direction * (a.id - b.id);
  if (a.key === NO_FIGURE || b.key === NO_FIGURE)
    return Number(a.key === NO_FIGURE) - Number(b.key === NO_FIGURE) || byId;
  return direction * (Number(a.key) - Number(b.key)) || byId;
};

/** In the order of a figure. */
export const sortByFigure = (users: readonly CountedUser[], { sort, order }: Order): CountedUser[] => {
  const keyOf = ({ figures }: CountedUser) => String((figures && FIGURE_OF[sort]?.(figures)) ?? NO_FIGURE);
  return users
    .map((user) => ({ ...user, key: keyOf(user), found: users.length }))
    .toSorted((a, b) => compare(a, b, order));
};

/** The rest of such a list. */
export const usersAfter = (
  users: readonly CountedUser[],
  { order }: Pick<Order, 'order'>,
  place: Place | null,
): CountedUser[] => users.filter((user) => place === null || compare(place, user, order) < 0);
