import { NotFoundError } from '../errors.ts';
import { command, type Queries } from './database.ts';
import { LOCKS } from './lock-numbers.ts';

/**
 * Transactions that take several of these take them in this order, before any other row: addresses, domain, school, users. A
 * call for several addresses or users takes them in the order of their keys. That avoids deadlocks.
 */

const lock = command(`select lock_users($1::int[])`);
const shareDomain = command(`select pg_advisory_xact_lock_shared(${LOCKS.domains}, hashtext($1))`);
const takeDomain = command(`select pg_advisory_xact_lock(${LOCKS.domains}, hashtext($1))`);
const share = command(`select from schools where id = $1 for key share`);
const KEYS = `(select distinct hashtext(email) as key from unnest($1::text[]) as t (email) order by key) as keys`;
const shareAddresses = command(`select pg_advisory_xact_lock_shared(${LOCKS.addresses}, key) from ${KEYS}`);
const takeAddresses = command(`select pg_advisory_xact_lock(${LOCKS.addresses}, key) from ${KEYS}`);

/**
 * Take it before changing a user's records, and before moving or deleting users, ahead of any statement that changes
 * something: changes of the same user then happen one after the other.
 */
export const lockUsers = (tx: Queries, userIds: readonly number[]) => tx.run(lock, [userIds]);

/**
 * Between a registration, which looks for the school of its domain, and the creation of that school, which looks for
 * its users: the second sees the first, so that nobody is left without a school.
 */
export const holdDomain = (tx: Queries, domain: string) => tx.run(shareDomain, [domain]);
export const claimDomain = (tx: Queries, domain: string) => tx.run(takeDomain, [domain]);

/**
 * Before changing who is at a school: what counts its people, and what is written about them, refer to it. Who changes its
 * domain holds it first, and then takes people in.
 */
export const shareSchool = async (tx: Queries, schoolId: number): Promise<void> => {
  if ((await tx.run(share, [schoolId])) === 0) throw new NotFoundError();
};

/**
 * Between adding an address for a teacher, which looks for its account, and giving the address to an account, which
 * looks for the teachers who added it: the second sees the first. For an existing account, locking the user's row would
 * do; for one that is being created there is no row yet.
 */
export const holdAddresses = (tx: Queries, emails: readonly string[]) => tx.run(shareAddresses, [emails]);
export const claimAddresses = (tx: Queries, emails: readonly string[]) => tx.run(takeAddresses, [emails]);
