import { command, type Queries } from './database.ts';
import { LOCKS } from './lock-numbers.ts';

const lock = command(`select lock_users($1::int[])`);
const shareDomain = command(`select pg_advisory_xact_lock_shared(${LOCKS.domains}, hashtext($1))`);
const takeDomain = command(`select pg_advisory_xact_lock(${LOCKS.domains}, hashtext($1))`);

/**
 * To be held by whoever changes a user's records, moves or deletes users, before any other statement of the
 * transaction: changes of the same user then happen one after the other, and nobody waits in a circle.
 */
export const lockUsers = (tx: Queries, userIds: readonly number[]) => tx.run(lock, [userIds]);

/**
 * Between a registration, which looks for the school of its domain, and the making of that school, which looks for
 * its users: whichever comes second sees the first, so that nobody is left without a school.
 */
export const holdDomain = (tx: Queries, domain: string) => tx.run(shareDomain, [domain]);
export const claimDomain = (tx: Queries, domain: string) => tx.run(takeDomain, [domain]);
