import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from 'pg';
import { print } from '../figures.ts';
import { startPostgres } from '../postgres.ts';
import { cpuOf, parentOf } from '../processes.ts';
import { makeFolder, openClient, registerStudent, startProduct } from '../product.ts';
import { fill } from './fill.ts';

/** The database that all servers of the season share: filled once, then started with one setting or another. */

/** While it is filled nothing has to last. */
const FILLING = {
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: 0,
  max_wal_size: '16GB',
  shared_buffers: '2GB',
  autovacuum: 'off',
};

/** PostgreSQL as it comes, and commits that last; beside it what counts statements. */
const AS_IT_COMES = { fsync: 'on', shared_preload_libraries: 'pg_stat_statements' };

export type PostgresSettings = Record<string, string | number>;

export interface Store {
  url: string;
  db: Client;
  /** Seconds of processor time, with all its processes. */
  cpu(): number;
  stop(): Promise<void>;
}

const open = async (home: string, settings: PostgresSettings): Promise<Store> => {
  const server = await startPostgres({ home, settings });
  if ('reason' in server) throw new Error(server.reason);
  const db = await openClient({ connectionString: server.url });
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  return {
    url: server.url,
    db,
    cpu: () => cpuOf(postmaster, { withChildren: true }),
    stop: async () => {
      await db.end();
      await server.stop();
    },
  };
};

/** The tables, and the hash of a password that works. */
const prepare = async (store: Store): Promise<string> => {
  const product = await startProduct({ DATABASE_URL: store.url });
  await registerStudent(product.url, 'somebody');
  await product.stop();
  const { rows } = await store.db.query<{ password_hash: string }>('select password_hash from users');
  return rows[0]?.password_hash ?? '';
};

/** A folder with the data of so many students, made if it is not there yet, and what removes it. */
export const makeStore = async (students: number, kept: string | undefined) => {
  const folder = kept ?? (await makeFolder());
  const home = join(folder, 'postgres');
  const remove = () => (kept ? undefined : rm(folder, { recursive: true, force: true }));
  const isFilled = join(folder, `filled-${students}`);
  if (!existsSync(isFilled)) {
    await rm(home, { recursive: true, force: true });
    await mkdir(home, { recursive: true });
    print(`Making the data of ${students.toLocaleString('en')} students ...`);
    const store = await open(home, FILLING);
    try {
      await fill(store.db, students, await prepare(store));
      await store.db.query('create extension pg_stat_statements');
    } finally {
      await store.stop();
    }
    await writeFile(isFilled, '');
  }
  return {
    start: (settings: PostgresSettings = {}) => open(home, { ...AS_IT_COMES, ...settings }),
    remove,
  };
};
