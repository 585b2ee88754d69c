import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { median, print, table } from '../bench/figures.ts';
import { startPostgres } from '../bench/postgres.ts';
import { PROJECT } from '../bench/product.ts';
import { openDatabase } from '../server/db/database.ts';
import { listSumDifferences } from '../server/features/tracker/sums.queries.ts';
import { makeDataFolder } from '../server/testing/folder.ts';
import { audit, onDisk } from './faults/audit.ts';
import { createLedger } from './faults/ledger.ts';
import { DOMAIN, registerStudents, startWriters } from './faults/students.ts';
import { numberOf, textOf } from './options.ts';
import { startReaders } from './upgrade/readers.ts';
import { makeSchool, rollBack } from './upgrade/school.ts';
import { createSite, type Seen } from './upgrade/site.ts';
import { addStatements } from './upgrade/statements.ts';
import { buildVersion, type Version } from './upgrade/version.ts';

/**
 * An upgrade under load, with a school's data, and the way back: an old server, then the new one beside it, then the new
 * one alone; then the old one again, and the new one again. Fails if a call was answered otherwise than it should be or
 * with 503, or if anything that was acknowledged is not there.
 *
 *   npm run proof -- upgrade [--from=COMMIT] [--seconds=60] [--students=1000]
 *   npm run proof -- upgrade --statements --from=COMMIT    adds what that version asks to a fixture
 */

const SECONDS = numberOf('seconds', 60);
const STUDENTS = numberOf('students', 1000);
const WRITERS = 8;
const AROUND_MS = (SECONDS / 6) * 1000;

const RIGHT = [200, 201, 204];
/** The same name or file twice, or a file that somebody else removed first. */
const EXPECTED = [...RIGHT, 409, 503];

const statusOf = ({ status }: Seen): string => String(status ?? 'no answer');

const countOf = (seen: readonly Seen[]): string =>
  [...new Set(seen.map(statusOf))]
    .toSorted((a, b) => (a < b ? -1 : 1))
    .map((status) => {
      const count = seen.filter((one) => statusOf(one) === status).length;
      return `${count.toLocaleString('en')} x ${status}`;
    })
    .join(', ');

const wrongOf = (phase: string, seen: readonly Seen[]): string[] => {
  const wrong = seen.filter(({ status }) => status === undefined || !EXPECTED.includes(status));
  const kinds = new Set(wrong.map((one) => `${one.address} at the ${one.server} one: ${statusOf(one)}`));
  return [...kinds].map((kind) => `${phase}: ${kind}`);
};

const upgrade = async (old: Version): Promise<string[]> => {
  const postgres = await startPostgres();
  if ('reason' in postgres) throw new Error(postgres.reason);
  const dataDir = await makeDataFolder();
  const environment = { DATABASE_URL: postgres.url, DATA_DIR: dataDir };
  const site = createSite({ connectionString: postgres.url }, environment);
  const db = openDatabase({ connectionString: postgres.url }, () => {});
  const rows: (string | number)[][] = [];
  const misses: string[] = [];
  const ledger = createLedger();

  /** Some time, or some work, whose calls are a row of the table. */
  const phase = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    const began = performance.now();
    await work();
    const took = (performance.now() - began) / 1000;
    const seen = site.takeSeen();
    const times = seen.map(({ ms }) => ms);
    rows.push([name, took, countOf(seen), median(times), Math.max(...times)]);
    misses.push(...wrongOf(name, seen));
    print(`${name}: ${took.toFixed(1)} s, ${countOf(seen)}`);
  };

  try {
    await site.start('old', old.folder);
    const school = await makeSchool(site, old, environment, STUDENTS);
    const client = await site.connect();
    await client.query('insert into schools (name, domain_pattern) values ($1, $2)', [DOMAIN, `@${DOMAIN}`]);
    await client.end();
    const students = await registerStudents(site, WRITERS);
    site.takeSeen();

    /** Load for as long as the work takes, and then a look at all that was acknowledged. */
    const underLoad = async (work: () => Promise<void>): Promise<void> => {
      const writers = startWriters(site, students, ledger);
      const readers = startReaders(site, school);
      await work();
      await Promise.all([writers.stop(), readers.stop()]);
      const wrong = await audit(site, onDisk(dataDir), students, ledger);
      const sums = (await listSumDifferences(db)).map((row) => `a sum: ${JSON.stringify(row)}`);
      print(
        `${ledger.acknowledged().toLocaleString('en')} writes acknowledged, ${wrong.length} lost or wrong`,
      );
      misses.push(...wrong, ...sums);
      site.takeSeen();
    };

    await underLoad(async () => {
      await phase('the old one alone', () => pause(AROUND_MS));
      await phase('the new one starts and migrates', () => site.start('new', PROJECT));
      await phase('side by side', () => pause(SECONDS * 1000));
      await phase('the old one is stopped', () => site.stop('old'));
      await phase('the new one alone', () => pause(AROUND_MS));
    });
    await underLoad(async () => {
      print((await rollBack(PROJECT, old.schema, environment)).trim());
      await phase('back: the old one starts', () => site.start('old', old.folder));
      await phase('back: side by side', () => pause(AROUND_MS));
      await phase('back: the new one is stopped', () => site.stop('new'));
      await phase('back: the old one alone', () => pause(AROUND_MS));
    });
    await underLoad(async () => {
      await phase('again: the new one starts', () => site.start('new', PROJECT));
      await phase('again: side by side', () => pause(AROUND_MS));
      await phase('again: the old one is stopped', () => site.stop('old'));
      await phase('again: the new one alone', () => pause(AROUND_MS));
    });
    print(`\nFrom ${old.commit} (${old.schema}), ${STUDENTS} students more than the demo school has:\n`);
    print(table(['phase', 's', 'calls', 'median ms', 'longest ms'], rows));
    print(`${ledger.acknowledged().toLocaleString('en')} writes acknowledged.`);
    return misses;
  } finally {
    await site.stopAll();
    await db.close();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
};

const old = await buildVersion(textOf('from'), print);
try {
  if (textOf('statements') !== undefined) print(`${await addStatements(old)} statements of ${old.commit}.`);
  else {
    const misses = await upgrade(old);
    for (const miss of new Set(misses)) print(`It does not hold: ${miss}.`);
    if (misses.length > 0) process.exitCode = 1;
    else print('No call failed but with 503, and nothing was lost.');
  }
} finally {
  await old.remove();
}
