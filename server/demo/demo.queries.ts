import { z } from 'zod';
import { command, type Queries, statement } from '../db/database.ts';
import type { demoAudit, demoFeedback } from './administration.ts';
import {
  ASKED_STUDENT,
  type DemoCompletion,
  type DemoPerson,
  type demoExams,
  INVITED,
  LEFT_DAYS_AGO,
  SCHOOL_GROUPS,
  TEACHER_GROUPS,
} from './school.ts';

const removeUsers = command(
  `delete from users where school_id = (select id from schools where domain_pattern = $1)`,
);
const removeAudit = command(
  `delete from audit where school_id = (select id from schools where domain_pattern = $1)`,
);
const removeGroups = command(
  `delete from groups where school_id = (select id from schools where domain_pattern = $1)`,
);
const school = statement(
  z.object({ id: z.int() }),
  `insert into schools (name, domain_pattern) values ($1, $2)
   on conflict (domain_pattern) do update set name = excluded.name returning id`,
);
// For names in plain letters the look is the key.
const users = command(
  `insert into users
     (username, username_key, username_look, name, email, email_confirmed_at, password_hash, role, school_id, created_at)
   select username, username_key, username_key, name, email,
     -- The last student is one who has come by herself.
     case when email is not null and username_key <> (
       select max(username_key) from unnest($2::text[], $4::text[]) as s (username_key, role) where role = 'student'
     ) then now() - interval '380 days' end,
     $5, role, $6, now() - interval '380 days'
   from unnest($1::text[], $2::text[], $3::text[], $4::text[], $7::text[])
     as t (username, username_key, email, role, name)`,
);
const studentSubjects = command(
  `insert into user_subjects (user_id, subject_id, position)
   select users.id, subject_id, position
   from unnest($1::text[], $2::text[], $3::int[]) as t (username_key, subject_id, position)
   join users using (username_key) where role = 'student'`,
);
const teacherSubjects = command(
  `insert into teacher_subjects (teacher_id, subject_id)
   select users.id, subject_id
   from unnest($1::text[], $2::text[]) as t (username_key, subject_id)
   join users using (username_key) where role = 'teacher'`,
);
// A teacher follows every student who takes one of their subjects, since the school year began.
const links = command(
  `insert into teacher_students (teacher_id, student_id, email, status, invitation_token, activated_at)
   select distinct teacher_id, student.id, student.email, 'active', gen_random_uuid()::text, now() - interval '300 days'
   from teacher_subjects
   join users as teacher on teacher.id = teacher_id
   join user_subjects using (subject_id)
   join users as student on student.id = user_id
   where teacher.school_id = $1 and student.school_id = $1`,
);
// One student of each teacher has not registered yet.
const pendingLinks = command(
  `insert into teacher_students (teacher_id, email, name, status, invitation_token)
   select id, $2, $3, 'pending', rtrim(encode(convert_to($2, 'UTF8'), 'base64'), '=') || '.' || gen_random_uuid()
   from users where school_id = $1 and role = 'teacher'`,
);
const ask = command(
  `insert into teacher_students (teacher_id, email, status, invitation_token)
   select teacher.id, student.email, 'pending', gen_random_uuid()::text
   from users as teacher, users as student
   where teacher.school_id = $1 and teacher.role = 'teacher' and student.username = $2`,
);
// As of that day, and kept as long as their school keeps whom it archives.
const archive = command(
  `update users set role = 'archived', archived_role = users.role, archived_at = now() - make_interval(days => $2),
     erase_on = (day_of(now() - make_interval(days => $2)) + make_interval(months => keeps_months))::date
   from schools where schools.id = school_id and username_key = any($1)`,
);
const schoolGroups = command(
  `with made as (
     insert into groups (school_id, name, created_at)
     select $1, name, now() - interval '70 days' from unnest($2::text[]) as t (name) returning id, name
   ), numbered as (
     select id, array_position($2, name) as number from made
   )
   insert into group_members (group_id, user_id, joined_at)
   select numbered.id, student.id, now() - interval '70 days'
   from (
     select id, 1 + (row_number() over (order by username_key) - 1) % cardinality($2) as number
     from users where school_id = $1 and role = 'student'
   ) as student join numbered using (number)`,
);
const teacherGroups = command(
  `with wanted as (
     select users.id as teacher_id, t.name, subject_id
     from unnest($1::text[], $2::text[], $3::text[]) as t (username_key, name, subject_id)
     join users using (username_key)
   ), made as (
     insert into groups (teacher_id, name, created_at)
     select teacher_id, name, now() - interval '60 days' from wanted returning id, teacher_id, name
   )
   insert into group_members (group_id, link_id, joined_at)
   select made.id, l.id, now() - interval '60 days'
   from made join wanted using (teacher_id, name)
   join teacher_students l using (teacher_id)
   join user_subjects u on u.user_id = l.student_id and u.subject_id = wanted.subject_id`,
);
const completions = command(
  `insert into completions
     (user_id, subject_id, year, session, paper, timezone, is_completed, score, completed_at, updated_at, entered_at, note)
   select users.id, subject_id, year, session, paper, timezone, true, score, done_at, done_at, done_at, note
   from unnest($1::text[], $2::text[], $3::int[], $4::text[], $5::text[], $6::text[], $7::int[], $8::timestamptz[], $9::text[])
     as t (username, subject_id, year, session, paper, timezone, score, done_at, note)
   join users using (username)`,
);
const earlierAttempts = command(
  `with earlier as (
     insert into earlier_attempts (user_id, completion_key, entered_at, completed_at, score)
     select users.id, key, done_at, done_at, score
     from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[]) as t (username, key, score, done_at)
     join users using (username)
     returning *
   )
   update completions c
   set earlier_count = 1, earlier_days = array[day_of(e.completed_at)], earlier_best = e.score
   from earlier e where c.user_id = e.user_id and c.key = e.completion_key`,
);

const exams = command(
  `insert into preferences (user_id, year_ranges, timezone_overrides, pace)
   select users.id, '{}', '{}', pace
   from unnest($1::text[], $2::jsonb[]) as t (username, pace) join users using (username)`,
);

const feedback = command(
  `insert into feedback (user_id, email, message, created_at, done_at)
   select users.id, t.email, message, at, case when is_done then at + interval '1 day' end
   from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::boolean[])
     with ordinality as t (username, email, message, at, is_done, row)
   join users using (username) order by row`,
);
const audit = command(
  `insert into audit (at, actor, actor_id, action, target_id, school_id, details, visit_id)
   select t.at, case when action = 'logged_in' then 'user' else 'platform_admin' end,
     case when action = 'logged_in' then users.id end, action, case when action <> 'logged_in' then users.id end,
     $6, details, visit_id
   from unnest($1::timestamptz[], $2::text[], $3::text[], $4::jsonb[], $5::uuid[])
     with ordinality as t (at, action, username, details, visit_id, row)
   left join users using (username) order by row`,
);

const recount = command(`select recount_sums()`);

export const removeDemo = async (tx: Queries, domain: string) => {
  await tx.run(removeAudit, [domain]);
  await tx.run(removeUsers, [domain]);
  await tx.run(removeGroups, [domain]);
};

export const insertSchool = async (tx: Queries, name: string, domain: string) =>
  (await tx.get(school, [name, domain])).id;

/** With their subjects. */
export const insertPeople = async (
  tx: Queries,
  schoolId: number,
  people: DemoPerson[],
  passwordHash: string,
) => {
  const column = (name: 'username' | 'usernameKey' | 'name' | 'email' | 'role') =>
    people.map((person) => person[name]);
  await tx.run(users, [
    column('username'),
    column('usernameKey'),
    column('email'),
    column('role'),
    passwordHash,
    schoolId,
    column('name'),
  ]);
  const chosen = people.flatMap(({ usernameKey, subjects }) =>
    subjects.map((subjectId, position) => ({ usernameKey, subjectId, position })),
  );
  const [keys, subjectIds] = [chosen.map((row) => row.usernameKey), chosen.map((row) => row.subjectId)];
  await tx.run(studentSubjects, [keys, subjectIds, chosen.map((row) => row.position)]);
  await tx.run(teacherSubjects, [keys, subjectIds]);
};

/** Teachers follow who is at their school by now, and all of them are in groups. */
export const linkPeople = async (tx: Queries, schoolId: number) => {
  await tx.run(links, [schoolId]);
  await tx.run(pendingLinks, [schoolId, INVITED.email, INVITED.name]);
  await tx.run(schoolGroups, [schoolId, SCHOOL_GROUPS]);
  await tx.run(teacherGroups, [
    TEACHER_GROUPS.map(({ teacher }) => teacher),
    TEACHER_GROUPS.map(({ name }) => name),
    TEACHER_GROUPS.map(({ subjectId }) => subjectId),
  ]);
};

/** The teacher of this school asks a student of another one. */
export const askStudent = (tx: Queries, schoolId: number) => tx.run(ask, [schoolId, ASKED_STUDENT]);
export const archivePeople = (tx: Queries, people: readonly DemoPerson[]) =>
  tx.run(archive, [people.map(({ usernameKey }) => usernameKey), LEFT_DAYS_AGO]);

/** Inserted directly, because they happened in the past; the sums are computed afterwards. */
export const insertCompletions = async (tx: Queries, rows: DemoCompletion[]) => {
  await tx.run(completions, [
    rows.map((row) => row.username),
    rows.map((row) => row.subjectId),
    rows.map((row) => row.year),
    rows.map((row) => row.session),
    rows.map((row) => row.paper),
    rows.map((row) => row.timezone),
    rows.map((row) => row.score),
    rows.map((row) => row.completedAt),
    rows.map((row) => row.note),
  ]);
  const again = rows.flatMap(({ earlier, ...row }) => (earlier ? { ...row, ...earlier } : []));
  await tx.run(earlierAttempts, [
    again.map((row) => row.username),
    again.map((row) =>
      [row.subjectId, row.year, row.session, row.paper, row.timezone].filter(Boolean).join('-'),
    ),
    again.map((row) => row.score),
    again.map((row) => row.completedAt),
  ]);
  await tx.run(recount);
};

export const insertExams = (tx: Queries, rows: ReturnType<typeof demoExams>) =>
  tx.run(exams, [rows.map((row) => row.username), rows.map((row) => JSON.stringify(row.pace))]);

export const insertAdministration = async (
  tx: Queries,
  schoolId: number,
  said: ReturnType<typeof demoFeedback>,
  done: ReturnType<typeof demoAudit>,
) => {
  await tx.run(feedback, [
    said.map((entry) => entry.username),
    said.map((entry) => entry.email),
    said.map((entry) => entry.message),
    said.map((entry) => entry.at),
    said.map((entry) => entry.isDone),
  ]);
  await tx.run(audit, [
    done.map((line) => line.at),
    done.map((line) => line.action),
    done.map((line) => line.username),
    done.map((line) => line.details),
    done.map((line) => line.visitId),
    schoolId,
  ]);
};
