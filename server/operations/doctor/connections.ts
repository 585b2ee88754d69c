import type { Database } from '../../db/database.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { countConnections } from './state.queries.ts';

const { ok, warning, wrong } = findingsAbout('database');

/** Ten of its pool, and two that find out what can be done with the database. */
export const OF_A_SERVER = 12;

const WHOSE = { server: '', database: ' to this database', role: ' of this role' };

export async function* checkConnections(
  db: Database,
  databaseUrl: string | undefined,
): AsyncIterable<Finding> {
  const { whose, most, used, ours } = await countConnections(db);
  const inUse = `${used} of ${most} connections${WHOSE[whose]} are in use`;
  const advice =
    'Raise max_connections (or the limit of the database or the role), end what holds the others, or put PgBouncer between (docs/operations.md, Poolers).';
  if (most < OF_A_SERVER)
    yield wrong(
      `It allows ${most} connections${WHOSE[whose]}, and one server holds up to ${OF_A_SERVER}.`,
      advice,
    );
  // Behind a pooler servers share connections.
  else if (!databaseUrl?.includes('pgbouncer=true') && most - used < OF_A_SERVER)
    yield warning(
      `${inUse} (${ours} by Tickmark): there is no room for another server, nor for this one to use all of its ${OF_A_SERVER}.`,
      advice,
    );
  else yield ok(`${inUse}, ${ours} by Tickmark.`);
}
