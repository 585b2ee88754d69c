import { z } from 'zod';
import type { Parsed } from '../../../contract/index.ts';
import { IDLE_DAYS } from '../../../domain/attention.ts';
import { SITS } from '../../../domain/papers.ts';
import { ROLES } from '../../../domain/roles.ts';
import { type SortOrder, WEEK_DAYS } from '../../../domain/school-dashboard.ts';
import { isArchived } from '../../db/archived.queries.ts';
import { type Queries, type Statement, statement } from '../../db/database.ts';
import { containingWords } from '../../db/search.ts';
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
  /** The subjects that a student takes, with blanks between, and what is kept about them (subject-work.ts). */
  subjects: z.string().nullable(),
  done: z.string().nullable(),
  sums: z.string().nullable(),
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
/** The day is reckoned once, hence the select. Whoever has not been here that long is not inactive for so many days. */
const isInactive = (days: string | number) =>
  `coalesce(u.active_on, day_of(u.created_at)) <= (select day_of(now()) - ${days})`;
const IS_ACTIVE_THIS_WEEK = `u.active_on > (select day_of(now()) - ${WEEK_DAYS})`;
/** Who has no address has nothing to confirm, and a school admin is the platform admin's word. */
const IS_UNCONFIRMED = `is_unconfirmed(u.role, u.email, u.email_confirmed_at)`;

/** Users `u` of the school, without a filter. */
const EVERYBODY = `u.school_id = $1 and not ${isArchived('u')}`;
/** Those whom the filter finds. */
const FOUND = `${EVERYBODY}
     and ($3::text[] is null or folded(concat_ws(' ', u.username_key, u.email, u.name)) like all($3))
     and ($4::text is null or u.role = $4)
     and (not $5 or u.role = 'student')
     and ($6::int is null or u.id in (
       select l.student_id from teacher_students l
       where l.teacher_id = $6 and l.teacher_id = any(${TEACHERS}) and l.status = 'active'))
     and ($7::int is null or u.id in (
       select m.user_id from group_members m
       join groups g on g.id = m.group_id and g.school_id = $1 and g.removed_at is null
       where g.id = $7 and m.left_at is null))
     and ($2::text is null or exists (
       select from user_subjects taken where taken.user_id = u.id and taken.subject_id = $2))
     and ($8::int is null or ${isInactive('$8')})
     and (not $9 or not ${IS_FOLLOWED})
     and (not $10 or ${IS_UNCONFIRMED})
     and ($11::int is null or u.id = $11)
     and (not $12 or ${IS_ACTIVE_THIS_WEEK})`;

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

/** Which users `u`, and where what is kept of them is found. */
interface Source {
  users: string;
  count: string;
  work: string;
  kept: Record<'subjects' | 'done' | 'sums', string>;
  /** The parameters after those of the filter: the place after which a page begins, as an id and a key, and its rows. */
  page: Record<'id' | 'key' | 'rows', string>;
}

/** Of those on a page one by one, hence the offset: how few they are PostgreSQL does not know. */
const lookUp = (name: string, rows: string) =>
  `left join lateral (select * from ${rows} offset 0) as ${name} on true`;

/** Without a filter it is the first screen, for which PostgreSQL need not plan anew, nor count. */
const ALL: Source = {
  users: EVERYBODY,
  count: `(select users from school_people where school_id = $1)`,
  work: `${lookUp('w', `student_work where user_id = u.id`)} and u.role = 'student'`,
  kept: { subjects: 'w.subjects', done: 'w.done', sums: 'w.sums' },
  page: { id: '$2::bigint', key: '$3::text', rows: '$4::int' },
};
/** With a subject, the figures are of the subject. */
const ofSubject = (kept: string) => `case when u.role = 'student' and $2::text is not null
     then base64(coalesce(k.${kept}, '')) else w.${kept} end`;
const SOME: Source = {
  users: FOUND,
  count: `(select count(*)::int from users u where ${FOUND})`,
  work: `${lookUp('w', `student_work where user_id = u.id`)} and u.role = 'student'
   ${lookUp('k', `subject_work where user_id = u.id and subject_id = $2::text`)}`,
  kept: {
    subjects: `case when w.user_id is not null then coalesce($2::text, w.subjects) end`,
    done: ofSubject('done'),
    sums: ofSubject('sums'),
  },
  page: { id: '$13::bigint', key: '$14::text', rows: '$15::int' },
};

const PREFERENCES = `left join preferences p on p.user_id = u.id`;
const fieldsOf = ({ subjects, done, sums }: Source['kept']) =>
  `u.id, username, name, email, role, email_confirmed_at is not null as email_confirmed,
     case when role = 'student' then active_on::text end as last_activity,
     timezone_overrides, sits, ${subjects} as subjects, ${done} as done, ${sums} as sums, key`;

const pageBy = (source: Source, sort: KeptSort, order: SortOrder): Statement<FoundUser> => {
  const { users, count, work, kept, page } = source;
  const key = KEYS[sort](order);
  const after = order === 'asc' ? '>' : '<';
  const isAfter =
    sort === 'id'
      ? `u.id ${after} coalesce(${page.id}, ${order === 'asc' ? 0 : 2 ** 31}) and ${page.key} is null`
      : `(${page.id} is null or (${key}, u.id) ${after} (${page.key}, ${page.id}))`;
  const inOrder = sort === 'id' ? `u.id ${order}` : `key ${order}, u.id ${order}`;
  // Of an array PostgreSQL expects few, whatever the limit is: so it plans once, which takes as long as the answer.
  return statement(
    foundUser,
    `select ${fieldsOf(kept)}, case when ${page.id} is null and ${page.rows} is not null then ${count} end as found
     from (
       select u.*, ${key} as key from users u
       where u.id = any(array(
         select id from (select u.id, ${key} as key from users u where ${users} and ${isAfter}) as u
         order by ${inOrder} limit ${page.rows}))
     ) as u ${work} ${PREFERENCES}
     order by ${inOrder}`,
  );
};
const pagesBy = (source: Source, sort: KeptSort) => ({
  asc: pageBy(source, sort, 'asc'),
  desc: pageBy(source, sort, 'desc'),
});
const pagesOf = (source: Source) => ({
  id: pagesBy(source, 'id'),
  username: pagesBy(source, 'username'),
  activity: pagesBy(source, 'activity'),
});
const pages = { all: pagesOf(ALL), some: pagesOf(SOME) };

const these = statement(
  foundUser,
  `select ${fieldsOf(SOME.kept)}, null::int as found
   from unnest($3::int[], $4::text[]) with ordinality as t (id, key, place)
   join users u on u.id = t.id and ${EVERYBODY} ${SOME.work} ${PREFERENCES}
   order by place`,
);

/** What a list is sorted by that only JavaScript can count, each from one of the two that are kept. */
const KEPT_FOR = { done: 'done', average: 'sums' } as const;
export type FigureSort = keyof typeof KEPT_FOR;

/**
 * Students who take the same subjects and count them alike, with what is kept of them one after the other; and everybody else,
 * whose subjects are null. As few long texts they are read several times as fast as in a row each.
 */
const alike = foundUser
  .pick({ timezone_overrides: true, sits: true, subjects: true, done: true, sums: true })
  .extend({ ids: z.string() });
type Alike = z.infer<typeof alike>;
const KINDS = `subjects, timezone_overrides, sits`;
const together = (kept: 'done' | 'sums', rows: string) =>
  `select ${KINDS}, string_agg(id::text, ' ') as ids, string_agg(${kept}, '') as ${kept},
     null::text as ${kept === 'done' ? 'sums' : 'done'}
   from (${rows}) as u group by ${KINDS}, octet_length(${kept})`;
const alikeBy = (kept: 'done' | 'sums'): Record<'all' | 'some', Statement<Alike>> => ({
  // Without a look at the users themselves.
  all: statement(
    alike,
    together(
      kept,
      `select user_id as id, subjects, ${kept}, timezone_overrides, sits
       from student_work w left join preferences p using (user_id) where w.school_id = $1
       union all select u.id, null, null, null, null from users u where ${EVERYBODY} and u.role <> 'student'`,
    ),
  ),
  some: statement(
    alike,
    together(
      kept,
      `select u.id, ${SOME.kept.subjects} as subjects, ${SOME.kept[kept]} as ${kept}, timezone_overrides, sits
       from users u left join student_work w on w.user_id = u.id and u.role = 'student'
       left join subject_work k on k.user_id = u.id and k.subject_id = $2::text ${PREFERENCES}
       where ${FOUND}`,
    ),
  ),
});
const alikes = { done: alikeBy('done'), sums: alikeBy('sums') };

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
  `select coalesce(users, 0) as users, coalesce(teachers, 0) as teachers, coalesce(students, 0) as students,
     coalesce(unconfirmed, 0) as unconfirmed, active_this_week, coalesce(students, 0) - lately as inactive,
     coalesce(students, 0) - followed as without_teacher
   from (
     select count(*) filter (where ${IS_ACTIVE_THIS_WEEK})::int as active_this_week, count(*)::int as lately
     from users u where u.school_id = $1 and u.role = 'student' and not ${isInactive(IDLE_DAYS)}
   ) as active
   cross join (
     select count(*)::int as followed
     from users u
     where u.school_id = $1 and u.role = 'student' and u.id = any(array(
       select l.student_id from teacher_students l
       where l.teacher_id = any(${TEACHERS}) and l.status = 'active'))
   ) as links
   left join school_people on school_id = $1`,
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
     array(select distinct unnest(string_to_array(subjects, ' ')) as subject_id
       from (select distinct subjects from student_work where school_id = $1 and subjects <> '') as taken
       order by subject_id) as subjects`,
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
  chosen.subject_id ?? null,
  containingWords(chosen.q),
  chosen.role ?? null,
  // What only students can be asked about.
  chosen.teacher_id !== undefined ||
    chosen.group_id !== undefined ||
    chosen.subject_id !== undefined ||
    chosen.inactive_days !== undefined ||
    chosen.active_this_week ||
    chosen.without_teacher,
  chosen.teacher_id ?? null,
  chosen.group_id ?? null,
  chosen.inactive_days ?? null,
  chosen.without_teacher,
  chosen.unconfirmed,
  chosen.id ?? null,
  chosen.active_this_week,
];

/** A row by which a list is continued: what it is sorted by, and its id. */
export interface Place {
  key: string | null;
  id: number;
}

const statementFor = <S>(statements: Record<'all' | 'some', S>, schoolId: number, chosen: ChosenUsers) => {
  const filter = filterOf(chosen);
  return filter.some(Boolean)
    ? { what: statements.some, values: [schoolId, ...filter] }
    : { what: statements.all, values: [schoolId] };
};

/** In the order that was asked for, as far as PostgreSQL knows it. */
export const listFound = (
  db: Queries,
  schoolId: number,
  chosen: ChosenUsers & { sort: KeptSort },
  { after = null, rows = null }: { after?: Place | null; rows?: number | null } = {},
) => {
  const { what, values } = statementFor(pages, schoolId, chosen);
  return db.list(what[chosen.sort][chosen.order], [...values, after?.id ?? null, after?.key ?? null, rows]);
};

/** Those whom the filter finds with what the figure is counted from by which they are to be sorted. */
export const listAlike = (db: Queries, schoolId: number, chosen: ChosenUsers & { sort: FigureSort }) => {
  const { what, values } = statementFor(alikes[KEPT_FOR[chosen.sort]], schoolId, chosen);
  return db.list(what, values);
};
/** These users, in this order. */
export const listThese = (
  db: Queries,
  schoolId: number,
  { subject_id }: Pick<ChosenUsers, 'subject_id'>,
  places: readonly Place[],
) => {
  const values = [places.map(({ id }) => id), places.map(({ key }) => key)];
  return db.list(these, [schoolId, subject_id ?? null, ...values]);
};

export const getFacts = (db: Queries, schoolId: number) => db.get(facts, [schoolId]);
export const getChoices = (db: Queries, schoolId: number) => db.get(choices, [schoolId]);
/** What only a report says of these students. */
export const listMoreOf = (db: Queries, schoolId: number, ids: readonly number[]) =>
  db.list(moreOf, [schoolId, ids]);
/** What is set for these students, by subject. */
export const listSetOf = (db: Queries, schoolId: number, ids: readonly number[]) =>
  db.list(setOf, [schoolId, ids]);
