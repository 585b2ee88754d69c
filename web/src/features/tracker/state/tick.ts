import { isoDay, timeOn } from '../../../../../domain/days.ts';

/** What a paper's record shows: its newest attempt, and on which days it was done before. */
export interface Tick {
  isCompleted: boolean;
  score: number | null;
  /** The marks that the score was entered as, '47/80'. */
  marks?: string | undefined;
  /** The day named with a change, until it has been read from the server. */
  doneOn?: string | undefined;
  /** When it was ticked, in milliseconds, or a time on the day that was named. */
  completedAt: number | null;
  /** To oneself. */
  note?: string | undefined;
  /** The days of the attempts before this one. */
  earlier?: readonly string[] | undefined;
}

/** What a user says about a paper. */
export interface TickValue extends Pick<Tick, 'isCompleted' | 'score' | 'marks' | 'doneOn'> {
  /** Without it the note stays as it is; an empty one removes it. */
  note?: string | undefined;
  /** It is another attempt, entered at this moment: saved twice it is the same one. */
  adds?: number | undefined;
  /** It undoes an untick: what that has removed is back. */
  restores?: true | undefined;
}

export const NOT_TICKED: Tick = Object.freeze({ isCompleted: false, score: null, completedAt: null });

export const attemptsOf = ({ isCompleted, earlier }: Tick): number =>
  isCompleted ? 1 + (earlier?.length ?? 0) : 0;

type Score = Pick<Tick, 'score' | 'marks'>;
export const isSameScore = (one: Score, other: Score): boolean =>
  one.score === other.score && one.marks === other.marks;

export const isSameValue = (one: TickValue, other: TickValue): boolean =>
  one.isCompleted === other.isCompleted &&
  isSameScore(one, other) &&
  one.doneOn === other.doneOn &&
  one.note === other.note &&
  one.adds === other.adds &&
  one.restores === other.restores;

/** A day that is named for what was done on it changes nothing. */
export const isSameTick = (one: Tick, other: Tick): boolean =>
  one.isCompleted === other.isCompleted &&
  isSameScore(one, other) &&
  one.completedAt === other.completedAt &&
  one.note === other.note &&
  String(one.earlier ?? '') === String(other.earlier ?? '');

const dayOf = (time: number): string => isoDay(new Date(time));

/** Now for what is done today, where the reader is. */
const timeOfTick = (day: string, now: number): number => (day === dayOf(now) ? now : timeOn(day, now));

/** What a change makes of a tick. A score and a day need a completed paper. */
export function tickAfter(before: Tick, value: TickValue): Tick {
  const { isCompleted, score, marks, doneOn } = value;
  if (!isCompleted) return NOT_TICKED;
  if (value.adds !== undefined && before.isCompleted) return withAttempt(before, value);
  const note = value.note === undefined ? before.note : value.note || undefined;
  const kept = { ...(note && { note }), ...(before.earlier && { earlier: before.earlier }) };
  const doneAt = before.completedAt;
  if (doneOn === undefined) return { isCompleted, score, marks, completedAt: doneAt ?? Date.now(), ...kept };
  const isAsBefore = doneAt !== null && dayOf(doneAt) === doneOn;
  const completedAt = isAsBefore ? doneAt : timeOfTick(doneOn, Date.now());
  return { isCompleted, score, marks, doneOn, completedAt, ...kept };
}

/** With one attempt more, which is the newest unless an earlier day is named. */
function withAttempt(before: Tick, { score, marks, doneOn, note }: TickValue): Tick {
  const day = doneOn ?? dayOf(Date.now());
  const newestDay = dayOf(before.completedAt ?? Date.now());
  const daysWith = (other: string) => [...(before.earlier ?? []), other].toSorted();
  if (day < newestDay) return { ...before, earlier: daysWith(day) };
  const completedAt = timeOfTick(day, Date.now());
  return {
    isCompleted: true,
    score,
    marks,
    doneOn: day,
    completedAt,
    ...(note && { note }),
    earlier: daysWith(newestDay),
  };
}

/**
 * What a user does always names its day, also when only the score changes: it may reach the server on another day, or find
 * a tick there that another tab has made, or one whose untick never came.
 */
export function dated(before: Tick, value: TickValue): TickValue {
  if (!value.isCompleted) return { isCompleted: false, score: null };
  const day = dayOf((value.adds === undefined && before.completedAt) || Date.now());
  return { ...value, doneOn: value.doneOn ?? day };
}

/** What a user wants of a paper, until the server has it: a change, and what is shown meanwhile. */
export interface Wish {
  value: TickValue;
  shown: Tick;
  /** It removes more than the next tick would replace. */
  removesMore?: boolean | undefined;
  /** What has to be saved before it. */
  after?: Wish | undefined;
}

export const wishFor = (before: Tick, value: TickValue, shown = tickAfter(before, value)): Wish => ({
  value,
  shown,
  ...(!value.isCompleted && (attemptsOf(before) > 1 || before.note) && { removesMore: true }),
});
