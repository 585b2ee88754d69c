import type { Queries } from '../../db/database.ts';
import { type Figures, figuresIn } from './figures.ts';
import { readWork } from './subject-work.ts';
import { type ChosenUsers, type FigureSort, listAlike, type Place } from './users.queries.ts';

/**
 * The order of a list by what students have done, which PostgreSQL does not know: it says what is kept of all whom the filter
 * finds, and they are counted here.
 */

const FIGURE_OF: Record<FigureSort, (figures: Figures) => number | null> = {
  done: ({ done, total }) => (total === 0 ? 0 : done / total),
  average: ({ average }) => average,
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

/** All whom the filter finds after a place, in their order, and how many there are in all. */
export const listInOrder = async (
  db: Queries,
  schoolId: number,
  chosen: ChosenUsers & { sort: FigureSort },
  after: Place | null = null,
): Promise<{ places: Place[]; found: number }> => {
  const figuresOf = figuresIn(chosen);
  const figureOf = FIGURE_OF[chosen.sort];
  const ranked = (await listAlike(db, schoolId, chosen)).flatMap((alike): Ranked[] => {
    const ids = alike.ids.split(' ').map(Number);
    if (alike.subjects === null) return ids.map((id) => ({ id, figure: null }));
    const { subjectIds, works } = readWork(alike, ids.length);
    const count = figuresOf(alike, subjectIds);
    return ids.map((id, nth) => ({ id, figure: figureOf(count(works[nth] ?? [])) }));
  });
  const direction = chosen.order === 'asc' ? 1 : -1;
  const last = after && rankedAt(after);
  const rest = last ? ranked.filter((one) => compare(last, one, direction) < 0) : ranked;
  return {
    places: rest.sort((a, b) => compare(a, b, direction)).map(placeOf),
    found: ranked.length,
  };
};
