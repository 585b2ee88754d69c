import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { print, table } from '../bench/figures.ts';
import { connect } from '../bench/product.ts';
import { storedTextProblem } from '../domain/text.ts';
import { inProject } from '../server/root.ts';
import { runCampaign } from './hostile/campaign.ts';
import { type Product, startProduct } from './hostile/product.ts';
import { isLong, numberOf, textOf } from './options.ts';

/**
 * Hostile requests: none is answered with a 5xx or lets anybody in, nothing unforeseen is logged and nothing bad is left
 * behind. Here in short and always the same; `npm run proof -- hostile` sends ten thousands, each time others, and looks
 * whether the memory is afterwards what it was before.
 *
 *   npm run proof -- hostile [--requests=20000] [--seed=N] [--path=P]
 *
 * A failure names the seed and the path that lead to it again.
 */

const REQUESTS = numberOf('requests', isLong ? 20_000 : 1500);
const SEED = numberOf('seed', isLong ? randomInt(1_000_000_000) : 20_230_501);
const PATH = textOf('path');
/** A leak of 150 bytes a request shows; the engine's own ups and downs between two runs do not. */
const MOST_GROWTH_BYTES = 3 * 1024 * 1024;
/** Enough to speak of memory, and for every call to have succeeded at least once. */
const IS_WHOLE = REQUESTS >= 20_000 && PATH === undefined;
/** Before it the product has not yet seen everything: code, statements and connections are still being made. */
const WARM_UP_REQUESTS = IS_WHOLE ? 5000 : 0;

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});
afterAll(() => product.stop());

/** Every text that people wrote and others read. */
const TEXTS = `
  select username as text from users where username is not null
  union all select email from users where email is not null
  union all select name from schools
  union all select name from teacher_students where name is not null
  union all select email from teacher_students where email is not null
  union all select original_filename from files
  union all select name from groups
  union all select line from set_work where line is not null
  union all select text from words
  union all select message from feedback
  union all select email from feedback where email is not null`;

test('hostile requests are answered in our shape, let nobody in and leave nothing bad behind', {
  timeout: isLong ? 3_600_000 : 900_000,
}, async () => {
  if (isLong) print(`Seed ${SEED}`);
  expect(
    (await runCampaign(product, { seed: SEED + 1_000_000_000, requests: WARM_UP_REQUESTS })).failure,
  ).toBe(undefined);
  const before = await product.measureMemory();
  const { failure, requests, statuses, neverReached } = await runCampaign(product, {
    seed: SEED,
    requests: REQUESTS,
    path: PATH,
  });
  const after = await product.measureMemory();
  if (isLong) {
    print(
      table(
        ['status', 'answers'],
        [...statuses].map(([status, count]) => [status, String(count)]),
      ),
    );
    print(`Memory in use: ${before.inUse / 2 ** 20} MB before, ${after.inUse / 2 ** 20} MB after.`);
  }
  expect(failure).toBeUndefined();
  expect(product.complaints()).toEqual([]);
  if (PATH === undefined) expect(requests).toBeGreaterThanOrEqual(REQUESTS);
  if (IS_WHOLE) expect(neverReached).toEqual([]);
  if (IS_WHOLE) expect(after.inUse - before.inUse).toBeLessThan(MOST_GROWTH_BYTES);

  const db = await connect(product);
  const { rows } = await db.query<{ text: string }>(TEXTS);
  await db.end();
  const isBad = ({ text }: { text: string }) => storedTextProblem(text, { multiline: true }) !== undefined;
  expect(rows.filter(isBad)).toEqual([]);
  const check = inProject('dist', 'server', 'operations', 'check-statistics.js');
  const env = { DATA_DIR: product.dataDir };
  expect(execFileSync(process.execPath, [check], { env, encoding: 'utf8' })).toBe('All sums are exact.\n');
});
