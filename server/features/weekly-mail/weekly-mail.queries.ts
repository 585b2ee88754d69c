import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

/** Only the server's clock counts, and that is the database's. */
const clock = statement(z.object({ now: z.string() }), `select now() as now`);

const choiceOf = statement(
  z.object({
    weekday: z.int(),
    time_zone: z.string(),
    email: z.string(),
    next_at: z.string().nullable(),
  }),
  `select weekday, time_zone, email, next_at from weekly_mails where user_id = $1`,
);
const put = command(
  `insert into weekly_mails (user_id, email, weekday, time_zone, next_at, token_hash, sealed_token)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (user_id) do update set email = excluded.email, weekday = excluded.weekday,
     time_zone = excluded.time_zone, next_at = excluded.next_at`,
);
const end = command(`update weekly_mails set next_at = null where token_hash = $1 and next_at is not null`);

// Whoever may no longer have it is there as well, to be put off until the week after.
const due = statement(
  z.object({
    user_id: z.int(),
    email: z.string(),
    username: z.string().nullable(),
    role: z.enum(['student', 'teacher']).nullable(),
    weekday: z.int(),
    time_zone: z.string(),
    now: z.string(),
    sealed_token: z.instanceof(Buffer),
  }),
  `select w.user_id, w.email, u.username, w.weekday, w.time_zone, now() as now, w.sealed_token,
     case when u.role in ('student', 'teacher') and u.email = w.email and u.email_confirmed_at is not null
       then u.role end as role
   from weekly_mails w join users u on u.id = w.user_id
   where w.next_at <= now()
   order by w.next_at, w.user_id limit 1
   for update of w skip locked`,
);
export type DueRow = NonNullable<Awaited<ReturnType<typeof findDue>>>;
const moveOn = command(`update weekly_mails set next_at = $2 where user_id = $1`);
const renewToken = command(`update weekly_mails set token_hash = $2, sealed_token = $3 where user_id = $1`);
// Unless another server has written it meanwhile.
const putOff = command(
  `update weekly_mails set next_at = now() + interval '1 hour' where user_id = $1 and next_at <= now()`,
);

const doneBy = statement(
  z.object({ key: z.string() }),
  `select key from completions where user_id = $1 and is_completed`,
);

export const getNow = async (db: Queries): Promise<number> => Date.parse((await db.get(clock)).now);
export const findChoice = (db: Queries, userId: number) => db.find(choiceOf, [userId]);

export interface NewChoice {
  userId: number;
  email: string;
  weekday: number;
  timeZone: string;
  /** Null turns it off. */
  nextAt: number | null;
  /** For the first time; afterwards the token stays what it was. */
  tokenHash: Buffer;
  sealedToken: Buffer;
}
const iso = (time: number): string => new Date(time).toISOString();
export const putChoice = (db: Queries, given: NewChoice) =>
  db.run(put, [
    given.userId,
    given.email,
    given.weekday,
    given.timeZone,
    given.nextAt === null ? null : iso(given.nextAt),
    given.tokenHash,
    given.sealedToken,
  ]);
export const endWeeklyMail = (db: Queries, tokenHash: Buffer) => db.run(end, [tokenHash]);

/** The first that is due, until the end of the transaction for nobody else; undefined if there is none. */
export const findDue = (tx: Queries) => tx.find(due);
export const moveToNext = (tx: Queries, userId: number, nextAt: number) =>
  tx.run(moveOn, [userId, iso(nextAt)]);
export const replaceToken = (tx: Queries, userId: number, tokenHash: Buffer, sealedToken: Buffer) =>
  tx.run(renewToken, [userId, tokenHash, sealedToken]);
/** This one could not be written: the others do not wait for it. */
export const putOffMail = (db: Queries, userId: number) => db.run(putOff, [userId]);

export const listDoneKeys = async (db: Queries, userId: number): Promise<string[]> =>
  (await db.list(doneBy, [userId])).map(({ key }) => key);
