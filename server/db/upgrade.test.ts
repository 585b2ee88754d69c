import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { loginKey } from '../../domain/accounts.ts';
import { lookOf } from '../../domain/look-alikes.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { listSumDifferences } from '../features/tracker/sums.queries.ts';
import { openSession } from '../http/session.ts';
import { listTables, readRows } from '../operations/tables.queries.ts';
import { inProject } from '../root.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { PASSWORD } from '../testing/people.ts';
import { asAdmin } from '../testing/postgres.ts';
import { startTestServer } from '../testing/server.ts';
import type { Database } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';
import { insertOldRemoval, insertOldUsers, listLooks, listRemovals } from './upgrade.test.queries.ts';

/** A database as an installation of the first version left it, upgraded to the current one. */

let store: TestDatabase;
beforeEach(async () => {
  store = await createTestDatabase({ empty: true });
  await asAdmin(
    store.connection,
    await readFile(inProject('server', 'db', 'fixtures', 'version-0001.sql'), 'utf8'),
  );
});
afterEach(() => store.drop());

type Row = Record<string, unknown>;

/** Every row of every table except the migrations. */
const readAll = (db: Database): Promise<Map<string, Row[]>> =>
  db.transaction(async (tx) => {
    const all = new Map<string, Row[]>();
    for (const table of await listTables(tx)) {
      if (table.name === 'migrations') continue;
      const rows: Row[] = [];
      for await (const lines of readRows(tx, table))
        rows.push(...lines.map((line) => JSON.parse(line) as Row));
      all.set(table.name, rows);
    }
    return all;
  });

test('an upgrade keeps every row and corrects the sums', async () => {
  const before = await readAll(store.db);
  const kept = [...before.values()].flat().length;
  expect(kept).toBe(40);

  const migrations = (await readMigrations()).map(({ name }) => name);
  expect(await migrate(store.db)).toEqual(migrations.slice(1));

  const after = await readAll(store.db);
  for (const [table, rows] of before) expect(after.get(table), table).toMatchObject(rows);
  for (const link of after.get('teacher_students') ?? [])
    expect(link['pending_since']).toBe(link['created_at']);
  expect(await listSumDifferences(store.db)).toEqual([]);
  expect(after.get('school_subject_sums')).toEqual([
    {
      school_id: 1,
      subject_id: 'math_aa_hl',
      completed: 3,
      score_sum: 188,
      score_count: 3,
      bands: [1, 0, 0, 0, 2],
    },
    {
      school_id: 1,
      subject_id: 'physics_sl',
      completed: 1,
      score_sum: 0,
      score_count: 0,
      bands: [0, 0, 0, 0, 0],
    },
    {
      school_id: 2,
      subject_id: 'history_hl',
      completed: 1,
      score_sum: 55,
      score_count: 1,
      bands: [0, 0, 1, 0, 0],
    },
  ]);
  expect(after.get('school_month_sums')).toEqual([
    { school_id: 1, month: '2025-10-01', completed: 3 },
    { school_id: 1, month: '2025-11-01', completed: 1 },
    { school_id: 2, month: '2025-10-01', completed: 1 },
  ]);
  expect(after.get('school_sums')).toEqual([
    { school_id: 1, active_students: 2 },
    { school_id: 2, active_students: 1 },
  ]);
});

test("an upgrade removes teachers' ids from audit details, where they would outlive them", async () => {
  await insertOldRemoval(store.db, 1);
  // Deleted since.
  await insertOldRemoval(store.db, 8);
  await migrate(store.db);
  expect(await listRemovals(store.db)).toEqual([
    { teacher_id: 1, details: {} },
    { teacher_id: null, details: {} },
  ]);
});

test('an upgraded installation works: people can log in and tick, and no id is used twice', async () => {
  await migrate(store.db);
  const server = await startTestServer({ database: store.db });
  const token = await openSession(store.db, { id: 1, role: 'student' });
  const { body } = await server.call('GET /completion', { token });
  expect(body['math_aa_hl-2023-May-paper1-TZ2']).toMatchObject({ is_completed: true, score: 0 });
  const json = {
    username: 'newcomer',
    email: 'newcomer@riverside.example',
    password: 'correct horse battery',
  };
  const registered = await server.call('POST /register', { json });
  const me = await server.call('GET /users/me', { token: registered.body.access_token });
  // The eighth was deleted.
  expect(me.body.id).toBe(9);
  await server.stop();
});

test('an upgrade keeps existing look-alike names with their logins, and allows no new ones', async () => {
  // One of them contains every letter of the table.
  const alone = `
    авекмнорсту хіјѕһӏԁԛԝѵьгзб αβγεζηικμν ορστυχω հսոօցզգյտլ ᴀʙᴄᴅᴇɢʜɪᴊᴋʟᴍɴ ᴏᴘʀꜱᴛᴜᴠᴡʏᴢ ıȷɩɑɡ ’‘ʼʻ′‐‒–—−
    Ünal ёлка κόρη İnci 李雷 نور plain
  `;
  const names = [...alone.trim().split(/\s+/), 'two  spaces', 'coco', 'İpek'];
  const younger = ['сосо', 'ipek', 'ıpek', 'two spaces'];
  const all = [...names, ...younger];
  const passwordHash = await createPasswords().hash(PASSWORD);
  await insertOldUsers(store.db, all, all.map(loginKey), passwordHash);
  await migrate(store.db);
  expect(await listLooks(store.db, all)).toEqual([
    ...names.map((username) => ({ username, look: lookOf(username) })),
    ...younger.map((username) => ({ username, look: null })),
  ]);

  const server = await startTestServer({ database: store.db });
  for (const username of all) {
    const { status } = await server.call('POST /token', { form: { username, password: PASSWORD } });
    expect(status, username).toBe(200);
  }
  const json = { username: 'ᴄoco', email: 'third@example.org', password: PASSWORD };
  expect((await server.call('POST /register', { json })).body.detail).toBe(
    'This username looks like one that is already taken.',
  );
  await server.stop();
});
