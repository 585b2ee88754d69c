import { MOST_WORDS } from '../../../domain/words.ts';
import type { Context } from '../../context.ts';
import { type Handlers, SUCCESS } from '../../http/answer.ts';
import { HttpError, notFound } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';
import {
  getStudentsAttempts,
  hasTooMany,
  readWordsOfStudent,
  readWordsOfTeachers,
  removeWord,
  restoreWord,
  writeWord,
} from './words.queries.ts';

const full = () =>
  new HttpError(
    409,
    `You have written to each other ${MOST_WORDS} times about this paper. Delete something first.`,
  );

export const wordsRoutes = ({ db, throttle }: Context) => {
  const write = async (
    side: 'teacher' | 'student',
    user: SessionUser,
    word: Parameters<typeof writeWord>[3],
  ) => {
    await throttle.hit('word', `user ${user.id}`);
    const written = await db.transaction((tx) => writeWord(tx, side, user.id, word));
    if (!written) throw full();
    return written;
  };
  const found = (count: number) => {
    if (count === 0) throw notFound();
    return SUCCESS;
  };

  const restore = (side: 'teacher' | 'student', user: SessionUser, id: string) =>
    db.transaction(async (tx) => {
      const answer = found(await restoreWord(tx, side, user.id, id));
      if (await hasTooMany(tx, id)) throw full();
      return answer;
    });

  return {
    'GET /teachers/students/{id}/attempts': ({ user, params, query }) =>
      getStudentsAttempts(db, user.id, params.id, query.key),

    'GET /teachers/students/{id}/words': ({ user, params, query }) =>
      readWordsOfStudent(db, user.id, params.id, query.key),
    'POST /teachers/students/{id}/words': ({ user, params, json }) =>
      write('teacher', user, { ...json, linkId: params.id }),
    'DELETE /teachers/words/{id}': async ({ user, params }) =>
      found(await removeWord(db, 'teacher', user.id, params.id)),
    'POST /teachers/words/{id}/restore': ({ user, params }) => restore('teacher', user, params.id),

    'GET /users/me/words': async ({ user, query }) => ({
      teachers: await readWordsOfTeachers(db, user.id, query.key),
    }),
    'POST /users/me/words': ({ user, json: { link_id: linkId, ...word } }) =>
      write('student', user, { ...word, linkId }),
    'DELETE /users/me/words/{id}': async ({ user, params }) =>
      found(await removeWord(db, 'student', user.id, params.id)),
    'POST /users/me/words/{id}/restore': ({ user, params }) => restore('student', user, params.id),
  } satisfies Handlers;
};
