import { z } from 'zod';
import { type Queries, statement } from '../db/database.ts';

const texts = statement(
  z.object({ text: z.string() }),
  `select username as text from users where username is not null
   union all select email from users where email is not null
   union all select name from schools
   union all select name from teacher_students where name is not null
   union all select email from teacher_students
   union all select original_filename from files
   union all select message from feedback
   union all select email from feedback where email is not null`,
);

/** Every text that people wrote and others read. */
export const listStoredTexts = async (db: Queries) => (await db.list(texts)).map(({ text }) => text);
