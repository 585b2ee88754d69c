import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AttentionStudent } from '../../../contract/attention.ts';
import { dayAfter } from '../../../domain/days.ts';
import { openSession } from '../../http/session.ts';
import { passTime } from '../../testing/clock.queries.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { tickPaper } from '../../testing/ticks.ts';
import { listSumDifferences } from '../tracker/sums.queries.ts';
import { ageLink, ageSetWork, getToday } from './attention.test.queries.ts';

/** Who needs attention, at the border of every rule, on a database whose clock the test moves. */

let store: TestDatabase;
let server: TestServer;
let schoolId: number;
let today: string;
beforeAll(async () => {
  store = await createTestDatabase({ stoppedClock: true });
  server = await startTestServer({ database: store.db });
  schoolId = await createSchool(store.db);
  today = await getToday(store.db);
});
afterAll(async () => {
  await server.stop();
  await store.drop();
});

const { ok } = stepsOn(() => server);
const createTeacher = async (subjects = ['math_aa_hl']) => {
  const teacher = await createPerson(store.db, 'teacher', { schoolId });
  await ok(teacher, 'POST /teachers/subjects', { subjects });
  return teacher;
};
/** Followed for a month. */
const createStudent = async (teacher: Person, subjects = ['math_aa_hl']) => {
  const student = await createPerson(store.db, 'student', { schoolId });
  await ok(student, 'POST /subjects', { subjects });
  const link = await insertTestLink(store.db, 'active', { teacher, student });
  await ageLink(store.db, link, 30);
  return { ...student, link };
};
const attentionOf = async (teacher: Person): Promise<AttentionStudent[]> =>
  (await ok(teacher, 'GET /teachers/attention')).students;
const daysAgo = (days: number) => dayAfter(today, -days);
const tick = async (student: Person, change: Record<string, unknown> = {}) => {
  const { status } = await tickPaper(server, student, { score: null, ...change });
  expect(status).toBe(200);
};
/** Oldest first, one a year, the newest today. */
const scoreAll = async (student: Person, scores: readonly (number | null)[], subject = 'math_aa_hl') => {
  for (const [at, score] of scores.entries()) {
    const done_on = daysAgo(scores.length - 1 - at);
    await tick(student, { subject_id: subject, year: 2014 + at, session: 'November', score, done_on });
  }
};
const setWork = async (teacher: Person, students: readonly { link: number }[], papers: number) => {
  const id = randomUUID();
  await ok(teacher, 'POST /teachers/sets', {
    id,
    subject_id: 'math_aa_hl',
    papers: Array.from({ length: papers }, (_, n) => ({
      year: 2021 + n,
      session: 'November',
      paper: 'paper2',
      timezone: null,
    })),
    audience: 'chosen',
    group_id: null,
    student_ids: students.map(({ link }) => link),
    due_on: dayAfter(today, 1),
    line: null,
  });
  return id;
};

describe('nothing done', () => {
  test('for 14 days is a reason, for 13 it is not, and a tick ends it', async () => {
    const teacher = await createTeacher();
    const [idle, busy] = [await createStudent(teacher), await createStudent(teacher)];
    await tick(idle, { done_on: daysAgo(14) });
    await tick(busy, { done_on: daysAgo(13) });
    expect(await attentionOf(teacher)).toEqual([
      { id: idle.link, overdue: null, scores_down: null, idle: { days: 14 }, set_aside_until: null },
    ]);
    await tick(idle, { year: 2022 });
    expect(await attentionOf(teacher)).toEqual([]);
    // Taken back, it was not done.
    await tick(idle, { year: 2022, is_completed: false });
    expect(await attentionOf(teacher)).toMatchObject([{ idle: { days: 14 } }]);
  });

  test('ever is a reason once somebody has been followed for 14 days', async () => {
    const teacher = await createTeacher();
    const [old, recent] = [await createStudent(teacher), await createStudent(teacher)];
    await ageLink(store.db, old.link, 14);
    await ageLink(store.db, recent.link, 13);
    expect(await attentionOf(teacher)).toMatchObject([{ id: old.link, idle: { days: null } }]);
  });

  test('means in any of the shared subjects, and the others do not count', async () => {
    const teacher = await createTeacher(['math_aa_hl', 'physics_hl']);
    const student = await createStudent(teacher, ['math_aa_hl', 'physics_hl', 'music_sl']);
    await tick(student, { done_on: daysAgo(20) });
    await tick(student, { subject_id: 'music_sl', done_on: today });
    expect(await attentionOf(teacher)).toMatchObject([{ idle: { days: 20 } }]);
    await tick(student, { subject_id: 'physics_hl', done_on: daysAgo(2) });
    expect(await attentionOf(teacher)).toEqual([]);
    await ok(teacher, 'POST /teachers/subjects', { subjects: ['math_aa_hl'] });
    expect(await attentionOf(teacher)).toMatchObject([{ idle: { days: 20 } }]);
  });
});

describe('the last three scores', () => {
  test.each([
    ['10 below the three before', [70, 70, 70, 60, 60, 60], 10],
    ['less than 10 below', [70, 70, 70, 60, 60, 61], null],
    ['12 below, rounded', [72, 73, 72, 60, 60, 60], 12],
    ['above', [50, 50, 50, 90, 90, 90], null],
    ['without three before', [90, 90, 60, 60, 60], null],
    ['with unscored papers between', [70, 70, 70, null, 60, 60, null, 60], 10],
    ['of nine', [0, 0, 0, 80, 80, 80, 70, 70, 70], 10],
  ])('%s', async (_what, scores, down) => {
    const teacher = await createTeacher();
    const student = await createStudent(teacher);
    await scoreAll(student, scores);
    const students = await attentionOf(teacher);
    expect(students.map(({ scores_down }) => scores_down)).toEqual(down === null ? [] : [down]);
  });

  test('of one subject, and of several the largest fall; that of a subject not shared is not told', async () => {
    const teacher = await createTeacher(['math_aa_hl', 'physics_hl', 'history_hl']);
    const student = await createStudent(teacher, ['math_aa_hl', 'physics_hl', 'music_sl']);
    await scoreAll(student, [70, 70, 70], 'math_aa_hl');
    await scoreAll(student, [40, 40, 40], 'physics_hl');
    expect(await attentionOf(teacher)).toEqual([]);
    await scoreAll(student, [90, 90, 90, 75, 75, 75], 'physics_hl');
    await scoreAll(student, [70, 70, 70, 50, 50, 50], 'math_aa_hl');
    await scoreAll(student, [99, 99, 99, 3, 3, 3], 'music_sl');
    const { body } = await server.call('GET /teachers/attention', { token: teacher.token });
    // Nothing besides: no score, and no fall of the subject that is not shared.
    expect(body).toEqual({
      students: [
        {
          id: student.link,
          idle: null,
          scores_down: 20,
          overdue: null,
          set_aside_until: null,
        },
      ],
    });
  });

  test('are the newest attempts, by the day on which they were made', async () => {
    const teacher = await createTeacher();
    const student = await createStudent(teacher);
    await scoreAll(student, [80, 80, 80, 60, 60, 60]);
    expect(await attentionOf(teacher)).toMatchObject([{ scores_down: 20 }]);
    await ok(student, 'POST /completion/attempts', {
      subject_id: 'math_aa_hl',
      year: 2014,
      session: 'November',
      paper: 'paper1',
      timezone: null,
      done_on: today,
      score: 100,
    });
    // Now 60, 60, 100 after 80, 80, 60.
    expect(await attentionOf(teacher)).toEqual([]);
    expect(await listSumDifferences(store.db)).toEqual([]);
  });
});

describe('set work', () => {
  test('is overdue once its day is over everywhere, and counts its papers since the earliest', async () => {
    const teacher = await createTeacher();
    const [late, done] = [await createStudent(teacher), await createStudent(teacher)];
    for (const student of [late, done]) await tick(student, { done_on: today });
    const first = await setWork(teacher, [late, done], 2);
    const second = await setWork(teacher, [late], 3);
    for (const year of [2021, 2022]) await tick(done, { year, session: 'November', paper: 'paper2' });
    expect(await attentionOf(teacher)).toEqual([]);
    await ageSetWork(store.db, first, 9);
    await ageSetWork(store.db, second, 4);
    expect(await attentionOf(teacher)).toEqual([
      {
        id: late.link,
        // Two of them are set twice.
        overdue: { papers: 3, since: daysAgo(9) },
        scores_down: null,
        idle: null,
        set_aside_until: null,
      },
    ]);
    await tick(late, { year: 2021, session: 'November', paper: 'paper2' });
    expect(await attentionOf(teacher)).toMatchObject([{ overdue: { papers: 2 } }]);
    await ok(teacher, `DELETE /teachers/sets/${first}`);
    expect(await attentionOf(teacher)).toMatchObject([{ overdue: { papers: 2, since: daysAgo(4) } }]);
    await ok(teacher, `DELETE /teachers/sets/${second}`);
    expect(await attentionOf(teacher)).toEqual([]);
  });

  test('of another teacher is not told', async () => {
    const [teacher, other] = [await createTeacher(), await createTeacher()];
    const student = await createStudent(other);
    await ageLink(store.db, await insertTestLink(store.db, 'active', { teacher, student }), 30);
    await tick(student, { done_on: today });
    await ageSetWork(store.db, await setWork(other, [student], 1), 5);
    expect(await attentionOf(other)).toHaveLength(1);
    expect(await attentionOf(teacher)).toEqual([]);
  });
});

describe('nobody is named', () => {
  test('without a shared subject, while pending, or once they are no student or gone', async () => {
    const teacher = await createTeacher(['physics_hl']);
    const student = await createStudent(teacher, ['math_aa_hl']);
    const pending = await createPerson(store.db, 'student');
    await ok(pending, 'POST /subjects', { subjects: ['physics_hl'] });
    await insertTestLink(store.db, 'pending', { teacher, student: pending });
    expect(await attentionOf(teacher)).toEqual([]);
    await ok(student, 'POST /subjects', { subjects: ['math_aa_hl', 'physics_hl'] });
    expect(await attentionOf(teacher)).toHaveLength(1);
    await ok(teacher, `DELETE /teachers/students/${student.link}`);
    expect(await attentionOf(teacher)).toEqual([]);
  });
});

describe('a student who is set aside', () => {
  const setAside = (teacher: Person, id: number | string, is_set_aside: unknown = true) =>
    server.call(`PUT /teachers/students/${id}/set-aside`, { token: teacher.token, json: { is_set_aside } });

  test('comes back by hand, or by themselves after a week; for other teachers nothing changes', async () => {
    const [teacher, other] = [await createTeacher(), await createTeacher()];
    const student = await createStudent(teacher);
    await ageLink(store.db, await insertTestLink(store.db, 'active', { teacher: other, student }), 30);
    expect((await setAside(teacher, student.link)).status).toBe(200);
    const until = dayAfter(today, 7);
    expect(await attentionOf(teacher)).toMatchObject([{ idle: { days: null }, set_aside_until: until }]);
    expect(await attentionOf(other)).toMatchObject([{ set_aside_until: null }]);
    await setAside(teacher, student.link, false);
    expect(await attentionOf(teacher)).toMatchObject([{ set_aside_until: null }]);
    await setAside(teacher, student.link);
    const week = 7 * 24 * 3600;
    await passTime(store.db, week - 1);
    const later = { ...teacher, token: await openSession(store.db, teacher) };
    expect(await attentionOf(later)).toMatchObject([{ set_aside_until: until }]);
    await passTime(store.db, 1);
    expect(await attentionOf(later)).toMatchObject([{ set_aside_until: null }]);
    await passTime(store.db, -week);
  });

  test('stays so when they are removed and that is undone', async () => {
    const teacher = await createTeacher();
    const { link, email } = await createStudent(teacher);
    await setAside(teacher, link);
    const [before] = await attentionOf(teacher);
    for (const _ of [1, 2]) {
      const [student] = await attentionOf(teacher);
      await ok(teacher, `DELETE /teachers/students/${student?.id}`);
      await ok(teacher, 'POST /teachers/students', { email, name: null });
      expect(await attentionOf(teacher)).toEqual([{ ...before, id: expect.any(Number) }]);
    }
  });

  test('must be the teacher’s own, and followed', async () => {
    const [teacher, other] = [await createTeacher(), await createTeacher()];
    const { link } = await createStudent(teacher);
    const pending = await createPerson(store.db, 'student');
    const asked = await insertTestLink(store.db, 'pending', { teacher, student: pending });
    const notFound = (await setAside(teacher, 2_147_483_647)).body;
    for (const [who, id] of [[other, link] as const, [teacher, asked] as const, [teacher, '0'] as const])
      expect(await setAside(who, id)).toMatchObject({ status: 404, body: notFound });
    expect(await attentionOf(teacher)).toMatchObject([{ set_aside_until: null }]);
    for (const wrong of [null, 'true', 1]) expect((await setAside(teacher, link, wrong)).status).toBe(422);
  });
});
