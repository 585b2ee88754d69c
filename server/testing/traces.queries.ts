import { z } from 'zod';
import { type Queries, statement } from '../db/database.ts';

const tables = statement(
  z.object({ name: z.string() }),
  `select quote_ident(relname) as name from pg_class
   where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace order by relname`,
);

/** Every row of every table that contains one of the texts, in any column and case. */
export const listTraces = async (db: Queries, texts: readonly string[]): Promise<string[]> => {
  const found: string[] = [];
  for (const { name } of await db.list(tables)) {
    const rows = await db.list(
      statement(
        z.object({ row: z.string() }),
        `select row_to_json(t)::text as row from ${name} t
         where exists (
           select from unnest($1::text[]) as text where position(lower(text) in lower(row_to_json(t)::text)) > 0)`,
      ),
      [texts],
    );
    found.push(...rows.map(({ row }) => `${name}: ${row}`));
  }
  return found;
};

const nextId = statement(
  z.object({ id: z.number() }),
  `select setval(pg_get_serial_sequence('users', 'id'), $1) as id`,
);

/** The next user's id is one more: one that occurs nowhere by chance. */
export const setLastUserId = (db: Queries, id: number) => db.get(nextId, [id]);
