import { z } from 'zod';
import { loginKey } from '../../../domain/accounts.ts';
import { lookOf } from '../../../domain/look-alikes.ts';
import { ROLES, type Role } from '../../../domain/roles.ts';
import { isArchived } from '../../db/archived.queries.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { lockUsers, shareSchool } from '../../db/locks.queries.ts';
import { NotFoundError } from '../../errors.ts';
import { managedUser, NAMED_USERS, USERS } from '../platform-admin/users.queries.ts';

/** The people of one school. */

const ofSchool = statement(
  managedUser.extend({ name: z.string().nullable() }),
  `${NAMED_USERS} where u.school_id = $1 and not ${isArchived('u')} order by coalesce(u.username_key, u.email), u.id`,
);
const heldOfSchool = statement(
  managedUser,
  `${USERS} where u.id = $1 and u.school_id = $2 and not ${isArchived('u')} for no key update of u`,
);
const person = z.object({
  id: z.int(),
  role: z.enum(ROLES),
  username: z.string().nullable(),
  email: z.string().nullable(),
});
const MANY = `select id, role, username, email from users
   where id = any($2) and school_id = $1 and not ${isArchived('users')} order by id`;
const manyOfSchool = statement(person, MANY);
const heldOfMany = statement(person, `${MANY} for no key update`);
const changeRoles = statement(
  z.object({ id: z.int() }),
  `update users set role = $3
   where id = any($2) and school_id = $1 and role in ('student', 'teacher') and role <> $3
   returning id`,
);
const setHashes = command(
  `update users u set password_hash = given.hash, must_change_password = true
   from unnest($2::int[], $3::text[]) as given (id, hash)
   where u.id = given.id and u.school_id = $1`,
);

const insert = statement(
  z.object({ id: z.int() }),
  `insert into users
     (username, username_key, username_look, email, password_hash, role, school_id, must_change_password,
       email_confirmed_at, name, sourced_id)
   select username, username_key, username_look, email, password_hash, role, $7, true,
     case when email is not null then now() end, name, sourced_id
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $8::text[], $9::text[])
     with ordinality as t (username, username_key, username_look, email, password_hash, role, name, sourced_id, row)
   order by row
   returning id`,
);

/** By name. */
export const listUsersOfSchool = (db: Queries, schoolId: number) => db.list(ofSchool, [schoolId]);
export const holdUserOfSchool = async (tx: Queries, schoolId: number, id: number) => {
  await shareSchool(tx, schoolId);
  await lockUsers(tx, [id]);
  return tx.get(heldOfSchool, [id, schoolId]);
};
const allOf = <P>(people: P[], ids: readonly number[]): P[] => {
  if (people.length < ids.length) throw new NotFoundError();
  return people;
};
/** All of them, or it throws not found; nobody else changes them until the transaction ends. */
export const holdUsersOfSchool = async (tx: Queries, schoolId: number, ids: readonly number[]) => {
  await shareSchool(tx, schoolId);
  await lockUsers(tx, ids);
  return allOf(await tx.list(heldOfMany, [schoolId, ids]), ids);
};
/** The same for a look at them. */
export const listTheseOfSchool = async (db: Queries, schoolId: number, ids: readonly number[]) =>
  allOf(await db.list(manyOfSchool, [schoolId, ids]), ids);

/** Students become teachers, or the reverse; returns who was not what they are now. */
export const updateRoles = async (
  tx: Queries,
  schoolId: number,
  ids: readonly number[],
  role: 'student' | 'teacher',
) => (await tx.list(changeRoles, [schoolId, ids, role])).map(({ id }) => id);
/** Of passwords that their owners have not chosen. */
export const setGeneratedHashes = (
  tx: Queries,
  schoolId: number,
  ids: readonly number[],
  hashes: readonly string[],
) => tx.run(setHashes, [schoolId, ids, hashes]);

export interface NewUser {
  username: string;
  email: string | null;
  role: Role;
  passwordHash: string;
  name?: string | null;
  /** In the school's own system. */
  sourcedId?: string | null;
}

/** Inserts all or none into this school, with passwords that they have not chosen, and vouches for their addresses. */
export const insertUsers = async (tx: Queries, schoolId: number, users: readonly NewUser[]) =>
  (
    await tx.list(insert, [
      users.map((user) => user.username),
      users.map((user) => loginKey(user.username)),
      users.map((user) => lookOf(user.username)),
      users.map((user) => user.email),
      users.map((user) => user.passwordHash),
      users.map((user) => user.role),
      schoolId,
      users.map((user) => user.name ?? null),
      users.map((user) => user.sourcedId ?? null),
    ])
  ).map(({ id }) => id);
