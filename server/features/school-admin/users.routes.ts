import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Queries } from '../../db/database.ts';
import type { Handlers } from '../../http/answer.ts';
import { type CountedUser, isByFigure, sortByFigure, usersAfter, withFigures } from './figures.ts';
import { listReports } from './reports.ts';
import { schoolOf } from './school-of.ts';
import { type ChosenUsers, getChoices, getFacts, listFound } from './users.queries.ts';
import { readCursor, sendUsersPage } from './users-page.ts';

const NO_FIGURES = { done: null, total: null, average: null };
const toRow = ({ figures, ...user }: CountedUser) => ({ ...user, ...(figures ?? NO_FIGURES) });

/** Everybody whom the filter finds, in the order that was asked for. */
const listAll = async (db: Queries, schoolId: number, chosen: ChosenUsers): Promise<CountedUser[]> => {
  const users = withFigures(await listFound(db, schoolId, chosen), chosen);
  return isByFigure(chosen) ? sortByFigure(users, chosen) : users;
};

export const usersRoutes = ({ db }: Context) =>
  ({
    'GET /schooladmin/dashboard/users': async ({ user, query, reply }) => {
      const schoolId = schoolOf(user);
      const after = readCursor(query, query.cursor);
      const rows = query.limit === undefined ? null : query.limit + 1;
      const users = isByFigure(query)
        ? usersAfter(await listAll(db, schoolId, query), query, after)
        : withFigures(await listFound(db, schoolId, query, { after, rows }), query);
      return sendUsersPage(users, query, reply).map(toRow);
    },

    'POST /schooladmin/dashboard/users/export': async ({ user, json }) => {
      const schoolId = schoolOf(user);
      const users = await db.transaction(async (tx) => {
        const all = await listAll(tx, schoolId, json);
        await writeAudit(tx, {
          actor: 'user',
          actorId: user.id,
          action: 'users_exported',
          schoolId,
          // A search text may be somebody's name.
          details: {
            count: all.length,
            ...(json.role && { role: json.role }),
            ...(json.q && { searched: true }),
          },
        });
        return all;
      });
      return users.map(toRow);
    },

    'GET /schooladmin/dashboard/facts': async ({ user }) => getFacts(db, schoolOf(user)),
    'GET /schooladmin/dashboard/choices': async ({ user }) => getChoices(db, schoolOf(user)),
    'GET /schooladmin/dashboard/reports': async ({ user, query }) => ({
      reports: await listReports(db, schoolOf(user), query),
    }),
  }) satisfies Handlers;
