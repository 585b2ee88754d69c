import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { ADMIN_PASSWORD, freePort, PROJECT } from '../product.ts';
import { call, pause } from './call.ts';

/** The built product on data that outlives it: it can be killed and started again, at the same address. */
export interface Machine {
  readonly url: string;
  readonly dataDir: string;
  /** Of the process that runs now. */
  pid(): number | undefined;
  /** All that it has printed since it was last started. */
  output(): string;
  /** Starts the process; does not wait. */
  launch(): void;
  /** Waits until it can serve; throws when it ends instead. */
  ready(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Waits for its end; the exit code. */
  ended(): Promise<number | null>;
  /** The process number of the embedded database. */
  databasePid(): Promise<number>;
  /** Straight to the embedded database, beside the product. */
  connect(): Promise<Client>;
  /** Stops it, by force if it must be, and removes its data. */
  remove(): Promise<void>;
}

const READY_PATIENCE_MS = 90_000;

export const makeDataDir = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tickmark-faults-'));
  // The database's own account must be able to pass through when root runs this.
  await chmod(folder, 0o711);
  return folder;
};

export const createMachine = async ({
  dataDir,
  environment = {},
}: {
  dataDir?: string;
  environment?: Record<string, string>;
} = {}): Promise<Machine> => {
  const folder = dataDir ?? (await makeDataDir());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const home = join(folder, 'postgres');
  let child: ChildProcess | undefined;
  let end: Promise<number | null> = Promise.resolve(null);
  let printed = '';

  const noted = async () => (await readFile(join(home, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  const machine: Machine = {
    url,
    dataDir: folder,
    pid: () => child?.pid,
    output: () => printed,
    launch: () => {
      printed = '';
      const started = spawn(process.execPath, [join(PROJECT, 'dist', 'server', 'main.js')], {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PORT: String(port),
          DATA_DIR: folder,
          RATE_LIMIT: 'off',
          LOG_LEVEL: 'error',
          ADMIN_PASSWORD,
          ...environment,
        },
      });
      for (const stream of [started.stdout, started.stderr]) {
        stream.on('data', (text) => {
          printed = (printed + String(text)).slice(-20_000);
        });
      }
      end = once(started, 'exit').then(([code]) => code as number | null);
      child = started;
    },
    ready: async () => {
      const deadline = Date.now() + READY_PATIENCE_MS;
      while ((await call(url, 'GET //readyz'))?.status !== 200) {
        if (child?.exitCode !== null || child.signalCode !== null || Date.now() > deadline) {
          throw new Error(`The server is not ready. ${printed}`);
        }
        await pause(10);
      }
    },
    signal: (name) => void child?.kill(name),
    ended: () => end,
    databasePid: async () => Number((await noted())[0]),
    connect: async () => {
      const lines = await noted();
      const client = new Client({
        host: lines[4]?.trim() || lines[5]?.trim() || '127.0.0.1',
        port: Number(lines[3]),
        user: 'tickmark',
        password: (await readFile(join(home, 'password'), 'utf8')).trim(),
        database: 'tickmark',
      });
      // It is killed on purpose, again and again.
      client.on('error', () => undefined);
      await client.connect();
      return client;
    },
    remove: async () => {
      const timer = setTimeout(() => child?.kill('SIGKILL'), 20_000);
      child?.kill('SIGTERM');
      if (child) await end;
      clearTimeout(timer);
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    },
  };
  return machine;
};

/** Milliseconds that some work took. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
