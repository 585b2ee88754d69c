import { beforeAll, describe, expect, test } from 'vitest';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD, startTestServer } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { tickPaper } from '../../testing/ticks.ts';
import { insertActiveLink, moveTicks } from './school-admin.test.queries.ts';

const server = shareServer();
let admin: Person;
let stranger: Person;
let schoolId: number;
beforeAll(async () => {
  schoolId = await createSchool(server.db);
  admin = await createPerson(server.db, 'school_admin', { schoolId });
  stranger = await createPerson(server.db, 'school_admin', { schoolId: await createSchool(server.db) });
});

const ask = (path: string, who = admin) =>
  server.call(`GET /schooladmin/dashboard${path}`, { token: who.token });
const tick = (who: Person, change: Record<string, unknown>) =>
  tickPaper(server, who, { score: null, ...change });
const thisMonth = () => new Date().toISOString().slice(0, 7);

describe('statistics', () => {
  test('of a school without records are zeros, without an average', async () => {
    expect((await ask('/statistics')).body).toEqual({
      completed_papers: 0,
      avg_score: null,
      active_users: 0,
      students: 0,
      monthly_trend: [],
      subject_stats: [],
    });
  });

  test('count the students of the school, and nobody else', async () => {
    const own = await createSchool(server.db);
    const head = await createPerson(server.db, 'school_admin', { schoolId: own });
    const [one, two, idle, teacher] = [
      await createPerson(server.db, 'student', { schoolId: own }),
      await createPerson(server.db, 'student', { schoolId: own }),
      await createPerson(server.db, 'student', { schoolId: own }),
      await createPerson(server.db, 'teacher', { schoolId: own }),
    ];
    await tick(one, { score: 60 });
    await tick(one, { year: 2022, score: 71 });
    await tick(two, { subject_id: 'physics_hl' });
    await tick(idle, {});
    await tick(idle, { is_completed: false });
    await tick(teacher, { score: 5 });
    await tick(await createPerson(server.db, 'student', { schoolId }), { score: 1 });
    expect((await ask('/statistics', head)).body).toEqual({
      completed_papers: 3,
      avg_score: 65.5,
      active_users: 2,
      students: 3,
      monthly_trend: [{ month: thisMonth(), completed: 3 }],
      subject_stats: [
        {
          subject_id: 'math_aa_hl',
          completed_papers: 2,
          avg_score: 65.5,
          bands: [0, 0, 0, 2, 0],
          set_done: 0,
          set_total: 0,
        },
        {
          subject_id: 'physics_hl',
          completed_papers: 1,
          avg_score: null,
          bands: [0, 0, 0, 0, 0],
          set_done: 0,
          set_total: 0,
        },
      ],
    });
  });

  test('run from the first month to this one, months without any as 0', async () => {
    const own = await createSchool(server.db);
    const head = await createPerson(server.db, 'school_admin', { schoolId: own });
    const student = await createPerson(server.db, 'student', { schoolId: own });
    await tick(student, {});
    await moveTicks(server.db, student.id, '2024-11-30T23:30:00Z');
    await tick(student, { year: 2022 });
    const { monthly_trend: trend } = (await ask('/statistics', head)).body;
    expect(trend[0]).toEqual({ month: '2024-11', completed: 1 });
    expect(trend[1]).toEqual({ month: '2024-12', completed: 0 });
    expect(trend.at(-1)).toEqual({ month: thisMonth(), completed: 1 });
    const [year, month] = thisMonth().split('-').map(Number);
    expect(trend).toHaveLength(((year ?? 0) - 2024) * 12 + (month ?? 0) - 11 + 1);
  });
});

describe('lists', () => {
  test('users: everybody of the school, by page and by search', async () => {
    const own = await createSchool(server.db);
    const head = await createPerson(server.db, 'school_admin', { schoolId: own });
    const people = [head];
    for (const username of ['anna', 'b_b', 'bxb', '100%']) {
      people.push(await createPerson(server.db, 'student', { schoolId: own, username }));
    }
    const shown = ({ id, username, email, role }: Person) => ({
      id,
      username,
      email,
      email_confirmed: false,
      role,
      name: null,
      ...(role === 'student' ? { done: 0, total: 0 } : { done: null, total: null }),
      average: null,
      last_activity: null,
    });
    expect((await ask('/users', head)).body).toEqual(people.map(shown));

    const first = await ask('/users?limit=2', head);
    expect(first.body).toEqual(people.slice(0, 2).map(shown));
    expect(first.headers.get('x-total-count')).toBe('5');
    const next = await ask(`/users?limit=3&cursor=${first.headers.get('x-next-cursor')}`, head);
    expect(next.body).toEqual(people.slice(2, 5).map(shown));
    expect(next.headers.get('x-total-count')).toBeNull();
    for (const [q, total] of [
      ['b', '2'],
      ['nobody', '0'],
    ])
      expect((await ask(`/users?limit=1&q=${q}`, head)).headers.get('x-total-count')).toBe(total);

    const search = async (q: string) =>
      (await ask(`/users?q=${encodeURIComponent(q)}`, head)).body.map((row: Person) => row.username);
    expect(await search('ANN')).toEqual(['anna']);
    expect(await search('b_b')).toEqual(['b_b']);
    expect(await search('%')).toEqual(['100%']);
    expect(await search('nobody')).toEqual([]);
  });

  test.each(['?limit=0', '?limit=1000', '?cursor=abc', '?limit=2&surprise=1'])('refuse %s', async (query) => {
    expect((await ask(`/users${query}`)).status).toBe(422);
  });

  test('teachers: with how many students they have, and who of them is pending', async () => {
    const own = await createSchool(server.db);
    const head = await createPerson(server.db, 'school_admin', { schoolId: own });
    const teacher = await createPerson(server.db, 'teacher', { schoolId: own });
    const [one, two, away] = [
      await createPerson(server.db, 'student', { schoolId: own }),
      await createPerson(server.db, 'student', { schoolId: own }),
      await createPerson(server.db, 'student'),
    ];
    for (const { id } of [one, two, away]) await insertActiveLink(server.db, teacher.id, id);
    const json = { email: 'waits@example.org', name: 'Nadia Rahman' };
    expect((await server.call('POST /teachers/students', { token: teacher.token, json })).status).toBe(200);
    expect((await ask('/teachers', head)).body).toEqual([
      {
        id: teacher.id,
        username: teacher.username,
        email: teacher.email,
        name: null,
        students: 2,
        pending: 1,
        last_login: null,
        set_open: 0,
        set_done: 0,
        set_total: 0,
      },
    ]);
    expect((await ask(`/teachers/${teacher.id}/students`, head)).body).toHaveLength(2);
    expect((await ask(`/teachers/${teacher.id}/pending`, head)).body).toEqual([json]);
    for (const path of [`/teachers/${teacher.id}/pending`, `/teachers/${one.id}/pending`]) {
      expect((await ask(path, stranger)).status).toBe(404);
    }
    expect((await ask(`/teachers/${one.id}/pending`, head)).status).toBe(404);
  });

  test("a student's page has their teachers and records; another school's is not found", async () => {
    const student = await createPerson(server.db, 'student', { schoolId });
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    await insertActiveLink(server.db, teacher.id, student.id);
    await tick(student, { score: 40, timezone: 'TZ2' });
    const { body } = await ask(`/students/${student.id}`);
    expect(body.student).toEqual({ username: student.username, email: student.email, name: null });
    expect(body.teachers).toEqual([{ id: teacher.id, username: teacher.username, email: teacher.email }]);
    expect(body.progress).toEqual([
      {
        subject_id: 'math_aa_hl',
        year: 2023,
        session: 'May',
        paper: 'paper1',
        timezone: 'TZ2',
        is_completed: true,
        score: 40,
        updated_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
      },
    ]);
    expect((await ask(`/teachers/${teacher.id}/students`)).body).toEqual([
      { id: student.id, username: student.username, email: student.email },
    ]);
    expect((await ask('/teachers')).body).toContainEqual(
      expect.objectContaining({ id: teacher.id, username: teacher.username, students: 1, pending: 0 }),
    );

    const absent = await ask('/students/2147483647');
    expect(absent.status).toBe(404);
    for (const path of [`/students/${student.id}`, `/teachers/${teacher.id}/students`]) {
      expect(await ask(path, stranger)).toMatchObject({ status: 404, body: absent.body });
    }
    expect((await ask(`/students/${teacher.id}`)).status).toBe(404);
    expect((await ask(`/teachers/${student.id}/students`)).status).toBe(404);
  });
});

describe('a new password', () => {
  const reset = (who: Person, by = admin) =>
    server.call(`POST /schooladmin/users/${who.id}/password`, { token: by.token });
  const logIn = async ({ username }: Person, password: string) =>
    (await server.call('POST /token', { form: { username, password } })).status;
  const me = async ({ token }: Person) => (await server.call('GET /users/me', { token })).status;

  test.each(['student', 'teacher'] as const)('lets a %s of the school in again, alone', async (role) => {
    const [who, other] = [
      await createPerson(server.db, role, { schoolId }),
      await createPerson(server.db, role, { schoolId }),
    ];
    const { status, body } = await reset(who);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['password']);
    expect(await logIn(who, PASSWORD)).toBe(401);
    expect(await logIn(who, body.password)).toBe(200);
    expect([await me(who), await me(other), await me(admin)]).toEqual([401, 200, 200]);
    expect(await logIn(other, PASSWORD)).toBe(200);
    const entries = await server.call(`GET /admin/audit?user_id=${who.id}&side=acts`, {
      admin: ADMIN_PASSWORD,
    });
    expect(entries.body).toMatchObject([
      {
        action: 'password_renewed',
        actor: 'user',
        actor_name: admin.username,
        target_id: who.id,
        school_id: schoolId,
      },
    ]);
    expect(JSON.stringify(entries.body)).not.toContain(body.password);
  });

  test('is made for nobody else', async () => {
    const elsewhere = await createPerson(server.db, 'student', { schoolId: await createSchool(server.db) });
    const others = [
      elsewhere,
      await createPerson(server.db, 'student'),
      await createPerson(server.db, 'school_admin', { schoolId }),
      admin,
    ];
    for (const who of others) {
      expect((await reset(who)).status).toBe(404);
      expect(await me(who)).toBe(200);
    }
    const member = await createPerson(server.db, 'student', { schoolId });
    expect((await reset(member, stranger)).status).toBe(404);
    expect((await reset(member, member)).status).toBe(403);
    expect(await me(member)).toBe(200);
    expect(
      (await server.call('POST /schooladmin/users/999999999/password', { token: admin.token })).status,
    ).toBe(404);
  });

  test('is not made for a whole school in one go', async () => {
    const limited = await startTestServer({ environment: { RATE_LIMIT: 'on' }, stoppedClock: true });
    const by = await createPerson(limited.db, 'school_admin', { schoolId: await createSchool(limited.db) });
    const tryTimes = async (times: number) => {
      const call = () => limited.call('POST /schooladmin/users/999999999/password', { token: by.token });
      return new Set((await Promise.all(Array.from({ length: times }, call))).map(({ status }) => status));
    };
    for (let lot = 0; lot < 6; lot += 1) expect(await tryTimes(50)).toEqual(new Set([404]));
    expect(await tryTimes(1)).toEqual(new Set([429]));
    await limited.stop();
  });
});

test('a school admin vouches for no address of another school’s domain', async () => {
  await createSchool(server.db, '@vouched-for.example');
  const [theirs, free] = [
    await createPerson(server.db, 'student', { schoolId, email: 'ann@vouched-for.example' }),
    await createPerson(server.db, 'student', { schoolId, email: 'ann@mail.example' }),
  ];
  const confirm = (who: Person) =>
    server.call(`POST /schooladmin/users/${who.id}/confirm`, { token: admin.token });
  expect(await confirm(theirs)).toMatchObject({
    status: 409,
    body: { detail: 'This email belongs to another school’s domain.' },
  });
  expect((await confirm(free)).status).toBe(200);
  const found = (await ask('/users?unconfirmed=1')).body as { id: number }[];
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining([theirs.id]));
  expect(found.map(({ id }) => id)).not.toContain(free.id);
});
