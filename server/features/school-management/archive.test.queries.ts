import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

const keep = command(`update schools set keeps_months = $2 where id = $1`);
const leavers = statement(
  z.object({ id: z.int() }),
  `with made as (
     insert into users (username, username_key, email, password_hash, role, school_id)
     select name, name, name || '@example.org', 'x', 'student', $1::int
     from (select 'leaver' || $1::int || '-' || n as name from generate_series(1, $2::int) as n) as names
     returning id, email
   ), links as (
     insert into teacher_students (teacher_id, student_id, email, status, invitation_token, activated_at)
     select $3, id, email, 'active', gen_random_uuid()::text, now() from made
   )
   select id from made order by id`,
);
const links = command(
  `insert into teacher_students (teacher_id, student_id, email, status, invitation_token, activated_at)
   select $1, u.id, email, 'active', gen_random_uuid()::text, now()
   from unnest($2::int[]) with ordinality as given (id, place) join users u using (id) order by place`,
);
const gone = statement(
  z.object({ actor: z.string(), target_id: z.int().nullable(), details: z.unknown() }),
  `select actor, target_id, details from audit where action = 'user_deleted' and school_id = $1`,
);

export const keepMonths = (db: Queries, schoolId: number, months: number) => db.run(keep, [schoolId, months]);
/** Many students of one teacher. */
export const insertLeavers = async (db: Queries, schoolId: number, count: number, teacherId: number) =>
  (await db.list(leavers, [schoolId, count, teacherId])).map(({ id }) => id);
export const insertLinks = (db: Queries, teacherId: number, studentIds: readonly number[]) =>
  db.run(links, [teacherId, studentIds]);
/** The entries about deleted people of a school. */
export const listGone = (db: Queries, schoolId: number) => db.list(gone, [schoolId]);
