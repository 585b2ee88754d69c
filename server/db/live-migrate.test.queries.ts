import { z } from 'zod';
import { command, type Queries, statement } from './database.ts';

/** What others do in a database, and hold of it, while it is migrated. */

export const readThings = command(`select from things`);

const waiting = statement(
  z.object({ count: z.int() }),
  `select count(*)::int as count from pg_locks where not granted and relation = 'things'::regclass`,
);
export const isAwaited = async (db: Queries): Promise<boolean> => (await db.get(waiting)).count > 0;

const held = statement(
  z.object({ name: z.string() }),
  `select distinct relname::text as name from pg_locks join pg_class on pg_class.oid = relation
   where pid = pg_backend_pid() and granted and relkind = 'r' and relnamespace = 'public'::regnamespace
     and mode in ('ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
   order by name`,
);
/** The tables that this transaction keeps others from writing to. */
export const listHeld = async (tx: Queries): Promise<string[]> =>
  (await tx.list(held)).map(({ name }) => name);
