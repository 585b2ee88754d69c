import { command, type Queries } from './database.ts';

const lock = command(`select lock_users($1::int[])`);

/**
 * To be held by whoever changes a user's records, moves or deletes users, before any other statement of the
 * transaction: changes of the same user then happen one after the other, and nobody waits in a circle.
 */
export const lockUsers = (tx: Queries, userIds: readonly number[]) => tx.run(lock, [userIds]);
