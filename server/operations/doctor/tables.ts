import type { Queries } from '../../db/database.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { tablesOfOurs } from './schema.ts';
import { isMigrated, listTables } from './state.queries.ts';
import { listed } from './words.ts';

const { warning, wrong } = findingsAbout('database');

const MOST = 5;
const some = (names: readonly string[]): string =>
  names.length <= MOST ? listed(names) : `${names.slice(0, MOST).join(', ')} and ${names.length - MOST} more`;

const become = (role: string): string =>
  `As their owner or a superuser: grant the role that owns them to "${role}", or make "${role}" their owner (alter table … owner to "${role}").`;

/** Whether the tables are Tickmark's, and the role's. Returns whether they can be read. */
export async function* checkTables(db: Queries, role: string): AsyncGenerator<Finding, boolean> {
  const tables = await listTables(db);
  const names = tables.map(({ name }) => name);
  if (tables.length > 0 && !(await isMigrated(db))) {
    yield wrong(
      `It has tables, and they are not Tickmark's: ${some(names)}.`,
      'Tickmark needs a database of its own. Correct the name in DATABASE_URL, or make one: createdb --owner=USER --encoding=UTF8 NAME.',
    );
    return false;
  }
  const ours = await tablesOfOurs();
  const closed = tables.filter(({ name, may_use: mayUse }) => ours.has(name) && !mayUse);
  const foreign = tables.filter(({ name, may_change: mayChange }) => ours.has(name) && !mayChange);
  if (closed.length > 0)
    yield wrong(
      `The role ${role} may not read and write ${some(closed.map(({ name }) => name))}.`,
      become(role),
    );
  else if (foreign.length > 0)
    yield warning(
      `${some(foreign.map(({ name }) => name))} ${foreign.length === 1 ? 'belongs' : 'belong'} to another role than ${role}: the next upgrade will fail.`,
      become(role),
    );
  return closed.length === 0;
}
