import { loginKey } from '../../../domain/accounts.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Queries } from '../../db/database.ts';
import { claimAddresses } from '../../db/locks.queries.ts';
import { type Handlers, RawJson, SUCCESS } from '../../http/answer.ts';
import { notFound, unprocessable } from '../../http/errors.ts';
import { readPage, sendPage } from '../../http/paging.ts';
import { openVisit } from '../../http/session.ts';
import { refuseTaken } from '../accounts/name-conflicts.ts';
import { erasePerson } from '../accounts/personal-data.ts';
import { vouchFor } from '../accounts/prove-address.ts';
import { mailNewPassword, resetPassword } from '../accounts/reset-password.ts';
import { removeFilesSoon } from '../evidence/cleanup.ts';
import { getActiveUser, holdActiveUser } from './active-user.ts';
import { changeUser, describeChange } from './change-user.ts';
import { findSchool, listSchools } from './schools.queries.ts';
import { countStudents, countUsers, getUser, getUsersJson, listUsers } from './users.queries.ts';

export const usersRoutes = ({ db, settings, storage, log, passwords }: Context) => {
  /** In JavaScript, where upper and lower case do not depend on the database's locale; there are few schools. */
  const findSchoolsByName = async (q: string | undefined): Promise<number[]> => {
    const key = loginKey(q ?? '');
    if (key === '') return [];
    return (await listSchools(db)).filter(({ name }) => loginKey(name).includes(key)).map(({ id }) => id);
  };

  return {
    'GET /admin/users': async ({ query, reply }) => {
      const { q, school_id: schoolId, role } = query;
      const page = readPage(query);
      const filter = { q, schoolsFound: await findSchoolsByName(q), schoolId, role };
      if (page.rows === null) return new RawJson((await getUsersJson(db, page.after, filter)).json);
      return sendPage(await listUsers(db, page, filter), page, reply);
    },

    'POST /admin/users/export': async ({ json: { q, school_id: schoolId, role } }) => {
      const filter = { q, schoolsFound: await findSchoolsByName(q), schoolId, role };
      const exported = await db.transaction(async (tx) => {
        const { json, count } = await getUsersJson(tx, null, filter);
        await writeAudit(tx, {
          actor: 'platform_admin',
          action: 'users_exported',
          schoolId: schoolId ?? null,
          // A search text may be somebody's name.
          details: { count, ...(role && { role }), ...(q && { searched: true }) },
        });
        return json;
      });
      return new RawJson(exported);
    },

    'GET /admin/users/counts': async ({ query: { q, school_id: schoolId, role } }) =>
      countUsers(db, { q, schoolsFound: await findSchoolsByName(q), schoolId, role }),

    'GET /admin/users/{id}/students/count': ({ params }) => countStudents(db, params.id),

    'PUT /admin/users/{id}': async ({ params, json }) =>
      refuseTaken(() =>
        db.transaction(async (tx) => {
          if (json.email !== null) await claimAddresses(tx, [json.email]);
          const before = await holdActiveUser(tx, params.id);
          if (json.school_id !== null && !(await findSchool(tx, json.school_id))) {
            throw unprocessable('There is no such school.');
          }
          const changed = await changeUser(tx, before, json);
          if (changed.length > 0) {
            await writeAudit(tx, {
              actor: 'platform_admin',
              action: 'user_changed',
              targetId: params.id,
              schoolId: json.school_id ?? before.school_id,
              details: describeChange(changed, before, json),
            });
          }
          return getUser(tx, params.id);
        }),
      ),

    'DELETE /admin/users/{id}': async ({ params }) => {
      if (!(await erasePerson(db, params.id, { actor: 'platform_admin' }))) throw notFound();
      removeFilesSoon({ db, storage, log });
      return SUCCESS;
    },

    'POST /admin/users/{id}/confirm': async ({ params: { id } }) => {
      const { email } = await getActiveUser(db, id);
      await vouchFor(
        db,
        { id, email },
        { hold: (tx) => getActiveUser(tx, id), by: { actor: 'platform_admin' } },
      );
      return SUCCESS;
    },

    'POST /admin/users/{id}/password/link': async ({ params: { id } }) => {
      const reset = {
        userId: id,
        hold: (tx: Queries) => holdActiveUser(tx, id),
        by: { actor: 'platform_admin' },
      } as const;
      await mailNewPassword({ db, mail: settings.mail }, reset);
      return SUCCESS;
    },

    'POST /admin/users/{id}/password': async ({ params: { id } }) => ({
      password: await resetPassword(
        { db, passwords },
        { userId: id, hold: (tx) => holdActiveUser(tx, id), by: { actor: 'platform_admin' } },
      ),
    }),

    'POST /admin/impersonate/{id}': async ({ params }) =>
      db.transaction(async (tx) => {
        const user = await getActiveUser(tx, params.id);
        return { access_token: await openVisit(tx, user) };
      }),
  } satisfies Handlers;
};
