import { z } from 'zod';
import { type Queries, statement } from '../../db/database.ts';
import type { Taken } from './import-rows.ts';

const taken = statement(
  z.object({
    username_key: z.string().nullable(),
    username_look: z.string().nullable(),
    email: z.string().nullable(),
  }),
  `select username_key, username_look, email from users
   where username_key = any($1) or username_look = any($2) or email = any($3)`,
);

export const findTaken = async (
  db: Queries,
  keys: { usernameKeys: readonly string[]; looks: readonly string[]; emails: readonly string[] },
): Promise<Taken> => {
  const rows = await db.list(taken, [keys.usernameKeys, keys.looks, keys.emails]);
  return {
    usernameKeys: new Set(rows.flatMap((row) => row.username_key ?? [])),
    looks: new Set(rows.flatMap((row) => row.username_look ?? [])),
    emails: new Set(rows.flatMap((row) => row.email ?? [])),
  };
};
