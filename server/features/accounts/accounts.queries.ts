import { z } from 'zod';
import type { Input } from '../../../contract/index.ts';
import { emailDomain, loginKey } from '../../../domain/accounts.ts';
import { lookOf } from '../../../domain/look-alikes.ts';
import { NO_PACE } from '../../../domain/pace.ts';
import { SITS, WHICH_PAPERS } from '../../../domain/papers.ts';
import { ROLES, type Role } from '../../../domain/roles.ts';
import { isArchived, roleOf } from '../../db/archived.queries.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { schoolOf } from './address.queries.ts';

const credentials = z.object({
  id: z.int(),
  role: z.enum(ROLES),
  school_id: z.int().nullable(),
  password_hash: z.string(),
  must_change_password: z.boolean(),
  is_archived: z.boolean(),
  /** The school lets its people in only through its own sign-in. */
  is_closed: z.boolean(),
});
// Somebody without an address is found by the sign-in only once they have joined.
export const IS_CLOSED = `exists (
     select from school_sign_ins i where i.school_id = users.school_id and i.only_sign_in and i.tested_at is not null
       and (users.email is not null or exists (select from identities where user_id = users.id)))`;
const FIELDS = `users.id, ${roleOf('users')} as role, school_id, password_hash, must_change_password,
     ${isArchived('users')} as is_archived, ${IS_CLOSED} as is_closed`;
const CREDENTIALS = `select ${FIELDS} from users`;

const byUsername = statement(credentials, `${CREDENTIALS} where username_key = $1`);
const byEmail = statement(credentials, `${CREDENTIALS} where email = $1`);
const byId = statement(
  credentials.extend({ school_name: z.string().nullable(), domain_pattern: z.string().nullable() }),
  `select ${FIELDS}, s.name as school_name, domain_pattern
   from users left join schools s on s.id = school_id where users.id = $1`,
);
const schoolByDomain = statement(
  z.object({ name: z.string(), domain_pattern: z.string(), is_closed: z.boolean() }),
  `select name, domain_pattern, coalesce(only_sign_in and tested_at is not null, false) as is_closed
   from schools left join school_sign_ins on school_id = schools.id where domain_pattern = $1`,
);

const insert = statement(
  z.object({ id: z.int() }),
  `insert into users
     (username, username_key, username_look, email, password_hash, role, school_id, email_confirmed_at, email_waits)
   values ($1, $2, $3, $4, $5, $6, case when not $8 then ${schoolOf('$4', '$7')} end,
     case when $9 then now() end, $8)
   returning id`,
);

const setHash = command(`update users set password_hash = $2, must_change_password = true where id = $1`);
const replaceHash = command(
  `update users set password_hash = $3, must_change_password = false where id = $1 and password_hash = $2`,
);

const preferencesRow = z.object({
  year_ranges: z.record(z.string(), z.object({ startYear: z.int(), endYear: z.int() })),
  timezone_overrides: z.record(z.string(), z.record(z.string(), z.boolean())),
  sits: z.enum(SITS).nullable(),
  papers: z.enum(WHICH_PAPERS).nullable(),
  // Only what has been said of it is stored.
  pace: z.object({
    session: z.string().nullable().default(NO_PACE.session),
    goal: z.int().nullable().default(NO_PACE.goal),
    weeks_off: z.array(z.string()).default([]),
    not_now: z.boolean().default(NO_PACE.not_now),
  }),
});
const preferencesOf = statement(
  preferencesRow,
  `select year_ranges, timezone_overrides, sits, papers, coalesce(pace, '{}') as pace
   from preferences where user_id = $1`,
);
// Null for what is not named; $6, $7: whether `sits` and `papers` are, which may be null themselves.
const putPreferences = command(
  `insert into preferences as p (user_id, year_ranges, timezone_overrides, sits, papers, pace)
   values ($1, coalesce($2::jsonb, '{}'), coalesce($3::jsonb, '{}'), $4, $5, $8::jsonb)
   on conflict (user_id) do update set
     year_ranges = coalesce($2::jsonb, p.year_ranges),
     timezone_overrides = coalesce($3::jsonb, p.timezone_overrides),
     sits = case when $6 then excluded.sits else p.sits end,
     papers = case when $7 then excluded.papers else p.papers end,
     pace = case when $8::jsonb is null then p.pace else coalesce(p.pace, '{}') || $8::jsonb end,
     updated_at = now()
   where (p.year_ranges, p.timezone_overrides, p.sits, p.papers, p.pace)
     is distinct from
     (coalesce($2::jsonb, p.year_ranges), coalesce($3::jsonb, p.timezone_overrides),
       case when $6 then excluded.sits else p.sits end, case when $7 then excluded.papers else p.papers end,
       case when $8::jsonb is null then p.pace else coalesce(p.pace, '{}') || $8::jsonb end)`,
);
const NO_PREFERENCES: z.infer<typeof preferencesRow> = {
  year_ranges: {},
  timezone_overrides: {},
  sits: null,
  papers: null,
  pace: { ...NO_PACE, weeks_off: [] },
};

/** By username or, since usernames contain no @, by e-mail in the same field. */
export const findCredentials = (db: Queries, login: string) =>
  db.find(login.includes('@') ? byEmail : byUsername, [loginKey(login)]);

export const getCredentials = async (db: Queries, userId: number) => {
  const { school_name: name, domain_pattern, ...rest } = await db.get(byId, [userId]);
  return { ...rest, school: name === null || domain_pattern === null ? undefined : { name, domain_pattern } };
};

/** The school that somebody with this address will belong to. */
export const findSchoolOfAddress = (db: Queries, email: string) =>
  db.find(schoolByDomain, [emailDomain(email)]);

/** Creates a user, who belongs to the school whose domain the address has, unless it has to be proved first. */
export const insertUser = (
  db: Queries,
  user: { username: string; email: string; passwordHash: string; role: Role },
  { isProved, waits }: { isProved: boolean; waits: boolean },
) =>
  db.get(insert, [
    user.username,
    loginKey(user.username),
    lookOf(user.username),
    user.email,
    user.passwordHash,
    user.role,
    emailDomain(user.email),
    waits,
    isProved,
  ]);

/** Returns 0 when the hash is no longer the one that was checked. */
export const replacePasswordHash = (db: Queries, userId: number, oldHash: string, newHash: string) =>
  db.run(replaceHash, [userId, oldHash, newHash]);

/** Of a password that its owner has not chosen. */
export const setGeneratedHash = (db: Queries, userId: number, hash: string) =>
  db.run(setHash, [userId, hash]);

/** Of who has said nothing, that they have not. */
export const getPreferences = async (db: Queries, userId: number) =>
  (await db.find(preferencesOf, [userId])) ?? NO_PREFERENCES;
/** Returns 0 when nothing changed. */
export const savePreferences = (
  db: Queries,
  userId: number,
  { year_ranges, timezone_overrides, sits, papers, pace }: Input<'PUT /users/me/preferences'>['json'],
) =>
  db.run(putPreferences, [
    userId,
    year_ranges ? JSON.stringify(year_ranges) : null,
    timezone_overrides ? JSON.stringify(timezone_overrides) : null,
    sits ?? null,
    papers ?? null,
    sits !== undefined,
    papers !== undefined,
    pace ? JSON.stringify(pace) : null,
  ]);
