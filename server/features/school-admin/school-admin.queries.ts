import { z } from 'zod';
import { SCORE_BANDS } from '../../../domain/school-dashboard.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';
import { openSets, setAtSchool } from '../set-work/set-work.queries.ts';

/** Every statement is limited to the school: an id of another school finds nothing. */

const person = z.object({ id: z.int(), username: z.string().nullable(), email: z.string().nullable() });

const totals = statement(
  z.object({
    completed_papers: z.int(),
    avg_score: z.number().nullable(),
    active_users: z.int(),
    students: z.int(),
  }),
  `select
     coalesce(sum(completed), 0)::int as completed_papers,
     (sum(score_sum) / nullif(sum(score_count), 0))::float8 as avg_score,
     coalesce((select active_students from school_sums where school_id = $1), 0) as active_users,
     (select count(*)::int from users where school_id = $1 and role = 'student') as students
   from school_subject_sums where school_id = $1`,
);

const months = statement(
  z.object({ month: z.string(), completed: z.int() }),
  `select to_char(t.month, 'YYYY-MM') as month, coalesce(completed, 0) as completed
   from generate_series(
     (select min(month)::timestamp from school_month_sums where school_id = $1 and completed > 0),
     month_of(now())::timestamp,
     interval '1 month'
   ) as t (month)
   left join school_month_sums s on s.school_id = $1 and s.month = t.month::date
   order by t.month`,
);

const SCHOOLS_TEACHERS = `array(select id from users where school_id = $1 and role = 'teacher')`;
/** What teachers of the school have set for its students, counted by subject or by teacher. */
const setBy = (column: 'subject_id' | 'teacher_id') => `(
     select ${column}, count(*) filter (where is_done)::int as set_done, count(*)::int as set_total
     from ${setAtSchool(SCHOOLS_TEACHERS, 's.school_id = $1')} as papers group by ${column})`;

const subjects = statement(
  z.object({
    subject_id: z.string(),
    completed_papers: z.int(),
    avg_score: z.number().nullable(),
    bands: z.array(z.int()),
    set_done: z.int(),
    set_total: z.int(),
  }),
  `select subject_id, coalesce(completed, 0) as completed_papers, score_sum::float8 / nullif(score_count, 0) as avg_score,
     coalesce(bands, array_fill(0, array[${SCORE_BANDS}])) as bands, coalesce(set_done, 0) as set_done,
     coalesce(set_total, 0) as set_total
   from (select * from school_subject_sums where school_id = $1 and completed > 0) as s
   full join ${setBy('subject_id')} as given using (subject_id)
   order by subject_id`,
);

const LAST_LOGIN = `(select at from audit where actor_id = t.id and action = 'logged_in' order by id desc limit 1)`;
// A student counts as `studentsOfTeacher` lists them.
const teachers = statement(
  person.extend({
    name: z.string().nullable(),
    students: z.int(),
    pending: z.int(),
    last_login: z.string().nullable(),
    set_open: z.int(),
    set_done: z.int(),
    set_total: z.int(),
  }),
  `select t.id, t.username, t.email, t.name, coalesce(students, 0) as students, coalesce(pending, 0) as pending,
     ${LAST_LOGIN} as last_login, coalesce(set_open, 0) as set_open,
     coalesce(set_done, 0) as set_done, coalesce(set_total, 0) as set_total
   from users t
   left join (
     select l.teacher_id, count(s.id)::int as students, count(*) filter (where l.status = 'pending')::int as pending
     from teacher_students l
     left join users s on s.id = l.student_id and l.status = 'active' and s.school_id = $1 and s.role = 'student'
     where l.teacher_id = any(${SCHOOLS_TEACHERS}) group by l.teacher_id
   ) as followed on followed.teacher_id = t.id
   left join ${openSets(SCHOOLS_TEACHERS)} as open on open.teacher_id = t.id
   left join ${setBy('teacher_id')} as given on given.teacher_id = t.id
   where t.school_id = $1 and t.role = 'teacher' order by t.username, t.id`,
);

const student = statement(
  z.object({ username: z.string().nullable(), email: z.string().nullable(), name: z.string().nullable() }),
  `select username, email, name from users where id = $2 and school_id = $1 and role = 'student'`,
);

const teachersOfStudent = statement(
  person,
  `select t.id, t.username, t.email
   from teacher_students
   join users t on t.id = teacher_id
   join users s on s.id = student_id
   where student_id = $2 and status = 'active' and s.school_id = $1 and t.school_id = $1
     and t.role = 'teacher'
   order by t.username, t.id`,
);

const progress = statement(
  z.object({
    subject_id: z.string(),
    year: z.int(),
    session: z.string(),
    paper: z.string(),
    timezone: z.string().nullable(),
    is_completed: z.boolean(),
    score: z.int().nullable(),
    updated_at: z.string(),
  }),
  `select subject_id, year, session, paper, timezone, is_completed, score, completions.updated_at
   from completions join users on users.id = user_id
   where user_id = $2 and school_id = $1 and role = 'student'
   order by subject_id, year desc, session, paper, timezone nulls first`,
);

const teacher = statement(
  z.object({ id: z.int() }),
  `select id from users where id = $2 and school_id = $1 and role = 'teacher'`,
);

const member = statement(
  z.object({ school_id: z.int(), email: z.string().nullable() }),
  `select school_id, email from users where id = $2 and school_id = $1 and role in ('student', 'teacher')`,
);
const release = command(
  `update users set school_id = null where id = $2 and school_id = $1 and email is not null and email_confirmed_at is null`,
);

const studentsOfTeacher = statement(
  person,
  `select s.id, s.username, s.email
   from teacher_students
   join users t on t.id = teacher_id
   join users s on s.id = student_id
   where teacher_id = $2 and status = 'active' and t.school_id = $1 and s.school_id = $1
     and s.role = 'student'
   order by s.username, s.id`,
);

const pendingOfTeacher = statement(
  z.object({ email: z.string(), name: z.string().nullable() }),
  `select l.email, l.name
   from teacher_students l join users t on t.id = l.teacher_id
   where l.teacher_id = $2 and l.status = 'pending' and t.school_id = $1
   order by l.email`,
);

const settings = statement(
  z.object({ share_pages: z.boolean() }),
  `select share_pages from schools where id = $1`,
);

/** A student or teacher of the school, whom nobody else changes until the transaction ends; not another admin. */
export const holdMember = async (tx: Queries, schoolId: number, id: number) => {
  await lockUsers(tx, [id]);
  return tx.get(member, [schoolId, id]);
};
/** Takes a held member out of the school; returns 0 for one whose address was confirmed. */
export const releaseMember = (tx: Queries, schoolId: number, id: number) => tx.run(release, [schoolId, id]);
export const getSettings = (db: Queries, schoolId: number) => db.get(settings, [schoolId]);
export const getTotals = (db: Queries, schoolId: number) => db.get(totals, [schoolId]);
/** From the first month with a completed paper to the current one; empty without any. */
export const listMonths = (db: Queries, schoolId: number) => db.list(months, [schoolId]);
export const listSubjectStatistics = (db: Queries, schoolId: number) => db.list(subjects, [schoolId]);
export const listTeachers = (db: Queries, schoolId: number) => db.list(teachers, [schoolId]);
export const getStudent = (db: Queries, schoolId: number, id: number) => db.get(student, [schoolId, id]);
export const listTeachersOfStudent = (db: Queries, schoolId: number, id: number) =>
  db.list(teachersOfStudent, [schoolId, id]);
export const listProgress = (db: Queries, schoolId: number, id: number) => db.list(progress, [schoolId, id]);
export const getTeacher = (db: Queries, schoolId: number, id: number) => db.get(teacher, [schoolId, id]);
export const listPendingOfTeacher = (db: Queries, schoolId: number, id: number) =>
  db.list(pendingOfTeacher, [schoolId, id]);
export const listStudentsOfTeacher = (db: Queries, schoolId: number, id: number) =>
  db.list(studentsOfTeacher, [schoolId, id]);
