import { describe, expect, test } from 'vitest';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { tickPaper } from '../../testing/ticks.ts';
import { listSumDifferences } from '../tracker/sums.queries.ts';
import { countAudit, insertPendingLink, listLinks } from './platform-admin.test.queries.ts';

const server = shareServer();

const admin = (address: string, json?: unknown) => server.call(address, { admin: ADMIN_PASSWORD, json });
const create = (name: string, pattern: string) =>
  admin('POST /admin/schools', { name, domain_pattern: pattern });
const tick = (who: Person) => tickPaper(server, who);
const userOf = async (email: string) =>
  (await admin(`GET /admin/users?q=${encodeURIComponent(email)}&limit=1`)).body[0];

describe('schools', () => {
  test('are created and listed by name', async () => {
    const second = await create('  Zagreb School ', '@Zagreb.EDU');
    expect(second).toMatchObject({
      status: 200,
      body: { id: expect.any(Number), name: 'Zagreb School', domain_pattern: '@zagreb.edu' },
    });
    const first = await create('amsterdam School', '@amsterdam.edu');
    expect((await admin('GET /admin/schools')).body).toEqual([first.body, second.body]);
  });

  test('do not share a pattern, in any case, even when created at once', async () => {
    const answers = await Promise.all([create('One', '@once.edu'), create('Two', '@ONCE.edu')]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)?.body).toEqual({
      detail: 'Another school already has this domain pattern.',
    });
  });

  test.each([
    ['no @', { domain_pattern: 'school.edu' }, /^Domain pattern must look like @school\.edu/],
    ['two @', { domain_pattern: '@a@school.edu' }, /^Domain pattern must look like/],
    [
      'a public mail provider',
      { domain_pattern: '@gmail.com' },
      'Domain pattern must not belong to a public mail provider.',
    ],
    ['a wildcard', { domain_pattern: '@%.edu' }, /^Domain pattern must look like/],
    ['no pattern', { domain_pattern: '' }, 'Domain pattern is required.'],
    ['an empty name', { name: '  ' }, /^name: Must not be empty/],
    ['a long name', { name: 'x'.repeat(121) }, /^name: Must be at most 120/],
    ['NUL in the name', { name: 'a\0b' }, /^name: Control characters/],
    ['bidi in the name', { name: 'a\u202eb' }, /^name: Text direction/],
    ['a number', { name: 5 }, /^name: /],
    ['an id', { id: 5 }, 'Unknown field: id'],
  ])('are refused with %s', async (_what, change, detail) => {
    const before = (await admin('GET /admin/schools')).body;
    const json = { name: 'Refused', domain_pattern: '@refused.edu', ...change };
    const answer = await admin('POST /admin/schools', json);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(detail);
    expect((await admin('GET /admin/schools')).body).toEqual(before);
  });
});

describe('a school', () => {
  const change = (id: number, name: string, pattern: string) =>
    admin(`PUT /admin/schools/${id}`, { name, domain_pattern: pattern });
  const remove = (id: number | string) => admin(`DELETE /admin/schools/${id}`);

  test('is renamed and given another domain: its users stay, those without a school who match join', async () => {
    const { body: school } = await create('Before', '@before.edu');
    const [stays, joins] = [
      await createPerson(server.db, 'student', { schoolId: school.id, email: 'stays@before.edu' }),
      await createPerson(server.db, 'student', { email: 'joins@after.edu' }),
    ];
    expect(await change(school.id, ' After ', '@AFTER.edu')).toEqual(
      expect.objectContaining({
        status: 200,
        body: { id: school.id, name: 'After', domain_pattern: '@after.edu', joined: 1 },
      }),
    );
    expect((await admin('GET /admin/schools')).body).toContainEqual({
      id: school.id,
      name: 'After',
      domain_pattern: '@after.edu',
    });
    for (const { email } of [stays, joins]) {
      expect(await userOf(email)).toMatchObject({ school_id: school.id, school_name: 'After' });
    }
    expect((await server.call('GET /users/me', { token: stays.token })).status).toBe(200);
    expect((await server.call('GET /users/me', { token: joins.token })).status).toBe(401);
    // The same again changes nothing and is not written down.
    expect((await change(school.id, 'After', '@after.edu')).body.joined).toBe(0);
    expect((await admin(`GET /admin/audit?school_id=${school.id}`)).body).toMatchObject([
      { action: 'school_changed', details: { changed: 'name, domain_pattern', adopted: 1 } },
      { action: 'school_created' },
    ]);
  });

  test('is given another domain while its people leave, come back and change their roles', async () => {
    const id = await createSchool(server.db);
    const people = await Promise.all(
      Array.from({ length: 4 }, () => createPerson(server.db, 'student', { schoolId: id })),
    );
    const over = new AbortController();
    const statuses: number[] = [];
    const act = async (path: string, who: Person, more = {}) => {
      const { status } = await admin(`POST /admin/schools/${id}/${path}`, { user_ids: [who.id], ...more });
      statuses.push(status);
    };
    const acting = Promise.all(
      people.map(async (who, index) => {
        while (!over.signal.aborted) {
          await (index % 2 === 0 ? act('archive', who) : act('roles', who, { role: 'teacher' }));
          await (index % 2 === 0 ? act('archive/undo', who) : act('roles', who, { role: 'student' }));
        }
      }),
    );
    const moved: number[] = [];
    for (let n = 0; n < 6; n += 1) {
      const domain = `moving${id}-${n}.edu`;
      await createPerson(server.db, 'student', { email: `somebody@${domain}` });
      moved.push((await change(id, 'Moving', `@${domain}`)).status);
    }
    over.abort();
    await acting;
    expect(moved).toEqual([200, 200, 200, 200, 200, 200]);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await listSumDifferences(server.db)).toEqual([]);
  });

  test('keeps what it is when the change is refused', async () => {
    const { body: school } = await create('Keeps', '@keeps.edu');
    await create('Other', '@other-keeps.edu');
    expect(await change(school.id, 'Keeps', '@other-keeps.edu')).toMatchObject({
      status: 409,
      body: { detail: 'Another school already has this domain pattern.' },
    });
    expect((await change(school.id, '', '@keeps.edu')).status).toBe(422);
    expect((await change(school.id, 'Keeps', '@gmail.com')).status).toBe(422);
    for (const id of [2_147_483_647, 0]) {
      expect(await change(id, 'Nowhere', '@nowhere.edu')).toMatchObject({
        status: 404,
        body: { detail: 'Not found.' },
      });
    }
    expect((await admin('GET /admin/schools')).body).toContainEqual(school);
  });

  test('is deleted when nobody belongs to it, and only then', async () => {
    const { body: school } = await create('Empty', '@empty.edu');
    const { id } = await createPerson(server.db, 'school_admin', { schoolId: school.id });
    const other = await createPerson(server.db, 'student', { schoolId: school.id });
    expect(await remove(school.id)).toMatchObject({ status: 409, body: { detail: '2 users belong to it.' } });
    await admin(`DELETE /admin/users/${id}`);
    expect((await remove(school.id)).body).toEqual({ detail: '1 user belongs to it.' });
    await admin(`DELETE /admin/users/${other.id}`);
    const answers = await Promise.all([remove(school.id), remove(school.id)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    for (const absent of [school.id, 'abc']) {
      expect(await remove(absent)).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    }
    expect((await admin('GET /admin/schools')).body).not.toContainEqual(school);
    expect((await admin('GET /admin/audit?limit=1')).body).toMatchObject([
      { action: 'school_deleted', school_id: null, details: { name: 'Empty' } },
    ]);
    // Its domain is free again.
    expect((await create('Again', '@empty.edu')).status).toBe(200);
  });

  test('is not deleted from under somebody who joins it at the same moment', async () => {
    const { body: school } = await create('Moving', '@moving.edu');
    const json = { username: 'mover', email: 'mover@moving.edu', password: PASSWORD };
    const [registered, removed] = await Promise.all([
      server.call('POST /register', { json }),
      remove(school.id),
    ]);
    expect(registered.status).toBe(200);
    const { school_id: schoolId } = await userOf(json.email);
    expect([removed.status, schoolId]).toEqual(removed.status === 200 ? [200, null] : [409, school.id]);
  });
});

describe('a new school takes in', () => {
  test('users without a school whose address has exactly its domain', async () => {
    const elsewhere = await createSchool(server.db);
    const [own, sub, longer, taken] = [
      await createPerson(server.db, 'student', { email: 'own@adopt.edu' }),
      await createPerson(server.db, 'student', { email: 'own@mail.adopt.edu' }),
      await createPerson(server.db, 'student', { email: 'own@myadopt.edu' }),
      await createPerson(server.db, 'student', { email: 'taken@adopt.edu', schoolId: elsewhere }),
    ];
    await tick(own);
    const { body: school } = await create('Adopting', '@adopt.edu');
    expect(await userOf(own.email)).toMatchObject({ school_id: school.id, school_name: 'Adopting' });
    for (const other of [sub, longer]) expect(await userOf(other.email)).toMatchObject({ school_id: null });
    expect(await userOf(taken.email)).toMatchObject({ school_id: elsewhere });
    // Their sums moved with them, and their sessions ended, because their access has changed.
    expect(await listSumDifferences(server.db)).toEqual([]);
    expect((await server.call('GET /users/me', { token: own.token })).status).toBe(401);
    expect((await server.call('GET /users/me', { token: sub.token })).status).toBe(200);
    const { body: entries } = await admin(`GET /admin/audit?school_id=${school.id}`);
    expect(entries).toMatchObject([
      { action: 'school_created', actor: 'platform_admin', school_name: 'Adopting', details: { adopted: 1 } },
    ]);
  });

  test('teachers with their pending students', async () => {
    const teacher = await createPerson(server.db, 'teacher', { email: 't@follow.edu' });
    const student = await createPerson(server.db, 'student', { email: 's@follow.edu' });
    await insertPendingLink(server.db, teacher.id, student.email);
    await create('Following', '@follow.edu');
    expect(await listLinks(server.db, teacher.id)).toEqual([
      { email: student.email, status: 'active', student_id: student.id },
    ]);
  });

  test('users who register at the same moment', async () => {
    const emails = Array.from({ length: 8 }, (_, n) => `moment${n}@moment.edu`);
    const registrations = emails.map((email, n) =>
      server.call('POST /register', { json: { username: `moment${n}`, email, password: PASSWORD } }),
    );
    await Promise.any(registrations);
    const { body: school } = await create('Moment', '@moment.edu');
    for (const { status } of await Promise.all(registrations)) expect(status).toBe(200);
    for (const email of emails) expect(await userOf(email)).toMatchObject({ school_id: school.id });
  });
});

describe('a school admin', () => {
  const register = (json: Record<string, unknown>) => admin('POST /schooladmin/register', json);

  test('is created with a username and a password, and logs in', async () => {
    const schoolId = await createSchool(server.db);
    const json = { username: 'The Office', password: PASSWORD, school_id: schoolId };
    const { status, body } = await register(json);
    expect(status).toBe(200);
    expect(body).toEqual({ id: expect.any(Number), username: 'The Office', school_id: schoolId });
    const login = await server.call('POST /schooladmin/login', {
      json: { username: 'the office', password: PASSWORD },
    });
    const me = await server.call('GET /users/me', { token: login.body.access_token });
    expect(me.body).toMatchObject({
      id: body.id,
      username: 'The Office',
      email: null,
      role: 'school_admin',
      is_admin: true,
      school_name: expect.stringMatching(/^School @/),
      must_change_password: true,
      email_confirmed: false,
      requests: 0,
    });
    expect((await admin(`GET /admin/audit?user_id=${body.id}`)).body).toMatchObject([
      { action: 'logged_in', actor: 'user', actor_name: 'The Office', school_id: schoolId },
      { action: 'school_admin_created', actor: 'platform_admin', target_name: 'The Office' },
    ]);
  });

  test('sent twice at once, is created once', async () => {
    const before = await countAudit(server.db, 'school_admin_created');
    const json = { username: 'twice', password: PASSWORD, school_id: await createSchool(server.db) };
    const answers = await Promise.all([register(json), register({ ...json, username: 'TWICE' })]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(answers.find(({ status }) => status === 409)?.body.detail).toBe('This username is already taken.');
    expect(await countAudit(server.db, 'school_admin_created')).toBe(before + 1);
  });

  test.each([
    ['an unknown school', { school_id: 2_147_483_647 }, 'There is no such school.'],
    ['a school as text', { school_id: '1' }, /^school_id: /],
    ['a weak password', { password: 'short' }, /^Password must be at least 8/],
    ['a well-known password', { password: 'Password123' }, /^Password is too well known/],
    ['the username and digits', { password: 'nobody2026' }, /^Password is little more than the username/],
    [
      "the school's name and digits",
      { password: 'Wammerby-2026' },
      /^Password is little more than the school's/,
    ],
    ['the username as password', { username: 'longenough1', password: 'LongEnough1' }, /^Password must not/],
    ['an @ in the username', { username: 'a@b' }, 'Username must not contain @.'],
    ['a role', { role: 'teacher' }, 'Unknown field: role'],
  ])('is refused with %s', async (_what, change, detail) => {
    const schoolId = await createSchool(server.db, undefined, 'Wammerby');
    const answer = await register({ username: 'nobody', password: PASSWORD, school_id: schoolId, ...change });
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(detail);
    expect((await admin('GET /admin/users?limit=1&q=nobody')).body).toEqual([]);
  });
});
