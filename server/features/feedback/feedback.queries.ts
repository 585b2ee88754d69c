import { command, type Queries } from '../../db/database.ts';

const insert = command(`insert into feedback (user_id, email, message) values ($1, $2, $3)`);

export const insertFeedback = (
  db: Queries,
  feedback: { userId: number | null; email: string | null; message: string },
) => db.run(insert, [feedback.userId, feedback.email, feedback.message]);
