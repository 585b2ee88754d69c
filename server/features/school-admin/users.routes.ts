import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Queries } from '../../db/database.ts';
import type { Handlers } from '../../http/answer.ts';
import { isFigure, listInOrder } from './figure-order.ts';
import { type CountedUser, withFigures } from './figures.ts';
import { listReports } from './reports.ts';
import { schoolOf } from './school-of.ts';
import { type ChosenUsers, getChoices, getFacts, listFound, listThese, type Place } from './users.queries.ts';
import { readCursor, sendUsersPage } from './users-page.ts';

const NO_FIGURES = { done: null, total: null, average: null };
const toRow = ({
  id,
  username,
  name,
  email,
  role,
  email_confirmed,
  last_activity,
  figures,
}: CountedUser) => ({
  id,
  username,
  name,
  email,
  role,
  email_confirmed,
  last_activity,
  ...(figures ?? NO_FIGURES),
});

/** Those whom the filter finds, or so many of them after a place, in the order that was asked for. */
const listUsers = async (
  db: Queries,
  schoolId: number,
  chosen: ChosenUsers,
  { after = null, rows = null }: { after?: Place | null; rows?: number | null } = {},
): Promise<CountedUser[]> => {
  const { sort } = chosen;
  if (!isFigure(sort))
    return withFigures(await listFound(db, schoolId, { ...chosen, sort }, { after, rows }), chosen);
  const { places, found } = await listInOrder(db, schoolId, { ...chosen, sort }, { after, rows });
  const users = await listThese(db, schoolId, chosen, places);
  return withFigures(users, chosen).map((user) => ({ ...user, found }));
};

export const usersRoutes = ({ db }: Context) =>
  ({
    'GET /schooladmin/dashboard/users': async ({ user, query, reply }) => {
      const schoolId = schoolOf(user);
      const after = readCursor(query, query.cursor);
      const rows = query.limit === undefined ? null : query.limit + 1;
      const users = await listUsers(db, schoolId, query, { after, rows });
      return sendUsersPage(users, query, reply).map(toRow);
    },

    'POST /schooladmin/dashboard/users/export': async ({ user, json }) => {
      const schoolId = schoolOf(user);
      const users = await db.transaction(async (tx) => {
        const all = await listUsers(tx, schoolId, json);
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
