import { dated, isSameValue, type Tick, type TickValue, type Wish, wishFor } from './tick.ts';

/** Wishes that follow one another: each is saved when the one before it has been. */

/** Another attempt of a paper that the server does not know as done yet: what was done before is saved before. */
export function afterGuestTick(wish: Wish, { score, marks, ...guest }: Omit<Tick, 'isCompleted'>): Wish {
  if (wish.value.adds === undefined) return wish;
  const before = { ...guest, isCompleted: true, score, marks };
  return { ...wish, after: wishFor(before, dated(before, { isCompleted: true, score, marks })) };
}

/** What is wanted when somebody wants this too. */
export function joined(before: Wish | null, wish: Wish): Wish {
  if (!before) return wish;
  const isUntick = !wish.value.isCompleted;
  // For Undo the server has to know what an untick removes, and for a tick after it that it was removed.
  if (isUntick && wish.removesMore) return { ...wish, after: before };
  if (before.removesMore && !wish.value.restores) return { ...wish, after: before };
  if (isUntick || !before.value.isCompleted) return { ...wish, after: before.after };
  if (!isPlain(before.value) || !isPlain(wish.value)) return { ...wish, after: before };
  const note = wish.value.note ?? before.value.note;
  return { ...wish, value: { ...wish.value, ...(note !== undefined && { note }) }, after: before.after };
}

/** It says how the newest attempt is. */
const isPlain = ({ isCompleted, adds, restores }: TickValue): boolean =>
  isCompleted && adds === undefined && !restores;

/** What is to be saved first. */
export const firstOf = (wish: Wish): Wish => (wish.after ? firstOf(wish.after) : wish);

/** What is left of a wish when this has been answered; all of it if that was replaced meanwhile. */
export function restOf(wish: Wish, answered: Wish): Wish | null {
  if (!wish.after) return isSameValue(wish.value, answered.value) ? null : wish;
  return { ...wish, after: restOf(wish.after, answered) ?? undefined };
}

/** Its changes, in the order in which they are to be saved. */
export const changesOf = ({ value, after }: Wish): TickValue[] => [...(after ? changesOf(after) : []), value];

/** The other way around, for changes that were kept. */
export function wishOf(before: Tick, changes: readonly TickValue[]): Wish | null {
  let wish: Wish | null = null;
  for (const value of changes) {
    const next = wishFor(wish?.shown ?? before, value);
    wish = wish ? { ...next, after: wish } : next;
  }
  return wish;
}
