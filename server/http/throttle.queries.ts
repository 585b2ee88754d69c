import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';

// Every hit puts off by $2 seconds when all are forgotten, up to $3 seconds from now; then it is refused and changes
// nothing.
const hit = statement(
  z.object({ seconds: z.number() }),
  `insert into throttles as t (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $2))
   on conflict (key) do update set
     is_refused = t.resets_at + make_interval(secs => $2) > now() + make_interval(secs => $3),
     resets_at = case
       when t.resets_at + make_interval(secs => $2) > now() + make_interval(secs => $3) then t.resets_at
       else greatest(t.resets_at, now()) + make_interval(secs => $2)
     end
   returning
     case when is_refused then extract(epoch from resets_at - now())::float8 + $2 - $3 else 0 end as seconds`,
);

// Counting comes before judging, in one statement, so that guesses sent side by side do not slip through together:
// a guess is judged by the wait that stood when it took the row, and sets the wait of the next. While blocked nothing
// is counted: whoever hammers does not make the wait of anybody longer.
const guess = statement(
  z.object({ seconds: z.number() }),
  `insert into throttles as t (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $2))
   on conflict (key) do update set
     count = case when t.resets_at <= now() then 1 when t.blocked_until > now() then t.count else t.count + 1 end,
     resets_at = case when t.blocked_until > now() then t.resets_at else excluded.resets_at end,
     is_refused = coalesce(t.resets_at > now() and t.blocked_until > now(), false),
     blocked_until = case
       when t.resets_at <= now() then null
       when t.blocked_until > now() then t.blocked_until
       when t.count + 1 < $3 then null
       else now() + make_interval(secs => least($4, power(2, least(t.count + 1 - $3, 20))))
     end
   returning case when is_refused then extract(epoch from blocked_until - now())::float8 else 0 end as seconds`,
);

const waiting = statement(
  z.object({ seconds: z.number() }),
  `select coalesce(extract(epoch from blocked_until - now())::float8, 0) as seconds from throttles
   where key = $1 and resets_at > now()`,
);

const forget = command(`delete from throttles where key = $1`);
const removeOld = command(`delete from throttles where resets_at <= now()`);

/** These answer the seconds to wait, 0 for none. */
export const countHit = async (
  db: Queries,
  key: Buffer,
  limit: { hits: number; seconds: number },
): Promise<number> => (await db.get(hit, [key, limit.seconds / limit.hits, limit.seconds])).seconds;
export const countGuess = async (
  db: Queries,
  key: Buffer,
  rule: { forgetSeconds: number; free: number; longestSeconds: number },
): Promise<number> =>
  (await db.find(guess, [key, rule.forgetSeconds, rule.free, rule.longestSeconds]))?.seconds ?? 0;
/** Undefined when there are no guesses to wait for. */
export const findWait = async (db: Queries, key: Buffer): Promise<number | undefined> =>
  (await db.find(waiting, [key]))?.seconds;
export const forgetGuesses = (db: Queries, key: Buffer) => db.run(forget, [key]);
export const deleteOldThrottles = (db: Queries) => db.run(removeOld);
