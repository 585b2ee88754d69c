import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Client } from 'pg';
import { closed, requestBytes, type Shot } from './connections.ts';
import { quantile } from './figures.ts';
import { cpuOf, memoryOf } from './processes.ts';
import { connect, databaseOf, type Product, signIn, startProduct } from './product.ts';
import { line, report, rounds } from './rows.ts';
import { toggleBytes } from './ticks.ts';

/**
 * The two calls that a tracker lives of, at 32 connections, against the least that could answer them
 * (bench/bare/server.ts) on the same database, in turns. With what they cost in processor time and memory.
 */

const CONNECTIONS = 32;
const SECONDS = 3;
const ROUNDS = rounds(5, 3);
const RECORDS = 500;

/** With so many records each, in a school or without one: a school's sums are kept with every tick. */
const addStudents = async (db: Client, letter: string, schoolId: number | null): Promise<number[]> => {
  const { rows } = await db.query<{ id: number }>(
    `insert into users (username, username_key, email, password_hash, role, school_id)
     select name, name, name || '@example.org', 'none', 'student', $3
     from generate_series(1, $1::int) as n, lateral (select $2 || n as name) as t returning id`,
    [CONNECTIONS, letter, schoolId],
  );
  const ids = rows.map(({ id }) => id);
  await db.query(
    `insert into completions (user_id, subject_id, year, session, paper, is_completed, score, completed_at)
     select user_id, subject_id, year, session, paper, true, 70, now()
     from unnest($1::int[]) as user_id, lateral (
       select * from unnest(array['biology_hl', 'chemistry_hl', 'physics_hl', 'history_hl', 'economics_hl',
         'psychology_hl', 'geography_hl', 'business_hl']) as subject_id,
         generate_series(2014, 2024) as year, unnest(array['May', 'November']) as session,
         unnest(array['paper1', 'paper2', 'paper3']) as paper
       where not (year = 2020 and session = 'May') and user_id > 0 limit $2
     ) as papers`,
    [ids, RECORDS],
  );
  return ids;
};

interface Kind {
  /** `n` counts all calls: each is of the next student. */
  bytes: (n: number) => Buffer;
  /** Of each answer. The bare server knows only 200. */
  status: number;
  ours: Figures;
  bare: Figures;
}
interface Figures {
  rate: number[];
  p99: number[];
  /** Processor time of a call, in ms: of the server and of its database. */
  server: number[];
  database: number[];
}
const noFigures = (): Figures => ({ rate: [], p99: [], server: [], database: [] });

const startBare = async (connection: unknown) => {
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'bare', 'server.js'), JSON.stringify(connection)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    port: Number(port),
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
};

const run = async (
  port: number,
  { seconds, lines = CONNECTIONS }: { seconds: number; lines?: number },
  { bytes, status }: Pick<Kind, 'bytes' | 'status'>,
): Promise<Shot[]> => {
  const shots = await closed(port, { lines, seconds }, bytes);
  const wrong = shots.filter((shot) => shot.status !== status).length;
  if (wrong > 0) throw new Error(`${wrong} of ${shots.length} calls were not answered with ${status}.`);
  return shots;
};

/** By which each student says that they have their records already. */
const tagsOf = (port: number, tokens: readonly string[]): Promise<string[]> =>
  Promise.all(
    tokens.map(async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`http://127.0.0.1:${port}/api/completion`, { headers });
      await answer.arrayBuffer();
      return answer.headers.get('etag') ?? '';
    }),
  );

interface Compared {
  database: Awaited<ReturnType<typeof databaseOf>>;
  bare: { port: number; pid: number };
  alone: readonly string[];
  together: readonly string[];
}

const measure = async (product: Product): Promise<void> => {
  const db = await connect(product);
  const { rows } = await db.query<{ id: number }>(
    `insert into schools (name, domain_pattern) values ('School', '@school.example') returning id`,
  );
  const alone = await signIn(db, await addStudents(db, 'alone', null));
  const together = await signIn(db, await addStudents(db, 'together', rows[0]?.id ?? null));
  await db.query('select recount_sums()');
  await db.query('vacuum analyze');
  await db.end();
  const database = await databaseOf(product);
  const bare = await startBare(database.connection);
  try {
    await compare(product, { database, bare, alone, together });
  } finally {
    await bare.stop();
  }
};

const compare = async (product: Product, { database, bare, alone, together }: Compared): Promise<void> => {
  const tick = (tokens: readonly string[]) => (n: number) =>
    toggleBytes(tokens[n % tokens.length], Math.floor(n / tokens.length));
  const kind = (bytes: Kind['bytes'], status = 200): Kind => ({
    bytes,
    status,
    ours: noFigures(),
    bare: noFigures(),
  });
  const kinds = {
    ticks: kind(tick(alone)),
    'ticks of one school': kind(tick(together)),
    records: kind((n) => requestBytes('GET /api/completion', { token: alone[n % alone.length] })),
  };
  /** The records of those of the school, which none of the ticks changes while they are read. */
  let tags: string[] = [];
  const unchanged = kind((n) => {
    const at = n % together.length;
    return requestBytes('GET /api/completion', { token: together[at], knownTag: tags[at] });
  }, 304);
  const oneByOne = kind(tick(alone));
  const memory: number[] = [];

  const measureOne = async (
    { port, pid }: { port: number; pid: number },
    what: Kind,
    lines: number,
  ): Promise<void> => {
    const figures = port === bare.port ? what.bare : what.ours;
    const before = { server: cpuOf(pid), database: cpuOf(database.pid, { withChildren: true }) };
    const shots = await run(port, { seconds: SECONDS, lines }, what);
    const each = (since: number, now: number) => ((now - since) / shots.length) * 1000;
    figures.rate.push(shots.length / SECONDS);
    figures.p99.push(
      quantile(
        shots.map(({ ms }) => ms),
        0.99,
      ),
    );
    figures.server.push(each(before.server, cpuOf(pid)));
    figures.database.push(each(before.database, cpuOf(database.pid, { withChildren: true })));
  };

  for (const { port } of [product, bare])
    for (const what of Object.values(kinds)) await run(port, { seconds: 1 }, what); // warm
  // In turns, so that whatever else the machine does falls on both.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const server of [product, bare]) {
      for (const what of Object.values(kinds)) await measureOne(server, what, CONNECTIONS);
      await measureOne(server, oneByOne, 1);
    }
    tags = await tagsOf(product.port, together);
    await measureOne(product, unchanged, CONNECTIONS);
    memory.push(memoryOf(product.pid));
  }

  const { ticks, records } = kinds;
  const total = ({ ours }: Kind) => ours.server.map((ms, n) => ms + (ours.database[n] ?? 0));
  const ofSchool = kinds['ticks of one school'];
  const rate = (what: string, { ours, bare: others }: Kind, atLeast: number) =>
    line(what, { values: ours.rate, unit: 'a second', bare: others.rate, budget: { atLeast, of: 'ratio' } });
  const slowest = (what: string, { ours, bare: others }: Kind) =>
    line(what, { values: ours.p99, unit: 'ms', bare: others.p99, budget: { atMost: 1, of: 'ratio' } });
  report([
    rate(`POST /completion, ${CONNECTIONS} connections`, ticks, 1.5),
    slowest(`POST /completion, ${CONNECTIONS} connections, p99`, ticks),
    rate('the same, students of one school', ofSchool, 2),
    slowest('the same, students of one school, p99', ofSchool),
    rate(`GET /completion, ${RECORDS} rows, ${CONNECTIONS} connections`, records, 2),
    line('records that have not changed (304): processor time of server and database, bare: building them', {
      values: total(unchanged),
      unit: 'ms',
      bare: total(records),
      budget: { atLeast: 5, of: 'speed' },
    }),
    ...Object.entries({ ...kinds, 'ticks, one at a time': oneByOne }).flatMap(
      ([name, { ours, bare: others }]) => [
        line(`processor time of the server a call: ${name}`, {
          values: ours.server,
          unit: 'ms',
          bare: others.server,
          ...(name.startsWith('ticks') && { budget: { atMost: 1.5, of: 'ratio' as const } }),
        }),
        line(`processor time of the database a call: ${name}`, { values: ours.database, unit: 'ms' }),
      ],
    ),
    line('memory of the server under this load', {
      values: memory,
      unit: 'MB',
      budget: { atMost: 300 },
    }),
  ]);
};

const product = await startProduct();
try {
  await measure(product);
} finally {
  await product.stop();
}
