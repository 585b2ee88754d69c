import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../../contract/index.ts';
import { dayAfter, earliestDay } from '../../../domain/days.ts';
import { MAX_SET_PAPERS } from '../../../domain/set-work.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';
import {
  ageWithdrawn,
  setActiveSince,
  setDueOn,
  setEarlierAt,
  setJoinedAt,
  setTickedAt,
} from './set-work.test.queries.ts';

/** Papers that teachers set: for whom, what state they are in, and what becomes of them. */

const server = shareServer();
const NOT_FOUND = { status: 404, body: { detail: 'Not found.' } };
/** The earliest day that is not over everywhere. */
const TODAY = earliestDay(Date.now());
const day = (days: number) => dayAfter(TODAY, days);
const MATHS = 'math_aa_hl';
const KEY = `${MATHS}-2023-May-paper1-TZ1`;
const PAPER = { year: 2023, session: 'May', paper: 'paper1', timezone: 'TZ1' };

let schoolId: number;
beforeAll(async () => {
  schoolId = await createSchool(server.db);
});

const send = (who: Person, address: string, json?: unknown) =>
  server.call(address, { token: who.token, json });
const { ok, takes, teaches, follow } = stepsOn(() => server);
const tick = (student: Person, given: Record<string, unknown> = {}) =>
  ok(student, 'POST /completion', { subject_id: MATHS, ...PAPER, is_completed: true, score: 70, ...given });

const draft = (given: Record<string, unknown> = {}) => ({
  id: randomUUID() as string,
  subject_id: MATHS,
  papers: [PAPER],
  audience: 'everyone',
  group_id: null,
  student_ids: [],
  due_on: day(7),
  line: null,
  ...given,
});
const set = (teacher: Person, given: Record<string, unknown> = {}) =>
  ok(teacher, 'POST /teachers/sets', draft(given));
const newTeacher = async (school: number | undefined = schoolId) => {
  const teacher = await createPerson(server.db, 'teacher', school === undefined ? {} : { schoolId: school });
  await teaches(teacher, MATHS);
  return teacher;
};
const newStudent = async (school: number | undefined = schoolId) => {
  const student = await createPerson(server.db, 'student', school === undefined ? {} : { schoolId: school });
  await takes(student, MATHS);
  return student;
};
/** A teacher and a student of theirs, who takes what they teach. */
const pair = async () => {
  const [teacher, student] = await Promise.all([newTeacher(), newStudent()]);
  return { teacher, student, link: await follow(teacher, student) };
};

const mine = async (student: Person) => (await ok(student, 'GET /users/me/from-teachers')).set_work;
const idsOf = async (student: Person) => (await mine(student)).map(({ id }: { id: string }) => id);
const list = async (teacher: Person) => (await ok(teacher, 'GET /teachers/sets')).sets;
const show = (teacher: Person, id: string) => ok(teacher, `GET /teachers/sets/${id}`);
/** The state of a student's paper in every answer that says it. */
const stateIn = async (teacher: Person, id: string, link: number, key = KEY) => {
  const { students } = await show(teacher, id);
  const row = students.find((one: { id: number }) => one.id === link);
  const grid = (await ok(teacher, `GET /teachers/grid?subject_id=${MATHS}`)).students;
  const page = await ok(teacher, `GET /teachers/students/${link}`);
  const [entry] = await list(teacher);
  return {
    set: row?.papers[key]?.state,
    grid: grid.find((one: { id: number }) => one.id === link)?.set[key]?.state ?? 'done',
    page: page.set[0]?.papers[key],
    counts: { done: entry.done, late: entry.late, overdue: entry.overdue },
  };
};
const everywhere = (state: string) => ({
  set: state,
  grid: state,
  page: state,
  counts: { done: 0, late: 0, overdue: 0, ...(state !== 'to_do' && { [state]: 1 }) },
});

test('is seen by the student, and its state by the teacher', async () => {
  const { teacher, student, link } = await pair();
  const papers = [PAPER, { ...PAPER, year: 2022, timezone: null }];
  const entry = await set(teacher, { papers, line: '  Section B only. ' });
  expect(entry).toEqual({
    id: entry.id,
    subject_id: MATHS,
    papers: [KEY, `${MATHS}-2022-May-paper1`],
    due_on: day(7),
    line: 'Section B only.',
    created_at: expect.any(String),
    audience: 'everyone',
    group: null,
    students: 1,
    total: 2,
    done: 0,
    late: 0,
    overdue: 0,
  });
  expect(await list(teacher)).toEqual([entry]);
  expect(await mine(student)).toEqual([
    {
      id: entry.id,
      teacher: teacher.username,
      subject_id: MATHS,
      due_on: day(7),
      line: 'Section B only.',
      papers: entry.papers,
    },
  ]);
  await tick(student);
  const one = await show(teacher, entry.id);
  expect(one).toEqual({
    ...entry,
    done: 1,
    students: [
      {
        id: link,
        name: null,
        email: student.email,
        takes_subject: true,
        papers: {
          [KEY]: { state: 'done', score: 70 },
          [`${MATHS}-2022-May-paper1`]: { state: 'to_do', score: null },
        },
      },
    ],
    student_ids: [],
  });
  expect(api['GET /teachers/sets/{id}'].response.parse(one)).toEqual(one);
  expect(api['GET /teachers/sets'].response.parse({ sets: await list(teacher) })).toEqual({
    sets: [{ ...entry, done: 1 }],
  });
  expect((await ok(teacher, `GET /teachers/grid?subject_id=${MATHS}`)).students[0].set).toEqual({
    [`${MATHS}-2022-May-paper1`]: { set_id: entry.id, due_on: day(7), state: 'to_do' },
  });
  expect((await ok(teacher, `GET /teachers/students/${link}`)).set).toEqual([
    {
      set_id: entry.id,
      subject_id: MATHS,
      due_on: day(7),
      papers: { [KEY]: 'done', [`${MATHS}-2022-May-paper1`]: 'to_do' },
    },
  ]);
});

describe('the state of a paper', () => {
  test('is to do on its day, and overdue when that has ended everywhere', async () => {
    const { teacher, link } = await pair();
    await setActiveSince(server.db, link, '2026-01-01T00:00:00Z');
    const { id } = await set(teacher, { due_on: TODAY });
    expect(await stateIn(teacher, id, link)).toEqual(everywhere('to_do'));
    await setDueOn(server.db, id, day(-1));
    expect(await stateIn(teacher, id, link)).toEqual(everywhere('overdue'));
  });

  test.each([
    ['on a day that was named, the one after', '2026-03-06T10:00:00Z', 'late'],
    ['on a day that was named, the one itself', '2026-03-05T10:00:00Z', 'done'],
    ['while its day had not ended everywhere', '2026-03-06T11:59:00Z', 'done'],
    ['when it had', '2026-03-06T12:01:00Z', 'late'],
    ['long before it was set', '2025-01-05T10:00:00Z', 'done'],
  ])('done %s, is as it should be, in every answer', async (_when, at, state) => {
    const { teacher, student, link } = await pair();
    await setActiveSince(server.db, link, '2026-01-01T00:00:00Z');
    const { id } = await set(teacher);
    // Shown for eight weeks: a day near today, moved by as much as the tick.
    const shift = (Date.parse(day(-3)) - Date.parse('2026-03-05')) / 86_400_000;
    const moved = new Date(Date.parse(at) + shift * 86_400_000).toISOString();
    await setDueOn(server.db, id, day(-3));
    await tick(student);
    await setTickedAt(server.db, student.id, KEY, moved);
    expect(await stateIn(teacher, id, link)).toEqual(everywhere(state));
    await tick(student, { is_completed: false });
    expect(await stateIn(teacher, id, link)).toEqual(everywhere('overdue'));
  });

  test('goes by the first of several attempts', async () => {
    const { teacher, student, link } = await pair();
    await setActiveSince(server.db, link, '2026-01-01T00:00:00Z');
    const { id } = await set(teacher);
    await setDueOn(server.db, id, day(-3));
    await tick(student, { done_on: day(-2) });
    const json = { subject_id: MATHS, ...PAPER, done_on: day(0), score: 80 };
    await ok(student, 'POST /completion/attempts', json);
    await setTickedAt(server.db, student.id, KEY, `${day(-1)}T10:00:00Z`);
    await setEarlierAt(server.db, student.id, KEY, `${day(-2)}T11:00:00Z`);
    expect(await stateIn(teacher, id, link)).toEqual(everywhere('done'));
    await setEarlierAt(server.db, student.id, KEY, `${day(-2)}T10:00:00Z`);
    expect(await stateIn(teacher, id, link)).toEqual(everywhere('late'));
    // The newest score is shown.
    expect((await show(teacher, id)).students[0].papers[KEY]).toEqual({ state: 'late', score: 80 });
  });

  test.each([
    ['TZ1', 'TZ1', 'done'],
    ['TZ1', null, 'done'],
    ['TZ1', 'TZ2', 'to_do'],
    [null, 'TZ2', 'done'],
    [null, null, 'done'],
  ])('set as %s and done as %s is %s', async (asSet, asDone, state) => {
    const { teacher, student, link } = await pair();
    const { id, papers } = await set(teacher, { papers: [{ ...PAPER, timezone: asSet }] });
    await tick(student, { timezone: asDone });
    await tick(student, { year: 2022 });
    expect(await stateIn(teacher, id, link, papers[0])).toEqual(everywhere(state));
  });

  test('of a paper that is set twice is the more urgent in the grid', async () => {
    const { teacher, link } = await pair();
    await setActiveSince(server.db, link, '2026-01-01T00:00:00Z');
    const later = await set(teacher, { due_on: day(9) });
    const sooner = await set(teacher, { due_on: day(2) });
    const inGrid = async () =>
      (await ok(teacher, `GET /teachers/grid?subject_id=${MATHS}`)).students[0].set[KEY];
    expect(await inGrid()).toEqual({ set_id: sooner.id, due_on: day(2), state: 'to_do' });
    await setDueOn(server.db, later.id, day(-2));
    expect(await inGrid()).toEqual({ set_id: later.id, due_on: day(-2), state: 'overdue' });
    expect((await list(teacher)).map(({ id }: { id: string }) => id)).toEqual([sooner.id, later.id]);
  });
});

describe('whom it is for', () => {
  test('everyone who takes the subject, also who comes later, until its day', async () => {
    const { teacher, student } = await pair();
    const other = await newStudent();
    await takes(other, 'history_hl');
    await follow(teacher, other);
    const { id, students } = await set(teacher);
    expect(students).toBe(1);
    const late = await newStudent();
    const link = await follow(teacher, late);
    expect(await idsOf(late)).toEqual([id]);
    expect(await idsOf(student)).toEqual([id]);
    expect(await idsOf(other)).toEqual([]);
    // Who does not take it is not in the list either.
    expect((await show(teacher, id)).students).toHaveLength(2);
    await setDueOn(server.db, id, day(-1));
    expect(await idsOf(late)).toEqual([]);
    await setActiveSince(server.db, link, `${day(-1)}T12:00:00Z`);
    expect(await idsOf(late)).toEqual([id]);
  });

  test('a group, also who joins it later, until its day; and no longer who leaves it', async () => {
    const { teacher, student, link } = await pair();
    const second = await newStudent();
    const secondLink = await follow(teacher, second);
    const group = await ok(teacher, 'POST /teachers/groups', { name: '12B', students: [link] });
    const entry = await set(teacher, { audience: 'group', group_id: group.id });
    expect(entry).toMatchObject({ group: { id: group.id, name: '12B' }, students: 1 });
    expect([await idsOf(student), await idsOf(second)]).toEqual([[entry.id], []]);
    const put = (students: number[]) =>
      ok(teacher, `PUT /teachers/groups/${group.id}`, { name: '12B', students });
    await put([link, secondLink]);
    expect(await idsOf(second)).toEqual([entry.id]);
    await setDueOn(server.db, entry.id, day(-1));
    await setJoinedAt(server.db, link, '2026-01-01T00:00:00Z');
    expect([await idsOf(student), await idsOf(second)]).toEqual([[entry.id], []]);
    await setDueOn(server.db, entry.id, day(3));
    await put([secondLink]);
    expect([await idsOf(student), await idsOf(second)]).toEqual([[], [entry.id]]);
    // A group that is removed goes on for what was set.
    await ok(teacher, `DELETE /teachers/groups/${group.id}`);
    expect(await idsOf(second)).toEqual([entry.id]);
    expect((await show(teacher, entry.id)).group).toEqual({ id: group.id, name: '12B' });
    const { id: _id, ...same } = draft({ audience: 'group', group_id: group.id, due_on: day(4) });
    await ok(teacher, `PUT /teachers/sets/${entry.id}`, same);
    expect(await send(teacher, 'POST /teachers/sets', draft(same))).toMatchObject(NOT_FOUND);
  });

  test('those whom the teacher chose, and nobody else', async () => {
    const { teacher, student, link } = await pair();
    const other = await newStudent();
    await follow(teacher, other);
    const { id } = await set(teacher, { audience: 'chosen', student_ids: [link] });
    expect([await idsOf(student), await idsOf(other)]).toEqual([[id], []]);
    expect(await show(teacher, id)).toMatchObject({ student_ids: [link], students: [{ id: link }] });
  });

  test('a student of no school, and one of another who has accepted', async () => {
    const alone = await createPerson(server.db, 'teacher');
    await teaches(alone, MATHS);
    const student = await newStudent(await createSchool(server.db));
    const link = await follow(alone, student);
    const { id } = await set(alone);
    expect(await idsOf(student)).toEqual([]);
    await ok(student, `POST /users/me/teachers/${link}/accept`);
    expect(await idsOf(student)).toEqual([id]);
    await ok(student, `DELETE /users/me/teachers/${link}`);
    expect(await idsOf(student)).toEqual([]);
    expect((await show(alone, id)).students).toEqual([]);
  });

  test('of several teachers each sets their own', async () => {
    const { teacher, student } = await pair();
    const other = await newTeacher();
    await follow(other, student);
    const one = await set(teacher, { due_on: day(5) });
    const two = await set(other, { due_on: day(3) });
    expect(await idsOf(student)).toEqual([two.id, one.id]);
    expect(await list(teacher)).toHaveLength(1);
    expect(await send(teacher, `GET /teachers/sets/${two.id}`)).toMatchObject(NOT_FOUND);
  });
});

describe('ends', () => {
  test('with the subject, of either, and comes back with it', async () => {
    const { teacher, student, link } = await pair();
    const { id } = await set(teacher, { audience: 'chosen', student_ids: [link] });
    await tick(student);
    await takes(student, 'history_hl');
    expect(await idsOf(student)).toEqual([]);
    const one = await show(teacher, id);
    expect(one).toMatchObject({ total: 0, done: 0 });
    // The teacher is told that they no longer take it, and nothing of their papers.
    expect(one.students).toEqual([
      { id: link, name: null, email: student.email, takes_subject: false, papers: {} },
    ]);
    expect((await ok(teacher, `GET /teachers/students/${link}`)).set).toEqual([]);
    await takes(student, MATHS);
    await teaches(teacher, 'history_hl');
    expect(await idsOf(student)).toEqual([]);
    expect(await list(teacher)).toEqual([]);
    expect(await send(teacher, `GET /teachers/sets/${id}`)).toMatchObject(NOT_FOUND);
    await teaches(teacher, MATHS);
    expect(await idsOf(student)).toEqual([id]);
    expect(await list(teacher)).toMatchObject([{ id, done: 1 }]);
  });

  test('with a removed student, and comes back with Undo, for whomever it was', async () => {
    const { teacher, student, link } = await pair();
    const group = await ok(teacher, 'POST /teachers/groups', { name: '12C', students: [link] });
    const chosen = await set(teacher, { audience: 'chosen', student_ids: [link], due_on: day(1) });
    const ofGroup = await set(teacher, { audience: 'group', group_id: group.id, due_on: day(2) });
    const ofAll = await set(teacher, { due_on: day(3) });
    await ok(teacher, `DELETE /teachers/students/${link}`);
    expect(await idsOf(student)).toEqual([]);
    expect((await list(teacher)).map(({ students }: { students: number }) => students)).toEqual([0, 0, 0]);
    await follow(teacher, student);
    expect(await idsOf(student)).toEqual([chosen.id, ofGroup.id, ofAll.id]);
  });

  test('when it is withdrawn, until that is undone', async () => {
    const { teacher, student } = await pair();
    const { id } = await set(teacher);
    await ok(teacher, `DELETE /teachers/sets/${id}`);
    expect(await idsOf(student)).toEqual([]);
    expect(await list(teacher)).toEqual([]);
    for (const address of [`GET /teachers/sets/${id}`, `DELETE /teachers/sets/${id}`])
      expect(await send(teacher, address)).toMatchObject(NOT_FOUND);
    const { id: _id, ...same } = draft();
    expect(await send(teacher, `PUT /teachers/sets/${id}`, same)).toMatchObject(NOT_FOUND);
    // A copy of the call that set it, come late, does not bring it back.
    expect(await send(teacher, 'POST /teachers/sets', draft({ id }))).toMatchObject(NOT_FOUND);
    await ok(teacher, `POST /teachers/sets/${id}/restore`);
    expect(await idsOf(student)).toEqual([id]);
    // Which is possible for a day.
    await ok(teacher, `DELETE /teachers/sets/${id}`);
    await ageWithdrawn(server.db, id);
    expect(await send(teacher, `POST /teachers/sets/${id}/restore`)).toMatchObject(NOT_FOUND);
    expect(await idsOf(student)).toEqual([]);
  });

  test('for the student eight weeks after its day, and not for the teacher', async () => {
    const { teacher, student, link } = await pair();
    await setActiveSince(server.db, link, '2020-01-01T00:00:00Z');
    const { id } = await set(teacher);
    await setDueOn(server.db, id, day(-56));
    expect(await idsOf(student)).toEqual([id]);
    await setDueOn(server.db, id, day(-57));
    expect(await idsOf(student)).toEqual([]);
    expect((await ok(teacher, `GET /teachers/students/${link}`)).set).toEqual([]);
    expect(await list(teacher)).toMatchObject([{ id, overdue: 1 }]);
  });
});

describe('changing', () => {
  const change = (teacher: Person, id: string, given: Record<string, unknown>) => {
    const { id: _id, ...json } = draft(given);
    return send(teacher, `PUT /teachers/sets/${id}`, json);
  };

  test('replaces papers, students, day and line', async () => {
    const { teacher, student, link } = await pair();
    const other = await newStudent();
    await follow(teacher, other);
    const { id } = await set(teacher);
    const papers = [{ ...PAPER, paper: 'paper2' }];
    const given = {
      papers,
      audience: 'chosen',
      student_ids: [link],
      due_on: day(20),
      line: 'Take your time.',
    };
    const { body } = await change(teacher, id, given);
    const keys = [`${MATHS}-2023-May-paper2-TZ1`];
    expect(body).toMatchObject({ id, papers: keys, due_on: day(20), line: 'Take your time.', students: 1 });
    expect(await mine(student)).toMatchObject([{ papers: keys, due_on: day(20) }]);
    expect(await idsOf(other)).toEqual([]);
  });

  test('leaves a day that is past, and takes no other one', async () => {
    const { teacher } = await pair();
    const { id } = await set(teacher);
    await setDueOn(server.db, id, day(-3));
    expect(await change(teacher, id, { due_on: day(-3), line: 'Still.' })).toMatchObject({
      status: 200,
      body: { line: 'Still.' },
    });
    expect(await change(teacher, id, { due_on: day(-2) })).toMatchObject({
      status: 422,
      body: { detail: 'The due date is in the past.' },
    });
    expect((await change(teacher, id, { due_on: day(5) })).status).toBe(200);
  });
});

describe('refuses', () => {
  test.each([
    ['no paper', { papers: [] }, 'Choose at least one paper.'],
    ['a paper twice', { papers: [PAPER, PAPER] }, 'One of the papers is listed twice.'],
    [
      'a paper that the subject lacks',
      { papers: [{ ...PAPER, paper: 'essay' }] },
      'One of the papers does not exist.',
    ],
    ['May 2020', { papers: [{ ...PAPER, year: 2020 }] }, 'One of the papers does not exist.'],
    [
      'a subject not taught',
      { subject_id: 'history_hl', papers: [{ ...PAPER, timezone: null }] },
      'Choose a subject that you teach.',
    ],
    ['yesterday', { due_on: day(-1) }, 'The due date is in the past.'],
    ['the day after two years', { due_on: day(900) }, 'The due date is more than two years away.'],
    ['no day', { due_on: '2026-02-30' }, 'due_on'],
    ['a long line', { line: 'x'.repeat(201) }, 'line: Must be at most 200 characters.'],
    ['an empty line', { line: ' ' }, 'line: Must not be empty.'],
    ['control characters', { line: 'a\u0007b' }, 'line'],
    ['a group for everyone', { group_id: 1 }, 'Choose a group, or none.'],
    ['no group', { audience: 'group' }, 'Choose a group, or none.'],
    ['nobody chosen', { audience: 'chosen' }, 'student_ids'],
    ['somebody for everyone', { student_ids: [1] }, 'student_ids'],
    ['more', { extra: 1 }, 'Unknown field: extra'],
    ['an id that is none', { id: '1' }, 'id: Invalid UUID'],
    ['an unknown paper', { papers: [{ ...PAPER, paper: 'paper4' }] }, 'papers.0.paper: Invalid option'],
  ])('%s', async (_what, given, words) => {
    const teacher = await newTeacher();
    const { status, body } = await send(teacher, 'POST /teachers/sets', draft(given));
    expect({ status, detail: body.detail }).toEqual({ status: 422, detail: expect.stringContaining(words) });
    expect(await list(teacher)).toEqual([]);
  });

  test('more papers than may be set at once, and takes so many', async () => {
    const teacher = await newTeacher();
    const papers = Array.from({ length: MAX_SET_PAPERS + 1 }, (_, n) => ({
      year: 2014 + (n % 10),
      session: 'November',
      paper: ['paper1', 'paper2'][Math.floor(n / 30)] ?? 'paper3',
      timezone: [null, 'TZ1', 'TZ2'][Math.floor((n % 30) / 10)],
    }));
    expect((await send(teacher, 'POST /teachers/sets', draft({ papers }))).status).toBe(422);
    expect((await set(teacher, { papers: papers.slice(1) })).papers).toHaveLength(MAX_SET_PAPERS);
  });

  test('more than 200 of a year, also by Undo', async () => {
    const teacher = await newTeacher();
    const first = await set(teacher);
    for (let n = 1; n < 200; n += 1) await set(teacher);
    const refusal = {
      status: 409,
      body: { detail: 'You have set papers 200 times within a year. Withdraw some first.' },
    };
    expect(await send(teacher, 'POST /teachers/sets', draft())).toMatchObject(refusal);
    await ok(teacher, `DELETE /teachers/sets/${first.id}`);
    const last = await set(teacher);
    expect(await send(teacher, `POST /teachers/sets/${first.id}/restore`)).toMatchObject(refusal);
    expect(await send(teacher, `GET /teachers/sets/${first.id}`)).toMatchObject(NOT_FOUND);
    // What was due more than a year ago makes room.
    await setDueOn(server.db, last.id, day(-365));
    await ok(teacher, `POST /teachers/sets/${first.id}/restore`);
  });
});

test('by group: what reaches somebody in it, counted for them', async () => {
  const { teacher, student, link } = await pair();
  const other = await newStudent();
  const otherLink = await follow(teacher, other);
  const group = await ok(teacher, 'POST /teachers/groups', { name: '12B', students: [link] });
  const inGroup = async (id: number) => (await ok(teacher, `GET /teachers/sets?group_id=${id}`)).sets;
  const everyone = await set(teacher);
  await set(teacher, { audience: 'chosen', student_ids: [otherLink] });
  await tick(student);
  expect(await inGroup(group.id)).toEqual([{ ...everyone, students: 1, total: 1, done: 1 }]);
  await takes(student);
  expect(await inGroup(group.id)).toEqual([]);

  const stranger = await newTeacher();
  for (const address of [`GET /teachers/sets?group_id=${group.id}`, 'GET /teachers/sets?group_id=2147483647'])
    expect(await send(stranger, address)).toMatchObject(NOT_FOUND);
  await ok(teacher, `DELETE /teachers/groups/${group.id}`);
  expect(await send(teacher, `GET /teachers/sets?group_id=${group.id}`)).toMatchObject(NOT_FOUND);
  expect((await send(teacher, 'GET /teachers/sets?group_id=x')).status).toBe(422);
});

test('the same id again is the same set work', async () => {
  const { teacher, student } = await pair();
  const json = draft();
  const first = await ok(teacher, 'POST /teachers/sets', json);
  expect(await ok(teacher, 'POST /teachers/sets', { ...json, line: 'Changed.' })).toEqual(first);
  expect(await idsOf(student)).toEqual([json.id]);
});
