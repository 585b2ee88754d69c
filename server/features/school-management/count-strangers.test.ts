import { expect, test } from 'vitest';
import { createThrottle } from '../../http/throttle.ts';
import { createPerson, createSchool } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';

const server = shareServer({ environment: { RATE_LIMIT: 'on' } });

test('a school admin tries out only so many addresses of other schools, and the platform admin may go on', async () => {
  const schoolId = await createSchool(server.db);
  const office = await createPerson(server.db, 'school_admin', { schoolId });
  const stranger = await createPerson(server.db, 'student', { schoolId: await createSchool(server.db) });
  const own = await createPerson(server.db, 'student', { schoolId });
  const check = (request: { token: string } | { admin: string }, email: string) =>
    server.call(`POST /admin/schools/${schoolId}/batch-import/check`, {
      ...request,
      json: [{ username: 'somebody.new', email, role: 'student' }],
    });
  const checkRoster = (email: string) =>
    server.call(`POST /admin/schools/${schoolId}/roster/check`, {
      token: office.token,
      json: {
        people: [{ row: 1, sourced_id: 'x', username: 'somebody.new', email, name: null, role: 'student' }],
        classes: [],
        is_delta: true,
        left: [],
      },
    });
  await createThrottle(server.db, true).hit('stranger', `user ${office.id}`, 1998);
  const first = await check(office, stranger.email);
  expect(first).toMatchObject({ status: 200, body: { rows: [{ outcome: 'other_school' }] } });
  expect((await checkRoster(stranger.email)).status).toBe(200);
  expect((await check(office, stranger.email)).status).toBe(429);
  expect((await checkRoster(stranger.email)).status).toBe(429);
  for (const email of [own.email, 'nobody.yet@example.org'])
    expect((await check(office, email)).status).toBe(200);
  expect((await check({ admin: ADMIN_PASSWORD }, stranger.email)).status).toBe(200);
});
