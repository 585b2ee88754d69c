import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '../db/database.ts';
import { removeExpired } from '../retention.ts';
import { passTime } from '../testing/clock.queries.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { createPerson, PASSWORD, type Person } from '../testing/people.ts';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../testing/server.ts';
import type { HttpError } from './errors.ts';
import { countNetworks } from './throttle.test.queries.ts';
import { createThrottle, type Throttle } from './throttle.ts';

/** Wrong passwords counted together: at one account from many networks, and from one network at many accounts. */

const HOUR = 3600;
const DAY = 86_400;

let store: TestDatabase;
let db: Database;
let throttle: Throttle;
let server: TestServer;
let another: TestServer;
beforeAll(async () => {
  store = await createTestDatabase({ stoppedClock: true });
  db = store.db;
  throttle = createThrottle(db, true);
  const environment = { RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.0/8' };
  server = await startTestServer({ database: db, environment });
  another = await startTestServer({ database: db, environment });
});
afterAll(async () => {
  await server.stop();
  await another.stop();
  await store.drop();
});
// All budgets are full again.
beforeEach(() => passTime(db, 2 * HOUR));

const headers = (address: string) => ({ 'x-forwarded-for': address });
const logIn = async (username: string, password: string, address: string, at = server) =>
  at.call('POST /token', { form: { username, password }, headers: headers(address) });
const statusOf = async (...attempt: Parameters<typeof logIn>) => (await logIn(...attempt)).status;

/** This many wrong passwords as the budgets count them, without the time for hashing. */
const failAt = async (person: Person, times: number) => {
  for (let n = 0; n < times; n += 1) await throttle.fail({ userId: person.id }, `10.0.${n >> 8}.${n & 255}`);
};
const failFrom = async (address: string, times: number) => {
  for (let n = 0; n < times; n += 1) await throttle.fail({ login: `name ${n}` }, address);
};

describe('one account, guessed at from many networks', () => {
  test('has 100 an hour, then the next network waits, on every server', async () => {
    const person = await createPerson(db, 'student');
    await failAt(person, 98);
    expect(await statusOf(person.username, 'wrong', '20.0.0.1')).toBe(401);
    expect(await statusOf(person.username, 'wrong', '20.0.0.2', another)).toBe(401);
    for (const at of [server, another]) {
      const refused = await logIn(person.username, 'wrong', '20.0.0.3', at);
      expect(refused).toMatchObject({
        status: 429,
        body: { detail: 'Too many attempts. Please wait 36 seconds.' },
      });
      expect(refused.headers.get('retry-after')).toBe('36');
    }
    // The right password from a new network waits too, or the answer would reveal that it is right.
    expect(await statusOf(person.email, PASSWORD, '20.0.0.3')).toBe(429);
    await passTime(db, 36);
    expect(await statusOf(person.username, 'wrong', '20.0.0.4')).toBe(401);
    expect(await statusOf(person.username, 'wrong', '20.0.0.5')).toBe(429);
    await passTime(db, 36);
    expect(await statusOf(person.username, PASSWORD, '20.0.0.5')).toBe(200);
  });

  test('stays open to its owner on known networks, and does not block other accounts', async () => {
    const [person, other] = [await createPerson(db, 'student'), await createPerson(db, 'student')];
    expect(await statusOf(person.username, PASSWORD, '30.0.0.1')).toBe(200);
    await failAt(person, 150);
    expect(await statusOf(person.username, PASSWORD, '30.0.0.2')).toBe(429);
    expect(await statusOf(person.username, PASSWORD, '30.0.0.1')).toBe(200);
    expect(await statusOf(person.username, 'a typo', '30.0.0.1')).toBe(401);
    expect(await statusOf(person.username, PASSWORD, '30.0.0.1')).toBe(200);
    expect(await statusOf(other.username, PASSWORD, '30.0.0.2')).toBe(200);
  });

  test('cannot be used up from one network alone', async () => {
    const person = await createPerson(db, 'student');
    const subject = { userId: person.id };
    for (let second = 0; second < HOUR; ) {
      const seconds = await throttle.guess(subject, '40.0.0.1').then(
        () => 0,
        (error: HttpError) => Number(error.headers['retry-after']),
      );
      if (seconds === 0) await throttle.fail(subject, '40.0.0.1');
      await passTime(db, seconds);
      second += seconds;
    }
    expect(await statusOf(person.username, PASSWORD, '40.0.0.2')).toBe(200);
  });

  test('counts guesses made with a token, too', async () => {
    const person = await createPerson(db, 'student');
    await failAt(person, 100);
    const change = (address: string) =>
      server.call('POST /users/me/password', {
        token: person.token,
        json: { current_password: PASSWORD, new_password: 'another fine secret' },
        headers: headers(address),
      });
    expect((await change('41.0.0.1')).status).toBe(429);
    await passTime(db, 72);
    expect(await statusOf(person.username, PASSWORD, '41.0.0.1')).toBe(200);
    await failAt(person, 100);
    expect((await change('41.0.0.1')).status).toBe(200);
  });

  test('answers the same whether it exists or not', async () => {
    const person = await createPerson(db, 'student');
    await failAt(person, 100);
    for (let n = 0; n < 100; n += 1) await throttle.fail({ login: 'no such name' }, `11.0.0.${n}`);
    const [known, unknown] = await Promise.all(
      [person.username, 'No Such Name'].map((name) => logIn(name, 'wrong', '42.0.0.1')),
    );
    expect(known?.status).toBe(429);
    expect(unknown?.body).toEqual(known?.body);
    expect(unknown?.headers.get('retry-after')).toBe(known?.headers.get('retry-after'));
  });
});

describe('one network that guesses at many accounts', () => {
  test('has 1,000 an hour, then accounts that never logged in there wait', async () => {
    const [known, stranger] = [await createPerson(db, 'student'), await createPerson(db, 'student')];
    expect(await statusOf(known.username, PASSWORD, '50.0.0.1')).toBe(200);
    await failFrom('50.0.0.1', 999);
    expect(await statusOf('some name', 'wrong', '50.0.0.1')).toBe(401);
    expect(await logIn(stranger.username, PASSWORD, '50.0.0.1', another)).toMatchObject({
      status: 429,
      body: { detail: 'Too many attempts. Please wait 4 seconds.' },
    });
    expect(await statusOf(known.username, PASSWORD, '50.0.0.1')).toBe(200);
    expect(await statusOf(stranger.username, PASSWORD, '50.0.0.2')).toBe(200);
    await passTime(db, 4);
    expect(await statusOf(stranger.username, PASSWORD, '50.0.0.1')).toBe(200);
  });

  test('is not a school in the morning: right passwords and typos of known accounts cost nothing', async () => {
    const school = '51.0.0.1';
    const pupils: Person[] = [];
    for (let n = 0; n < 3; n += 1) pupils.push(await createPerson(db, 'student'));
    // A thousand pupils, and all but a few mistype once.
    await failFrom(school, 990);
    for (const { username } of pupils) {
      expect(await statusOf(username, 'a typo', school)).toBe(401);
      expect(await statusOf(username, PASSWORD, school)).toBe(200);
    }
    // The next morning they are known, and 1,000 are left, however often they mistype.
    await passTime(db, DAY);
    await failFrom(school, 999);
    for (const { id } of pupils) await throttle.fail({ userId: id }, school);
    expect(await statusOf('new here', 'wrong', school)).toBe(401);
    expect(await statusOf('new here too', 'wrong', school)).toBe(429);
  });
});

describe('networks where somebody logged in', () => {
  const keepsOut = async (person: Person, address: string) => {
    await failAt(person, 100);
    const status = await statusOf(person.username, PASSWORD, address);
    await passTime(db, 2 * HOUR);
    return status === 429;
  };

  test('are remembered for 90 days from the last login', async () => {
    const person = await createPerson(db, 'student');
    await logIn(person.username, PASSWORD, '60.0.0.1');
    await passTime(db, 60 * DAY);
    await logIn(person.username, PASSWORD, '60.0.0.1');
    await passTime(db, 89 * DAY);
    expect(await keepsOut(person, '60.0.0.1')).toBe(false);
    await passTime(db, 91 * DAY);
    expect(await countNetworks(db, person.id)).toBe(1);
    expect(await keepsOut(person, '60.0.0.1')).toBe(true);
    await removeExpired(db);
    expect(await countNetworks(db, person.id)).toBe(0);
  });

  test('are 20 per user at most: the least recently used is forgotten', async () => {
    const person = await createPerson(db, 'student');
    for (let n = 1; n <= 21; n += 1) {
      await throttle.trust({ userId: person.id }, `61.0.0.${n}`);
      await passTime(db, 2 * DAY);
      // The first is used all the time.
      await throttle.trust({ userId: person.id }, '61.0.0.1');
    }
    expect(await countNetworks(db, person.id)).toBe(20);
    expect(await keepsOut(person, '61.0.0.1')).toBe(false);
    expect(await keepsOut(person, '61.0.0.2')).toBe(true);
    expect(await keepsOut(person, '61.0.0.3')).toBe(false);
  });

  test('are those of the account, of the whole IPv6 network, and go with the account', async () => {
    const [person, other] = [await createPerson(db, 'student'), await createPerson(db, 'student')];
    await logIn(person.username, PASSWORD, '2001:db8:7:1::1');
    expect(await keepsOut(person, '2001:db8:7:1::2')).toBe(false);
    expect(await keepsOut(other, '2001:db8:7:1::1')).toBe(true);
    expect(await countNetworks(db, person.id)).toBe(1);
    const json = { confirmation: person.username, password: PASSWORD };
    await server.call('DELETE /users/me', { token: person.token, json });
    expect(await countNetworks(db, person.id)).toBe(0);
    // For a user deleted at this moment nothing is stored.
    await throttle.trust({ userId: person.id }, '2001:db8:7:1::1');
    expect(await countNetworks(db, person.id)).toBe(0);
  });
});

describe('the platform admin', () => {
  const list = async (admin: string, address: string, at = server) =>
    (await at.call('GET /admin/schools', { admin, headers: headers(address) })).status;

  test('allows 100 guesses an hour from all networks together, and keeps working on known ones', async () => {
    expect(await list(ADMIN_PASSWORD, '70.0.0.1')).toBe(200);
    for (let n = 0; n < 100; n += 1) expect(await list('wrong', `71.0.0.${n}`)).toBe(403);
    for (const at of [server, another]) expect(await list('wrong', '72.0.0.1', at)).toBe(429);
    const refused = await server.call('POST /admin/login', {
      json: { password: ADMIN_PASSWORD },
      headers: headers('72.0.0.1'),
    });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('36');
    expect(await list(ADMIN_PASSWORD, '70.0.0.1')).toBe(200);
    expect(await list(ADMIN_PASSWORD, '70.0.0.1', another)).toBe(200);
    await passTime(db, 36);
    expect(await list(ADMIN_PASSWORD, '72.0.0.1')).toBe(200);
    for (let n = 0; n < 100; n += 1) await throttle.fail('platform admin', `73.0.0.${n}`);
    expect(await list(ADMIN_PASSWORD, '72.0.0.1')).toBe(200);
    expect(await list(ADMIN_PASSWORD, '72.0.0.2')).toBe(429);
  });
});

test('are not counted with the limits switched off', async () => {
  const person = await createPerson(db, 'student');
  const off = createThrottle(db, false);
  for (let n = 0; n < 200; n += 1) await off.fail({ userId: person.id }, '80.0.0.1');
  await off.trust({ userId: person.id }, '80.0.0.1');
  expect(await countNetworks(db, person.id)).toBe(0);
  expect(await statusOf(person.username, PASSWORD, '80.0.0.2')).toBe(200);
});
