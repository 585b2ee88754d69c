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

/** A student in one subject that they take: by year the papers done, and the scores; nulls where there is no record. */
export type SubjectWork = readonly [
  subjectId: string,
  done: readonly number[] | null,
  scoreSums: readonly number[] | null,
  scoreCounts: readonly number[] | null,
  newestScores: readonly number[] | null,
];

const foundUser = z.object({
  id: z.int(),
  username: z.string().nullable(),
  name: z.string().nullable(),
  email: z.string().nullable(),
  role: z.enum(ROLES),
  email_confirmed: z.boolean(),
  last_activity: z.string().nullable(),
  timezone_overrides: z.custom<Record<string, Record<string, boolean>> | null>(),
  sits: z.enum(SITS).nullable(),
  // Of thousands of students: PostgreSQL builds it, and to check every number would take longer than to count.
  work: z.custom<readonly SubjectWork[]>(),
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
const isInactive = (days: string | number) =>
  `(u.active_on is null or u.active_on <= day_of(now()) - ${days})`;
/** Who has no address has nothing to confirm, and a school admin is the platform admin's word. */
const IS_UNCONFIRMED = `(u.email is not null and u.email_confirmed_at is null and u.role <> 'school_admin')`;

/** Users `u` whom the filter finds. */
const FOUND = `u.school_id = $1 and not ${isArchived('u')}
     and ($2::text is null or u.username_key like $2 or u.email like $2 or lower(u.name) like $2)
     and ($3::text is null or u.role = $3)
     and (not $4 or u.role = 'student')
     and ($5::int is null or u.id in (
       select l.student_id from teacher_students l
       where l.teacher_id = $5 and l.teacher_id = any(${TEACHERS}) and l.status = 'active'))
     and ($6::int is null or u.id in (
       select m.user_id from group_members m
       join groups g on g.id = m.group_id and g.school_id = $1 and g.removed_at is null where g.id = $6))
     and ($7::text is null or exists (
       select from user_subjects taken where taken.user_id = u.id and taken.subject_id = $7))
     and ($8::int is null or ${isInactive('$8')})
     and (not $9 or not ${IS_FOLLOWED})
     and (not $10 or ${IS_UNCONFIRMED})
     and ($11::int is null or u.id = $11)`;

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
     select json_agg(json_build_array(us.subject_id, k.done, k.score_sums, k.score_counts, k.scores) order by position) as work
     from user_subjects us left join subject_work k on k.user_id = us.user_id and k.subject_id = us.subject_id
     where us.user_id = u.id and u.role = 'student' and ($7::text is null or us.subject_id = $7)
   ) as w on true`;

const pageBy = (sort: KeptSort, order: SortOrder): Statement<FoundUser> => {
  const key = KEYS[sort](order);
  const after = order === 'asc' ? '>' : '<';
  const isAfter =
    sort === 'id'
      ? `u.id ${after} coalesce($12::bigint, ${order === 'asc' ? 0 : 2 ** 31}) and $13::text is null`
      : `($12::bigint is null or (${key}, u.id) ${after} ($13::text, $12::bigint))`;
  const inOrder = sort === 'id' ? `u.id ${order}` : `key ${order}, u.id ${order}`;
  return statement(
    foundUser,
    `select u.id, username, name, email, role, email_confirmed_at is not null as email_confirmed,
       case when role = 'student' then active_on::text end as last_activity,
       timezone_overrides, sits, coalesce(work, '[]') as work, key,
       case when $12::bigint is null and $14::int is not null
         then (select count(*)::int from users u where ${FOUND}) end as found
     from (
       select u.*, ${key} as key from users u where ${FOUND} and ${isAfter}
       order by ${inOrder} limit $14
     ) as u ${WITH_WORK}
     order by ${inOrder}`,
  );
};
const pagesBy = (sort: KeptSort) => ({ asc: pageBy(sort, 'asc'), desc: pageBy(sort, 'desc') });
const pages = { id: pagesBy('id'), username: pagesBy('username'), activity: pagesBy('activity') };

const facts = statement(
  z.object({
    students: z.int(),
    active_this_week: z.int(),
    inactive: z.int(),
    without_teacher: z.int(),
    unconfirmed: z.int(),
  }),
  `select count(*) filter (where u.role = 'student')::int as students,
     count(*) filter (where u.role = 'student' and not ${isInactive(WEEK_DAYS)})::int as active_this_week,
     count(*) filter (where u.role = 'student' and ${isInactive(IDLE_DAYS)})::int as inactive,
     count(*) filter (where u.role = 'student' and u.id not in (
       select l.student_id from teacher_students l where l.teacher_id = any(${TEACHERS}) and l.status = 'active'
     ))::int as without_teacher,
     count(*) filter (where ${IS_UNCONFIRMED})::int as unconfirmed
   from users u where u.school_id = $1 and not ${isArchived('u')}`,
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

/** The school's groups that a student is in. */
const groupsOf = statement(
  z.object({ user_id: z.int(), groups: z.array(z.string()) }),
  `select m.user_id, array_agg(g.name order by lower(g.name), g.id) as groups
   from group_members m join groups g on g.id = m.group_id and g.school_id = $1 and g.removed_at is null
   where m.user_id = any($2::int[]) group by m.user_id`,
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

const valuesOf = (schoolId: number, chosen: ChosenUsers): unknown[] => [
  schoolId,
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
  chosen.subject_id ?? null,
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
  return db.list(pages[sort][chosen.order], [
    ...valuesOf(schoolId, chosen),
    after?.id ?? null,
    after?.key ?? null,
    rows,
  ]);
};

export const getFacts = (db: Queries, schoolId: number) => db.get(facts, [schoolId]);
export const getChoices = (db: Queries, schoolId: number) => db.get(choices, [schoolId]);
export const listGroupsOf = (db: Queries, schoolId: number, ids: readonly number[]) =>
  db.list(groupsOf, [schoolId, ids]);
/** What is set for these students, by subject. */
export const listSetOf = (db: Queries, schoolId: number, ids: readonly number[]) =>
  db.list(setOf, [schoolId, ids]);
