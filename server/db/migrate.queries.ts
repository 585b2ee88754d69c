import { z } from 'zod';
import { command, type Queries, statement } from './database.ts';
import { LOCKS } from './lock-numbers.ts';

// A large installation's migration takes longer than a request may; those who wait for it wait as long.
const lock = `set local statement_timeout = 0; select pg_advisory_xact_lock(${LOCKS.migrations})`;
const tableExists = statement(
  z.object({ exists: z.boolean() }),
  `select to_regclass('migrations') is not null as exists`,
);
const createTable = command(`
  create table migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`);
const applied = statement(
  z.object({ name: z.string(), sha256: z.string() }),
  `select name, sha256 from migrations`,
);
const record = command(`insert into migrations (name, sha256) values ($1, $2)`);

/** Waits until no other server migrates; released with the transaction, so it works through a pooler too. */
export const lockMigrations = (tx: Queries) => tx.script(lock);
/** Checks first: we can start on a database that cannot be written to at the moment. */
export const ensureMigrationsTable = async (tx: Queries): Promise<void> => {
  if (!(await tx.get(tableExists)).exists) await tx.run(createTable);
};
export const listAppliedMigrations = (tx: Queries) => tx.list(applied);
export const recordMigration = (tx: Queries, name: string, sha256: string) => tx.run(record, [name, sha256]);
