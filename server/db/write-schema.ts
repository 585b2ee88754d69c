import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inProject } from '../root.ts';
import { openDatabase } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { migrate } from './migrate.ts';
import { describeSchema } from './schema.queries.ts';

/** `npm run schema`: writes schema.sql from an empty database and the migrations. */

const fail = (error: Error) => {
  throw error;
};

const folder = await mkdtemp(join(tmpdir(), 'tickmark-schema-'));
// PostgreSQL's account passes through it when root runs this.
await chmod(folder, 0o711);
const embedded = await openEmbedded({
  dataDir: folder,
  log: () => {},
  onLost: fail,
  settings: { fsync: 'off' },
});
const db = openDatabase(embedded.connection, fail);
await migrate(db);
await writeFile(inProject('server', 'db', 'schema.sql'), await describeSchema(db));
await db.close();
await embedded.stop();
await rm(folder, { recursive: true, force: true });
