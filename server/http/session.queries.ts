import { z } from 'zod';
import { ROLES, type Role } from '../../domain/roles.ts';
import { command, type Queries, statement } from '../db/database.ts';

const sessionRow = z.object({
  token_hash: z.instanceof(Buffer),
  is_impersonation: z.boolean(),
  is_stale: z.boolean(),
  id: z.int(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  school_id: z.int().nullable(),
});

const byHashes = statement(
  sessionRow,
  `select token_hash, is_impersonation, last_used_at < now() - interval '5 minutes' as is_stale,
     users.id, username, email, role, school_id
   from sessions join users on users.id = user_id
   where token_hash = any($1) and expires_at > now()`,
);
// Waits for whoever is changing the user, and then asks for what they are now.
const insert = command(
  `insert into sessions (token_hash, user_id, expires_at, is_impersonation)
   select $1, id, now() + make_interval(mins => $3), $4 from users
   where id = $2 and role = $5 and password_hash = coalesce($6, password_hash) for share`,
);
const touch = command(`update sessions set last_used_at = now() where token_hash = $1`);
const remove = command(`delete from sessions where token_hash = $1`);
const removeOfUsers = command(`delete from sessions where user_id = any($1)`);
const removeExpired = command(`delete from sessions where expires_at <= now()`);

export const listSessions = (db: Queries, tokenHashes: Buffer[]) => db.list(byHashes, [tokenHashes]);
/** Answers 0 when the user has been deleted, or has another role or password by now. */
export const insertSession = (
  db: Queries,
  session: { tokenHash: Buffer; minutes: number; isImpersonation: boolean },
  user: { id: number; role: Role; passwordHash: string | null },
) =>
  db.run(insert, [
    session.tokenHash,
    user.id,
    session.minutes,
    session.isImpersonation,
    user.role,
    user.passwordHash,
  ]);
export const touchSession = (db: Queries, tokenHash: Buffer) => db.run(touch, [tokenHash]);
export const deleteSession = (db: Queries, tokenHash: Buffer) => db.run(remove, [tokenHash]);
export const deleteSessionsOfUsers = (db: Queries, userIds: readonly number[]) =>
  db.run(removeOfUsers, [userIds]);
export const deleteExpiredSessions = (db: Queries) => db.run(removeExpired);
