import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

const move = command(`update users set school_id = $2 where id = any($1)`);
const readdress = command(`update users set email = $2 where id = $1`);
const assignRole = command(`update users set role = $2 where id = $1`);
const remove = command(`delete from users where id = $1`);
const waiting = statement(
  z.object({ count: z.int() }),
  `select count(*)::int from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
);
const age = command(`update removed_links set removed_at = now() - $2::interval where teacher_id = $1`);
const links = statement(
  z.object({ email: z.string(), status: z.string(), student_id: z.int().nullable() }),
  `select email, status, student_id from teacher_students where teacher_id = $1 order by id`,
);

export const moveUsers = (db: Queries, ids: number[], schoolId: number | null) =>
  db.run(move, [ids, schoolId]);
export const changeEmail = (db: Queries, id: number, email: string) => db.run(readdress, [id, email]);
export const changeRole = (db: Queries, id: number, role: string) => db.run(assignRole, [id, role]);
export const deleteUser = (db: Queries, id: number) => db.run(remove, [id]);
export const listStoredLinks = (db: Queries, teacherId: number) => db.list(links, [teacherId]);
/** Links that the teacher removed so long ago. */
export const ageRemovals = (db: Queries, teacherId: number, interval: string) =>
  db.run(age, [teacherId, interval]);
/** How many statements that begin like this wait for a lock. */
export const countWaiting = async (db: Queries, beginning: string) =>
  (await db.get(waiting, [`${beginning}%`])).count;
