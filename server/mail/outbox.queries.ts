import { z } from 'zod';
import { normaliseEmail } from '../../domain/accounts.ts';
import { MAIL_KINDS, MAILS_PER_HOUR, type MailKind } from '../../domain/mails.ts';
import { command, type Database, type Queries, statement } from '../db/database.ts';
import { LOCKS } from '../db/lock-numbers.ts';
import { type PayloadOf, TEMPLATES } from './templates.ts';

/**
 * The mails that wait to be sent. All times are the database's. No transaction is open while a mail server is spoken to:
 * a server takes mails by moving `next_try_at` to when another one may have them.
 */

/** A mail is tried for so long; then it has failed. */
const LIFE = `interval '1 day'`;
/** Longer than a try can take (`SMTP_LIMITS`), with time to write down what became of it. */
const CLAIM = `interval '4 minutes'`;
/** When one that is too many for its recipient is looked at again. */
const POSTPONED = `interval '10 minutes'`;
const WAITS = 'sent_at is null and failed_at is null';
/** In minutes. */
const A_DAY = 24 * 60;
const KEPT_PAYLOAD = 'case when is_secret then null else payload end';

const insert = command(
  `insert into mails (cause, kind, user_id, recipient, payload, is_secret, created_at, next_try_at, give_up_at)
   select $1, $2, $3, $4, $5, $6, now(), now(), now() + make_interval(mins => $8) where $7
   on conflict (cause) do nothing`,
);

const lock = command(`select pg_advisory_xact_lock(${LOCKS.mails})`);
const giveUp = command(
  `update mails set failed_at = now(), payload = ${KEPT_PAYLOAD},
     last_answer = coalesce(last_answer, 'It was not sent in time.')
   where id in (
     select id from mails where ${WAITS} and next_try_at <= now() and give_up_at <= now() for update skip locked)`,
);

const taken = z.object({
  id: z.int(),
  kind: z.enum(Object.keys(MAIL_KINDS) as MailKind[]),
  recipient: z.string(),
  payload: z.unknown(),
  message_id: z.string(),
  tries: z.int(),
  is_ours: z.boolean(),
});
export type TakenMail = z.infer<typeof taken>;
// Kinds that this version does not know are left to a server of a newer one.
const take = statement(
  taken,
  `with due as (
     select id, recipient from mails
     where ${WAITS} and next_try_at <= now() and kind = any($2::text[])
     order by next_try_at, id limit $1
     for update skip locked
   ), placed as (
     select id, row_number() over (partition by recipient order by id) + (
         select count(*) from mails m
         where m.recipient = due.recipient and m.id <> due.id and m.taken_at > now() - interval '1 hour'
       ) <= ${MAILS_PER_HOUR} as is_ours
     from due
   )
   update mails m set
     tries = m.tries + is_ours::int,
     taken_at = case when is_ours then now() else m.taken_at end,
     next_try_at = now() + case when is_ours then ${CLAIM} else ${POSTPONED} end
   from placed where m.id = placed.id
   returning m.id, kind, recipient, payload, message_id, tries, is_ours`,
);

const markSent = command(
  `update mails set sent_at = now(), failed_at = null, payload = null, last_answer = $2
   where id = $1 and sent_at is null`,
);
const OF_THIS_TRY = `id = $1 and tries = $2 and ${WAITS}`;
const markFailed = command(
  `update mails set failed_at = now(), payload = ${KEPT_PAYLOAD}, last_answer = $3 where ${OF_THIS_TRY}`,
);
const PAUSED = `now() + make_interval(mins => $4)`;
const postpone = command(
  `update mails set last_answer = $3, next_try_at = ${PAUSED},
     failed_at = case when ${PAUSED} >= give_up_at then now() end,
     payload = case when ${PAUSED} >= give_up_at then ${KEPT_PAYLOAD} else payload end
   where ${OF_THIS_TRY}`,
);

// By hand: it gets another day. The tries go on, because they tell one server's try from another's.
const retry = command(
  `update mails set failed_at = null, next_try_at = now(), give_up_at = now() + ${LIFE}
   where failed_at is not null and payload is not null and id = coalesce($1, id)`,
);

const counts = statement(
  z.object({ waiting: z.int(), failed: z.int(), retryable: z.int(), sent_today: z.int() }),
  `select (select count(*) from mails where ${WAITS}) as waiting,
     (select count(*) from mails where failed_at is not null) as failed,
     (select count(*) from mails where failed_at is not null and payload is not null) as retryable,
     (select count(*) from mails where sent_at >= date_trunc('day', now(), 'UTC')) as sent_today`,
);

export interface NewMail<Kind extends MailKind> {
  /** Unique for what happened, such as `password_changed:7:2026-11-16T22:00:00Z`. */
  cause: string;
  kind: Kind;
  to: string;
  /** With this account the mail is deleted, too. */
  userId?: number | undefined;
  payload: PayloadOf<Kind>;
  /** How long it is worth sending, where its kind does not say. */
  minutes?: number;
}

/**
 * Writes a mail in the transaction of what causes it: neither happens without the other. Only while mail is on (the
 * settings have `mail`); otherwise it would wait for ever. `isWanted: false` takes as long, and writes nothing.
 */
export const queueMail = <Kind extends MailKind>(
  tx: Queries,
  { cause, kind, to, userId, payload, minutes }: NewMail<Kind>,
  { isWanted = true }: { isWanted?: boolean } = {},
) =>
  tx.run(insert, [
    cause,
    kind,
    userId ?? null,
    normaliseEmail(to),
    JSON.stringify(payload),
    TEMPLATES[kind].isSecret,
    isWanted,
    minutes ?? TEMPLATES[kind].minutes ?? A_DAY,
  ]);

/**
 * Takes some that are due; nobody else has them for the next minutes. Under a lock, so that two servers count what a
 * recipient has had one after the other. Those that are too many for their recipient are put off; `isMore` says whether
 * others may be due.
 */
export const takeMails = async (
  db: Database,
  count: number,
): Promise<{ mails: TakenMail[]; isMore: boolean }> => {
  const rows = await db.transaction(async (tx) => {
    await tx.run(lock);
    await tx.run(giveUp);
    return tx.list(take, [count, Object.keys(MAIL_KINDS)]);
  });
  return { mails: rows.filter((mail) => mail.is_ours), isMore: rows.length === count };
};

type Try = Pick<TakenMail, 'id' | 'tries'>;
/** Whatever else happened to it: it is gone. */
export const markMailSent = (db: Queries, id: number, answer: string) => db.run(markSent, [id, answer]);
/** For good. Says nothing if another server has taken it meanwhile. */
export const markMailFailed = (db: Queries, { id, tries }: Try, answer: string) =>
  db.run(markFailed, [id, tries, answer]);
/** Until the next try, or for good if that were too late. */
export const postponeMail = (db: Queries, { id, tries }: Try, answer: string, minutes: number) =>
  db.run(postpone, [id, tries, answer, minutes]);

/** One that has failed, or all for null; returns how many wait again. */
export const retryMails = (db: Queries, id: number | null) => db.run(retry, [id]);

/** Today is the day in UTC. */
export const countMails = (db: Queries) => db.get(counts);
