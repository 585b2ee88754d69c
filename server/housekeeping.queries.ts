import { z } from 'zod';
import { RETENTION, spanText } from '../domain/retention.ts';
import { isArchived } from './db/archived.queries.ts';
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

const id = z.object({ id: z.union([z.number(), z.uuid()]) });
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
  `removed_at < now() - interval '${spanText(RETENTION.removed_link)}'
   and (declined_at is null or removed_at < now() - make_interval(days => $1))`,
);
const removedAttempts = statement(
  z.object({ count: z.int() }),
  `select forget_removed_attempts(now() - make_interval(days => $1), ${BATCH}) as count`,
);
// Words of two who are linked no more are kept as long as an invitation: they may be linked again. Those of somebody who is
// archived are kept with the account, whose links have ended.
const WORDS = `words w join users s on s.id = w.student_id join users t on t.id = w.teacher_id`;
const ARE_KEPT = `(${isArchived('s')} or ${isArchived('t')} or exists (
  select from teacher_students l
  where l.teacher_id = w.teacher_id and (l.student_id = w.student_id or l.email = s.email)))`;
const unlinkedWords = statement(
  z.object({ id: z.string() }),
  `update words set unlinked_at = case when unlinked_at is null then now() end where id in (
     select w.id from ${WORDS}
     where ${ARE_KEPT} = (w.unlinked_at is not null)
     order by w.id limit ${BATCH} for update of w skip locked)
   returning id`,
);
const words = statement(
  z.object({ id: z.string() }),
  `delete from words where id in (
     select w.id from ${WORDS}
     where w.removed_at < now() - make_interval(days => $1)
       or (w.unlinked_at < now() - make_interval(days => $2) and not ${ARE_KEPT})
     order by w.id limit ${BATCH} for update of w skip locked)
   returning id`,
);
const leftMembers = command(
  `delete from group_members where left_at < now() - interval '${spanText(RETENTION.left_group)}'`,
);
// Set work keeps the group it was for, with its members.
const removedGroups = batchOf(
  'groups',
  `removed_at < now() - make_interval(days => $1)
   and not exists (select from set_work where group_id = groups.id)`,
);
const withdrawnSets = batchOf('set_work', `withdrawn_at < now() - make_interval(days => $1)`);
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
export const deleteWithdrawnSets = (tx: Queries, days: number) => deleteBatch(tx, withdrawnSets, days);
export const deleteDoneFeedback = (tx: Queries, days: number) => deleteBatch(tx, feedback, days);
export const deleteOldMails = (tx: Queries, days: number) => deleteBatch(tx, mails, days);
export const deleteOldAudit = (tx: Queries, days: number) => deleteBatch(tx, audit, days);
/** Notes since when two who wrote to each other are linked no more, a batch at a time. */
export const noteUnlinkedWords = async (tx: Queries): Promise<boolean> =>
  (await tx.list(unlinkedWords)).length === BATCH;
export const deleteWords = async (tx: Queries, removedDays: number, unlinkedDays: number): Promise<boolean> =>
  (await tx.list(words, [removedDays, unlinkedDays])).length === BATCH;
export const deleteRemovedAttempts = async (tx: Queries, days: number): Promise<boolean> =>
  (await tx.get(removedAttempts, [days])).count === BATCH;
export const deleteLeftMembers = (tx: Queries) => tx.run(leftMembers);
export const deleteExpiredMailLinks = (tx: Queries) => tx.run(mailLinks);
export const deleteEndedSharePages = (tx: Queries) => tx.run(sharePages);
