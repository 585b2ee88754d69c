/** A running PostgreSQL: connecting to it, and finding and stopping one that a killed server left behind. */
import { readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { run } from './binaries.ts';
import { type Cluster, USER } from './cluster.ts';
import { leavePlace, type Place, type Postgres, stopProcess } from './process.ts';

/** 'busy': it accepts no connection now (starts, recovers, stops). 'silent': nobody listens there. */
type NotConnected = 'busy' | 'silent' | 'unclear';

async function connect(
  cluster: Pick<Cluster, 'password'>,
  place: Place,
  database: string,
): Promise<Client | NotConnected> {
  const client = new Client({
    ...place,
    user: USER,
    password: cluster.password,
    database,
    ssl: false,
    application_name: 'tickmark keeper',
    connectionTimeoutMillis: 5000,
  });
  // Without a listener, a broken connection ends our process; callers who need to know listen to 'end'.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    if (error instanceof DatabaseError) {
      // Starts or stops, was just stopped, is full.
      if (['57P03', '57P01', '53300'].includes(error.code ?? '')) return 'busy';
      throw error;
    }
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'silent' : 'unclear';
  }
}

/** Another server's PostgreSQL may listen at the same place, while ours finds the data in use and has not ended yet. */
const isOf = (session: Client, { pid }: Postgres): Promise<boolean> =>
  session.query<{ pid: string }>(`select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as pid`).then(
    ({ rows }) => Number(rows[0]?.pid) === pid,
    () => false,
  );

/** Waits until our own PostgreSQL accepts connections; undefined when it ended, or did not answer for 30 seconds. */
export async function connectWhenReady(
  cluster: Cluster,
  place: Place,
  postgres: Postgres,
  signal: AbortSignal,
): Promise<Client | undefined> {
  let answered = performance.now();
  while (postgres.running && performance.now() - answered < 30_000) {
    signal.throwIfAborted();
    const result = await connect(cluster, place, 'postgres');
    if (typeof result === 'object') {
      if (await isOf(result, postgres)) return result;
      await result.end().catch(() => undefined);
    }
    // Replaying the log after a crash takes as long as it takes.
    if (result === 'busy') answered = performance.now();
    await delay(10);
  }
  return undefined;
}

export interface Live {
  client: Client;
  pid: number;
}

/**
 * A PostgreSQL already running on this data, no matter who started it, with a connection to it. PostgreSQL's pid file alone
 * proves nothing: after a power cut or in a new container its number may belong to any other process.
 */
export async function findLive(
  cluster: Cluster,
  ownPlace: Place,
  signal: AbortSignal,
): Promise<Live | undefined> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    signal.throwIfAborted();
    const noted = await readPidFile(cluster);
    if (!noted) return undefined;
    const result = noted.place ? await connect(cluster, noted.place, 'postgres') : 'silent';
    if (typeof result === 'object') return { client: result, pid: noted.pid };
    if (result === 'silent' && !(await isPostgresOf(cluster, noted.pid))) {
      await removeStale(cluster, noted, ownPlace);
      return undefined;
    }
    if (performance.now() > deadline) {
      throw new Error(
        `A PostgreSQL (process ${noted.pid}) is using ${cluster.data} but has not answered for a minute. Stop it first.`,
      );
    }
    await delay(50);
  }
}

/** Where the PostgreSQL on this data accepts connections, if it does right now. */
export async function findPlace(cluster: Pick<Cluster, 'data' | 'password'>): Promise<Place | undefined> {
  const noted = await readPidFile(cluster);
  const result = noted?.place && (await connect(cluster, noted.place, 'postgres'));
  if (typeof result !== 'object') return undefined;
  await result.end();
  return noted?.place;
}

interface PidFile {
  text: string;
  pid: number;
  place: Place | undefined;
}

async function readPidFile(cluster: Pick<Cluster, 'data'>): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder, address] = text.split('\n').map((line) => line.trim());
  if (!Number(pid)) return undefined;
  const host = socketFolder || address;
  return { text, pid: Number(pid), place: host && Number(port) ? { host, port: Number(port) } : undefined };
}

/** PostgreSQL refuses to start while any process of its user has the noted pid: even `nginx`. */
async function removeStale(cluster: Cluster, noted: PidFile, ownPlace: Place): Promise<void> {
  if ((await readPidFile(cluster))?.text !== noted.text) return;
  await unlink(join(cluster.data, 'postmaster.pid')).catch(() => undefined);
  if (noted.place && noted.place.host !== ownPlace.host) await leavePlace(noted.place);
}

/** By its command line, which everybody may read, unlike its working directory. Zombies have none. */
async function isPostgresOf(cluster: Cluster, pid: number): Promise<boolean> {
  const command =
    process.platform === 'linux'
      ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
      : await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() => '');
  return command.includes(`postgres -D ${cluster.data} `);
}

/** Whether a session still answers. */
export const isThere = (session: Client): Promise<boolean> =>
  session.query('select').then(
    () => true,
    () => false,
  );

/**
 * Stops a PostgreSQL that is not our child. Our session with it ends as it stops; others may have started theirs by
 * then.
 */
export async function stopOrphan(cluster: Cluster, { pid, client }: Live): Promise<void> {
  if (!(await stopProcess(pid, () => isPostgresOf(cluster, pid)))) {
    throw new Error(`PostgreSQL (process ${pid}) on ${cluster.data} does not stop. Stop it first.`);
  }
  if (await isThere(client)) {
    throw new Error(
      `A PostgreSQL that this system does not show is using ${cluster.data} (in another container?). Stop it first.`,
    );
  }
}
