import { NEXT_CURSOR_HEADER } from '../../../contract/lists.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/answer.ts';
import { forbidden, unprocessable } from '../../http/errors.ts';
import type { SessionUser } from '../../http/session.ts';
import {
  getStudent,
  getTeacher,
  getTotals,
  listMonths,
  listProgress,
  listStudentsOfTeacher,
  listSubjectStatistics,
  listTeachers,
  listTeachersOfStudent,
  listUsers,
} from './school-admin.queries.ts';

/** A school admin always has a school; the table makes sure of it. */
const schoolOf = ({ schoolId }: SessionUser): number => {
  if (schoolId === null) throw forbidden();
  return schoolId;
};

const readCursor = (cursor: string | undefined): number | undefined => {
  if (cursor === undefined) return undefined;
  if (!/^[1-9]\d{0,9}$/.test(cursor)) throw unprocessable('cursor: Not one that was given out.');
  return Number(cursor);
};

export const schoolAdminRoutes = ({ db }: Context) =>
  ({
    'GET /schooladmin/dashboard/statistics': async ({ user }) => {
      const schoolId = schoolOf(user);
      const [totals, monthly_trend, subject_stats] = await Promise.all([
        getTotals(db, schoolId),
        listMonths(db, schoolId),
        listSubjectStatistics(db, schoolId),
      ]);
      return { ...totals, monthly_trend, subject_stats };
    },

    'GET /schooladmin/dashboard/users': async ({ user, query, reply }) => {
      const { limit, q } = query;
      const rows = await listUsers(db, schoolOf(user), { after: readCursor(query.cursor), q, limit });
      const last = rows.at(-1);
      if (last && rows.length === limit) reply.header(NEXT_CURSOR_HEADER, String(last.id));
      return rows;
    },

    'GET /schooladmin/dashboard/teachers': async ({ user }) => listTeachers(db, schoolOf(user)),

    'GET /schooladmin/dashboard/students/{id}': async ({ user, params }) => {
      const schoolId = schoolOf(user);
      return {
        student: await getStudent(db, schoolId, params.id),
        teachers: await listTeachersOfStudent(db, schoolId, params.id),
        progress: await listProgress(db, schoolId, params.id),
      };
    },

    'GET /schooladmin/dashboard/teachers/{id}/students': async ({ user, params }) => {
      const schoolId = schoolOf(user);
      await getTeacher(db, schoolId, params.id);
      return listStudentsOfTeacher(db, schoolId, params.id);
    },
  }) satisfies Handlers;
