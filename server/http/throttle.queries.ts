import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';

const hit = statement(
  z.object({ count: z.int(), seconds: z.number() }),
  `insert into throttles as t (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $2))
   on conflict (key) do update set
     count = case when t.resets_at <= now() then 1 else t.count + 1 end,
     resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
   returning count, extract(epoch from resets_at - now())::float8 as seconds`,
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

const forget = command(`delete from throttles where key = $1`);
const removeOld = command(`delete from throttles where resets_at <= now()`);

export const countHit = (db: Queries, key: Buffer, windowSeconds: number) =>
  db.get(hit, [key, windowSeconds]);
export const countGuess = async (
  db: Queries,
  key: Buffer,
  rule: { forgetSeconds: number; free: number; longestSeconds: number },
): Promise<number> =>
  (await db.find(guess, [key, rule.forgetSeconds, rule.free, rule.longestSeconds]))?.seconds ?? 0;
export const forgetGuesses = (db: Queries, key: Buffer) => db.run(forget, [key]);
export const deleteOldThrottles = (db: Queries) => db.run(removeOld);
