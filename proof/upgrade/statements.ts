import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT } from '../../bench/product.ts';
import { runIn, type Version } from './version.ts';

/** What server/db/statements-before.test.ts holds against the schema of now. */

const FIXTURE = join(PROJECT, 'server', 'db', 'fixtures', 'statements-before.json');

interface Entry {
  commit: string;
  schema: string;
  statements: string[];
}

/** Adds what a version asks and those before it do not; returns how many statements that are. */
export const addStatements = async ({ commit, schema, folder }: Version): Promise<number> => {
  const script = join(PROJECT, 'proof', 'upgrade', 'statements.mjs');
  const asked = JSON.parse(await runIn(folder, [script])) as string[];
  const entries = JSON.parse(await readFile(FIXTURE, 'utf8')) as Entry[];
  const others = entries.filter((entry) => entry.commit !== commit);
  const known = new Set(
    others.filter((entry) => entry.schema <= schema).flatMap(({ statements }) => statements),
  );
  const statements = asked.filter((text) => !known.has(text));
  const all = [...others, { commit, schema, statements }].toSorted((a, b) => (a.schema < b.schema ? -1 : 1));
  await writeFile(FIXTURE, `${JSON.stringify(all, null, 2)}\n`);
  return statements.length;
};
