import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Database, openDatabase } from '../db/database.ts';
import { passTime } from '../testing/clock.queries.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createPerson, PASSWORD } from '../testing/people.ts';
import { PATIENT } from '../testing/postgres.ts';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../testing/server.ts';
import { HttpError } from './errors.ts';
import { createThrottle } from './throttle.ts';

let store: TestDatabase;
let db: Database;
beforeAll(async () => {
  store = await createTestDatabase({ stoppedClock: true });
  db = store.db;
});
afterAll(() => store.drop());

/** The seconds to wait, or 0 when it was let through. */
const wait = async (attempt: Promise<unknown>): Promise<number> => {
  try {
    await attempt;
    return 0;
  } catch (error) {
    if (error instanceof HttpError && error.status === 429) return Number(error.headers['retry-after']);
    throw error;
  }
};

describe('guesses', () => {
  test('five are free, then the wait doubles, up to a minute', async () => {
    const throttle = createThrottle(db, true);
    const guess = () => wait(throttle.guess({ login: 'ana' }, '1.1.1.1'));
    for (let free = 0; free < 5; free += 1) expect(await guess()).toBe(0);
    const waits: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      waits.push(await guess());
      await passTime(db, waits.at(-1) ?? 0);
      expect(await guess()).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  test('guesses while blocked do not lengthen the wait', async () => {
    const throttle = createThrottle(db, true);
    const guess = () => wait(throttle.guess({ login: 'ben' }, '1.1.1.1'));
    for (let free = 0; free < 5; free += 1) await guess();
    for (let more = 0; more < 20; more += 1) expect(await guess()).toBe(1);
    await passTime(db, 1);
    expect(await guess()).toBe(0);
  });

  test('are counted per subject and address', async () => {
    const throttle = createThrottle(db, true);
    for (let n = 0; n < 8; n += 1) await wait(throttle.guess({ login: 'cy' }, '1.1.1.1'));
    expect(await wait(throttle.guess({ login: 'cy' }, '1.1.1.1'))).toBeGreaterThan(0);
    expect(await wait(throttle.guess({ login: 'cy' }, '2.2.2.2'))).toBe(0);
    expect(await wait(throttle.guess({ login: 'di' }, '1.1.1.1'))).toBe(0);
  });

  test('sent in parallel, through two servers, do not slip through', async () => {
    const [one, two] = [createThrottle(db, true), createThrottle(db, true)];
    const guesses = Array.from({ length: 40 }, (_, n) =>
      wait((n % 2 ? one : two).guess({ login: 'eve' }, '1.1.1.1')),
    );
    const let_through = (await Promise.all(guesses)).filter((seconds) => seconds === 0);
    expect(let_through).toHaveLength(5);
  });

  test('are forgotten after a right one, and after a quarter of an hour', async () => {
    const throttle = createThrottle(db, true);
    const guess = () => wait(throttle.guess({ login: 'fay' }, '1.1.1.1'));
    for (let n = 0; n < 7; n += 1) await guess();
    await throttle.trust({ login: 'fay' }, '1.1.1.1');
    for (let n = 0; n < 5; n += 1) expect(await guess()).toBe(0);
    await guess();
    await passTime(db, 901);
    for (let n = 0; n < 5; n += 1) expect(await guess()).toBe(0);
  });

  test('at one account are forgotten, and those at another are not', async () => {
    const throttle = createThrottle(db, true);
    for (const who of ['hal', 'ida']) {
      for (let n = 0; n < 6; n += 1) await wait(throttle.guess({ login: who }, '1.1.1.1'));
    }
    await throttle.trust({ login: 'hal' }, '1.1.1.1');
    expect(await wait(throttle.guess({ login: 'hal' }, '1.1.1.1'))).toBe(0);
    expect(await wait(throttle.guess({ login: 'ida' }, '1.1.1.1'))).toBe(1);
  });

  test('can be checked without counting', async () => {
    const throttle = createThrottle(db, true);
    const ask = () => wait(throttle.wait({ login: 'jo' }, '1.1.1.1'));
    for (let n = 0; n < 4; n += 1) await throttle.guess({ login: 'jo' }, '1.1.1.1');
    for (let n = 0; n < 9; n += 1) expect(await ask()).toBe(0);
    await throttle.guess({ login: 'jo' }, '1.1.1.1');
    expect(await ask()).toBe(1);
    expect(await wait(throttle.wait({ login: 'kim' }, '1.1.1.1'))).toBe(0);
    await passTime(db, 1);
    expect(await ask()).toBe(0);
    await passTime(db, 900);
    for (let n = 0; n < 5; n += 1) expect(await wait(throttle.guess({ login: 'jo' }, '1.1.1.1'))).toBe(0);
  });
});

test('a number at once, per address, then one by one', async () => {
  const throttle = createThrottle(db, true);
  const hit = (address: string) => wait(throttle.hit('feedback', address));
  for (let n = 0; n < 30; n += 1) expect(await hit('1.1.1.1')).toBe(0);
  // Guesses while blocked do not lengthen the wait.
  for (let n = 0; n < 9; n += 1) expect(await hit('1.1.1.1')).toBe(120);
  expect(await hit('2.2.2.2')).toBe(0);
  await passTime(db, 120);
  expect(await hit('1.1.1.1')).toBe(0);
  expect(await hit('1.1.1.1')).toBe(120);
  await passTime(db, 3600);
  for (let n = 0; n < 30; n += 1) expect(await hit('1.1.1.1')).toBe(0);
  expect(await hit('1.1.1.1')).toBe(120);
});

test('an IPv6 address counts as its network', async () => {
  const throttle = createThrottle(db, true);
  const guess = (address: string) => wait(throttle.guess({ login: 'lou' }, address));
  for (let n = 0; n < 5; n += 1) expect(await guess(`2001:db8:0:1::${n}`)).toBe(0);
  expect(await guess('2001:db8:0:1:ffff::')).toBe(1);
  expect(await guess('2001:db8:0:2::1')).toBe(0);
  for (let n = 0; n < 30; n += 1) await throttle.hit('feedback', `2001:db8:0:1:${n}::`);
  expect(await wait(throttle.hit('feedback', '2001:db8:0:1::'))).toBe(120);
});

test('can be switched off', async () => {
  const throttle = createThrottle(db, false);
  for (let n = 0; n < 50; n += 1) expect(await wait(throttle.guess({ login: 'gus' }, '1.1.1.1'))).toBe(0);
});

describe('at the calls', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database: db, environment: { RATE_LIMIT: 'on' } });
  });
  afterAll(() => server.stop());

  const login = (username: string, password: string, headers: Record<string, string> = {}) =>
    server.call('POST /token', { form: { username, password }, headers });

  test('a login waits, whatever address it claims, and others do not', async () => {
    const [target, other] = [await createPerson(db, 'student'), await createPerson(db, 'student')];
    for (let n = 0; n < 5; n += 1) {
      expect((await login(target.username, 'wrong', { 'x-forwarded-for': `9.9.9.${n}` })).status).toBe(401);
    }
    const refused = await login(target.email.toUpperCase(), PASSWORD, { 'x-forwarded-for': '8.8.8.8' });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(refused.body.detail).toBe('Too many attempts. Please wait 1 second.');
    expect((await login(other.username, PASSWORD)).status).toBe(200);
    await passTime(db, 1);
    expect((await login(target.username, PASSWORD)).status).toBe(200);
  });

  test("a trusted proxy's X-Forwarded-For is believed", async () => {
    const behind = await startTestServer({
      database: db,
      environment: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.0/8' },
    });
    const person = await createPerson(db, 'student');
    const attempt = (address: string) =>
      behind.call('POST /token', {
        form: { username: person.username, password: 'wrong' },
        headers: { 'x-forwarded-for': address },
      });
    for (let n = 0; n < 5; n += 1) await attempt('9.9.9.9');
    expect((await attempt('9.9.9.9')).status).toBe(429);
    expect((await attempt('7.7.7.7')).status).toBe(401);
    await behind.stop();
  });

  test('guesses at the password that is to be changed wait like those at a login', async () => {
    const { token } = await createPerson(db, 'student');
    const change = (current_password: string) =>
      server.call('POST /users/me/password', {
        token,
        json: { current_password, new_password: 'another fine secret' },
      });
    for (let n = 0; n < 5; n += 1) expect((await change('wrong')).status).toBe(400);
    expect((await change(PASSWORD)).status).toBe(429);
    await passTime(db, 1);
    expect((await change(PASSWORD)).status).toBe(200);
  });

  test('nobody is blocked by what others at the same address send', async () => {
    const person = await createPerson(db, 'student');
    const flood = async () => {
      const statuses = new Set<number>();
      for (let n = 0; n < 100; n += 1) statuses.add((await login('nobody', 'wrong')).status);
      return [...statuses];
    };
    const seen = new Set((await Promise.all(Array.from({ length: 7 }, flood))).flat());
    expect(seen).toEqual(new Set([401, 429]));
    expect((await login(person.username, PASSWORD)).status).toBe(200);
  });

  test('only right passwords count among the logins of a user', async () => {
    const [person, other] = [await createPerson(db, 'student'), await createPerson(db, 'student')];
    const throttle = createThrottle(db, true);
    for (let n = 0; n < 199; n += 1) await throttle.hit('login', `user ${person.id}`);
    expect((await login(person.username, 'wrong')).status).toBe(401);
    expect((await login(person.username, PASSWORD)).status).toBe(200);
    expect((await login(person.username, 'wrong')).status).toBe(401);
    expect(await login(person.username, PASSWORD)).toMatchObject({
      status: 429,
      body: { detail: expect.stringMatching(/^Too many attempts. Please wait 1\d seconds.$/) },
    });
    expect((await login(other.username, PASSWORD)).status).toBe(200);
  });

  test('registrations, feedback and looks at invitations of one address are counted', async () => {
    const behind = await startTestServer({
      database: db,
      environment: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.0/8' },
    });
    const throttle = createThrottle(db, true);
    const calls = {
      register: [
        'POST /register',
        { json: { username: 'newcomer', email: 'newcomer@example.org', password: 'a fine long secret' } },
      ],
      feedback: [
        'POST /feedback',
        { json: { message: 'Hello', email: 'Anonymous', timestamp: '', user: '' } },
      ],
      invited: ['POST /invitation', { json: { token: 'nobody’s' } }],
    } as const;
    for (const [limit, [address, request]] of Object.entries(calls)) {
      const from = (ip: string) => behind.call(address, { ...request, headers: { 'x-forwarded-for': ip } });
      const name = limit as keyof typeof calls;
      while ((await wait(throttle.hit(name, '6.6.6.6'))) === 0);
      expect((await from('6.6.6.6')).status, address).toBe(429);
      expect((await from('5.5.5.5')).status, address).not.toBe(429);
    }
    await behind.stop();
  });

  test('merging the records of a guest and importing a spreadsheet are counted per user, together', async () => {
    const [one, other] = [await createPerson(db, 'student'), await createPerson(db, 'student')];
    const merge = ({ token }: { token: string }) =>
      server.call('POST /completion/bulk', { token, json: { completion_data: {} } });
    const importRows = ({ token }: { token: string }) =>
      server.call('POST /completion/spreadsheet', { token, json: { changes: [] } });
    for (let n = 0; n < 60; n += 1) expect((await merge(one)).status).toBe(200);
    expect((await merge(one)).status).toBe(429);
    expect((await importRows(one)).status).toBe(429);
    expect((await merge(other)).status).toBe(200);
    expect((await importRows(other)).status).toBe(200);
  });

  test('the platform admin password is guarded on every admin call', async () => {
    const list = (admin: string) => server.call('GET /admin/schools', { admin });
    for (let n = 0; n < 5; n += 1) expect((await list('wrong')).status).toBe(403);
    expect((await list('wrong')).status).toBe(429);
    expect((await server.call('POST /admin/login', { json: { password: ADMIN_PASSWORD } })).status).toBe(429);
    await passTime(db, 2);
    expect((await server.call('POST /admin/login', { json: { password: ADMIN_PASSWORD } })).status).toBe(204);
  });

  test('the right admin password does not count as a guess, however many calls run in parallel, and clears earlier ones', async () => {
    const list = async (admin: string) => (await server.call('GET /admin/schools', { admin })).status;
    for (let round = 0; round < 3; round += 1) {
      for (let n = 0; n < 4; n += 1) expect(await list('wrong')).toBe(403);
      const together = await Promise.all(Array.from({ length: 30 }, () => list(ADMIN_PASSWORD)));
      expect(new Set(together)).toEqual(new Set([200]));
    }
  });
});

test('while nothing can be written, reads work and guesses do not', async () => {
  // As the embedded database is while its disk is full.
  const full = openDatabase(
    { ...store.direct, options: '-c default_transaction_read_only=on' },
    () => {},
    10,
    PATIENT,
  );
  const environment = { RATE_LIMIT: 'on' };
  const before = await startTestServer({ database: db, environment });
  const server = await startTestServer({ database: full, environment });
  const list = async (admin: string, at = server) => (await at.call('GET /admin/schools', { admin })).status;
  const { token } = await createPerson(db, 'student');
  expect(await list(ADMIN_PASSWORD)).toBe(200);
  expect((await server.call('GET /completion', { token })).status).toBe(200);
  // A download is audited, and waits until it can be.
  expect((await server.call('GET /users/me/data', { token })).status).toBe(503);
  expect(await list('wrong')).toBe(503);
  expect(await list('wrong', before)).toBe(403);
  expect(await list(ADMIN_PASSWORD)).toBe(200);
  for (let n = 0; n < 4; n += 1) await list('wrong', before);
  expect(await list(ADMIN_PASSWORD)).toBe(429);
  await server.stop();
  await before.stop();
  await full.close();
});
