import { z } from 'zod';
import { command, type Queries, statement } from './database.ts';

const keepFromWriting = {
  sessions: command(`lock table sessions in share mode`),
  audit: command(`lock table audit in share mode`),
};
const waiting = statement(
  z.object({ count: z.int() }),
  `select count(*)::int from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
);
const links = statement(
  z.object({ status: z.string() }),
  `select status from teacher_students where email = any($1) order by id`,
);

/** Writers to the table wait until this transaction ends. */
export const stopWriting = (tx: Queries, table: keyof typeof keepFromWriting) =>
  tx.run(keepFromWriting[table]);
export const countWaiting = async (db: Queries) => (await db.get(waiting)).count;
/** Of all links with one of these addresses. */
export const listStatuses = async (db: Queries, emails: readonly string[]) =>
  (await db.list(links, [emails])).map(({ status }) => status);
