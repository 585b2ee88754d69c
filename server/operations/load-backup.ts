import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import type { Database, Queries } from '../db/database.ts';
import { listAppliedMigrations } from '../db/migrate.queries.ts';
import { applyMigrations, type Migration, readMigrations } from '../db/migrate.ts';
import { listSumDifferences } from '../features/tracker/sums.queries.ts';
import { makeWorkFolder } from '../storage/open.ts';
import { type Storage, sha256Of } from '../storage/storage.ts';
import { ArchiveError, type ArchiveReader, type SummedEntry, withArchive } from './archive.ts';
import { LEFT_OUT, SECRETS_LEFT_OUT } from './left-out.ts';
import {
  fileEntry,
  MANIFEST,
  type Manifest,
  manifest as manifestSchema,
  readSetAside,
  SET_ASIDE,
  tableEntry,
} from './manifest.ts';
import {
  continueAttempts,
  continueNumbering,
  deleteSecrets,
  hasRows,
  insertRows,
  listTables,
  lockTables,
  mayHaveFile,
  recountSums,
} from './tables.queries.ts';

/** What an unused instance contains. */
const NOT_USE = new Set(['migrations', 'secrets', 'throttles', 'known_networks']);

const BATCH_ROWS = 1000;
const BATCH_LETTERS = 1_000_000;

const readManifest = async (archive: ArchiveReader): Promise<Manifest> => {
  let text = '';
  for await (const line of archive.lines(await archive.find(MANIFEST))) text += line;
  const { format, version } = z.object({ format: z.string(), version: z.number() }).parse(JSON.parse(text));
  if (format !== 'tickmark-backup') throw new ArchiveError('It is not a Tickmark backup.');
  if (version !== 1) throw new ArchiveError('It was made by a newer version of Tickmark.');
  return manifestSchema.parse(JSON.parse(text));
};

/** All that the backup's database had, in order: what was set aside is newer than what was not. */
const listMigrations = async (
  archive: ArchiveReader,
  { migrations, tables }: Manifest,
): Promise<Manifest['migrations']> => {
  if (!tables.some(({ name }) => name === SET_ASIDE)) return migrations;
  const aside: Manifest['migrations'] = [];
  for await (const line of archive.lines(await archive.find(tableEntry(SET_ASIDE))))
    aside.push(readSetAside(line));
  return [...migrations, ...aside];
};

/** The migrations that the backup's database had; this version must have each of them, unchanged. */
const migrationsOf = (wanted: Manifest['migrations'], known: readonly Migration[]): Migration[] =>
  wanted.map(({ name, sha256 }, index) => {
    const migration = known[index];
    if (migration?.name !== name || migration.sha256 !== sha256) {
      throw new ArchiveError(`It was made by a different or newer version of Tickmark (it has ${name}).`);
    }
    return migration;
  });

/** Nothing is ever overwritten: an instance in use is left alone. */
const refuseUsed = async (tx: Queries, wanted: Manifest['migrations']): Promise<void> => {
  const names = (await listTables(tx)).map(({ name }) => name);
  if (names.length === 0) return;
  const applied = names.includes('migrations') ? await listAppliedMigrations(tx) : [];
  if (applied.length > 0) {
    // Under a lock, so that nobody starts to use it now.
    await lockTables(tx, names);
    for (const name of names) {
      if (!NOT_USE.has(name) && (await hasRows(tx, name))) {
        throw new Error(`This instance is not empty: ${name} has rows.`);
      }
    }
  }
  const isSame =
    applied.length === wanted.length && wanted.every(({ name }) => applied.some((row) => row.name === name));
  if (!isSame) {
    throw new Error(
      'This database has tables of a different version from the backup. Restore into a new one, before Tickmark is started on it.',
    );
  }
};

async function* inBatches(lines: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = [];
  let letters = 0;
  for await (const line of lines) {
    batch.push(line);
    letters += line.length;
    if (batch.length < BATCH_ROWS && letters < BATCH_LETTERS) continue;
    yield batch;
    batch = [];
    letters = 0;
  }
  if (batch.length > 0) yield batch;
}

const publicId = z.object({ public_id: z.string() });
const secretName = z.object({ name: z.string() });
const secretOf = (line: string): string => secretName.parse(JSON.parse(line)).name;

/** All rows but those of files that the store no longer had, and of keys that are generated again. */
const keptOf = (name: string, lines: string[], leftOut: ReadonlySet<string>): string[] => {
  if (name === 'files' && leftOut.size > 0)
    return lines.filter((line) => !leftOut.has(publicId.parse(JSON.parse(line)).public_id));
  if (name === 'secrets') return lines.filter((line) => !SECRETS_LEFT_OUT.includes(secretOf(line)));
  return lines;
};

const loadTable = async (
  tx: Queries,
  archive: ArchiveReader,
  table: Manifest['tables'][number],
  leftOut: ReadonlySet<string>,
): Promise<number> => {
  const { name, numbered, rows } = table;
  let [read, written] = [0, 0];
  for await (const lines of inBatches(archive.lines(await archive.find(tableEntry(name))))) {
    read += lines.length;
    const kept = keptOf(name, lines, leftOut);
    // An instance that was started has generated its own.
    if (name === 'secrets') await deleteSecrets(tx, kept.map(secretOf));
    written += await insertRows(tx, table, kept);
  }
  if (read !== rows) throw new ArchiveError(`It is damaged: ${name} has ${read} rows of ${rows}.`);
  if (numbered?.last) await continueNumbering(tx, name, numbered.column, numbered.last);
  return written;
};

interface Target {
  db: Database;
  storage: Storage;
  workFolder: string;
}

/** Puts one object into the store, unless it exists, and reads it back. `made` gets its name before that. */
const putFile = async (
  { storage }: Target,
  entry: SummedEntry,
  content: AsyncIterable<Buffer>,
  path: string,
  made: string[],
): Promise<void> => {
  const name = nameOf(entry);
  const hashInStore = async () => {
    const bytes = await storage.get(name);
    return bytes && (await sha256Of(bytes)).toString('hex');
  };
  const before = await hashInStore();
  if (before === entry.sha256) return;
  if (before !== undefined) throw new Error(`The store has a different object named ${name}.`);
  await pipeline(content, createWriteStream(path));
  made.push(name);
  await storage.put(name, path);
  if ((await hashInStore()) !== entry.sha256) throw new Error(`The store did not save ${name} unchanged.`);
};

const FILES = fileEntry('');
const nameOf = ({ name }: SummedEntry): string => name.slice(FILES.length);
const idOf = (objectName: string): string => objectName.replace(/\..*$/, '');

const putFiles = async (
  target: Target,
  archive: ArchiveReader,
  leftOut: ReadonlySet<string>,
  made: string[],
): Promise<void> => {
  const folder = await makeWorkFolder(target.workFolder, 'restore');
  try {
    for await (const entry of archive.entries()) {
      if (!entry.name.startsWith(FILES) || leftOut.has(idOf(nameOf(entry)))) continue;
      await putFile(target, entry, archive.read(entry), join(folder, 'object'), made);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

/** Cleans up after a failure; not if the database has them after all, or does not answer. */
const takeBack = async ({ db, storage }: Target, made: readonly string[]): Promise<void> => {
  const [first] = made;
  if (first === undefined || (await mayHaveFile(db, idOf(first)))) return;
  for (const name of made) await storage.remove(name);
};

export interface RestoreSummary {
  madeAt: string;
  rows: Record<string, number>;
  files: number;
  leftOut: number;
  /** Migrations applied to what was restored. */
  migrated: string[];
}

const restore = async (target: Target, archive: ArchiveReader): Promise<RestoreSummary> => {
  const manifest = await readManifest(archive);
  const known = await readMigrations();
  const wanted = await listMigrations(archive, manifest);
  const then = migrationsOf(wanted, known);
  const leftOut = new Set(manifest.left_out);
  const made: string[] = [];
  try {
    return await target.db.transaction(async (tx) => {
      await refuseUsed(tx, wanted);
      await applyMigrations(tx, then);
      const rows: Record<string, number> = {};
      const tables = manifest.tables.filter(({ name }) => !LEFT_OUT.has(name));
      for (const table of tables) rows[table.name] = await loadTable(tx, archive, table, leftOut);
      const migrated = await applyMigrations(tx, known);
      await continueAttempts(tx);
      await recountSums(tx);
      const [wrong] = await listSumDifferences(tx);
      if (wrong) throw new Error(`The sums do not agree with the records (${wrong.sum} ${wrong.row}).`);
      await putFiles(target, archive, leftOut, made);
      return { madeAt: manifest.made_at, rows, files: manifest.files, leftOut: leftOut.size, migrated };
    });
  } catch (error) {
    await takeBack(target, made);
    throw error;
  }
};

/**
 * Restores a backup into an unused instance, all or nothing: everything is read and checked first, the database is
 * filled in one transaction, and that commits only when the files are in the store.
 */
export const loadBackup = (target: Target, path: string): Promise<RestoreSummary> =>
  withArchive(path, async (archive) => {
    await archive.verify();
    return restore(target, archive);
  });
