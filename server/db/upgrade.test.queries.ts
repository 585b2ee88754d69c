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

const insert = command(
  `insert into audit (actor, action, details)
   values ('platform_admin', 'student_removed', jsonb_build_object('teacher_id', $1::int))`,
);
const removals = statement(
  z.object({ teacher_id: z.int().nullable(), details: z.record(z.string(), z.unknown()) }),
  `select teacher_id, details from audit where action = 'student_removed' order by id`,
);

/** As the first versions recorded it. */
export const insertOldRemoval = (db: Queries, teacherId: number) => db.run(insert, [teacherId]);
export const listRemovals = (db: Queries) => db.list(removals);
