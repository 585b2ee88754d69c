import { MOST_WORDS } from '../../../domain/words.ts';
import type { Context } from '../../context.ts';
import { type Handlers, SUCCESS } from '../../http/answer.ts';
import { badRequest, notFound } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';
import {
  getStudentsAttempts,
  readWordsOfStudent,
  readWordsOfTeachers,
  removeWord,
  restoreWord,
  writeWord,
} from './words.queries.ts';

export const wordsRoutes = ({ db, throttle }: Context) => {
  const write = async (
    side: 'teacher' | 'student',
    user: SessionUser,
    word: Parameters<typeof writeWord>[3],
  ) => {
    await throttle.hit('word', `user ${user.id}`);
    const written = await db.transaction((tx) => writeWord(tx, side, user.id, word));
    if (!written) throw badRequest(`A paper has at most ${MOST_WORDS} words.`);
    return written;
  };
  const found = (count: number) => {
    if (count === 0) throw notFound();
    return SUCCESS;
  };

  return {
    'GET /teachers/students/{id}/attempts': ({ user, params, query }) =>
      getStudentsAttempts(db, user.id, params.id, query.key),

    'GET /teachers/students/{id}/words': ({ user, params, query }) =>
      readWordsOfStudent(db, user.id, params.id, query.key),
    'POST /teachers/students/{id}/words': ({ user, params, json }) =>
      write('teacher', user, { ...json, linkId: params.id }),
    'DELETE /teachers/words/{id}': async ({ user, params }) =>
      found(await removeWord(db, 'teacher', user.id, params.id)),
    'POST /teachers/words/{id}/restore': async ({ user, params }) =>
      found(await restoreWord(db, 'teacher', user.id, params.id)),

    'GET /users/me/words': async ({ user, query }) => ({
      teachers: await readWordsOfTeachers(db, user.id, query.key),
    }),
    'POST /users/me/words': ({ user, json: { link_id: linkId, ...word } }) =>
      write('student', user, { ...word, linkId }),
    'DELETE /users/me/words/{id}': async ({ user, params }) =>
      found(await removeWord(db, 'student', user.id, params.id)),
    'POST /users/me/words/{id}/restore': async ({ user, params }) =>
      found(await restoreWord(db, 'student', user.id, params.id)),
  } satisfies Handlers;
};
