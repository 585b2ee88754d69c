import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ADDRESSES, type Address } from '../../contract/index.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { UnavailableError } from '../errors.ts';
import { getSealKey } from '../features/accounts/seals.ts';
import { createCompletionWriter } from '../features/tracker/completion-writer.ts';
import { eventually } from '../testing/evidence.ts';
import { createPerson } from '../testing/people.ts';
import { COLUMNS, cellOf, makeAttempt, refusalOf, signIn, successOf } from '../testing/rights.ts';
import { ATTEMPTS, createScene } from '../testing/scene.ts';
import { type Answer, startTestServer, type TestServer, WITH_MAIL } from '../testing/server.ts';
import { isPooledRun, type LonelyDatabase, openLonelyDatabase } from '../testing/standby.ts';

/**
 * The database answers and commits nothing: the standby that its commits wait for is gone. Also through a pooler, with
 * `npm test -- --elsewhere`.
 */

let store: LonelyDatabase;
let server: TestServer;
beforeAll(async () => {
  store = await openLonelyDatabase();
  server = await startTestServer({ database: store.db, environment: WITH_MAIL });
});
afterAll(async () => {
  await server.stop();
  await store.close();
});

const state = async () => ({
  ready: await server.call('GET //readyz').then(({ status, body }) => ({ status, body })),
  metrics: String((await server.call('GET //metrics')).body).match(/^database_(up|writable) \d/gm),
});
const READ_ONLY = {
  ready: { status: 200, body: { status: 'read-only' } },
  metrics: ['database_up 1', 'database_writable 0'],
};
const WRITABLE = {
  ready: { status: 200, body: { status: 'ok' } },
  metrics: ['database_up 1', 'database_writable 1'],
};
const isReadOnly = () => eventually(async () => expect(await state()).toEqual(READ_ONLY));
const isWritable = () => eventually(async () => expect(await state()).toEqual(WRITABLE));

afterEach(async () => {
  await store.findStandby();
  await isWritable();
});

/** These write down who read, or take a step on the way through a school's sign-in. */
const READS_THAT_WRITE: readonly Address[] = [
  'GET /users/me/data',
  'GET /sign-in/callback',
  'GET /teachers/students/{id}/files',
  'GET /teachers/students/{id}/words',
  'GET /users/me/words',
];
/** These only read, though they take a body. */
const READS_BY_POST: readonly Address[] = [
  'POST /admin/schools/{schoolId}/batch-import/check',
  'POST /admin/schools/{schoolId}/roster/check',
  'POST /invitation',
  'POST /shared',
];
const isRead = (address: Address) =>
  address.startsWith('GET ') ? !READS_THAT_WRITE.includes(address) : READS_BY_POST.includes(address);

test('every call that only reads is answered as ever, every other one with 503', async () => {
  const calls: { address: Address; make: () => Promise<Answer> }[] = [];
  for (const [n, address] of ADDRESSES.entries()) {
    const column = COLUMNS.find((one) => !refusalOf(cellOf(address, one))) ?? 'anonymous';
    // Calls end sessions and remove people: each has a school of its own.
    const scene = await createScene(server);
    const { me, credentials } = await signIn(server, column, scene);
    const attempt = await ATTEMPTS[address]({ server, scene, me, unique: `new${n}` });
    calls.push({ address, make: () => makeAttempt(server, address, attempt, credentials) });
  }
  await getSealKey(server.db, 'share_page_key');
  await store.loseStandby();
  await isReadOnly();
  const statuses: Record<string, number> = {};
  for (const { address, make } of calls) statuses[address] = (await make()).status;
  const wanted = ADDRESSES.map((address) => [address, isRead(address) ? successOf(address) : 503]);
  expect(statuses).toEqual(Object.fromEntries(wanted));
});

test('a tick that is under way is 503, and those after it do not wait for the database', async () => {
  const { token } = await createPerson(server.db, 'student');
  const tick = (year: number) =>
    server.call('POST /completion', {
      token,
      json: {
        subject_id: 'math_aa_hl',
        year,
        session: 'November',
        paper: 'paper1',
        timezone: null,
        is_completed: true,
        score: null,
      },
    });
  const years = async () =>
    Object.keys((await server.call('GET /completion', { token })).body).map((key) => key.split('-')[1]);
  expect((await tick(2014)).status).toBe(200);
  await store.loseStandby();
  expect((await tick(2015)).status).toBe(503);
  // It was given up, not ended by the time limit of a statement: it still waits, beside the change that found this out.
  const before = await store.waiting();
  expect(before).toBeGreaterThan(1);
  for (let year = 2016; year < 2024; year += 1) expect((await tick(year)).status).toBe(503);
  expect(await store.waiting()).toBe(before);
  // What nobody has promised is not shown either.
  expect(await years()).toEqual(['2014']);

  await store.findStandby();
  await isWritable();
  expect((await tick(2024)).status).toBe(200);
  // The one that waited is there by now; it was never said not to be.
  expect(new Set(await years())).toEqual(new Set(['2014', '2015', '2024']));
  await eventually(async () => expect(await store.waiting()).toBe(0));
});

test('many changes of a paper whose commit waits are refused together, not one after another', async () => {
  const [one, other] = [await createPerson(store.db, 'student'), await createPerson(store.db, 'student')];
  let asked = 0;
  const counted: Database = {
    ...store.db,
    list: (...args) => {
      asked += 1;
      return store.db.list(...args);
    },
  };
  const writeCompletion = createCompletionWriter(counted);
  const tick = ({ id }: { id: number }) =>
    writeCompletion({
      change: {
        userId: id,
        subjectId: 'math_aa_hl',
        year: 2014,
        session: 'November',
        paper: 'paper1',
        timezone: null,
        isCompleted: true,
        score: null,
        marks: null,
      },
    });
  await store.loseStandby();
  await expect(tick(one)).rejects.toThrow(UnavailableError);
  await isReadOnly();
  asked = 0;
  const refused = await Promise.allSettled([...Array.from({ length: 100 }, () => tick(one)), tick(other)]);
  for (const result of refused)
    expect(result).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
  expect(asked).toBe(1);
});

test('who only asks for its state learns it, though nobody writes', async () => {
  await store.loseStandby();
  await isReadOnly();
});

/** It answers, so it is never away, however many wait. A question may have to wait for its turn. */
const open = (poolSize?: number) => {
  const states: string[] = [];
  const db = openDatabase(store.connection, () => {}, poolSize, {
    answerWithinMs: 5000,
    onChange: (found) => states.push(found),
  });
  return { db, states };
};

test('more changes than there are connections: they are all 503, and the reads go on', async () => {
  const { db, states } = open();
  const busy = await startTestServer({ database: db, environment: WITH_MAIL });
  const people = await Promise.all(Array.from({ length: 20 }, () => createPerson(store.db, 'student')));
  const choose = async ({ token }: { token: string }) =>
    (await busy.call('POST /subjects', { token, json: { subjects: ['math_aa_hl'] } })).status;
  const read = async ({ token }: { token: string }) => (await busy.call('GET /subjects', { token })).status;
  const every = (status: number) => people.map(() => status);
  expect(await Promise.all(people.map(choose))).toEqual(every(200));
  await store.loseStandby();
  expect(await Promise.all(people.map(choose))).toEqual(every(503));
  await eventually(async () => expect(states).toEqual(['read-only']));
  expect(await Promise.all(people.map(read))).toEqual(every(200));
  await store.findStandby();
  await eventually(async () => expect(await Promise.all(people.map(choose))).toEqual(every(200)));
  expect(states).toEqual(['read-only', 'writable']);
  await eventually(async () => expect(await store.waiting()).toBe(0));
  await busy.stop();
  await db.close();
});

test('as many servers as the pooler has connections: what each finds out takes none of them', async () => {
  const servers = Array.from({ length: store.pooled ?? 4 }, () => open(2));
  const { token } = await createPerson(store.db, 'student');
  for (const { db } of servers) expect(await db.state()).toBe('writable');
  await store.loseStandby();
  for (const { db, states } of servers) {
    await eventually(async () => expect(await db.state()).toBe('read-only'));
    expect(states).toEqual(['read-only']);
  }
  await isReadOnly();
  expect((await server.call('GET /subjects', { token })).status).toBe(200);
  await store.findStandby();
  for (const { db, states } of servers) {
    await eventually(async () => expect(await db.state()).toBe('writable'));
    expect(states).toEqual(['read-only', 'writable']);
    await db.close();
  }
});

// Without a pooler it would be the database itself that refuses, and that is an answer.
if (isPooledRun())
  test('without a database behind it a pooler that answers is taken for what it is', async () => {
    const { db, states } = open();
    const alone = await startTestServer({ database: db, environment: WITH_MAIL });
    const ready = async () => (await alone.call('GET //readyz')).status;
    const seen = async () =>
      String((await alone.call('GET //metrics')).body).match(/^database_(up|writable) \d/gm);
    expect([await ready(), await seen()]).toEqual([200, ['database_up 1', 'database_writable 1']]);
    await store.shut();
    await eventually(async () => expect(await seen()).toEqual(['database_up 0', 'database_writable 0']));
    expect(await ready()).toBe(503);
    await store.reopen();
    await eventually(async () => expect(await ready()).toBe(200));
    expect(states).toEqual(['away', 'writable']);
    await alone.stop();
    await db.close();
  });
