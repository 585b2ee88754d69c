/** The PostgreSQL process on an embedded database: start, find, connect, stop. */
import { spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, readFile, rm, unlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { childOptions, run } from './embedded-binaries.ts';
import { type Cluster, USER } from './embedded-cluster.ts';

/** Where PostgreSQL listens: a folder with its socket, or an address. */
export interface Place {
  host: string;
  port: number;
}

export interface Postgres {
  pid: number | undefined;
  running: boolean;
  exited: Promise<void>;
  /** What it said before its own log was open. */
  output(): string;
}

const WINDOWS = process.platform === 'win32';
const SOCKET_PREFIX = 'tickmark-';

/** A socket in a closed folder, so that no other user of the machine can even knock. */
export async function choosePlace(cluster: Cluster): Promise<Place> {
  if (WINDOWS) return { host: '127.0.0.1', port: await freePort() };
  const port = 5432; // only names the socket file
  const host = join(cluster.home, 'run');
  // The system cuts socket paths at 104 to 108 bytes.
  if (Buffer.byteLength(join(host, `.s.PGSQL.${port}`)) <= 100) return { host, port };
  // Root's own TMPDIR may be closed to the database account.
  const folder = await mkdtemp(join(cluster.account ? '/tmp' : tmpdir(), SOCKET_PREFIX));
  await chmod(folder, 0o700);
  if (cluster.account) await chown(folder, cluster.account.uid, cluster.account.gid);
  return { host: folder, port };
}

export async function leavePlace(place: Place): Promise<void> {
  if (/^tickmark-\w{6}$/.test(basename(place.host)) && [tmpdir(), '/tmp'].includes(dirname(place.host))) {
    await rm(place.host, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}

export function startPostgres(cluster: Cluster, place: Place, extra: Record<string, string> = {}): Postgres {
  const settings: Record<string, string> = {
    cluster_name: 'tickmark',
    listen_addresses: WINDOWS ? place.host : '',
    port: String(place.port),
    unix_socket_directories: WINDOWS ? '' : `"${place.host.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: '60',
    shared_buffers: '128MB',
    // An acknowledged write survives a power cut.
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    // Less to replay after a crash: ready again within seconds.
    max_wal_size: '512MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // One file per weekday, overwritten a week later.
    logging_collector: 'on',
    log_directory: join(cluster.home, 'log'),
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    // No values of people in the log: details quote the offending row, statements may carry text.
    log_error_verbosity: 'terse',
    log_min_error_statement: 'panic',
    ...extra,
  };
  const args = [
    '-D',
    cluster.data,
    ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
  const child = spawn(join(cluster.bin, 'postgres'), args, {
    ...childOptions(cluster.account),
    // A process group of its own: Ctrl+C reaches us alone, and we stop it after the last request.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-4000);
  });
  const postgres: Postgres = {
    pid: child.pid,
    running: true,
    exited: new Promise((resolve) => {
      const end = (error?: Error) => {
        if (error) output += error.message;
        postgres.running = false;
        child.stderr.destroy(); // an orphaned backend may hold the other end for a while
        resolve();
      };
      child.once('error', end);
      child.once('exit', () => {
        // What it said last may still be on its way through the pipe.
        setImmediate(() => end());
      });
    }),
    output: () => output.trim(),
  };
  return postgres;
}

/** 'busy': it says that it takes no connection now (starts, recovers, stops). 'silent': nobody listens there. */
type NotConnected = 'busy' | 'silent' | 'unclear';

async function connect(cluster: Cluster, place: Place, database: string): Promise<Client | NotConnected> {
  const client = new Client({
    ...place,
    user: USER,
    password: cluster.password,
    database,
    ssl: false,
    application_name: 'tickmark keeper',
    connectionTimeoutMillis: 5000,
  });
  // Without a listener a connection that breaks ends our process; who needs to know listens to 'end'.
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

/** Waits until our own PostgreSQL takes connections; undefined when it ended, or did not answer for 30 seconds. */
export async function connectWhenReady(
  cluster: Cluster,
  place: Place,
  postgres: Postgres,
  signal: AbortSignal,
): Promise<Client | undefined> {
  let answered = Date.now();
  while (postgres.running && Date.now() - answered < 30_000) {
    signal.throwIfAborted();
    const result = await connect(cluster, place, 'postgres');
    if (typeof result === 'object') return result;
    // Replaying the log after a crash takes the time it takes.
    if (result === 'busy') answered = Date.now();
    await delay(10);
  }
  return undefined;
}

/**
 * A PostgreSQL that lives on this data already, started by whomever, with a connection to it. PostgreSQL's pid file
 * alone proves nothing: after a power cut or in a new container its number may belong to any other process.
 */
export async function findLive(
  cluster: Cluster,
  signal: AbortSignal,
): Promise<{ client: Client; pid: number } | undefined> {
  const deadline = Date.now() + 60_000;
  for (;;) {
    signal.throwIfAborted();
    const noted = await readPidFile(cluster);
    if (!noted) return undefined;
    const result = noted.place ? await connect(cluster, noted.place, 'postgres') : 'silent';
    if (typeof result === 'object') return { client: result, pid: noted.pid };
    if (result === 'silent' && !(await isPostgresOf(cluster, noted.pid))) {
      await removeStale(cluster, noted);
      return undefined;
    }
    if (Date.now() > deadline) {
      throw new Error(
        `A PostgreSQL (process ${noted.pid}) is at work on ${cluster.data} but has not answered for a minute. Stop it first.`,
      );
    }
    await delay(50);
  }
}

interface PidFile {
  text: string;
  pid: number;
  place: Place | undefined;
}

async function readPidFile(cluster: Cluster): Promise<PidFile | undefined> {
  const text = await readFile(join(cluster.data, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid, , , port, socketFolder, address] = text.split('\n').map((line) => line.trim());
  if (!Number(pid)) return undefined;
  const host = socketFolder || address;
  return { text, pid: Number(pid), place: host && Number(port) ? { host, port: Number(port) } : undefined };
}

/** PostgreSQL refuses to start while any process of its user has the noted number: `nginx` will do. */
async function removeStale(cluster: Cluster, noted: PidFile): Promise<void> {
  if ((await readPidFile(cluster))?.text !== noted.text) return;
  await unlink(join(cluster.data, 'postmaster.pid')).catch(() => undefined);
  if (noted.place) await leavePlace(noted.place);
}

/** By its command line, which everyone may read, unlike its working directory. Zombies have none. */
async function isPostgresOf(cluster: Cluster, pid: number): Promise<boolean> {
  // On Windows PostgreSQL's own check asks a pipe that only a PostgreSQL has, so there is nothing to find out.
  if (WINDOWS) return false;
  const command =
    process.platform === 'linux'
      ? (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
      : await run('ps', ['-ww', '-o', 'args=', '-p', String(pid)]).catch(() => '');
  return command.includes(`postgres -D ${cluster.data} `);
}

/** Stops a PostgreSQL that is not our child. */
export async function stopOrphan(cluster: Cluster, pid: number): Promise<void> {
  const alive = () => isPostgresOf(cluster, pid);
  if (!WINDOWS && !(await alive())) {
    throw new Error(
      `A PostgreSQL that this system does not show is at work on ${cluster.data} (in another container?). Stop it first.`,
    );
  }
  if (!(await stopProcess(cluster, pid, alive))) {
    throw new Error(`PostgreSQL (process ${pid}) on ${cluster.data} does not stop. Stop it first.`);
  }
}

export async function stopPostgres(cluster: Cluster, postgres: Postgres): Promise<void> {
  const { pid } = postgres;
  if (pid !== undefined) await stopProcess(cluster, pid, () => postgres.running);
}

/** Fast (ends the sessions, saves everything); if that takes too long immediate (the log is replayed at the next start). */
async function stopProcess(
  cluster: Cluster,
  pid: number,
  alive: () => boolean | Promise<boolean>,
): Promise<boolean> {
  const steps = [
    { signal: 'SIGINT', mode: 'fast', patience: 6000 },
    { signal: 'SIGQUIT', mode: 'immediate', patience: 7000 },
    { signal: 'SIGKILL', mode: 'immediate', patience: 2000 },
  ] as const;
  for (const { signal, mode, patience } of steps) {
    if (!(await alive())) return true;
    if (WINDOWS) {
      await run(join(cluster.bin, 'pg_ctl'), ['stop', '-D', cluster.data, '-m', mode, '-W']).catch(
        () => undefined,
      );
    } else {
      try {
        process.kill(pid, signal);
      } catch {
        // It ended by itself in this moment.
      }
    }
    const deadline = Date.now() + patience;
    while ((await alive()) && Date.now() < deadline) await delay(20);
  }
  return !(await alive());
}
