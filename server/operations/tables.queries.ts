import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';

/** Tables as the catalogue lists them, so that a backup of any version is complete. */

const table = z.object({
  name: z.string(),
  /** Columns that are written; PostgreSQL computes generated ones again. */
  columns: z.array(z.string()),
  key: z.array(z.string()),
  refers_to: z.array(z.string()),
  numbering: z.string().nullable(),
  last_number: z.int().nullable(),
});
export type Table = z.infer<typeof table>;

const COLUMN = `from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped`;
const allTables = statement(
  table,
  `select c.relname::text as name,
     array(select attname::text ${COLUMN} and attgenerated = '' order by attnum) as columns,
     array(
       select attname::text
       from pg_index i, unnest(i.indkey) with ordinality as k (number, place),
         lateral (select attname ${COLUMN} and attnum = k.number) as a
       where i.indrelid = c.oid and i.indisprimary order by place) as key,
     array(
       select distinct f.relname::text from pg_constraint x join pg_class f on f.oid = x.confrelid
       where x.conrelid = c.oid and x.contype = 'f' and f.oid <> c.oid) as refers_to,
     n.attname::text as numbering,
     pg_sequence_last_value(pg_get_serial_sequence(quote_ident(c.relname), n.attname)::regclass) as last_number
   from pg_class c left join lateral (
     select attname ${COLUMN} and pg_get_serial_sequence(quote_ident(c.relname), attname) is not null limit 1
   ) as n on true
   where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
   order by c.relname`,
);

export const listTables = (tx: Queries) => tx.list(allTables);

/** As text that means the same everywhere. */
const settle = [`set local timezone = 'UTC'`, `set local bytea_output = 'hex'`].map(command);

const CURSOR = 'backup_rows';
const BATCH = 2000;
const fetchNext = statement(z.object({ line: z.string() }), `fetch ${BATCH} from ${CURSOR}`);
const closeCursor = command(`close ${CURSOR}`);

const quoted = (names: readonly string[], alias = ''): string =>
  names.map((name) => `${alias}"${name}"`).join(', ');

/** All rows of a table, each a line of JSON, ordered by key; many lines at a time. */
export async function* readRows(
  tx: Queries,
  {
    name,
    columns,
    key,
    where = 'true',
  }: Pick<Table, 'name' | 'columns' | 'key'> & { where?: string | undefined },
): AsyncGenerator<string[]> {
  for (const setting of settle) await tx.run(setting);
  const order = key.length > 0 ? key : columns;
  await tx.run(
    command(
      `declare ${CURSOR} no scroll cursor for
       select (select row_to_json(r) from (select ${quoted(columns, 't.')}) as r)::text as line
       from "${name}" as t where ${where} order by ${quoted(order, 't.')}`,
    ),
  );
  for (;;) {
    const rows = await tx.list(fetchNext);
    if (rows.length === 0) break;
    yield rows.map(({ line }) => line);
  }
  await tx.run(closeCursor);
}

/** Writes rows as they are, ids included; returns how many. */
export const insertRows = (
  tx: Queries,
  { name, columns }: Pick<Table, 'name' | 'columns'>,
  lines: readonly string[],
): Promise<number> =>
  tx.run(
    command(
      `insert into "${name}" (${quoted(columns)}) overriding system value
       select ${quoted(columns)} from json_populate_recordset(null::"${name}", $1::json)`,
    ),
    [`[${lines.join(',')}]`],
  );

const setNumber = statement(
  z.object({ last: z.int() }),
  `select setval(pg_get_serial_sequence(quote_ident($1), $2), $3) as last`,
);
export const continueNumbering = (tx: Queries, name: string, column: string, last: number) =>
  tx.get(setNumber, [name, column, last]);

const setAttempts = command(
  `select setval('attempt_ids', newest.id)
   from attempt_ids, (
     select max(id) as id from (select attempt_id from completions union all select id from earlier_attempts) as ids (id)
   ) as newest
   where newest.id >= attempt_ids.last_value`,
);
/** Servers of 0006 do not see that these are numbered, and so their backups do not say what the last number was. */
export const continueAttempts = (tx: Queries) => tx.run(setAttempts);

/** Nobody writes to these until the transaction ends. */
export const lockTables = (tx: Queries, names: readonly string[]) =>
  tx.run(command(`lock table ${quoted(names)} in exclusive mode`));

export const hasRows = async (tx: Queries, name: string): Promise<boolean> =>
  (await tx.list(statement(z.object({ one: z.int() }), `select 1 as one from "${name}" limit 1`))).length > 0;

const removeSecrets = command(`delete from secrets where name = any($1)`);
export const deleteSecrets = (tx: Queries, names: readonly string[]) => tx.run(removeSecrets, [names]);

const recount = command(`select recount_sums()`);
export const recountSums = (tx: Queries) => tx.run(recount);

const fileExists = statement(z.object({ id: z.int() }), `select id from files where public_id = $1`);
export const isFileThere = async (db: Queries, publicId: string): Promise<boolean> =>
  (await db.find(fileExists, [publicId])) !== undefined;

const NO_SUCH_TABLE = '42P01';
/** True also when the database does not answer. */
export const mayHaveFile = async (db: Queries, publicId: string): Promise<boolean> => {
  try {
    return await isFileThere(db, publicId);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === NO_SUCH_TABLE);
  }
};
