import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../db/migrate.ts';
import { describeSchema } from '../db/schema.queries.ts';
import { inProject } from '../root.ts';
import { runCommand } from './command.ts';
import { withInstance } from './instance.ts';

/** `npm run schema`: writes schema.sql from an empty database and the migrations. */

const write = async (): Promise<void> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tickmark-schema-'));
  try {
    await withInstance(
      { dataDir, databaseUrl: undefined },
      async (db) => {
        await migrate(db);
        await writeFile(inProject('server', 'db', 'schema.sql'), await describeSchema(db));
      },
      { mayMake: true },
    );
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
};

await runCommand(write);
