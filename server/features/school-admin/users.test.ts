import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseCompletionKey } from '../../../domain/completion-key.ts';
import { paperBit } from '../../../domain/paper-bits.ts';
import { PAPERS, SITS, TIMEZONES, WHICH_PAPERS } from '../../../domain/papers.ts';
import { progressOf } from '../../../domain/progress.ts';
import { SORT_ORDERS, USER_SORTS } from '../../../domain/school-dashboard.ts';
import { SESSIONS } from '../../../domain/years.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { listSumDifferences } from '../tracker/sums.queries.ts';
import {
  ageAccount,
  ageActivity,
  forgetUsername,
  getVersion,
  giveName,
  insertGroup,
  listBits,
  moveTo,
  removeGroup,
} from './users.test.queries.ts';

/** Everybody at a school: found by filters, in any order, with figures that are those of the teachers and the students. */

const server = shareServer();
const { ok, asAdmin, takes, teaches, follow } = stepsOn(() => server);

type Row = {
  id: number;
  username: string | null;
  name: string | null;
  role: string;
  done: number | null;
  total: number | null;
  average: number | null;
  last_activity: string | null;
};
type Query = Record<string, string | number>;

const today = () => new Date().toISOString().slice(0, 10);

const openSchool = async () => {
  const schoolId = await createSchool(server.db);
  const head = await createPerson(server.db, 'school_admin', { schoolId });
  const send = (query: Query = {}, who = head) => {
    const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return server.call(`GET /schooladmin/dashboard/users?${text}`, { token: who.token });
  };
  const list = async (query: Query = {}): Promise<Row[]> => {
    const { status, body } = await send(query);
    expect(status, JSON.stringify(body)).toBe(200);
    return body;
  };
  return {
    schoolId,
    head,
    send,
    list,
    ids: async (query: Query = {}) => (await list(query)).map(({ id }) => id),
    facts: () => ok(head, 'GET /schooladmin/dashboard/facts'),
    student: async (...subjects: string[]) => {
      const student = await createPerson(server.db, 'student', { schoolId });
      if (subjects.length > 0) await takes(student, ...subjects);
      return student;
    },
    teacher: (given: { isConfirmed?: boolean } = {}) =>
      createPerson(server.db, 'teacher', { schoolId, ...given }),
  };
};

const tick = (who: Person, given: Record<string, unknown> = {}) =>
  ok(who, 'POST /completion', {
    subject_id: 'math_aa_hl',
    year: 2023,
    session: 'May',
    paper: 'paper1',
    timezone: 'TZ1',
    is_completed: true,
    score: 70,
    ...given,
  });

describe('figures', () => {
  test('PostgreSQL and JavaScript mean the same paper by a bit', async () => {
    const papers = SESSIONS.flatMap((session) =>
      PAPERS.flatMap((paper) => [null, ...TIMEZONES].map((timezone) => ({ session, paper, timezone }))),
    );
    expect(await listBits(server.db, papers)).toEqual(papers.map(paperBit));
  });

  test('are those that a teacher sees and the tracker counts, whatever was ticked and chosen', {
    timeout: 60_000,
  }, async () => {
    const school = await openSchool();
    const SUBJECTS = ['math_aa_hl', 'english_a_lit_hl', 'french_b_sl'];
    const [all, maths] = [await school.teacher(), await school.teacher()];
    await teaches(all, ...SUBJECTS, 'history_hl');
    await teaches(maths, 'math_aa_hl');
    const record = fc.record({
      subject: fc.constantFrom(...SUBJECTS, 'history_hl'),
      year: fc.integer({ min: 2014, max: 2024 }),
      session: fc.constantFrom(...SESSIONS),
      paper: fc.constantFrom('paper1', 'paper2'),
      zone: fc.constantFrom('', '-TZ1', '-TZ2'),
      is_completed: fc.boolean(),
      score: fc.option(fc.nat(100), { nil: null }),
    });
    const person = fc.record({
      records: fc.array(record, { maxLength: 60 }),
      more: fc.array(record, { maxLength: 20 }),
      subjects: fc.subarray(SUBJECTS),
      sits: fc.constantFrom(...SITS),
      overrides: fc.dictionary(fc.constantFrom('paper1', 'paper2'), fc.boolean()),
    });
    const students = new Map<number, Person>();
    for (const { records, more, subjects, sits, overrides } of fc.sample(person, 12)) {
      const student = await school.student(...subjects);
      for (const teacher of [all, maths]) await follow(teacher, student);
      students.set(student.id, student);
      await ok(student, 'PUT /users/me/preferences', {
        year_ranges: {},
        timezone_overrides: { math_aa_hl: overrides },
        sits,
        papers: 'all',
        pace: {},
      });
      // What is done already stays in a bulk, so the second goes tick by tick.
      const held = ({ year, session }: { year: number; session: string }) =>
        year !== 2020 || session !== 'May';
      const data = records
        .filter(held)
        .map(({ subject, year, session, paper, zone, is_completed, score }) => [
          `${subject}-${year}-${session}-${paper}${zone}`,
          { is_completed, score: is_completed ? score : null },
        ]);
      await ok(student, 'POST /completion/bulk', { completion_data: Object.fromEntries(data) });
      for (const { subject, zone, score, ...given } of more.filter(held))
        await tick(student, {
          subject_id: subject,
          timezone: zone ? zone.slice(1) : null,
          ...given,
          score: given.is_completed ? score : null,
        });
    }
    expect(await listSumDifferences(server.db)).toEqual([]);

    for (const papers of WHICH_PAPERS)
      for (const [from, to] of [
        [2014, 2024],
        [2017, 2024],
        [2020, 2021],
      ] as const) {
        const query = { from, to, papers };
        const address = `GET /teachers/progress?from=${from}&to=${to}&papers=${papers}`;
        for (const [teacher, subject] of [
          [all, undefined],
          [maths, 'math_aa_hl'],
        ] as const) {
          const rows = await school.list({
            ...query,
            role: 'student',
            ...(subject && { subject_id: subject }),
          });
          const { students: links } = await ok(teacher, 'GET /teachers/students');
          const emails = new Map(links.map((link: { id: number; email: string }) => [link.id, link.email]));
          const seen = (await ok(teacher, address)).students
            .filter((one: { subjects: string[] }) => !subject || one.subjects.includes(subject))
            .map((one: { id: number; completed: number; total: number; average: number | null }) => [
              emails.get(one.id),
              { done: one.completed, total: one.total, average: one.average },
            ]);
          const shown = rows.map(({ id, done, total, average }) => [
            students.get(id)?.email,
            { done, total, average },
          ]);
          expect(Object.fromEntries(shown)).toEqual(Object.fromEntries(seen));
        }
        for (const row of await school.list({ ...query, role: 'student' })) {
          const student = students.get(row.id);
          if (!student) throw new Error('A stranger.');
          const completion: Record<string, { is_completed: boolean }> = await ok(student, 'GET /completion');
          const done = new Set(
            Object.entries(completion).flatMap(([key, one]) => (one.is_completed ? [key] : [])),
          );
          const { timezone_overrides: overrides, sits } = await ok(student, 'GET /users/me/preferences');
          let [completed, total] = [0, 0];
          for (const subjectId of (await ok(student, 'GET /subjects')).subjects) {
            const counted = progressOf({
              subjectId,
              range: { startYear: from, endYear: to },
              which: papers,
              overrides,
              sits,
              isCompleted: (paper) =>
                [...done].some((key) => JSON.stringify(parseCompletionKey(key)) === JSON.stringify(paper)),
            });
            completed += counted.completed;
            total += counted.total;
          }
          expect(row).toMatchObject({ done: completed, total });
        }
      }
  });

  test('are those of all papers from 2017 on if nothing is asked for, and none for whoever is no student', async () => {
    const school = await openSchool();
    const student = await school.student('math_aa_hl');
    await tick(student, { year: 2016, score: 10 });
    await tick(student, { score: 65 });
    await tick(student, { year: 2022, score: null });
    const teacher = await school.teacher();
    await tick(teacher);
    const rows = await school.list();
    const none = { done: null, total: null, average: null, last_activity: null };
    expect(rows).toMatchObject([
      { id: school.head.id, ...none },
      { id: student.id, done: 2, average: 65, last_activity: today(), name: null },
      { id: teacher.id, ...none },
    ]);
    expect((await school.list({ from: 2014, role: 'student' }))[0]).toMatchObject({ done: 3, average: 38 });
  });

  test('the day of the last activity is written once a day, also when something is unticked', async () => {
    const school = await openSchool();
    const student = await school.student('math_aa_hl');
    const dayOf = async () => (await school.list({ role: 'student' }))[0]?.last_activity;
    expect(await dayOf()).toBeNull();
    await tick(student);
    expect(await dayOf()).toBe(today());
    const version = await getVersion(server.db, student.id);
    await tick(student, { year: 2022 });
    await tick(student, { is_completed: false, score: null });
    expect(await getVersion(server.db, student.id)).toBe(version);
    await ageActivity(server.db, student.id, 20);
    expect(await dayOf()).not.toBe(today());
    await tick(student, { year: 2022, is_completed: false, score: null });
    expect(await dayOf()).toBe(today());
    expect(await listSumDifferences(server.db)).toEqual([]);
  });
});

describe('filters', () => {
  /** A school with one of everything. */
  const openBusySchool = async () => {
    const school = await openSchool();
    const [teacher, other] = [await school.teacher({ isConfirmed: true }), await school.teacher()];
    const [anna, ben, cleo, dora] = [
      await school.student('math_aa_hl', 'physics_hl'),
      await school.student('physics_hl'),
      await school.student('math_aa_hl'),
      await school.student(),
    ];
    for (const student of [anna, ben]) await follow(teacher, student);
    await follow(other, cleo);
    for (const student of [anna, ben, cleo]) await tick(student);
    await ageActivity(server.db, ben.id, 14);
    await ageActivity(server.db, cleo.id, 13);
    await ageAccount(server.db, dora.id, 90);
    await giveName(server.db, anna.id, 'Anna Müller_1');
    const group = await insertGroup(server.db, school.schoolId, '12B', [anna.id, cleo.id]);
    return { ...school, teacher, other, anna, ben, cleo, dora, group };
  };

  test('each of them, and all together', async () => {
    const { head, teacher, other, anna, ben, cleo, dora, group, ids } = await openBusySchool();
    const named = async (query: Query) => {
      const people = { head, teacher, other, anna, ben, cleo, dora };
      const found = await ids(query);
      return Object.entries(people).flatMap(([name, { id }]) => (found.includes(id) ? [name] : []));
    };
    expect(await named({})).toHaveLength(7);
    expect(await named({ role: 'teacher' })).toEqual(['teacher', 'other']);
    expect(await named({ role: 'school_admin' })).toEqual(['head']);
    expect(await named({ q: 'MÜLLER_' })).toEqual(['anna']);
    expect(await named({ q: 'müller%1' })).toEqual([]);
    // With or without accents, and in any order.
    for (const q of ['muller', 'MULLER anna', `Müller ${anna.username}`])
      expect(await named({ q })).toEqual(['anna']);
    expect(await named({ q: 'müller ben' })).toEqual([]);
    expect(await named({ active_this_week: 1 })).toEqual(['anna']);
    expect(await named({ active_this_week: 1, role: 'teacher' })).toEqual([]);
    expect(await named({ teacher_id: teacher.id })).toEqual(['anna', 'ben']);
    expect(await named({ group_id: group })).toEqual(['anna', 'cleo']);
    expect(await named({ subject_id: 'physics_hl' })).toEqual(['anna', 'ben']);
    expect(await named({ inactive_days: 7 })).toEqual(['ben', 'cleo', 'dora']);
    expect(await named({ inactive_days: 14 })).toEqual(['ben', 'dora']);
    expect(await named({ inactive_days: 30 })).toEqual(['dora']);
    expect(await named({ inactive_days: 60 })).toEqual(['dora']);
    expect(await named({ without_teacher: 1 })).toEqual(['dora']);
    expect(await named({ unconfirmed: 1 })).toEqual(['other', 'anna', 'ben', 'cleo', 'dora']);
    expect(await named({ role: 'teacher', unconfirmed: 1 })).toEqual(['other']);
    const together = { teacher_id: teacher.id, subject_id: 'physics_hl', inactive_days: 14, role: 'student' };
    expect(await named(together)).toEqual(['ben']);
    expect(await named({ ...together, group_id: group })).toEqual([]);
    // Only students can be asked about these.
    expect(await named({ inactive_days: 7, role: 'teacher' })).toEqual([]);
    expect(await named({ without_teacher: 1, role: 'school_admin' })).toEqual([]);

    // A teacher's own group is the teacher's business, and a removed one is gone.
    const { id: own } = await ok(teacher, 'POST /teachers/groups', { name: 'Mine', students: [] });
    expect(await named({ group_id: own })).toEqual([]);
    await removeGroup(server.db, group);
    expect(await named({ group_id: group })).toEqual([]);
  });

  test('the ids of another school find nobody, also where somebody is followed across schools', async () => {
    const [here, there] = [await openBusySchool(), await openBusySchool()];
    await follow(there.teacher, here.dora);
    const { students } = await ok(there.teacher, 'GET /teachers/students');
    expect(students).toHaveLength(3);
    for (const query of [
      { teacher_id: there.teacher.id },
      { teacher_id: here.anna.id },
      { teacher_id: 2_147_483_647 },
      { group_id: there.group },
      { q: there.anna.username },
    ]) {
      const { body, headers } = await here.send({ ...query, limit: 5 });
      expect({ query, body }).toEqual({ query, body: [] });
      expect(headers.get('x-total-count')).toBe('0');
    }
  });

  test('leavers and movers are nowhere', async () => {
    const school = await openBusySchool();
    const { anna, ben, teacher, group } = school;
    await moveTo(server.db, anna.id, await createSchool(server.db));
    await moveTo(server.db, ben.id, null);
    for (const query of [{ teacher_id: teacher.id }, { group_id: group }, { subject_id: 'physics_hl' }])
      expect(await school.ids(query)).not.toEqual(expect.arrayContaining([anna.id]));
    expect(await school.ids()).not.toEqual(expect.arrayContaining([ben.id]));
    expect(await school.facts()).toEqual({
      users: 5,
      teachers: 2,
      students: 2,
      active_this_week: 0,
      inactive: 1,
      without_teacher: 1,
      unconfirmed: 3,
    });
  });

  test('whoever has not been here for so many days is not inactive for them', async () => {
    const { dora, ids, facts } = await openBusySchool();
    await ageAccount(server.db, dora.id, 13);
    expect(await ids({ inactive_days: 14 })).not.toContain(dora.id);
    expect((await facts()).inactive).toBe(1);
    await ageAccount(server.db, dora.id, 14);
    expect(await ids({ inactive_days: 14 })).toContain(dora.id);
    expect((await facts()).inactive).toBe(2);
  });

  test('the facts are as many as their filters find', async () => {
    const school = await openBusySchool();
    const facts = await school.facts();
    expect(facts).toEqual({
      users: 7,
      teachers: 2,
      students: 4,
      active_this_week: 1,
      inactive: 2,
      without_teacher: 1,
      unconfirmed: 5,
    });
    const count = async (query: Query) =>
      Number((await school.send({ ...query, limit: 1 })).headers.get('x-total-count'));
    expect(await count({ role: 'student' })).toBe(facts.students);
    expect(await count({ active_this_week: 1 })).toBe(facts.active_this_week);
    expect(await count({ inactive_days: 14 })).toBe(facts.inactive);
    expect(await count({ without_teacher: 1 })).toBe(facts.without_teacher);
    expect(await count({ unconfirmed: 1 })).toBe(facts.unconfirmed);
    // A teacher of another school, whom the student has accepted, is none of this one.
    const elsewhere = await openSchool();
    const stranger = await elsewhere.teacher();
    await follow(stranger, school.dora);
    const { teachers } = await ok(school.dora, 'GET /users/me/teachers');
    await ok(school.dora, `POST /users/me/teachers/${teachers[0].id}/accept`);
    expect(await school.facts()).toEqual(facts);
  });

  test('choices are the teachers, groups and subjects of the school', async () => {
    const { head, teacher, other, group, anna } = await openBusySchool();
    await giveName(server.db, other.id, 'Aaron Adams');
    await removeGroup(server.db, group);
    const kept = await insertGroup(server.db, (await ok(head, 'GET /users/me')).school_id, '11A', [anna.id]);
    await takes(teacher, 'music_sl');
    expect(await ok(head, 'GET /schooladmin/dashboard/choices')).toEqual({
      teachers: [
        { id: other.id, name: 'Aaron Adams' },
        { id: teacher.id, name: teacher.username },
      ],
      groups: [{ id: kept, name: '11A' }],
      subjects: ['math_aa_hl', 'physics_hl'],
    });
  });

  test.each([
    ['role=boss', /role/],
    ['teacher_id=0', /teacher_id/],
    ['group_id=x', /group_id/],
    ['subject_id=alchemy', /subject/i],
    ['inactive_days=8', /inactive_days/],
    ['without_teacher=yes', /without_teacher/],
    ['unconfirmed=0', /unconfirmed/],
    ['sort=email', /sort/],
    ['order=up', /order/],
    ['papers=some', /papers/],
    ['from=1999', /from/],
    ['from=2022&to=2020', /start year/],
    ['to=2016', /start year/],
    ['q=%00', /character/i],
    ['surprise=1', /Unknown field/],
  ])('refuse %s', async (query, detail) => {
    const { head } = await openSchool();
    for (const path of ['users', 'reports']) {
      const answer = await server.call(`GET /schooladmin/dashboard/${path}?${query}`, { token: head.token });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toMatch(detail);
    }
    const answer = await server.call('POST /schooladmin/dashboard/users/export', {
      token: head.token,
      json: Object.fromEntries(new URLSearchParams(query)),
    });
    expect(answer.status).toBe(422);
  });
});

describe('order', () => {
  test('every sort in either direction, ties by id, page by page as in one', {
    timeout: 30_000,
  }, async () => {
    const school = await openSchool();
    const teacher = await school.teacher();
    const students: Person[] = [];
    for (let n = 0; n < 7; n += 1) students.push(await school.student('math_aa_hl'));
    const [one, two, three, four, five] = students;
    if (!one || !two || !three || !four || !five) throw new Error('Nobody there.');
    await tick(one, { score: 40 });
    await tick(two, { score: 90 });
    await tick(three, { score: 90 });
    await tick(three, { year: 2022, score: 90 });
    await tick(four, { score: null });
    await ageActivity(server.db, two.id, 3);
    await ageActivity(server.db, three.id, 3);
    await forgetUsername(server.db, five.id);

    const read = async (query: Query) => {
      const pages: number[] = [];
      let cursor: string | null = null;
      do {
        const { body, headers, status } = await school.send({
          ...query,
          limit: 2,
          ...(cursor && { cursor }),
        });
        expect(status).toBe(200);
        expect(headers.get('x-total-count')).toBe(cursor ? null : '9');
        pages.push(...body.map(({ id }: Row) => id));
        cursor = headers.get('x-next-cursor');
      } while (cursor);
      return pages;
    };
    for (const sort of USER_SORTS)
      for (const order of SORT_ORDERS) {
        const whole = await school.ids({ sort, order });
        expect(await read({ sort, order }), `${sort} ${order}`).toEqual(whole);
        expect(new Set(whole).size).toBe(9);
      }
    const idOf = ({ id }: Person) => id;
    const rest = students.slice(4).map(idOf);
    const others = [school.head.id, teacher.id];
    expect(await school.ids({ sort: 'done', order: 'desc' })).toEqual([
      three.id,
      ...[one, two, four].map(idOf).toReversed(),
      ...rest.toReversed(),
      ...others.toReversed(),
    ]);
    expect(await school.ids({ sort: 'average' })).toEqual([
      one.id,
      two.id,
      three.id,
      // Without a score, and without figures: last in either direction.
      ...[school.head, teacher, four, ...students.slice(4)].map(idOf).toSorted((a, b) => a - b),
    ]);
    expect((await school.ids({ sort: 'average', order: 'desc' })).slice(0, 3)).toEqual([
      three.id,
      two.id,
      one.id,
    ]);
    expect(await school.ids({ sort: 'activity' })).toEqual([
      ...rest,
      two.id,
      three.id,
      one.id,
      four.id,
      ...others,
    ]);
    expect(await school.ids({ sort: 'activity', order: 'desc' })).toEqual([
      four.id,
      one.id,
      three.id,
      two.id,
      ...rest.toReversed(),
      ...others.toReversed(),
    ]);
    const names = (await school.list({ sort: 'username' })).map(
      ({ username, id }) => username ?? students.find((student) => student.id === id)?.email ?? '',
    );
    expect(names).toEqual(names.toSorted((a, b) => (a < b ? -1 : 1)));
  });

  test('a cursor holds for its order, and nothing else is one', async () => {
    const school = await openSchool();
    for (let n = 0; n < 3; n += 1) await school.student();
    const { headers } = await school.send({ limit: 1, sort: 'username' });
    const cursor = headers.get('x-next-cursor') ?? '';
    expect((await school.send({ limit: 1, sort: 'username', cursor })).status).toBe(200);
    const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    for (const query of [
      { sort: 'username', order: 'desc', cursor },
      { sort: 'done', cursor },
      { cursor },
      { cursor: '17' },
      { cursor: 'zzz' },
      { cursor: write(['id', 'asc', 1]) },
      { cursor: write(['id', 'asc', 1.5, null]) },
      { cursor: write(['id', 'asc', 1e300, null]) },
      { sort: 'username', cursor: write(['username', 'asc', 1, 'a\0b']) },
      { sort: 'username', cursor: write(['username', 'asc', 1, { a: 1 }]) },
    ]) {
      const { status, body } = await school.send({ limit: 1, ...query });
      expect({ status, body }).toEqual({ status: 422, body: { detail: 'cursor: Not a valid cursor.' } });
    }
  });
});

test('an export has the rows of the list, and is audited without what was searched for', async () => {
  const school = await openSchool();
  const teacher = await school.teacher();
  const students = [await school.student('math_aa_hl'), await school.student('math_aa_hl')];
  for (const student of students) await follow(teacher, student);
  await tick(students[0] as Person);
  for (const json of [{}, { sort: 'done', order: 'desc', teacher_id: String(teacher.id), q: 'student' }]) {
    const rows = await ok(school.head, 'POST /schooladmin/dashboard/users/export', json);
    expect(rows).toEqual(await school.list(json as Query));
  }
  const lines = await asAdmin(`GET /admin/audit?user_id=${school.head.id}&side=acts`);
  expect(
    lines.map(({ action, details, school_id }: Record<string, unknown>) => ({ action, details, school_id })),
  ).toEqual([
    { action: 'users_exported', details: { count: 2, searched: true }, school_id: school.schoolId },
    { action: 'users_exported', details: { count: 4 }, school_id: school.schoolId },
  ]);
});
