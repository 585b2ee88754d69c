import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { UnavailableError } from '../errors.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { asAdmin } from '../testing/postgres.ts';
import { type Relay, startRelay } from '../testing/relay.ts';
import { command, openDatabase, statement } from './database.ts';
import { watchDatabase } from './watchdog.ts';

let store: TestDatabase;
let relay: Relay;
beforeAll(async () => {
  store = await createTestDatabase();
  relay = await startRelay(store.connection);
});
afterAll(async () => {
  await relay.cut();
  await store.drop();
});

const nothing = command('select');
const change = command('delete from users where false');
const databaseName = statement(z.object({ name: z.string() }), 'select current_database()::text as name');

test('a connection that breaks in a transaction is 503 for its caller and does not affect others', async () => {
  const heard = vi.fn();
  const db = openDatabase(relay.connection, heard);
  const broken = db.transaction(async (tx) => {
    await tx.run(nothing);
    // Between two statements nobody waits for an answer: only the connection notices.
    await relay.cut();
    await vi.waitFor(() => expect(heard).toHaveBeenCalled(), { timeout: 60_000 });
    await tx.run(nothing);
  });
  await expect(broken).rejects.toThrow(UnavailableError);
  await relay.mend();
  await db.run(nothing);
  await db.close();
});

test('a transaction that is in conflict each time it is tried is 503 for its caller', async () => {
  const db = openDatabase(relay.connection, () => {});
  let tries = 0;
  const conflict = db.transaction(async (tx) => {
    tries += 1;
    await tx.script(`do $$ begin raise exception 'in conflict' using errcode = '40P01'; end $$`);
  });
  await expect(conflict).rejects.toThrow(UnavailableError);
  expect(tries).toBe(3);
  await db.close();
});

describe('a database that stops answering', () => {
  /** Without a query timeout: here only the watchdog ends a wait. */
  const watched = (options?: { answerWithinMs: number }) => {
    const pool = new pg.Pool(relay.connection);
    pool.on('error', () => {});
    const watch = watchDatabase(pool, relay.connection, options);
    return {
      ask: async (text = 'select') => {
        const client = await watch.waiting(() => pool.connect());
        client.on('error', () => {});
        return watch
          .asking({ client, mayWrite: true }, () => client.query(text))
          .finally(() => client.release());
      },
      close: async () => {
        watch.stop();
        await pool.end();
      },
    };
  };

  test('is given up with its connections, callers fail fast, and its return is noticed', async () => {
    const { ask, close } = watched();
    await Promise.all([ask(), ask()]);
    relay.silence();
    const answers = await Promise.allSettled([ask(), ask()]);
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'ETIMEDOUT' } });
    }
    await expect(ask()).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    await relay.mend();
    await vi.waitFor(ask, { timeout: 60_000 });
    await close();
  });

  test('is distinguished from a slow one', async () => {
    const { ask, close } = watched({ answerWithinMs: 10_000 });
    await ask('select pg_sleep(1.5)');
    await close();
  });
});

describe('what can be done with a database', () => {
  const opened = () => {
    const states: string[] = [];
    const db = openDatabase(relay.connection, () => {}, 10, { onChange: (state) => states.push(state) });
    return { db, states };
  };

  test('is found out anew at another server, when the connections to the first have died unseen', async () => {
    const { db, states } = opened();
    await db.run(nothing);
    expect(await db.state()).toBe('writable');
    relay.abandon();
    await expect(db.run(nothing)).rejects.toThrow(UnavailableError);
    await vi.waitFor(() => db.run(nothing), { timeout: 60_000 });
    expect(states).toEqual(['away', 'writable']);
    await db.close();
  });

  test('is found out for new connections, which a setting may have made read-only', async () => {
    const { db, states } = opened();
    const name = (await db.get(databaseName)).name;
    expect(await db.state()).toBe('writable');
    await asAdmin(store.direct, `alter database ${name} set default_transaction_read_only = on`);
    const answers = await Promise.allSettled([1, 2, 3].map(() => db.run(change)));
    expect(answers.map(({ status }) => status)).toContain('rejected');
    await vi.waitFor(async () => expect(await db.state()).toBe('read-only'), { timeout: 60_000 });
    const reset = `alter database ${name} reset default_transaction_read_only`;
    await asAdmin(store.direct, `begin read write; ${reset}; commit`);
    await vi.waitFor(() => db.run(change), { timeout: 60_000 });
    expect(states).toEqual(['read-only', 'writable']);
    await db.close();
  });
});

describe('behind a pooler', () => {
  const settings = statement(
    z.object({ prepared: z.int(), timeout: z.string() }),
    `select (select count(*)::int from pg_prepared_statements) as prepared,
       current_setting('statement_timeout') as timeout`,
  );
  const open = (suffix: string) => {
    const { connectionString, host, port, user, password, database } = store.connection;
    const address =
      connectionString?.split('?')[0] ?? `postgres://${user}:${String(password)}@localhost/${database}`;
    const place = connectionString ? '' : `host=${encodeURIComponent(String(host))}&port=${port}`;
    return openDatabase({ connectionString: `${address}?${place}${suffix}` }, () => {}, 1);
  };

  test('a connection keeps no state, and transactions still time out', async () => {
    const pooled = open('&pgbouncer=true');
    await pooled.get(settings);
    expect(await pooled.get(settings)).toEqual({ prepared: 0, timeout: '0' });
    expect(await pooled.transaction((tx) => tx.get(settings))).toEqual({ prepared: 0, timeout: '15s' });
    expect(await pooled.get(settings)).toEqual({ prepared: 0, timeout: '0' });
    await pooled.close();
  });

  test('is assumed only if the URL says so', async () => {
    const plain = open('');
    await plain.get(settings);
    expect(await plain.get(settings)).toEqual({ prepared: 1, timeout: '15s' });
    await plain.close();
  });
});
