import { beforeEach, describe, expect, test } from 'vitest';
import { lockUsers } from '../../db/locks.queries.ts';
import { eventually } from '../../testing/evidence.ts';
import { createPerson, createSchool } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { countAudit, countWaiting, listLinks } from '../platform-admin/platform-admin.test.queries.ts';
import { insertSchoolGroup } from './groups.queries.ts';
import { holdUsersOfSchool } from './members.queries.ts';
import {
  getNamed,
  giveSourcedId,
  listGroupsOf,
  listRosterLinks,
  listSubjectsOf,
  promote,
  waitBriefly,
} from './roster.test.queries.ts';

const server = shareServer();
const { ok, asAdmin } = stepsOn(() => server);
let schoolId: number;
/** Of this test alone. */
let n = 0;
beforeEach(async () => {
  schoolId = await createSchool(server.db);
  n += 1;
});

type Someone = {
  id: string;
  username?: string;
  email?: string | null;
  name?: string | null;
  role?: string | null;
};
type Lesson = {
  id: string;
  title?: string | null;
  course?: string;
  teachers?: string[];
  students?: string[];
  ended?: string[];
  is_active?: boolean;
};
type Choices = { isDelta?: boolean; left?: string[]; ends?: number; courses?: Record<string, string | null> };

const nameOf = (id: string) => `${id}.${n}`;
const person = ({ id, username = nameOf(id), email = null, name = null, role }: Someone, index: number) => ({
  row: index + 2,
  sourced_id: id,
  username,
  email,
  name,
  role: role === undefined ? (id.startsWith('t') ? 'teacher' : 'student') : role,
});
const lesson = ({ id, title = id, course, ...rest }: Lesson) => ({
  sourced_id: id,
  title,
  course: course ?? null,
  is_active: true,
  teachers: [],
  students: [],
  ended: [],
  ...rest,
});

const check = async (
  people: Someone[],
  lessons: Lesson[] = [],
  { isDelta = false, left = [] }: Choices = {},
) =>
  asAdmin(`POST /admin/schools/${schoolId}/roster/check`, {
    people: people.map(person),
    classes: lessons.map(lesson),
    is_delta: isDelta,
    left,
  });
const bodyOf = (
  people: object[],
  lessons: Lesson[] = [],
  { isDelta = false, ends, courses = {} }: Choices = {},
) => ({
  people,
  classes: {
    list: lessons.map(lesson),
    is_delta: isDelta,
    courses,
    ends_links: ends !== undefined,
    links_ended: ends ?? 0,
  },
});
const apply = (people: Someone[], lessons: Lesson[] = [], choices: Choices = {}) =>
  asAdmin(`POST /admin/schools/${schoolId}/roster`, bodyOf(people.map(person), lessons, choices));
const refused = (json: unknown) =>
  server.call(`POST /admin/schools/${schoolId}/roster`, { admin: ADMIN_PASSWORD, json });
const outcomes = ({ rows }: { rows: { outcome: string }[] }) => rows.map(({ outcome }) => outcome);
const namesOf = (ids: string[]) => ids.map(nameOf);

describe('a roster', () => {
  const people = [
    { id: 't1', email: `t1@roster.org`, name: 'Ms Okafor' },
    { id: 's1', name: 'Anna Müller' },
    { id: 's2' },
  ];
  const lessons = [{ id: 'Maths', course: 'Math AA HL', teachers: ['t1'], students: ['s1', 's2'] }];
  const mine = (list: Someone[]) =>
    list.map((one) => (one.email ? { ...one, email: `${n}.${one.email}` } : one));

  test('is previewed, imported, and repeated without effect', async () => {
    const preview = await check(mine(people), lessons);
    expect(preview).toMatchObject({
      left: [],
      courses: [{ title: 'Math AA HL', subject_id: null, is_known: false }],
      counts: { groups: 1, groups_renamed: 0, groups_ended: 0, links: 2, links_ended: 0 },
    });
    expect(preview.rows).toEqual([
      { row: 2, outcome: 'new', reason: null },
      { row: 3, outcome: 'new', reason: null, changes: { joins: ['Maths'] } },
      { row: 4, outcome: 'new', reason: null, changes: { joins: ['Maths'] } },
    ]);
    const courses = { 'Math AA HL': 'math_aa_hl' };
    const { imported, counts } = await apply(mine(people), lessons, { courses });
    expect(counts).toEqual(preview.counts);
    expect(imported).toMatchObject([
      {
        row: 2,
        role: 'teacher',
        email: `${n}.t1@roster.org`,
        password: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
      },
      { row: 3, role: 'student', email: null },
      { row: 4, role: 'student', email: null },
    ]);
    expect(await getNamed(server.db, nameOf('s1'))).toMatchObject({
      name: 'Anna Müller',
      sourced_id: 's1',
      email: null,
      school_id: schoolId,
    });
    expect(await listGroupsOf(server.db, schoolId)).toEqual([
      { name: 'Maths', members: namesOf(['s1', 's2']) },
    ]);
    expect(await listRosterLinks(server.db, nameOf('t1'))).toEqual(
      namesOf(['s1', 's2']).map((student) => ({ student, by_roster: true, status: 'active' })),
    );
    for (const id of ['t1', 's2'])
      expect(await listSubjectsOf(server.db, (await getNamed(server.db, nameOf(id))).id)).toEqual([
        'math_aa_hl',
      ]);

    const audited = await countAudit(server.db, 'classes_imported');
    const again = await check(mine(people), lessons);
    expect(outcomes(again)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(again.counts).toEqual({ groups: 0, groups_renamed: 0, groups_ended: 0, links: 0, links_ended: 0 });
    expect(again.courses).toEqual([{ title: 'Math AA HL', subject_id: 'math_aa_hl', is_known: true }]);
    expect(await apply(mine(people), lessons, { courses })).toEqual({
      imported: [],
      taken_in: [],
      changed: [],
      counts: { groups: 0, groups_renamed: 0, groups_ended: 0, links: 0, links_ended: 0 },
    });
    expect(await countAudit(server.db, 'classes_imported')).toBe(audited);
  });

  test('gives the subject of a class to who comes into it, and gives nobody back what they dropped', async () => {
    const subjectsOf = async (id: string) =>
      listSubjectsOf(server.db, (await getNamed(server.db, nameOf(id))).id);
    const audited = () => countAudit(server.db, 'classes_imported');
    const { imported } = await apply(mine(people), lessons, { courses: { 'Math AA HL': 'math_aa_hl' } });
    const login = { username: nameOf('s1'), password: imported[1].password };
    const { access_token: token } = (await server.call('POST /token', { form: login })).body;
    await ok({ token }, 'POST /subjects', { subjects: ['history_sl'] });

    const before = await audited();
    await apply(mine(people), lessons, { courses: { 'Math AA HL': 'math_aa_hl' } });
    expect(await subjectsOf('s1')).toEqual(['history_sl']);
    expect(await audited()).toBe(before);

    const more = [{ ...lessons[0]!, students: ['s1', 's2', 's3'] }];
    await apply([...mine(people), { id: 's3' }], more, { courses: { 'Math AA HL': 'math_aa_hl' } });
    expect(await subjectsOf('s1')).toEqual(['history_sl']);
    expect(await subjectsOf('s3')).toEqual(['math_aa_hl']);

    // The course was taken for another: now it is new to all.
    const noted = await audited();
    await apply([...mine(people), { id: 's3' }], more, { courses: { 'Math AA HL': 'math_ai_hl' } });
    expect((await subjectsOf('s1')).toSorted()).toEqual(['history_sl', 'math_ai_hl']);
    expect((await subjectsOf('s3')).toSorted()).toEqual(['math_aa_hl', 'math_ai_hl']);
    expect(await audited()).toBe(noted + 1);
  });

  test('lets people without an address log in, and their teachers see and remove them', async () => {
    const { imported } = await apply(mine(people), lessons, { courses: { 'Math AA HL': 'math_aa_hl' } });
    const logIn = async (row: number, type = '') => {
      const { username, password } = imported[row];
      const login = await server.call(`POST /token${type}`, { form: { username, password } });
      expect(login.status).toBe(200);
      const token = login.body.access_token as string;
      await ok({ token }, 'POST /users/me/password', {
        current_password: password,
        new_password: 'a violet kettle sings',
      });
      const next = await server.call(`POST /token${type}`, {
        form: { username, password: 'a violet kettle sings' },
      });
      return { token: next.body.access_token as string };
    };
    const student = await logIn(1);
    expect(await ok(student, 'GET /users/me')).toMatchObject({ email: null });
    const teacher = await logIn(0, '?login_type=teacher');
    const list: { id: number; email: string }[] = (await ok(teacher, 'GET /teachers/students')).students;
    // Who came at the same moment is in no order.
    const students = list.toSorted((a, b) => a.email.localeCompare(b.email));
    expect(students).toMatchObject([
      { name: 'Anna Müller', email: nameOf('s1'), status: 'active', invitation_link: null },
      { name: null, email: nameOf('s2'), status: 'active', invitation_link: null },
    ]);
    const { id } = students[0]!;
    expect(await ok(teacher, `GET /teachers/students/${id}`)).toMatchObject({
      name: 'Anna Müller',
      status: 'active',
    });
    expect((await ok(teacher, 'GET /teachers/grid?subject_id=math_aa_hl')).students).toHaveLength(2);
    expect(await ok(teacher, 'GET /teachers/attention')).toMatchObject({ students: [] });

    // Undo adds whom the teacher removed.
    await ok(teacher, `DELETE /teachers/students/${id}`);
    expect((await ok(teacher, 'GET /teachers/students')).students).toHaveLength(1);
    const back = await ok(teacher, 'POST /teachers/students', { email: nameOf('s1'), name: 'Anna Müller' });
    expect(back).toMatchObject({ email: nameOf('s1'), status: 'active', invitation_link: null });
    expect(await listRosterLinks(server.db, nameOf('t1'))).toMatchObject([
      { by_roster: true },
      { by_roster: true },
    ]);
    const nobody = { email: 'no.such.name', name: null };
    expect(await server.call('POST /teachers/students', { ...teacher, json: nobody })).toMatchObject({
      status: 422,
      body: { detail: 'Enter a valid email address.' },
    });
    // A teacher of another school finds nobody by a username.
    const stranger = await createPerson(server.db, 'teacher', { schoolId: await createSchool(server.db) });
    const json = { email: nameOf('s1'), name: null };
    expect((await server.call('POST /teachers/students', { ...stranger, json })).status).toBe(422);

    // The school assigns and removes them by their names.
    const names = { teacher_email: nameOf('t1'), student_emails: [nameOf('s1')] };
    expect(await asAdmin(`POST /admin/schools/${schoolId}/classes/remove`, names)).toMatchObject({
      removed: 1,
      students: [nameOf('s1')],
    });
    expect(await asAdmin(`POST /admin/schools/${schoolId}/classes`, names)).toMatchObject({
      assigned: 1,
      students: [nameOf('s1')],
    });
    const strange = { ...names, student_emails: ['no.such.name'] };
    expect(
      await server.call(`POST /admin/schools/${schoolId}/classes`, { admin: ADMIN_PASSWORD, json: strange }),
    ).toMatchObject({ status: 404, body: { detail: 'no.such.name is not a student of this school.' } });
  });

  test('changes names, addresses, roles and groups, and nothing else', async () => {
    await apply(mine(people), lessons);
    const next = mine([
      { id: 't1', email: 't1.new@roster.org', name: 'Ms Okafor' },
      { id: 's1', name: 'Anna Maria Müller', username: 'another.name' },
      { id: 's2', role: 'teacher' },
    ]);
    const moved = [{ id: 'Physics', teachers: ['t1'], students: ['s1'] }];
    const preview = await check(next, moved);
    expect(preview.rows).toMatchObject([
      {
        outcome: 'changed',
        changes: { email: { before: `${n}.t1@roster.org`, after: `${n}.t1.new@roster.org` } },
      },
      {
        outcome: 'changed',
        changes: {
          name: { before: 'Anna Müller', after: 'Anna Maria Müller' },
          joins: ['Physics'],
          leaves: ['Maths'],
        },
      },
      { outcome: 'changed', changes: { role: { before: 'student', after: 'teacher' }, leaves: ['Maths'] } },
    ]);
    expect(preview.counts).toEqual({
      groups: 1,
      groups_renamed: 0,
      groups_ended: 1,
      links: 0,
      links_ended: 0,
    });
    const { changed } = await apply(next, moved);
    expect(changed).toEqual([2, 3, 4]);
    expect(await getNamed(server.db, nameOf('t1'))).toMatchObject({ email: `${n}.t1.new@roster.org` });
    // Who logs in with a name goes on doing so.
    expect(await getNamed(server.db, nameOf('s1'))).toMatchObject({ name: 'Anna Maria Müller' });
    expect(await getNamed(server.db, nameOf('s2'))).toMatchObject({ role: 'teacher' });
    expect(await listGroupsOf(server.db, schoolId)).toEqual([{ name: 'Physics', members: [nameOf('s1')] }]);
  });

  test('removes nobody: who left is named, and links end only where that was chosen', async () => {
    await apply(mine(people), lessons);
    const own = await createPerson(server.db, 'student', { schoolId });
    await asAdmin(`POST /admin/schools/${schoolId}/classes`, {
      teacher_email: nameOf('t1'),
      student_emails: [own.email],
    });
    const rest = [{ id: 'Maths', teachers: ['t1'], students: ['s1'] }];
    const preview = await check(mine(people).slice(0, 2), rest);
    expect(preview.left).toEqual([
      {
        id: (await getNamed(server.db, nameOf('s2'))).id,
        username: nameOf('s2'),
        email: null,
        name: null,
        role: 'student',
      },
    ]);
    expect(preview.counts.links_ended).toBe(1);
    // Who only changes classes is told so, and nothing else.
    expect(
      (await check(mine(people), [{ ...rest[0]!, students: ['s1', 's2'], title: 'Maths 2' }])).rows[0],
    ).toMatchObject({
      outcome: 'unchanged',
    });
    expect((await check(mine(people), rest)).rows[2]).toMatchObject({ outcome: 'changed', reason: null });
    const students = async () =>
      (await listRosterLinks(server.db, nameOf('t1'))).map(({ student }) => student);
    await apply(mine(people).slice(0, 2), rest);
    expect(await students()).toHaveLength(3);
    // It was another number that somebody had seen.
    expect(await refused(bodyOf([], rest, { ends: 7 }))).toMatchObject({
      status: 409,
      body: { detail: 'The school has changed since you checked. Look again at what will happen.' },
    });
    await apply([], rest, { ends: 1 });
    expect((await students()).toSorted()).toEqual([own.username, nameOf('s1')].toSorted());
    expect(await getNamed(server.db, nameOf('s2'))).toMatchObject({ school_id: schoolId, role: 'student' });
  });

  test('ends as many links as were counted, also where a student becomes a teacher', async () => {
    const [teacher, first, second] = mine(people) as [Someone, Someone, Someone];
    await apply([teacher, first, second], lessons);
    const next = [teacher, first, { ...second, role: 'teacher' }];
    const { counts } = await check(next, []);
    expect(counts.links_ended).toBe(1);
    expect((await apply(next, [], { ends: counts.links_ended })).counts).toEqual(counts);
  });

  test('of changes touches only whom it names', async () => {
    await apply(mine(people), lessons);
    const delta = { isDelta: true, left: ['s2', 'unknown'] };
    const changes = [{ id: 'Maths', title: null, ended: ['s2'] }];
    const preview = await check([{ id: 's1', name: 'Anna M.', role: null }], changes, delta);
    expect(preview.left).toMatchObject([{ username: nameOf('s2') }]);
    expect(preview.rows).toMatchObject([{ outcome: 'changed', changes: { name: { after: 'Anna M.' } } }]);
    expect(preview.counts).toMatchObject({ groups: 0, groups_ended: 0, links_ended: 1 });
    await apply([{ id: 's1', name: 'Anna M.', role: null }], changes, delta);
    expect(await listGroupsOf(server.db, schoolId)).toEqual([{ name: 'Maths', members: [nameOf('s1')] }]);
    expect(outcomes(await check([{ id: 'x9', role: null }], [], delta))).toEqual(['faulty']);
  });

  test('of changes tells whose classes change, also who is in no file of people', async () => {
    await apply(mine(people), [...lessons, { id: 'Physics', teachers: ['t1'] }]);
    const delta = { isDelta: true };
    const changes = [
      { id: 'Maths', title: null, ended: ['s2'] },
      { id: 'Physics', title: null, students: ['s2'] },
    ];
    const { rows, left, others, counts } = await check([], changes, delta);
    expect([rows, left]).toEqual([[], []]);
    expect(others).toEqual([
      {
        id: (await getNamed(server.db, nameOf('s2'))).id,
        username: nameOf('s2'),
        email: null,
        name: null,
        role: 'student',
        joins: ['Physics'],
        leaves: ['Maths'],
      },
    ]);
    expect(counts).toMatchObject({ links: 0, links_ended: 0 });
    await apply([], changes, delta);
    expect(await listGroupsOf(server.db, schoolId)).toEqual([
      { name: 'Maths', members: [nameOf('s1')] },
      { name: 'Physics', members: [nameOf('s2')] },
    ]);
    expect((await check([], changes, delta)).others).toEqual([]);
  });

  test('names the groups that it ends, and how many are in each', async () => {
    await apply(mine(people), lessons);
    const { ended, others } = await check(mine(people), []);
    expect(ended).toEqual([{ name: 'Maths', members: 2 }]);
    expect(others).toEqual([]);
  });

  test('knows people by their id, else by their address, else by their name at the school', async () => {
    const at = (school?: number) =>
      createPerson(server.db, 'student', {
        isConfirmed: true,
        ...(school !== undefined && { schoolId: school }),
      });
    const here = await at(schoolId);
    const free = await at();
    const away = await at(await createSchool(server.db));
    const list = [
      { id: 's1', email: here.email },
      { id: 's2', email: free.email },
      { id: 's3', email: away.email },
      { id: 's4', username: here.username },
      { id: 's5', email: here.email },
      { id: 's6', username: '' },
    ];
    expect((await check(list)).rows).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'no_school', account: { id: free.id } },
      { outcome: 'other_school' },
      { outcome: 'username_taken', suggestion: expect.any(String) },
      { outcome: 'faulty', reason: 'This email is also in row 2.' },
      { outcome: 'faulty', reason: 'Username is required.' },
    ]);
    const [first, second, third] = list.map(person);
    expect(await refused(bodyOf([third!]))).toMatchObject({ status: 409 });
    const answer = await asAdmin(
      `POST /admin/schools/${schoolId}/roster`,
      bodyOf([first!, { ...second!, take_in: free.id }]),
    );
    expect(answer).toMatchObject({ imported: [], taken_in: [{ row: 3, email: free.email }] });
    expect(await getNamed(server.db, here.username)).toMatchObject({ sourced_id: 's1' });
    expect(await getNamed(server.db, free.username)).toMatchObject({ sourced_id: 's2', school_id: schoolId });
    // With another address it is still the same person, unless somebody else has it.
    expect((await check([{ id: 's1', email: away.email }])).rows).toMatchObject([{ outcome: 'unchanged' }]);
    // Another school knows them by another id.
    await asAdmin(`PUT /admin/users/${free.id}`, {
      username: free.username,
      email: free.email,
      role: 'student',
      school_id: null,
    });
    expect(await getNamed(server.db, free.username)).toMatchObject({ sourced_id: null });
  });

  test('ends a link without an address when student or teacher leaves the school', async () => {
    await apply(mine(people), lessons);
    const { id } = await getNamed(server.db, nameOf('t1'));
    await asAdmin(`PUT /admin/users/${id}`, {
      username: nameOf('t1'),
      email: `${n}.t1@roster.org`,
      role: 'teacher',
      school_id: await createSchool(server.db),
    });
    expect(await listRosterLinks(server.db, nameOf('t1'))).toEqual([]);
  });

  test('is imported whole or not at all', async () => {
    const list = mine(people).map(person);
    const bad = [...list.slice(0, 2), { ...list[2]!, username: list[1]!.username }];
    expect(await refused(bodyOf(bad, lessons))).toMatchObject({
      status: 422,
      body: { detail: 'Row 4: This username is also in row 3.' },
    });
    await expect(getNamed(server.db, nameOf('t1'))).rejects.toThrow();
    expect(await listGroupsOf(server.db, schoolId)).toEqual([]);
  });

  test('sent twice at once makes everybody once', async () => {
    const json = bodyOf(mine(people).map(person), lessons);
    const answers = await Promise.all([refused(json), refused(json)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.imported.length).toSorted((a, b) => a - b)).toEqual([0, 3]);
    expect(await listGroupsOf(server.db, schoolId)).toEqual([
      { name: 'Maths', members: namesOf(['s1', 's2']) },
    ]);
    expect(await listRosterLinks(server.db, nameOf('t1'))).toHaveLength(2);
  });

  test('has limits, said in words', async () => {
    const many = Array.from({ length: 501 }, (_, index) => person({ id: `s${index}` }, index));
    expect(await refused(bodyOf(many))).toMatchObject({
      status: 413,
      body: { detail: 'An import can have at most 500 rows.' },
    });
    const ids = Array.from({ length: 40_001 }, (_, index) => `s${index}`);
    expect(await refused(bodyOf([], [{ id: 'Maths', students: ids }]))).toMatchObject({
      status: 413,
      body: { detail: 'A roster can have at most 40,000 enrolments.' },
    });
  });
});

describe('a list', () => {
  const batch = (path: string, rows: object[]) =>
    asAdmin(`POST /admin/schools/${schoolId}/batch-import${path}`, rows);

  test('is compared by name and groups, and changes those', async () => {
    const row = (id: string, rest: object) => ({
      username: nameOf(id),
      email: `${nameOf(id)}@list.org`,
      role: 'student',
      ...rest,
    });
    await batch('', [
      row('a', { group: '11B', name: 'Anna Muller' }),
      row('b', { group: '11B' }),
      row('c', {}),
    ]);
    const next = [
      row('a', { group: '12B; 12 Physics', name: 'Anna Müller' }),
      row('b', { group: '' }),
      row('c', { group: '12B' }),
    ];
    const { rows } = await batch('/check', next);
    expect(rows).toMatchObject([
      {
        outcome: 'changed',
        changes: {
          name: { before: 'Anna Muller', after: 'Anna Müller' },
          joins: ['12B', '12 Physics'],
          leaves: ['11B'],
        },
      },
      // An empty cell says nothing.
      { outcome: 'unchanged' },
      { outcome: 'changed', changes: { joins: ['12B'] } },
    ]);
    const { changed, imported } = await batch('', [next[0]!, next[2]!]);
    expect(changed).toEqual([`${nameOf('a')}@list.org`, `${nameOf('c')}@list.org`]);
    expect(imported).toEqual([]);
    expect(await listGroupsOf(server.db, schoolId)).toEqual([
      { name: '11B', members: [nameOf('b')] },
      { name: '12 Physics', members: [nameOf('a')] },
      { name: '12B', members: [nameOf('a'), nameOf('c')] },
    ]);
    expect(outcomes(await batch('/check', next))).toEqual(['unchanged', 'unchanged', 'unchanged']);
  });
});

test('names the groups whose class has another title, before it renames them', async () => {
  const people = [{ id: 't1' }, { id: 's1' }];
  const titled = (...titles: [string, string]) =>
    titles.map((title, index) => ({ id: `c${index}`, title, teachers: ['t1'], students: ['s1'] }));
  await apply(people, titled('11B Maths', 'Tutor'));
  expect((await check(people, titled('11B Maths', 'Tutor'))).renamed).toEqual([]);
  const next = titled('12B Maths', 'Tutor');
  const { rows, renamed, counts } = await check(people, next);
  expect(outcomes({ rows })).toEqual(['unchanged', 'unchanged']);
  expect(renamed).toEqual([{ before: '11B Maths', after: '12B Maths' }]);
  expect(counts).toMatchObject({ groups: 0, groups_renamed: 1, groups_ended: 0 });
  expect((await apply(people, next)).counts).toEqual(counts);
  expect((await listGroupsOf(server.db, schoolId)).map(({ name }) => name)).toEqual(['12B Maths', 'Tutor']);
});

test('a class that was changed by hand is again as the next roster says', async () => {
  const school = `/admin/schools/${schoolId}`;
  const people = [{ id: 't1', email: `t1.${n}@roster.org` }, { id: 's1' }, { id: 's2' }];
  const lessons = [{ id: 'Maths', teachers: ['t1'], students: ['s1', 's2'] }];
  await apply(people, lessons);
  const groups = async () => (await asAdmin(`GET ${school}/groups`)).groups;
  const [made] = await groups();
  expect(made).toMatchObject({ name: 'Maths', members: [expect.any(Number), expect.any(Number)] });
  const [out] = made.members;
  await asAdmin(`POST ${school}/groups/members`, { user_ids: [out], add: [], remove: [made.id] });
  await asAdmin(`PUT ${school}/groups/${made.id}`, { name: 'Algebra' });
  expect(outcomes(await check(people, lessons))).toContain('changed');
  await apply(people, lessons);
  expect(await groups()).toEqual([made]);
  expect((await check(people, lessons)).counts).toMatchObject({ groups: 0, groups_ended: 0, links: 0 });

  // Removed by hand, it is made again, and then the removed one does not come back beside it.
  await asAdmin(`DELETE ${school}/groups/${made.id}`);
  await apply(people, lessons);
  const [again] = await groups();
  expect(again).toEqual({ ...made, id: expect.any(Number) });
  await asAdmin(`PUT ${school}/groups/${again.id}`, { name: 'Algebra' });
  const back = await server.call(`POST ${school}/groups/${made.id}/restore`, { admin: ADMIN_PASSWORD });
  expect(back).toMatchObject({ status: 409, body: { detail: 'A roster has made this class again.' } });
});

test('leaves school admins as they are, however a row names them', async () => {
  const office = await createPerson(server.db, 'school_admin', { schoolId, isConfirmed: true });
  const other = (await createPerson(server.db, 'school_admin', { schoolId })).username;
  await asAdmin('POST /schooladmin/register', {
    username: `office.${n}`,
    password: 'purple turnip sails north',
    school_id: schoolId,
  });
  const people = [
    { id: 'x1', username: `office.${n}`, name: 'Somebody', role: null },
    { id: 'x2', email: office.email, name: 'Somebody', role: 'teacher' },
    { id: 's1' },
  ];
  const lessons = [{ id: 'Maths', teachers: ['x1', 'x2'], students: ['s1'] }];
  const preview = await check(people, lessons);
  expect(outcomes(preview)).toEqual(['unchanged', 'unchanged', 'new']);
  expect(preview.counts.links).toBe(0);
  await apply(people, lessons);
  for (const name of [`office.${n}`, office.username, other])
    expect(await getNamed(server.db, name)).toMatchObject({
      name: null,
      sourced_id: null,
      role: 'school_admin',
    });
  // By the id that an earlier version had given them.
  await giveSourcedId(server.db, `office.${n}`, 'x1');
  const [next] = people;
  await apply([{ ...next!, username: nameOf('y'), email: `y.${n}@elsewhere.org`, role: 'teacher' }]);
  expect(await getNamed(server.db, `office.${n}`)).toMatchObject({ email: null, name: null });
});

test('does not change somebody who became a school admin while it was imported', async () => {
  await apply([{ id: 's1' }]);
  const { id } = await getNamed(server.db, nameOf('s1'));
  let importing: ReturnType<typeof refused> | undefined;
  await server.db.transaction(async (tx) => {
    await lockUsers(tx, [id]);
    importing = refused({ people: [person({ id: 's1', email: `s1.${n}@elsewhere.org` }, 0)] });
    await eventually(async () => expect(await countWaiting(server.db)).toBe(1));
    await promote(tx, id);
  });
  expect((await importing)?.status).toBe(200);
  expect(await getNamed(server.db, nameOf('s1'))).toMatchObject({ email: null, role: 'school_admin' });
});

test('does not give the account of somebody who left to whoever has the address now', async () => {
  const email = `a.smith.${n}@roster.org`;
  await apply([{ id: 's1', email, name: 'Anna Smith' }, { id: 's2' }]);
  const preview = await check([
    { id: 's9', email, name: 'Adam Smith' },
    { id: 's1', email, name: 'Anna Smith' },
    { id: 's2', email, name: 'Somebody' },
    { id: 's2' },
    { id: 's8', username: nameOf('s2') },
  ]);
  expect(preview.rows).toMatchObject([
    { outcome: 'faulty', reason: 'This email belongs to someone with a different ID.' },
    { outcome: 'unchanged' },
    // Known by the id, so only the address is not theirs.
    { outcome: 'changed', reason: 'The address belongs to another account, so the old one stays.' },
    { outcome: 'faulty', reason: 'This id is also in row 4.' },
    { outcome: 'username_taken' },
  ]);
  expect(preview.rows[2].changes).toEqual({ name: { before: null, after: 'Somebody' } });
  expect(await refused({ people: [person({ id: 's9', email }, 0)] })).toMatchObject({
    status: 422,
    body: { detail: 'Row 2: This email belongs to someone with a different ID.' },
  });
  expect(await getNamed(server.db, nameOf('s1'))).toMatchObject({ name: 'Anna Smith', sourced_id: 's1' });
});

test('takes people in the order in which everybody does, so that nobody waits for each other', async () => {
  await apply([{ id: 's1' }, { id: 's2' }]);
  const [first, second] = [
    (await getNamed(server.db, nameOf('s1'))).id,
    (await getNamed(server.db, nameOf('s2'))).id,
  ];
  const reversed = [
    { id: 's2', role: 'teacher' },
    { id: 's1', role: 'teacher' },
  ];
  let importing: ReturnType<typeof apply> | undefined;
  await server.db.transaction(async (tx) => {
    await holdUsersOfSchool(tx, schoolId, [first]);
    importing = apply(reversed);
    await eventually(async () => expect(await countWaiting(server.db)).toBe(1));
    await waitBriefly(tx);
    await holdUsersOfSchool(tx, schoolId, [second]);
  });
  expect((await importing)?.changed).toEqual([2, 3]);
});

test('changes many at once: addresses, with those of their links, and roles, each told in the audit', async () => {
  const people = [{ id: 't1' }, { id: 's1', email: `s1.${n}@roster.org` }, { id: 's2' }, { id: 's3' }];
  await apply(people, [{ id: 'Maths', teachers: ['t1'], students: ['s1', 's2'] }]);
  const audited = await countAudit(server.db, 'user_changed');
  const moved = ['s1', 's2'].map((id) => ({ id, email: `${id}.${n}@new.org` }));
  const { changed } = await apply([...moved, { id: 's3', role: 'teacher' }]);
  expect(changed).toEqual([2, 3, 4]);
  expect(await countAudit(server.db, 'user_changed')).toBe(audited + 3);
  for (const { id, email } of moved)
    expect(await getNamed(server.db, nameOf(id))).toMatchObject({ email, role: 'student' });
  expect(await getNamed(server.db, nameOf('s3'))).toMatchObject({ email: null, role: 'teacher' });
  const { id } = await getNamed(server.db, nameOf('t1'));
  expect(await listLinks(server.db, id)).toMatchObject([
    { email: `s1.${n}@new.org`, status: 'active' },
    { email: `s2.${n}@new.org`, status: 'active' },
  ]);
});

describe('of changes, a roster', () => {
  const people = [{ id: 't1' }, { id: 's1' }, { id: 's2' }];
  const lessons = [{ id: 'Maths', teachers: ['t1'], students: ['s1', 's2'] }];
  const other = { id: 'Art', students: ['s2'] };
  const isDelta = true;

  test('brings nobody back who was archived', async () => {
    await apply(people, lessons);
    const { id } = await getNamed(server.db, nameOf('s1'));
    await asAdmin(`POST /admin/schools/${schoolId}/archive`, { user_ids: [id] });
    const delta = [{ id: 'Maths', title: null, students: ['s2'] }];
    expect((await check([], delta, { isDelta })).counts).toMatchObject({ links: 0 });
    expect((await apply([], delta, { isDelta })).counts).toMatchObject({ links: 0 });
    expect(await listRosterLinks(server.db, nameOf('t1'))).toMatchObject([{ student: nameOf('s2') }]);
  });

  test('links nobody again who was unassigned by hand, in classes that it does not name', async () => {
    await apply(people, lessons);
    const { id } = await getNamed(server.db, nameOf('s1'));
    await asAdmin(`POST /admin/schools/${schoolId}/classes/end`, { user_ids: [id] });
    expect((await apply([], [other], { isDelta })).counts).toMatchObject({ groups: 1, links: 0 });
    expect(await listRosterLinks(server.db, nameOf('t1'))).toMatchObject([{ student: nameOf('s2') }]);
  });
});

describe('ids and names that occur twice', () => {
  const titles = async () => (await listGroupsOf(server.db, schoolId)).map(({ name }) => name);
  const byHand = (name: string) => asAdmin(`POST /admin/schools/${schoolId}/groups`, { name, user_ids: [] });

  test('of classes and people are refused in words', async () => {
    const json = bodyOf([], [{ id: 'c1' }, { id: 'c1', title: 'Another' }]);
    const detail = 'The class c1 is in the roster twice.';
    expect(await refused(json)).toMatchObject({ status: 422, body: { detail } });
    const twice = [person({ id: 's1' }, 0), person({ id: 's1', username: nameOf('x') }, 1)];
    expect(await refused({ people: twice })).toMatchObject({
      status: 422,
      body: { detail: 'Row 3: This id is also in row 2.' },
    });
  });

  test('of groups are one group, as the database sees it', async () => {
    await apply([], [{ id: 'c1', title: 'Class 1' }]);
    const [{ id }] = (await asAdmin(`GET /admin/schools/${schoolId}/groups`)).groups;
    await byHand(`#${id}`);
    await byHand('ασ');
    await byHand('i\u0307x');
    await apply(
      [],
      [
        { id: 'c1', title: 'Class One' },
        { id: 'gr', title: 'ΑΣ' },
        { id: 'tu', title: 'İx' },
        { id: 'tv', title: 'ix' },
      ],
    );
    const expected = [`#${id}`, 'Class One', 'ix 2', 'İx', 'ΑΣ'];
    expect(new Set(await titles())).toEqual(new Set(expected));
  });

  test('in rosters that are sent at once, even with other usernames, are made once', async () => {
    const send = (username: string) =>
      refused(bodyOf([person({ id: 's1', username }, 0)], [{ id: 'c1', students: ['s1'] }]));
    const answers = await Promise.all(['a', 'b'].map((name) => send(nameOf(name))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.flatMap(({ body }) => body.imported)).toHaveLength(1);
    // Of those that make nobody, as many as you like.
    const repeated = await Promise.all(Array.from({ length: 6 }, () => send(nameOf('c'))));
    expect(repeated.map(({ status }) => status)).toEqual(repeated.map(() => 200));
    expect(await titles()).toEqual(['c1']);
  });

  test('in a group that somebody names at the same moment end the import in words', async () => {
    let importing: ReturnType<typeof refused> | undefined;
    await server.db.transaction(async (tx) => {
      await insertSchoolGroup(tx, schoolId, 'Maths');
      importing = refused(bodyOf([], [{ id: 'c1', title: 'maths' }]));
      await eventually(async () => expect(await countWaiting(server.db)).toBe(1));
    });
    expect(await importing).toMatchObject({
      status: 409,
      body: { detail: 'The school has changed since you checked. Look again at what will happen.' },
    });
  });
});
