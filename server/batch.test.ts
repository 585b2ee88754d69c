import { expect, test } from 'vitest';
import { createBatcher } from './batch.ts';

/** A run that ends when told to, so that waiting calls can be observed. */
const createRun = () => {
  const batches: { items: number[]; finish: (error?: Error) => void }[] = [];
  const run = (items: number[]) =>
    new Promise<string[]>((resolve, reject) => {
      batches.push({
        items,
        finish: (error) => (error ? reject(error) : resolve(items.map((item) => `result ${item}`))),
      });
    });
  return { batches, run };
};
/** A machine on which nothing takes long. */
const now = () => 0;
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('calls of one turn form a batch, and each gets its own result', async () => {
  const { batches, run } = createRun();
  const call = createBatcher(run, { now });
  const results = Promise.all([call(1), call(2), call(3)]);
  await turn();
  expect(batches.map(({ items }) => items)).toEqual([[1, 2, 3]]);
  batches[0]?.finish();
  expect(await results).toEqual(['result 1', 'result 2', 'result 3']);
});

test('while all slots are taken calls wait, and then form a batch in order', async () => {
  const { batches, run } = createRun();
  const call = createBatcher(run, { now, concurrency: 1 });
  const first = call(1);
  await turn();
  const later = Promise.all([call(2), call(3)]);
  await turn();
  expect(batches).toHaveLength(1);
  batches[0]?.finish();
  await first;
  await turn();
  expect(batches[1]?.items).toEqual([2, 3]);
  batches[1]?.finish();
  expect(await later).toEqual(['result 2', 'result 3']);
});

test('a batch is no larger than allowed', async () => {
  const { batches, run } = createRun();
  const call = createBatcher(run, { now, concurrency: 5, maxItems: 2 });
  const results = Promise.all([1, 2, 3, 4, 5].map((item) => call(item)));
  await turn();
  await turn();
  await turn();
  expect(batches.map(({ items }) => items)).toEqual([[1, 2], [3, 4], [5]]);
  for (const { finish } of batches) finish();
  expect(await results).toHaveLength(5);
});

test('a failure reaches its own callers, and the next batch goes on', async () => {
  const { batches, run } = createRun();
  const call = createBatcher(run, { now, concurrency: 1 });
  const failing = Promise.allSettled([call(1), call(2)]);
  await turn();
  const next = call(3);
  batches[0]?.finish(new Error('lost'));
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await turn();
  batches[1]?.finish();
  expect(await next).toBe('result 3');
});

test('what may not leave with others waits for the next batch, in its order', async () => {
  const { batches, run } = createRun();
  const startBatch = () => {
    const seen = new Set<number>();
    return (item: number) => {
      const isNew = !seen.has(item % 10);
      seen.add(item % 10);
      return isNew;
    };
  };
  const call = createBatcher(run, { now, concurrency: 1, startBatch });
  const results = Promise.all([1, 11, 2, 21, 12].map((item) => call(item)));
  for (const expected of [[1, 2], [11, 12], [21]]) {
    await turn();
    expect(batches.at(-1)?.items).toEqual(expected);
    batches.at(-1)?.finish();
  }
  expect(await results).toEqual([1, 11, 2, 21, 12].map((item) => `result ${item}`));
});

test('a failure that concerns all reaches those that wait, too', async () => {
  const { batches, run } = createRun();
  const concernsAll = (error: unknown) => error instanceof RangeError;
  const call = createBatcher(run, { now, concurrency: 1, concernsAll });
  const first = Promise.allSettled([call(1)]);
  await turn();
  const waiting = Promise.allSettled([call(2), call(3)]);
  batches[0]?.finish(new RangeError('nothing can be had'));
  const all = [...(await first), ...(await waiting)];
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  const next = call(4);
  await turn();
  expect(batches.map(({ items }) => items)).toEqual([[1], [4]]);
  batches[1]?.finish();
  expect(await next).toBe('result 4');
});

test('in a long turn, the next call sends those that are waiting', async () => {
  const { batches, run } = createRun();
  let time = 0;
  const call = createBatcher(run, { now: () => time });
  const first = call(1);
  time = 20;
  const second = call(2);
  expect(batches.map(({ items }) => items)).toEqual([[1, 2]]);
  batches[0]?.finish();
  expect(await Promise.all([first, second])).toEqual(['result 1', 'result 2']);
});

test('in a flood no call waits for the end of a turn', async () => {
  const { batches, run } = createRun();
  const call = createBatcher(run, { now, concurrency: 1 });
  const results = Array.from({ length: 300 }, (_, n) => call(n));
  // No turn has ended: many leave at once, the others as soon as there is a slot.
  expect(batches.map(({ items }) => items.length)).toEqual([200]);
  batches[0]?.finish();
  await results[0];
  await Promise.resolve();
  expect(batches.map(({ items }) => items.length)).toEqual([200, 100]);
  batches[1]?.finish();
  expect(await Promise.all(results)).toHaveLength(300);
});
