/** What was answered when, noted outside of the product, and what it says of a fault. */

export interface Answer {
  /** Of HTTP; `cut off` when the connection broke, `silent` when nothing came for half a minute. */
  status: number | 'cut off' | 'silent';
  /** Milliseconds from the request to its end, and when that was. */
  ms: number;
  at: number;
  isRead?: boolean;
}

export interface Ledger {
  /** All answers, in the order in which they came. */
  answers: Answer[];
  /** The numbers of the writes that were acknowledged, and when. */
  acknowledged: { n: number; at: number }[];
}

export const createLedger = (): Ledger => ({ answers: [], acknowledged: [] });

export const isWithin =
  (from: number, until: number) =>
  ({ at }: { at: number }): boolean =>
    at > from && at <= until;

/** The longest time without any of these between two moments, in milliseconds. */
export const longestGap = (times: readonly { at: number }[], from: number, until: number): number => {
  let [last, longest] = [from, 0];
  for (const { at } of times.filter(isWithin(from, until))) {
    longest = Math.max(longest, at - last);
    last = at;
  }
  return Math.max(longest, until - last);
};

/** Of the writes that were acknowledged, those that are not there as they were acknowledged. */
export const lostOf = <Write>(
  acknowledged: readonly { n: number }[],
  writeOf: (n: number) => Write,
  isThere: (write: Write) => boolean,
): number[] => acknowledged.map(({ n }) => n).filter((n) => !isThere(writeOf(n)));
