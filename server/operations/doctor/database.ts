import type { Settings } from '../../config.ts';
import type { Database } from '../../db/database.ts';
import { UnavailableError } from '../../errors.ts';
import type { Clock } from './clocks.ts';
import { checkConnections } from './connections.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { checkMigrations } from './migrations.ts';
import { checkReplication } from './replication.ts';
import { checkTriggers } from './schema.ts';
import { commitSomething, type DatabaseState, findLongest, getState, isMigrated } from './state.queries.ts';
import { checkTables } from './tables.ts';

const { ok, warning, wrong } = findingsAbout('database');

const OLDEST = 15;

function* checkVersion({ version, version_number: number, name }: DatabaseState): Iterable<Finding> {
  const major = Math.floor(number / 10_000);
  yield major < OLDEST
    ? wrong(
        `It is PostgreSQL ${version}; Tickmark needs ${OLDEST} or later.`,
        'Upgrade the database server before you start this version.',
      )
    : ok(`PostgreSQL ${version} answers, database ${name}.`);
}

const commits = async (db: Database): Promise<boolean> => {
  try {
    await commitSomething(db);
    return true;
  } catch (error) {
    if (error instanceof UnavailableError) return false;
    throw error;
  }
};

async function* checkWriting(
  db: Database,
  state: DatabaseState,
  isEmbedded: boolean,
): AsyncIterable<Finding> {
  if (state.is_standby)
    yield wrong(
      'It is a standby: it can be read and not written to.',
      'DATABASE_URL has to lead to the primary. If that is gone, promote this one (pg_ctl promote, or what manages your database).',
    );
  else if (state.is_read_only)
    yield wrong(
      'It is read-only: nothing that people do is saved.',
      isEmbedded
        ? 'The server makes it read-only while its disk is nearly full, and writable again by itself: see the lines on the disk. With room there, somebody has set default_transaction_read_only.'
        : `Somebody has set default_transaction_read_only, or the provider has because its disk is full. See there; by hand: alter database "${state.name}" reset default_transaction_read_only.`,
    );
  else if (await commits(db)) yield ok('It commits what is written to it.');
  else
    yield wrong(
      'It commits nothing: what people do waits, and is refused.',
      'If commits wait for a standby, the next lines say so. Else see the disks of the database server and its log.',
    );
}

function* checkDurability({ fsync, synchronous_commit: commit }: DatabaseState): Iterable<Finding> {
  if (fsync === 'off')
    yield wrong(
      'fsync is off: a power cut can destroy the whole database.',
      'Turn fsync on in the settings of PostgreSQL and restart it.',
    );
  if (commit === 'off')
    yield warning(
      'synchronous_commit is off: what people were told is saved can be lost when the database server fails.',
      'Turn synchronous_commit on, for the server, the database and the role.',
    );
}

function* checkMaking({ encoding, collation_made: made, collation_now: now, ...state }: DatabaseState) {
  if (encoding !== 'UTF8')
    yield wrong(
      `Its encoding is ${encoding}: most names and words cannot be stored.`,
      'Make a new database with --encoding=UTF8, restore a backup into it, and set DATABASE_URL to it.',
    );
  if (made !== null && now !== null && made !== now)
    yield warning(
      `Its words were sorted by version ${made} of the system's rules, and the system now has ${now}: searches may miss what is there.`,
      `At a quiet hour: reindex database "${state.name}"; alter database "${state.name}" refresh collation version.`,
    );
  if (!state.may_create)
    yield warning(
      `The role ${state.role} may not create tables in the schema public: the next upgrade will fail.`,
      `Let the role own its database: alter database "${state.name}" owner to "${state.role}".`,
    );
}

async function* checkActivity(db: Database): AsyncIterable<Finding> {
  const longest = await findLongest(db);
  if (longest)
    yield warning(
      `A transaction${longest.program && ` of ${longest.program}`} has been open for ${Math.round(longest.minutes)} minutes: others may wait for it, and the tables grow meanwhile.`,
      `If it is no backup, end it: select pg_terminate_backend(${longest.pid}).`,
    );
}

/** Rounded to what the way there and back leaves certain. */
const clockOf = (now: string, from: number, to: number): Clock => {
  const said = Date.parse(now);
  const isBetween = said >= from && said <= to;
  return { whose: 'the database', secondsAhead: isBetween ? 0 : (said - (said > to ? to : from)) / 1000 };
};

/** Throws when the database does not answer. Returns whether its tables are there and may be read. */
export async function* checkDatabase(
  db: Database,
  { databaseUrl }: Settings,
  clocks: Clock[],
): AsyncGenerator<Finding, boolean> {
  const from = Date.now();
  const state = await getState(db);
  clocks.push(clockOf(state.now, from, Date.now()));
  yield* checkVersion(state);
  yield* checkWriting(db, state, databaseUrl === undefined);
  yield* checkDurability(state);
  yield* checkReplication(db, state);
  yield* checkMaking(state);
  yield* checkConnections(db, databaseUrl);
  yield* checkActivity(db);
  if (!(yield* checkTables(db, state.role))) return false;
  yield* checkTriggers(db);
  yield* checkMigrations(db);
  return isMigrated(db);
}
