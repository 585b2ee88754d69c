import { z } from 'zod';
import { loginKey } from '../../../domain/accounts.ts';
import { command, type Queries, statement } from '../../db/database.ts';
import {
  addLinks,
  type NewLink,
  type Pair,
  REACHED,
  RECENTLY_REMOVED,
  removing,
} from '../teachers/links.queries.ts';

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
     s.username as student_username, coalesce(s.email, s.username) as student_email
   from ${LINKS}
   where l.status = 'active'
   order by coalesce(t.username_key, t.email), t.id, coalesce(s.username_key, s.email), s.id`,
);
const pendingOfSchool = statement(
  z.object({ teacher_id: z.int(), student_email: z.string(), student_name: z.string().nullable() }),
  `select t.id as teacher_id, l.email as student_email, l.name as student_name
   from teacher_students l join users t on t.id = l.teacher_id and t.school_id = $1 and t.role = 'teacher'
   where l.status = 'pending'
   order by l.email, t.id`,
);
const removedRow = z.object({ email: z.string(), status: z.string(), student_id: z.int().nullable() });
const REMOVED = `select ${REACHED} as email, l.status, l.student_id from gone l left join users s on s.id = l.student_id`;
const remove = statement(
  removedRow,
  `with ${removing(`select l.id from ${LINKS} where t.id = $2 and s.id = $3 and l.status = 'active'`)}
   ${REMOVED}`,
);
const removeMany = statement(
  removedRow,
  `with ${removing(`
     select l.id from teacher_students l
     join users t on t.id = l.teacher_id and t.id = $2 and t.school_id = $1 and t.role = 'teacher'
     left join users s on s.id = l.student_id and s.school_id = $1 and s.role = 'student'
     where (l.email = any($3) or s.username_key = any($4)) and (l.status = 'pending' or s.id is not null)`)}
   ${REMOVED}`,
);
const endAll = statement(
  z.object({ teacher_id: z.int(), student_id: z.int() }),
  `with ${removing(`select l.id from ${LINKS} where s.id = any($2) and l.status = 'active'`)}
   select teacher_id, student_id from gone order by teacher_id, student_id`,
);
const linked = statement(
  z.object({ count: z.int() }),
  `select count(*)::int as count from ${LINKS}
   where l.status = 'active' and (t.id, s.id) in (select * from unnest($2::int[], $3::int[]))`,
);

const teacher = statement(
  z.object({ id: z.int() }),
  `select id from users where (email = $2 or username_key = $3) and school_id = $1 and role = 'teacher' for share`,
);
const named = statement(
  z.object({ id: z.int(), username_key: z.string(), email: z.string().nullable() }),
  `select id, username_key, email from users
   where username_key = any($2) and school_id = $1 and role = 'student' order by id for share`,
);
// Nobody changes school or role while we check who belongs here.
const hold = command(`select from users where email = any($1) order by id for share`);
const strangers = statement(
  z.object({ email: z.string() }),
  `select email from users
   where email = any($3) and (school_id is distinct from $2 or role <> 'student')
     and email not in (${RECENTLY_REMOVED})
   order by array_position($3, email)`,
);
// The school's decision overrides a request that the student declined.
const activate = statement(
  z.object({ email: z.string(), status: z.string() }),
  `update teacher_students l
   set student_id = s.id, status = 'active', activated_at = now(), declined_at = null
   from unnest($2::int[], $3::text[]) as wanted (teacher_id, email), users s
   where l.teacher_id = wanted.teacher_id and l.email = wanted.email and l.status = 'pending'
     and s.email = l.email and s.school_id = $1 and s.role = 'student'
     and not exists (
       select from teacher_students other where other.teacher_id = l.teacher_id and other.student_id = s.id)
   returning l.email, l.status`,
);

/** By teacher, then by student. */
export const listClasses = (db: Queries, schoolId: number) => db.list(ofSchool, [schoolId]);
/** By address. */
export const listPending = (db: Queries, schoolId: number) => db.list(pendingOfSchool, [schoolId]);
/** Returns nobody when there is no such assignment at this school. */
export const deleteClass = (db: Queries, schoolId: number, teacherId: number, studentId: number) =>
  db.list(remove, [schoolId, teacherId, studentId]);
/** Removes these students from a teacher of the school; returns who was there. */
export const deleteClasses = (
  tx: Queries,
  schoolId: number,
  teacherId: number,
  { emails, keys }: { emails: readonly string[]; keys: readonly string[] },
) => tx.list(removeMany, [schoolId, teacherId, emails, keys]);

/** These students have no teacher at the school any more; returns whom they had. */
export const endClassesOf = (tx: Queries, schoolId: number, studentIds: readonly number[]) =>
  tx.list(endAll, [schoolId, studentIds]);
/** How many of these pairs are teacher and student at the school. */
export const countPairs = async (tx: Queries, schoolId: number, pairs: readonly Pair[]) =>
  (
    await tx.get(linked, [
      schoolId,
      pairs.map(({ teacher_id: id }) => id),
      pairs.map(({ student_id: id }) => id),
    ])
  ).count;

/** By address or username. */
export const findTeacher = (tx: Queries, schoolId: number, login: string) =>
  tx.find(teacher, [schoolId, login, login.includes('@') ? null : loginKey(login)]);
/** Students of the school with these usernames, as keys. */
export const listNamed = (tx: Queries, schoolId: number, keys: readonly string[]) =>
  tx.list(named, [schoolId, keys]);

/**
 * The first of these addresses whose account is not a student of this school. Those whom the teacher had as pending until
 * a moment ago may come back.
 */
export const findStranger = async (
  tx: Queries,
  schoolId: number,
  teacherId: number,
  emails: readonly string[],
) => {
  await tx.run(hold, [emails]);
  return (await tx.find(strangers, [teacherId, schoolId, emails]))?.email;
};

interface Link {
  email: string;
  status: string;
}

/** Assigns students of the school, and addresses without an account, to its teachers; returns who is new. */
export const insertClasses = async (
  tx: Queries,
  schoolId: number,
  links: readonly NewLink[],
): Promise<Link[]> => {
  const reached = links.filter(({ email }) => email !== null);
  const activated = await tx.list(activate, [
    schoolId,
    reached.map(({ teacherId }) => teacherId),
    reached.map(({ email }) => email),
  ]);
  return [...activated, ...(await addLinks(tx, links))];
};
