const EVERY_MS = 10_000;

/**
 * Thousands of equal lines hide the others. Of those with one key the first is said at once; then, at most every ten
 * seconds, the last one, how many there were, and when that was: a line that is said later is not to look like news.
 */
export const createSampler = <T>(
  say: (last: T, times: number, lastAt: Date) => void,
  keyOf: (one: T) => string = () => '',
  everyMs = EVERY_MS,
): ((one: T) => void) => {
  const unsaid = new Map<string, { last: T; times: number; lastAt: Date }>();

  const sayUnsaid = (key: string): void => {
    const those = unsaid.get(key);
    unsaid.delete(key);
    if (!those?.times) return;
    say(those.last, those.times, those.lastAt);
    unsaid.set(key, { ...those, times: 0 });
    setTimeout(() => sayUnsaid(key), everyMs).unref();
  };

  return (one) => {
    const key = keyOf(one);
    const before = unsaid.get(key);
    unsaid.set(key, { last: one, times: (before?.times ?? 0) + 1, lastAt: new Date() });
    if (!before) sayUnsaid(key);
  };
};

/** What kind of error it is: equal for those of one cause. */
export const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
};
