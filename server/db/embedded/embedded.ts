/**
 * PostgreSQL without an installation: the default database, in DATA_DIR, started and stopped with the server.
 *
 * One server per folder: each holds a lock inside the database for its whole life. A lock in the database dies with
 * the process that holds it, and nothing has to be guessed from files.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { leaveBinaries, removeOldCopies } from './binaries.ts';
import { type Cluster, findCluster, openCluster, USER } from './cluster.ts';
import { type DiskSpace, watchDiskSpace } from './disk-space.ts';
import { connectWhenReady, findLive, findPlace, isThere, stopOrphan } from './orphan.ts';
import {
  choosePlace,
  leavePlace,
  type Place,
  type Postgres,
  startPostgres,
  stopPostgres,
} from './process.ts';

export interface EmbeddedDatabase {
  /** What `pg` needs to connect; the host is the folder of the socket. */
  connection: { host: string; port: number; user: string; password: string; database: string };
  /** Stops PostgreSQL (fast shutdown) and waits. Idempotent. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  /** DATA_DIR, absolute. */
  dataDir: string;
  /** Plain sentences for people. */
  log: (message: string) => void;
  /** The database cannot be recovered, or another server took over the data: the process should exit. */
  onLost: (error: Error) => void;
  /** Extra postgresql settings, e.g. { fsync: 'off' } in tests. */
  settings?: Record<string, string>;
  /** How long to try to restart PostgreSQL, in ms. */
  recoveryPatience?: number;
}

const DATABASE = 'tickmark';
/** Any number, the same in every version of Tickmark: 'tickmark' in ASCII. */
const LOCK_KEY = '8388345094002012779';
const OPEN_PATIENCE = 60_000;
/** PostgreSQL's message, in the one language that we run it in. */
const NO_SPACE = 'No space left on device';

/** A PostgreSQL of ours, and the session that holds the lock in it. */
interface Held {
  postgres: Postgres;
  session: Client;
  sessionEnded: Promise<void>;
}

export async function openEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, onLost, settings = {}, recoveryPatience = 30_000 } = options;
  const durable = settings['fsync'] !== 'off';
  const cluster = await openCluster({ dataDir, log, durable });
  // Data that need not survive a power cut need not survive a full disk either.
  const diskSpace = durable ? await watchDiskSpace(cluster.home, dataDir, log) : undefined;
  const place = await choosePlace(cluster);
  const closing = new AbortController();
  const keeper = { cluster, place, settings, dataDir, signal: closing.signal, diskSpace };

  let held: Held;
  try {
    held = await takeFirstHold(keeper);
  } catch (error) {
    await leave(keeper);
    throw error;
  }

  let recovery: Promise<void> = Promise.resolve();
  const watch = async () => {
    // Either may happen first: PostgreSQL dies with its sessions, or only a session ends.
    await Promise.race([held.sessionEnded, held.postgres.exited]);
    if (!closing.signal.aborted) recovery = recover();
  };
  const recover = async () => {
    const began = performance.now();
    log('The database stopped unexpectedly and is started again.');
    try {
      await releaseIfShort(diskSpace);
      held = await regainHold(keeper, held, began + recoveryPatience);
      log(`The database is back after ${Math.round(performance.now() - began)} ms.`);
      void watch();
    } catch (error) {
      if (!closing.signal.aborted) onLost(error instanceof Error ? error : new Error(String(error)));
    }
  };
  void watch();

  let guard: { stop(): void } | undefined;
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    guard?.stop();
    closing.abort();
    await recovery;
    await held.session.end().catch(() => undefined);
    await stopPostgres(held.postgres);
    await leave(keeper);
  };
  const database: EmbeddedDatabase = {
    connection: { ...place, user: USER, password: cluster.password, database: DATABASE },
    stop: () => (stopped ??= stop()),
  };
  try {
    guard = await diskSpace?.guard(() => held.session);
    await createDatabase(held.session);
    await removeOldCopies(dataDir);
  } catch (error) {
    await database.stop();
    throw error;
  }
  return database;
}

/** How a program reaches the database of a running server; undefined when none is running on `dataDir`. */
export async function findEmbedded(dataDir: string): Promise<EmbeddedDatabase['connection'] | undefined> {
  const cluster = await findCluster(dataDir);
  const place = cluster && (await findPlace(cluster));
  return place && { ...place, user: USER, password: cluster.password, database: DATABASE };
}

interface Keeper {
  cluster: Cluster;
  place: Place;
  settings: Record<string, string>;
  dataDir: string;
  signal: AbortSignal;
  diskSpace: DiskSpace | undefined;
}

async function leave({ cluster, place }: Pick<Keeper, 'cluster' | 'place'>): Promise<void> {
  await leavePlace(place);
  await leaveBinaries(cluster);
}

/**
 * To stop, to start and to replay its log after a crash PostgreSQL needs room. Not before we know that nobody else runs
 * it.
 */
async function releaseIfShort(diskSpace: DiskSpace | undefined): Promise<void> {
  if (await diskSpace?.isShort()) await diskSpace?.release();
}

/** If even the reserve is not enough on a full disk, nothing can be read. */
async function takeFirstHold(keeper: Keeper): Promise<Held> {
  const { diskSpace } = keeper;
  try {
    return await takeHold(keeper, OPEN_PATIENCE);
  } catch (error) {
    const isFull =
      error instanceof Error && (error.message.includes(NO_SPACE) || (await diskSpace?.isShort()));
    if (!diskSpace || !isFull || error instanceof InUse) throw error;
    await diskSpace.release();
    return takeHold(keeper, OPEN_PATIENCE).catch((still: unknown) => {
      throw still instanceof InUse ? still : new Error(diskSpace.explanation, { cause: still });
    });
  }
}

/** Starts PostgreSQL and takes the lock, after stopping what a killed server left behind. */
async function takeHold(keeper: Keeper, patience: number): Promise<Held> {
  const { cluster, place, settings, dataDir, signal, diskSpace } = keeper;
  const deadline = performance.now() + patience;
  for (;;) {
    const live = await findLive(cluster, place, signal);
    if (live) {
      const orphaned = await tryLock(live.client);
      // Our session stays until the orphan is down: a third server sees the lock and backs off.
      if (orphaned) {
        await releaseIfShort(diskSpace);
        await stopOrphan(cluster, live);
      }
      await live.client.end().catch(() => undefined);
      if (!orphaned) throw inUse(dataDir);
    }
    await releaseIfShort(diskSpace);
    const postgres = await startPostgres(cluster, place, settings);
    // Another server that started at the same moment may take ours for an orphan, and stop it at any point from here
    // on.
    let wasStopped = false;
    try {
      const session = await connectWhenReady(cluster, place, postgres, signal);
      if (session) {
        const held = hold(postgres, session);
        const isLocked = await tryLock(session);
        // As it stops it ends all sessions: the other's, which gives us its lock for a moment, and then our own.
        if (isLocked && (await isThere(session))) return held;
        await session.end().catch(() => undefined);
        if (!isLocked) throw inUse(dataDir);
      }
      wasStopped = session !== undefined || postgres.wasStopped;
    } catch (error) {
      await stopPostgres(postgres);
      throw error;
    }
    await stopPostgres(postgres);
    const reason = await postgres.lastWords();
    // Includes passing reasons: the other has its own by now, or backends of a killed PostgreSQL have not ended yet.
    const isPassing = wasStopped || /lock file .* (already exists|is empty)|shared memory block/.test(reason);
    if (performance.now() > deadline || !isPassing) {
      throw new Error(
        `PostgreSQL does not start in ${cluster.data}. ${reason} (Its log is in ${cluster.home}/log.)`,
      );
    }
    await delay(50);
  }
}

/** Runs after PostgreSQL or the session with the lock has ended. */
async function regainHold(keeper: Keeper, lost: Held, deadline: number): Promise<Held> {
  const { cluster, place, dataDir, signal, diskSpace } = keeper;
  // When one of its processes is killed, PostgreSQL itself survives, ends all sessions and recovers.
  const session = await connectWhenReady(cluster, place, lost.postgres, signal);
  if (session) {
    const held = hold(lost.postgres, session);
    // The ended session releases its lock a moment after we hear of it.
    for (let attempt = 0; attempt < 40 && lost.postgres.running; attempt += 1) {
      if (await tryLock(session)) return held;
      await delay(50);
    }
    await session.end().catch(() => undefined);
    if (lost.postgres.running) throw inUse(dataDir);
  }
  await stopPostgres(lost.postgres);
  for (;;) {
    try {
      return await takeHold(keeper, Math.max(0, deadline - performance.now()));
    } catch (error) {
      if (signal.aborted || error instanceof InUse) throw error;
      // Somebody will free some room; any other cause may pass, too.
      const isFull = (await diskSpace?.isShort()) ?? false;
      if (!isFull && performance.now() > deadline) throw error;
      if (isFull) await diskSpace?.release();
      await delay(500);
    }
  }
}

class InUse extends Error {}

function inUse(dataDir: string): Error {
  return new InUse(
    `Another Tickmark server is already using ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
  );
}

/** False also when the database goes down meanwhile: then we do not have it either. */
async function tryLock(session: Client): Promise<boolean> {
  const result = await session
    .query<{ locked: boolean }>('select pg_try_advisory_lock($1) as locked', [LOCK_KEY])
    .catch(() => undefined);
  return result?.rows[0]?.locked ?? false;
}

/** Listens from the start: a session may end before anybody waits for that. */
function hold(postgres: Postgres, session: Client): Held {
  const sessionEnded = new Promise<void>((resolve) => {
    session.once('end', resolve);
  });
  return { postgres, session, sessionEnded };
}

/** Afterwards, not with the cluster: the next start repairs a crash in between. */
async function createDatabase(session: Client): Promise<void> {
  const { rowCount } = await session.query('select from pg_database where datname = $1', [DATABASE]);
  if (rowCount === 0) await session.query(`create database ${DATABASE}`);
}
