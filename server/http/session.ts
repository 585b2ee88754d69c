import { createHash, randomBytes } from 'node:crypto';
import { IMPERSONATION_MINUTES, SESSION_HOURS } from '../../domain/permissions.ts';
import type { Role } from '../../domain/roles.ts';
import { createBatcher } from '../batch.ts';
import type { Database, Queries } from '../db/database.ts';
import { notLoggedIn } from './errors.ts';
import { insertSession, listSessions, touchSession } from './session.queries.ts';

/** Who is logged in, as every handler sees them. */
export interface SessionUser {
  id: number;
  username: string | null;
  email: string | null;
  role: Role;
  schoolId: number | null;
  tokenHash: Buffer;
  isImpersonation: boolean;
}

const TOKEN_BYTES = 32;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/**
 * Makes a session and answers its token, which is shown to the client once and kept nowhere. Refuses when the user is
 * no longer there, has another role, or not the password that was checked.
 */
export const openSession = async (
  db: Queries,
  { id, role, passwordHash = null }: { id: number; role: Role; passwordHash?: string | null },
  {
    isImpersonation = false,
    refusal = notLoggedIn,
  }: { isImpersonation?: boolean; refusal?: () => Error } = {},
): Promise<string> => {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const minutes = isImpersonation ? IMPERSONATION_MINUTES : SESSION_HOURS[role] * 60;
  const session = { tokenHash: hashOf(token), minutes, isImpersonation };
  if ((await insertSession(db, session, { id, role, passwordHash })) === 0) throw refusal();
  return token;
};

export type FindSession = (token: string) => Promise<SessionUser | undefined>;

/**
 * Looks a token up in the database every time, because it dies at once at logout; look-ups that arrive together
 * are one statement.
 */
export const createSessionLookup = (db: Database, onError: (error: unknown) => void): FindSession => {
  const lookUp = createBatcher<Buffer, SessionUser | undefined>(async (hashes) => {
    const found = new Map<string, SessionUser>();
    for (const row of await listSessions(db, hashes)) {
      found.set(row.token_hash.toString('hex'), {
        id: row.id,
        username: row.username,
        email: row.email,
        role: row.role,
        schoolId: row.school_id,
        tokenHash: row.token_hash,
        isImpersonation: row.is_impersonation,
      });
      // The time of last use is for people and clean-up: five minutes is exact enough, and nobody waits for it.
      if (row.is_stale) touchSession(db, row.token_hash).catch(onError);
    }
    return hashes.map((hash) => found.get(hash.toString('hex')));
  });
  // Tokens have one form; anything else is not worth a look-up.
  return async (token) => (/^[\w-]{43}$/.test(token) ? lookUp(hashOf(token)) : undefined);
};
