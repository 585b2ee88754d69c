import type { Queries } from '../../db/database.ts';
import { figuresIn } from './figures.ts';
import { readWork } from './subject-work.ts';
import { type ChosenUsers, type FigureSort, listAlike, type Place } from './users.queries.ts';

/**
 * The order of a list by what students have done, which PostgreSQL does not know: it says what is kept of all whom the filter
 * finds, and they are counted here.
 */

type Counts = ReturnType<ReturnType<typeof figuresIn>>;
const FIGURE_OF: Record<FigureSort, (counts: Counts, student: number) => number | null> = {
  done: ({ progressOf }, student) => {
    const { done, total } = progressOf(student);
    return total === 0 ? 0 : done / total;
  },
  average: ({ averageOf }, student) => averageOf(student),
};

export const isFigure = (sort: ChosenUsers['sort']): sort is FigureSort => sort in FIGURE_OF;

interface Ranked {
  id: number;
  /** Null comes last in either direction. */
  figure: number | null;
}

const compare = (a: Ranked, b: Ranked, direction: 1 | -1): number => {
  const byId = direction * (a.id - b.id);
  if (a.figure === null || b.figure === null)
    return Number(a.figure === null) - Number(b.figure === null) || byId;
  return direction * (a.figure - b.figure) || byId;
};

const NO_FIGURE = 'none';
const placeOf = ({ id, figure }: Ranked): Place => ({
  id,
  key: figure === null ? NO_FIGURE : String(figure),
});
const rankedAt = ({ id, key }: Place): Ranked => ({ id, figure: key === NO_FIGURE ? null : Number(key) });

/** Those whom the filter finds, or so many of them after a place, in their order, and how many there are in all. */
export const listInOrder = async (
  db: Queries,
  schoolId: number,
  chosen: ChosenUsers & { sort: FigureSort },
  { after = null, rows = null }: { after?: Place | null; rows?: number | null } = {},
): Promise<{ places: Place[]; found: number }> => {
  const countsOf = figuresIn(chosen);
  const figureOf = FIGURE_OF[chosen.sort];
  const ranked = (await listAlike(db, schoolId, chosen)).flatMap((alike): Ranked[] => {
    const ids = alike.ids.split(' ').map(Number);
    if (alike.subjects === null) return ids.map((id) => ({ id, figure: null }));
    const counts = countsOf(alike, readWork(alike, ids.length));
    return ids.map((id, nth) => ({ id, figure: figureOf(counts, nth) }));
  });
  const direction = chosen.order === 'asc' ? 1 : -1;
  const last = after && rankedAt(after);
  const rest = last ? ranked.filter((one) => compare(last, one, direction) < 0) : ranked;
  return {
    places: rest
      .toSorted((a, b) => compare(a, b, direction))
      .slice(0, rows ?? rest.length)
      .map(placeOf),
    found: ranked.length,
  };
};
