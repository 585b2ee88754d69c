import { z } from 'zod';
import { PAPERS, TIMEZONES } from '../../domain/papers.ts';
import { SESSIONS } from '../../domain/years.ts';
import { command, type Queries, statement } from '../db/database.ts';

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

// The first teacher who could has looked at them.
const share = command(
  `with shared as (
     insert into shared_evidence (user_id, subject_id)
     select distinct f.user_id, split_part(f.completion_key, '-', 1)
     from files f join users on users.id = f.user_id where username = any($1)
     returning user_id, subject_id
   )
   insert into evidence_looks (student_id, completion_key, teacher_id, looked_at)
   select distinct on (f.completion_key, f.user_id) f.user_id, f.completion_key, l.teacher_id, now() - interval '1 day'
   from shared s join files f on f.user_id = s.user_id and split_part(f.completion_key, '-', 1) = s.subject_id
   join teacher_students l on l.student_id = s.user_id and l.status = 'active'
   join teacher_subjects ts on ts.teacher_id = l.teacher_id and ts.subject_id = s.subject_id
   where f.user_id % 2 = 0
   order by f.completion_key, f.user_id, l.teacher_id`,
);

/** Lets the teachers of these students see their files. */
export const shareEvidence = (db: Queries, usernames: readonly string[]) => db.run(share, [usernames]);

/** The papers that a student did last. */
export const listLatestPapers = (db: Queries, username: string, count: number) =>
  db.list(latest, [username, count]);
