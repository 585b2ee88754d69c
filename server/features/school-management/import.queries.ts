import { z } from 'zod';
import { emailDomain } from '../../../domain/accounts.ts';
import { ROLES } from '../../../domain/roles.ts';
import { isArchived, roleOf } from '../../db/archived.queries.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { askAgain } from '../accounts/address.queries.ts';
import { followSchoolmates } from '../teachers/followers.queries.ts';
import { BACK_BY_LIST } from './groups.queries.ts';

const account = z.object({
  id: z.int(),
  username: z.string().nullable(),
  username_key: z.string().nullable(),
  username_look: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  is_archived: z.boolean(),
  school_id: z.int().nullable(),
  is_confirmed: z.boolean(),
  created_at: z.string(),
  name: z.string().nullable(),
  sourced_id: z.string().nullable(),
});
export type ImportAccount = z.infer<typeof account>;

const having = statement(
  account,
  `select id, username, username_key, username_look, email, ${roleOf('users')} as role,
     ${isArchived('users')} as is_archived, school_id, email_confirmed_at is not null as is_confirmed, created_at,
     name, sourced_id
   from users
   where username_key = any($1) or username_look = any($2) or email = any($3)
     or (school_id = $4 and sourced_id = any($5))`,
);

const others = statement(
  z.object({ domain: z.string() }),
  `select domain_pattern as domain from schools where id <> $1 and domain_pattern = any($2)`,
);

const takeIn = statement(
  z.object({ id: z.int(), username: z.string().nullable(), email: z.string() }),
  `update users u set school_id = $1
   from unnest($2::int[], $3::text[], $4::text[]) as wanted (id, email, role)
   where u.id = wanted.id and u.email = wanted.email and u.role = wanted.role and u.school_id is null
     and u.email_confirmed_at is not null
   returning u.id, u.username, u.email`,
);

const claim = statement(
  z.object({ id: z.int(), username: z.string().nullable(), email: z.string() }),
  `update users u set school_id = $1, role = wanted.role, password_hash = wanted.password_hash,
     must_change_password = true, email_confirmed_at = now(), email_waits = false
   from unnest($2::int[], $3::text[], $4::text[], $5::text[]) as wanted (id, email, role, password_hash)
   where u.id = wanted.id and u.email = wanted.email and u.email_confirmed_at is null
     and u.role in ('student', 'teacher') and (u.school_id is null or u.school_id = $1)
   returning u.id, u.username, u.email`,
);

// In one order, as everybody holds several users, so that two never wait for each other.
const hold = statement(
  z.object({
    id: z.int(),
    school_id: z.int().nullable(),
    role: z.enum([...ROLES, 'archived']),
    email: z.string().nullable(),
  }),
  `select id, school_id, role, email from users where id = any($1) order by id for no key update`,
);
const change = command(
  `update users u set email = wanted.email, role = wanted.role,
     email_confirmed_at = case when u.email is distinct from wanted.email then now() else u.email_confirmed_at end,
     email_waits = u.email_waits and u.email is not distinct from wanted.email
   from unnest($2::int[], $3::text[], $4::text[]) as wanted (id, email, role)
   where u.id = wanted.id and u.school_id = $1 and u.role in ('student', 'teacher')`,
);
const describe = command(
  `update users u set name = coalesce(wanted.name, u.name), sourced_id = coalesce(wanted.sourced_id, u.sourced_id)
   from unnest($2::int[], $3::text[], $4::text[]) as wanted (id, name, sourced_id)
   where u.id = wanted.id and u.school_id = $1 and u.role in ('student', 'teacher')
     and (u.name, u.sourced_id) is distinct from
       (coalesce(wanted.name, u.name), coalesce(wanted.sourced_id, u.sourced_id))`,
);

// Those of classes are the roster's.
const memberships = statement(
  z.object({ user_id: z.int(), name: z.string(), by_list: z.boolean() }),
  `select m.user_id, g.name, m.by_roster as by_list
   from group_members m join groups g on g.id = m.group_id
   where g.school_id = $1 and g.removed_at is null and g.sourced_id is null and m.user_id = any($2)
     and m.left_at is null
   order by lower(g.name), g.id`,
);
const makeGroups = command(
  `insert into groups (school_id, name)
   select distinct on (lower(name)) $1::int, name
   from unnest($2::text[]) with ordinality as t (name, position)
   order by lower(name), position
   on conflict do nothing`,
);
const joinGroups = command(
  `insert into group_members (group_id, user_id, by_roster)
   select g.id, u.id, true from unnest($2::text[], $3::text[]) as wanted (email, name)
   join users u on u.email = wanted.email and u.school_id = $1 and u.role = 'student'
   join groups g on g.school_id = $1 and lower(g.name) = lower(wanted.name) and g.removed_at is null
   order by g.id, u.id
   ${BACK_BY_LIST}`,
);
const leaveGroups = command(
  `delete from group_members m
   using unnest($2::text[], $3::text[]) as wanted (email, name), users u, groups g
   where u.email = wanted.email and u.school_id = $1 and m.user_id = u.id and m.group_id = g.id
     and g.school_id = $1 and lower(g.name) = lower(wanted.name) and g.removed_at is null and g.sourced_id is null
     and m.by_roster`,
);

interface Named {
  key: string;
  look: string;
}

/** Accounts that have one of these names or addresses, and those of the school with one of these ids of its system. */
export const findAccounts = (
  db: Queries,
  schoolId: number,
  {
    names,
    emails,
    sourcedIds,
  }: { names: readonly Named[]; emails: readonly string[]; sourcedIds: readonly string[] },
) =>
  db.list(having, [names.map(({ key }) => key), names.map(({ look }) => look), emails, schoolId, sourcedIds]);
/** Which domains of these addresses are other schools'. */
export const findOthersDomains = async (db: Queries, schoolId: number, emails: readonly string[]) => {
  const domains = [...new Set(emails.map(emailDomain))];
  return new Set((await db.list(others, [schoolId, domains])).map(({ domain }) => domain));
};
/** The groups of the school that these are in. */
export const listMemberships = (db: Queries, schoolId: number, userIds: readonly number[]) =>
  db.list(memberships, [schoolId, userIds]);

/** As they are now; nobody changes them until the transaction ends. */
export const holdAccounts = (tx: Queries, ids: readonly number[]) => tx.list(hold, [ids]);
/** New addresses, for which the school vouches, and roles. */
export const changeUsers = (
  tx: Queries,
  schoolId: number,
  users: readonly { id: number; email: string | null; role: string }[],
) =>
  tx.run(change, [
    schoolId,
    users.map(({ id }) => id),
    users.map(({ email }) => email),
    users.map(({ role }) => role),
  ]);

/** What the school's own system says of people who are here; nothing is taken away. */
export const describeUsers = (
  tx: Queries,
  schoolId: number,
  users: readonly { id: number; name: string | null; sourcedId: string | null }[],
) =>
  tx.run(describe, [
    schoolId,
    users.map(({ id }) => id),
    users.map(({ name }) => name),
    users.map(({ sourcedId }) => sourcedId),
  ]);

/** Accounts without a school, locked, join this one; returns those that still had the address and the role, and no school. */
export const takeInUsers = async (
  tx: Queries,
  schoolId: number,
  users: readonly { id: number; email: string; role: string }[],
) => {
  const ids = users.map(({ id }) => id);
  const taken = await tx.list(takeIn, [
    schoolId,
    ids,
    users.map(({ email }) => email),
    users.map(({ role }) => role),
  ]);
  await followSchoolmates(tx, ids);
  return taken;
};

/** Accounts, locked, that never proved their address become those of the school's people; returns those that still could. */
export const claimUsers = async (
  tx: Queries,
  schoolId: number,
  users: readonly { id: number; email: string; role: string; passwordHash: string }[],
) => {
  const ids = users.map(({ id }) => id);
  const claimed = await tx.list(claim, [
    schoolId,
    ids,
    users.map(({ email }) => email),
    users.map(({ role }) => role),
    users.map(({ passwordHash }) => passwordHash),
  ]);
  // The previous holder may have accepted any teacher, so all must ask again, except those of the school.
  await askAgain(tx, ids);
  await followSchoolmates(tx, ids);
  return claimed;
};

interface InGroup {
  email: string;
  name: string;
}

/** Students leave groups that an earlier list had put them into. */
export const leaveSchoolGroups = async (tx: Queries, schoolId: number, left: readonly InGroup[]) => {
  if (left.length > 0)
    await tx.run(leaveGroups, [schoolId, left.map(({ email }) => email), left.map(({ name }) => name)]);
};

/** Students of this school join groups of its own, which are made where there is none of that name. */
export const joinSchoolGroups = async (tx: Queries, schoolId: number, wanted: readonly InGroup[]) => {
  if (wanted.length === 0) return;
  const names = wanted.map(({ name }) => name);
  await tx.run(makeGroups, [schoolId, names]);
  await tx.run(joinGroups, [schoolId, wanted.map(({ email }) => email), names]);
};
