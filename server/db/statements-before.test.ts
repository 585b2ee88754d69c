import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { inProject } from '../root.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from './migrate.ts';
import { holdStatements } from './statements-before.test.queries.ts';

/**
 * Servers of earlier versions go on while a newer one migrates, and may be started again after it. So what they ask must
 * be understood by this version's schema, and what they have prepared must outlive the change
 * (docs/decisions/061-expand-then-contract.md). The fixture holds what they ask: `npm run proof -- upgrade --statements
 * --from=COMMIT` prints it.
 */

const versions = z
  .array(z.object({ commit: z.string(), schema: z.string(), statements: z.array(z.string()).min(1) }))
  .parse(
    JSON.parse(
      await readFile(inProject('server', 'db', 'fixtures', 'statements-before.json'), 'utf8'),
    ) as unknown,
  );

let store: TestDatabase;
let folder: string;
beforeEach(async () => {
  store = await createTestDatabase({ empty: true });
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
});
afterEach(async () => {
  await store.drop();
  await rm(folder, { recursive: true });
});

test.each(versions)(
  'what $commit has prepared works on the schema of now',
  async ({ schema, statements }) => {
    const known = (await readMigrations()).filter(({ name }) => name <= schema);
    expect(known.at(-1)?.name).toBe(schema);
    for (const { name } of known) await cp(join(MIGRATIONS_FOLDER, name), join(folder, name));
    await migrate(store.db, folder);
    const held = await holdStatements(store.direct, statements);
    try {
      expect(await held.refused()).toEqual([]);
      await migrate(store.db);
      expect(await held.refused()).toEqual([]);
    } finally {
      await held.end();
    }
  },
);
