import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

const give = command(`update users set name = $2 where id = $1`);
const age = command(`update users set created_at = now() - make_interval(days => $2) where id = $1`);
const move = command(
  `with aged as (update completions set updated_at = now() - make_interval(days => $2) where user_id = $1)
   update users set active_on = day_of(now()) - $2 where id = $1`,
);
const removeUsername = command(`update users set username = null, username_key = null where id = $1`);
const group = statement(
  z.object({ id: z.int() }),
  `insert into groups (school_id, name) values ($1, $2) returning id`,
);
const join = command(`insert into group_members (group_id, user_id) values ($1, $2)`);
const remove = command(`update groups set removed_at = now() where id = $1`);
const bits = statement(
  z.object({ bit: z.int() }),
  `select paper_bit(session, paper, timezone) as bit
   from unnest($1::text[], $2::text[], $3::text[]) with ordinality as t (session, paper, timezone, n) order by n`,
);
const version = statement(z.object({ xmin: z.string() }), `select xmin::text from users where id = $1`);
const leaveSchool = command(`update users set school_id = $2 where id = $1`);
const people = command(
  `insert into users (username, username_key, password_hash, role, school_id)
   select name, name, 'none', 'student', $1::int
   from generate_series(1, $2::int) as n, lateral (select 'many-' || $1::int || '-' || n as name) as t`,
);

/** As a roster names somebody. */
export const giveName = (db: Queries, userId: number, name: string) => db.run(give, [userId, name]);
/** As if the student had last changed something so many days ago. */
export const ageActivity = (db: Queries, userId: number, days: number) => db.run(move, [userId, days]);
/** As if the account had been made so many days ago. */
export const ageAccount = (db: Queries, userId: number, days: number) => db.run(age, [userId, days]);
export const forgetUsername = (db: Queries, userId: number) => db.run(removeUsername, [userId]);
export const insertGroup = async (
  db: Queries,
  schoolId: number,
  name: string,
  userIds: readonly number[],
) => {
  const { id } = await db.get(group, [schoolId, name]);
  for (const userId of userIds) await db.run(join, [id, userId]);
  return id;
};
export const removeGroup = (db: Queries, id: number) => db.run(remove, [id]);
export const listBits = async (
  db: Queries,
  papers: readonly { session: string; paper: string; timezone: string | null }[],
): Promise<number[]> => {
  const column = (name: 'session' | 'paper' | 'timezone') => papers.map((paper) => paper[name]);
  return (await db.list(bits, [column('session'), column('paper'), column('timezone')])).map(
    ({ bit }) => bit,
  );
};
/** Another one after every update of the user's row. */
export const getVersion = async (db: Queries, userId: number) => (await db.get(version, [userId])).xmin;
export const moveTo = (db: Queries, userId: number, schoolId: number | null) =>
  db.run(leaveSchool, [userId, schoolId]);
export const insertStudents = (db: Queries, schoolId: number, count: number) =>
  db.run(people, [schoolId, count]);
