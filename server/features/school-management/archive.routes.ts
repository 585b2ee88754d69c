import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import { type Handlers, RawJson } from '../../http/answer.ts';
import { notFound } from '../../http/errors.ts';
import { actorOf } from './actor.ts';
import { getArchivedJson, getEraseDay, getPapersJson } from './archive.queries.ts';
import { archiveUsers, restoreUsers } from './archive-users.ts';
import { atSchool } from './at-school.ts';

export const archiveRoutes = ({ db }: Context) =>
  ({
    'POST /admin/schools/{schoolId}/archive': async ({ user, params: { schoolId }, json }) =>
      atSchool(db, schoolId, async (tx) => {
        const eraseOn = await getEraseDay(tx, schoolId);
        const archived = await archiveUsers(tx, { by: actorOf(user), schoolId }, json.user_ids);
        return { archived, erase_on: eraseOn };
      }),

    'POST /admin/schools/{schoolId}/archive/undo': async ({ user, params: { schoolId }, json }) => ({
      restored: await atSchool(db, schoolId, (tx) =>
        restoreUsers(tx, { by: actorOf(user), schoolId }, json.user_ids),
      ),
    }),

    'GET /admin/schools/{schoolId}/archived': async ({ params }) =>
      new RawJson(await getArchivedJson(db, params.schoolId)),

    'POST /admin/schools/{schoolId}/export': async ({ user, params: { schoolId }, json }) => {
      const ids = [...new Set(json.user_ids)];
      return db.transaction(async (tx) => {
        const exported = await getPapersJson(tx, schoolId, ids);
        if (exported.people < ids.length) throw notFound();
        await writeAudit(tx, {
          ...actorOf(user),
          action: 'papers_exported',
          schoolId,
          details: { students: exported.students, papers: exported.papers },
        });
        return new RawJson(exported.json);
      });
    },
  }) satisfies Handlers;
