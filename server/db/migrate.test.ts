import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { inProject } from '../root.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { PATIENT } from '../testing/postgres.ts';
import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { describeSchema } from './schema.queries.ts';

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

const write = (name: string, text: string) => writeFile(join(folder, name), text);

describe('migrations', () => {
  test('are applied in order, once', async () => {
    await write('0002_second.sql', 'alter table things add column size integer');
    await write('0001_first.sql', 'create table things (id integer)');
    expect(await migrate(store.db, folder)).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await migrate(store.db, folder)).toEqual([]);
    await write('0003_third.sql', 'drop table things');
    expect(await migrate(store.db, folder)).toEqual(['0003_third.sql']);
  });

  test('leave nothing behind when one fails', async () => {
    await write('0001_first.sql', 'create table things (id integer)');
    await write('0002_broken.sql', 'create table more (id integer); select from nowhere');
    await expect(migrate(store.db, folder)).rejects.toThrow('nowhere');
    expect(await describeSchema(store.db)).not.toContain('create table');
  });

  test('refuse a changed file, and a database of a newer version', async () => {
    await write('0001_first.sql', 'create table things (id integer)');
    await migrate(store.db, folder);
    await write('0001_first.sql', 'create table other (id integer)');
    await expect(migrate(store.db, folder)).rejects.toThrow('was changed after it was applied');
    await rm(join(folder, '0001_first.sql'));
    await expect(migrate(store.db, folder)).rejects.toThrow('newer version');
  });

  test('may take longer than the statement timeout', async () => {
    const hurried = `do $$ begin
      if current_setting('statement_timeout') <> '0' then raise exception 'in a hurry'; end if;
    end $$`;
    await write('0001_slow.sql', hurried);
    expect(await migrate(store.db, folder)).toEqual(['0001_slow.sql']);
  });

  test('several servers that start together do the work once', async () => {
    const servers = Array.from({ length: 4 }, () => openDatabase(store.connection, () => {}, 10, PATIENT));
    const applied = await Promise.all(servers.map((server) => migrate(server)));
    expect(applied.filter((names) => names.length > 0)).toHaveLength(1);
    await Promise.all(servers.map((server) => server.close()));
  });
});

test('schema.sql is what the migrations produce', async () => {
  await migrate(store.db);
  const kept = await readFile(inProject('server', 'db', 'schema.sql'), 'utf8');
  expect(await describeSchema(store.db), 'run `npm run schema`').toBe(kept);
});
