import { isoDay, timeOn } from '../../../../../domain/days.ts';

/** What a user says about a paper. */
export interface Tick {
  isCompleted: boolean;
  score: number | null;
  /** The marks that the score was entered as, '47/80'. */
  marks?: string | undefined;
  /** The day named with a change, until it has been read from the server. */
  doneOn?: string | undefined;
  /** When it was ticked, in milliseconds, or a time on the day that was named. */
  completedAt: number | null;
}

export type TickValue = Omit<Tick, 'completedAt'>;

type Score = Pick<Tick, 'score' | 'marks'>;
export const isSameScore = (one: Score, other: Score): boolean =>
  one.score === other.score && one.marks === other.marks;

export const isSameValue = (one: TickValue, other: TickValue): boolean =>
  one.isCompleted === other.isCompleted && isSameScore(one, other) && one.doneOn === other.doneOn;

/** A day that is named for what was done on it changes nothing. */
export const isSameTick = (one: Tick, other: Tick): boolean =>
  one.isCompleted === other.isCompleted && isSameScore(one, other) && one.completedAt === other.completedAt;

const dayOf = (time: number): string => isoDay(new Date(time));

/** Now for what is done today, where the reader is. */
const timeOfTick = (day: string, now: number): number => (day === dayOf(now) ? now : timeOn(day, now));

/** What a change makes of a tick. A score and a day need a completed paper. */
export function tickAfter(
  { completedAt: before }: Tick,
  { isCompleted, score, marks, doneOn }: TickValue,
): Tick {
  if (!isCompleted) return { isCompleted, score: null, completedAt: null };
  if (doneOn === undefined) return { isCompleted, score, marks, completedAt: before ?? Date.now() };
  const isAsBefore = before !== null && dayOf(before) === doneOn;
  return {
    isCompleted,
    score,
    marks,
    doneOn,
    completedAt: isAsBefore ? before : timeOfTick(doneOn, Date.now()),
  };
}

/**
 * The same for what a user does, which always names its day, also when only the score changes: it may reach the server on
 * another day, or find a tick there that another tab has made, or one whose untick never came.
 */
export const tickBy = (before: Tick, value: TickValue): Tick =>
  tickAfter(before, { ...value, doneOn: value.doneOn ?? dayOf(before.completedAt ?? Date.now()) });
