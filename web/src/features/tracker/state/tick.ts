/** What a user says about a paper. */
export interface Tick {
  isCompleted: boolean;
  score: number | null;
  /** When it was ticked, in milliseconds. */
  completedAt: number | null;
}

export type TickValue = Pick<Tick, 'isCompleted' | 'score'>;

export const isSameValue = (one: TickValue, other: TickValue): boolean =>
  one.isCompleted === other.isCompleted && one.score === other.score;
