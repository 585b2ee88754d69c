import { ANONYMOUS } from '../../../domain/feedback.ts';
import { ROWS_PER_PAGE } from '../../../domain/lists.ts';
import type { Context } from '../../context.ts';
import { type Handlers, SUCCESS } from '../../http/answer.ts';
import { readPage, sendPage } from '../../http/paging.ts';
import { insertFeedback, listFeedback, markFeedback } from './feedback.queries.ts';

export const feedbackRoutes = ({ db, throttle }: Context) =>
  ({
    'POST /feedback': async ({ user, json, ip, record }) => {
      await throttle.hit('feedback', ip);
      await db.transaction(async (tx) => {
        const kept = await insertFeedback(tx, {
          // The server knows who and when; what the page says about that is ignored.
          userId: user?.id ?? null,
          email: json.email === ANONYMOUS ? null : json.email,
          message: json.message,
        });
        await record(tx, kept);
      });
      return SUCCESS;
    },

    'GET /admin/feedback': async ({ query, reply }) => {
      const page = readPage(query, { defaultLimit: ROWS_PER_PAGE });
      return sendPage(await listFeedback(db, page, query.q), page, reply);
    },

    'POST /admin/feedback/{id}/done': async ({ params, json }) => markFeedback(db, params.id, json.done),
  }) satisfies Handlers;
