import { MOST_ATTEMPTS } from '../../../domain/attempts.ts';
import { completionKey } from '../../../domain/completion-key.ts';
import type { Context } from '../../context.ts';
import type { Queries } from '../../db/database.ts';
import { type Handlers, RawJson } from '../../http/answer.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';
import {
  type AttemptValues,
  addAttempt,
  changeAttempt,
  listAttempts,
  removeAttempt,
} from './attempts.queries.ts';
import { getRecordJson } from './tracker.queries.ts';

type Given = { done_on: string; score: number | null; marks: string | null; note: string | null };
/** A visitor, who is shown no notes, leaves them as they are. */
const valuesOf = ({ visitId }: SessionUser, { done_on, score, marks, note }: Given): AttemptValues => ({
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
        const isAdded = await addAttempt(tx, user.id, paperId, { ...valuesOf(user, json), enteredAt });
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

    'DELETE /completion/attempts/{id}': ({ user, params, record }) =>
      db.transaction(async (tx) => {
        const key = await removeAttempt(tx, user.id, params.id);
        await record(tx);
        return answer(tx, user, key);
      }),
  }) satisfies Handlers;
