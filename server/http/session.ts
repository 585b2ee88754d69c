import { createHash, randomBytes } from 'node:crypto';
import { IMPERSONATION_MINUTES, SESSION_HOURS } from '../../domain/permissions.ts';
import type { Role } from '../../domain/roles.ts';
import { createBatcher } from '../batch.ts';
import { writeAudit } from '../db/audit.queries.ts';
import type { Database, Queries } from '../db/database.ts';
import { notFound, notLoggedIn } from './errors.ts';
import { insertSession, listSessions, touchSession } from './session.queries.ts';

/** The logged-in user, as every handler sees them. */
export interface SessionUser {
  id: number;
  username: string | null;
  email: string | null;
  isEmailConfirmed: boolean;
  role: Role;
  schoolId: number | null;
  schoolName: string | null;
  /** Somebody else made the password. A visitor is not asked to change it. */
  mustChangePassword: boolean;
  tokenHash: Buffer;
  /** While the platform admin views as this user: which visit it is. */
  visitId: string | null;
}

const TOKEN_BYTES = 32;
const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

const makeSession = async (
  db: Queries,
  user: { id: number; role: Role; passwordHash: string | null },
  session: { minutes: number; isImpersonation: boolean; device: string | null },
): Promise<{ token: string; id: string } | undefined> => {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const id = await insertSession(db, { tokenHash: hashOf(token), ...session }, user);
  return id === undefined ? undefined : { token, id };
};

/**
 * Creates a session and returns its token, which is shown to the client once and stored nowhere. Refuses when the user
 * no longer exists, has another role, or no longer the password that was checked.
 */
export const openSession = async (
  db: Queries,
  { id, role, passwordHash = null }: { id: number; role: Role; passwordHash?: string | null },
  { refusal = notLoggedIn, device = null }: { refusal?: () => Error; device?: string | null } = {},
): Promise<string> => {
  const minutes = SESSION_HOURS[role] * 60;
  const terms = { minutes, isImpersonation: false, device };
  const session = await makeSession(db, { id, role, passwordHash }, terms);
  if (!session) throw refusal();
  return session.token;
};

/** The same for the platform admin viewing as the user: a visit, whose beginning is recorded. */
export const openVisit = async (
  tx: Queries,
  { id, role, school_id: schoolId }: { id: number; role: Role; school_id: number | null },
): Promise<string> => {
  const minutes = IMPERSONATION_MINUTES;
  const terms = { minutes, isImpersonation: true, device: null };
  const session = await makeSession(tx, { id, role, passwordHash: null }, terms);
  if (!session) throw notFound();
  await writeAudit(tx, {
    actor: 'platform_admin',
    action: 'impersonated',
    targetId: id,
    schoolId,
    details: { minutes },
    visitId: session.id,
  });
  return session.token;
};

export type FindSession = (token: string) => Promise<SessionUser | undefined>;

/**
 * Looks a token up in the database every time, because logging out must take effect at once; look-ups that arrive
 * together share a statement.
 */
export const createSessionLookup = (db: Database, onError: (error: unknown) => void): FindSession => {
  const lookUp = createBatcher<Buffer, SessionUser | undefined>(async (hashes) => {
    const found = new Map<string, SessionUser>();
    for (const row of await listSessions(db, hashes)) {
      found.set(row.token_hash.toString('hex'), {
        id: row.id,
        username: row.username,
        email: row.email,
        isEmailConfirmed: row.email_confirmed,
        role: row.role,
        schoolId: row.school_id,
        schoolName: row.school_name,
        mustChangePassword: row.must_change_password && row.visit_id === null,
        tokenHash: row.token_hash,
        visitId: row.visit_id,
      });
      // The time of last use is for people and housekeeping: five minutes is exact enough, and nobody waits for it.
      if (row.is_stale) touchSession(db, row.token_hash).catch(onError);
    }
    return hashes.map((hash) => found.get(hash.toString('hex')));
  });
  // All tokens have one form; anything else is not worth a look-up.
  return async (token) => (/^[\w-]{43}$/.test(token) ? lookUp(hashOf(token)) : undefined);
};
