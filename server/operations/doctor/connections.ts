import type { Database } from '../../db/database.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { countConnections } from './state.queries.ts';

const { ok, warning, wrong } = findingsAbout('database');

/** Ten of its pool, and two that find out what can be done with the database. */
export const OF_A_SERVER = 12;

export async function* checkConnections(
  db: Database,
  databaseUrl: string | undefined,
): AsyncIterable<Finding> {
  const { most, used, ours, of_database: ofDatabase, of_role: ofRole } = await countConnections(db);
  const limits = [most, ofDatabase, ofRole].filter((limit) => limit >= 0);
  const limit = Math.min(...limits);
  const advice =
    'Raise max_connections (or the limit of the database or the role), end what holds the others, or put PgBouncer between (docs/operations.md, Poolers).';
  if (limit < OF_A_SERVER)
    yield wrong(`It allows ${limit} connections, and one server holds up to ${OF_A_SERVER}.`, advice);
  // Behind a pooler servers share connections.
  else if (!databaseUrl?.includes('pgbouncer=true') && limit - used < OF_A_SERVER)
    yield warning(
      `${used} of ${limit} connections are in use (${ours} by Tickmark): there is no room for another server, nor for this one to use all of its ${OF_A_SERVER}.`,
      advice,
    );
  else yield ok(`${used} of ${limit} connections are in use, ${ours} by Tickmark.`);
}
