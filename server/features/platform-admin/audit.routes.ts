import { MAX_AUDIT_EXPORT } from '../../../domain/audit.ts';
import { ROWS_PER_PAGE } from '../../../domain/lists.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../db/audit.queries.ts';
import type { Handlers } from '../../http/answer.ts';
import { readPage, sendPage } from '../../http/paging.ts';
import { listAudit } from './audit.queries.ts';

export const auditRoutes = ({ db }: Context) =>
  ({
    'GET /admin/audit': async ({ query, reply }) => {
      const { limit: _, cursor: __, user_id: userId, school_id: schoolId, ...rest } = query;
      const page = readPage(query, { defaultLimit: ROWS_PER_PAGE });
      return sendPage(await listAudit(db, page, { ...rest, userId, schoolId }), page, reply);
    },

    'POST /admin/audit/export': async ({ json: { school_id: schoolId, ...rest } }) =>
      db.transaction(async (tx) => {
        const entries = await listAudit(tx, { after: null, rows: MAX_AUDIT_EXPORT }, { ...rest, schoolId });
        await writeAudit(tx, {
          actor: 'platform_admin',
          action: 'activity_exported',
          schoolId: schoolId ?? null,
          details: { count: entries.length },
        });
        return entries;
      }),
  }) satisfies Handlers;
