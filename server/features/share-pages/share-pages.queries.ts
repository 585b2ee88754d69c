import { z } from 'zod';
import { SITS, WHICH_PAPERS } from '../../../domain/papers.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { isoTime } from '../../db/iso-time.ts';

/** Of a share page: its last day is over, wherever on Earth it is read. */
export const HAS_ENDED = `ends_on < (now() at time zone 'UTC' - interval '12 hours')::date`;
/** Of a user `u` with their school `s`, if any. */
const IS_ON = `coalesce(s.share_pages, true)`;

const pageRow = z.object({
  id: z.string(),
  name: z.string(),
  subjects: z.array(z.string()),
  ends_on: z.string(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  sealed_token: z.instanceof(Buffer),
});
export type SharePageRow = z.infer<typeof pageRow>;
const PAGE = `select p.id, p.name, p.subjects, p.ends_on::text as ends_on, ${isoTime('p.created_at')} as created_at,
     ${isoTime('p.last_used_at')} as last_used_at, p.sealed_token
   from share_pages p`;

const isOn = statement(
  z.object({ is_on: z.boolean() }),
  `select ${IS_ON} as is_on from users u left join schools s on s.id = school_id where u.id = $1`,
);
const pagesOf = statement(
  pageRow,
  `${PAGE} where user_id = $1 and not ${HAS_ENDED} order by p.created_at desc, p.id`,
);
const standing = statement(
  z.object({ is_on: z.boolean(), takes_all: z.boolean(), pages: z.int() }),
  `select ${IS_ON} as is_on,
     not exists (
       select unnest($2::text[]) except select subject_id from user_subjects where user_id = u.id) as takes_all,
     (select count(*)::int from share_pages where user_id = u.id and not ${HAS_ENDED}) as pages
   from users u left join schools s on s.id = school_id where u.id = $1`,
);
/** The same page, made by the same press. */
const TWIN = `user_id = $1 and name = $2 and subjects = $3 and ends_on = $4 and created_at > now() - interval '10 seconds'`;
const twin = statement(pageRow, `${PAGE} where ${TWIN}`);
const insert = statement(
  pageRow,
  `with p as (
     insert into share_pages (user_id, name, subjects, ends_on, id, token_hash, sealed_token)
     values ($1, $2, $3, $4, $5, $6, $7) returning *
   )
   ${PAGE.replace('share_pages p', 'p')}`,
);
const remove = command(`delete from share_pages where user_id = $1 and id = $2`);

// A page follows its student: no subject that was dropped, nothing once the school has switched pages off.
const byToken = statement(
  z.object({
    id: z.string(),
    name: z.string(),
    ends_on: z.string(),
    is_stale: z.boolean(),
    subjects: z.array(z.string()),
    year_ranges: z.record(z.string(), z.object({ startYear: z.int(), endYear: z.int() })),
    timezone_overrides: z.record(z.string(), z.record(z.string(), z.boolean())),
    sits: z.enum(SITS).nullable(),
    papers: z.enum(WHICH_PAPERS).nullable(),
    /** The papers that are done, with their scores. */
    done: z.record(z.string(), z.int().nullable()),
  }),
  `select p.id, p.name, p.ends_on::text as ends_on,
     coalesce(p.last_used_at < now() - interval '5 minutes', true) as is_stale, taken.ids as subjects,
     coalesce(f.year_ranges, '{}') as year_ranges, coalesce(f.timezone_overrides, '{}') as timezone_overrides,
     f.sits, f.papers,
     coalesce((
       select json_object_agg(key, score) from completions c
       where c.user_id = u.id and is_completed and c.subject_id = any(taken.ids)), '{}') as done
   from share_pages p
   join users u on u.id = p.user_id and u.role = 'student'
   left join schools s on s.id = u.school_id
   left join preferences f on f.user_id = u.id
   cross join lateral (
     select array(
       select subject_id from user_subjects
       where user_id = u.id and subject_id = any(p.subjects) order by position) as ids
   ) as taken
   where p.token_hash = $1 and not p.${HAS_ENDED} and ${IS_ON}`,
);
const touch = command(`update share_pages set last_used_at = now() where id = $1`);

/** Whether the user's school, if they have one, lets its students share pages. */
export const isSharingOn = async (db: Queries, userId: number): Promise<boolean> =>
  (await db.get(isOn, [userId])).is_on;
export const listSharePages = (db: Queries, userId: number) => db.list(pagesOf, [userId]);

export type NewPage = { userId: number; name: string; subjects: readonly string[]; endsOn: string };
const given = ({ userId, name, subjects, endsOn }: NewPage) => [userId, name, subjects, endsOn];

/** Whether a student may share one more page of these subjects. Call it, and what follows, with the user locked. */
export const getStanding = (tx: Queries, { userId, subjects }: NewPage) =>
  tx.get(standing, [userId, subjects]);
export const findTwin = (tx: Queries, page: NewPage) => tx.find(twin, given(page));
export const insertSharePage = (
  tx: Queries,
  page: NewPage & { id: string; tokenHash: Buffer; sealedToken: Buffer },
) => tx.get(insert, [...given(page), page.id, page.tokenHash, page.sealedToken]);
/** Returns 0 when it is not one of this user's. */
export const deleteSharePage = (db: Queries, userId: number, id: string) => db.run(remove, [userId, id]);

/** What a link opens. Whatever has ended it, it takes the same statement to find nothing. */
export const findShared = (db: Queries, tokenHash: Buffer) => db.find(byToken, [tokenHash]);
export type SharedRow = NonNullable<Awaited<ReturnType<typeof findShared>>>;
export const touchSharePage = (db: Queries, id: string) => db.run(touch, [id]);
