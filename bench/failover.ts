import { rm } from 'node:fs/promises';
import type { Client } from 'pg';
import { startReaders, startWriters } from './failover/clients.ts';
import { type ClusterPrograms, startCluster } from './failover/cluster.ts';
import { startDirectWriters } from './failover/direct.ts';
import { faultsInTurn } from './failover/faults.ts';
import { createLedger, isWithin } from './failover/ledger.ts';
import { signal } from './failover/programs.ts';
import { misses, resultsTable } from './failover/results.ts';
import { runRounds } from './failover/rounds.ts';
import { startStore } from './failover/store.ts';
import { startTickmarks } from './failover/tickmarks.ts';
import { startUploads } from './failover/uploads.ts';
import { lostInAnswers, lostInDatabase } from './failover/verify.ts';
import { print } from './figures.ts';
import { familyOf } from './processes.ts';
import { makeFolder, openClient, signIn } from './product.ts';

/**
 * The cluster of deploy/cluster on loopback, three Tickmarks and an object store on it, and fault after fault while
 * students write. What was acknowledged is noted outside and looked for afterwards: nothing may be missing, Tickmark
 * may be without a write for 2 s longer than the cluster itself, answers only 200 and 503, and goes on reading without a
 * standby.
 *
 *   npm run bench -- failover                     40 faults, 200,000 writes: some 25 minutes
 *   npm run bench -- failover --faults=10 --writes=5000 --rate=300
 *   npm run bench -- failover --faults=3 --only=SIGSTOP
 */

const given = new Map(
  process.argv.slice(2).map((argument) => {
    const [name = '', value = ''] = argument.replace(/^--/, '').split('=');
    return [name, value];
  }),
);
const FAULTS = Number(given.get('faults') ?? 40);
const WRITES = Number(given.get('writes') ?? 200_000);
const RATE = Number(given.get('rate') ?? 300);
const STUDENTS = 200;
const UPLOADERS = 10;

/** In the reverse order of their beginning. */
const endings: (() => Promise<void> | void)[] = [];
const defer = (end: () => Promise<void> | void) => void endings.unshift(end);
let finishing: Promise<void> | undefined;
/** What fails to end keeps nothing else from it. */
const endAll = async (): Promise<void> => {
  for (const end of endings.splice(0)) {
    try {
      await end();
    } catch (error) {
      print(`Could not be ended: ${String(error)}`);
    }
  }
  signal(familyOf(process.pid).slice(1), 'SIGKILL');
};
const finish = (): Promise<void> => (finishing ??= endAll());
for (const name of ['SIGINT', 'SIGTERM'] as const)
  process.once(name, () => void finish().finally(() => process.exit(130)));

const addStudents = async (db: Client, count: number): Promise<{ id: number; token: string }[]> => {
  const { rows } = await db.query<{ id: number }>(
    `insert into users (username, username_key, email, password_hash, role)
     select name, name, name || '@example.org', 'none', 'student'
     from generate_series(1, $1::int) as n, lateral (select 'student' || n as name) as t returning id`,
    [count],
  );
  const ids = rows.map(({ id }) => id);
  const tokens = await signIn(db, ids);
  return ids.map((id, n) => ({ id, token: tokens[n] ?? '' }));
};

const prepare = async () => {
  const programs = JSON.parse(process.env['BENCH_CLUSTER'] ?? '{}') as ClusterPrograms;
  const folder = await makeFolder();
  defer(() => rm(folder, { recursive: true, force: true }));
  const store = await startStore(defer);
  const cluster = await startCluster(folder, programs, defer);
  print('Three PostgreSQL, Patroni, etcd, HAProxy and an object store are there.');
  const tickmarks = await startTickmarks(folder, { ...store, DATABASE_URL: cluster.url }, defer);
  const db = await openClient({ connectionString: cluster.url });
  const students = await addStudents(db, STUDENTS + UPLOADERS);
  await db.end();
  return { cluster, tickmarks, students: students.slice(UPLOADERS), uploaders: students.slice(0, UPLOADERS) };
};

const runCampaign = async (): Promise<boolean> => {
  const { cluster, tickmarks, students, uploaders } = await prepare();
  const tokens = students.map(({ token }) => token);
  const ledger = createLedger();
  const direct = await startDirectWriters(cluster.url);
  const uploads = startUploads(
    tickmarks.ports,
    uploaders.map(({ token }) => token),
    ledger,
  );
  const works = [
    direct,
    uploads,
    startWriters(tickmarks.ports, tokens, { perSecond: RATE, ledger }),
    startReaders(tickmarks.ports, tokens, ledger),
  ];
  // Others are acknowledged while the database is asked.
  const look = () => lostInDatabase(cluster.url, students, [...ledger.acknowledged]);
  const rounds = await runRounds(
    { cluster, tickmarks, ledger, direct },
    faultsInTurn(FAULTS, given.get('only')),
    {
      writes: WRITES,
      lost: async () => (await look()).length,
    },
  );
  await Promise.all(works.map((work) => work.stop()));

  const lost = new Set([
    ...(await look()),
    ...(await lostInAnswers(tickmarks.ports, students, ledger.acknowledged)),
  ]);
  const judged = rounds.map((round) => {
    const own = ledger.acknowledged.filter(isWithin(round.from, round.until));
    return { ...round, acknowledged: own.length, lost: own.filter(({ n }) => lost.has(n)).length };
  });
  const [lostRows, lostFiles] = [(await direct.lost()).length, await uploads.lost()];
  print(`\n${resultsTable(judged)}\n`);
  print(
    `In all ${ledger.acknowledged.length} writes acknowledged, ${lost.size} lost; past Tickmark ` +
      `${direct.ledger.acknowledged.length} rows, ${lostRows} lost; ${uploads.count()} files, ${lostFiles} lost.`,
  );
  const wrong = misses(judged);
  for (const what of wrong) print(`It does not hold: ${what}.`);
  return wrong.length === 0 && lost.size + lostRows + lostFiles === 0;
};

try {
  if (!(await runCampaign())) process.exitCode = 1;
} finally {
  await finish();
}
process.exit();
