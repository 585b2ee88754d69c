import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';

const row = z.object({ row: z.string() });
const sums = statement(
  row,
  `select 'subject ' || (s.*)::text as row from school_subject_sums s where completed <> 0
   union all select 'month ' || (m.*)::text from school_month_sums m where completed <> 0
   union all select 'school ' || (a.*)::text from school_sums a where active_students <> 0
   order by 1`,
);
const tables = statement(
  z.object({ count: z.int() }),
  `select count(*)::int as count from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
);
const addMigration = command(`insert into migrations (name, sha256) values ('9999_future.sql', 'x')`);
const files = statement(
  z.object({ public_id: z.string(), sha256: z.instanceof(Buffer), has_thumbnail: z.boolean() }),
  `select public_id, sha256, thumbnail_bytes is not null as has_thumbnail from files order by id`,
);
const pair = command(
  `with one as (
     insert into users (username, username_key, email, password_hash, role)
     values ($1, $1, $1 || '@example.org', '', 'student') returning id
   ) insert into user_subjects (user_id, subject_id, position) select id, 'physics_sl', 0 from one`,
);
const secretNames = statement(z.object({ name: z.string() }), `select name from secrets order by name`);
const rowsOf = statement(
  z.object({ users: z.int(), sessions: z.int() }),
  `select (select count(*)::int from users) as users, (select count(*)::int from sessions) as sessions`,
);
const attemptIds = statement(
  z.object({ id: z.int() }),
  `select attempt_id::int as id from completions union all select id::int from earlier_attempts`,
);
const spoilSetAside = command(`update migrations_set_aside set sha256 = 'x' where name like $1 || '\\_%'`);

export const listSums = async (db: Queries) => (await db.list(sums)).map((found) => found.row);
export const countTables = async (db: Queries) => (await db.get(tables)).count;
export const pretendFuture = (db: Queries) => db.run(addMigration);
export const listStoredFiles = (db: Queries) => db.list(files);
/** A user and a subject of theirs, in one act. */
export const insertPair = (db: Queries, name: string) => db.run(pair, [name]);
export const listSecretNames = async (db: Queries) => (await db.list(secretNames)).map((found) => found.name);
export const countPeople = (db: Queries) => db.get(rowsOf);
export const listAttemptIds = async (db: Queries) => (await db.list(attemptIds)).map(({ id }) => id);
export const changeSetAside = (db: Queries, number: string) => db.run(spoilSetAside, [number]);
