import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';

const row = z.object({
  id: z.int(),
  cause: z.string(),
  recipient: z.string(),
  payload: z.unknown(),
  message_id: z.string(),
  tries: z.int(),
  waits: z.boolean(),
  /** Until the next try. */
  minutes: z.number(),
  is_sent: z.boolean(),
  has_failed: z.boolean(),
  last_answer: z.string().nullable(),
});
const all = statement(
  row,
  `select id, cause, recipient, payload, message_id, tries, sent_at is null and failed_at is null as waits,
     round(extract(epoch from next_try_at - now()) / 60)::float as minutes,
     sent_at is not null as is_sent, failed_at is not null as has_failed, last_answer
   from mails order by id`,
);
const makeSecret = command(`update mails set is_secret = true`);
const makeUnknown = command(`update mails set kind = 'from_the_future' where cause = $1`);
const spoil = command(`update mails set payload = '{}' where cause = $1`);

const forget = command(`update mails set payload = null where failed_at is not null`);
/** As happens to secrets that have failed. */
export const forgetPayloads = (db: Queries) => db.run(forget);
const makeDue = command(`update mails set next_try_at = now()`);
const insertFailed = statement(
  z.object({ id: z.int() }),
  `insert into mails (cause, kind, recipient, payload, is_secret, created_at, next_try_at, give_up_at, failed_at, tries,
     last_answer)
   values ($1, 'test', 'zoe@example.org', '{"server": "mail.example.org"}', false, now(), now(), now(), now(), 1,
     '550 No such user')
   on conflict (cause) do update set failed_at = excluded.failed_at
   returning id`,
);
/** Returns its id. */
export const insertFailedMail = async (db: Queries, cause: string): Promise<number> =>
  (await db.get(insertFailed, [cause])).id;

/** As if its time had come. */
export const makeMailsDue = (db: Queries) => db.run(makeDue);
export const listMails = (db: Queries) => db.list(all);
/** As a kind would be whose payload holds a link. */
export const makeMailsSecret = (db: Queries) => db.run(makeSecret);
/** As a server of a newer version would write it. */
export const makeKindUnknown = (db: Queries, cause: string) => db.run(makeUnknown, [cause]);
export const spoilPayload = (db: Queries, cause: string) => db.run(spoil, [cause]);

const hide = command('alter table mails rename to mails_away');
const show = command('alter table mails_away rename to mails');
/** As if the database were away, for the outbox alone. */
export const hideMails = (db: Queries) => db.run(hide);
export const showMails = (db: Queries) => db.run(show);
