import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { dayAfter, earliestDay } from '../../../domain/days.ts';
import { MAX_REPORTS } from '../../../domain/school-dashboard.ts';
import { SHOWN_DAYS } from '../../../domain/set-work.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { setActiveSince, setDueOn } from '../set-work/set-work.test.queries.ts';
import { giveName, insertGroup, insertStudents, moveTo } from './users.test.queries.ts';

/** How each student is doing, and what teachers have set: of a school, and of nobody else. */

const server = shareServer();
const { ok, takes, teaches, follow } = stepsOn(() => server);
const TODAY = earliestDay(Date.now());
const day = (days: number) => dayAfter(TODAY, days);
const MATHS = 'math_aa_hl';

let schoolId: number;
let head: Person;
let teacher: Person;
let anna: Person;
let ben: Person;
beforeEach(async () => {
  schoolId = await createSchool(server.db);
  head = await createPerson(server.db, 'school_admin', { schoolId });
  teacher = await createPerson(server.db, 'teacher', { schoolId });
  [anna, ben] = [
    await createPerson(server.db, 'student', { schoolId }),
    await createPerson(server.db, 'student', { schoolId }),
  ];
  await teaches(teacher, MATHS);
  await takes(anna, 'physics_hl', MATHS);
  await takes(ben, MATHS);
  for (const student of [anna, ben])
    await setActiveSince(server.db, await follow(teacher, student), `${day(-100)}T10:00:00Z`);
});

const paper = (year: number, timezone: string | null = 'TZ1') => ({
  year,
  session: 'November',
  paper: 'paper2',
  timezone,
});
const set = async (papers: readonly object[], dueOn: string, by = teacher, given: object = {}) => {
  const id = randomUUID();
  await ok(by, 'POST /teachers/sets', {
    id,
    subject_id: MATHS,
    papers,
    audience: 'everyone',
    group_id: null,
    student_ids: [],
    due_on: day(7),
    line: null,
    ...given,
  });
  await setDueOn(server.db, id, dueOn);
};
const tick = (who: Person, year: number, given: Record<string, unknown> = {}) =>
  ok(who, 'POST /completion', {
    subject_id: MATHS,
    ...paper(year),
    is_completed: true,
    score: 70,
    done_on: day(-20),
    ...given,
  });
const dashboard = (path: string, who = head) => ok(who, `GET /schooladmin/dashboard/${path}`);
const reports = async (query = '') => (await dashboard(`reports?${query}`)).reports;

describe('reports', () => {
  test('have each subject with figures, the newest scores and what was set', async () => {
    await set([paper(2021), paper(2022)], day(-10));
    await set([paper(2023), paper(2024, null)], day(3));
    // Longer ago than it is shown.
    await set([paper(2019)], day(-SHOWN_DAYS - 1));
    await tick(anna, 2021, { score: 50 });
    // After its day; the variant that was not set does not count for the next.
    await tick(anna, 2022, { score: 60, done_on: day(-5) });
    await tick(anna, 2023, { score: 70, timezone: 'TZ2', done_on: day(-4) });
    await tick(anna, 2024, { score: 80, timezone: 'TZ2', done_on: day(-3) });
    for (const year of [2017, 2018]) await tick(anna, year, { score: 40, done_on: day(-30) });
    await giveName(server.db, anna.id, 'Anna Müller');
    await insertGroup(server.db, schoolId, '12B', [anna.id]);
    await insertGroup(server.db, schoolId, '12 Physics', [anna.id, ben.id]);

    const [first, second] = await reports('papers=set');
    const rows = await dashboard('users?papers=set&role=student&subject_id=math_aa_hl');
    expect(first).toEqual({
      id: anna.id,
      username: anna.username,
      name: 'Anna Müller',
      groups: ['12 Physics', '12B'],
      subjects: [
        {
          subject_id: 'physics_hl',
          done: 0,
          total: expect.any(Number),
          average: null,
          scores: [],
          set_done: 0,
          set_total: 0,
          set_late: 0,
        },
        {
          subject_id: MATHS,
          done: rows[0].done,
          total: rows[0].total,
          average: 57,
          scores: [40, 50, 60, 70, 80],
          set_done: 3,
          set_total: 4,
          set_late: 1,
        },
      ],
    });
    // There was none of the subject before 2021.
    expect(rows[0].done).toBe(4);
    expect(second).toMatchObject({
      id: ben.id,
      groups: ['12 Physics'],
      subjects: [{ subject_id: MATHS, done: 0, scores: [], set_done: 0, set_total: 4, set_late: 0 }],
    });

    const student = await dashboard(`students/${anna.id}?papers=set`);
    expect(student).toMatchObject({
      student: { username: anna.username, email: anna.email, name: 'Anna Müller' },
      groups: first.groups,
      summary: first.subjects,
    });
    expect((await dashboard(`students/${anna.id}`)).summary[1].total).toBeGreaterThan(
      first.subjects[1].total,
    );
  });

  test('follow the filter and the order, one of them by its id', async () => {
    await tick(ben, 2023);
    const idsOf = async (query: string) => (await reports(query)).map(({ id }: { id: number }) => id);
    expect(await idsOf('sort=done&order=desc')).toEqual([ben.id, anna.id]);
    expect(await idsOf('order=desc')).toEqual([ben.id, anna.id]);
    expect(await idsOf('subject_id=physics_hl')).toEqual([anna.id]);
    expect((await reports('subject_id=physics_hl'))[0].subjects).toHaveLength(1);
    expect(await idsOf(`id=${anna.id}`)).toEqual([anna.id]);
    expect(await idsOf('role=teacher')).toEqual([]);
    for (const id of [teacher.id, head.id, (await createPerson(server.db, 'student')).id, 2_147_483_647])
      expect(await idsOf(`id=${id}`)).toEqual([]);
  });

  test(`of more than ${MAX_REPORTS} are refused in words`, async () => {
    await insertStudents(server.db, schoolId, MAX_REPORTS - 2);
    expect(await reports()).toHaveLength(MAX_REPORTS);
    await createPerson(server.db, 'student', { schoolId });
    const { status, body } = await server.call('GET /schooladmin/dashboard/reports', { token: head.token });
    expect({ status, body }).toEqual({
      status: 422,
      body: { detail: 'These are more than 400 students. Choose fewer, by a filter.' },
    });
    expect(await reports(`teacher_id=${teacher.id}`)).toHaveLength(2);
  });
});

describe('set work', () => {
  const ofTeacher = async () =>
    (await dashboard('teachers')).find(({ id }: { id: number }) => id === teacher.id);
  const ofMaths = async () =>
    (await dashboard('statistics')).subject_stats.find(
      ({ subject_id }: { subject_id: string }) => subject_id === MATHS,
    );

  test('is counted by teacher and by subject, papers times students of this school', async () => {
    expect(await ofTeacher()).toMatchObject({ set_open: 0, set_done: 0, set_total: 0, students: 2 });
    expect(await ofMaths()).toBeUndefined();
    await set([paper(2021), paper(2022)], day(-10));
    await set([paper(2023)], day(0));
    await set([paper(2019)], day(-SHOWN_DAYS - 1));
    expect(await ofTeacher()).toMatchObject({ set_open: 1, set_done: 0, set_total: 6 });
    // Nothing is done yet, and it is there for what was set.
    expect(await ofMaths()).toEqual({
      subject_id: MATHS,
      completed_papers: 0,
      avg_score: null,
      bands: [0, 0, 0, 0, 0],
      set_done: 0,
      set_total: 6,
    });
    await tick(anna, 2021);
    await tick(ben, 2023, { done_on: day(-1), timezone: null });
    expect(await ofTeacher()).toMatchObject({ set_open: 1, set_done: 2, set_total: 6 });
    expect(await ofMaths()).toMatchObject({ completed_papers: 2, set_done: 2, set_total: 6 });

    // Students of another school who follow this teacher are that school's.
    const elsewhere = await createSchool(server.db);
    const stranger = await createPerson(server.db, 'student', { schoolId: elsewhere });
    await takes(stranger, MATHS);
    await follow(teacher, stranger);
    const { teachers } = await ok(stranger, 'GET /users/me/teachers');
    await ok(stranger, `POST /users/me/teachers/${teachers[0].id}/accept`);
    expect(await ofTeacher()).toMatchObject({ set_total: 6, students: 2 });
    // And who has moved there is no longer counted here.
    await moveTo(server.db, ben.id, elsewhere);
    expect(await ofTeacher()).toMatchObject({ set_done: 1, set_total: 3, students: 1 });
    expect(await reports()).toHaveLength(1);
  });

  test('ends with the subject, on either side', async () => {
    await set([paper(2021)], day(3));
    await takes(ben, 'physics_hl');
    expect(await ofTeacher()).toMatchObject({ set_open: 1, set_total: 1 });
    await teaches(teacher, 'physics_hl');
    expect(await ofTeacher()).toMatchObject({ set_open: 0, set_total: 0 });
    expect((await reports())[0].subjects).toMatchObject([{ set_total: 0 }, { set_total: 0 }]);
  });
});

test('a teacher’s last login is told, and nothing else of what they do', async () => {
  const lastLogin = async () => (await dashboard('teachers'))[0].last_login;
  expect(await lastLogin()).toBeNull();
  await server.call('POST /token', { form: { username: teacher.username, password: PASSWORD } });
  await server.call('POST /token', { form: { username: anna.username, password: PASSWORD } });
  const at = await lastLogin();
  expect(Date.now() - Date.parse(at)).toBeLessThan(60_000);
  await server.call('POST /users/me/password', {
    token: teacher.token,
    json: { current_password: PASSWORD, new_password: 'another fine secret' },
  });
  expect(await lastLogin()).toBe(at);
});

test('scores are counted in fifths, also when they change within the same sum', async () => {
  const bands = async () => (await dashboard('statistics')).subject_stats[0].bands;
  const scores = [0, 19, 20, 39, 40, 60, 79, 80, 100];
  for (const [n, score] of scores.entries()) await tick(anna, 2014 + n, { score });
  await tick(ben, 2023, { score: null });
  expect(await bands()).toEqual([2, 2, 1, 2, 2]);
  // 19 and 39 become 29 and 29: two records of one call, whose scores add up to the same.
  await ok(anna, 'POST /completion/attempts', {
    subject_id: MATHS,
    ...paper(2015),
    done_on: day(-1),
    score: 29,
  });
  await ok(anna, 'POST /completion/attempts', {
    subject_id: MATHS,
    ...paper(2017),
    done_on: day(-1),
    score: 29,
  });
  expect(await bands()).toEqual([1, 3, 1, 2, 2]);
  await tick(anna, 2014, { is_completed: false, score: null });
  expect(await bands()).toEqual([0, 3, 1, 2, 2]);
  await moveTo(server.db, anna.id, null);
  expect((await dashboard('statistics')).subject_stats[0].bands).toEqual([0, 0, 0, 0, 0]);
});
