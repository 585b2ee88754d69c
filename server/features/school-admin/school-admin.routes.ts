import { OTHERS_DOMAIN } from '../../../domain/school.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Queries } from '../../db/database.ts';
import { type Handlers, SUCCESS } from '../../http/answer.ts';
import { HttpError } from '../../http/errors.ts';
import { endAccess } from '../accounts/end-access.queries.ts';
import { vouchFor } from '../accounts/prove-address.ts';
import { mailNewPassword, resetPassword } from '../accounts/reset-password.ts';
import { findOthersDomains } from '../school-management/import.queries.ts';
import { listReports } from './reports.ts';
import {
  getSettings,
  getStudent,
  getTeacher,
  getTotals,
  holdMember,
  listMonths,
  listPendingOfTeacher,
  listProgress,
  listStudentsOfTeacher,
  listSubjectStatistics,
  listTeachers,
  listTeachersOfStudent,
  releaseMember,
} from './school-admin.queries.ts';
import { schoolOf } from './school-of.ts';
import { usersRoutes } from './users.routes.ts';

/** Without a filter. */
const EVERYBODY = {
  sort: 'id',
  order: 'asc',
  active_this_week: false,
  without_teacher: false,
  unconfirmed: false,
} as const;

export const schoolAdminRoutes = (context: Context) => {
  const { db, settings, passwords, throttle } = context;
  return {
    ...usersRoutes(context),

    'GET /schooladmin/settings': async ({ user }) => getSettings(db, schoolOf(user)),

    'GET /schooladmin/dashboard/statistics': async ({ user }) => {
      const schoolId = schoolOf(user);
      const [totals, monthly_trend, subject_stats] = await Promise.all([
        getTotals(db, schoolId),
        listMonths(db, schoolId),
        listSubjectStatistics(db, schoolId),
      ]);
      return { ...totals, monthly_trend, subject_stats };
    },

    'GET /schooladmin/dashboard/teachers': async ({ user }) => listTeachers(db, schoolOf(user)),

    'POST /schooladmin/users/{id}/confirm': async ({ user, params: { id } }) => {
      const hold = (tx: Queries) => holdMember(tx, schoolOf(user), id);
      const { email } = await hold(db);
      if (email !== null && (await findOthersDomains(db, schoolOf(user), [email])).size > 0)
        throw new HttpError(409, OTHERS_DOMAIN);
      await vouchFor(db, { id, email }, { hold, by: { actor: 'user', actorId: user.id } });
      return SUCCESS;
    },

    'DELETE /schooladmin/users/{id}': async ({ user, params: { id } }) => {
      const schoolId = schoolOf(user);
      await db.transaction(async (tx) => {
        await holdMember(tx, schoolId, id);
        if ((await releaseMember(tx, schoolId, id)) === 0) {
          throw new HttpError(409, 'Only users who are not confirmed can be removed.');
        }
        await endAccess(tx, [id]);
        await writeAudit(tx, {
          actor: 'user',
          actorId: user.id,
          action: 'user_changed',
          targetId: id,
          schoolId,
          details: { changed: 'school_id', school_id_before: schoolId, school_id_after: null },
        });
      });
      return SUCCESS;
    },

    'POST /schooladmin/users/{id}/password/link': async ({ user, params: { id } }) => {
      await throttle.hit('passwordReset', `user ${user.id}`);
      await mailNewPassword(
        { db, mail: settings.mail },
        {
          userId: id,
          hold: (tx) => holdMember(tx, schoolOf(user), id),
          by: { actor: 'user', actorId: user.id },
        },
      );
      return SUCCESS;
    },

    'POST /schooladmin/users/{id}/password': async ({ user, params: { id }, ip }) => {
      await throttle.hit('passwordReset', `user ${user.id}`);
      const password = await resetPassword(
        { db, passwords },
        {
          userId: id,
          hold: (tx) => holdMember(tx, schoolOf(user), id),
          by: { actor: 'user', actorId: user.id },
          address: ip,
        },
      );
      return { password };
    },

    'GET /schooladmin/dashboard/students/{id}': async ({ user, params: { id }, query }) => {
      const schoolId = schoolOf(user);
      const student = await getStudent(db, schoolId, id);
      const [[report], teachers, progress] = await Promise.all([
        listReports(db, schoolId, { ...query, ...EVERYBODY, id }),
        listTeachersOfStudent(db, schoolId, id),
        listProgress(db, schoolId, id),
      ]);
      return { student, groups: report?.groups ?? [], teachers, summary: report?.subjects ?? [], progress };
    },

    'GET /schooladmin/dashboard/teachers/{id}/students': async ({ user, params }) => {
      const schoolId = schoolOf(user);
      await getTeacher(db, schoolId, params.id);
      return listStudentsOfTeacher(db, schoolId, params.id);
    },

    'GET /schooladmin/dashboard/teachers/{id}/pending': async ({ user, params }) => {
      const schoolId = schoolOf(user);
      await getTeacher(db, schoolId, params.id);
      return listPendingOfTeacher(db, schoolId, params.id);
    },
  } satisfies Handlers;
};
