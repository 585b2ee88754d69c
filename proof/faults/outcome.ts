import { quantile } from '../../bench/figures.ts';

/** What came of a fault. */
export interface Outcome {
  fault: string;
  done: string;
  figures: string[];
  /** What did not hold. */
  misses: string[];
  /** What held, but took longer than it may. A busy machine is late at times, so tests leave these out. */
  late: string[];
}

export const newOutcome = (fault: string): Outcome => ({
  fault,
  done: '',
  figures: [],
  misses: [],
  late: [],
});

export const seconds = (ms: number): string => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`;

/** Notes how long something took, the longest of several times. */
export const noteTimes = (
  outcome: Outcome,
  what: string,
  times: readonly number[],
  limitMs: number,
): void => {
  if (times.length === 0) return;
  const longest = Math.max(...times);
  outcome.figures.push(
    times.length > 2
      ? `${what} ${seconds(longest)} at most, median ${seconds(quantile(times, 0.5))}`
      : `${what} ${seconds(longest)}`,
  );
  const over = times.filter((time) => time > limitMs).length;
  if (over > 0) outcome.late.push(`${what}: ${over} of ${times.length} over ${seconds(limitMs)}`);
};

/** Statuses that may come while something is away; a 500 never may. */
export const noteStatuses = (
  outcome: Outcome,
  what: string,
  answers: readonly { status: number }[],
  allowed: readonly number[],
): void => {
  const wrong = answers.filter(({ status }) => !allowed.includes(status));
  for (const status of new Set(wrong.map((one) => one.status))) {
    outcome.misses.push(`${what}: ${wrong.filter((one) => one.status === status).length} x ${status}`);
  }
};
