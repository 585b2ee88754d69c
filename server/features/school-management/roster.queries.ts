import { z } from 'zod';
import { ROLES } from '../../../domain/roles.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { removing } from '../teachers/links.queries.ts';
import { BACK_BY_LIST } from './groups.queries.ts';
import type { ClassPlan, PlannedClass } from './roster-classes.ts';

/** The classes of a school's own system, as groups and links. Every statement is limited to the school. */

const hold = command(`select from schools where id = $1 for no key update`);
// Asked of each one by itself: right after a large import PostgreSQL does not know yet how many there are, and a join of
// all of them could take minutes.
const isAtSchool = (userId: string, role: 'student' | 'teacher') =>
  `(select u.school_id = $1 and u.role = '${role}' from users u where u.id = ${userId})`;
const membersOf = (which: string) =>
  `array(select m.user_id from group_members m
     where m.group_id = g.id and m.left_at is null and ${which} and ${isAtSchool('m.user_id', 'student')})`;
const groups = statement(
  z.object({
    id: z.int(),
    name: z.string(),
    sourced_id: z.string().nullable(),
    listed: z.array(z.int()),
    others: z.array(z.int()),
    teachers: z.array(z.int()),
  }),
  `select g.id, g.name, g.sourced_id, ${membersOf('m.by_roster')} as listed, ${membersOf('not m.by_roster')} as others,
     array(select c.user_id from class_teachers c
       where c.group_id = g.id and ${isAtSchool('c.user_id', 'teacher')}) as teachers
   from groups g
   where g.school_id = $1 and g.removed_at is null
   order by g.id`,
);
const links = statement(
  z.object({ teacher_id: z.int(), students: z.array(z.int()), listed: z.array(z.int()) }),
  `select l.teacher_id, array_agg(l.student_id) as students,
     coalesce(array_agg(l.student_id) filter (where l.by_roster), '{}') as listed
   from teacher_students l
   where l.teacher_id = any(array(select id from users where school_id = $1 and role = 'teacher'))
     and l.status = 'active' and ${isAtSchool('l.student_id', 'student')}
   group by l.teacher_id order by l.teacher_id`,
);
const ROSTERED = `school_id = $1 and sourced_id is not null and role in ('student', 'teacher')`;
const leftRow = z.object({
  id: z.int(),
  username: z.string().nullable(),
  email: z.string().nullable(),
  name: z.string().nullable(),
  role: z.enum(ROLES),
});
const missing = statement(
  leftRow,
  `select id, username, email, name, role from users
   where ${ROSTERED} and sourced_id <> all($2) order by coalesce(username_key, email), id`,
);
const gone = statement(
  leftRow,
  `select id, username, email, name, role from users
   where ${ROSTERED} and sourced_id = any($2) order by coalesce(username_key, email), id`,
);
const these = statement(
  leftRow,
  `select id, username, email, name, role from users
   where school_id = $1 and id = any($2) order by coalesce(username_key, email), id`,
);
const rostered = statement(
  z.object({ id: z.int(), sourced_id: z.string(), role: z.enum(['student', 'teacher']) }),
  `select id, sourced_id, role from users where ${ROSTERED}`,
);
const courses = statement(
  z.object({ title: z.string(), subject_id: z.string().nullable() }),
  `select title, subject_id from course_subjects where school_id = $1 and title = any($2)`,
);
const rememberCourses = statement(
  z.object({ title: z.string() }),
  `insert into course_subjects as c (school_id, title, subject_id)
   select $1, title, subject_id from unnest($2::text[], $3::text[]) as t (title, subject_id)
   on conflict (school_id, title) do update set subject_id = excluded.subject_id
   where c.subject_id is distinct from excluded.subject_id
   returning c.title`,
);

// Whom a roster knows, and whom a list has put into groups that may become classes.
const peopleOfClasses = statement(
  z.object({ id: z.int() }),
  `select id from users
   where school_id = $1 and role in ('student', 'teacher') and (sourced_id is not null or id = any(array(
     select m.user_id from group_members m join groups g on g.id = m.group_id
     where g.school_id = $1 and g.removed_at is null and m.by_roster)))`,
);
const endGroups = command(
  `update groups set removed_at = now() where school_id = $1 and id = any($2) and removed_at is null`,
);
const endTeaching = command(
  `delete from class_teachers c using groups g where g.id = c.group_id and g.school_id = $1 and g.id = any($2)`,
);
const endMembers = command(
  `delete from group_members m using groups g
   where g.id = m.group_id and g.school_id = $1 and g.id = any($2) and m.by_roster`,
);
// In two steps, because two classes may have exchanged their titles; by names that nobody has given.
const unname = command(
  `update groups g set name = gen_random_uuid() from unnest($2::int[], $3::text[]) as t (id, name)
   where g.id = t.id and g.school_id = $1 and g.name <> t.name`,
);
const rename = command(
  `update groups g set name = t.name, sourced_id = t.sourced_id
   from unnest($2::int[], $3::text[], $4::text[]) as t (id, name, sourced_id)
   where g.id = t.id and g.school_id = $1 and (g.name, g.sourced_id) is distinct from (t.name, t.sourced_id)`,
);
const make = statement(
  z.object({ id: z.int(), sourced_id: z.string() }),
  `insert into groups (school_id, name, sourced_id)
   select $1, name, sourced_id from unnest($2::text[], $3::text[]) as t (name, sourced_id)
   returning id, sourced_id`,
);
const join = command(
  `insert into group_members (group_id, user_id, by_roster)
   select g.id, u.id, true from unnest($2::int[], $3::int[]) as t (group_id, user_id)
   join groups g on g.id = t.group_id and g.school_id = $1
   join users u on u.id = t.user_id and u.school_id = $1 and u.role = 'student'
   order by g.id, u.id
   ${BACK_BY_LIST}`,
);
const leave = command(
  `delete from group_members m using unnest($2::int[], $3::int[]) as t (group_id, user_id), groups g
   where m.group_id = t.group_id and m.user_id = t.user_id and m.by_roster and g.id = m.group_id and g.school_id = $1`,
);
const forgetTeachers = command(
  `delete from class_teachers c using groups g, users u
   where g.id = c.group_id and g.school_id = $1 and g.id = any($2) and u.id = c.user_id and u.role = 'teacher'
     and not exists (
       select from unnest($3::int[], $4::int[]) as t (group_id, user_id)
       where t.group_id = c.group_id and t.user_id = c.user_id)`,
);
const addTeachers = command(
  `insert into class_teachers (group_id, user_id)
   select g.id, u.id from unnest($2::int[], $3::int[]) as t (group_id, user_id)
   join groups g on g.id = t.group_id and g.school_id = $1
   join users u on u.id = t.user_id and u.school_id = $1 and u.role = 'teacher'
   order by g.id, u.id
   on conflict do nothing`,
);

const emails = statement(
  z.object({ id: z.int(), email: z.string().nullable() }),
  `select id, email from users where school_id = $1 and role = 'student' and id = any($2)`,
);
// Those that somebody had asked for before are theirs.
const mark = command(
  `update teacher_students l set by_roster = true
   from unnest($1::int[], $2::int[]) as t (teacher_id, student_id)
   where l.teacher_id = t.teacher_id and l.student_id = t.student_id and l.created_at = now()`,
);
const unlink = statement(
  z.object({ teacher_id: z.int(), student_id: z.int() }),
  `with ${removing(`
     select l.id from unnest($2::int[], $3::int[]) as p (teacher_id, student_id)
     join teacher_students l on l.teacher_id = p.teacher_id and l.student_id = p.student_id and l.by_roster
     join users t on t.id = l.teacher_id and t.school_id = $1
     where l.status = 'active'`)}
   select teacher_id, student_id from gone order by teacher_id, student_id`,
);

const takeSubjects = command(
  `insert into user_subjects (user_id, subject_id, position)
   select u.id, t.subject_id,
     coalesce((select max(position) + 1 from user_subjects s where s.user_id = u.id), 0)
       + row_number() over (partition by u.id order by t.subject_id) - 1
   from (select distinct * from unnest($2::int[], $3::text[]) as t (user_id, subject_id)) as t
   join users u on u.id = t.user_id and u.school_id = $1 and u.role = 'student'
   where not exists (select from user_subjects s where s.user_id = u.id and s.subject_id = t.subject_id)
   order by u.id
   on conflict do nothing`,
);
const teachSubjects = command(
  `insert into teacher_subjects (teacher_id, subject_id)
   select distinct u.id, t.subject_id from unnest($2::int[], $3::text[]) as t (user_id, subject_id)
   join users u on u.id = t.user_id and u.school_id = $1 and u.role = 'teacher'
   on conflict do nothing`,
);

/** Until the end of the transaction no other roster changes the school. Returns whom its classes may be about. */
export const holdSchool = async (tx: Queries, schoolId: number): Promise<number[]> => {
  await tx.run(hold, [schoolId]);
  return (await tx.list(peopleOfClasses, [schoolId])).map(({ id }) => id);
};

export const listKnown = async (db: Queries, schoolId: number) => ({
  groups: await db.list(groups, [schoolId]),
  links: await db.list(links, [schoolId]),
});
/** People of an earlier roster who are not in this one; by name. */
export const listMissing = (db: Queries, schoolId: number, sourcedIds: readonly string[]) =>
  db.list(missing, [schoolId, sourcedIds]);
/** Those of them who are said to have gone. */
export const listGone = (db: Queries, schoolId: number, sourcedIds: readonly string[]) =>
  db.list(gone, [schoolId, sourcedIds]);
/** People of the school, by their ids. */
export const listThese = (db: Queries, schoolId: number, ids: readonly number[]) =>
  db.list(these, [schoolId, ids]);
export const listRostered = (db: Queries, schoolId: number) => db.list(rostered, [schoolId]);

export const listCourses = (db: Queries, schoolId: number, titles: readonly string[]) =>
  db.list(courses, [schoolId, titles]);
/** Returns the titles of those that were not known as what they are said to be. */
export const keepCourses = async (
  tx: Queries,
  schoolId: number,
  given: Readonly<Record<string, string | null>>,
): Promise<ReadonlySet<string>> => {
  const learnt = await tx.list(rememberCourses, [schoolId, Object.keys(given), Object.values(given)]);
  return new Set(learnt.map(({ title }) => title));
};

type Plan = ClassPlan<number>;
const pairs = <P>(classes: readonly P[], pick: (one: P) => [number | undefined, readonly number[]]) => {
  const flat = classes.flatMap((one) => {
    const [id, people] = pick(one);
    return id === undefined ? [] : people.map((person) => [id, person] as const);
  });
  return [flat.map(([id]) => id), flat.map(([, person]) => person)];
};

/** Groups and who is in them. */
export const writeGroups = async (tx: Queries, schoolId: number, { classes, ended }: Plan) => {
  if (ended.length > 0) {
    await tx.run(endTeaching, [schoolId, ended]);
    await tx.run(endMembers, [schoolId, ended]);
    await tx.run(endGroups, [schoolId, ended]);
  }
  const changed = classes.filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return;
  const known = changed.filter(({ groupId }) => groupId !== undefined);
  const ids = known.map(({ groupId }) => groupId);
  const names = known.map(({ name }) => name);
  await tx.run(unname, [schoolId, ids, names]);
  await tx.run(rename, [schoolId, ids, names, known.map(({ sourcedId }) => sourcedId)]);
  const fresh = changed.filter(({ groupId }) => groupId === undefined);
  const made = await tx.list(make, [
    schoolId,
    fresh.map(({ name }) => name),
    fresh.map(({ sourcedId }) => sourcedId),
  ]);
  const idOf = new Map(made.map(({ id, sourced_id: sourcedId }) => [sourcedId, id]));
  const groupOf = ({ groupId, sourcedId }: PlannedClass<number>) => groupId ?? idOf.get(sourcedId);
  await tx.run(leave, [schoolId, ...pairs(known, (one) => [groupOf(one), one.leaves])]);
  await tx.run(join, [schoolId, ...pairs(changed, (one) => [groupOf(one), one.joins])]);
  const taught = pairs(changed, (one) => [groupOf(one), one.teachers]);
  await tx.run(forgetTeachers, [schoolId, ids, ...taught]);
  await tx.run(addTeachers, [schoolId, ...taught]);
};

/** The addresses of people of the school, by id. */
export const addressesOf = async (tx: Queries, schoolId: number, ids: readonly number[]) =>
  new Map((await tx.list(emails, [schoolId, ids])).map(({ id, email }) => [id, email]));

/** These links were made by the roster, and one may end them. */
export const markLinks = (tx: Queries, made: Plan['links']) =>
  tx.run(mark, [made.map(({ teacher }) => teacher), made.map(({ student }) => student)]);
/** Ends links that a roster made; returns those that were there. */
export const endLinks = (tx: Queries, schoolId: number, ended: Plan['linksEnded']) =>
  tx.list(unlink, [schoolId, ended.map(({ teacher }) => teacher), ended.map(({ student }) => student)]);

/** Subjects of the classes are added to those of their people; none is taken away. */
export const addSubjects = async (
  tx: Queries,
  schoolId: number,
  classes: readonly { subject: string; people: readonly number[] }[],
): Promise<number> => {
  const rows = classes.flatMap(({ subject, people }) => people.map((person) => [person, subject] as const));
  const values = [schoolId, rows.map(([person]) => person), rows.map(([, subject]) => subject)];
  return (await tx.run(takeSubjects, values)) + (await tx.run(teachSubjects, values));
};
