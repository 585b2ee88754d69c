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
// Every word is looked at, so part by part: all at once would take longer than a statement may.
const WORDS_AT_ONCE = 5000;
const unlinkedWords = statement(
  z.object({ id: z.string() }),
  `with part as materialized (
     select id from words where id > $1 order by id limit ${WORDS_AT_ONCE}
   ), noted as (
     update words set unlinked_at = case when unlinked_at is null then now() end where id in (
       select w.id from part join ${WORDS} on w.id = part.id
       where ${ARE_KEPT} = (w.unlinked_at is not null)
       for update of w skip locked)
   )
   select id from part order by id desc limit 1`,
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
/** Before the id of any word. */
export const NO_WORD = '00000000-0000-0000-0000-000000000000';
/**
 * Notes of the next words after this one since when the two who wrote them are linked no more; returns the last of them,
 * undefined when there are none left.
 */
export const noteUnlinkedWords = async (tx: Queries, after: string): Promise<string | undefined> =>
  (await tx.find(unlinkedWords, [after]))?.id;
export const deleteWords = async (tx: Queries, removedDays: number, unlinkedDays: number): Promise<boolean> =>
  (await tx.list(words, [removedDays, unlinkedDays])).length === BATCH;
export const deleteRemovedAttempts = async (tx: Queries, days: number): Promise<boolean> =>
  (await tx.get(removedAttempts, [days])).count === BATCH;
export const deleteLeftMembers = (tx: Queries) => tx.run(leftMembers);
export const deleteExpiredMailLinks = (tx: Queries) => tx.run(mailLinks);
export const deleteEndedSharePages = (tx: Queries) => tx.run(sharePages);
