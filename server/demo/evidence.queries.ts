import { z } from 'zod';
import { PAPERS, TIMEZONES } from '../../domain/papers.ts';
import { SESSIONS } from '../../domain/years.ts';
import { type Queries, statement } from '../db/database.ts';

const latest = statement(
  z.object({
    userId: z.int(),
    subjectId: z.string(),
    year: z.int(),
    session: z.enum(SESSIONS),
    paper: z.enum(PAPERS),
    timezone: z.enum(TIMEZONES).nullable(),
  }),
  `select user_id as "userId", subject_id as "subjectId", year, session, paper, timezone
   from completions join users on users.id = user_id
   where username = $1 order by completed_at desc, key limit $2`,
);

/** The papers that a student did last. */
export const listLatestPapers = (db: Queries, username: string, count: number) =>
  db.list(latest, [username, count]);
