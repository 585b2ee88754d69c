/** This many calls are worth a batch of their own, and after this long even a few are. */
const MANY = 200;
const LONG_MS = 10;

/**
 * Joins calls that arrive together into one. A call made while fewer than `concurrency` batches are under way
 * leaves at the end of this turn of the event loop; later ones wait for a place and leave together. In a flood a turn can
 * take seconds, so neither many calls nor late ones wait for its end.
 */
export const createBatcher = <Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  {
    concurrency = 2,
    maxItems = 500,
    startBatch = () => () => true,
    concernsAll = () => false,
    now = () => performance.now(),
  }: {
    concurrency?: number;
    maxItems?: number;
    /**
     * For each batch anew: whether an item, asked in order of arrival, may leave with those before it. Otherwise it waits for
     * the next batch.
     */
    startBatch?: () => (item: Item) => boolean;
    /** Whether what a batch failed with is the answer for those that wait, too. */
    concernsAll?: (error: unknown) => boolean;
    now?: () => number;
  } = {},
): ((item: Item) => Promise<Result>) => {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let underWay = 0;
  /** When the end of this turn was first waited for. */
  let scheduledAt = Infinity;

  const schedule = () => {
    if (underWay >= concurrency || waiting.length === 0) return;
    if (waiting.length >= MANY || now() - scheduledAt > LONG_MS) void send();
    if (scheduledAt < Infinity) return;
    scheduledAt = now();
    setImmediate(() => {
      scheduledAt = Infinity;
      if (underWay < concurrency && waiting.length > 0) void send();
    });
  };

  const send = async () => {
    const mayLeave = startBatch();
    const batch: Waiting[] = [];
    const rest: Waiting[] = [];
    for (const call of waiting) (batch.length < maxItems && mayLeave(call.item) ? batch : rest).push(call);
    waiting = rest;
    underWay += 1;
    schedule();
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      const failed = concernsAll(error) ? [...batch, ...waiting.splice(0)] : batch;
      for (const { reject } of failed) reject(error);
    } finally {
      underWay -= 1;
      // They have waited long enough for this slot.
      if (waiting.length > 0) void send();
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
};
