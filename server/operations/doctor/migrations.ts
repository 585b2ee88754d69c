import type { Database } from '../../db/database.ts';
import { listAppliedMigrations, listSetAside } from '../../db/migrate.queries.ts';
import { readMigrations } from '../../db/migrate.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { checkIndexes, checkSchema } from './schema.ts';
import { isMigrated } from './state.queries.ts';
import { listed } from './words.ts';

const { ok, warning, wrong } = findingsAbout('database');

/** Whether its tables are those of this version. */
export async function* checkMigrations(db: Database): AsyncIterable<Finding> {
  if (!(await isMigrated(db))) {
    yield warning(
      'It is empty: no server has started on it yet.',
      'Is it the right one? The first start makes the tables.',
    );
    return;
  }
  const known = await readMigrations();
  const shown = await listAppliedMigrations(db);
  const aside = await listSetAside(db);
  // The schema has what was set aside, too.
  const applied = new Map([...shown, ...aside].map((row) => [row.name, row.sha256]));
  const newer = shown
    .map(({ name }) => name)
    .filter((name) => !known.some((migration) => migration.name === name));
  const changed = known.filter(({ name, sha256 }) => (applied.get(name) ?? sha256) !== sha256);
  const pending = known.filter(({ name }) => !applied.has(name));
  if (aside.length > 0)
    yield warning(
      `It was rolled back to ${shown.at(-1)?.name.slice(0, 4)}, with ${listed(aside.map(({ name }) => name))} set aside.`,
      'That lets the older version start. When it no longer has to, start the newer one, which takes back what was set aside (docs/upgrading.md).',
    );
  if (newer.length > 0)
    yield wrong(
      `It belongs to a newer version of Tickmark than this one: it has ${listed(newer.toSorted())}.`,
      'Run the newer version. The way back to this one is its `npm run rollback` (docs/upgrading.md), or a backup from before the upgrade.',
    );
  if (changed.length > 0)
    yield wrong(
      `This version has another text of ${listed(changed.map(({ name }) => name))} than was applied.`,
      'Take the files of the version as it was released (git status names what was changed here).',
    );
  if (pending.length > 0)
    yield warning(
      `It is ${pending.length === 1 ? 'one step' : `${pending.length} steps`} behind this version: ${listed(pending.map(({ name }) => name))}.`,
      'Make a backup and restart the server, which brings the database up to date.',
    );
  yield* checkIndexes(db);
  if (newer.length + changed.length + pending.length > 0) return;
  yield ok(`Its tables are those of this version (${known.at(-1)?.name}).`);
  yield* checkSchema(db);
}
