import { z } from 'zod';
import { loginKey } from '../../../domain/accounts.ts';
import { lookOf } from '../../../domain/look-alikes.ts';
import type { Role } from '../../../domain/roles.ts';
import { isArchived } from '../../db/archived.queries.ts';
import { type Queries, statement } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';
import { managedUser, USERS } from '../platform-admin/users.queries.ts';

/** The people of one school. */

const ofSchool = statement(
  managedUser,
  `${USERS} where u.school_id = $1 and not ${isArchived('u')} order by coalesce(u.username_key, u.email), u.id`,
);
const heldOfSchool = statement(
  managedUser,
  `${USERS} where u.id = $1 and u.school_id = $2 and not ${isArchived('u')} for update of u`,
);

const insert = statement(
  z.object({ id: z.int() }),
  `insert into users
     (username, username_key, username_look, email, password_hash, role, school_id, must_change_password,
       email_confirmed_at)
   select username, username_key, username_look, email, password_hash, role, $7, true,
     case when email is not null then now() end
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
     with ordinality as t (username, username_key, username_look, email, password_hash, role, row)
   order by row
   returning id`,
);

/** By name. */
export const listUsersOfSchool = (db: Queries, schoolId: number) => db.list(ofSchool, [schoolId]);
export const holdUserOfSchool = async (tx: Queries, schoolId: number, id: number) => {
  await lockUsers(tx, [id]);
  return tx.get(heldOfSchool, [id, schoolId]);
};

export interface NewUser {
  username: string;
  email: string | null;
  role: Role;
  passwordHash: string;
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
    ])
  ).map(({ id }) => id);
