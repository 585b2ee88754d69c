import { readFile } from 'node:fs/promises';
import type { Queries } from '../../db/database.ts';
import { describeSchema } from '../../db/schema.queries.ts';
import { inProject } from '../../root.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { listInvalidIndexes, listTurnedOff } from './state.queries.ts';

const { ok, warning, wrong } = findingsAbout('database');

/** A piece of a schema, by what it is and where. */
interface Piece {
  table: string;
  text: string;
}

/** The pieces of what `describeSchema` writes: columns, constraints, indexes and triggers by table, then functions. */
const piecesOf = (schema: string): Piece[] => {
  const [tables = '', ...functions] = schema.split(/^(?=CREATE OR REPLACE )/m);
  let table = '';
  const pieces = tables.split('\n').flatMap((line) => {
    table = /^create (?:unlogged )?table (\S+) \($/.exec(line)?.[1] ?? table;
    const text = line.trim().replace(/[,;]$/, '');
    return text === '' || text === ')' || text.startsWith('--') ? [] : [{ table, text }];
  });
  return [...pieces, ...functions.map((text) => ({ table: '', text: text.trim().replace(/\s*;$/, '') }))];
};

const isTable = ({ text }: Piece): boolean => /^create (unlogged )?table /.test(text);

const describe = ({ table, text }: Piece): string => {
  const index = /^CREATE (?:UNIQUE )?INDEX (\S+)/.exec(text)?.[1];
  const trigger = /^CREATE (?:CONSTRAINT )?TRIGGER (\S+)/.exec(text)?.[1];
  const routine = /^CREATE OR REPLACE \w+ ([^(]+)/.exec(text)?.[1];
  const constraint = /^constraint (\S+)/.exec(text)?.[1];
  if (routine !== undefined) return `the function ${routine}`;
  if (isTable({ table, text })) return `the table ${table}`;
  if (index !== undefined) return `the index ${index} of the table ${table}`;
  if (trigger !== undefined) return `the trigger ${trigger} of the table ${table}`;
  if (constraint !== undefined) return `the constraint ${constraint} of the table ${table}`;
  return `the column ${text.split(' ')[0]} of the table ${table}`;
};

/** While nobody waits for the table: other sessions go on writing. */
const restoring = ({ table, text }: Piece): string => {
  if (/INDEX/.test(text) && text.startsWith('CREATE'))
    return `Make it again, beside the running server: ${text.replace(' INDEX ', ' INDEX CONCURRENTLY ')};`;
  if (text.startsWith('constraint'))
    return `Make it again, once the rows that contradict it are mended: alter table ${table} add ${text};`;
  if (text.startsWith('CREATE OR REPLACE')) return 'Make it again as it stands in server/db/schema.sql.';
  if (text.startsWith('CREATE')) return `Make it again: ${text};`;
  return 'Somebody has changed the tables by hand. Restore a backup, or make it again as it stands in server/db/schema.sql.';
};

const consequence = ({ text }: Piece): string => {
  if (text.startsWith('CREATE INDEX')) return ': what it is for is slow';
  if (/^CREATE UNIQUE INDEX|^constraint/.test(text)) return ': nothing keeps wrong rows out of the table';
  if (/TRIGGER|FUNCTION/.test(text)) return ': sums and lists may be wrong (npm run stats:check)';
  return '';
};

const MOST = 10;

const wantedPieces = async (): Promise<Piece[]> =>
  piecesOf(await readFile(inProject('server', 'db', 'schema.sql'), 'utf8'));

export const tablesOfOurs = async (): Promise<Set<string>> =>
  new Set((await wantedPieces()).filter(isTable).map(({ table }) => table));

/** What was taken away by hand, or never made. What is there besides is not ours to judge. */
export async function* checkSchema(db: Queries): AsyncIterable<Finding> {
  const wanted = await wantedPieces();
  const found = new Set(piecesOf(await describeSchema(db)).map(({ table, text }) => `${table} ${text}`));
  const lacking = wanted.filter(({ table, text }) => !found.has(`${table} ${text}`));
  const gone = new Set(lacking.filter(isTable).map(({ table }) => table));
  const missing = lacking.filter((piece) => isTable(piece) || !gone.has(piece.table));
  for (const piece of missing.slice(0, MOST))
    yield wrong(`It lacks ${describe(piece)}${consequence(piece)}.`, restoring(piece));
  if (missing.length > MOST)
    yield wrong(
      `It lacks ${missing.length - MOST} more pieces of the schema.`,
      'This is not a database that Tickmark left like this. Restore a backup.',
    );
  if (missing.length === 0) yield ok('No index, constraint or trigger is missing.');
}

/** As somebody does to load rows by hand, and forgets to undo. */
export async function* checkTriggers(db: Queries): AsyncIterable<Finding> {
  for (const { table, name, is_constraint: isConstraint } of await listTurnedOff(db))
    yield isConstraint
      ? wrong(
          `The constraint ${name} is turned off in the table ${table}: nothing keeps wrong rows out of it.`,
          `Turn it on: alter table ${table} enable trigger all; as a superuser. Rows that came meanwhile are not looked at.`,
        )
      : wrong(
          `The trigger ${name} of the table ${table} is turned off: sums and lists may be wrong.`,
          `Turn it on: alter table ${table} enable trigger ${name}; then npm run stats:check names each sum that is wrong.`,
        );
}

/** An index that was made beside the running server, and not to its end, is kept up to date and never used. */
export async function* checkIndexes(db: Queries): AsyncIterable<Finding> {
  for (const { name, table, is_being_made: isBeingMade } of await listInvalidIndexes(db))
    yield isBeingMade
      ? warning(`The index ${name} of the table ${table} is being made at this moment.`, 'Wait for it.')
      : wrong(
          `The index ${name} of the table ${table} is not valid: it costs time at every write and is never used.`,
          `Make it again, beside the running server: reindex index concurrently "${name}";`,
        );
}
