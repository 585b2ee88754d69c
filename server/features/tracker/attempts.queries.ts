import { z } from 'zod';
import type { Attempt } from '../../../contract/attempts.ts';
import { MOST_ATTEMPTS } from '../../../domain/attempts.ts';
import { completionKey, type PaperId } from '../../../domain/completion-key.ts';
import { type Queries, statement } from '../../db/database.ts';
import { isoTime } from '../../db/iso-time.ts';

/** What a user says about an attempt. */
export interface AttemptValues {
  doneOn: string;
  score: number | null;
  marks: string | null;
  /** Null leaves the one that is there, an empty one removes it. */
  note: string | null;
}

/** Without a day it was done today, without a moment it is entered now. */
export interface NewAttempt extends Omit<AttemptValues, 'doneOn'> {
  doneOn: string | undefined;
  enteredAt: string | undefined;
}

const attempt = z.object({
  id: z.int(),
  done_on: z.string(),
  completed_at: z.string(),
  score: z.int().nullable(),
  marks: z.string().nullable(),
  note: z.string().nullable(),
  entered_at: z.string(),
});

/** The attempts of a paper; the newest is the record itself. */
const attemptsOf = (userId: string, key: string) => `(
     select attempt_id as id, 0 as place, completed_at, score, marks, note, entered_at
     from completions where user_id = ${userId} and key = ${key} and is_completed
     union all
     select e.id, 1, e.completed_at, e.score, e.marks, e.note, e.entered_at
     from earlier_attempts e join completions c on c.user_id = e.user_id and c.key = e.completion_key
     where e.user_id = ${userId} and e.completion_key = ${key} and c.is_completed
   ) as attempts`;
const NEWEST_FIRST = `place, day_of(attempts.completed_at) desc, attempts.entered_at desc`;

/** The days and scores of a paper as JSON, newest first, for somebody else's eyes. */
export const attemptsToShow = (userId: string, key: string) => `(
     select coalesce(json_agg(json_build_object('id', id, 'done_on', day_of(completed_at), 'score', score)
       order by ${NEWEST_FIRST}), '[]')
     from ${attemptsOf(userId, key)})`;

const ofPaper = statement(
  attempt,
  `select id::int, day_of(completed_at)::text as done_on, ${isoTime('completed_at')} as completed_at, score, marks, note,
     to_char(entered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as entered_at
   from ${attemptsOf('$1', '$2')}
   order by ${NEWEST_FIRST}`,
);

const add = statement(
  z.object({ is_added: z.boolean() }),
  `select add_attempt($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as is_added`,
);

const key = z.object({ key: z.string().nullable() });
const change = statement(key, `select change_attempt($1, $2, $3, $4, $5, $6) as key`);
const remove = statement(key, `select remove_attempt($1, $2) as key`);

/** Newest first. */
export const listAttempts = (db: Queries, userId: number, paper: PaperId): Promise<Attempt[]> =>
  db.list(ofPaper, [userId, completionKey(paper)]);

/** Adds one, or changes the one entered at that moment. False if the paper has one too many by it: take it back. */
export const addAttempt = async (
  tx: Queries,
  userId: number,
  { subjectId, year, session, paper, timezone }: PaperId,
  { doneOn, score, marks, note, enteredAt }: NewAttempt,
): Promise<boolean> => {
  const paperValues = [subjectId, year, session, paper, timezone];
  const values = [doneOn ?? null, score, marks, note, enteredAt ?? null, MOST_ATTEMPTS];
  return (await tx.get(add, [userId, ...paperValues, ...values])).is_added;
};

/** Returns the key of the paper; null if the user has no such attempt. */
export const changeAttempt = async (
  tx: Queries,
  userId: number,
  id: number,
  { doneOn, score, marks, note }: AttemptValues,
): Promise<string | null> => (await tx.get(change, [userId, id, doneOn, score, marks, note])).key;

/** The same. */
export const removeAttempt = async (tx: Queries, userId: number, id: number): Promise<string | null> =>
  (await tx.get(remove, [userId, id])).key;
