import { measureCall } from './calls.ts';
import { requestBytes } from './connections.ts';
import { listPeople, startWithData } from './data.ts';
import { connect, type Product, signIn } from './product.ts';
import { line, report, rounds } from './rows.ts';

/**
 * What it costs that a student has done every paper three times: reading all records, and changing the score of one.
 * Beside each the same of a student who has done every paper once.
 */

const ROUNDS = rounds(9, 3);
const YEARS = 11;

/** Two students with as many records; those of the second are given two earlier attempts each. */
const prepare = async (product: Product): Promise<{ once: string; thrice: string }> => {
  const db = await connect(product);
  const [first = 0, second = 0] = await listPeople(db, 'student', 2);
  await db.query(
    `insert into earlier_attempts (user_id, completion_key, entered_at, completed_at, score)
     select user_id, key, completed_at - n * interval '30 days', completed_at - n * interval '30 days', score
     from completions, generate_series(1, 2) as n where user_id = $1 and is_completed`,
    [second],
  );
  await db.query(
    `update completions set earlier_count = 2, earlier_best = score,
       earlier_days = array[day_of(completed_at - interval '60 days'), day_of(completed_at - interval '30 days')]
     where user_id = $1 and is_completed`,
    [second],
  );
  const [once = '', thrice = ''] = await signIn(db, [first, second]);
  await db.end();
  return { once, thrice };
};

const measure = async (product: Product, bytesOf: (n: number) => Buffer): Promise<number> =>
  (await measureCall(product, bytesOf, { connections: 1, seconds: 1 })).middle;

/** Another score each time. */
const scoreBytes = (token: string, n: number): Buffer =>
  requestBytes('POST /api/completion', {
    token,
    type: 'application/json',
    body: JSON.stringify({
      subject_id: 'english_b_hl',
      year: 2014 + (n % YEARS),
      session: 'November',
      paper: 'paper1',
      timezone: null,
      is_completed: true,
      score: n % 101,
    }),
  });

const product = await startWithData('year');
try {
  const tokens = await prepare(product);
  const reads = { once: [] as number[], thrice: [] as number[] };
  const ticks: number[] = [];
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const who of ['once', 'thrice'] as const) {
      const bytes = requestBytes('GET /api/completion', { token: tokens[who] });
      const read = await measure(product, () => bytes);
      if (round >= 0) reads[who].push(read); // the first is warm-up
    }
    const tick = await measure(product, (n) => scoreBytes(tokens.once, n));
    if (round >= 0) ticks.push(tick);
  }
  report([
    line('all records with three attempts a paper, bare: one attempt', {
      values: reads.thrice,
      unit: 'ms',
      bare: reads.once,
      budget: { atMost: 1.2, of: 'ratio' },
    }),
    line('a changed score', { values: ticks, unit: 'ms' }),
  ]);
} finally {
  await product.stop();
}
