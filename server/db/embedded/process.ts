/** The PostgreSQL process on an embedded database: where it listens, its settings, start and stop. */
import { spawn } from 'node:child_process';
import { chmod, chown, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { childOptions } from './binaries.ts';
import type { Cluster } from './cluster.ts';

/** Where PostgreSQL listens: the folder with its socket, and the number in the socket's name. */
export interface Place {
  host: string;
  port: number;
}

export interface Postgres {
  pid: number | undefined;
  running: boolean;
  /** It ended because it was told to, not for a reason of its own. */
  wasStopped: boolean;
  exited: Promise<void>;
  /** Why it ended, in its own words. */
  lastWords(): Promise<string>;
}

/** A socket in a closed folder, so that no other user of the machine can even connect. */
export async function choosePlace(cluster: Cluster): Promise<Place> {
  const port = 5432; // only names the socket file
  const host = join(cluster.home, 'run');
  // The system limits socket paths to 104 to 108 bytes.
  if (Buffer.byteLength(join(host, `.s.PGSQL.${port}`)) <= 100) return { host, port };
  // Root's own TMPDIR may be closed to the database account.
  const folder = await mkdtemp(join(cluster.account ? '/tmp' : tmpdir(), 'tickmark-'));
  await chmod(folder, 0o700);
  if (cluster.account) await chown(folder, cluster.account.uid, cluster.account.gid);
  return { host: folder, port };
}

export async function leavePlace(place: Place): Promise<void> {
  if (/^tickmark-\w{6}$/.test(basename(place.host)) && [tmpdir(), '/tmp'].includes(dirname(place.host))) {
    await rm(place.host, { recursive: true, force: true });
  }
}

export async function startPostgres(
  cluster: Cluster,
  place: Place,
  extra: Record<string, string> = {},
): Promise<Postgres> {
  // The folder is ours alone, so its socket needs no lock file; one that was left behind stops PostgreSQL as long as
  // any process has the pid in it, even a zombie.
  await rm(join(place.host, `.s.PGSQL.${place.port}.lock`), { force: true });
  const settings: Record<string, string> = {
    cluster_name: 'tickmark',
    listen_addresses: '',
    port: String(place.port),
    unix_socket_directories: `"${place.host.replaceAll('"', '""')}"`,
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
    // No personal values in the log: details quote the offending row, statements may contain text.
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
    ...childOptions(cluster),
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
    wasStopped: false,
    exited: new Promise((resolve) => {
      const end = (error?: Error) => {
        if (error) output += error.message;
        postgres.running = false;
        child.stderr.destroy(); // an orphaned backend may hold the other end for a while
        resolve();
      };
      child.once('error', end);
      child.once('exit', (code) => {
        postgres.wasStopped = code === 0;
        // Its last output is in the pipe by now, and read in the next turn: this one may already have looked there.
        setImmediate(() => setImmediate(() => end()));
      });
    }),
    lastWords: async () => {
      const logged = (await readLatestLog(cluster))
        .split('\n')
        .filter((line) => line.includes(`[${child.pid}]`));
      return [output.trim(), ...logged.filter((line) => /FATAL|PANIC/.test(line))].join('\n');
    },
  };
  return postgres;
}

async function readLatestLog(cluster: Cluster): Promise<string> {
  const folder = join(cluster.home, 'log');
  let latest = { path: '', time: 0, size: 0 };
  for (const name of await readdir(folder)) {
    const { mtimeMs, size } = await stat(join(folder, name));
    if (mtimeMs > latest.time) latest = { path: join(folder, name), time: mtimeMs, size };
  }
  if (!latest.path) return '';
  const handle = await open(latest.path);
  try {
    const length = Math.min(latest.size, 16_384);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, latest.size - length);
    return buffer.toString('utf8');
  } finally {
    await handle.close();
  }
}

export async function stopPostgres(postgres: Postgres): Promise<void> {
  const { pid } = postgres;
  if (pid !== undefined) await stopProcess(pid, () => postgres.running);
}

/**
 * Fast (ends the sessions, saves everything); if that takes too long, immediate (the log is replayed at the next
 * start).
 */
export async function stopProcess(pid: number, alive: () => boolean | Promise<boolean>): Promise<boolean> {
  const steps = [
    { signal: 'SIGINT', patience: 6000 },
    { signal: 'SIGQUIT', patience: 7000 },
    { signal: 'SIGKILL', patience: 2000 },
  ] as const;
  for (const { signal, patience } of steps) {
    if (!(await alive())) return true;
    try {
      process.kill(pid, signal);
    } catch {
      // It has just ended by itself.
    }
    const deadline = performance.now() + patience;
    while ((await alive()) && performance.now() < deadline) await delay(20);
  }
  return !(await alive());
}
