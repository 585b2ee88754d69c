import { ROWS_PER_PAGE } from '../../../domain/lists.ts';
import type { Context } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { type Handlers, SUCCESS } from '../../http/answer.ts';
import { countMails, retryMails } from '../../mail/outbox.queries.ts';
import { listUnsentMails } from './mail.queries.ts';

export const mailRoutes = ({ db, settings }: Context) =>
  ({
    'GET /admin/mail': async () => ({
      is_on: settings.mail !== undefined,
      ...(await countMails(db)),
      mails: await listUnsentMails(db, ROWS_PER_PAGE),
    }),

    'POST /admin/mail/{id}/retry': async ({ params }) => {
      if ((await retryMails(db, params.id)) === 0) throw new NotFoundError();
      return SUCCESS;
    },

    'POST /admin/mail/retry': async () => ({ retried: await retryMails(db, null) }),
  }) satisfies Handlers;
