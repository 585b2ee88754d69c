import { z } from 'zod';
import type { ManagedUser } from '../../../contract/platform-admin.ts';
import { loginKey } from '../../../domain/accounts.ts';
import { lookOf } from '../../../domain/look-alikes.ts';
import { ROLES, type Role } from '../../../domain/roles.ts';
import { roleOf } from '../../db/archived.queries.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';
import { containingKey } from '../../db/search.ts';
import type { Page } from '../../http/paging.ts';

/** A user as `managedUser` of the contract, by `USERS`. */
export const managedUser = z.object({
  id: z.int(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  email_confirmed: z.boolean(),
  role: z.enum(ROLES),
  created_at: z.string(),
  school_id: z.int().nullable(),
  school_name: z.string().nullable(),
  erase_on: z.string().nullable(),
}) satisfies z.ZodType<ManagedUser>;

const select = (
  more = '',
) => `select u.id, u.username, u.email, u.email_confirmed_at is not null as email_confirmed,
     ${roleOf('u')} as role, u.created_at, u.school_id, s.name as school_name, u.erase_on::text as erase_on${more}
   from users u left join schools s on s.id = u.school_id`;
export const USERS = select();
/** With the school's name of the person. */
export const NAMED_USERS = select(', u.name');

/** `$1` is where the previous page ended. */
const CONDITIONS = `u.id < coalesce($1::bigint, 2147483648)
     and ($2::text is null or u.username_key like $2 or u.email like $2 or u.school_id = any($3::int[]))
     and ($4::int is null or u.school_id = $4)
     and ($5::text is null or u.role = $5)`;
const page = statement(managedUser, `${USERS} where ${CONDITIONS} order by u.id desc limit $6`);
// Tens of thousands of rows would block JavaScript for a second, and everybody else with it.
const allJson = statement(
  z.object({ json: z.string(), count: z.int() }),
  `select count(*)::int as count, coalesce(json_agg(json_build_object(
     'id', u.id, 'username', u.username, 'email', u.email,
     'email_confirmed', u.email_confirmed_at is not null, 'role', ${roleOf('u')},
     'created_at', to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'school_id', u.school_id, 'school_name', s.name, 'erase_on', u.erase_on
   ) order by u.id desc), '[]')::text as json
   from users u left join schools s on s.id = u.school_id
   where ${CONDITIONS}`,
);
const byId = statement(managedUser, `${USERS} where u.id = $1`);
const held = statement(managedUser, `${USERS} where u.id = $1 for update of u`);

const counts = statement(
  z.object({
    total: z.int(),
    students: z.int(),
    teachers: z.int(),
    school_admins: z.int(),
    schools_with_users: z.int(),
  }),
  `select count(*)::int as total,
     count(*) filter (where u.role = 'student')::int as students,
     count(*) filter (where u.role = 'teacher')::int as teachers,
     count(*) filter (where u.role = 'school_admin')::int as school_admins,
     count(distinct u.school_id)::int as schools_with_users
   from users u
   where ${CONDITIONS}`,
);

// Whom the teacher sees: somebody who is no student any more is not among them.
const activeStudents = statement(
  z.object({ active: z.int() }),
  `select count(s.id)::int as active
   from users t
   left join teacher_students l on l.teacher_id = t.id and t.role = 'teacher' and l.status = 'active'
   left join users s on s.id = l.student_id and s.role = 'student'
   where t.id = $1
   group by t.id`,
);

// An old name that stays may look like another old one; the first of the two owns the look. A new address is the
// platform admin's word.
const update = command(
  `update users set email = $2, username = $3, username_key = $4, school_id = $5, role = $6,
     email_confirmed_at = case
       when $2::text is null then null when email is distinct from $2 then now() else email_confirmed_at end,
     email_waits = email_waits and email is not distinct from $2,
     username_look = case when username = $3 then username_look else $7 end
   where id = $1`,
);

export interface UserFilter {
  q?: string | undefined;
  /** Schools whose name matches `q`. */
  schoolsFound: readonly number[];
  schoolId?: number | undefined;
  role?: Role | 'archived' | undefined;
}

const filterValues = (after: number | null, filter: UserFilter) => [
  after,
  containingKey(filter.q),
  filter.schoolsFound,
  filter.schoolId ?? null,
  filter.role ?? null,
];

/** Newest first. */
export const listUsers = (db: Queries, { after, rows }: Page, filter: UserFilter) =>
  db.list(page, [...filterValues(after, filter), rows]);
/** The rest of the list at once, as JSON that PostgreSQL builds. */
export const getUsersJson = (db: Queries, after: number | null, filter: UserFilter) =>
  db.get(allJson, filterValues(after, filter));
export const countUsers = (db: Queries, filter: UserFilter) => db.get(counts, filterValues(null, filter));
/** How many active students a teacher has. */
export const countStudents = (db: Queries, teacherId: number) => db.get(activeStudents, [teacherId]);
export const getUser = (db: Queries, id: number) => db.get(byId, [id]);

/** For an update: nobody else changes this user, their records or their school until the transaction ends. */
export const holdUser = async (tx: Queries, id: number) => {
  await lockUsers(tx, [id]);
  return tx.get(held, [id]);
};

export const updateUser = (
  tx: Queries,
  id: number,
  user: { email: string | null; username: string | null; school_id: number | null; role: Role },
) =>
  tx.run(update, [
    id,
    user.email,
    user.username,
    user.username === null ? null : loginKey(user.username),
    user.school_id,
    user.role,
    user.username === null ? null : lookOf(user.username),
  ]);
