import { z } from 'zod';

/** `manifest.json` of a backup: what it is of, and what is in it. */

export const MANIFEST = 'manifest.json';
export const tableEntry = (name: string): string => `tables/${name}.jsonl`;
export const fileEntry = (objectName: string): string => `files/${objectName}`;

const name = z.string().regex(/^[a-z_][a-z0-9_]*$/);

const migration = z.object({ name: z.string(), sha256: z.string() });

export const manifest = z.object({
  format: z.literal('tickmark-backup'),
  /** Of the format, not of Tickmark. */
  version: z.literal(1),
  made_at: z.iso.datetime(),
  tickmark: z.string(),
  /** The migrations that the database had, in order; see SET_ASIDE. */
  migrations: z.array(migration).min(1),
  /** In an order in which each refers only to those before it. */
  tables: z.array(
    z.object({
      name,
      columns: z.array(name).min(1),
      rows: z.int(),
      /** The column with generated ids, and the last id used. */
      numbered: z.object({ column: name, last: z.int().nullable() }).nullable(),
    }),
  ),
  files: z.int(),
  /** Public ids of files that the store no longer had; their rows are not restored. */
  left_out: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifest>;

/**
 * A version that was started again after `npm run rollback`, and is older than that, names in `migrations` only what it
 * knows. The rest of what its database had is here, in a table that it takes for one like any other.
 */
export const SET_ASIDE = 'migrations_set_aside';
export const readSetAside = (line: string) => migration.parse(JSON.parse(line));
