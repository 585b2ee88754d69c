import { z } from 'zod';
import { command, type Queries, statement } from './database.ts';
import { LOCKS } from './lock-numbers.ts';

// A large installation's migration takes longer than a request may; those who wait for it wait as long.
const lock = `set local statement_timeout = 0; select pg_advisory_xact_lock(${LOCKS.migrations})`;
const tableExists = statement(
  z.object({ exists: z.boolean() }),
  `select to_regclass($1) is not null as exists`,
);
const createTable = command(`
  create table migrations (
    name text primary key,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`);
const migration = z.object({ name: z.string(), sha256: z.string() });
const applied = statement(migration, `select name, sha256 from migrations order by name`);
const setAside = statement(migration, `select name, sha256 from migrations_set_aside order by name`);
const record = command(`insert into migrations (name, sha256) values ($1, $2)`);

/** Waits until no other server migrates; released with the transaction, so it works through a pooler too. */
export const lockMigrations = (tx: Queries) => tx.script(lock);

const isThere = async (tx: Queries, table: string) => (await tx.get(tableExists, [table])).exists;
/** Checks first: we can start on a database that cannot be written to at the moment. */
export const ensureMigrationsTable = async (tx: Queries): Promise<void> => {
  if (!(await isThere(tx, 'migrations'))) await tx.run(createTable);
};
export const listAppliedMigrations = (tx: Queries) => tx.list(applied);
export const recordMigration = (tx: Queries, name: string, sha256: string) => tx.run(record, [name, sha256]);

/** Those that were applied and that an older version, which was started again, does not know. */
export const listSetAside = async (tx: Queries) =>
  (await isThere(tx, 'migrations_set_aside')) ? tx.list(setAside) : [];

const moveAside = statement(
  z.object({ name: z.string() }),
  `with gone as (delete from migrations where name > $1 returning *), kept as (
     insert into migrations_set_aside (name, sha256, applied_at) select name, sha256, applied_at from gone
   )
   select name from gone order by name`,
);
const takeBack = command(
  `with gone as (delete from migrations_set_aside where name = any($1) returning *)
   insert into migrations (name, sha256, applied_at) select name, sha256, applied_at from gone`,
);
export const setAsideAfter = (tx: Queries, name: string) => tx.list(moveAside, [name]);
export const takeBackMigrations = (tx: Queries, names: readonly string[]) => tx.run(takeBack, [names]);

const tables = statement(
  z.object({ name: z.string() }),
  `select relname::text as name from pg_class
   where relkind = 'r' and relnamespace = 'public'::regnamespace and relname not like 'migrations%'
   order by relname`,
);
export const listTableNames = async (tx: Queries) => (await tx.list(tables)).map(({ name }) => name);

/**
 * Nobody reads or writes these until the transaction ends. Whoever comes while we wait for them waits behind us, so this
 * waits no longer than `withinMs`, for all of them together, and for every later lock.
 */
export const holdTables = async (tx: Queries, names: readonly string[], withinMs: number): Promise<void> => {
  await tx.script(`set local lock_timeout = ${withinMs}; set local statement_timeout = ${withinMs}`);
  await tx.script(`lock table ${names.map((name) => `"${name}"`).join(', ')} in access exclusive mode`);
  await tx.script('set local statement_timeout = 0');
};
