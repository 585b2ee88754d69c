import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';

// Every hit moves the moment when all are forgotten $2 seconds further, up to $3 seconds from now; beyond that it is
// refused and changes nothing.
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

/** The network from which the guess with the key $1 comes. */
const IS_KNOWN = `exists (select from known_networks where key = $1 and expires_at > now())`;

// Counting and checking are one statement, so that guesses sent in parallel do not slip through together: a guess is
// checked against the wait that applied when it took the row, and sets the wait of the next. Guesses while blocked do
// not count: hammering does not make anybody's wait longer. $5 are the budgets.
const guess = statement(
  z.object({ seconds: z.number() }),
  `with budget as (
     select max(blocked_until) as blocked_until from throttles
     where key = any(case when ${IS_KNOWN} then '{}' else $5::bytea[] end) and blocked_until > now()
   ), counted as (
     insert into throttles as t (key, count, resets_at)
     select $1, 1, now() + make_interval(secs => $2) from budget where blocked_until is null
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
     returning case when is_refused then blocked_until end as blocked_until
   )
   select coalesce(extract(epoch from blocked_until - now())::float8, 0) as seconds
   from (select blocked_until from counted union all select blocked_until from budget) as either
   order by blocked_until nulls last limit 1`,
);

// Each wrong password moves the moment when all are forgotten one step further, and once that is further away than the
// whole budget lasts, the next one has to wait. In the order of the keys, to avoid deadlocks.
const fail = command(
  `insert into throttles as t (key, count, resets_at, blocked_until)
   select key, 1, now() + make_interval(secs => step), now() + make_interval(secs => 2 * step - lasts)
   from unnest($2::bytea[], $3::float8[], $4::float8[]) as budget (key, step, lasts)
   where not ${IS_KNOWN} order by key
   on conflict (key) do update set
     resets_at = greatest(t.resets_at, now()) + (excluded.resets_at - now()),
     blocked_until = greatest(t.resets_at, now()) + (excluded.blocked_until - now())`,
);

// $3 is until when a network counts as remembered just now.
const waiting = statement(
  z.object({ seconds: z.number(), is_settled: z.boolean() }),
  `select
     coalesce((
       select max(extract(epoch from blocked_until - now())) from throttles
       where key = any(case when ${IS_KNOWN} then array[$1::bytea] else $2::bytea[] || $1::bytea end)
         and resets_at > now() and blocked_until > now()), 0)::float8 as seconds,
     not exists (select from throttles where key = $1 and resets_at > now())
       and exists (select from known_networks where key = $1 and expires_at > now() + make_interval(days => $3))
       as is_settled`,
);

// Networks beyond the newest $4 of a user are forgotten. The user may have been deleted meanwhile.
const trust = command(
  `with forgotten as (delete from throttles where key = $1), crowded as (
     delete from known_networks where key in (
       select key from known_networks where user_id = $2 and key <> $1
       order by expires_at desc offset $4 - 1))
   insert into known_networks as k (key, user_id, expires_at)
   select $1, $2, now() + make_interval(days => $3) where $2::int is null or exists (select from users where id = $2)
   on conflict (key) do update set expires_at = excluded.expires_at
   where k.expires_at < excluded.expires_at - interval '1 day'`,
);

const removeOld = command(`delete from throttles where resets_at <= now()`);
const removeOldNetworks = command(`delete from known_networks where expires_at <= now()`);

/** This many at once; then slots come back one by one, all of them within the given number of seconds. */
export interface Rule {
  hits: number;
  seconds: number;
}
export interface Budget extends Rule {
  key: Buffer;
}
const keysOf = (budgets: readonly Budget[]) => budgets.map(({ key }) => key);

/** These return the seconds to wait, 0 for none. */
export const countHit = async (
  db: Queries,
  key: Buffer,
  { hits, seconds }: Rule,
  times: number,
): Promise<number> => (await db.get(hit, [key, (seconds / hits) * times, seconds])).seconds;
export const countGuess = async (
  db: Queries,
  key: Buffer,
  rule: { forgetSeconds: number; free: number; longestSeconds: number },
  budgets: readonly Budget[],
): Promise<number> =>
  (await db.get(guess, [key, rule.forgetSeconds, rule.free, rule.longestSeconds, keysOf(budgets)])).seconds;

/** Takes from the budgets, unless the network that guessed is known. */
export const countFailure = (db: Queries, key: Buffer, budgets: readonly Budget[]) =>
  db.run(fail, [
    key,
    keysOf(budgets),
    budgets.map(({ hits, seconds }) => seconds / hits),
    budgets.map(({ seconds }) => seconds),
  ]);

/** Settled: no guesses counted, on a network that was remembered within the last day. */
export const getWait = (db: Queries, key: Buffer, budgets: readonly Budget[], { days }: { days: number }) =>
  db.get(waiting, [key, keysOf(budgets), days - 1]);

/** Forgets the guesses, and remembers the network for this many days. */
export const rememberNetwork = (
  db: Queries,
  key: Buffer,
  userId: number | null,
  { days, most }: { days: number; most: number },
) => db.run(trust, [key, userId, days, most]);

export const deleteOldThrottles = (db: Queries) => db.run(removeOld);
export const deleteOldNetworks = (db: Queries) => db.run(removeOldNetworks);
