import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import type { Client, ClientConfig } from 'pg';
import { databaseOf, openClient } from '../../bench/product.ts';
import { makeDataFolder } from '../../server/testing/folder.ts';
import { freePort, launch, type Running, ready } from '../../server/testing/process.ts';
import { ADMIN_PASSWORD, type Answer, createCall, type Request } from '../../server/testing/server.ts';

/** The built product on data that outlives it: it can be killed and started again, at the same address. */
export interface Machine {
  readonly url: string;
  readonly dataDir: string;
  /** The process that runs now. */
  running(): Running;
  /** Starts the process; does not wait until it is ready. */
  launch(): Promise<void>;
  /** Waits until it can serve; throws when it ends instead. */
  ready(): Promise<void>;
  /** Kills the server, and its database too if asked, and waits for its end. */
  crash(options?: { withDatabase?: boolean }): Promise<void>;
  /** Undefined when the connection broke before the answer was there. */
  call(address: string, request?: Request): Promise<TimedAnswer | undefined>;
  /** As `call`, where nothing but success will do. */
  must(address: string, request?: Request): Promise<TimedAnswer>;
  /** The process number of the embedded database. */
  databasePid(): Promise<number>;
  /** Straight to its database, beside the product. */
  connect(): Promise<Client>;
  /** Stops it, by force if it must be, and removes its data. */
  remove(): Promise<void>;
}

/** What asks of a product that runs, whichever process it is. */
export type Asked = Pick<Machine, 'call' | 'must' | 'connect'>;

export interface TimedAnswer extends Answer {
  ms: number;
}

export const kill = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in this moment.
  }
};

const STOP_TIMEOUT_MS = 20_000;

export const createMachine = async ({
  dataDir,
  database,
  environment = {},
}: {
  dataDir?: string;
  /** Where its database is, if it is not the embedded one. */
  database?: ClientConfig;
  environment?: Record<string, string>;
} = {}): Promise<Machine> => {
  const folder = dataDir ?? (await makeDataFolder());
  const port = String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const send = createCall(url);
  let child: Running | undefined;
  const running = () => {
    if (!child) throw new Error('It was never started.');
    return child;
  };
  const databasePid = async () => (await databaseOf({ dataDir: folder })).pid;
  const call: Machine['call'] = async (address, request) => {
    const began = performance.now();
    const answer = await send(address, request).catch(() => undefined);
    return answer && { ...answer, ms: performance.now() - began };
  };
  return {
    url,
    dataDir: folder,
    running,
    launch: async () => {
      child = await launch({
        PORT: port,
        DATA_DIR: folder,
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'error',
        ADMIN_PASSWORD,
        ...environment,
      });
    },
    ready: async () => void (await ready(running(), 10)),
    crash: async ({ withDatabase = false } = {}) => {
      const pid = await databasePid();
      // Not the end of its output, which its database has too.
      const ended = once(running().process, 'exit');
      running().process.kill('SIGKILL');
      if (withDatabase) kill(pid);
      await ended;
    },
    call,
    must: async (address, request) => {
      const answer = await call(address, request);
      if (answer && answer.status < 300) return answer;
      throw new Error(`${address} returned ${answer ? JSON.stringify(answer) : 'nothing'}`);
    },
    databasePid,
    connect: async () => openClient(database ?? (await databaseOf({ dataDir: folder })).connection),
    remove: async () => {
      const timer = setTimeout(() => child?.process.kill('SIGKILL'), STOP_TIMEOUT_MS);
      child?.process.kill('SIGTERM');
      await child?.ended;
      clearTimeout(timer);
      if (!dataDir) await rm(folder, { recursive: true, force: true });
    },
  };
};

/** Milliseconds that some work took. */
export const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return performance.now() - began;
};
