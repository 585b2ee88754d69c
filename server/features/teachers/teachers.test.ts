import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../contract/index.ts';
import { removeExpired } from '../../retention.ts';
import { eventually } from '../../testing/evidence.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { startTestServer } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { tickPaper } from '../../testing/ticks.ts';
import {
  ageRemovals,
  changeEmail,
  changeRole,
  countWaiting,
  deleteUser,
  listStoredLinks,
  moveUsers,
} from './teachers.test.queries.ts';

const server = shareServer({ environment: { PUBLIC_URL: 'https://tickmark.example/' } });
let schoolId: number;
let otherSchoolId: number;
beforeAll(async () => {
  schoolId = await createSchool(server.db);
  otherSchoolId = await createSchool(server.db);
});

const inSchool = (role: Person['role'], school = schoolId) =>
  createPerson(server.db, role, { schoolId: school });
const setTeacherSubjects = (teacher: Person, subjects: unknown) =>
  server.call('POST /teachers/subjects', { token: teacher.token, json: { subjects } });
const setSubjects = (student: Person, subjects: string[]) =>
  server.call('POST /subjects', { token: student.token, json: { subjects } });
const add = (teacher: Person, email: unknown, name: unknown = null) =>
  server.call('POST /teachers/students', { token: teacher.token, json: { email, name } });
const list = async (teacher: Person) =>
  (await server.call('GET /teachers/students', { token: teacher.token })).body.students;
const show = (teacher: Person, id: number | string) =>
  server.call(`GET /teachers/students/${id}`, { token: teacher.token });
const remove = (teacher: Person, id: number) =>
  server.call(`DELETE /teachers/students/${id}`, { token: teacher.token });
const grid = (teacher: Person, subjectId: string) =>
  server.call(`GET /teachers/grid?subject_id=${subjectId}`, { token: teacher.token });
const requests = async ({ token }: Person) => (await server.call('GET /users/me', { token })).body.requests;
const followers = async (student: Person) =>
  (await server.call('GET /users/me/teachers', { token: student.token })).body.teachers;
const accept = (student: Person, id: number) =>
  server.call(`POST /users/me/teachers/${id}/accept`, { token: student.token });
const end = (student: Person, id: number) =>
  server.call(`DELETE /users/me/teachers/${id}`, { token: student.token });
const tick = (student: Person, subject: string, more: Record<string, unknown> = {}) =>
  tickPaper(server, student, { subject_id: subject, ...more });
const doAgain = ({ token }: Person, subject: string, more: Record<string, unknown>) =>
  server.call('POST /completion/attempts', {
    token,
    json: {
      subject_id: subject,
      year: 2023,
      session: 'May',
      paper: 'paper1',
      done_on: '2026-02-05',
      note: 'Mine.',
      ...more,
    },
  });
const notFound = { status: 404, body: { detail: 'Not found.' } };

test('an account deleted during its own write is not found, and leaves nothing', async () => {
  const teacher = await inSchool('teacher');
  const answer = await server.db.transaction(async (tx) => {
    await deleteUser(tx, teacher.id);
    const written = setTeacherSubjects(teacher, ['physics_hl']);
    await eventually(async () => expect(await countWaiting(server.db, 'select lock_users')).toBe(1));
    return { written };
  });
  expect(await answer.written).toMatchObject(notFound);
});

test('a teacher whose role changes while adding a student adds nobody', async () => {
  const [teacher, student] = [await inSchool('teacher'), await inSchool('student')];
  const answer = await server.db.transaction(async (tx) => {
    await changeRole(tx, teacher.id, 'student');
    const added = add(teacher, student.email);
    await eventually(async () => expect(await countWaiting(server.db, 'select from users')).toBe(1));
    return { added };
  });
  expect((await answer.added).status).toBe(400);
  expect(await listStoredLinks(server.db, teacher.id)).toEqual([]);
});

/** A teacher who follows a student of the same school. */
const following = async () => {
  const [teacher, student] = [await inSchool('teacher'), await inSchool('student')];
  await add(teacher, student.email);
  const [link] = await list(teacher);
  return { teacher, student, link: link.id as number };
};

/** A teacher with a request to a student of another school. */
const asking = async () => {
  const [teacher, student] = [await inSchool('teacher'), await inSchool('student', otherSchoolId)];
  await add(teacher, student.email);
  const [request] = await followers(student);
  return { teacher, student, link: request.id as number };
};

describe('the subjects I teach', () => {
  test('are empty, then what was set, per teacher', async () => {
    const [one, other] = [await inSchool('teacher'), await inSchool('teacher')];
    const get = async (teacher: Person) =>
      (await server.call('GET /teachers/subjects', { token: teacher.token })).body;
    expect(await get(one)).toEqual({ subjects: [] });
    expect(await setTeacherSubjects(one, ['physics_hl', 'math_aa_hl'])).toMatchObject({
      status: 200,
      body: { status: 'success', subjects: ['physics_hl', 'math_aa_hl'] },
    });
    expect(await get(one)).toEqual({ subjects: ['math_aa_hl', 'physics_hl'] });
    expect(await get(other)).toEqual({ subjects: [] });
    await setTeacherSubjects(one, []);
    expect(await get(one)).toEqual({ subjects: [] });
  });

  test('two lists sent at once become one of them', async () => {
    const teacher = await inSchool('teacher');
    const lists = [['math_aa_hl', 'math_aa_sl'], ['history_hl']];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => setTeacherSubjects(teacher, lists[n % 2])),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { body } = await server.call('GET /teachers/subjects', { token: teacher.token });
    expect(lists).toContainEqual(body.subjects);
  });

  test.each([
    ['an unknown subject', ['alchemy_hl']],
    ['a subject twice', ['math_aa_hl', 'math_aa_hl']],
    ['text', 'math_aa_hl'],
    ['null', null],
    ['null inside', [null]],
  ])('are refused with %s', async (_what, subjects) => {
    expect((await setTeacherSubjects(await inSchool('teacher'), subjects)).status).toBe(422);
  });
});

describe('adding a student', () => {
  test('of my school makes the link active at once, whatever the case', async () => {
    const [teacher, student] = [await inSchool('teacher'), await inSchool('student')];
    expect(await add(teacher, student.email.toUpperCase(), 'Zoë')).toMatchObject({
      status: 200,
      body: {
        email: student.email,
        name: 'Zoë',
        status: 'active',
        invitation_link: null,
        invitation_token: null,
      },
    });
    expect(await list(teacher)).toEqual([
      { id: expect.any(Number), name: 'Zoë', email: student.email, status: 'active', invitation_link: null },
    ]);
  });

  test('who is unknown invites, and registering with the address makes the link active', async () => {
    const teacher = await inSchool('teacher');
    const { body } = await add(teacher, 'New.Comer@example.org');
    const token = body.invitation_token as string;
    expect(body).toEqual({
      email: 'new.comer@example.org',
      name: null,
      status: 'pending',
      invitation_link: `https://tickmark.example/register#invite=${token}`,
      invitation_token: token,
    });
    const [address = '', random = ''] = token.split('.');
    expect(Buffer.from(address, 'base64url').toString()).toBe('new.comer@example.org');
    expect(Buffer.from(random, 'base64url')).toHaveLength(16);
    const [link] = await list(teacher);
    expect(link).toMatchObject({ status: 'pending', invitation_link: body.invitation_link });
    expect((await show(teacher, link.id)).body).toEqual({
      name: null,
      email: 'new.comer@example.org',
      status: 'pending',
      subjects: [],
      teacher_subjects: [],
      completion: {},
      again: {},
      last_activity: {},
      timezone_overrides: {},
      sits: 'both',
      files: {},
      words: {},
      groups: [],
      set: [],
    });

    const json = { username: 'newcomer', email: 'NEW.COMER@example.org', password: PASSWORD };
    expect((await server.call('POST /register', { json })).status).toBe(200);
    expect(await list(teacher)).toEqual([
      { ...link, status: 'active', invitation_link: null, email: 'new.comer@example.org' },
    ]);
    expect(server.logged()).not.toContain(token);
  });

  test('of no account, of another school, without a school, a teacher and an admin gets the same answer', async () => {
    const teacher = await inSchool('teacher');
    const others = [
      await inSchool('student', otherSchoolId),
      await createPerson(server.db, 'student'),
      await inSchool('teacher'),
      await inSchool('school_admin'),
    ];
    const shapeOf = (body: Record<string, unknown>, email: string) =>
      JSON.stringify(body)
        .replaceAll(email, 'EMAIL')
        .replaceAll(Buffer.from(email).toString('base64url'), 'EMAIL')
        .replaceAll(/\.[\w-]{22}/g, '.RANDOM')
        .replace(/"id":\d+/, '"id":0');
    const { body: unknown } = await add(teacher, 'nobody.at.all@example.org');
    for (const { email } of others) {
      const { status, body } = await add(teacher, email);
      expect(status).toBe(200);
      expect(shapeOf(body, email)).toBe(shapeOf(unknown, unknown.email));
    }
    const links = await list(teacher);
    for (const link of links) {
      expect(shapeOf(link, link.email)).toBe(shapeOf(links[0], links[0].email));
      const { body } = await show(teacher, link.id);
      expect(body).toMatchObject({ email: link.email, status: 'pending', subjects: [], completion: {} });
    }
    // The rows do not differ either.
    for (const row of await listStoredLinks(server.db, teacher.id))
      expect(row).toMatchObject({ status: 'pending', student_id: null });
  });

  test('two people without a school do not share one', async () => {
    const [teacher, student] = [
      await createPerson(server.db, 'teacher'),
      await createPerson(server.db, 'student'),
    ];
    expect((await add(teacher, student.email)).body.status).toBe('pending');
  });

  test('twice is refused in any letter case, also at once', async () => {
    const [teacher, student] = [await inSchool('teacher'), await inSchool('student')];
    for (const email of [student.email, 'unknown.twice@example.org']) {
      const answers = await Promise.all([add(teacher, email), add(teacher, email.toUpperCase())]);
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 400]));
      expect(await add(teacher, email)).toMatchObject({
        status: 400,
        body: { detail: 'Student with this email already added' },
      });
    }
    expect(await list(teacher)).toHaveLength(2);
    // Another teacher may follow the same student.
    expect((await add(await inSchool('teacher'), student.email)).body.status).toBe('active');
  });

  test('with my own address is refused', async () => {
    const teacher = await inSchool('teacher');
    expect(await add(teacher, teacher.email.toUpperCase())).toMatchObject({
      status: 400,
      body: { detail: 'You cannot add yourself.' },
    });
    expect(await list(teacher)).toEqual([]);
  });

  test('lists the newest first', async () => {
    const teacher = await inSchool('teacher');
    for (const name of ['a', 'b', 'c']) await add(teacher, `${name}@order.org`);
    const emails = (await list(teacher)).map((link: { email: string }) => link.email);
    expect(emails).toEqual(['c@order.org', 'b@order.org', 'a@order.org']);
  });

  test.each([
    ['no address', '', null],
    ['two @', 'a@b@school.edu', null],
    ['a non-ASCII address', 'zoë@school.edu', null],
    ['null', null, null],
    ['an empty name', 'a@b.org', ''],
    ['a name of spaces', 'a@b.org', '  '],
    ['a name too long', 'a@b.org', 'x'.repeat(121)],
    ['NUL in the name', 'a@b.org', 'a\0b'],
    ['a bidi control in the name', 'a@b.org', 'a\u202eb'],
    ['a number as name', 'a@b.org', 7],
  ])('refuses %s and stores nothing', async (_what, email, name) => {
    const teacher = await inSchool('teacher');
    expect((await add(teacher, email, name)).status).toBe(422);
    expect(await list(teacher)).toEqual([]);
  });

  test('too often is refused', async () => {
    const limited = await startTestServer({ environment: { RATE_LIMIT: 'on' }, stoppedClock: true });
    const teacher = await createPerson(limited.db, 'teacher');
    const json = { email: 'again@example.org', name: null };
    const addTimes = (times: number) =>
      Promise.all(
        Array.from({ length: times }, async () => {
          const { status } = await limited.call('POST /teachers/students', { token: teacher.token, json });
          return status;
        }),
      );
    const statuses: number[] = [];
    // No more at once than the server's queue holds.
    for (let lot = 0; lot < 10; lot += 1) statuses.push(...(await addTimes(50)));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(499).fill(400)]);
    expect(await addTimes(5)).toEqual([429, 429, 429, 429, 429]);
    await limited.stop();
  });
});

describe('one of my students', () => {
  test('is shown with what we share and nothing else, in the exact JSON', async () => {
    const { teacher, student, link } = await following();
    await setTeacherSubjects(teacher, ['math_aa_hl', 'physics_hl']);
    await setSubjects(student, ['history_hl', 'math_aa_hl']);
    await tick(student, 'math_aa_hl', { timezone: 'TZ1', score: 64, done_on: '2026-01-05' });
    await doAgain(student, 'math_aa_hl', { timezone: 'TZ1', score: 0 });
    await tick(student, 'math_aa_hl', { timezone: 'TZ2', score: null });
    await tick(student, 'math_aa_hl', { paper: 'paper2', is_completed: false });
    // Taken but not taught; taught but not taken.
    await tick(student, 'history_hl', { score: 11 });
    await tick(student, 'physics_hl', { score: 22 });
    const some = { startYear: 2019, endYear: 2021 };
    await server.call('PUT /users/me/preferences', {
      token: student.token,
      json: {
        year_ranges: { math_aa_hl: some, history_hl: some, physics_hl: some },
        timezone_overrides: { math_aa_hl: { paper1: false }, history_hl: { paper1: true } },
        sits: 'TZ2',
      },
    });

    const response = await fetch(`${server.url}/api/teachers/students/${link}`, {
      headers: { authorization: `Bearer ${teacher.token}` },
    });
    const text = await response.text();
    expect(text).not.toContain('history_hl-');
    expect(text).not.toContain('physics_hl-');
    // To oneself.
    expect(text).not.toContain('Mine.');
    const body = JSON.parse(text);
    expect(body).toEqual({
      name: null,
      email: student.email,
      status: 'active',
      subjects: ['history_hl', 'math_aa_hl'],
      teacher_subjects: ['math_aa_hl', 'physics_hl'],
      completion: {
        'math_aa_hl-2023-May-paper1-TZ1': { is_completed: true, score: 0 },
        'math_aa_hl-2023-May-paper1-TZ2': { is_completed: true, score: null },
        'math_aa_hl-2023-May-paper2': { is_completed: false, score: null },
      },
      again: { 'math_aa_hl-2023-May-paper1-TZ1': { attempts: 2, best_score: 64 } },
      last_activity: { math_aa_hl: expect.any(String) },
      timezone_overrides: { math_aa_hl: { paper1: false } },
      sits: 'TZ2',
      files: {},
      words: {},
      groups: [],
      set: [],
    });
    expect(api['GET /teachers/students/{id}'].response.parse(body)).toEqual(body);

    await setTeacherSubjects(teacher, []);
    expect((await show(teacher, link)).body).toMatchObject({
      teacher_subjects: [],
      completion: {},
      last_activity: {},
    });
  });

  test('is only mine, and gone once removed', async () => {
    const { teacher, link } = await following();
    for (const stranger of [
      await inSchool('teacher'),
      await inSchool('teacher', otherSchoolId),
      await createPerson(server.db, 'teacher'),
    ]) {
      expect(await show(stranger, link)).toMatchObject(notFound);
      expect(await remove(stranger, link)).toMatchObject(notFound);
    }
    expect((await show(teacher, link)).status).toBe(200);
    expect(await remove(teacher, link)).toMatchObject({ status: 200, body: { status: 'success' } });
    expect(await show(teacher, link)).toMatchObject(notFound);
    expect(await remove(teacher, link)).toMatchObject(notFound);
  });

  test.each(['abc', '1e0', '0', '-1', '2147483648', '%00', '999999'])('is not %s', async (id) => {
    expect(await show(await inSchool('teacher'), id)).toMatchObject(notFound);
  });

  test('removed at once from two sides is removed once', async () => {
    const { teacher, link } = await following();
    const answers = await Promise.all([remove(teacher, link), remove(teacher, link)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
  });

  test('added again at once is back as they were', async () => {
    const { teacher, student, link } = await asking();
    await accept(student, link);
    await server.call(`PUT /teachers/students/${link}`, { token: teacher.token, json: { name: 'Zoë' } });
    const invited = (await add(teacher, 'waits@example.org', 'Ada')).body;
    const before = await list(teacher);
    const withoutId = (students: object[]) => students.map((one) => ({ ...one, id: 0 }));
    for (const { id } of before) await remove(teacher, id);
    expect(await list(teacher)).toEqual([]);
    expect((await add(teacher, student.email)).body.status).toBe('active');
    expect((await add(teacher, invited.email)).body.invitation_token).toBe(invited.invitation_token);
    expect(withoutId(await list(teacher))).toEqual(withoutId(before));
  });

  test('added again later, or after they ended it themselves, is asked like anybody', async () => {
    const { teacher, student, link } = await asking();
    await accept(student, link);
    await remove(teacher, link);
    await ageRemovals(server.db, teacher.id, '11 minutes');
    expect((await add(teacher, student.email)).body.status).toBe('pending');
    const [{ id }] = await list(teacher);
    await accept(student, id);
    await end(student, id);
    expect((await add(teacher, student.email)).body.status).toBe('pending');
    expect(await requests(student)).toBe(1);
  });
});

describe('the class grid', () => {
  test('has my active students of the subject and their papers, in the exact JSON', async () => {
    const teacher = await inSchool('teacher');
    const [takes, doesNot, elsewhere, ofOther] = [
      await inSchool('student'),
      await inSchool('student'),
      await inSchool('student', otherSchoolId),
      await inSchool('student'),
    ];
    await setTeacherSubjects(teacher, ['math_aa_hl']);
    for (const student of [takes, elsewhere, ofOther]) {
      await setSubjects(student, ['math_aa_hl', 'history_hl']);
      await tick(student, 'math_aa_hl', { timezone: 'TZ1', score: 55 });
    }
    await setSubjects(doesNot, ['history_hl']);
    await tick(doesNot, 'math_aa_hl', { score: 12 });
    await tick(takes, 'math_aa_hl', { paper: 'paper2', score: null, done_on: '2026-01-05' });
    await doAgain(takes, 'math_aa_hl', { paper: 'paper2', timezone: null, score: null });
    await tick(takes, 'math_aa_hl', { paper: 'paper3', is_completed: false });
    await tick(takes, 'history_hl', { score: 33 });
    await server.call('PUT /users/me/preferences', {
      token: takes.token,
      json: {
        year_ranges: {},
        timezone_overrides: { math_aa_hl: { paper2: false }, history_hl: {} },
        sits: 'TZ1',
      },
    });
    for (const { email } of [takes, doesNot, elsewhere]) await add(teacher, email, 'Name');
    await add(await inSchool('teacher'), ofOther.email);

    const response = await fetch(`${server.url}/api/teachers/grid?subject_id=math_aa_hl`, {
      headers: { authorization: `Bearer ${teacher.token}` },
    });
    const text = await response.text();
    for (const { email } of [doesNot, elsewhere, ofOther]) expect(text).not.toContain(email);
    expect(text).not.toContain('history');
    const body = JSON.parse(text);
    expect(body).toEqual({
      students: [
        {
          id: expect.any(Number),
          name: 'Name',
          email: takes.email,
          timezones: { paper2: false },
          sits: 'TZ1',
          last_activity: expect.any(String),
          completion: { 'math_aa_hl-2023-May-paper1-TZ1': 55, 'math_aa_hl-2023-May-paper2': null },
          again: { 'math_aa_hl-2023-May-paper2': { attempts: 2, best_score: null } },
          files: {},
          set: {},
          words: {},
        },
      ],
    });
    expect(api['GET /teachers/grid'].response.parse(body)).toEqual(body);
  });

  test('is empty for a subject that I do not teach', async () => {
    const { teacher, student } = await following();
    await setSubjects(student, ['history_hl']);
    await tick(student, 'history_hl');
    expect(await grid(teacher, 'history_hl')).toMatchObject({ status: 200, body: { students: [] } });
    await setTeacherSubjects(teacher, ['history_hl']);
    expect((await grid(teacher, 'history_hl')).body.students).toHaveLength(1);
  });

  test.each(['', 'alchemy_hl', 'math_aa_hl&surprise=1', 'math_aa_hl&subject_id=history_hl'])(
    'refuses the subject %j',
    async (subject) => {
      expect((await grid(await inSchool('teacher'), subject)).status).toBe(422);
    },
  );
});

describe('how my students are doing', () => {
  const progress = (teacher: Person, query: string) =>
    server.call(`GET /teachers/progress?${query}`, { token: teacher.token });

  test('is counted over the chosen years in the subjects we share, as the students count', async () => {
    const { teacher, student, link } = await following();
    const idle = await inSchool('student');
    await add(teacher, idle.email);
    await add(teacher, 'not-yet-here@example.org');
    await setTeacherSubjects(teacher, ['math_aa_hl', 'physics_hl']);
    await setSubjects(student, ['physics_hl', 'math_aa_hl', 'history_hl']);
    await tick(student, 'math_aa_hl', { year: 2024, score: 60 });
    await tick(student, 'physics_hl', { year: 2023, score: 71 });
    await tick(student, 'physics_hl', { year: 2016, score: 1 });
    await tick(student, 'history_hl', { year: 2024, score: 2 });
    // Of a paper without variants only the plain record counts.
    await server.call('PUT /users/me/preferences', {
      token: student.token,
      json: { year_ranges: {}, timezone_overrides: { physics_hl: { paper1: false } } },
    });
    const idleLink = (await list(teacher))[1].id;
    const { status, body } = await progress(teacher, 'from=2023&to=2024');
    expect(status).toBe(200);
    expect(() => api['GET /teachers/progress'].response.parse(body)).not.toThrow();
    expect(body).toEqual({
      students: [
        // Four sittings of six papers, and of five where Paper 1 has no variants.
        {
          id: link,
          completed: 1,
          total: 44,
          average: 66,
          last_activity: expect.any(String),
          subjects: expect.toSatisfy((ids: string[]) => ids.toSorted().join() === 'math_aa_hl,physics_hl'),
        },
        { id: idleLink, completed: 0, total: 0, average: null, last_activity: null, subjects: [] },
      ],
    });
    const all = (await progress(teacher, 'from=2014&to=2024')).body.students[0];
    expect(all).toMatchObject({ completed: 2, average: 44 });

    // Who sits one variant counts that one, and the other where it is done.
    await tick(student, 'math_aa_hl', { year: 2024, timezone: 'TZ1', score: null });
    await server.call('PUT /users/me/preferences', {
      token: student.token,
      json: { year_ranges: {}, timezone_overrides: { physics_hl: { paper1: false } }, sits: 'TZ2' },
    });
    const sitting = (await progress(teacher, 'from=2023&to=2024')).body.students[0];
    // Four sittings of three papers in each subject, and the one that was done besides.
    expect(sitting).toMatchObject({ completed: 2, total: 25 });
    expect((await progress(await inSchool('teacher'), 'from=2014&to=2024')).body).toEqual({ students: [] });
  });

  test('is counted over the papers that were set, where the teacher asks for those', async () => {
    const { teacher, student } = await following();
    await setTeacherSubjects(teacher, ['physics_hl']);
    await setSubjects(student, ['physics_hl']);
    await tick(student, 'physics_hl', { year: 2022, paper: 'paper2', timezone: 'TZ1', score: 60 });
    await tick(student, 'physics_hl', { year: 2022, paper: 'paper3', timezone: 'TZ1', score: 80 });
    const count = async (papers: string) =>
      (await progress(teacher, `from=2022&to=2022${papers}`)).body.students[0];
    // Two sittings of three papers in two versions; without Paper 3, and in November in one version.
    expect(await count('')).toMatchObject({ completed: 2, total: 12, average: 70 });
    expect(await count('&papers=all')).toEqual(await count(''));
    expect(await count('&papers=set')).toMatchObject({ completed: 1, total: 6, average: 70 });
  });

  test.each([
    '',
    'from=2017',
    'from=2024&to=2023',
    'from=2013&to=2024',
    'from=2017&to=2025',
    'from=2017&to=2024&papers=some',
    'from=17&to=24',
  ])('is refused for %j', async (query) => {
    expect((await progress(await inSchool('teacher'), query)).status).toBe(422);
  });
});

describe('the name of a student', () => {
  const rename = (teacher: Person, id: number, name: unknown) =>
    server.call(`PUT /teachers/students/${id}`, { token: teacher.token, json: { name } });

  test('is the teacher’s own, and can be corrected or left out', async () => {
    const { teacher, student, link } = await following();
    const other = await inSchool('teacher');
    await add(other, student.email, 'Theirs');
    expect(await rename(teacher, link, 'Zoë van Dijk')).toMatchObject({
      status: 200,
      body: { status: 'success' },
    });
    expect((await list(teacher))[0].name).toBe('Zoë van Dijk');
    expect((await show(teacher, link)).body.name).toBe('Zoë van Dijk');
    expect((await list(other))[0].name).toBe('Theirs');
    expect(await rename(other, link, 'Stolen')).toMatchObject(notFound);
    await rename(teacher, link, null);
    expect((await list(teacher))[0].name).toBeNull();
  });

  test.each([
    ['', 422],
    ['a\u202eb', 422],
    ['x'.repeat(121), 422],
    [7, 422],
    [undefined, 422],
  ])('%j is refused', async (name, status) => {
    const { teacher, link } = await following();
    expect((await rename(teacher, link, name)).status).toBe(status);
  });
});

describe('who follows me', () => {
  test('is shown with the subjects they see, requests first', async () => {
    const { teacher, student, link } = await following();
    await setTeacherSubjects(teacher, ['math_aa_hl', 'physics_hl', 'history_hl']);
    await setSubjects(student, ['physics_hl', 'biology_hl', 'math_aa_hl']);
    const asker = await inSchool('teacher', otherSchoolId);
    await add(asker, student.email);
    expect(await followers(student)).toEqual([
      {
        id: expect.any(Number),
        username: asker.username,
        email: asker.email,
        status: 'pending',
        subjects: [],
      },
      {
        id: link,
        username: teacher.username,
        email: teacher.email,
        status: 'active',
        subjects: ['physics_hl', 'math_aa_hl'],
      },
    ]);
    expect(await followers(await inSchool('student'))).toEqual([]);
  });

  test('follows me across schools once I accept, however often', async () => {
    const { teacher, student, link } = await asking();
    await setTeacherSubjects(teacher, ['math_aa_hl']);
    await setSubjects(student, ['math_aa_hl']);
    await tick(student, 'math_aa_hl');
    expect((await show(teacher, link)).body.completion).toEqual({});
    const answers = await Promise.all([accept(student, link), accept(student, link)]);
    expect(answers).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect(await list(teacher)).toMatchObject([{ id: link, status: 'active', invitation_link: null }]);
    expect(await requests(student)).toBe(0);
    expect(Object.keys((await show(teacher, link)).body.completion)).toHaveLength(1);
  });

  test('can be accepted and ended only by me', async () => {
    const [open, running] = [await asking(), await following()];
    const stranger = await inSchool('student', otherSchoolId);
    for (const { link } of [open, running]) {
      expect(await accept(stranger, link)).toMatchObject(notFound);
      expect(await end(stranger, link)).toMatchObject(notFound);
    }
    expect(await list(open.teacher)).toMatchObject([{ status: 'pending' }]);
    expect(await list(running.teacher)).toMatchObject([{ status: 'active' }]);
  });

  test('does not learn that I declined', async () => {
    const { teacher, student, link } = await asking();
    const before = await list(teacher);
    expect(await requests(student)).toBe(1);
    expect((await end(student, link)).status).toBe(200);
    expect(await followers(student)).toEqual([]);
    expect(await requests(student)).toBe(0);
    expect(await list(teacher)).toEqual(before);
    expect(await end(student, link)).toMatchObject(notFound);
  });

  test('does not ask again for a month by removing me and adding me again, and learns nothing of it', async () => {
    const { teacher, student, link } = await asking();
    const before = await list(teacher);
    await end(student, link);
    for (const isUndo of [true, false]) {
      const [{ id }] = await list(teacher);
      await remove(teacher, id);
      if (!isUndo) await ageRemovals(server.db, teacher.id, '29 days');
      await removeExpired(server.db);
      expect((await add(teacher, student.email)).body.status).toBe('pending');
      expect(await requests(student)).toBe(0);
      expect(await followers(student)).toEqual([]);
    }
    const [{ id, ...after }] = await list(teacher);
    expect(Object.keys({ id, ...after })).toEqual(Object.keys(before[0]));
    // The invitation still lets me think again.
    expect((await accept(student, id)).status).toBe(200);
    expect(await list(teacher)).toMatchObject([{ status: 'active' }]);

    const second = await asking();
    await end(second.student, second.link);
    await remove(second.teacher, second.link);
    await ageRemovals(server.db, second.teacher.id, '31 days');
    await removeExpired(server.db);
    await add(second.teacher, second.student.email);
    expect(await requests(second.student)).toBe(1);
  });

  test('is named by the invitation, to everybody alike, whatever became of it', async () => {
    const { teacher, student, link } = await asking();
    const { body } = await add(teacher, 'nobody.yet@example.org');
    const [, { invitation_link: url }] = await list(teacher);
    const tokens = [body.invitation_token, url.split('invite=')[1]];
    const look = (token: unknown, as?: Person) =>
      server.call('POST /invitation', { token: as?.token, json: { token } });
    const said = { status: 200, body: { id: expect.any(Number), teacher: teacher.username } };
    for (const token of tokens) expect(await look(token)).toEqual(expect.objectContaining(said));
    for (const answer of [await end(student, link), await accept(student, link)]) {
      expect(answer.status).toBe(200);
      for (const as of [undefined, teacher, student])
        expect(await look(tokens[1], as)).toMatchObject({ ...said, body: { id: link } });
    }
    for (const token of ['', 'x'.repeat(513), '\0', null, 5]) expect((await look(token)).status).toBe(422);
    expect(await look(`${tokens[0]}A`)).toMatchObject(notFound);
    await remove(teacher, link);
    expect(await look(tokens[1])).toMatchObject(notFound);
  });

  test('loses access when I end it, at the next request', async () => {
    const { teacher, student, link } = await following();
    expect((await end(student, link)).status).toBe(200);
    expect(await show(teacher, link)).toMatchObject(notFound);
    expect(await list(teacher)).toEqual([]);
    expect(await followers(student)).toEqual([]);
  });

  test('accepted and declined at once ends in one of the two', async () => {
    const { teacher, student, link } = await asking();
    await Promise.all([accept(student, link), end(student, link)]);
    const [after] = await list(teacher);
    // Accepted last, declined last, or ended just after it was accepted.
    expect(await followers(student)).toMatchObject(after?.status === 'active' ? [{ status: 'active' }] : []);
  });
});

describe('when people change', () => {
  test('a student who leaves the school is no longer followed, and may accept again', async () => {
    const { teacher, student, link } = await following();
    await moveUsers(server.db, [student.id], otherSchoolId);
    expect(await list(teacher)).toMatchObject([{ id: link, status: 'pending' }]);
    expect((await show(teacher, link)).body).toMatchObject({ status: 'pending', subjects: [] });
    expect(await followers(student)).toMatchObject([{ id: link, status: 'pending' }]);
    expect((await accept(student, link)).status).toBe(200);
    // Accepted: stays through the next move.
    await moveUsers(server.db, [student.id], null);
    expect(await list(teacher)).toMatchObject([{ id: link, status: 'active' }]);
  });

  test('a student who was removed and then left the school is asked when they are added again at once', async () => {
    const { teacher, student, link } = await following();
    await remove(teacher, link);
    await moveUsers(server.db, [student.id], otherSchoolId);
    expect((await add(teacher, student.email)).body.status).toBe('pending');
    expect(await requests(student)).toBe(1);
  });

  test('a teacher who leaves the school no longer follows its students, except those who move too', async () => {
    const [leaving, together] = [await following(), await following()];
    await moveUsers(server.db, [leaving.teacher.id], otherSchoolId);
    await moveUsers(server.db, [together.teacher.id, together.student.id], otherSchoolId);
    expect(await list(leaving.teacher)).toMatchObject([{ status: 'pending' }]);
    expect(await list(together.teacher)).toMatchObject([{ status: 'active' }]);
  });

  test('a teacher who changes schools keeps the students of other schools who agreed', async () => {
    const { teacher, student, link } = await asking();
    await accept(student, link);
    await moveUsers(server.db, [teacher.id], null);
    expect(await list(teacher)).toMatchObject([{ id: link, status: 'active' }]);
  });

  test('a student who registered by invitation stays followed when a school takes them in', async () => {
    const teacher = await inSchool('teacher');
    await add(teacher, 'adopted@example.org');
    const json = { username: 'adopted', email: 'adopted@example.org', password: PASSWORD };
    await server.call('POST /register', { json });
    const [row] = await listStoredLinks(server.db, teacher.id);
    await moveUsers(server.db, [row?.student_id ?? 0], schoolId);
    expect(await list(teacher)).toMatchObject([{ status: 'active' }]);
  });

  test('a deleted student is gone, and so is the invitation of their address', async () => {
    const [known, stranger, other] = [await following(), await asking(), await asking()];
    await deleteUser(server.db, known.student.id);
    expect(await list(known.teacher)).toEqual([]);
    expect(await show(known.teacher, known.link)).toMatchObject(notFound);
    await deleteUser(server.db, stranger.student.id);
    expect(await list(stranger.teacher)).toEqual([]);
    expect(await list(other.teacher)).toMatchObject([{ status: 'pending' }]);
  });

  test('a student who became a teacher is no longer followed', async () => {
    const { teacher, student, link } = await following();
    await setTeacherSubjects(teacher, ['math_aa_hl']);
    await setSubjects(student, ['math_aa_hl']);
    await changeRole(server.db, student.id, 'teacher');
    expect(await list(teacher)).toMatchObject([{ status: 'pending' }]);
    expect((await show(teacher, link)).body.subjects).toEqual([]);
    expect((await grid(teacher, 'math_aa_hl')).body.students).toEqual([]);
  });

  test('a student’s new address is shown, and is the same student', async () => {
    const { teacher, student, link } = await following();
    await changeEmail(server.db, student.id, 'renamed@example.org');
    expect(await list(teacher)).toMatchObject([{ id: link, email: 'renamed@example.org', status: 'active' }]);
    expect((await add(teacher, 'Renamed@example.org')).status).toBe(400);
    expect((await add(teacher, student.email)).status).toBe(400);
  });
});
