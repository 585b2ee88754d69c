import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { countWaiting, stopWriting } from '../../db/locks.test.queries.ts';
import { passTime } from '../../testing/clock.queries.ts';
import { ADMIN_PASSWORD, startTestServer, type TestServer } from '../../testing/server.ts';
import { judgeAdminPassword } from './admin-password.ts';
import { generatePassword } from './generate-password.ts';

describe('a password that the setting names', () => {
  test.each([
    ['fourteen chars', 'has fewer than 15 characters'],
    ['👍🎉🐶🌵🦊🐻🍕👍🎉🐶🌵🦊🐻🍕', 'has fewer than 15 characters'],
    ['aaaaaaaaaaaaaaaa', 'repeats the same characters'],
    ['abcdefghijklmnop', 'is little more than a sequence such as abcd or 4321'],
    ['qwertyuiopasdfgh', 'is little more than a row of keys'],
    ['password12345678', 'is little more than one well-known word'],
    ['Tickmark-20261116', 'is little more than the name Tickmark'],
    ['platform-admin-1', "is little more than the word admin or the server's address"],
    ['Riverside.Admin.26', "is little more than the word admin or the server's address"],
  ])('%o is weak: it %s', (password, problem) => {
    expect(judgeAdminPassword(password, 'https://ib.riverside.edu')).toBe(problem);
  });

  test.each([
    'fifteen letters',
    'correct horse battery',
    'the admin of riverside sings',
    generatePassword(5),
  ])('%o is good', (password) => {
    expect(judgeAdminPassword(password, 'https://ib.riverside.edu')).toBeUndefined();
    expect(judgeAdminPassword(password, undefined)).toBeUndefined();
  });
});

describe('wrong admin passwords', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ stoppedClock: true });
  });
  afterAll(() => server.stop());

  const guess = async (address: string) => {
    const json = address.startsWith('POST') ? { password: 'wrong' } : undefined;
    expect((await server.call(address, { admin: 'wrong', json })).status).toBe(403);
  };
  const lines = async () => {
    const { body } = await server.call('GET /admin/audit', { admin: ADMIN_PASSWORD });
    return body.filter(({ action }: { action: string }) => action === 'admin_password_refused');
  };

  test('are one audit entry a minute, however many there are', async () => {
    expect(await lines()).toEqual([]);
    // At the same moment, at the login and at any other admin call.
    const guesses = await server.db.transaction(async (tx) => {
      await stopWriting(tx, 'audit');
      const sent = Array.from({ length: 6 }, (_, n) =>
        guess(n % 2 ? 'POST /admin/login' : 'GET /admin/users'),
      );
      await vi.waitUntil(async () => (await countWaiting(server.db)) === 6, { timeout: 60_000 });
      return { sent };
    });
    await Promise.all(guesses.sent);
    expect(await lines()).toMatchObject([{ actor: 'system', actor_name: null, details: { count: 6 } }]);
    await passTime(server.db, 59);
    await guess('GET /admin/schools');
    await passTime(server.db, 1);
    await guess('GET /admin/schools');
    await guess('GET /admin/schools');
    expect(await lines()).toMatchObject([{ details: { count: 2 } }, { details: { count: 7 } }]);
  });

  test('do not include admin calls without a password', async () => {
    const before = await lines();
    expect((await server.call('GET /admin/schools')).status).toBe(403);
    expect(await lines()).toEqual(before);
  });

  test('are audited without anything that was sent', async () => {
    const [line] = await lines();
    expect(Object.keys(line.details)).toEqual(['count']);
    expect(server.logged()).not.toContain('wrong');
  });
});
