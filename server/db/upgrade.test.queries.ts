import { z } from 'zod';
import { command, type Queries, statement } from './database.ts';

const insertOld = command(
  `insert into users (username, username_key, email, password_hash, role)
   select username, username_key, 'name' || place || '@example.org', $3, 'student'
   from unnest($1::text[], $2::text[]) with ordinality as t (username, username_key, place) order by place`,
);
const looks = statement(
  z.object({ username: z.string(), look: z.string().nullable() }),
  `select username, username_look as look from users where username = any($1) order by id`,
);

/** Users as the first version has them. */
export const insertOldUsers = (
  db: Queries,
  names: readonly string[],
  keys: readonly string[],
  passwordHash: string,
) => db.run(insertOld, [names, keys, passwordHash]);
export const listLooks = (db: Queries, names: readonly string[]) => db.list(looks, [names]);
