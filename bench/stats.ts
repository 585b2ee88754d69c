import type { Client } from 'pg';
import { closed } from './connections.ts';
import { DATA, listPeople, startWithData } from './data.ts';
import { median } from './figures.ts';
import { connect, type Product, signIn } from './product.ts';
import { line, report, rounds } from './rows.ts';
import { toggleBytes } from './ticks.ts';

/**
 * A school admin's statistics, read from sums: against grouping the records themselves, in a database of one large
 * school and of five, and what keeping the sums costs a tick. Both databases run side by side and are asked in turns.
 */

const CALLS = 60;
const GROUPED = 2;
const TICKING = 16;
const SECONDS = 2;
const ROUNDS = rounds(5, 3);

/** The same answer, asked of the records. */
const GROUPINGS = [
  `select count(*), avg(score), count(distinct user_id) from completions join users on users.id = user_id
   where school_id = $1 and role = 'student' and is_completed`,
  `select date_trunc('month', completed_at at time zone 'UTC') as month, count(*)
   from completions join users on users.id = user_id
   where school_id = $1 and role = 'student' and is_completed group by month order by month`,
  `select subject_id, count(*), avg(score) from completions join users on users.id = user_id
   where school_id = $1 and role = 'student' and is_completed group by subject_id order by subject_id`,
];

/** The middle of so many milliseconds. */
const timed = async (times: number, act: () => Promise<unknown>): Promise<number> => {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const began = performance.now();
    await act();
    taken.push(performance.now() - began);
  }
  return median(taken);
};

/** Somebody who asks one of the two databases, by the product and by hand. */
const openOffice = async (product: Product) => {
  const db = await connect(product);
  const [admin = 0] = await listPeople(db, 'school_admin', 1);
  const [token] = await signIn(db, [admin]);
  const { rows } = await db.query<{ school_id: number }>('select school_id from users where id = $1', [
    admin,
  ]);
  return {
    product,
    db,
    schoolId: rows[0]?.school_id ?? 0,
    askProduct: async () => {
      const answer = await fetch(`${product.url}/api/schooladmin/dashboard/statistics`, {
        headers: { authorization: `Bearer ${token}` },
      });
      const { completed_papers } = (await answer.json()) as { completed_papers: number };
      if (completed_papers !== DATA.large.records) throw new Error(`${completed_papers} completed papers`);
    },
    askRecords: async () => {
      for (const sql of GROUPINGS) await db.query(sql, [rows[0]?.school_id]);
    },
    ours: [] as number[],
    grouped: [] as number[],
  };
};
type Office = Awaited<ReturnType<typeof openOffice>>;

/** Ticks of students of one school, who share its sums, and of students without a school, who have none. */
const measureTicks = async ({ db, product, schoolId }: Office) => {
  const add = async (letter: string, school: number | null): Promise<string[]> => {
    const { rows } = await db.query<{ id: number }>(
      `insert into users (username, username_key, email, password_hash, role, school_id)
       select name, name, name || '@example.org', 'none', 'student', $3
       from generate_series(1, $1::int) as n, lateral (select $2 || n as name) as t returning id`,
      [TICKING, letter, school],
    );
    return signIn(
      db,
      rows.map(({ id }) => id),
    );
  };
  const write = (tokens: readonly string[], seconds: number) =>
    closed(product.port, { lines: TICKING, seconds }, (n) =>
      toggleBytes(tokens[n % TICKING], Math.floor(n / TICKING)),
    );
  const kinds = [
    { tokens: await add('counted', schoolId), rates: [] as number[] },
    { tokens: await add('uncounted', null), rates: [] as number[] },
  ] as const;
  for (const { tokens } of kinds) await write(tokens, 1); // warm
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { tokens, rates } of kinds) {
      rates.push((await write(tokens, SECONDS)).length / SECONDS);
    }
  }
  return { counted: kinds[0].rates, uncounted: kinds[1].rates };
};

const measure = async (products: readonly Product[]): Promise<void> => {
  const offices: Office[] = [];
  for (const product of products) offices.push(await openOffice(product));
  for (const { askProduct, askRecords } of offices) {
    await timed(20, askProduct); // warm
    await askRecords();
  }
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { askProduct, askRecords, ours, grouped } of offices) {
      ours.push(await timed(CALLS, askProduct));
      grouped.push(await timed(GROUPED, askRecords));
    }
  }
  const [alone, among] = offices;
  if (!alone || !among) throw new Error('There are two databases.');
  const { counted, uncounted } = await measureTicks(among);
  const close: Promise<void>[] = offices.map(({ db }: { db: Client }) => db.end());
  await Promise.all(close);

  const read = (what: string, { ours, grouped }: Office) =>
    line(what, { values: ours, unit: 'ms', bare: grouped, budget: { atLeast: 200, of: 'speed' } });
  report([
    read('statistics of 3,000 students and 1,000,000 records, bare: grouping them', alone),
    read('the same among 5,000,000 records', among),
    line('the same among 5,000,000, against among 1,000,000', {
      values: among.ours,
      unit: 'ms',
      bare: alone.ours,
      budget: { atMost: 1.3, of: 'ratio' },
    }),
    line(`ticks of one school, ${TICKING} at once, bare: ticks that no school counts`, {
      values: counted,
      unit: 'a second',
      bare: uncounted,
    }),
  ]);
};

const products: Product[] = [];
try {
  for (const name of ['large', 'town'] as const) products.push(await startWithData(name));
  await measure(products);
} finally {
  for (const product of products) await product.stop();
}
