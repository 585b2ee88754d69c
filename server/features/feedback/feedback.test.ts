import { describe, expect, test } from 'vitest';
import { createPerson, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';

const server = shareServer();

const admin = (address: string, json?: unknown) => server.call(address, { admin: ADMIN_PASSWORD, json });
const say = (message: string, { who, email = 'Anonymous' }: { who?: Person; email?: string } = {}) =>
  server.call('POST /feedback', {
    token: who?.token,
    json: { message, email, timestamp: '2020-01-01', user: 'somebody else' },
  });
const list = async (query = '') => (await admin(`GET /admin/feedback${query}`)).body;
const messages = (entries: { message: string }[]) => entries.map((entry) => entry.message);

describe('feedback', () => {
  test('is listed newest first, with the sender as the server knows them', async () => {
    const who = await createPerson(server.db, 'student', { username: 'Zoë', email: 'zoe@example.org' });
    await say('A guest was here');
    await say('Two\nlines, 100%', { who, email: 'Reply@example.org' });
    expect(await list()).toEqual([
      {
        id: expect.any(Number),
        message: 'Two\nlines, 100%',
        email: 'Reply@example.org',
        username: 'Zoë',
        user_email: 'zoe@example.org',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        done_at: null,
      },
      expect.objectContaining({ message: 'A guest was here', email: null, username: null, user_email: null }),
    ]);
  });

  test('is found by message, address or username, page by page', async () => {
    const find = async (q: string) => messages(await list(`?q=${encodeURIComponent(q)}`));
    expect(await find('GUEST')).toEqual(['A guest was here']);
    expect(await find('reply@')).toEqual(['Two\nlines, 100%']);
    expect(await find('ZOË')).toEqual(['Two\nlines, 100%']);
    expect(await find('0%')).toEqual(['Two\nlines, 100%']);
    expect(await find('%')).toEqual(['Two\nlines, 100%']);
    expect(await find('nothing')).toEqual([]);

    const first = await admin('GET /admin/feedback?limit=1');
    const cursor = first.headers.get('x-next-cursor');
    const second = await admin(`GET /admin/feedback?limit=1&cursor=${cursor}`);
    expect(messages([...first.body, ...second.body])).toEqual(['Two\nlines, 100%', 'A guest was here']);
    expect(second.headers.get('x-next-cursor')).toBeNull();
  });

  test('is marked as done, keeping the first time, and unmarked', async () => {
    const [entry] = await list('?limit=1');
    const mark = (done: boolean) => admin(`POST /admin/feedback/${entry.id}/done`, { done });
    const [one, two] = await Promise.all([mark(true), mark(true)]);
    expect(one).toMatchObject({ status: 200, body: { ...entry, done_at: expect.any(String) } });
    expect(two.body).toEqual(one.body);
    expect((await list('?limit=1'))[0]).toEqual(one.body);
    expect((await mark(false)).body).toEqual(entry);
  });

  test.each(['?limit=0', '?cursor=x', '?q=%00', '?surprise=1'])('refuses %s', async (query) => {
    expect((await admin(`GET /admin/feedback${query}`)).status).toBe(422);
  });

  test('that does not exist cannot be marked', async () => {
    for (const id of ['0', 'abc', '2147483647']) {
      expect(await admin(`POST /admin/feedback/${id}/done`, { done: true })).toMatchObject({
        status: 404,
        body: { detail: 'Not found.' },
      });
    }
    const [entry] = await list('?limit=1');
    for (const json of [{}, { done: 'yes' }, { done: null }, { done: true, at: 1 }]) {
      expect((await admin(`POST /admin/feedback/${entry.id}/done`, json)).status).toBe(422);
    }
  });
});
