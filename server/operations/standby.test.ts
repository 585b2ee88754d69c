import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { inProject } from '../root.ts';
import { addressOf } from '../testing/database.ts';
import { eventually } from '../testing/evidence.ts';
import { makeDataFolder } from '../testing/folder.ts';
import { launch, type Running, ready } from '../testing/process.ts';
import { createCall } from '../testing/server.ts';
import { type LonelyDatabase, openLonelyDatabase } from '../testing/standby.ts';

/** The built commands, and the built server, on a database whose commits wait for a standby that is gone. */

let store: LonelyDatabase;
let dataDir: string;
beforeAll(async () => {
  store = await openLonelyDatabase();
  dataDir = await makeDataFolder();
});
afterAll(async () => {
  await store.close();
  await rm(dataDir, { recursive: true, force: true });
});

test('a command says that it waits, once, and ends when a standby is back', async () => {
  const environment = { DATABASE_URL: addressOf(store.connection), DATA_DIR: dataDir };
  const command = inProject('dist', 'server', 'operations', 'admin.js');
  await store.loseStandby();
  const running = await launch(environment, [process.execPath, command, 'password']);
  await eventually(async () =>
    expect(running.output()).toMatch(/^The database waits for a standby\. .* Waiting\.\n$/),
  );
  await store.findStandby();
  expect(await running.ended).toBe(0);
  expect(running.output()).toMatch(/^The database waits[^\n]*\nPlatform admin password: \S+\n/);
  expect(running.output().match(/waits for a standby/g)).toHaveLength(1);
});

const isWaiting = (server: Running) =>
  eventually(async () =>
    expect(server.output()).toMatch(
      /^The database cannot be written to \(it answers but commits nothing, .*\)\. Waiting for it\.$/m,
    ),
  );
const letIn = async (server: Running): Promise<number> => {
  const password = /Platform admin password: (\S+)/.exec(server.output())?.[1];
  return (await createCall(server.url)('POST /admin/login', { json: { password } })).status;
};

test('a server that has to migrate says that nothing is committed, and starts when a standby is back', async () => {
  const address = addressOf(await store.makeEmpty('empty'));
  await store.loseStandby();
  const server = await launch({ DATABASE_URL: address, DATA_DIR: dataDir });
  await isWaiting(server);
  await store.findStandby();
  await ready(server);
  expect(await letIn(server)).toBe(204);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});

test('a server that has to keep its admin password waits as well, and shows the one that is kept', async () => {
  const connection = await store.makeEmpty('migrated');
  const db = openDatabase(connection, () => {});
  await migrate(db);
  await db.close();
  await store.loseStandby();
  const server = await launch({ DATABASE_URL: addressOf(connection), DATA_DIR: dataDir });
  await isWaiting(server);
  expect(server.output()).not.toContain('Platform admin password');
  await store.findStandby();
  await ready(server);
  expect(await letIn(server)).toBe(204);
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
});
