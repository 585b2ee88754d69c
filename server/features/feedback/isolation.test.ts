import { expect, test } from 'vitest';
import { createPerson, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';

const server = shareServer();

const say = (message: string, { who, email = 'Anonymous' }: { who?: Person; email?: string } = {}) =>
  server.call('POST /feedback', { token: who?.token, json: { message, email, timestamp: '', user: '' } });
const list = async () => (await server.call('GET /admin/feedback', { admin: ADMIN_PASSWORD })).body;

test('the same message from different people counts for each, and twice from one counts once', async () => {
  const [one, other] = [await createPerson(server.db, 'student'), await createPerson(server.db, 'student')];
  for (const turn of [1, 2]) {
    await say('Thank you', { who: one });
    await say('Thank you', { who: other });
    await say('Thank you');
    await say('Thank you', { email: 'guest@example.org' });
    await say(`Turn ${turn}`, { who: one });
  }
  const heard = (await list()).map(({ message, username, email }: Record<string, unknown>) =>
    [message, username, email].join(' '),
  );
  expect(heard.toSorted()).toEqual(
    [
      `Thank you ${one.username} `,
      `Thank you ${other.username} `,
      'Thank you  ',
      'Thank you  guest@example.org',
      `Turn 1 ${one.username} `,
      `Turn 2 ${one.username} `,
    ].toSorted(),
  );
});

test('marking one as done leaves the others, and names its sender', async () => {
  const [one] = [await createPerson(server.db, 'student'), await createPerson(server.db, 'student')];
  await say('Done soon', { who: one });
  const [first, ...others] = await list();
  expect(first.username).toBe(one.username);
  const admin = ADMIN_PASSWORD;
  const { body } = await server.call(`POST /admin/feedback/${first.id}/done`, {
    admin,
    json: { done: true },
  });
  expect(body).toEqual({ ...first, done_at: expect.any(String) });
  expect(await list()).toEqual([body, ...others]);
});
