import { z } from 'zod';
import { command, type Queries, statement } from '../../db/database.ts';
import { LOCKS } from '../../db/lock-numbers.ts';
import { containing, containingKey } from '../../db/search.ts';
import type { Page } from '../../http/paging.ts';

const lock = command(`select pg_advisory_xact_lock(${LOCKS.feedback}, hashtext($1))`);
const insert = command(
  `insert into feedback (user_id, email, message)
   select $1, $2, $3
   where not exists (
     select from feedback
     where message = $3 and user_id is not distinct from $1 and email is not distinct from $2
       and created_at > now() - interval '10 seconds'
   )`,
);

const entry = z.object({
  id: z.int(),
  message: z.string(),
  email: z.string().nullable(),
  username: z.string().nullable(),
  user_email: z.string().nullable(),
  created_at: z.string(),
  done_at: z.string().nullable(),
});
const ENTRIES = `select f.id, f.message, f.email, u.username, u.email as user_email, f.created_at, f.done_at`;
const page = statement(
  entry,
  `${ENTRIES} from feedback f left join users u on u.id = f.user_id
   where f.id < coalesce($1::bigint, 2147483648)
     and ($2::text is null or f.message ilike $2 or f.email ilike $2 or u.username_key like $3 or u.email like $3)
   order by f.id desc limit $4`,
);
const mark = statement(
  entry,
  `with f as (
     update feedback set done_at = case when $2 then coalesce(done_at, now()) end where id = $1 returning *
   )
   ${ENTRIES} from f left join users u on u.id = f.user_id`,
);

/**
 * The same message from the same person within seconds counts once: a double click, or a proxy that repeated the
 * request. Returns 0 for the second.
 */
export const insertFeedback = async (
  tx: Queries,
  feedback: { userId: number | null; email: string | null; message: string },
): Promise<number> => {
  await tx.run(lock, [feedback.message]);
  return tx.run(insert, [feedback.userId, feedback.email, feedback.message]);
};

/** Newest first. */
export const listFeedback = (db: Queries, { after, rows }: Page, q: string | undefined) =>
  db.list(page, [after, containing(q), containingKey(q), rows]);
/** Keeps the time of an entry that is done already. */
export const markFeedback = (db: Queries, id: number, isDone: boolean) => db.get(mark, [id, isDone]);
