import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { MOST_WORDS, WORD_MAX } from '../../../domain/words.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { startTestServer } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { unzip } from '../../testing/unzip.ts';
import { ageRemovals, fillPaper } from './words.test.queries.ts';

/** What a teacher and a student write about a paper: by whom, to whom, and until when. */

const server = shareServer();
const KEY = 'math_aa_hl-2023-May-paper1-TZ1';
const OTHER_KEY = 'math_aa_hl-2022-May-paper1-TZ1';
const NOT_FOUND = { status: 404, body: { detail: 'Not found.' } };

let schoolId: number;
let otherSchoolId: number;
beforeAll(async () => {
  schoolId = await createSchool(server.db);
  otherSchoolId = await createSchool(server.db);
});

const { ok, asAdmin, takes, teaches, follow } = stepsOn(() => server);

interface Pair {
  student: Person;
  teacher: Person;
  link: number;
}
const pairOf = async (studentsSchool: number | null = schoolId): Promise<Pair> => {
  const given = studentsSchool === null ? {} : { schoolId: studentsSchool };
  const student = await createPerson(server.db, 'student', given);
  const teacher = await createPerson(server.db, 'teacher', { schoolId });
  const link = await follow(teacher, student);
  if (studentsSchool !== schoolId) await ok(student, `POST /users/me/teachers/${link}/accept`);
  await takes(student, 'math_aa_hl', 'history_hl');
  await teaches(teacher, 'math_aa_hl', 'history_hl');
  return { student, teacher, link };
};

const write = ({ teacher: { token }, link }: Pair, text = 'Good; redo section B', change: object = {}) =>
  server.call(`POST /teachers/students/${link}/words`, {
    token,
    json: { id: randomUUID(), key: KEY, text, ...change },
  });
const answer = ({ student: { token }, link }: Pair, text = 'I will', change: object = {}) =>
  server.call('POST /users/me/words', {
    token,
    json: { id: randomUUID(), link_id: link, key: KEY, text, ...change },
  });
const readAsTeacher = ({ teacher: { token }, link }: Pair, key = KEY) =>
  server.call(`GET /teachers/students/${link}/words?key=${key}`, { token });
const readAsStudent = async ({ student }: Pair, key = KEY) =>
  (await ok(student, `GET /users/me/words?key=${key}`)).teachers;
const countsOf = async ({ teacher, link }: Pick<Pair, 'teacher' | 'link'>) => {
  const page = await server.call(`GET /teachers/students/${link}`, { token: teacher.token });
  const grid = await server.call('GET /teachers/grid?subject_id=math_aa_hl', { token: teacher.token });
  const row = grid.body.students?.find(({ id }: { id: number }) => id === link);
  return { page: page.body.words ?? {}, grid: row?.words ?? {} };
};
const both = (words: Record<string, number>) => ({ page: words, grid: words });
const textsOf = (words: readonly { text: string }[]) => words.map(({ text }) => text);

describe('a word', () => {
  test('is read by the student, who answers, and by the teacher', async () => {
    const pair = await pairOf();
    const { body: word } = await write(pair);
    expect(word).toEqual({
      id: word.id,
      is_mine: true,
      text: 'Good; redo section B',
      written_at: expect.any(String),
    });
    expect(await countsOf(pair)).toEqual(both({ [KEY]: 0 }));
    expect(await readAsStudent(pair)).toEqual([
      {
        link_id: pair.link,
        teacher: pair.teacher.username,
        may_answer: true,
        words: [{ ...word, is_mine: false }],
      },
    ]);
    const { body: reply } = await answer(pair);
    expect(await countsOf(pair)).toEqual(both({ [KEY]: 1 }));
    expect((await readAsTeacher(pair)).body).toEqual({ words: [word, { ...reply, is_mine: false }] });
    expect(await countsOf(pair)).toEqual(both({ [KEY]: 0 }));
    expect(await readAsStudent(pair, OTHER_KEY)).toEqual([]);
  });

  test('needs no record of the paper, and makes none', async () => {
    const pair = await pairOf();
    expect((await write(pair)).status).toBe(200);
    expect(await ok(pair.student, 'GET /completion')).toEqual({});
  });

  test('sent again is the same, also when its paper is full', async () => {
    const pair = await pairOf();
    const id = randomUUID();
    const first = await write(pair, 'Once', { id });
    await fillPaper(server.db, { ...pair, key: KEY, count: MOST_WORDS - 1 });
    expect(await write(pair, 'Twice', { id })).toMatchObject({ status: 200, body: first.body });
    expect(await write(pair, 'One too many')).toMatchObject({
      status: 409,
      body: { detail: 'You have written to each other 100 times about this paper. Delete something first.' },
    });
    expect((await write(pair, 'Elsewhere', { key: OTHER_KEY })).status).toBe(200);
    expect((await readAsTeacher(pair)).body.words).toHaveLength(MOST_WORDS);
  });

  test('of the last that fit, one is written when two are sent at once', async () => {
    const pair = await pairOf();
    await fillPaper(server.db, { ...pair, key: KEY, count: MOST_WORDS - 1 });
    const sent = await Promise.all([write(pair), answer(pair), write(pair), answer(pair)]);
    expect(sent.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await readAsTeacher(pair)).body.words).toHaveLength(MOST_WORDS);
  });

  test('with the id of another is not written', async () => {
    const [one, other] = [await pairOf(), await pairOf()];
    const { body } = await write(one);
    expect(await write(other, 'Mine now', { id: body.id })).toMatchObject(NOT_FOUND);
    expect(await answer(one, 'Mine now', { id: body.id })).toMatchObject(NOT_FOUND);
    expect(textsOf((await readAsTeacher(one)).body.words)).toEqual(['Good; redo section B']);
    expect((await readAsTeacher(other)).body.words).toEqual([]);
  });

  test('can have lines and signs of its own', async () => {
    const pair = await pairOf();
    const text = `Gut gemacht! 👍\n<b>“Ω”</b> ${'x'.repeat(WORD_MAX - 40)}`.slice(0, WORD_MAX);
    await write(pair, text);
    expect((await readAsStudent(pair))[0].words[0].text).toBe(text);
  });

  test.each([
    ['text', ''],
    ['text', '  \n '],
    ['text', 'x'.repeat(WORD_MAX + 1)],
    ['text', 'a\u0000b'],
    ['text', 'a\u0007b'],
    ['text', 'a\u202eb'],
    ['text', 'a\ud800b'],
    ['text', null],
    ['text', 5],
    ['key', ''],
    ['key', 'math_aa_hl-2023-May-paper9'],
    ['key', 'math_aa_hl-2020-May-paper1'],
    ['key', 'alchemy_hl-2023-May-paper1'],
    ['key', `${KEY}-x`],
    ['key', 'x'.repeat(5000)],
    ['id', 'abc'],
    ['id', 1],
    ['student_id', 1],
    ['is_from_teacher', false],
  ])('with %s %j is refused on both sides, naming the field', async (field, value) => {
    const pair = await pairOf();
    const change = { [field]: value };
    for (const refused of [await write(pair, 'Good', change), await answer(pair, 'Good', change)]) {
      expect(refused.status).toBe(422);
      expect(refused.body.detail.toLowerCase()).toContain(field);
    }
    expect(await countsOf(pair)).toEqual(both({}));
  });

  test.each(['', '?key=', '?key=physics', `?key=${KEY}&key=${KEY}`, `?key=${KEY}&all=1`])(
    'is not asked for by %j',
    async (query) => {
      const { student, teacher, link } = await pairOf();
      const calls = [
        [`GET /teachers/students/${link}/words`, teacher],
        [`GET /teachers/students/${link}/attempts`, teacher],
        ['GET /users/me/words', student],
      ] as const;
      for (const [address, { token }] of calls)
        expect((await server.call(`${address}${query}`, { token })).status, address).toBe(422);
    },
  );

  test('is about a subject that both have', async () => {
    const pair = await pairOf();
    const physics = { key: 'physics_hl-2023-May-paper1' };
    expect(await write(pair, 'Good', physics)).toMatchObject(NOT_FOUND);
    await teaches(pair.teacher, 'math_aa_hl', 'physics_hl');
    expect(await write(pair, 'Good', physics)).toMatchObject(NOT_FOUND);
    expect(await readAsTeacher(pair, physics.key)).toMatchObject(NOT_FOUND);
    await takes(pair.student, 'math_aa_hl', 'physics_hl');
    expect((await write(pair, 'Good', physics)).status).toBe(200);
  });

  test('is written by a student only to a teacher who has written', async () => {
    const pair = await pairOf();
    expect(await answer(pair)).toMatchObject(NOT_FOUND);
    const { body } = await write(pair);
    expect(await answer(pair, 'I will', { key: OTHER_KEY })).toMatchObject(NOT_FOUND);
    const colleague = await createPerson(server.db, 'teacher', { schoolId });
    await teaches(colleague, 'math_aa_hl');
    const theirs = await follow(colleague, pair.student);
    expect(await answer({ ...pair, link: theirs })).toMatchObject(NOT_FOUND);
    expect((await answer(pair)).status).toBe(200);
    await ok(pair.teacher, `DELETE /teachers/words/${body.id}`);
    expect(await answer(pair, 'More')).toMatchObject(NOT_FOUND);
    expect(await readAsStudent(pair)).toMatchObject([{ may_answer: false, words: [{ text: 'I will' }] }]);
  });

  test('is told apart by teacher', async () => {
    const pair = await pairOf();
    const colleague = await createPerson(server.db, 'teacher', { schoolId });
    await teaches(colleague, 'math_aa_hl');
    const second = { ...pair, teacher: colleague, link: await follow(colleague, pair.student) };
    await write(pair, 'From one');
    await write(second, 'From another');
    await answer(second, 'To another');
    expect(await readAsStudent(pair)).toMatchObject([
      { link_id: pair.link, teacher: pair.teacher.username, words: [{ text: 'From one' }] },
      { link_id: second.link, words: [{ text: 'From another' }, { text: 'To another' }] },
    ]);
    expect(textsOf((await readAsTeacher(pair)).body.words)).toEqual(['From one']);
    expect(await countsOf(pair)).toEqual(both({ [KEY]: 0 }));
    expect(await countsOf(second)).toEqual(both({ [KEY]: 1 }));
  });

  test('can be written by a teacher of another school, and to a student of none', async () => {
    for (const school of [otherSchoolId, null]) {
      const pair = await pairOf(school);
      await write(pair);
      await answer(pair);
      expect((await readAsTeacher(pair)).body.words).toHaveLength(2);
    }
  });

  test('is throttled', async () => {
    const limited = await startTestServer({ database: server.db, environment: { RATE_LIMIT: 'on' } });
    const pair = await pairOf();
    const send = () =>
      limited.call(`POST /teachers/students/${pair.link}/words`, {
        token: pair.teacher.token,
        json: { id: randomUUID(), key: 'physics_hl-2023-May-paper1', text: 'Good' },
      });
    const statuses: number[] = [];
    // Time gives words back, one in seven seconds.
    while (statuses.at(-1) !== 429 && statuses.length < 1000) statuses.push((await send()).status);
    expect(statuses.at(-1)).toBe(429);
    expect(statuses.length).toBeGreaterThanOrEqual(500);
    await limited.stop();
  });
});

describe('the student is told where words are', () => {
  const told = async ({ student }: Pair) => (await ok(student, 'GET /users/me/from-teachers')).words;

  test('and how many of them are new', async () => {
    const pair = await pairOf();
    expect(await told(pair)).toEqual([]);
    await write(pair);
    await write(pair, 'And part A');
    await write(pair, 'Elsewhere', { key: OTHER_KEY });
    const paper = { teacher: pair.teacher.username, link_id: pair.link };
    expect(await told(pair)).toEqual([
      { ...paper, key: OTHER_KEY, unread: 1 },
      { ...paper, key: KEY, unread: 2 },
    ]);
    await readAsStudent(pair);
    // Their own answer is no news.
    await answer(pair);
    expect(await told(pair)).toEqual([
      { ...paper, key: KEY, unread: 0 },
      { ...paper, key: OTHER_KEY, unread: 1 },
    ]);
    await takes(pair.student, 'history_hl');
    expect(await told(pair)).toEqual([]);
  });

  test('and who views as them is not', async () => {
    const pair = await pairOf();
    await write(pair);
    const { access_token: token } = await asAdmin(`POST /admin/impersonate/${pair.student.id}`);
    expect(await told({ ...pair, student: { ...pair.student, token } })).toEqual([]);
    const stranger = await createPerson(server.db, 'student', { schoolId });
    await takes(stranger, 'math_aa_hl');
    expect(await told({ ...pair, student: stranger })).toEqual([]);
  });
});

describe('deleting', () => {
  test('is for one’s own, gone for both, and taken back within a day', async () => {
    const pair = await pairOf();
    const { teacher, student } = pair;
    const word = (await write(pair)).body.id;
    const reply = (await answer(pair)).body.id;
    const cross = [
      [teacher, `/teachers/words/${reply}`],
      [student, `/users/me/words/${word}`],
    ] as const;
    for (const [{ token }, path] of cross) {
      expect(await server.call(`DELETE ${path}`, { token })).toMatchObject(NOT_FOUND);
      expect(await server.call(`POST ${path}/restore`, { token })).toMatchObject(NOT_FOUND);
    }
    const own = [
      [teacher, `/teachers/words/${word}`, 'I will'],
      [student, `/users/me/words/${reply}`, 'Good; redo section B'],
    ] as const;
    for (const [who, path, left] of own) {
      await ok(who, `DELETE ${path}`);
      expect(textsOf((await readAsTeacher(pair)).body.words)).toEqual([left]);
      expect(textsOf((await readAsStudent(pair))[0].words)).toEqual([left]);
      expect(await server.call(`DELETE ${path}`, { token: who.token })).toMatchObject(NOT_FOUND);
      await ok(who, `POST ${path}/restore`);
      await ok(who, `POST ${path}/restore`);
      expect(textsOf((await readAsTeacher(pair)).body.words)).toEqual(['Good; redo section B', 'I will']);
    }
    await ok(teacher, `DELETE /teachers/words/${word}`);
    await ageRemovals(server.db);
    const late = await server.call(`POST /teachers/words/${word}/restore`, { token: teacher.token });
    expect(late).toMatchObject(NOT_FOUND);
  });

  test('takes an unread word away unseen', async () => {
    const pair = await pairOf();
    await write(pair);
    const { body } = await answer(pair);
    await ok(pair.student, `DELETE /users/me/words/${body.id}`);
    expect(await countsOf(pair)).toEqual(both({ [KEY]: 0 }));
    await ok(pair.student, `POST /users/me/words/${body.id}/restore`);
    expect(await countsOf(pair)).toEqual(both({ [KEY]: 1 }));
  });

  test('is not taken back once its place is taken', async () => {
    const pair = await pairOf();
    const { body } = await write(pair);
    await fillPaper(server.db, { ...pair, key: KEY, count: MOST_WORDS - 1 });
    const restore = () =>
      server.call(`POST /teachers/words/${body.id}/restore`, { token: pair.teacher.token });
    await ok(pair.teacher, `DELETE /teachers/words/${body.id}`);
    const reply = (await answer(pair)).body.id;
    expect((await restore()).status).toBe(409);
    expect((await readAsTeacher(pair)).body.words).toHaveLength(MOST_WORDS);
    await ok(pair.student, `DELETE /users/me/words/${reply}`);
    expect((await restore()).status).toBe(200);
  });

  test('sent again does not come back', async () => {
    const pair = await pairOf();
    const { body } = await write(pair);
    await ok(pair.teacher, `DELETE /teachers/words/${body.id}`);
    expect(await write(pair, 'Good', { id: body.id })).toMatchObject(NOT_FOUND);
    expect(await readAsStudent(pair)).toEqual([]);
  });
});

describe('nobody else reads it:', () => {
  const SECRET = 'Between the two of us';

  const strangers: Record<string, (pair: Pair) => Promise<{ who: Person; link?: number }>> = {
    'another teacher of the same student and subject': async ({ student }) => {
      const who = await createPerson(server.db, 'teacher', { schoolId });
      await teaches(who, 'math_aa_hl');
      return { who, link: await follow(who, student) };
    },
    'a teacher who asks to follow the student': async ({ student }) => {
      const who = await createPerson(server.db, 'teacher', { schoolId: otherSchoolId });
      await teaches(who, 'math_aa_hl');
      return {
        who,
        link: await insertTestLink(server.db, 'pending', { teacher: who, student, isKnown: true }),
      };
    },
    'a teacher of the school who does not follow them': async () => {
      const who = await createPerson(server.db, 'teacher', { schoolId });
      await teaches(who, 'math_aa_hl');
      return { who };
    },
    'another student of the same teacher': async ({ teacher }) => {
      const who = await createPerson(server.db, 'student', { schoolId });
      await takes(who, 'math_aa_hl');
      return { who, link: await follow(teacher, who) };
    },
    'the school’s admin': async () => ({ who: await createPerson(server.db, 'school_admin', { schoolId }) }),
    'whoever views as the teacher': async ({ teacher, link }) => ({
      who: { ...teacher, token: (await asAdmin(`POST /admin/impersonate/${teacher.id}`)).access_token },
      link,
    }),
    'whoever views as the student': async ({ student, link }) => ({
      who: { ...student, token: (await asAdmin(`POST /admin/impersonate/${student.id}`)).access_token },
      link,
    }),
  };

  test.each(Object.entries(strangers))('%s', async (_name, makeStranger) => {
    const pair = await pairOf();
    const word = (await write(pair, SECRET)).body.id;
    const reply = (await answer(pair, SECRET)).body.id;
    const { who, link = pair.link } = await makeStranger(pair);
    const { token } = who;
    const looks = [
      ...[pair.link, link].flatMap((id) => [
        `/teachers/students/${id}/words?key=${KEY}`,
        `/teachers/students/${id}`,
        `/teachers/students/${id}/attempts?key=${KEY}`,
      ]),
      '/teachers/grid?subject_id=math_aa_hl',
      `/users/me/words?key=${KEY}`,
      '/completion',
      `/schooladmin/dashboard/students/${pair.student.id}`,
    ];
    for (const path of looks) {
      const { body } = await server.call(`GET ${path}`, { token });
      const text = JSON.stringify(body ?? '');
      expect(text, path).not.toContain(SECRET);
      expect(text, path).not.toContain(`"${KEY}":`);
      expect(text, path).not.toContain(word);
    }
    for (const id of [word, reply])
      for (const path of [`/teachers/words/${id}`, `/users/me/words/${id}`]) {
        expect((await server.call(`DELETE ${path}`, { token })).status, path).toBeGreaterThanOrEqual(403);
        expect((await server.call(`POST ${path}/restore`, { token })).status).toBeGreaterThanOrEqual(403);
      }
    const reads = { teacher: { ...pair.teacher, token }, student: { ...pair.student, token } };
    expect((await write({ ...pair, ...reads })).status).toBeGreaterThanOrEqual(403);
    expect((await answer({ ...pair, ...reads })).status).toBeGreaterThanOrEqual(403);
    // Nor has any of it counted as read.
    expect(await countsOf(pair)).toEqual(both({ [KEY]: 1 }));
    expect(textsOf((await readAsTeacher(pair)).body.words)).toEqual([SECRET, SECRET]);
  });

  test('a teacher learns the days and scores of a paper, and not the student’s notes', async () => {
    const pair = await pairOf();
    const paper = { subject_id: 'math_aa_hl', year: 2023, session: 'May', paper: 'paper1', timezone: 'TZ1' };
    const note = 'To myself alone';
    for (const [done_on, score] of [
      ['2026-09-02', 61],
      ['2026-10-03', 55],
    ])
      await ok(pair.student, 'POST /completion/attempts', { ...paper, done_on, score, note });
    const path = (key: string) => `GET /teachers/students/${pair.link}/attempts?key=${key}`;
    const { attempts } = await ok(pair.teacher, path(KEY));
    expect(attempts).toEqual([
      { id: expect.any(Number), done_on: '2026-10-03', score: 55 },
      { id: expect.any(Number), done_on: '2026-09-02', score: 61 },
    ]);
    expect(await ok(pair.teacher, path(OTHER_KEY))).toEqual({ attempts: [] });
    await ok(pair.student, 'POST /completion', { ...paper, is_completed: false, score: null });
    expect(await ok(pair.teacher, path(KEY))).toEqual({ attempts: [] });
    await takes(pair.student, 'history_hl');
    const { token } = pair.teacher;
    expect(await server.call(path(KEY), { token })).toMatchObject(NOT_FOUND);
  });
});

describe('it ends at once when', () => {
  test('the student ends the teacher, and does not come back with a teacher who adds them again', async () => {
    const [pair, other] = [await pairOf(), await pairOf()];
    await write(pair);
    await answer(pair);
    await write(other);
    await ok(pair.student, `DELETE /users/me/teachers/${pair.link}`);
    pair.link = await follow(pair.teacher, pair.student);
    expect((await readAsTeacher(pair)).body).toEqual({ words: [] });
    expect(await readAsStudent(pair)).toEqual([]);
    expect(await countsOf(pair)).toEqual(both({}));
    expect(await countsOf(other)).toEqual(both({ [KEY]: 0 }));
  });

  const moved = ({ id, username, email, role }: Person, school_id: number) =>
    asAdmin(`PUT /admin/users/${id}`, { username, email, school_id, role });
  const ENDS: Record<
    string,
    [end: (pair: Pair) => Promise<unknown>, back?: (pair: Pair) => Promise<unknown>]
  > = {
    'the student drops the subject': [
      ({ student }) => takes(student, 'history_hl'),
      ({ student }) => takes(student, 'math_aa_hl'),
    ],
    'the teacher drops the subject': [
      ({ teacher }) => teaches(teacher, 'history_hl'),
      ({ teacher }) => teaches(teacher, 'math_aa_hl'),
    ],
    'the teacher removes the student': [
      ({ teacher, link }) => ok(teacher, `DELETE /teachers/students/${link}`),
      async (pair) => {
        pair.link = await follow(pair.teacher, pair.student);
      },
    ],
    'the student ends the teacher': [({ student, link }) => ok(student, `DELETE /users/me/teachers/${link}`)],
    'the platform admin removes the student': [
      ({ student, teacher }) =>
        asAdmin(`DELETE /admin/schools/${schoolId}/classes/${teacher.id}/${student.id}`),
    ],
    'the student moves to another school': [
      ({ student }) => moved(student, otherSchoolId),
      ({ student }) => moved(student, schoolId),
    ],
    'the student becomes a teacher': [({ student }) => moved({ ...student, role: 'teacher' }, schoolId)],
    'the teacher becomes a student': [({ teacher }) => moved({ ...teacher, role: 'student' }, schoolId)],
  };
  const relogin = async (who: Person): Promise<Person> => {
    const form = { username: who.username, password: PASSWORD };
    return { ...who, token: (await server.call('POST /token', { form })).body.access_token };
  };

  test.each(Object.entries(ENDS))('%s', async (_name, [end, back]) => {
    const pair = await pairOf();
    const word = (await write(pair)).body.id;
    const reply = (await answer(pair)).body.id;
    await end(pair);
    const { teacher, student } = {
      teacher: await relogin(pair.teacher),
      student: await relogin(pair.student),
    };
    const now = { ...pair, teacher, student };
    const tries = [
      await readAsTeacher(now),
      await write(now),
      await answer(now),
      await server.call(`DELETE /teachers/words/${word}`, { token: teacher.token }),
      await server.call(`DELETE /users/me/words/${reply}`, { token: student.token }),
      await server.call(`POST /teachers/words/${word}/restore`, { token: teacher.token }),
      await server.call(`POST /users/me/words/${reply}/restore`, { token: student.token }),
    ];
    // Whoever has another role now is refused as that.
    for (const { status } of tries) expect([403, 404]).toContain(status);
    expect(await countsOf(now)).toEqual(both({}));
    const { body } = await server.call(`GET /users/me/words?key=${KEY}`, { token: student.token });
    expect(JSON.stringify(body)).not.toContain('Good');
    if (!back) return;
    await back(now);
    const again = { ...now, teacher: await relogin(teacher), student: await relogin(student) };
    expect(textsOf((await readAsTeacher(again)).body.words)).toEqual(['Good; redo section B', 'I will']);
    expect(textsOf((await readAsStudent(again))[0].words)).toEqual(['Good; redo section B', 'I will']);
  });
});

describe('the download', () => {
  const downloadOf = async ({ token }: Person) => {
    const answered = await fetch(`${server.url}/api/users/me/data`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const entries = unzip(Buffer.from(await answered.arrayBuffer()));
    return JSON.parse(String(entries.get('data.json'))).words_on_papers;
  };

  test('has what was written by and to whom it is about', async () => {
    const pair = await pairOf();
    const { teacher, student } = pair;
    await write(pair, 'Well done');
    await answer(pair, 'Thank you');
    const removed = (await answer(pair, 'Oh no')).body.id;
    await ok(student, `DELETE /users/me/words/${removed}`);
    await readAsStudent(pair);
    const at = expect.any(String);
    const line = { paper: KEY, teacher: null, student: null, you_read_it_at: null, deleted_at: null };
    expect(await downloadOf(student)).toEqual([
      {
        ...line,
        teacher: teacher.username,
        written_by_you: false,
        text: 'Well done',
        written_at: at,
        you_read_it_at: at,
      },
      { ...line, teacher: teacher.username, written_by_you: true, text: 'Thank you', written_at: at },
      {
        ...line,
        teacher: teacher.username,
        written_by_you: true,
        text: 'Oh no',
        written_at: at,
        deleted_at: at,
      },
    ]);
    expect(await downloadOf(teacher)).toEqual([
      { ...line, student: student.email, written_by_you: true, text: 'Well done', written_at: at },
      { ...line, student: student.email, written_by_you: false, text: 'Thank you', written_at: at },
    ]);
    const colleague = await createPerson(server.db, 'teacher', { schoolId });
    await teaches(colleague, 'math_aa_hl');
    await follow(colleague, student);
    expect(await downloadOf(colleague)).toEqual([]);

    // What a student wrote is the teacher's only while the two may write to each other.
    await ok(teacher, `DELETE /teachers/students/${pair.link}`);
    expect(await downloadOf(teacher)).toEqual([
      { ...line, written_by_you: true, text: 'Well done', written_at: at },
    ]);
    expect(textsOf(await downloadOf(student))).toEqual(['Well done', 'Thank you', 'Oh no']);
  });

  test.each(['teacher', 'student'] as const)('goes with the account of the %s', async (side) => {
    const pair = await pairOf();
    await write(pair);
    await answer(pair);
    const { username, token } = pair[side];
    await server.call('DELETE /users/me', { token, json: { confirmation: username, password: PASSWORD } });
    expect(await downloadOf(side === 'teacher' ? pair.student : pair.teacher)).toEqual([]);
  });
});
