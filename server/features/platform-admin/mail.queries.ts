import { z } from 'zod';
import { type Queries, statement } from '../../db/database.ts';

const ROW = `select id, recipient, kind, tries, last_answer, failed_at,
     case when failed_at is null then next_try_at end as next_try_at,
     failed_at is not null and payload is not null as can_retry
   from mails`;
const unsent = statement(
  z.object({
    id: z.int(),
    recipient: z.string(),
    kind: z.string(),
    tries: z.int(),
    last_answer: z.string().nullable(),
    failed_at: z.string().nullable(),
    next_try_at: z.string().nullable(),
    can_retry: z.boolean(),
  }),
  `(${ROW} where failed_at is not null order by mails.failed_at desc, id desc limit $1)
   union all
   (${ROW} where sent_at is null and failed_at is null order by mails.next_try_at, id limit $1)`,
);

/** So many that have failed, newest first, and so many that wait, in the order of their next try. */
export const listUnsentMails = (db: Queries, count: number) => db.list(unsent, [count]);
