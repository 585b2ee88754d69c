/**
 * Joins calls that arrive together into one. A call made while fewer than `concurrency` batches are under way
 * leaves at the end of this turn of the event loop; later ones wait for a place and leave together.
 */
export const createBatcher = <Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  { concurrency = 2, maxItems = 500 }: { concurrency?: number; maxItems?: number } = {},
): ((item: Item) => Promise<Result>) => {
  interface Waiting {
    item: Item;
    resolve: (result: Result) => void;
    reject: (error: unknown) => void;
  }
  let waiting: Waiting[] = [];
  let underWay = 0;
  let scheduled = false;

  const schedule = () => {
    if (scheduled || underWay >= concurrency || waiting.length === 0) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      void send();
    });
  };

  const send = async () => {
    const batch = waiting.slice(0, maxItems);
    waiting = waiting.slice(maxItems);
    underWay += 1;
    schedule();
    try {
      const results = await run(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      underWay -= 1;
      schedule();
    }
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      schedule();
    });
};
