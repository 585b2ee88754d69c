import { z } from 'zod';
import type { Database, Queries } from '../db/database.ts';
import { listAppliedMigrations, listSetAside } from '../db/migrate.queries.ts';
import { beginSnapshot } from '../db/snapshot.queries.ts';
import { objectName } from '../features/evidence/object-names.ts';
import type { Storage } from '../storage/storage.ts';
import { VERSION } from '../version.ts';
import { type ArchiveWriter, createArchive, type SummedEntry, withArchive } from './archive.ts';
import { LEFT_OUT, SECRETS_LEFT_OUT } from './left-out.ts';
import { fileEntry, MANIFEST, type Manifest, tableEntry } from './manifest.ts';
import { isFileThere, listTables, readRows, type Table } from './tables.queries.ts';
import { writeAtomically } from './write-atomically.ts';

const ONLY_ROWS: Record<string, string> = {
  secrets: `name not in (${SECRETS_LEFT_OUT.map((name) => `'${name}'`).join(', ')})`,
};

/** Ordered so that each refers only to those before it. */
const inOrder = (tables: readonly Table[]): Table[] => {
  const sorted: Table[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const next = left.filter(({ refers_to }) => !left.some(({ name }) => refers_to.includes(name)));
    if (next.length === 0) throw new Error('Tables refer to each other in a cycle.');
    sorted.push(...next);
    left = left.filter((table) => !next.includes(table));
  }
  return sorted;
};

/** Also returns where the rows about files are: their bytes are copied next. */
const writeTables = async (tx: Queries, archive: ArchiveWriter) => {
  const tables: Manifest['tables'] = [];
  let fileRows: SummedEntry | undefined;
  const all = await listTables(tx);
  if (!all.some(({ name }) => name === 'migrations')) {
    throw new Error('This database has no Tickmark tables.');
  }
  const kept = all.filter(({ name }) => !LEFT_OUT.has(name));
  for (const table of inOrder(kept)) {
    const { name, columns, numbering, last_number: last } = table;
    let rows = 0;
    const lines = async function* lines() {
      for await (const batch of readRows(tx, { ...table, where: ONLY_ROWS[name] })) {
        rows += batch.length;
        yield `${batch.join('\n')}\n`;
      }
    };
    const entry = await archive.add(tableEntry(name), lines());
    if (name === 'files') fileRows = entry;
    tables.push({ name, columns, rows, numbered: numbering === null ? null : { column: numbering, last } });
  }
  if (!fileRows) throw new Error('This database has no files table.');
  const migrations = [...(await listAppliedMigrations(tx)), ...(await listSetAside(tx))];
  return { tables, fileRows, migrations };
};

const fileLine = z.object({ public_id: z.string(), sha256: z.string(), thumbnail_bytes: z.int().nullable() });

export interface BackupSummary {
  tables: Manifest['tables'];
  files: number;
  bytes: number;
  /** A message for each file with a problem in the store. */
  faults: string[];
}

interface Source {
  db: Database;
  storage: Storage;
}

const writeFiles = async ({ db, storage }: Source, archive: ArchiveWriter, lines: AsyncIterable<string>) => {
  const result = { files: 0, leftOut: [] as string[], faults: [] as string[] };

  const copy = async (name: string): Promise<string | undefined> => {
    const bytes = await storage.get(name);
    if (!bytes) return undefined;
    try {
      return (await archive.add(fileEntry(name), bytes)).sha256;
    } finally {
      bytes.destroy();
    }
  };

  for await (const line of lines) {
    const { public_id: publicId, sha256, thumbnail_bytes } = fileLine.parse(JSON.parse(line));
    const found = await copy(objectName({ publicId, kind: 'file', width: null }));
    const hasThumbnail =
      found !== undefined &&
      (thumbnail_bytes === null ||
        (await copy(objectName({ publicId, kind: 'thumbnail', width: null }))) !== undefined);
    const isComplete = found !== undefined && hasThumbnail;
    // Removed since the rows were read, as its owner wished: treated as if that had happened before.
    const isRemoved = !isComplete && !(await isFileThere(db, publicId));
    if (found === undefined || isRemoved) result.leftOut.push(publicId);
    else result.files += 1;
    if (isRemoved) continue;
    if (found === undefined) result.faults.push(`${publicId} is missing from the store.`);
    else if (`\\x${found}` !== sha256) result.faults.push(`${publicId} differs from what was uploaded.`);
    else if (!hasThumbnail) result.faults.push(`${publicId} has no thumbnail in the store.`);
  }
  return result;
};

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}

const write = async (source: Source, path: string): Promise<BackupSummary> => {
  const now = new Date();
  const archive = await createArchive(path, now);
  try {
    // One snapshot for all tables. The files are copied after it: those of the snapshot do not change, they can only
    // disappear.
    let isBegun = false;
    const { migrations, tables, fileRows } = await source.db.transaction(async (tx) => {
      // What has been written cannot be taken back.
      if (isBegun) throw new Error('The database interrupted the backup. Please try again.');
      isBegun = true;
      await beginSnapshot(tx);
      return writeTables(tx, archive);
    });
    const { files, leftOut, faults } = await withArchive(path, (written) =>
      writeFiles(source, archive, written.lines(fileRows)),
    );
    const manifest: Manifest = {
      format: 'tickmark-backup',
      version: 1,
      made_at: now.toISOString(),
      tickmark: VERSION,
      migrations: migrations.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
      tables,
      files,
      left_out: leftOut,
    };
    await archive.add(MANIFEST, textOf(`${JSON.stringify(manifest, undefined, 2)}\n`));
    const bytes = await archive.finish();
    return { tables, files, bytes, faults };
  } finally {
    await archive.close();
  }
};

/**
 * Writes database and files into one file, which appears only once it is complete and has been read back. The server
 * may keep running.
 */
export const makeBackup = (source: Source, path: string): Promise<BackupSummary> =>
  writeAtomically(path, async (temporary) => {
    const summary = await write(source, temporary);
    await withArchive(temporary, (archive) => archive.verify());
    return summary;
  });
