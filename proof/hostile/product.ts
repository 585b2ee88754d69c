import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { databaseOf } from '../../bench/product.ts';
import { openDatabase } from '../../server/db/database.ts';
import { inProject } from '../../server/root.ts';
import { makeDataFolder } from '../../server/testing/folder.ts';
import { PATIENT } from '../../server/testing/postgres.ts';
import { launch, ready } from '../../server/testing/process.ts';
import { ADMIN_PASSWORD, createCall, type TestServer } from '../../server/testing/server.ts';

/** Bytes. */
interface Memory {
  inUse: number;
  resident: number;
}

/** The built product in a process of its own, for which the tests' scenes can be set. */
export interface Product extends TestServer {
  /** Warnings, errors, what Node itself has to say, and any line with the password in it. */
  complaints(): string[];
  measureMemory(): Promise<Memory>;
}

const isComplaint = (line: string): boolean =>
  line !== '' &&
  !line.startsWith('memory ') &&
  (!line.includes('"level":30') || line.includes(ADMIN_PASSWORD));

export const startProduct = async (): Promise<Product> => {
  const dataDir = await makeDataFolder();
  const running = await ready(
    await launch({ DATA_DIR: dataDir, RATE_LIMIT: 'off', LOG_LEVEL: 'info', ADMIN_PASSWORD }, [
      process.execPath,
      '--expose-gc',
      '--import',
      inProject('proof', 'hostile', 'memory.mjs'),
      inProject('dist', 'server', 'main.js'),
    ]),
  );
  const start = running.output().length;
  const lines = () => running.output().slice(start).split('\n');
  const { connection } = await databaseOf({ dataDir });
  const db = openDatabase(connection, () => {}, 10, PATIENT);
  return {
    url: running.url,
    db,
    dataDir,
    logged: () => running.output(),
    call: createCall(running.url),
    complaints: () => lines().filter(isComplaint),
    measureMemory: async () => {
      const measured = () => lines().filter((line) => line.startsWith('memory {'));
      const before = measured().length;
      running.process.kill('SIGUSR2');
      while (measured().length === before) await pause(100);
      return JSON.parse(measured().at(-1)?.slice('memory '.length) ?? '') as Memory;
    },
    stop: async () => {
      await db.close();
      running.process.kill('SIGTERM');
      const code = await running.ended;
      await rm(dataDir, { recursive: true, force: true });
      if (code !== 0) throw new Error(`The product ended with ${code}.`);
    },
  };
};
