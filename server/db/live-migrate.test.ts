import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { isAwaited, listHeld, readThings } from './live-migrate.test.queries.ts';
import { listSetAside, listTableNames } from './migrate.queries.ts';
import { MIGRATIONS_FOLDER, migrate, readMigrations, tablesOf } from './migrate.ts';
import { rollBackTo } from './rollback.ts';

/** Migrations while other servers serve from the same database, and the way back to the version of those. */

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

const names = (await readMigrations()).map(({ name }) => name);

const write = (name: string, text: string) => writeFile(join(folder, name), text);

/** Some other server's work, which has read a table; resolves with what lets it end. */
const startWork = (): Promise<() => Promise<void>> =>
  new Promise((resolve) => {
    const ended = store.db.transaction(async (tx) => {
      await tx.run(readThings);
      await new Promise<void>((told) => {
        resolve(() => {
          told();
          return ended;
        });
      });
    });
  });

const untilAwaited = () =>
  vi.waitFor(async () => expect(await isAwaited(store.db)).toBe(true), { timeout: 60_000, interval: 5 });

describe('migrations beside servers', () => {
  beforeEach(async () => {
    await write('0001_first.sql', 'create table things (id integer)');
    await migrate(store.db, folder);
  });

  test('wait for long work, and let others pass meanwhile', async () => {
    await write('0002_second.sql', 'alter table things add column size integer');
    const endWork = await startWork();
    const migrated = migrate(store.db, folder);
    await untilAwaited();
    // It comes to stand behind the migration, which stands behind the work; and the work ends after it.
    await store.db.run(readThings);
    await endWork();
    expect(await migrated).toEqual(['0002_second.sql']);
  });

  test('say that they wait, and give up in the end', async () => {
    await write('0002_second.sql', 'create index on things (id)');
    const endWork = await startWork();
    const onWait = vi.fn<() => void>();
    await expect(migrate(store.db, folder, { tries: 2, onWait })).rejects.toThrow('in use all the time');
    expect(onWait).toHaveBeenCalledOnce();
    await endWork();
    expect(await migrate(store.db, folder)).toEqual(['0002_second.sql']);
  });

  test('hold up nobody when they change no table', async () => {
    await write('0002_second.sql', 'create function one() returns integer language sql as $$ select 1 $$');
    const endWork = await startWork();
    expect(await migrate(store.db, folder)).toEqual(['0002_second.sql']);
    await endWork();
  });
});

test('every migration that may run beside servers names the tables that it keeps others from', async () => {
  for (const migration of await readMigrations()) {
    const there = await listTableNames(store.db);
    const held = await store.db.transaction(async (tx) => {
      await tx.script(migration.text);
      return listHeld(tx);
    });
    // Before 0006 servers were stopped first.
    if (migration.name < '0007') continue;
    const named = tablesOf([migration], there);
    expect(
      held.filter((name) => there.includes(name) && !named.includes(name)),
      migration.name,
    ).toEqual([]);
  }
});

describe('the way back', () => {
  const upTo = (number: string) => names.filter((name) => name.slice(0, 4) <= number);
  /** What a version with these migrations does when it starts. */
  const startVersion = async (number: string): Promise<string[]> => {
    const own = join(folder, number);
    for (const name of upTo(number)) await cp(join(MIGRATIONS_FOLDER, name), join(own, name));
    return migrate(store.db, own);
  };

  test('an older version starts only when it was let, and a newer one takes that back', async () => {
    await migrate(store.db);
    await expect(startVersion('0035')).rejects.toThrow('newer version of Tickmark (it has 0036_');
    expect(await rollBackTo(store.db, '0006')).toEqual(names.slice(6));
    expect(await startVersion('0006')).toEqual([]);
    // One in between knows some of them.
    expect(await startVersion('0035')).toEqual([]);
    expect((await listSetAside(store.db)).map(({ name }) => name)).toEqual(names.slice(35));
    expect(await migrate(store.db)).toEqual([]);
    expect(await listSetAside(store.db)).toEqual([]);
    await expect(startVersion('0006')).rejects.toThrow('newer version');
  });

  test('leads only to versions that this schema serves and that the database has had', async () => {
    await migrate(store.db);
    await expect(rollBackTo(store.db, '0005')).rejects.toThrow('needs the backup');
    // Its ticks call a function that is gone; it was never released.
    await expect(rollBackTo(store.db, '0012')).rejects.toThrow('needs the backup');
    await expect(rollBackTo(store.db, '9000')).rejects.toThrow('no migration 9000');
    await expect(rollBackTo(store.db, 'c9313b9')).rejects.toThrow('no number of a migration');
    expect(await listSetAside(store.db)).toEqual([]);
  });
});
