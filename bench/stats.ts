import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { median, print, quantile, table } from './figures.ts';
import { load } from './load.ts';
import { PASSWORD, type Product, registerStudent, startProduct } from './product.ts';

/**
 * A school admin's statistics, read from sums: against grouping the records themselves, in a database of one large
 * school and of five, and what keeping the sums costs a tick.
 */

const STUDENTS = 3000;
const COMPLETIONS = 1_000_000;
const SCHOOLS = 5;
const CALLS = 300;
const TICKING = 16;
const SECONDS = 2;
const ROUNDS = 5;

/** The product's own database, beside the product: its folder notes where it listens. */
const connect = async ({ dataDir }: Product): Promise<Client> => {
  const home = join(dataDir, 'postgres');
  const noted = (await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  const client = new Client({
    host: noted[4]?.trim() || noted[5]?.trim() || '127.0.0.1',
    port: Number(noted[3]),
    user: 'tickmark',
    password: (await readFile(join(home, 'password'), 'utf8')).trim(),
    database: 'tickmark',
  });
  // When the product stops first, as it does after a failure, that failure is what is worth reading.
  client.on('error', () => undefined);
  await client.connect();
  return client;
};

/** 3,000 students with six subjects each, every paper of theirs ticked at some time in the last three years. */
const fillSchool = async (db: Client, number: number): Promise<number> => {
  const { rows } = await db.query<{ id: number }>(
    `insert into schools (name, domain_pattern) values ($1, $2) returning id`,
    [`School ${number}`, `@school${number}.example`],
  );
  const schoolId = rows[0]?.id ?? 0;
  await db.query(
    `insert into users (username, username_key, email, password_hash, role, school_id)
     select name, name, name || '@school' || $1 || '.example', 'none', 'student', $2
     from generate_series(1, $3::int) as n, lateral (select 's' || $1 || '-' || n as name) as t`,
    [String(number), schoolId, STUDENTS],
  );
  await db.query(
    `with subjects as (
       select array['english_a_lit_sl', 'french_b_sl', 'spanish_b_hl', 'history_hl', 'economics_hl', 'geography_sl',
         'biology_hl', 'chemistry_hl', 'physics_hl', 'math_aa_hl', 'math_ai_sl', 'visual_arts_sl', 'music_sl'] as ids
     ), papers as (
       select row_number() over (order by year, session, paper, subject) as nth, *
       from generate_series(2014, 2024) as year, unnest(array['May', 'November']) as session,
         unnest(array['paper1', 'paper2', 'paper3']) as paper, generate_series(0, 5) as subject
       where not (year = 2020 and session = 'May')
     )
     insert into completions
       (user_id, subject_id, year, session, paper, is_completed, score, completed_at, updated_at)
     select id, ids[1 + (id + subject * 2) % 13], year, session, paper, true,
       case when random() < 0.85 then (random() * 100)::int end, at, at
     from subjects, (select id from users where school_id = $1) as students,
       lateral (select papers.*, now() - random() * interval '3 years' as at from papers where students.id > 0) as p
     where nth <= $2::int / $3::int + 1
     limit $2`,
    [schoolId, COMPLETIONS, STUDENTS],
  );
  return schoolId;
};

const settle = async (db: Client): Promise<void> => {
  await db.query('select recount_sums()');
  for (const command of ['vacuum analyze', 'checkpoint']) await db.query(command);
};

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

const timed = async (times: number, act: () => Promise<unknown>): Promise<number[]> => {
  const taken: number[] = [];
  for (let turn = 0; turn < times; turn += 1) {
    const began = performance.now();
    await act();
    taken.push(performance.now() - began);
  }
  return taken;
};

/** Registered as a student and promoted in the table: the bench has no use for the platform admin's screens. */
const adminToken = async (db: Client, url: string, schoolId: number): Promise<string> => {
  const username = 'bench.office';
  await registerStudent(url, username);
  await db.query(`update users set role = 'school_admin', school_id = $1 where username = $2`, [
    schoolId,
    username,
  ]);
  const answer = await fetch(`${url}/api/schooladmin/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`Login failed: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
};

const product = await startProduct();
try {
  const db = await connect(product);
  print(`Loading ${COMPLETIONS.toLocaleString('en')} completions...`);
  const schoolId = await fillSchool(db, 1);
  await settle(db);
  const headers = { authorization: `Bearer ${await adminToken(db, product.url, schoolId)}` };

  const askProduct = async () => {
    const answer = await fetch(`${product.url}/api/schooladmin/dashboard/statistics`, { headers });
    const { completed_papers } = (await answer.json()) as { completed_papers: number };
    if (completed_papers !== COMPLETIONS) throw new Error(`${completed_papers} completed papers`);
  };
  const askRecords = async () => {
    for (const sql of GROUPINGS) await db.query(sql, [schoolId]);
  };
  const measure = async () => {
    await timed(20, askProduct); // warm
    await timed(2, askRecords);
    return { product: await timed(CALLS, askProduct), records: await timed(7, askRecords) };
  };

  const small = await measure();
  print(`Loading ${((SCHOOLS - 1) * COMPLETIONS).toLocaleString('en')} more, of other schools...`);
  for (let number = 2; number <= SCHOOLS; number += 1) await fillSchool(db, number);
  await settle(db);
  const large = await measure();

  // Ticks of students of one school, who share its sums, and of students without a school, who have none.
  const tokens: Record<'school' | 'none', string[]> = { school: [], none: [] };
  for (const [kind, list] of Object.entries(tokens))
    for (let n = 0; n < TICKING; n += 1) list.push(await registerStudent(product.url, `${kind}-${n}`));
  await db.query(`update users set school_id = $1 where username like 'school-%'`, [schoolId]);
  const tick = (of: string[]) => (caller: number, turn: number) => ({
    method: 'POST',
    path: '/api/completion',
    headers: { authorization: `Bearer ${of[caller]}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      subject_id: 'math_aa_hl',
      year: 2014 + (turn % 11),
      session: 'November',
      paper: 'paper1',
      timezone: null,
      is_completed: Math.floor(turn / 11) % 2 === 0,
      score: null,
    }),
  });
  await load(product.url, TICKING, 2, tick(tokens.none)); // warm
  const without = { times: [] as number[], seconds: 0 };
  const within = { times: [] as number[], seconds: 0 };
  // In turns, so that whatever else the machine does falls on both.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [kind, sum] of [['none', without] as const, ['school', within] as const]) {
      const { times, seconds } = await load(product.url, TICKING, SECONDS, tick(tokens[kind]));
      sum.times.push(...times);
      sum.seconds += seconds;
    }
  }
  await db.end();

  const read = (name: string, rows: number, { product: ours, records }: typeof small) => [
    name,
    rows.toLocaleString('en'),
    median(ours).toFixed(2),
    quantile(ours, 0.95).toFixed(2),
    median(records),
    `${(median(records) / median(ours)).toFixed(0)}x`,
  ];
  const wrote = (name: string, { times, seconds }: typeof within) => [
    name,
    times.length / seconds,
    median(times),
    quantile(times, 0.99),
  ];
  print(
    table(
      ['statistics', 'rows', 'median ms', 'p95 ms', 'grouping ms', 'faster'],
      [
        read('one school of 1,000,000', COMPLETIONS, small),
        read('the same among five', SCHOOLS * COMPLETIONS, large),
        ['', '', `${(median(large.product) / median(small.product)).toFixed(2)}x`, '', '', ''],
      ],
    ),
  );
  print(
    table(
      [`ticks, ${TICKING} at once`, 'a second', 'median ms', 'p99 ms'],
      [wrote('students without a school', without), wrote('students of one school', within)],
    ),
  );
} finally {
  await product.stop();
}
