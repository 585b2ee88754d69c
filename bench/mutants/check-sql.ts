import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { applyTo, type Mutant } from './mutant.ts';
import type { Tests } from './tests.ts';

/**
 * A mutant whose SQL PostgreSQL does not understand would be killed by any test, and prove nothing. So all of them are
 * prepared first: every mutated file stands beside its original for a while, and one test loads them all.
 */

const CHECK = 'server/mutants.test.ts';
const DATABASE = 'server/db/database.ts';
/** Where a statement gets its name, which is where each can be caught. */
const NAMING = /const nameOf = \(text: string\): string =>/;

const test = (entries: readonly { id: string; path: string }[]): string => `
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from './testing/database.ts';
let store;
beforeAll(async () => { store = await createTestDatabase(); });
afterAll(() => store.drop());
test.each(${JSON.stringify(entries)})('$id', async ({ path }) => {
  globalThis.statements = [];
  await import(path);
  expect(globalThis.statements.length).toBeGreaterThan(0);
  for (const text of globalThis.statements) {
    await store.db.script('prepare mutant as ' + text);
    await store.db.script('deallocate all');
  }
});
`;

/** Throws with the first that is no SQL. */
export const checkSql = async (root: string, mutants: readonly Mutant[], tests: Tests): Promise<void> => {
  const inQueries = mutants.filter(({ file, kind }) => kind === 'condition' && file.endsWith('.ts'));
  if (inQueries.length === 0) return;
  const database = readFileSync(join(root, DATABASE), 'utf8');
  if (!NAMING.test(database)) throw new Error(`${DATABASE} names statements in another way now.`);
  const entries = inQueries.map((mutant, index) => {
    const path = join(root, dirname(mutant.file), `mutant${index}.${basename(mutant.file)}`);
    writeFileSync(path, applyTo(readFileSync(join(root, mutant.file), 'utf8'), mutant));
    return { id: mutant.id, path };
  });
  writeFileSync(
    join(root, DATABASE),
    database.replace(NAMING, (found) => `${found} ((globalThis as any).statements?.push(text), '') ||`),
  );
  writeFileSync(join(root, CHECK), test(entries));
  tests.invalidate(DATABASE);
  try {
    const failure = await tests.run(/^server\/mutants\.test\.ts$/);
    if (failure) throw new Error(`Not SQL any more: ${failure.test}: ${failure.message}`);
  } finally {
    for (const { path } of entries) rmSync(path);
    rmSync(join(root, CHECK));
    writeFileSync(join(root, DATABASE), database);
    tests.invalidate(DATABASE);
  }
};
