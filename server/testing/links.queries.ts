import { z } from 'zod';
import { type Queries, statement } from '../db/database.ts';

const insert = statement(
  z.object({ id: z.int() }),
  `insert into teacher_students
     (teacher_id, student_id, email, status, invitation_token, activated_at, declined_at)
   values ($1, $2, $3, $4, gen_random_uuid()::text, case when $4 = 'active' then now() end,
     case when $5 then now() end)
   returning id`,
);

export interface TestLink {
  teacher: { id: number };
  student: { id: number; email: string };
  /** A pending link identifies its student by the address; the table allows an id too. */
  isKnown?: boolean;
  isDeclined?: boolean;
}

/** A link as it could be in the table, whatever the API would make of it. */
export const insertTestLink = async (
  db: Queries,
  status: 'active' | 'pending',
  { teacher, student, isKnown = status === 'active', isDeclined = false }: TestLink,
): Promise<number> =>
  (await db.get(insert, [teacher.id, isKnown ? student.id : null, student.email, status, isDeclined])).id;
