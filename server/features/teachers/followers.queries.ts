import { command, type Queries } from '../../db/database.ts';

/**
 * Who follows whom, when accounts are made, changed, or prove their address
 * (docs/decisions/016-accounts-changed-by-the-platform-admin.md).
 */

const registered = command(
  `update teacher_students l set student_id = s.id, status = 'active', activated_at = now(), declined_at = null
   from users s
   where s.id = any($1) and s.role = 'student' and l.email = s.email and l.status = 'pending' and l.student_id is null`,
);

// Whoever asks for an address that already has an account asks its owner.
const invited = command(
  `update teacher_students l set student_id = s.id, status = 'active', activated_at = now(), declined_at = null
   from users s
   where s.id = any($1) and s.role = 'student' and l.email = s.email and l.status = 'pending' and l.student_id is null
     and l.created_at < s.created_at`,
);

const schoolmates = command(
  `update teacher_students l set student_id = s.id, status = 'active', activated_at = now()
   from users t, users s
   where t.id = l.teacher_id and s.email = l.email and t.role = 'teacher' and s.role = 'student'
     and t.school_id = s.school_id and (t.id = any($1) or s.id = any($1))
     and l.status = 'pending' and l.declined_at is null
     and not exists (
       select from teacher_students other where other.teacher_id = l.teacher_id and other.student_id = s.id)`,
);

// A teacher who already follows the student needs no invitation for the new address.
const removeNotes = command(
  `delete from teacher_students l using unnest($1::int[], $2::text[]) as moved (student_id, email)
   where l.email = moved.email and l.status = 'pending' and exists (
     select from teacher_students other
     where other.teacher_id = l.teacher_id and other.student_id = moved.student_id and other.status = 'active')`,
);
const readdress = command(
  `update teacher_students l set email = moved.email
   from unnest($1::int[], $2::text[]) as moved (student_id, email)
   where l.student_id = moved.student_id and l.status = 'active'`,
);

/** A link stores the student's address, which is all that is left when it becomes a request. */
export const readdressLinks = (tx: Queries, studentId: number, email: string | null) =>
  readdressLinksOf(tx, [{ id: studentId, email }]);
/** The same for several. */
export const readdressLinksOf = async (
  tx: Queries,
  students: readonly { id: number; email: string | null }[],
) => {
  const moved = [students.map(({ id }) => id), students.map(({ email }) => email)];
  await tx.run(removeNotes, moved);
  await tx.run(readdress, moved);
};

/** Teachers who invited these new users' addresses follow them from now on, as after a registration. */
export const followNewUsers = (tx: Queries, userIds: readonly number[]) => tx.run(registered, [userIds]);

/** The same for whoever proves an address after the registration, and for the teachers who had invited it before. */
export const followInvited = (tx: Queries, userIds: readonly number[]) => tx.run(invited, [userIds]);

/**
 * After a change of school, role or address: a link that would be active if the teacher added it now becomes active. A
 * request that the student declined stays declined.
 */
export const followSchoolmates = (tx: Queries, userIds: readonly number[]) => tx.run(schoolmates, [userIds]);
