const EVERY_MS = 10_000;

/**
 * Thousands of equal lines hide the others. Of those with one key the first is said at once; then, at most every ten
 * seconds, the last one and how many there were.
 */
export const createSampler = <T>(
  say: (last: T, times: number) => void,
  keyOf: (one: T) => string = () => '',
  everyMs = EVERY_MS,
): ((one: T) => void) => {
  const unsaid = new Map<string, { last: T; times: number }>();

  const sayUnsaid = (key: string): void => {
    const { last, times } = unsaid.get(key) ?? {};
    unsaid.delete(key);
    if (last === undefined || !times) return;
    say(last, times);
    unsaid.set(key, { last, times: 0 });
    setTimeout(() => sayUnsaid(key), everyMs).unref();
  };

  return (one) => {
    const key = keyOf(one);
    const before = unsaid.get(key);
    unsaid.set(key, { last: one, times: (before?.times ?? 0) + 1 });
    if (!before) sayUnsaid(key);
  };
};

/** What kind of error it is: equal for those of one cause. */
export const kindOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? String(error.code) : error.message;
};
