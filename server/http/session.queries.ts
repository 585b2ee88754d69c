import { z } from 'zod';
import type { AuditActor } from '../../domain/audit.ts';
import { ROLES, type Role } from '../../domain/roles.ts';
import { command, type Queries, statement } from '../db/database.ts';
import { isoTime } from '../db/iso-time.ts';

const sessionRow = z.object({
  token_hash: z.instanceof(Buffer),
  visit_id: z.string().nullable(),
  is_stale: z.boolean(),
  id: z.int(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  school_id: z.int().nullable(),
  school_name: z.string().nullable(),
  must_change_password: z.boolean(),
  email_confirmed: z.boolean(),
});

const byHashes = statement(
  sessionRow,
  `select token_hash, case when is_impersonation then sessions.id end as visit_id,
     last_used_at < now() - interval '5 minutes' as is_stale, users.id, username, email, role, school_id,
     schools.name as school_name, must_change_password,
     email_confirmed_at is not null as email_confirmed
   from sessions join users on users.id = user_id left join schools on schools.id = school_id
   where token_hash = any($1) and expires_at > now()`,
);
// Waits for a transaction that is changing the user, and then reads the new state.
const insert = statement(
  z.object({ id: z.string() }),
  `insert into sessions (token_hash, user_id, expires_at, is_impersonation, device)
   select $1, id, now() + make_interval(mins => $3), $4, $7 from users
   where id = $2 and role = $5 and password_hash = coalesce($6, password_hash) for share
   returning id`,
);
const touch = command(`update sessions set last_used_at = now() where token_hash = $1`);

/**
 * Sessions end by these, or with their user. The same statement records that a visit has ended, so that it is recorded
 * once, even if several end it at the same time.
 */
const ending = (
  condition: string,
  { actor, how, at = 'now()' }: { actor: AuditActor; how: string; at?: string },
) =>
  command(
    `with ended as (
       delete from sessions where ${condition} returning id, user_id, is_impersonation, expires_at
     )
     insert into audit (at, actor, action, target_id, school_id, visit_id, details)
     select ${at}, '${actor}', 'impersonation_ended', user_id, school_id, ended.id, '{"how": "${how}"}'
     from ended join users on users.id = user_id where is_impersonation`,
  );
const end = ending('token_hash = $1', { actor: 'platform_admin', how: 'returned' });
const endOfUsers = ending('user_id = any($1)', { actor: 'system', how: 'closed' });
const endExpired = ending('expires_at <= now()', { actor: 'system', how: 'expired', at: 'expires_at' });

const login = z.object({
  id: z.string(),
  device: z.string(),
  created_at: z.string(),
  last_used_at: z.string(),
  is_current: z.boolean(),
});
// Visits of the platform admin are listed apart, and end by themselves.
const OWN = 'user_id = $1 and not is_impersonation';
const loginsOf = statement(
  login,
  `select id, coalesce(device, 'Unknown device') as device, ${isoTime('created_at')} as created_at,
     ${isoTime('last_used_at')} as last_used_at, token_hash = $2 as is_current
   from sessions where ${OWN} and expires_at > now() order by token_hash = $2 desc, sessions.last_used_at desc, id`,
);
const isRecent = statement(
  z.object({ is_recent: z.boolean() }),
  `select created_at > now() - make_interval(mins => $2) as is_recent from sessions where token_hash = $1`,
);
const endOne = command(`delete from sessions where ${OWN} and id = $2`);
const endOthers = command(`delete from sessions where ${OWN} and token_hash <> $2`);

export const listSessions = (db: Queries, tokenHashes: Buffer[]) => db.list(byHashes, [tokenHashes]);
/** Returns its id; undefined when the user has been deleted, or has another role or password by now. */
export const insertSession = async (
  db: Queries,
  session: { tokenHash: Buffer; minutes: number; isImpersonation: boolean; device: string | null },
  user: { id: number; role: Role; passwordHash: string | null },
): Promise<string | undefined> =>
  (
    await db.find(insert, [
      session.tokenHash,
      user.id,
      session.minutes,
      session.isImpersonation,
      user.role,
      user.passwordHash,
      session.device,
    ])
  )?.id;
export const touchSession = (db: Queries, tokenHash: Buffer) => db.run(touch, [tokenHash]);
export const deleteSession = (db: Queries, tokenHash: Buffer) => db.run(end, [tokenHash]);
export const deleteSessionsOfUsers = (db: Queries, userIds: readonly number[]) =>
  db.run(endOfUsers, [userIds]);
export const listLogins = (db: Queries, userId: number, tokenHash: Buffer) =>
  db.list(loginsOf, [userId, tokenHash]);
/** Returns 0 when it is not one of this user's. */
export const isRecentLogin = async (db: Queries, tokenHash: Buffer, minutes: number): Promise<boolean> =>
  (await db.find(isRecent, [tokenHash, minutes]))?.is_recent === true;
export const deleteLogin = (db: Queries, userId: number, id: string) => db.run(endOne, [userId, id]);
export const deleteOtherLogins = (db: Queries, userId: number, tokenHash: Buffer) =>
  db.run(endOthers, [userId, tokenHash]);
export const deleteExpiredSessions = (db: Queries) => db.run(endExpired);
