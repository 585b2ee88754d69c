import { MOST_ATTEMPTS } from '../../../domain/attempts.ts';
import { completionKey } from '../../../domain/completion-key.ts';
import type { Context } from '../../context.ts';
import type { Queries } from '../../db/database.ts';
import { type Handlers, RawJson } from '../../http/answer.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';
import { addAttempt, changeAttempt, listAttempts, removeAttempt } from './attempts.queries.ts';
import { getRecordJson } from './tracker.queries.ts';

type Given<Day> = { done_on: Day; score: number | null; marks: string | null; note: string | null };
/** A visitor, who is shown no notes, leaves them as they are. */
const valuesOf = <Day>({ visitId }: SessionUser, { done_on, score, marks, note }: Given<Day>) => ({
  doneOn: done_on,
  score,
  marks,
  note: visitId === null ? (note ?? '') : null,
});

const answer = async (tx: Queries, user: SessionUser, key: string | null): Promise<RawJson> => {
  if (key === null) throw notFound();
  const record = await getRecordJson(tx, user, key);
  return new RawJson(`{"status":"success","key":"${key}","record":${record}}`);
};

export const attemptRoutes = ({ db }: Context) =>
  ({
    'GET /completion/attempts': async ({ user, query }) => {
      const { subject_id: subjectId, timezone = null, ...paper } = query;
      const attempts = await listAttempts(db, user.id, { ...paper, subjectId, timezone });
      // Notes are to oneself: a visitor is not shown them.
      return {
        attempts: user.visitId === null ? attempts : attempts.map((attempt) => ({ ...attempt, note: null })),
      };
    },

    'POST /completion/attempts': ({ user, json, record }) =>
      db.transaction(async (tx) => {
        const { subject_id: subjectId, year, session, paper, timezone, entered_at: enteredAt } = json;
        const paperId = { subjectId, year, session, paper, timezone };
        const values = { ...valuesOf(user, { ...json, done_on: json.done_on }), enteredAt };
        const isAdded = await addAttempt(tx, user.id, paperId, values);
        if (!isAdded) throw badRequest(`A paper has at most ${MOST_ATTEMPTS} attempts.`);
        await record(tx);
        return answer(tx, user, completionKey(paperId));
      }),

    'PUT /completion/attempts/{id}': ({ user, params, json, record }) =>
      db.transaction(async (tx) => {
        const key = await changeAttempt(tx, user.id, params.id, valuesOf(user, json));
        await record(tx);
        return answer(tx, user, key);
      }),

    'DELETE /completion/attempts/{id}': ({ user, params }) =>
      db.transaction(async (tx) => answer(tx, user, await removeAttempt(tx, user.id, params.id))),
  }) satisfies Handlers;
