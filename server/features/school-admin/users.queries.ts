import { z } from 'zod';
import type { Parsed } from '../../../contract/index.ts';
import { IDLE_DAYS } from '../../../domain/attention.ts';
import { SITS } from '../../../domain/papers.ts';
import { ROLES } from '../../../domain/roles.ts';
import { type SortOrder, WEEK_DAYS } from '../../../domain/school-dashboard.ts';
import { isArchived } from '../../db/archived.queries.ts';
import { type Queries, type Statement, statement } from '../../db/database.ts';
import { containingKey } from '../../db/search.ts';
import { setAtSchool } from '../set-work/set-work.queries.ts';

/** Every statement is limited to the school `$1`: an id of another school finds nobody. */

const foundUser = z.object({
  id: z.int(),
  username: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  email_confirmed: z.boolean(),
  last_activity: z.string().nullable(),
  timezone_overrides: z.record(z.string(), z.record(z.string(), z.boolean())).nullable(),
  sits: z.enum(SITS).nullable(),
  /** The subjects that a student takes, with blanks between, and what is kept about each of them (subject-work.ts). */
  subjects: z.string().nullable(),
  work: z.instanceof(Buffer).nullable(),
  /** What the list is sorted by. */
  key: z.string().nullable(),
  /** How many there are in all, on the first page. */
  found: z.int().nullable(),
});
export type FoundUser = z.infer<typeof foundUser>;

const TEACHERS = `array(select id from users where school_id = $1 and role = 'teacher')`;
const IS_FOLLOWED = `exists (
     select from teacher_students l join users t on t.id = l.teacher_id and t.role = 'teacher' and t.school_id = $1
     where l.student_id = u.id and l.status = 'active')`;
/** The day is reckoned once, hence the select. */
const isInactive = (days: string | number) =>
  `(u.active_on is null or u.active_on <= (select day_of(now()) - ${days}))`;
/** Who has no address has nothing to confirm, and a school admin is the platform admin's word. */
const IS_UNCONFIRMED = `(u.email is not null and u.email_confirmed_at is null and u.role <> 'school_admin')`;

/** Users `u` of the school, without a filter. */
const EVERYBODY = `u.school_id = $1 and not ${isArchived('u')}`;
/** Those whom the filter finds. */
const FOUND = `${EVERYBODY}
     and ($6::text is null or u.username_key like $6 or u.email like $6 or lower(u.name) like $6)
     and ($7::text is null or u.role = $7)
     and (not $8 or u.role = 'student')
     and ($9::int is null or u.id in (
       select l.student_id from teacher_students l
       where l.teacher_id = $9 and l.teacher_id = any(${TEACHERS}) and l.status = 'active'))
     and ($10::int is null or u.id in (
       select m.user_id from group_members m
       join groups g on g.id = m.group_id and g.school_id = $1 and g.removed_at is null
       where g.id = $10 and m.left_at is null))
     and ($2::text is null or exists (
       select from user_subjects taken where taken.user_id = u.id and taken.subject_id = $2))
     and ($11::int is null or ${isInactive('$11')})
     and (not $12 or not ${IS_FOLLOWED})
     and (not $13 or ${IS_UNCONFIRMED})
     and ($14::int is null or u.id = $14)`;

/**
 * What a list is sorted by: of those with the same the id decides, in the same direction. Who is no student has done
 * nothing and comes last in either.
 */
const KEYS = {
  id: () => `null::text`,
  username: () => `coalesce(u.username_key, u.email)`,
  activity: (order: SortOrder) =>
    `case when u.role = 'student' then coalesce(u.active_on::text, '1') else '${order === 'asc' ? 3 : 0}' end`,
};
type KeptSort = keyof typeof KEYS;

const WITH_WORK = `left join preferences p on p.user_id = u.id
   left join lateral (
     select string_agg(us.subject_id, ' ' order by position) as subjects,
       string_agg(int2send(coalesce(length(years), 0)::smallint) || coalesce(years, ''), '' order by position) as work
     from user_subjects us left join subject_work k on k.user_id = us.user_id and k.subject_id = us.subject_id
     where us.user_id = u.id and u.role = 'student' and ($2::text is null or us.subject_id = $2)
   ) as w on true`;

/** Without a filter it is the first screen, for which PostgreSQL need not plan anew. */
const pageBy = (found: string, sort: KeptSort, order: SortOrder): Statement<FoundUser> => {
  const key = KEYS[sort](order);
  const after = order === 'asc' ? '>' : '<';
  const isAfter =
    sort === 'id'
      ? `u.id ${after} coalesce($3::bigint, ${order === 'asc' ? 0 : 2 ** 31}) and $4::text is null`
      : `($3::bigint is null or (${key}, u.id) ${after} ($4::text, $3::bigint))`;
  const inOrder = sort === 'id' ? `u.id ${order}` : `key ${order}, u.id ${order}`;
  return statement(
    foundUser,
    `select u.id, username, name, email, role, email_confirmed_at is not null as email_confirmed,
       case when role = 'student' then active_on::text end as last_activity,
       timezone_overrides, sits, subjects, work, key,
       case when $3::bigint is null and $5::int is not null
         then (select count(*)::int from users u where ${found}) end as found
     from (
       select u.*, ${key} as key from users u where ${found} and ${isAfter}
       order by ${inOrder} limit $5
     ) as u ${WITH_WORK}
     order by ${inOrder}`,
  );
};
const pagesBy = (found: string, sort: KeptSort) => ({
  asc: pageBy(found, sort, 'asc'),
  desc: pageBy(found, sort, 'desc'),
});
const pagesOf = (found: string) => ({
  id: pagesBy(found, 'id'),
  username: pagesBy(found, 'username'),
  activity: pagesBy(found, 'activity'),
});
const pages = { everybody: pagesOf(EVERYBODY), found: pagesOf(FOUND) };

const facts = statement(
  z.object({
    users: z.int(),
    teachers: z.int(),
    students: z.int(),
    active_this_week: z.int(),
    inactive: z.int(),
    without_teacher: z.int(),
    unconfirmed: z.int(),
  }),
  `select count(*)::int + (select count(*)::int from users u where ${EVERYBODY} and u.role <> 'student') as users,
     cardinality(${TEACHERS}) as teachers,
     count(*)::int as students,
     count(*) filter (where not ${isInactive(WEEK_DAYS)})::int as active_this_week,
     count(*) filter (where ${isInactive(IDLE_DAYS)})::int as inactive,
     count(*) filter (where u.id not in (
       select l.student_id from teacher_students l where l.teacher_id = any(${TEACHERS}) and l.status = 'active'
     ))::int as without_teacher,
     (select count(*)::int from users u where ${EVERYBODY} and ${IS_UNCONFIRMED}) as unconfirmed
   from users u where u.school_id = $1 and u.role = 'student'`,
);

const named = z.array(z.object({ id: z.int(), name: z.string() }));
const choices = statement(
  z.object({ teachers: named, groups: named, subjects: z.array(z.string()) }),
  `select
     coalesce((select json_agg(json_build_object('id', id, 'name', shown) order by lower(shown), id)
       from (select id, coalesce(name, username, email) as shown from users where school_id = $1 and role = 'teacher')
         as t), '[]') as teachers,
     coalesce((select json_agg(json_build_object('id', id, 'name', name) order by lower(name), id)
       from groups where school_id = $1 and removed_at is null), '[]') as groups,
     array(select distinct subject_id from user_subjects s join users u on u.id = s.user_id
       where u.school_id = $1 and u.role = 'student' order by subject_id) as subjects`,
);

/** Of a student, the school's groups and by subject the newest scores, newest first. */
const moreOf = statement(
  z.object({ id: z.int(), groups: z.array(z.string()), scores: z.record(z.string(), z.array(z.int())) }),
  `select u.id,
     array(select g.name from group_members m join groups g on g.id = m.group_id
       where m.user_id = u.id and m.left_at is null and g.school_id = $1 and g.removed_at is null
       order by lower(g.name), g.id) as groups,
     coalesce((select json_object_agg(subject_id, scores) from subject_work k where k.user_id = u.id), '{}') as scores
   from users u where u.school_id = $1 and u.role = 'student' and u.id = any($2::int[])`,
);
const setOf = statement(
  z.object({
    student_id: z.int(),
    subject_id: z.string(),
    set_done: z.int(),
    set_total: z.int(),
    set_late: z.int(),
  }),
  `select student_id, subject_id, count(*) filter (where is_done)::int as set_done, count(*)::int as set_total,
     count(*) filter (where is_late)::int as set_late
   from ${setAtSchool(TEACHERS, 's.school_id = $1 and s.id = any($2::int[])')} as papers
   group by student_id, subject_id`,
);

/** As the contract names what was asked for. */
export type ChosenUsers = Parsed<'GET /schooladmin/dashboard/reports'>['query'];

const filterOf = (chosen: ChosenUsers): unknown[] => [
  containingKey(chosen.q),
  chosen.role ?? null,
  // What only students can be asked about.
  chosen.teacher_id !== undefined ||
    chosen.group_id !== undefined ||
    chosen.subject_id !== undefined ||
    chosen.inactive_days !== undefined ||
    chosen.without_teacher,
  chosen.teacher_id ?? null,
  chosen.group_id ?? null,
  chosen.inactive_days ?? null,
  chosen.without_teacher,
  chosen.unconfirmed,
  chosen.id ?? null,
];

/** A row by which a list is continued: what it is sorted by, and its id. */
export interface Place {
  key: string | null;
  id: number;
}

/** In the order that was asked for, as far as PostgreSQL knows it: that of figures is the caller's business. */
export const listFound = (
  db: Queries,
  schoolId: number,
  chosen: ChosenUsers,
  { after = null, rows = null }: { after?: Place | null; rows?: number | null } = {},
) => {
  const sort = chosen.sort === 'done' || chosen.sort === 'average' ? 'id' : chosen.sort;
  const filter = filterOf(chosen);
  const values = [schoolId, chosen.subject_id ?? null, after?.id ?? null, after?.key ?? null, rows];
  return filter.some(Boolean)
    ? db.list(pages.found[sort][chosen.order], [...values, ...filter])
    : db.list(pages.everybody[sort][chosen.order], values);
};

export const getFacts = (db: Queries, schoolId: number) => db.get(facts, [schoolId]);
export const getChoices = (db: Queries, schoolId: number) => db.get(choices, [schoolId]);
/** What only a report says of these students. */
export const listMoreOf = (db: Queries, schoolId: number, ids: readonly number[]) =>
  db.list(moreOf, [schoolId, ids]);
/** What is set for these students, by subject. */
export const listSetOf = (db: Queries, schoolId: number, ids: readonly number[]) =>
  db.list(setOf, [schoolId, ids]);
