import { describe, expect, test } from 'vitest';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { countAudit } from './platform-admin.test.queries.ts';

const server = shareServer();

const admin = (address: string, json?: unknown) => server.call(address, { admin: ADMIN_PASSWORD, json });
const audit = async (query = '') => (await admin(`GET /admin/audit${query}`)).body;
const login = (who: Person, password = PASSWORD, query = '') =>
  server.call(`POST /token${query}`, { form: { username: who.username, password } });

describe('logins', () => {
  test('of every kind are audited, once each', async () => {
    const schoolId = await createSchool(server.db);
    const [student, teacher, office] = [
      await createPerson(server.db, 'student', { schoolId }),
      await createPerson(server.db, 'teacher', { schoolId }),
      await createPerson(server.db, 'school_admin', { schoolId }),
    ];
    expect((await login(student)).status).toBe(200);
    expect((await login(teacher, PASSWORD, '?login_type=teacher')).status).toBe(200);
    const json = { username: office.username, password: PASSWORD };
    expect((await server.call('POST /schooladmin/login', { json })).status).toBe(200);
    expect(await audit(`?school_id=${schoolId}`)).toEqual(
      [office, teacher, student].map((who) => ({
        id: expect.any(Number),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        actor: 'user',
        actor_id: who.id,
        actor_name: who.username,
        action: 'logged_in',
        target_id: null,
        target_name: null,
        teacher_id: null,
        teacher_name: null,
        school_id: schoolId,
        school_name: expect.any(String),
        details: {},
      })),
    );
    const before = await countAudit(server.db, 'admin_logged_in');
    await server.call('POST /admin/login', { json: { password: ADMIN_PASSWORD } });
    expect(await countAudit(server.db, 'admin_logged_in')).toBe(before + 1);
  });

  test('that fail are not', async () => {
    const student = await createPerson(server.db, 'student');
    const before = [await countAudit(server.db, 'logged_in'), await countAudit(server.db, 'admin_logged_in')];
    expect((await login(student, 'wrong password')).status).toBe(401);
    expect((await login(student, PASSWORD, '?login_type=teacher')).status).toBe(403);
    expect((await server.call('POST /admin/login', { json: { password: 'wrong password' } })).status).toBe(
      403,
    );
    expect([
      await countAudit(server.db, 'logged_in'),
      await countAudit(server.db, 'admin_logged_in'),
    ]).toEqual(before);
  });
});

describe('what people do with their account', () => {
  test('is audited: a new password, and a download', async () => {
    const schoolId = await createSchool(server.db);
    const student = await createPerson(server.db, 'student', { schoolId });
    const change = (current_password: string) =>
      server.call('POST /users/me/password', {
        token: student.token,
        json: { current_password, new_password: 'another horse battery' },
      });
    const download = (method: string, token: string) => server.call(`${method} /users/me/data`, { token });
    // HEAD downloads nothing, and a wrong password changes nothing.
    expect((await download('HEAD', student.token)).status).toBe(200);
    expect((await change('wrong password')).status).toBe(400);
    expect(await audit(`?user_id=${student.id}`)).toEqual([]);
    const { body } = await change(PASSWORD);
    expect((await download('GET', body.access_token)).status).toBe(200);
    expect(await audit(`?user_id=${student.id}`)).toMatchObject([
      { action: 'data_downloaded', actor: 'user', actor_id: student.id, school_id: schoolId, details: {} },
      { action: 'password_changed', actor: 'user', actor_id: student.id, school_id: schoolId, details: {} },
    ]);
  });
});

describe('the list of users', () => {
  test('exported is audited, with the count and the filter, but not the search text', async () => {
    const schoolId = await createSchool(server.db);
    const people = [
      await createPerson(server.db, 'student', { schoolId, username: 'taken-along-1' }),
      await createPerson(server.db, 'teacher', { schoolId, username: 'taken-along-2' }),
    ];
    const newest = async (query = '?limit=1') => (await audit(query))[0];
    const take = (json: unknown) => admin('POST /admin/users/export', json);

    const all = await take({});
    const { body: users } = await admin('GET /admin/users');
    expect(all.body).toEqual(users);
    expect(await newest()).toMatchObject({
      action: 'users_exported',
      actor: 'platform_admin',
      school_id: null,
      details: { count: users.length },
    });
    expect((await take({ school_id: schoolId })).body.map(({ id }: Person) => id)).toEqual(
      people.map(({ id }) => id).toReversed(),
    );
    expect(await newest(`?school_id=${schoolId}`)).toMatchObject({ details: { count: 2 } });
    const found = await take({ q: 'taken-along', role: 'teacher', school_id: schoolId });
    expect(found.body).toMatchObject([{ username: 'taken-along-2' }]);
    expect((await newest(`?school_id=${schoolId}`)).details).toEqual({
      count: 1,
      role: 'teacher',
      searched: true,
    });
    for (const json of [{ limit: '1' }, { role: 'owner' }, { school_id: 'x' }, { q: '\0' }]) {
      expect((await take(json)).status).toBe(422);
    }
    expect((await take({ school_id: 2_147_483_647 })).status).toBe(404);
  });
});

describe('a student removed from a teacher', () => {
  const call = (token: string, address: string, json?: unknown) => server.call(address, { token, json });
  const pair = async () => {
    const schoolId = await createSchool(server.db);
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    const student = await createPerson(server.db, 'student', { schoolId });
    await call(teacher.token, 'POST /teachers/students', { email: student.email, name: null });
    const [{ id: link }] = (await call(teacher.token, 'GET /teachers/students')).body.students;
    return { schoolId, teacher, student, link };
  };
  const view = async ({ id }: Person): Promise<string> =>
    (await admin(`POST /admin/impersonate/${id}`)).body.access_token;
  type Pair = Awaited<ReturnType<typeof pair>>;
  const BY: [string, (pair: Pair) => Promise<unknown>, (pair: Pair) => object][] = [
    [
      'by the teacher',
      ({ teacher, link }) => call(teacher.token, `DELETE /teachers/students/${link}`),
      ({ teacher }) => ({ actor: 'user', actor_id: teacher.id }),
    ],
    [
      'by the student',
      ({ student, link }) => call(student.token, `DELETE /users/me/teachers/${link}`),
      ({ student }) => ({ actor: 'user', actor_id: student.id }),
    ],
    [
      'by the platform admin',
      ({ schoolId, teacher, student }) =>
        admin(`DELETE /admin/schools/${schoolId}/classes/${teacher.id}/${student.id}`),
      () => ({ actor: 'platform_admin', actor_id: null }),
    ],
    [
      'by the platform admin as the teacher',
      async ({ teacher, link }) => call(await view(teacher), `DELETE /teachers/students/${link}`),
      () => ({ actor: 'platform_admin', actor_id: null }),
    ],
  ];

  test.each(BY)('%s is audited with both, once', async (_who, remove, by) => {
    const there = await pair();
    const { schoolId, teacher, student } = there;
    await remove(there);
    await remove(there);
    const line = {
      action: 'student_removed',
      ...by(there),
      target_id: student.id,
      target_name: student.username,
      teacher_id: teacher.id,
      teacher_name: teacher.username,
      school_id: schoolId,
      details: {},
    };
    const ofStudent = await audit(`?user_id=${student.id}`);
    expect(ofStudent).toMatchObject([line]);
    expect(await audit(`?user_id=${teacher.id}&school_id=${schoolId}`)).toContainEqual(ofStudent[0]);
  });

  test('is not audited when a request is withdrawn or declined', async () => {
    const teacher = await createPerson(server.db, 'teacher');
    const student = await createPerson(server.db, 'student');
    const ask = async () => {
      await call(teacher.token, 'POST /teachers/students', { email: student.email, name: null });
      return (await call(teacher.token, 'GET /teachers/students')).body.students[0].id as number;
    };
    const link = await ask();
    expect((await call(teacher.token, `DELETE /teachers/students/${link}`)).status).toBe(200);
    expect((await call(student.token, `DELETE /users/me/teachers/${await ask()}`)).status).toBe(200);
    expect(await audit(`?user_id=${student.id}`)).toEqual([]);
    expect(await audit(`?user_id=${teacher.id}`)).toEqual([]);
  });
});

describe('the list', () => {
  test('is newest first, by page, of a school or of a person at either end', async () => {
    const schoolId = await createSchool(server.db);
    const student = await createPerson(server.db, 'student', { schoolId });
    const other = await createPerson(server.db, 'student', { schoolId });
    await login(student);
    await admin(`POST /admin/impersonate/${student.id}`);
    await login(other);
    const actions = (entries: { action: string }[]) => entries.map((entry) => entry.action);
    expect(actions(await audit(`?user_id=${student.id}`))).toEqual(['impersonated', 'logged_in']);
    expect(actions(await audit(`?school_id=${schoolId}`))).toEqual([
      'logged_in',
      'impersonated',
      'logged_in',
    ]);
    expect(await audit(`?user_id=${student.id}&school_id=${await createSchool(server.db)}`)).toEqual([]);
    expect(actions(await audit(`?user_id=${student.id}&school_id=${schoolId}`))).toHaveLength(2);

    const all = await audit('?limit=999');
    expect(all.map((entry: { id: number }) => entry.id)).toEqual(
      all.map((entry: { id: number }) => entry.id).toSorted((a: number, b: number) => b - a),
    );
    const first = await admin(`GET /admin/audit?school_id=${schoolId}&limit=2`);
    const rest = await admin(
      `GET /admin/audit?school_id=${schoolId}&limit=2&cursor=${first.headers.get('x-next-cursor')}`,
    );
    expect([...first.body, ...rest.body]).toEqual(await audit(`?school_id=${schoolId}`));
    expect(rest.headers.get('x-next-cursor')).toBeNull();
  });

  test('is never all of it at once', async () => {
    const student = await createPerson(server.db, 'student');
    for (let n = 0; n < 101; n += 1) await admin(`POST /admin/impersonate/${student.id}`);
    const answer = await admin(`GET /admin/audit?user_id=${student.id}`);
    expect(answer.body).toHaveLength(100);
    expect(answer.headers.get('x-next-cursor')).toBe(String(answer.body.at(-1).id));
  });

  test.each(['?limit=0', '?cursor=x', '?user_id=abc', '?school_id=0', '?surprise=1'])(
    'refuses %s',
    async (query) => {
      expect((await admin(`GET /admin/audit${query}`)).status).toBe(422);
    },
  );
});

describe('the log', () => {
  test('is filtered by side, kind, person, school and day, and searched', async () => {
    const { body: school } = await admin('POST /admin/schools', {
      name: 'Searched School',
      domain_pattern: '@searched.edu',
    });
    const student = await createPerson(server.db, 'student', {
      schoolId: school.id,
      email: 'sought@searched.edu',
      username: 'Sought_One',
    });
    await login(student);
    await admin(`POST /admin/impersonate/${student.id}`);
    const found = async (query: string) =>
      (await audit(`?school_id=${school.id}&${query}`)).map(({ action }: { action: string }) => action);
    expect(await found('')).toEqual(['impersonated', 'logged_in', 'school_created']);
    expect(await found('side=acts')).toEqual(['impersonated', 'school_created']);
    expect(await found('side=logins')).toEqual(['logged_in']);
    expect(await found('action=school_created')).toEqual(['school_created']);
    expect(await found('person=SOUGHT_one&side=acts')).toEqual(['impersonated']);
    expect(await found('person=Sought%40searched.edu')).toHaveLength(2);
    expect(await found('person=sought')).toEqual([]);
    expect(await found('q=ght_o')).toHaveLength(2);
    expect(await found('q=ghtxo')).toEqual([]);
    expect(await found('q=searched%20SCHOOL')).toHaveLength(3);
    const today = new Date().toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    // Midnight may pass meanwhile.
    expect(await found(`from=${today}&to=${tomorrow}`)).toHaveLength(3);
    expect(await found('to=2020-01-01')).toEqual([]);
    expect(await found('from=2000-01-01')).toHaveLength(3);
    expect(await found('from=2999-01-01')).toEqual([]);
    const first = await admin(`GET /admin/audit?school_id=${school.id}&side=acts&limit=1`);
    expect(first.body).toMatchObject([{ action: 'impersonated' }]);
    const rest = `&limit=1&cursor=${first.headers.get('x-next-cursor')}`;
    expect(await found(`side=acts${rest}`)).toEqual(['school_created']);
  });

  test.each([
    'side=both',
    'action=nothing',
    'from=yesterday',
    'to=2026-02-31',
    // PostgreSQL has no year 0.
    'from=0000-01-01',
    'to=1999-12-31',
    'person=%00',
    'kind=x',
  ])('refuses %s', async (query) => {
    expect((await admin(`GET /admin/audit?${query}`)).status).toBe(422);
  });

  test('is exported as it is filtered, which is audited', async () => {
    const schoolId = await createSchool(server.db);
    const student = await createPerson(server.db, 'student', { schoolId });
    await login(student);
    await admin(`POST /admin/impersonate/${student.id}`);
    const send = (json: unknown) => admin('POST /admin/audit/export', json);
    const exported = await send({ school_id: schoolId, side: 'acts' });
    expect(exported).toMatchObject({ status: 200, body: [{ action: 'impersonated', school_id: schoolId }] });
    expect((await audit(`?school_id=${schoolId}`))[0]).toMatchObject({
      action: 'activity_exported',
      actor: 'platform_admin',
      details: { count: 1 },
    });
    for (const json of [{ side: 'all' }, { school_id: '1' }, { limit: '5' }, { from: '0000-01-01' }, []]) {
      expect((await send(json)).status).toBe(422);
    }
  });
});
