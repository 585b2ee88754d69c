import { z } from 'zod';
import { loginKey } from '../../../domain/accounts.ts';
import type { Role } from '../../../domain/roles.ts';
import { command, type Queries, statement } from '../../db/database.ts';

const schoolOf = statement(
  z.object({ school_id: z.int().nullable() }),
  `select school_id from users where username_key = $1`,
);
const insertLink = statement(
  z.object({ id: z.int() }),
  `insert into teacher_students (teacher_id, email, status, invitation_token)
   values ($1, $2, 'pending', 'token') returning id`,
);
const link = statement(
  z.object({ status: z.string(), student_id: z.int().nullable() }),
  `select status, student_id from teacher_students where id = $1`,
);
const expire = command(
  `update sessions set
     created_at = created_at - make_interval(secs => $2::float8 * 3600),
     expires_at = expires_at - make_interval(secs => $2::float8 * 3600)
   where user_id = $1`,
);
const changeRole = command(`update users set role = $2 where id = $1`);
const rest = command(`update sessions set last_used_at = now() - interval '1 hour' where user_id = $1`);
const used = statement(
  z.object({ count: z.number() }),
  `select count(*) from sessions where user_id = $1 and last_used_at > now() - interval '1 minute'`,
);

export const findSchoolOf = async (db: Queries, username: string) =>
  (await db.get(schoolOf, [loginKey(username)])).school_id;
export const insertPendingLink = async (db: Queries, teacherId: number, email: string) =>
  (await db.get(insertLink, [teacherId, email])).id;
export const findLink = (db: Queries, id: number) => db.find(link, [id]);
/** Moves a user's sessions into the past by this many hours. */
export const expireSession = (db: Queries, userId: number, { afterHours = 24 * 365 } = {}) =>
  db.run(expire, [userId, afterHours]);
export const setRole = (db: Queries, userId: number, role: Role) => db.run(changeRole, [userId, role]);
/** As if nobody had used a user's sessions for an hour. */
export const restSessions = (db: Queries, userId: number) => db.run(rest, [userId]);
export const countUsedSessions = async (db: Queries, userId: number) => (await db.get(used, [userId])).count;
