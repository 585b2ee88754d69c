import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inProject } from '../root.ts';
import type { Database, Queries } from './database.ts';
import {
  ensureMigrationsTable,
  holdTables,
  listAppliedMigrations,
  listSetAside,
  listTableNames,
  lockMigrations,
  recordMigration,
  takeBackMigrations,
} from './migrate.queries.ts';

export interface Migration {
  name: string;
  text: string;
  sha256: string;
}

export const MIGRATIONS_FOLDER = inProject('server', 'db', 'migrations');

/** The migrations of a folder, in order. */
export const readMigrations = async (folder = MIGRATIONS_FOLDER): Promise<Migration[]> => {
  const names = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.sql$/.test(name)).toSorted();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8');
      return { name, text, sha256: createHash('sha256').update(text).digest('hex') };
    }),
  );
};

/** Less than PostgreSQL waits before it ends one side of a deadlock, so that it is never the side of a call. */
const LOCKED_WITHIN_MS = 900;

/** A migration names every table that it changes, and many that it does not. */
export const tablesOf = (pending: readonly Migration[], tables: readonly string[]): string[] => {
  const words = new Set(pending.flatMap(({ text }) => text.replaceAll(/--.*/g, '').match(/\w+/g) ?? []));
  return tables.filter((name) => words.has(name));
};

/** Applies, in the caller's transaction, what has not been applied yet; returns the names. */
export const applyMigrations = async (tx: Queries, migrations: readonly Migration[]): Promise<string[]> => {
  await lockMigrations(tx);
  await ensureMigrationsTable(tx);
  const isKnown = ({ name }: Pick<Migration, 'name'>) => migrations.some((known) => known.name === name);
  const back = (await listSetAside(tx)).filter(isKnown).map(({ name }) => name);
  if (back.length > 0) await takeBackMigrations(tx, back);
  const applied = await listAppliedMigrations(tx);
  const newer = applied.find((row) => !isKnown(row));
  if (newer) {
    throw new Error(
      `The database was created by a newer version of Tickmark (it has ${newer.name}). See docs/upgrading.md.`,
    );
  }
  const hashes = new Map(applied.map((row) => [row.name, row.sha256]));
  const changed = migrations.find(({ name, sha256 }) => (hashes.get(name) ?? sha256) !== sha256);
  if (changed)
    throw new Error(`Migration ${changed.name} was changed after it was applied. Add a new one instead.`);
  const pending = migrations.filter(({ name }) => !hashes.has(name));
  const held = tablesOf(pending, await listTableNames(tx));
  // All of them before anything is done: calls then wait once, and never for a migration that waits for a call.
  if (held.length > 0) await holdTables(tx, held, LOCKED_WITHIN_MS);
  for (const { name, text, sha256 } of pending) {
    await tx.script(text);
    await recordMigration(tx, name, sha256);
  }
  return pending.map(({ name }) => name);
};

const TRIES = 300;
const PAUSE_MS = 500;

/** A lock that was not to be had in time, or a deadlock. */
const IN_USE = new Set(['55P03', '57014', '40P01']);
const isInUse = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && IN_USE.has(String(error.code))) || isInUse(error.cause));

/**
 * Brings the database to this version, all or nothing, and returns the names of what was applied. Several servers may
 * start together: one does the work, the others wait and find it done. Others may be serving from the same database:
 * what they do is waited for, again and again for a short time, so that nobody waits long behind us.
 */
export const migrate = async (
  db: Database,
  folder?: string,
  { tries = TRIES, onWait }: { tries?: number; onWait?: () => void } = {},
): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  for (let left = tries - 1; ; left -= 1) {
    try {
      return await db.transaction((tx) => applyMigrations(tx, migrations));
    } catch (error) {
      if (!isInUse(error)) throw error;
      if (left === 0) {
        throw new Error(
          'The database is in use all the time, by a backup or another long piece of work: it cannot be migrated.',
          { cause: error },
        );
      }
      if (left === tries - 1) onWait?.();
      await delay(PAUSE_MS);
    }
  }
};
