import { timeOn } from '../../../../../domain/days.ts';

/** What a user says about a paper. */
export interface Tick {
  isCompleted: boolean;
  score: number | null;
  /** The day named with a change, until it has been read from the server. */
  doneOn?: string | undefined;
  /** When it was ticked, in milliseconds, or a time on the day that was named. */
  completedAt: number | null;
}

export type TickValue = Omit<Tick, 'completedAt'>;

export const isSameValue = (one: TickValue, other: TickValue): boolean =>
  one.isCompleted === other.isCompleted && one.score === other.score && one.doneOn === other.doneOn;

/** What a change makes of a tick. A score and a day need a completed paper. */
export function tickAfter(before: Tick, { isCompleted, score, doneOn = before.doneOn }: TickValue): Tick {
  if (!isCompleted) return { isCompleted, score: null, completedAt: null };
  // A day that was named before may still be on its way to the server, and is named again.
  if (doneOn !== undefined) return { isCompleted, score, doneOn, completedAt: timeOn(doneOn, Date.now()) };
  return { isCompleted, score, completedAt: before.completedAt ?? Date.now() };
}
