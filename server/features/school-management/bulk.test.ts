import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { MAX_CHOSEN, MAX_PASSWORDS } from '../../../domain/school.ts';
import { claimAddresses, lockUsers } from '../../db/locks.queries.ts';
import { createThrottle } from '../../http/throttle.ts';
import { passTime } from '../../testing/clock.queries.ts';
import { eventually, QUERY, shareFiles, smallPdf, upload } from '../../testing/evidence.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { setJson } from '../../testing/scene.ts';
import { ADMIN_PASSWORD, startTestServer } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { tickPaper } from '../../testing/ticks.ts';
import { countWaiting } from '../platform-admin/platform-admin.test.queries.ts';
import { listSumDifferences } from '../tracker/sums.queries.ts';
import { insertLeavers } from './archive.test.queries.ts';

/** What is done to several people of a school at once, on a database whose clock the test sets. */

const server = shareServer({ stoppedClock: true });
const { ok, asAdmin, follow, takes, teaches } = stepsOn(() => server);
const NOT_FOUND = { status: 404, body: { detail: 'Not found.' } };
const MINUTES = 60;

let schoolId: number;
let office: Person;
let teacher: Person;
let colleague: Person;
let student: Person;
let other: Person;
beforeEach(async () => {
  schoolId = await createSchool(server.db);
  const at = (role: Person['role']) => createPerson(server.db, role, { schoolId });
  [office, teacher, colleague] = [await at('school_admin'), await at('teacher'), await at('teacher')];
  [student, other] = [await at('student'), await at('student')];
});

const send = (act: string, json: object, who = office) =>
  server.call(`POST /admin/schools/${schoolId}/${act}`, { token: who.token, json });
const chosen = (...people: { id: number }[]) => ({ user_ids: people.map(({ id }) => id) });
const sent = async (act: string, json: object) => {
  const { status, body } = await send(act, json);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const inOrder = (...people: { id: number }[]) => people.map(({ id }) => id).toSorted((a, b) => a - b);
const newTeacher = () => ({ username: `new-${schoolId}`, email: `new-${schoolId}@example.org` });
const rolesOf = async () => {
  const { users } = await asAdmin(`GET /admin/schools/${schoolId}/users-and-classes`);
  return Object.fromEntries(users.map(({ id, role }: Person) => [id, role]));
};
const isLoggedIn = async ({ token }: Person) =>
  (await server.call('GET /users/me', { token })).status === 200;
const linesOf = async (action: string) =>
  (await asAdmin(`GET /admin/audit?school_id=${schoolId}`)).filter(
    (line: { action: string }) => line.action === action,
  );

describe('who does not belong makes nobody change', () => {
  test.each([
    ['roles', { role: 'teacher' }],
    ['classes/end', {}],
    ['passwords', {}],
  ])('%s', async (act, more) => {
    await follow(teacher, student);
    const before = await rolesOf();
    const stranger = await createPerson(server.db, 'student', { schoolId: await createSchool(server.db) });
    const homeless = await createPerson(server.db, 'student');
    const left = await createPerson(server.db, 'student', { schoolId });
    await sent('archive', chosen(left));
    for (const one of [stranger, homeless, left, { id: 2_147_483_647 }])
      expect(await send(act, { ...chosen(student, one), ...more })).toMatchObject(NOT_FOUND);
    expect(await rolesOf()).toEqual(before);
    expect(await isLoggedIn(student)).toBe(true);
    expect((await ok(teacher, 'GET /teachers/students')).students).toMatchObject([{ status: 'active' }]);
    for (const json of [{ user_ids: [] }, { user_ids: ['1'] }, {}, { ...chosen(student), more: 1 }])
      expect((await send(act, { ...json, ...more })).status).toBe(422);
    const most = act === 'passwords' ? MAX_PASSWORDS : MAX_CHOSEN;
    const many = Array.from({ length: most + 1 }, () => student);
    expect([413, 422, 400]).toContain((await send(act, { ...chosen(...many), ...more })).status);
  });
});

describe('roles', () => {
  test('change as one by one: sessions end, links sleep and wake, and it is written down of each', async () => {
    await follow(teacher, student);
    await tickPaper(server, student);
    const { changed } = await sent('roles', {
      ...chosen(student, other, colleague, student),
      role: 'teacher',
    });
    expect(changed.toSorted()).toEqual(inOrder(student, other));
    expect(await rolesOf()).toMatchObject({ [student.id]: 'teacher', [other.id]: 'teacher' });
    for (const one of [student, other]) expect(await isLoggedIn(one)).toBe(false);
    for (const one of [teacher, colleague, office]) expect(await isLoggedIn(one)).toBe(true);
    // Whoever is no student is an address like any other.
    expect((await ok(teacher, 'GET /teachers/students')).students).toMatchObject([{ status: 'pending' }]);
    expect(await listSumDifferences(server.db)).toEqual([]);
    const details = { role_before: 'student', role_after: 'teacher' };
    const lines = await linesOf('role_changed');
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatchObject({ actor: 'user', actor_id: office.id, details });

    expect((await sent('roles', { user_ids: changed, role: 'student' })).changed.toSorted()).toEqual(
      inOrder(student, other),
    );
    expect((await ok(teacher, 'GET /teachers/students')).students).toMatchObject([{ status: 'active' }]);
    expect((await sent('roles', { user_ids: changed, role: 'student' })).changed).toEqual([]);
    expect(await linesOf('role_changed')).toHaveLength(4);
    expect(await listSumDifferences(server.db)).toEqual([]);
  });

  test('are undone with what was shared, which nobody sees meanwhile', async () => {
    const link = await follow(teacher, student);
    await takes(student, 'math_aa_hl');
    await teaches(teacher, 'math_aa_hl');
    await upload(server, student, smallPdf());
    await shareFiles(server, { student, teacher });
    const files = () =>
      server.call(`GET /teachers/students/${link}/files?${QUERY}`, { token: teacher.token });
    const before = (await files()).body.files;
    expect(before).toHaveLength(1);
    const statusOf = async ({ file_url: url }: { file_url: string }) =>
      (await fetch(server.url + url)).status;
    expect(await statusOf(before[0])).toBe(200);
    await sent('roles', { ...chosen(student), role: 'teacher' });
    expect((await files()).body.files ?? []).toEqual([]);
    expect(await statusOf(before[0])).toBe(404);
    await sent('roles', { ...chosen(student), role: 'student' });
    const [back] = (await files()).body.files;
    expect(back.public_id).toBe(before[0].public_id);
    expect(await statusOf(back)).toBe(200);
  });

  test('of school admins stay, and so does one’s own', async () => {
    const second = await createPerson(server.db, 'school_admin', { schoolId });
    const before = await rolesOf();
    expect(await sent('roles', { ...chosen(office, second, student), role: 'student' })).toEqual({
      changed: [],
    });
    expect(await rolesOf()).toEqual(before);
    expect(await isLoggedIn(office)).toBe(true);
    expect((await send('roles', { ...chosen(student), role: 'school_admin' })).status).toBe(422);
  });
});

describe('unassigning from all teachers', () => {
  const end = async (...people: Person[]) => (await sent('classes/end', chosen(...people))).pairs;
  const pair = (one: Person, two: Person) => ({ teacher_id: one.id, student_id: two.id });
  const studentsOf = async (one: Person) => (await ok(one, 'GET /teachers/students')).students;

  test('ends every link at the school, says which, and brings back exactly those', async () => {
    const stranger = await createPerson(server.db, 'teacher');
    await follow(teacher, student);
    await follow(colleague, student);
    await follow(teacher, other);
    await follow(stranger, student);
    const request = (await ok(student, 'GET /users/me/teachers')).teachers.find(
      ({ status }: { status: string }) => status === 'pending',
    );
    await ok(student, `POST /users/me/teachers/${request.id}/accept`);
    const pairs = await end(student, teacher);
    expect(pairs).toEqual([pair(teacher, student), pair(colleague, student)]);
    expect(await studentsOf(teacher)).toMatchObject([{ email: other.email }]);
    expect(await studentsOf(colleague)).toEqual([]);
    // A teacher of another school whom the student has accepted is not the school's business.
    expect(await studentsOf(stranger)).toMatchObject([{ status: 'active' }]);
    expect(await linesOf('student_removed')).toMatchObject([
      { target_id: student.id, teacher_id: colleague.id, actor_id: office.id },
      { target_id: student.id, teacher_id: teacher.id, actor_id: office.id },
    ]);
    expect(await end(student)).toEqual([]);

    for (let times = 0; times < 2; times += 1)
      expect(await sent('classes/restore', { pairs: [...pairs, ...pairs] })).toEqual({ status: 'success' });
    expect(await studentsOf(teacher)).toHaveLength(2);
    expect(await studentsOf(colleague)).toMatchObject([{ email: student.email, status: 'active' }]);
    expect(
      (await linesOf('students_assigned')).map(({ target_id: id }: { target_id: number }) => id),
    ).toEqual(expect.arrayContaining([teacher.id, colleague.id]));
    expect(await linesOf('students_assigned')).toHaveLength(2);
    expect((await linesOf('students_assigned'))[0].details).toEqual({ active: 1, pending: 0 });
  });

  test('is undone with the teacher’s groups, set work, names and what was shared', async () => {
    const link = await follow(teacher, student);
    await takes(student, 'math_aa_hl');
    await teaches(teacher, 'math_aa_hl');
    await ok(teacher, `PUT /teachers/students/${link}`, { name: 'Anna M.' });
    const group = await ok(teacher, 'POST /teachers/groups', { name: 'Mine', students: [link] });
    const id = randomUUID();
    await ok(teacher, 'POST /teachers/sets', { ...setJson(), id, audience: 'chosen', student_ids: [link] });
    await upload(server, student, smallPdf());
    await shareFiles(server, { student, teacher });
    const state = async () => {
      const [one] = await studentsOf(teacher);
      const { groups } = await ok(teacher, 'GET /teachers/groups');
      const files = one && (await ok(teacher, `GET /teachers/students/${one.id}/files?${QUERY}`));
      return {
        name: one?.name,
        members: groups.find((mine: { id: number }) => mine.id === group.id).students.length,
        set: (await ok(teacher, `GET /teachers/sets/${id}`)).students.length,
        files: files?.files.length,
      };
    };
    const before = await state();
    expect(before).toEqual({ name: 'Anna M.', members: 1, set: 1, files: 1 });
    const pairs = await end(student);
    expect(await state()).toMatchObject({ name: undefined, members: 0, set: 0 });
    await passTime(server.db, 9 * MINUTES);
    await sent('classes/restore', { pairs });
    expect(await state()).toEqual(before);
  });

  test('brings back nobody later, nobody who was not there, and nobody through another school', async () => {
    await follow(teacher, student);
    const pairs = await end(student);
    const never = pair(colleague, student);
    expect(await send('classes/restore', { pairs: [...pairs, never] })).toMatchObject(NOT_FOUND);
    expect(await studentsOf(teacher)).toEqual([]);
    const elsewhere = await createSchool(server.db);
    const foreign = await server.call(`POST /admin/schools/${elsewhere}/classes/restore`, {
      admin: ADMIN_PASSWORD,
      json: { pairs },
    });
    expect(foreign).toMatchObject(NOT_FOUND);
    for (const json of [{ pairs: [] }, { pairs: [{ teacher_id: 1 }] }, {}])
      expect((await send('classes/restore', json)).status).toBe(422);
    await passTime(server.db, 11 * MINUTES);
    expect(await send('classes/restore', { pairs })).toMatchObject(NOT_FOUND);
    expect(await linesOf('students_assigned')).toEqual([]);
  });

  test('does not bring back who has left or has become a teacher meanwhile', async () => {
    await follow(teacher, student);
    await follow(teacher, other);
    const pairs = await end(student, other);
    await sent('roles', { ...chosen(other), role: 'teacher' });
    expect(await send('classes/restore', { pairs })).toMatchObject(NOT_FOUND);
    expect(await studentsOf(teacher)).toEqual([]);
    await sent('roles', { ...chosen(other), role: 'student' });
    await sent('archive', chosen(other));
    expect(await send('classes/restore', { pairs })).toMatchObject(NOT_FOUND);
    await sent('classes/restore', { pairs: [pair(teacher, student)] });
    expect(await studentsOf(teacher)).toHaveLength(1);
  });

  test('of a thousand', async () => {
    const ids = await insertLeavers(server.db, schoolId, MAX_CHOSEN, teacher.id);
    const { pairs } = await sent('classes/end', { user_ids: ids });
    expect(pairs).toHaveLength(MAX_CHOSEN);
    expect(await studentsOf(teacher)).toEqual([]);
    await sent('classes/restore', { pairs });
    expect(await studentsOf(teacher)).toHaveLength(MAX_CHOSEN);
    expect((await sent('roles', { user_ids: ids, role: 'teacher' })).changed).toHaveLength(MAX_CHOSEN);
  });
});

describe('a school admin who is dismissed in the middle of it', () => {
  test.each([
    ['passwords', () => chosen(student)],
    ['teachers', () => ({ teacher: newTeacher(), student_emails: [student.email] })],
  ])('does nothing more: %s', async (act, json) => {
    const before = await rolesOf();
    let answer: ReturnType<typeof send> | undefined;
    await server.db.transaction(async (tx) => {
      await claimAddresses(tx, [student.email]);
      await lockUsers(tx, [student.id]);
      answer = send(act, json());
      await eventually(async () => expect(await countWaiting(server.db)).toBe(1));
      const { email, username } = office;
      await asAdmin(`PUT /admin/users/${office.id}`, {
        email,
        username,
        role: 'teacher',
        school_id: schoolId,
      });
    });
    expect(await answer).toMatchObject({ status: 401 });
    expect(await rolesOf()).toEqual({ ...before, [office.id]: 'teacher' });
    expect(await isLoggedIn(student)).toBe(true);
  });
});

describe('new passwords', () => {
  const logIn = ({ username }: Person, password: string) =>
    server.call('POST /token', { form: { username, password } });

  test('are shown once, in the order of the ids; everybody is out and has to choose their own', async () => {
    const { passwords } = await sent('passwords', chosen(teacher, student, teacher));
    expect(passwords).toEqual(
      [teacher, student].map(({ id, username, email }) => ({
        id,
        username,
        email,
        password: expect.any(String),
      })),
    );
    for (const [index, person] of [teacher, student].entries()) {
      expect(await isLoggedIn(person)).toBe(false);
      expect((await logIn(person, PASSWORD)).status).toBe(401);
      expect((await logIn(person, passwords[index].password)).body.must_change_password).toBe(true);
    }
    expect(await isLoggedIn(other)).toBe(true);
    expect((await linesOf('password_renewed')).map((line: { target_id: number }) => line.target_id)).toEqual(
      expect.arrayContaining(inOrder(teacher, student)),
    );
  });

  test('are not for school admins, nor for oneself', async () => {
    for (const who of [office, await createPerson(server.db, 'school_admin', { schoolId })])
      expect(await send('passwords', chosen(student, who))).toMatchObject({
        status: 409,
        body: { detail: 'Only students and teachers can get new passwords together.' },
      });
    expect(await isLoggedIn(student)).toBe(true);
  });

  test('count one by one against what a school admin may make in an hour; the platform admin may go on', async () => {
    const limited = await startTestServer({ database: server.db, environment: { RATE_LIMIT: 'on' } });
    const people = await Promise.all(
      Array.from({ length: 3 }, () => createPerson(server.db, 'student', { schoolId })),
    );
    const many = (request: { token: string } | { admin: string }) =>
      limited.call(`POST /admin/schools/${schoolId}/passwords`, { ...request, json: chosen(...people) });
    const one = () => limited.call(`POST /schooladmin/users/${student.id}/password`, { token: office.token });
    await createThrottle(server.db, true).hit('passwordReset', `user ${office.id}`, 297);
    expect((await many(office)).status).toBe(200);
    expect((await many(office)).status).toBe(429);
    expect((await one()).status).toBe(429);
    expect((await many({ admin: ADMIN_PASSWORD })).status).toBe(200);
    await limited.stop();
  });
});
