import { loginKey } from '../../../domain/accounts.ts';
import type { AuditDetails } from '../../../domain/audit.ts';
import type { Role } from '../../../domain/roles.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Queries } from '../../db/database.ts';
import { claimAddresses } from '../../db/locks.queries.ts';
import { type Handlers, RawJson, SUCCESS } from '../../http/answer.ts';
import { notFound, unprocessable } from '../../http/errors.ts';
import { readPage, sendPage } from '../../http/paging.ts';
import { openVisit } from '../../http/session.ts';
import { endAccess, forgetLinks } from '../accounts/end-access.queries.ts';
import { refuseTaken } from '../accounts/name-conflicts.ts';
import { erasePerson } from '../accounts/personal-data.ts';
import { vouchFor } from '../accounts/prove-address.ts';
import { mailNewPassword, resetPassword } from '../accounts/reset-password.ts';
import { removeFilesSoon } from '../evidence/cleanup.ts';
import { followSchoolmates, readdressLinks } from '../teachers/followers.queries.ts';
import { findSchool, listSchools } from './schools.queries.ts';
import {
  countStudents,
  countUsers,
  getUser,
  getUsersJson,
  holdUser,
  holdUserOfSchool,
  listUsers,
  updateUser,
} from './users.queries.ts';

interface Wanted {
  email: string | null;
  username: string | null;
  school_id: number | null;
  role: Role;
}

const FIELDS = ['email', 'username', 'school_id', 'role'] as const;

/** Changes a locked user, with everything that follows from it; returns the fields that changed. */
const change = async (tx: Queries, before: Wanted & { id: number }, wanted: Wanted): Promise<string[]> => {
  const changed = FIELDS.filter((field) => before[field] !== wanted[field]);
  if (changed.length === 0) return changed;
  if (wanted.role === 'school_admin' && wanted.school_id === null) {
    throw unprocessable('A school admin needs a school.');
  }
  if (wanted.role !== 'school_admin' && wanted.email === null) {
    throw unprocessable('This user has no email address. Add one before changing the role.');
  }
  await updateUser(tx, before.id, wanted);
  if (changed.includes('role') || changed.includes('school_id')) await endAccess(tx, [before.id]);
  else if (changed.includes('email')) await forgetLinks(tx, [before.id]);
  if (changed.includes('email') && wanted.email !== null) {
    await readdressLinks(tx, before.id, wanted.email);
  }
  await followSchoolmates(tx, [before.id]);
  return changed;
};

const describeChange = (changed: readonly string[], before: Wanted, after: Wanted): AuditDetails => ({
  changed: changed.join(', '),
  ...(changed.includes('role') && { role_before: before.role, role_after: after.role }),
  ...(changed.includes('school_id') && {
    school_id_before: before.school_id,
    school_id_after: after.school_id,
  }),
});

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
          const before = await holdUser(tx, params.id);
          if (json.school_id !== null && !(await findSchool(tx, json.school_id))) {
            throw unprocessable('There is no such school.');
          }
          const changed = await change(tx, before, json);
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

    'POST /admin/schools/{schoolId}/users/{userId}/role': async ({ params, json }) => {
      await db.transaction(async (tx) => {
        const before = await holdUserOfSchool(tx, params.schoolId, params.userId);
        const changed = await change(tx, before, { ...before, role: json.role });
        if (changed.length === 0) return;
        await writeAudit(tx, {
          actor: 'platform_admin',
          action: 'role_changed',
          targetId: params.userId,
          schoolId: params.schoolId,
          details: { role_before: before.role, role_after: json.role },
        });
      });
      return SUCCESS;
    },

    'DELETE /admin/users/{id}': async ({ params }) => {
      if (!(await erasePerson(db, params.id, { actor: 'platform_admin' }))) throw notFound();
      removeFilesSoon({ db, storage, log });
      return SUCCESS;
    },

    'POST /admin/users/{id}/confirm': async ({ params: { id } }) => {
      const { email } = await getUser(db, id);
      await vouchFor(db, { id, email }, { hold: (tx) => getUser(tx, id), by: { actor: 'platform_admin' } });
      return SUCCESS;
    },

    'POST /admin/users/{id}/password/link': async ({ params: { id } }) => {
      const reset = {
        userId: id,
        hold: (tx: Queries) => holdUser(tx, id),
        by: { actor: 'platform_admin' },
      } as const;
      await mailNewPassword({ db, mail: settings.mail }, reset);
      return SUCCESS;
    },

    'POST /admin/users/{id}/password': async ({ params: { id } }) => ({
      password: await resetPassword(
        { db, passwords },
        { userId: id, hold: (tx) => holdUser(tx, id), by: { actor: 'platform_admin' } },
      ),
    }),

    'POST /admin/impersonate/{id}': async ({ params }) =>
      db.transaction(async (tx) => {
        const user = await getUser(tx, params.id);
        return { access_token: await openVisit(tx, user) };
      }),
  } satisfies Handlers;
};
