import { beforeAll, describe, expect, test } from 'vitest';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { tickPaper } from '../../testing/ticks.ts';

/** There are two of everything: what one teacher or student does and sees does not affect the other's. */

const server = shareServer();
let schoolId: number;
beforeAll(async () => {
  schoolId = await createSchool(server.db);
});

const create = (role: Person['role']) => createPerson(server.db, role, { schoolId });
const get = async ({ token }: Person, path: string) => (await server.call(`GET ${path}`, { token })).body;
const post = ({ token }: Person, path: string, json?: unknown) =>
  server.call(`POST ${path}`, { token, json });
const teach = (teacher: Person, subjects: string[]) => post(teacher, '/teachers/subjects', { subjects });
const take = (student: Person, subjects: string[]) => post(student, '/subjects', { subjects });
const tick = (student: Person, subject_id: string) => tickPaper(server, student, { subject_id });
const prefer = ({ token }: Person, subject: string) =>
  server.call('PUT /users/me/preferences', {
    token,
    json: {
      year_ranges: { [subject]: { startYear: 2019, endYear: 2021 } },
      timezone_overrides: { [subject]: { paper1: false } },
      sits: 'TZ1',
    },
  });
const follow = async (teacher: Person, student: Person): Promise<number> => {
  await post(teacher, '/teachers/students', { email: student.email, name: null });
  const { students } = await get(teacher, '/teachers/students');
  return students.find(({ email }: Person) => email === student.email).id;
};

test('subjects: setting mine does not change others’', async () => {
  const [one, other] = [await create('teacher'), await create('teacher')];
  await teach(other, ['physics_hl']);
  await teach(one, ['math_aa_hl']);
  expect(await get(other, '/teachers/subjects')).toEqual({ subjects: ['physics_hl'] });
});

test('followers: each once, and only teachers', async () => {
  const student = await create('student');
  const [teacher, former] = [await create('teacher'), await create('student')];
  const request = await insertTestLink(server.db, 'pending', { teacher, student, isKnown: true });
  await insertTestLink(server.db, 'active', { teacher: former, student });
  expect((await get(student, '/users/me/teachers')).teachers).toMatchObject([{ id: request }]);
});

test('followers: a declined request cannot be ended, and is accepted by nobody but its student', async () => {
  const [student, teacher] = [await create('student'), await create('teacher')];
  const declined = await insertTestLink(server.db, 'pending', { teacher, student, isDeclined: true });
  const { status } = await server.call(`DELETE /users/me/teachers/${declined}`, { token: student.token });
  expect(status).toBe(404);
  expect((await post(await create('student'), `/users/me/teachers/${declined}/accept`)).status).toBe(404);
  expect((await get(student, '/users/me/teachers')).teachers).toEqual([]);
  expect((await post(student, `/users/me/teachers/${declined}/accept`)).status).toBe(200);
  expect((await get(student, '/users/me/teachers')).teachers).toMatchObject([{ id: declined }]);
});

test('followers: accepting, declining and ending affect only the named one', async () => {
  const student = await create('student');
  const ask = async () => insertTestLink(server.db, 'pending', { teacher: await create('teacher'), student });
  const [first, second, third] = [await ask(), await ask(), await ask()];
  const stand = async () =>
    Object.fromEntries(
      (await get(student, '/users/me/teachers')).teachers.map((link: { id: number; status: string }) => [
        link.id,
        link.status,
      ]),
    );
  const end = (id: number) => server.call(`DELETE /users/me/teachers/${id}`, { token: student.token });
  expect((await post(student, `/users/me/teachers/${first}/accept`)).status).toBe(200);
  expect(await stand()).toEqual({ [first]: 'active', [second]: 'pending', [third]: 'pending' });
  expect((await end(second)).status).toBe(200);
  expect(await stand()).toEqual({ [first]: 'active', [third]: 'pending' });
  expect((await post(student, `/users/me/teachers/${third}/accept`)).status).toBe(200);
  expect((await end(first)).status).toBe(200);
  expect(await stand()).toEqual({ [third]: 'active' });
});

test('followers: a teacher who already follows has no second request', async () => {
  const [student, teacher, colleague] = [
    await create('student'),
    await create('teacher'),
    await create('teacher'),
  ];
  const earlier = { id: student.id, email: 'earlier@example.org' };
  await insertTestLink(server.db, 'active', { teacher, student: earlier });
  const again = await insertTestLink(server.db, 'pending', { teacher, student });
  const another = await insertTestLink(server.db, 'pending', { teacher: colleague, student });
  expect((await post(student, `/users/me/teachers/${again}/accept`)).status).toBe(404);
  expect((await post(student, `/users/me/teachers/${another}/accept`)).status).toBe(200);
});

test('students: removing one leaves my others', async () => {
  const teacher = await create('teacher');
  const [one, other] = [await create('student'), await create('student')];
  const [link, otherLink] = [await follow(teacher, one), await follow(teacher, other)];
  await server.call(`DELETE /teachers/students/${link}`, { token: teacher.token });
  expect((await get(teacher, '/teachers/students')).students).toMatchObject([{ id: otherLink }]);
});

describe('a student’s page', () => {
  test('shows nothing of another student, however busy', async () => {
    const teacher = await create('teacher');
    const [quiet, busy] = [await create('student'), await create('student')];
    await teach(teacher, ['math_aa_hl']);
    for (const student of [quiet, busy]) await take(student, ['math_aa_hl']);
    await tick(busy, 'math_aa_hl');
    await prefer(busy, 'math_aa_hl');
    const link = await follow(teacher, quiet);
    await follow(teacher, busy);
    expect(await get(teacher, `/teachers/students/${link}`)).toEqual({
      name: null,
      email: quiet.email,
      status: 'active',
      subjects: ['math_aa_hl'],
      teacher_subjects: ['math_aa_hl'],
      completion: {},
      again: {},
      last_activity: {},
      timezone_overrides: {},
      sits: 'both',
      files: {},
      set: [],
      words: {},
      groups: [],
    });
    expect((await get(teacher, '/teachers/grid?subject_id=math_aa_hl')).students).toMatchObject([
      { id: link, timezones: {}, sits: 'both', last_activity: null, completion: {} },
      { email: busy.email, completion: { 'math_aa_hl-2023-May-paper1': 70 } },
    ]);
  });

  test('shows nothing of a subject that only another teacher teaches, or another student takes', async () => {
    const [teacher, colleague] = [await create('teacher'), await create('teacher')];
    const [student, other] = [await create('student'), await create('student')];
    await teach(teacher, ['math_aa_hl', 'physics_hl']);
    await teach(colleague, ['history_hl']);
    await take(student, ['math_aa_hl', 'history_hl']);
    await take(other, ['physics_hl']);
    for (const subject of ['math_aa_hl', 'history_hl', 'physics_hl']) await tick(student, subject);
    const link = await follow(teacher, student);
    const page = await get(teacher, `/teachers/students/${link}`);
    expect(page.subjects).toEqual(['math_aa_hl', 'history_hl']);
    expect(page.teacher_subjects).toEqual(['math_aa_hl', 'physics_hl']);
    expect(Object.keys(page.completion)).toEqual(['math_aa_hl-2023-May-paper1']);
    for (const subject of ['history_hl', 'physics_hl']) {
      expect(await get(teacher, `/teachers/grid?subject_id=${subject}`)).toEqual({ students: [] });
    }
  });

  test('shows nobody while the link is pending, even if it has an id', async () => {
    const [teacher, student] = [await create('teacher'), await create('student')];
    await teach(teacher, ['math_aa_hl']);
    await take(student, ['math_aa_hl']);
    await tick(student, 'math_aa_hl');
    const link = await insertTestLink(server.db, 'pending', { teacher, student, isKnown: true });
    expect((await get(teacher, '/teachers/students')).students).toMatchObject([
      { id: link, status: 'pending' },
    ]);
    expect(await get(teacher, `/teachers/students/${link}`)).toMatchObject({
      status: 'pending',
      subjects: [],
      completion: {},
    });
    expect(await get(teacher, '/teachers/grid?subject_id=math_aa_hl')).toEqual({ students: [] });
  });
});
