import { z } from 'zod';
import { MOST_ATTEMPTS } from '../../../domain/attempts.ts';
import { completionKey, type PaperId } from '../../../domain/completion-key.ts';
import { type Queries, statement } from '../../db/database.ts';

/** As it is compared with what is there. */
interface Value {
  done_on: string;
  score: number | null;
  marks: string | null;
  note: string | null;
}

/** Null is no attempt: before it is added, and after it is removed. */
export interface AttemptChange extends PaperId {
  enteredAt: string;
  was: Value | null;
  becomes: Value | null;
}

const all = statement(
  z.object({ json: z.string() }),
  `select coalesce(json_agg(json_build_object(
     'subject_id', subject_id, 'year', year, 'session', session, 'paper', paper, 'timezone', timezone,
     'entered_at', to_char(entered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
     'done_on', day_of(completed_at), 'score', score, 'marks', marks, 'note', note
   ) order by key, day_of(completed_at), entered_at), '[]')::text as json
   from (
     select key, subject_id, year, session, paper, timezone, entered_at, completed_at, score, marks, note
     from completions where user_id = $1 and is_completed
     union all
     select c.key, c.subject_id, c.year, c.session, c.paper, c.timezone, e.entered_at, e.completed_at, e.score, e.marks,
       e.note
     from earlier_attempts e join completions c on c.user_id = e.user_id and c.key = e.completion_key
     where e.user_id = $1 and c.is_completed
   ) as attempts`,
);

const change = statement(
  z.object({ outcome: z.enum(['changed', 'outdated', 'too many', 'no user']) }),
  `select change_attempts($1, $2, $3) as outcome`,
);

/** All attempts of a user, built by PostgreSQL; those of a paper in the order in which they were made. */
export const getAttemptsJson = async (db: Queries, userId: number): Promise<string> =>
  (await db.get(all, [userId])).json;

/** All of them or none. 'outdated' if one is neither what it was nor what it becomes. */
export const changeAttempts = async (db: Queries, userId: number, changes: readonly AttemptChange[]) => {
  const rows = changes.map(({ subjectId, enteredAt, ...rest }) => ({
    ...rest,
    key: completionKey({ subjectId, ...rest }),
    subject_id: subjectId,
    entered_at: enteredAt,
  }));
  return (await db.get(change, [userId, JSON.stringify(rows), MOST_ATTEMPTS])).outcome;
};
