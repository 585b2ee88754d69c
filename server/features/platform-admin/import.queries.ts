import { z } from 'zod';
import { type Queries, statement } from '../../db/database.ts';
import type { Taken } from './import-rows.ts';

const taken = statement(
  z.object({ username_key: z.string().nullable(), email: z.string().nullable() }),
  `select username_key, email from users where username_key = any($1) or email = any($2)`,
);

export const findTaken = async (
  db: Queries,
  keys: { usernameKeys: readonly string[]; emails: readonly string[] },
): Promise<Taken> => {
  const rows = await db.list(taken, [keys.usernameKeys, keys.emails]);
  return {
    usernameKeys: new Set(rows.flatMap((row) => row.username_key ?? [])),
    emails: new Set(rows.flatMap((row) => row.email ?? [])),
  };
};
