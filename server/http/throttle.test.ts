import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createPerson, PASSWORD } from '../testing/people.ts';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../testing/server.ts';
import { HttpError } from './errors.ts';
import { passTime } from './throttle.test.queries.ts';
import { createThrottle } from './throttle.ts';

let store: TestDatabase;
let db: Database;
beforeAll(async () => {
  store = await createTestDatabase();
  db = store.db;
});
afterAll(() => store.drop());

/** The seconds to wait, or 0 when it was let through. */
const wait = async (attempt: Promise<void>): Promise<number> => {
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
    const guess = () => wait(throttle.guess('ana', '1.1.1.1'));
    for (let free = 0; free < 5; free += 1) expect(await guess()).toBe(0);
    const waits: number[] = [];
    for (let round = 0; round < 9; round += 1) {
      waits.push(await guess());
      await passTime(db, waits.at(-1) ?? 0);
      expect(await guess()).toBe(0);
    }
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  test('hammering while blocked does not lengthen the wait', async () => {
    const throttle = createThrottle(db, true);
    const guess = () => wait(throttle.guess('ben', '1.1.1.1'));
    for (let free = 0; free < 5; free += 1) await guess();
    for (let more = 0; more < 20; more += 1) expect(await guess()).toBe(1);
    await passTime(db, 1);
    expect(await guess()).toBe(0);
  });

  test('are counted per subject and address', async () => {
    const throttle = createThrottle(db, true);
    for (let n = 0; n < 8; n += 1) await wait(throttle.guess('cy', '1.1.1.1'));
    expect(await wait(throttle.guess('cy', '1.1.1.1'))).toBeGreaterThan(0);
    expect(await wait(throttle.guess('cy', '2.2.2.2'))).toBe(0);
    expect(await wait(throttle.guess('di', '1.1.1.1'))).toBe(0);
  });

  test('sent side by side, through two servers, do not slip through together', async () => {
    const [one, two] = [createThrottle(db, true), createThrottle(db, true)];
    const guesses = Array.from({ length: 40 }, (_, n) => wait((n % 2 ? one : two).guess('eve', '1.1.1.1')));
    const let_through = (await Promise.all(guesses)).filter((seconds) => seconds === 0);
    expect(let_through).toHaveLength(5);
  });

  test('are forgotten when one was right, and after a quarter of an hour', async () => {
    const throttle = createThrottle(db, true);
    const guess = () => wait(throttle.guess('fay', '1.1.1.1'));
    for (let n = 0; n < 7; n += 1) await guess();
    await throttle.forget('fay', '1.1.1.1');
    for (let n = 0; n < 5; n += 1) expect(await guess()).toBe(0);
    await guess();
    await passTime(db, 901);
    for (let n = 0; n < 5; n += 1) expect(await guess()).toBe(0);
  });
});

test('so many in so long, per address', async () => {
  const throttle = createThrottle(db, true);
  const hit = (address: string) => wait(throttle.hit('feedback', address));
  for (let n = 0; n < 30; n += 1) expect(await hit('1.1.1.1')).toBe(0);
  expect(await hit('1.1.1.1')).toBe(3600);
  expect(await hit('2.2.2.2')).toBe(0);
  await passTime(db, 3600);
  expect(await hit('1.1.1.1')).toBe(0);
});

test('can be switched off', async () => {
  const throttle = createThrottle(db, false);
  for (let n = 0; n < 50; n += 1) expect(await wait(throttle.guess('gus', '1.1.1.1'))).toBe(0);
});

describe('at the calls', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ database: db, environment: { RATE_LIMIT: 'on' } });
  });
  afterAll(() => server.stop());

  const login = (username: string, password: string, headers: Record<string, string> = {}) =>
    server.call('POST /token', { form: { username, password }, headers });

  test('a login waits, whatever address it claims to come from, and others do not', async () => {
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

  test('an address is believed from a proxy that is trusted', async () => {
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

  test('logins, registrations and feedback of one address are counted', async () => {
    const behind = await startTestServer({
      database: db,
      environment: { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.0/8' },
    });
    const throttle = createThrottle(db, true);
    const calls = {
      login: ['POST /token', { form: { username: 'nobody', password: 'wrong' } }],
      register: [
        'POST /register',
        { json: { username: 'newcomer', email: 'newcomer@example.org', password: 'a fine long secret' } },
      ],
      feedback: [
        'POST /feedback',
        { json: { message: 'Hello', email: 'Anonymous', timestamp: '', user: '' } },
      ],
    } as const;
    const counts = { login: 600, register: 300, feedback: 30 };
    for (const [limit, [address, request]] of Object.entries(calls)) {
      const from = (ip: string) => behind.call(address, { ...request, headers: { 'x-forwarded-for': ip } });
      const name = limit as keyof typeof calls;
      await Promise.all(Array.from({ length: counts[name] }, () => throttle.hit(name, '6.6.6.6')));
      expect((await from('6.6.6.6')).status, address).toBe(429);
      expect((await from('5.5.5.5')).status, address).not.toBe(429);
    }
    await behind.stop();
  });

  test('the platform admin password is guarded on every admin call', async () => {
    const list = (admin: string) => server.call('GET /admin/schools', { admin });
    for (let n = 0; n < 5; n += 1) expect((await list('wrong')).status).toBe(403);
    expect((await list('wrong')).status).toBe(429);
    expect((await server.call('POST /admin/login', { json: { password: ADMIN_PASSWORD } })).status).toBe(429);
    await passTime(db, 2);
    expect((await server.call('POST /admin/login', { json: { password: ADMIN_PASSWORD } })).status).toBe(204);
  });
});
