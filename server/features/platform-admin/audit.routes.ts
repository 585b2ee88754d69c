import { ROWS_PER_PAGE } from '../../../domain/lists.ts';
import type { Context } from '../../context.ts';
import type { Handlers } from '../../http/answer.ts';
import { readPage, sendPage } from '../../http/paging.ts';
import { listAudit } from './audit.queries.ts';

export const auditRoutes = ({ db }: Context) =>
  ({
    'GET /admin/audit': async ({ query, reply }) => {
      const page = readPage(query, { defaultLimit: ROWS_PER_PAGE });
      const filter = { userId: query.user_id, schoolId: query.school_id };
      return sendPage(await listAudit(db, page, filter), page, reply);
    },
  }) satisfies Handlers;
