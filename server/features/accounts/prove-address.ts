import { emailDomain } from '../../../domain/accounts.ts';
import type { AuditActor } from '../../../domain/audit.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Database, Queries } from '../../db/database.ts';
import { claimAddresses, holdDomain, lockUsers } from '../../db/locks.queries.ts';
import { HttpError, notFound, unprocessable } from '../../http/errors.ts';
import { followInvited, followSchoolmates, readdressLinks } from '../teachers/followers.queries.ts';
import { confirmAddress, findHolder, giveAddress, loseAddress } from './address.queries.ts';
import { endAccess, forgetLinks } from './end-access.queries.ts';
import { EMAIL_TAKEN } from './name-conflicts.ts';

/** Take it first in a transaction that proves or changes an address. */
export const holdForProof = async (tx: Queries, userId: number, email: string): Promise<void> => {
  await claimAddresses(tx, [email]);
  await holdDomain(tx, emailDomain(email));
  await lockUsers(tx, [userId]);
};

/**
 * The address is the user's: what has waited for that happens. `comesFrom` is a school that has let them in. Returns false
 * when they have another address by now.
 */
export const proveAddress = async (
  tx: Queries,
  userId: number,
  email: string,
  comesFrom?: number,
): Promise<boolean> => {
  const proved = await confirmAddress(tx, userId, email, comesFrom);
  if (!proved) return false;
  if (proved.waited) await followInvited(tx, [userId]);
  await followSchoolmates(tx, [userId]);
  return true;
};

/** Gives the user another address. Proved, it is taken from an account that has never proved it. */
export const changeAddress = async (
  tx: Queries,
  userId: number,
  email: string,
  { isProved }: { isProved: boolean },
): Promise<void> => {
  const holder = await findHolder(tx, email);
  if (holder && holder.id !== userId) {
    if (!isProved || !holder.can_lose) throw new HttpError(409, EMAIL_TAKEN);
    await loseAddress(tx, holder.id, email);
    await endAccess(tx, [holder.id]);
  }
  // They are about the address that the account had, or was to have.
  await forgetLinks(tx, [userId]);
  await giveAddress(tx, userId, email, isProved);
  await readdressLinks(tx, userId, email);
  if (isProved) await proveAddress(tx, userId, email);
};

interface Vouching {
  /** Throws if the caller may not vouch for this user. */
  hold: (tx: Queries) => Promise<{ school_id: number | null }>;
  by: { actor: AuditActor; actorId?: number };
}

/** The staff's word is a proof, too. */
export const vouchFor = async (
  db: Database,
  { id, email }: { id: number; email: string | null },
  { hold, by }: Vouching,
): Promise<void> => {
  if (email === null) throw unprocessable('This user has no email address.');
  await db.transaction(async (tx) => {
    await holdForProof(tx, id, email);
    await hold(tx);
    if (!(await proveAddress(tx, id, email))) throw notFound();
    const { school_id: schoolId } = await hold(tx);
    await writeAudit(tx, { ...by, action: 'address_confirmed', targetId: id, schoolId });
  });
};
