import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';

const empty = command(`truncate users, schools cascade`);
const move = command(`update users set school_id = $2, role = $3 where id = $1`);
const remove = command(`delete from users where id = $1`);
// Days, which keep the order of attempts: a month before both 30 and 31 December is 30 November.
const earlier = command(
  `with moved as (
     update earlier_attempts set completed_at = completed_at - interval '31 days'
     returning user_id, completion_key as key, completed_at
   )
   update completions c set completed_at = c.completed_at - interval '31 days',
     earlier_days = coalesce((
       select array_agg(day_of(m.completed_at) order by m.completed_at) from moved m
       where m.user_id = c.user_id and m.key = c.key), '{}')
   where is_completed`,
);
const recount = command(`select recount_sums()`);
const count = statement(z.object({ count: z.number() }), `select count(*) from school_subject_sums`);
const spoil = command(`update school_subject_sums set completed = completed + 7`);
const spoilStudent = command(`update student_work set done = '' where user_id = $1`);
const spoilPeople = command(`update school_people set students = students + 1 where school_id = $1`);
const take = command(
  `insert into user_subjects (user_id, subject_id, position)
   select id, $2, 9 from users where id = $1 on conflict do nothing`,
);
const confirm = command(
  `update users set email_confirmed_at = case when email_confirmed_at is null then now() end where id = $1`,
);

export const emptyAll = (db: Queries) => db.run(empty);
export const movePerson = async (tx: Queries, id: number, schoolId: number | null, role: string) => {
  await lockUsers(tx, [id]);
  return tx.run(move, [id, schoolId, role]);
};
export const deletePerson = async (tx: Queries, id: number) => {
  await lockUsers(tx, [id]);
  return tx.run(remove, [id]);
};
export const recountSums = (db: Queries) => db.run(recount);
/** This bypasses the sums, so they are counted again. */
export const moveMonths = async (db: Queries) => {
  await db.run(earlier);
  await recountSums(db);
};
export const countSums = async (db: Queries, { andSpoil = false } = {}) => {
  if (andSpoil) await db.run(spoil);
  return (await db.get(count)).count;
};

/** What is kept of a student, or of the people of a school, is no longer so. */
export const spoilStudentWork = (db: Queries, id: number) => db.run(spoilStudent, [id]);
export const spoilSchoolPeople = (db: Queries, schoolId: number) => db.run(spoilPeople, [schoolId]);
/** As a roster does it, for whom nobody else waits. */
export const takeSubject = (db: Queries, id: number, subjectId: string) => db.run(take, [id, subjectId]);
/** Confirms the address, or no longer. */
export const switchConfirmed = (db: Queries, id: number) => db.run(confirm, [id]);

/** Records that are not what their attempts say. */
const wrong = statement(
  z.object({ key: z.string() }),
  `select key from completions c, lateral (
     select count(*) as count, coalesce(array_agg(day_of(completed_at) order by completed_at), '{}') as days,
       max(score) as best
     from earlier_attempts where user_id = c.user_id and completion_key = c.key
   ) as e
   where earlier_count <> e.count
     or earlier_days <> case when is_completed then e.days else '{}' end
     or earlier_best is distinct from case when is_completed then e.best end
     or is_completed and exists (
       select from earlier_attempts a where a.user_id = c.user_id and a.completion_key = c.key
         and (day_of(a.completed_at), a.entered_at) >= (day_of(c.completed_at), c.entered_at))`,
);
export const listWrongRecords = (db: Queries) => db.list(wrong);
