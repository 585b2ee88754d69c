import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

const insert = command(`insert into secrets (name, value) values ($1, $2) on conflict (name) do nothing`);
const put = command(
  `insert into secrets (name, value) values ($1, $2)
   on conflict (name) do update set value = excluded.value, created_at = now()`,
);
const byName = statement(
  z.object({ value: z.instanceof(Buffer) }),
  `select value from secrets where name = $1`,
);

/** Unless there is one already. Checks first: on a full disk an insert fails even if it changes nothing. */
export const insertSecret = async (db: Queries, name: string, value: Buffer): Promise<void> => {
  if (!(await db.find(byName, [name]))) await db.run(insert, [name, value]);
};
export const replaceSecret = (db: Queries, name: string, value: Buffer) => db.run(put, [name, value]);
export const getSecret = async (db: Queries, name: string): Promise<Buffer> =>
  (await db.get(byName, [name])).value;
