import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';

/** Who teaches whom at a school. Every statement is limited to the school, and both people have the right role. */

const assignment = z.object({
  student_id: z.int(),
  teacher_id: z.int(),
  teacher_username: z.string().nullable(),
  student_username: z.string().nullable(),
  student_email: z.string().nullable(),
});

const LINKS = `teacher_students l
   join users t on t.id = l.teacher_id and t.school_id = $1 and t.role = 'teacher'
   join users s on s.id = l.student_id and s.school_id = $1 and s.role = 'student'`;

const ofSchool = statement(
  assignment,
  `select s.id as student_id, t.id as teacher_id, t.username as teacher_username,
     s.username as student_username, s.email as student_email
   from ${LINKS}
   where l.status = 'active'
   order by coalesce(t.username_key, t.email), t.id, coalesce(s.username_key, s.email), s.id`,
);
const remove = command(
  `delete from teacher_students where id in (
     select l.id from ${LINKS} where t.id = $2 and s.id = $3 and l.status = 'active')`,
);

const teacher = statement(
  z.object({ id: z.int() }),
  `select id from users where email = $2 and school_id = $1 and role = 'teacher' for share`,
);
// Nobody changes school or role while we check who belongs here.
const hold = command(`select from users where email = any($1) order by id for share`);
const strangers = statement(
  z.object({ email: z.string() }),
  `select email from users
   where email = any($2) and (school_id is distinct from $1 or role <> 'student')
   order by array_position($2, email)`,
);
const insert = statement(
  z.object({ status: z.string() }),
  `insert into teacher_students (teacher_id, student_id, email, status, invitation_token, activated_at)
   select $2, s.id, a.email, case when s.id is null then 'pending' else 'active' end, a.token,
     case when s.id is not null then now() end
   from unnest($3::text[], $4::text[]) as a (email, token)
   left join users s on s.email = a.email and s.school_id = $1 and s.role = 'student'
   order by a.email
   on conflict do nothing
   returning status`,
);
// The school's decision overrides a request that the student declined.
const activate = command(
  `update teacher_students l
   set student_id = s.id, status = 'active', activated_at = now(), declined_at = null
   from users s
   where l.teacher_id = $2 and l.email = any($3) and l.status = 'pending'
     and s.email = l.email and s.school_id = $1 and s.role = 'student'
     and not exists (
       select from teacher_students other where other.teacher_id = $2 and other.student_id = s.id)`,
);

/** By teacher, then by student. */
export const listClasses = (db: Queries, schoolId: number) => db.list(ofSchool, [schoolId]);
/** Returns 0 when there is no such assignment at this school. */
export const deleteClass = (db: Queries, schoolId: number, teacherId: number, studentId: number) =>
  db.run(remove, [schoolId, teacherId, studentId]);

export const findTeacher = (tx: Queries, schoolId: number, email: string) =>
  tx.find(teacher, [schoolId, email]);

/** The first of these addresses whose account is not a student of this school. */
export const findStranger = async (tx: Queries, schoolId: number, emails: readonly string[]) => {
  await tx.run(hold, [emails]);
  return (await tx.find(strangers, [schoolId, emails]))?.email;
};

/** Assigns students of the school, and addresses without an account, to the teacher; returns how many are new. */
export const insertClasses = async (
  tx: Queries,
  schoolId: number,
  teacherId: number,
  students: readonly { email: string; token: string }[],
): Promise<{ active: number; pending: number }> => {
  const emails = students.map(({ email }) => email);
  const tokens = students.map(({ token }) => token);
  const activated = await tx.run(activate, [schoolId, teacherId, emails]);
  const made = await tx.list(insert, [schoolId, teacherId, emails, tokens]);
  const pending = made.filter(({ status }) => status === 'pending').length;
  return { active: activated + made.length - pending, pending };
};
