import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject } from '../root.ts';
import type { Database, Queries } from './database.ts';
import {
  ensureMigrationsTable,
  listAppliedMigrations,
  lockMigrations,
  recordMigration,
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

/** Applies, in the caller's transaction, what has not been applied yet; returns the names. */
export const applyMigrations = async (tx: Queries, migrations: readonly Migration[]): Promise<string[]> => {
  await lockMigrations(tx);
  await ensureMigrationsTable(tx);
  const applied = new Map((await listAppliedMigrations(tx)).map((row) => [row.name, row.sha256]));
  for (const name of applied.keys()) {
    if (!migrations.some((migration) => migration.name === name)) {
      throw new Error(`The database was created by a newer version of Tickmark (it has ${name}).`);
    }
  }
  const pending: string[] = [];
  for (const { name, text, sha256 } of migrations) {
    const known = applied.get(name);
    if (known === sha256) continue;
    if (known) throw new Error(`Migration ${name} was changed after it was applied. Add a new one instead.`);
    await tx.script(text);
    await recordMigration(tx, name, sha256);
    pending.push(name);
  }
  return pending;
};

/**
 * Brings the database to this version, all or nothing, and returns the names of what was applied. Several servers may
 * start together: one does the work, the others wait and find it done.
 */
export const migrate = async (db: Database, folder?: string): Promise<string[]> => {
  const migrations = await readMigrations(folder);
  return db.transaction((tx) => applyMigrations(tx, migrations));
};
