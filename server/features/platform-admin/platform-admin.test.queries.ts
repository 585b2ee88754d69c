import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

const count = z.object({ count: z.int() });
const link = z.object({
  email: z.string(),
  status: z.string(),
  student_id: z.int().nullable(),
});
const links = statement(
  link,
  `select email, status, student_id from teacher_students where teacher_id = $1 order by email`,
);
const insertPending = command(
  `insert into teacher_students (teacher_id, email, status, invitation_token)
   values ($1, $2, 'pending', gen_random_uuid()::text)`,
);
const declineAll = command(`update teacher_students set declined_at = now() where email = $1`);
const countUsers = statement(count, `select count(*)::int from users where email like $1`);
const impersonations = statement(
  z.object({ minutes: z.number(), is_impersonation: z.boolean() }),
  `select extract(epoch from expires_at - now())::float8 / 60 as minutes, is_impersonation
   from sessions where user_id = $1 order by created_at`,
);
const age = command(
  `update sessions set last_used_at = last_used_at - interval '10 minutes' where user_id = $1`,
);
const traces = statement(
  z.object({ table: z.string() }),
  `select 'users' as table from users where id = $1
   union all select 'sessions' from sessions where user_id = $1
   union all select 'completions' from completions where user_id = $1
   union all select 'files' from files where user_id = $1
   union all select 'subjects' from user_subjects where user_id = $1
   union all select 'links' from teacher_students where student_id = $1 or teacher_id = $1
   union all select 'preferences' from preferences where user_id = $1
   union all select 'audit' from audit where actor_id = $1 or target_id = $1 or details::text like '%' || $2 || '%'`,
);
const hashes = statement(
  z.object({ hash: z.string() }),
  `select password_hash as hash from users where id = $1`,
);
const auditCount = statement(count, `select count(*)::int from audit where action = $1`);
const waiting = statement(
  count,
  `select count(*)::int from pg_stat_activity
   where datname = current_database() and wait_event_type = 'Lock'
     and (query like 'insert into users%' or query like 'update users%' or query like 'select lock_users%'
       or query like 'select pg_advisory_xact_lock%' or query like 'insert into groups%' or query like 'select from schools%')`,
);
const block = command(
  `insert into users (username, username_key, email, password_hash, role, email_confirmed_at)
   values ('blocker', 'blocker', $1, 'x', 'student', now())`,
);

const move = command(`update users set school_id = $2 where id = $1`);

const lookAlike = command(
  `update users set username = $2, username_key = $2, username_look = null where id = $1`,
);
/** A name as it was stored before looks were compared. */
export const keepLookAlike = (db: Queries, userId: number, username: string) =>
  db.run(lookAlike, [userId, username]);

export const listLinks = (db: Queries, teacherId: number) => db.list(links, [teacherId]);
export const insertPendingLink = (db: Queries, teacherId: number, email: string) =>
  db.run(insertPending, [teacherId, email]);
export const declineRequests = (db: Queries, email: string) => db.run(declineAll, [email]);
export const countUsersLike = async (db: Queries, email: string) => (await db.get(countUsers, [email])).count;
export const listSessionsOf = (db: Queries, userId: number) => db.list(impersonations, [userId]);
export const ageSessions = (db: Queries, userId: number) => db.run(age, [userId]);
/** Every table that still mentions somebody. */
export const listTraces = async (db: Queries, userId: number, name: string) =>
  (await db.list(traces, [userId, name])).map((row) => row.table);
export const getHash = async (db: Queries, userId: number) => (await db.get(hashes, [userId])).hash;
export const countAudit = async (db: Queries, action: string) => (await db.get(auditCount, [action])).count;
/** Locks an address; others who want it wait until this transaction ends. */
export const takeAddress = (tx: Queries, email: string) => tx.run(block, [email]);
export const moveUser = (tx: Queries, userId: number, schoolId: number) => tx.run(move, [userId, schoolId]);
/** How many transactions wait for a lock. */
export const countWaiting = async (db: Queries) => (await db.get(waiting)).count;
