import { command, type Queries } from '../../db/database.ts';

const link = command(
  `insert into teacher_students (teacher_id, student_id, email, status, invitation_token, activated_at)
   select $1, id, email, 'active', gen_random_uuid()::text, now() from users where id = $2`,
);
const move = command(`update completions set completed_at = $2 where user_id = $1 and is_completed`);
const recount = command(`select recount_sums()`);

export const insertActiveLink = (db: Queries, teacherId: number, studentId: number) =>
  db.run(link, [teacherId, studentId]);
/** Moves all ticks of a student to another time; this bypasses the sums, so they are counted again. */
export const moveTicks = async (db: Queries, userId: number, at: string) => {
  await db.run(move, [userId, at]);
  await db.run(recount);
};
