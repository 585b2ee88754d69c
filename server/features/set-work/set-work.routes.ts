import type { Parsed } from '../../../contract/index.ts';
import { dueOnProblem, MAX_SET_WORK } from '../../../domain/set-work.ts';
import type { Context } from '../../context.ts';
import type { Queries } from '../../db/database.ts';
import { lockUsers } from '../../db/locks.queries.ts';
import { type Handlers, RawJson, SUCCESS } from '../../http/answer.ts';
import { HttpError, notFound, unprocessable } from '../../http/errors.ts';
import { listPapersWithWords } from '../words/words.queries.ts';
import {
  countSets,
  type GivenSet,
  getEntriesJson,
  getEntryJson,
  getOneJson,
  getStanding,
  insertSet,
  listForStudent,
  restoreSet,
  updateSet,
  withdrawSet,
} from './set-work.queries.ts';

const givenBy = (
  teacherId: number,
  id: string,
  json: Parsed<'PUT /teachers/sets/{id}'>['json'],
): GivenSet => ({
  id,
  teacherId,
  subjectId: json.subject_id,
  papers: json.papers.map((paper) => ({ subjectId: json.subject_id, ...paper })),
  audience: json.audience,
  groupId: json.group_id,
  studentIds: json.student_ids,
  dueOn: json.due_on,
  line: json.line,
});

const refuseTooMuch = (others: number): void => {
  if (others >= MAX_SET_WORK)
    throw new HttpError(409, `You have set papers ${MAX_SET_WORK} times within a year. Withdraw some first.`);
};

/** Throws unless the teacher may set this. Returns the day of the set work that is there under its id. */
const check = async (tx: Queries, given: GivenSet): Promise<string | null> => {
  await lockUsers(tx, [given.teacherId]);
  const { teaches, sees_group, follows, others, due_on } = await getStanding(tx, given);
  if (!teaches) throw unprocessable('Choose a subject that you teach.');
  if (!sees_group || !follows) throw notFound();
  refuseTooMuch(others);
  return due_on;
};

export const setWorkRoutes = ({ db, throttle }: Context) =>
  ({
    'GET /teachers/sets': async ({ user, query }) =>
      new RawJson(await getEntriesJson(db, user.id, query.group_id)),

    'POST /teachers/sets': async ({ user, json: { id, ...json }, record }) => {
      await throttle.hit('setWork', `teacher ${user.id}`);
      const given = givenBy(user.id, id, json);
      return db.transaction(async (tx) => {
        const isThere = (await check(tx, given)) !== null;
        const count = isThere ? 0 : await insertSet(tx, given);
        await record(tx, count);
        // One of somebody else, or one that was withdrawn, is not found here.
        return new RawJson(await getEntryJson(tx, id, user.id));
      });
    },

    'GET /teachers/sets/{id}': async ({ user, params }) =>
      new RawJson(await getOneJson(db, params.id, user.id)),

    'PUT /teachers/sets/{id}': ({ user, params, json, record }) =>
      db.transaction(async (tx) => {
        const given = givenBy(user.id, params.id, json);
        const dueOn = await check(tx, given);
        if (dueOn === null) throw notFound();
        const problem = json.due_on === dueOn ? undefined : dueOnProblem(json.due_on, Date.now());
        if (problem) throw unprocessable(problem);
        await updateSet(tx, given);
        await record(tx);
        return new RawJson(await getEntryJson(tx, params.id, user.id));
      }),

    'DELETE /teachers/sets/{id}': async ({ user, params, recorded }) => {
      if ((await recorded(db, (tx) => withdrawSet(tx, params.id, user.id))) === 0) throw notFound();
      return SUCCESS;
    },

    'POST /teachers/sets/{id}/restore': async ({ user, params, record }) => {
      await db.transaction(async (tx) => {
        await lockUsers(tx, [user.id]);
        const restored = await restoreSet(tx, params.id, user.id);
        if (restored === 0) throw notFound();
        refuseTooMuch((await countSets(tx, user.id)) - 1);
        await record(tx, restored);
      });
      return SUCCESS;
    },

    'GET /users/me/from-teachers': async ({ user }) => ({
      set_work: await listForStudent(db, user.id),
      words: user.visitId === null ? await listPapersWithWords(db, user.id) : [],
    }),
  }) satisfies Handlers;
