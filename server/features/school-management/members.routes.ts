import type { Context } from '../../context.ts';
import { writeAudit, writeAuditOfEach } from '../../db/audit.queries.ts';
import { type Handlers, SUCCESS } from '../../http/answer.ts';
import { HttpError } from '../../http/errors.ts';
import { endAccess, endAllAccess } from '../accounts/end-access.queries.ts';
import { changeUser } from '../platform-admin/change-user.ts';
import { followSchoolmates } from '../teachers/followers.queries.ts';
import { actorOf } from './actor.ts';
import { atSchool } from './at-school.ts';
import { generatePasswords } from './generate-passwords.ts';
import { holdManager } from './manager.queries.ts';
import {
  holdUserOfSchool,
  holdUsersOfSchool,
  listTheseOfSchool,
  setGeneratedHashes,
  updateRoles,
} from './members.queries.ts';

/** That of a school admin is the platform admin's business. */
const refuseSchoolAdmins = (people: readonly { role: string }[]): void => {
  if (people.some(({ role }) => role === 'school_admin'))
    throw new HttpError(409, 'Only students and teachers can get new passwords together.');
};

export const membersRoutes = (context: Context) => {
  const { db, throttle } = context;
  return {
    'POST /admin/schools/{schoolId}/users/{userId}/role': async ({ user, params, json }) => {
      await atSchool(db, params.schoolId, async (tx) => {
        const before = await holdUserOfSchool(tx, params.schoolId, params.userId);
        if (user && before.role === 'school_admin')
          throw new HttpError(409, 'Only the platform admin can change the role of a school admin.');
        const changed = await changeUser(tx, before, { ...before, role: json.role });
        if (changed.length === 0) return;
        await writeAudit(tx, {
          ...actorOf(user),
          action: 'role_changed',
          targetId: params.userId,
          schoolId: params.schoolId,
          details: { role_before: before.role, role_after: json.role },
        });
      });
      return SUCCESS;
    },

    'POST /admin/schools/{schoolId}/roles': ({ user, params: { schoolId }, json: { user_ids, role } }) =>
      atSchool(db, schoolId, async (tx) => {
        const ids = [...new Set(user_ids)];
        await holdUsersOfSchool(tx, schoolId, ids);
        const changed = await updateRoles(tx, schoolId, ids, role);
        if (changed.length > 0) {
          await endAccess(tx, changed);
          await followSchoolmates(tx, changed);
          await writeAuditOfEach(tx, changed, {
            ...actorOf(user),
            action: 'role_changed',
            schoolId,
            details: { role_before: role === 'student' ? 'teacher' : 'student', role_after: role },
          });
        }
        return { changed };
      }),

    'POST /admin/schools/{schoolId}/passwords': async ({ user, params: { schoolId }, json, request }) => {
      const ids = [...new Set(json.user_ids)];
      // Before the costly part; and again below, because somebody may have changed meanwhile.
      refuseSchoolAdmins(await listTheseOfSchool(db, schoolId, ids));
      if (user) await throttle.hit('passwordReset', `user ${user.id}`, ids.length);
      const { generated, hashes } = await generatePasswords(context, ids.length, {
        request,
        what: 'new passwords',
        schoolId,
      });
      return atSchool(db, schoolId, async (tx) => {
        const people = await holdUsersOfSchool(tx, schoolId, ids);
        refuseSchoolAdmins(people);
        await holdManager(tx, user, schoolId);
        await setGeneratedHashes(tx, schoolId, ids, hashes);
        await endAllAccess(tx, ids);
        await writeAuditOfEach(tx, ids, { ...actorOf(user), action: 'password_renewed', schoolId });
        const who = new Map(people.map(({ id, username, email }) => [id, { username, email }]));
        return {
          passwords: ids.map((id, index) => ({
            id,
            username: who.get(id)?.username ?? null,
            email: who.get(id)?.email ?? null,
            password: generated[index] ?? '',
          })),
        };
      });
    },
  } satisfies Handlers;
};
