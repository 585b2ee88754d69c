import { expect, test } from 'vitest';
import { ADDRESS_KEPT, OTHERS_DOMAIN } from '../../../domain/school.ts';
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
  // A refusal tells nothing: it is the same for whoever is there and whoever is not.
  for (const email of [stranger.email, own.email, 'nobody.yet@example.org'])
    expect([(await check(office, email)).status, (await checkRoster(email)).status]).toEqual([429, 429]);
  expect((await check({ admin: ADMIN_PASSWORD }, stranger.email)).status).toBe(200);
});

test('the address that a roster gives to somebody of the school is counted where another school has it', async () => {
  const schoolId = await createSchool(server.db);
  const office = await createPerson(server.db, 'school_admin', { schoolId });
  const stranger = await createPerson(server.db, 'student', { schoolId: await createSchool(server.db) });
  const own = { row: 1, sourced_id: 'x', username: 'somebody.own', name: null, role: 'student' };
  const roster = (path: string, email: string | null) =>
    server.call(`POST /admin/schools/${schoolId}/roster${path}`, {
      token: office.token,
      json: {
        people: [
          { ...own, email },
          { ...own, row: 2, sourced_id: 'y', username: 'another.own', email: null },
        ],
        ...(path === '' ? {} : { classes: [], is_delta: true, left: [] }),
      },
    });
  expect((await roster('', null)).status).toBe(200);
  const throttle = createThrottle(server.db, true);
  await throttle.hit('stranger', `user ${office.id}`, 1997);
  // One for each look; the second tells two things.
  const [free] = (await roster('/check', 'nobody.yet@example.org')).body.rows;
  expect(free).toMatchObject({ outcome: 'changed', changes: { email: { before: null } } });
  const [taken] = (await roster('/check', stranger.email)).body.rows;
  expect(taken).toMatchObject({ outcome: 'unchanged', reason: ADDRESS_KEPT });
  expect((await roster('/check', 'nobody.yet@example.org')).status).toBe(429);
});

test('an address of another school’s domain is refused alike, whether somebody has it or not', async () => {
  const schoolId = await createSchool(server.db);
  const office = await createPerson(server.db, 'school_admin', { schoolId });
  const other = await createSchool(server.db);
  const { domain_pattern: domain } = (
    await server.call(`GET /admin/schools/${other}/settings`, { admin: ADMIN_PASSWORD })
  ).body;
  const email = `somebody${domain}`;
  await createPerson(server.db, 'student', { schoolId: other, email });
  const own = { row: 1, sourced_id: 'x', username: 'one.of.ours', email: null, name: null, role: 'student' };
  const send = (path: string, more: object) =>
    server.call(`POST /admin/schools/${schoolId}/roster${path}`, { token: office.token, json: more });
  expect((await send('', { people: [own] })).status).toBe(200);
  const judged = async (address: string) => {
    const people = [{ ...own, email: address }];
    return (await send('/check', { people, classes: [], is_delta: true, left: [] })).body.rows[0];
  };
  const refused = { outcome: 'other_domain', reason: OTHERS_DOMAIN };
  expect(await judged(email)).toMatchObject(refused);
  expect(await judged(`nobody${domain}`)).toMatchObject(refused);
});

test('whatever else tells that an address has an account is counted with it', async () => {
  const schoolId = await createSchool(server.db);
  const stranger = await createPerson(server.db, 'student', { schoolId: await createSchool(server.db) });
  const teacher = await createPerson(server.db, 'teacher', { schoolId });
  const { email } = stranger;
  const newcomer = { username: 'somebody.new', email, role: 'student' };
  const calls: Record<string, unknown> = {
    'batch-import': [newcomer],
    roster: { people: [{ ...newcomer, row: 1, sourced_id: 'x', name: null }] },
    classes: { teacher_email: teacher.email, student_emails: [email] },
    teachers: { teacher: { username: 'teacher.new', email }, student_emails: [] },
  };
  for (const [name, json] of Object.entries(calls)) {
    const office = await createPerson(server.db, 'school_admin', { schoolId });
    const call = async () =>
      (await server.call(`POST /admin/schools/${schoolId}/${name}`, { token: office.token, json })).status;
    await createThrottle(server.db, true).hit('stranger', `user ${office.id}`, 1999);
    expect([name, await call()]).toEqual([name, expect.toBeOneOf([400, 404, 409])]);
    expect([name, await call()]).toEqual([name, 429]);
  }
});
