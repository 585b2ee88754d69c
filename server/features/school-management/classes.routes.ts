import { loginKey } from '../../../domain/accounts.ts';
import { ASSIGNMENT_NOT_FOUND, MAX_PAIRS, OTHERS_DOMAIN, TEACHER_NOT_FOUND } from '../../../domain/school.ts';
import type { Context } from '../../context.ts';
import { writeAudit, writeAuditOfEach, writeAudits } from '../../db/audit.queries.ts';
import type { Queries } from '../../db/database.ts';
import { holdAddresses, lockUsers } from '../../db/locks.queries.ts';
import { type Handlers, SUCCESS } from '../../http/answer.ts';
import { HttpError, notFound, unprocessable } from '../../http/errors.ts';
import { generatePassword } from '../accounts/generate-password.ts';
import { refuseTaken } from '../accounts/name-conflicts.ts';
import { getSchool } from '../platform-admin/schools.queries.ts';
import { makeInvitationToken } from '../teachers/invitation.ts';
import { type Pair, restoreLinksOf } from '../teachers/links.queries.ts';
import { actorOf } from './actor.ts';
import { atSchool } from './at-school.ts';
import {
  countPairs,
  deleteClass,
  deleteClasses,
  endClassesOf,
  findStranger,
  findTeacher,
  insertClasses,
  listClasses,
  listNamed,
  listPending,
} from './classes.queries.ts';
import { countLook } from './count-strangers.ts';
import { findOthersDomains } from './import.queries.ts';
import { GENERATED_GROUPS } from './import-rows.ts';
import { holdManager } from './manager.queries.ts';
import { holdUsersOfSchool, insertUsers, listUsersOfSchool } from './members.queries.ts';

/** Students named by their addresses, and those without one by their usernames. */
const split = (logins: readonly string[]) => ({
  emails: logins.filter((login) => login.includes('@')),
  names: logins.filter((login) => !login.includes('@')),
});

/** All or none: an address or name that does not belong is named. */
const assign = async (tx: Queries, schoolId: number, teacherId: number, logins: readonly string[]) => {
  const { emails, names } = split(logins);
  const refuse = (stranger: string | undefined) => {
    if (stranger !== undefined) throw new HttpError(404, `${stranger} is not a student of this school.`);
  };
  refuse(await findStranger(tx, schoolId, teacherId, emails));
  const found = names.length === 0 ? [] : await listNamed(tx, schoolId, names.map(loginKey));
  refuse(names.find((name) => found.every((student) => student.username_key !== loginKey(name))));
  const students = [
    ...emails.map((email) => ({ teacherId, email, token: makeInvitationToken(email) })),
    ...found.map(({ id, username_key: key, email }) => ({
      teacherId,
      email,
      studentId: id,
      token: makeInvitationToken(email ?? key),
    })),
  ];
  return insertClasses(tx, schoolId, students);
};

/** How many links of each kind, for the audit. */
const countLinks = (links: readonly { status: string }[]) => {
  const pending = links.filter(({ status }) => status === 'pending').length;
  return { active: links.length - pending, pending };
};
const addressesOf = (links: readonly { email: string }[]) => links.map(({ email }) => email);

const distinct = (pairs: readonly Pair[]): Pair[] => [
  ...new Map(pairs.map((pair) => [`${pair.teacher_id} ${pair.student_id}`, pair])).values(),
];
/** How many students each teacher has again, for the audit. */
const countByTeacher = (pairs: readonly Pair[]) => {
  const counts = new Map<number, number>();
  for (const { teacher_id: id } of pairs) counts.set(id, (counts.get(id) ?? 0) + 1);
  return [...counts].map(([targetId, active]) => ({ targetId, details: { active, pending: 0 } }));
};

export const classesRoutes = ({ db, passwords, throttle }: Context) =>
  ({
    'GET /admin/schools/{schoolId}/users-and-classes': async ({ params }) => {
      await getSchool(db, params.schoolId);
      const [users, classes, pending] = await Promise.all([
        listUsersOfSchool(db, params.schoolId),
        listClasses(db, params.schoolId),
        listPending(db, params.schoolId),
      ]);
      return { users, classes, pending };
    },

    'POST /admin/schools/{schoolId}/classes': async ({ user, params, json }) => {
      const { schoolId } = params;
      const emails = [...new Set(json.student_emails)];
      await countLook(throttle, actorOf(user));
      return db.transaction(async (tx) => {
        await holdAddresses(tx, emails);
        await getSchool(tx, schoolId);
        const teacher = await findTeacher(tx, schoolId, json.teacher_email);
        if (!teacher) throw new HttpError(404, TEACHER_NOT_FOUND);
        const made = await assign(tx, schoolId, teacher.id, emails);
        if (made.length > 0) {
          await writeAudit(tx, {
            ...actorOf(user),
            action: 'students_assigned',
            targetId: teacher.id,
            schoolId,
            details: countLinks(made),
          });
        }
        return { ...SUCCESS, assigned: made.length, students: addressesOf(made) };
      });
    },

    'POST /admin/schools/{schoolId}/classes/remove': async ({ user, params: { schoolId }, json }) =>
      db.transaction(async (tx) => {
        await getSchool(tx, schoolId);
        const teacher = await findTeacher(tx, schoolId, json.teacher_email);
        if (!teacher) throw new HttpError(404, TEACHER_NOT_FOUND);
        const { emails, names } = split(json.student_emails);
        const gone = await deleteClasses(tx, schoolId, teacher.id, { emails, keys: names.map(loginKey) });
        if (gone.length === 0) throw new HttpError(404, ASSIGNMENT_NOT_FOUND);
        await writeAuditOfEach(
          tx,
          gone.flatMap(({ status, student_id: id }) => (status === 'active' && id !== null ? id : [])),
          { ...actorOf(user), action: 'student_removed', teacherId: teacher.id, schoolId },
        );
        await writeAudit(tx, {
          ...actorOf(user),
          action: 'students_removed',
          targetId: teacher.id,
          schoolId,
          details: countLinks(gone),
        });
        return { ...SUCCESS, removed: gone.length, students: addressesOf(gone) };
      }),

    'DELETE /admin/schools/{schoolId}/classes/{teacherId}/{studentId}': async ({ user, params }) => {
      const { schoolId, teacherId, studentId } = params;
      await db.transaction(async (tx) => {
        const [gone] = await deleteClass(tx, schoolId, teacherId, studentId);
        if (!gone) throw new HttpError(404, ASSIGNMENT_NOT_FOUND);
        await writeAudit(tx, {
          ...actorOf(user),
          action: 'student_removed',
          targetId: studentId,
          teacherId,
          schoolId,
        });
      });
      return SUCCESS;
    },

    'POST /admin/schools/{schoolId}/classes/end': ({ user, params: { schoolId }, json }) =>
      atSchool(db, schoolId, async (tx) => {
        const ids = [...new Set(json.user_ids)];
        await holdUsersOfSchool(tx, schoolId, ids);
        const pairs = await endClassesOf(tx, schoolId, ids);
        if (pairs.length > MAX_PAIRS)
          throw unprocessable('These students have too many teachers. Choose fewer students.');
        await writeAudits(
          tx,
          pairs.map(({ teacher_id: teacherId, student_id: targetId }) => ({ targetId, teacherId })),
          { ...actorOf(user), action: 'student_removed', schoolId },
        );
        return { pairs };
      }),

    'POST /admin/schools/{schoolId}/classes/restore': ({ user, params: { schoolId }, json }) =>
      atSchool(db, schoolId, async (tx) => {
        const pairs = distinct(json.pairs);
        await lockUsers(tx, [...new Set(pairs.flatMap((pair) => [pair.teacher_id, pair.student_id]))]);
        const back = await restoreLinksOf(tx, schoolId, pairs);
        // Asked again it is as it is; what did not end lately does not begin by this.
        if ((await countPairs(tx, schoolId, pairs)) < pairs.length) throw notFound();
        await writeAudits(tx, countByTeacher(back), {
          ...actorOf(user),
          action: 'students_assigned',
          schoolId,
        });
        return SUCCESS;
      }),

    'POST /admin/schools/{schoolId}/teachers': async ({ user, params, json }) => {
      const { schoolId } = params;
      await getSchool(db, schoolId);
      await countLook(throttle, actorOf(user));
      if (user && (await findOthersDomains(db, schoolId, [json.teacher.email])).size > 0)
        throw new HttpError(409, OTHERS_DOMAIN);
      if (user) await throttle.hit('imported', `user ${user.id}`);
      const emails = [...new Set(json.student_emails)];
      const password = generatePassword(GENERATED_GROUPS);
      const passwordHash = await passwords.hash(password);
      await refuseTaken(() =>
        db.transaction(async (tx) => {
          await holdAddresses(tx, emails);
          await holdManager(tx, user, schoolId);
          await getSchool(tx, schoolId);
          const [id = 0] = await insertUsers(tx, schoolId, [
            { ...json.teacher, role: 'teacher', passwordHash },
          ]);
          const made = await assign(tx, schoolId, id, emails);
          await writeAudit(tx, {
            ...actorOf(user),
            action: 'teacher_created',
            targetId: id,
            schoolId,
            details: countLinks(made),
          });
        }),
      );
      return { ...json.teacher, password, assigned_students: emails };
    },
  }) satisfies Handlers;
