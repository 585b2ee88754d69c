import { z } from 'zod';
import { command, type Queries, statement } from './db/database.ts';
import { LOCKS } from './db/lock-numbers.ts';
import { HAS_ENDED } from './features/share-pages/share-pages.queries.ts';

/** Few enough that nobody waits for them. */
const BATCH = 1000;

const tryLock = statement(
  z.object({ is_ours: z.boolean() }),
  `select pg_try_advisory_xact_lock(${LOCKS.housekeeping}) as is_ours`,
);

/** Until the end of the transaction; false while another server holds it. */
export const tryHousekeeping = async (tx: Queries): Promise<boolean> => (await tx.get(tryLock)).is_ours;

const id = z.object({ id: z.number() });
const batchOf = (table: string, condition: string) =>
  statement(
    id,
    `delete from ${table} where id in (
       select id from ${table} where ${condition} order by id limit ${BATCH} for update skip locked)
     returning id`,
  );

const invitations = batchOf(
  'teacher_students',
  `status = 'pending' and pending_since < now() - make_interval(days => $1)`,
);
// A refusal is kept longer than Undo needs.
const removedLinks = batchOf(
  'removed_links',
  `removed_at < now() - interval '1 hour'
   and (declined_at is null or removed_at < now() - make_interval(days => $1))`,
);
const removedAttempts = statement(
  z.object({ count: z.int() }),
  `select forget_removed_attempts(now() - make_interval(days => $1), ${BATCH}) as count`,
);
// Set work keeps the group it was for, with its members.
const removedGroups = batchOf(
  'groups',
  `removed_at < now() - make_interval(days => $1)
   and not exists (select from set_work where group_id = groups.id)`,
);
const feedback = batchOf('feedback', `done_at < now() - make_interval(days => $1)`);
// Those that still wait are left, unless mail has been off for so long that nobody will ever send them.
const mails = batchOf(
  'mails',
  `created_at < now() - make_interval(days => $1)
   and (sent_at is not null or failed_at is not null or give_up_at < now())`,
);
// Ids are in order of time, so only the first need to be looked at.
const audit = statement(
  id,
  `delete from audit where id in (
     select id from (select id, at from audit order by id limit ${BATCH}) as oldest
     where at < now() - make_interval(days => $1))
   returning id`,
);

const mailLinks = command(`delete from mail_links where expires_at < now()`);
const sharePages = command(`delete from share_pages where ${HAS_ENDED}`);

const deleteBatch = async (tx: Queries, what: typeof audit, days: number): Promise<boolean> =>
  (await tx.list(what, [days])).length === BATCH;

/** Each deletes a batch of what is older than the given number of days, and returns whether there may be more. */
export const deleteOldInvitations = (tx: Queries, days: number) => deleteBatch(tx, invitations, days);
export const deleteRemovedLinks = (tx: Queries, days: number) => deleteBatch(tx, removedLinks, days);
export const deleteRemovedGroups = (tx: Queries, days: number) => deleteBatch(tx, removedGroups, days);
export const deleteDoneFeedback = (tx: Queries, days: number) => deleteBatch(tx, feedback, days);
export const deleteOldMails = (tx: Queries, days: number) => deleteBatch(tx, mails, days);
export const deleteOldAudit = (tx: Queries, days: number) => deleteBatch(tx, audit, days);
export const deleteRemovedAttempts = async (tx: Queries, days: number): Promise<boolean> =>
  (await tx.get(removedAttempts, [days])).count === BATCH;
export const deleteExpiredMailLinks = (tx: Queries) => tx.run(mailLinks);
export const deleteEndedSharePages = (tx: Queries) => tx.run(sharePages);
