import type { Database, Queries } from '../db/database.ts';
import { listAppliedMigrations } from '../db/migrate.queries.ts';
import { type ArchiveWriter, createArchive, withArchive } from '../operations/archive.ts';
import { fileEntry, MANIFEST, type Manifest, tableEntry } from '../operations/manifest.ts';
import { listTables, readRows, type Table } from '../operations/tables.queries.ts';

/** What released versions leave out of backups, by the number of their newest migration. */
const LEFT_OUT_THEN = {
  '0006': [
    'migrations',
    'school_subject_sums',
    'school_month_sums',
    'school_sums',
    'throttles',
    'files_to_remove',
    'files_copied',
    'sessions',
  ],
  '0035': [
    'migrations',
    'school_subject_sums',
    'school_month_sums',
    'school_sums',
    'subject_work',
    'student_work',
    'school_people',
    'throttles',
    'known_networks',
    'files_to_remove',
    'files_copied',
    'sessions',
    'mails',
    'mail_links',
    'sign_in_attempts',
    'sign_in_codes',
  ],
};
/** Which secrets they keep. */
const SECRETS_THEN = {
  '0006': `name <> 'file_signature_key'`,
  '0035': `name not in ('file_signature_key', 'sign_in_key', 'share_page_key', 'weekly_mail_key')`,
};

export type Before = keyof typeof LEFT_OUT_THEN;
export const VERSIONS_BEFORE: readonly Before[] = ['0006', '0035'];

async function* textOf(text: string): AsyncGenerator<string> {
  yield text;
}

type Tables = Manifest['tables'];

/** Every table that they do not leave out by name, whether they know it or not. 0006 sees numbers of identity columns alone. */
const writeTables = async (tx: Queries, archive: ArchiveWriter, before: Before, order: string[]) => {
  const place = ({ name }: Table) => (order.includes(name) ? order.indexOf(name) : order.length);
  const kept = (await listTables(tx)).filter(({ name }) => !LEFT_OUT_THEN[before].includes(name));
  const tables: Tables = [];
  for (const table of kept.toSorted((a, b) => place(a) - place(b))) {
    const { name, columns, numbering: column, last_number: last } = table;
    const where = name === 'secrets' ? SECRETS_THEN[before] : undefined;
    const lines: string[] = [];
    for await (const batch of readRows(tx, { ...table, where })) lines.push(...batch);
    await archive.add(tableEntry(name), textOf(lines.map((line) => `${line}\n`).join('')));
    const isSeen = column !== null && (before !== '0006' || column === 'id');
    tables.push({ name, columns, rows: lines.length, numbered: isSeen ? { column, last } : null });
  }
  return tables;
};

/**
 * Writes the backup that an older version makes of a database that was rolled back to it: with tables it has never heard
 * of, but naming only the migrations that it knows. The files, and the order of most tables, are those of a backup that
 * this version made.
 */
export const makeBackupBefore = (
  db: Database,
  { before, made, path }: { before: Before; made: string; path: string },
): Promise<void> =>
  withArchive(made, async (now) => {
    const archive = await createArchive(path, new Date());
    let text = '';
    for await (const line of now.lines(await now.find(MANIFEST))) text += line;
    const stated = JSON.parse(text) as Manifest;
    const order = stated.tables.map(({ name }) => name);
    const [tables, migrations] = await db.transaction(async (tx) => [
      await writeTables(tx, archive, before, order),
      await listAppliedMigrations(tx),
    ]);
    for await (const entry of now.entries())
      if (entry.name.startsWith(fileEntry(''))) await archive.add(entry.name, now.read(entry));
    await archive.add(MANIFEST, textOf(`${JSON.stringify({ ...stated, migrations, tables })}\n`));
    await archive.finish();
    await archive.close();
  });
