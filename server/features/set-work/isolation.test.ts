import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { openSession } from '../../http/session.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { setJson } from '../../testing/scene.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';

/** Set work in the eyes of everybody whom it is not for, down to the raw answers. */

const server = shareServer();
const LINE = 'A line for nobody else';
const MATHS = ['math_aa_hl'];
const NOT_FOUND = { status: 404, body: { detail: 'Not found.' } };

const send = (who: Pick<Person, 'token'>, address: string, json?: unknown) =>
  server.call(address, { token: who.token, json });
const { ok } = stepsOn(() => server);

/** A teacher has set a paper for one of two students; another teacher of the school follows both in the same subject. */
const setUp = async () => {
  const schoolId = await createSchool(server.db);
  const of = (role: Person['role'], school = schoolId) => createPerson(server.db, role, { schoolId: school });
  const [teacher, colleague, stranger] = [
    await of('teacher'),
    await of('teacher'),
    await of('teacher', await createSchool(server.db)),
  ];
  const [student, classmate] = [await of('student'), await of('student')];
  for (const one of [teacher, colleague, stranger])
    await ok(one, 'POST /teachers/subjects', { subjects: MATHS });
  for (const one of [student, classmate]) await ok(one, 'POST /subjects', { subjects: MATHS });
  const link = await insertTestLink(server.db, 'active', { teacher, student });
  await insertTestLink(server.db, 'active', { teacher, student: classmate });
  const links = {
    colleague: await insertTestLink(server.db, 'active', { teacher: colleague, student }),
    classmate: await insertTestLink(server.db, 'active', { teacher: colleague, student: classmate }),
  };
  const id = randomUUID();
  const json = { ...setJson(), line: LINE, audience: 'chosen', student_ids: [link] };
  await ok(teacher, 'POST /teachers/sets', { id, ...json });
  return { schoolId, teacher, colleague, stranger, student, classmate, link, links, id, json };
};

test('is told to nobody else, in whatever they can read', async () => {
  const { colleague, stranger, classmate, links, schoolId, id } = await setUp();
  const admin = await createPerson(server.db, 'school_admin', { schoolId });
  const alone = await createPerson(server.db, 'student');
  const reads: [Person, string][] = [
    [colleague, 'GET /teachers/sets'],
    [colleague, 'GET /teachers/grid?subject_id=math_aa_hl'],
    [colleague, `GET /teachers/students/${links.colleague}`],
    [stranger, 'GET /teachers/sets'],
    [stranger, 'GET /teachers/grid?subject_id=math_aa_hl'],
    [classmate, 'GET /users/me/from-teachers'],
    [classmate, 'GET /users/me/teachers'],
    [alone, 'GET /users/me/from-teachers'],
    [admin, 'GET /schooladmin/dashboard/users'],
    [admin, 'GET /schooladmin/dashboard/teachers'],
  ];
  for (const [who, address] of reads) {
    const text = JSON.stringify(await ok(who, address));
    expect(text, address).not.toContain(id);
    expect(text, address).not.toContain(LINE);
    expect(text, address).not.toContain('to_do');
  }
});

describe.each(['colleague', 'stranger'] as const)('%s', (who) => {
  test('finds none of it by its id, and changes nothing', async () => {
    const world = await setUp();
    const { id, json, teacher, student } = world;
    const before = await ok(teacher, `GET /teachers/sets/${id}`);
    const own = { ...json, audience: 'everyone', student_ids: [] };
    for (const [address, body] of [
      [`GET /teachers/sets/${id}`],
      [`PUT /teachers/sets/${id}`, own],
      [`DELETE /teachers/sets/${id}`],
      [`POST /teachers/sets/${id}/restore`],
      // Nor does setting something under its id tell that there is one: it is refused as somebody else's student is.
      ['POST /teachers/sets', { id, ...own }],
      ['POST /teachers/sets', { id: randomUUID(), ...json }],
    ] as const)
      expect(await send(world[who], address, body), address).toMatchObject(NOT_FOUND);
    expect(await ok(teacher, `GET /teachers/sets/${id}`)).toEqual(before);
    expect((await ok(student, 'GET /users/me/from-teachers')).set_work).toHaveLength(1);
    expect((await ok(world[who], 'GET /teachers/sets')).sets).toEqual([]);
  });

  test('may not set anything for a group that is not theirs', async () => {
    const world = await setUp();
    const group = await ok(world.teacher, 'POST /teachers/groups', { name: '12B', students: [world.link] });
    const json = { ...world.json, audience: 'group', group_id: group.id, student_ids: [] };
    const given = { id: randomUUID(), ...json };
    expect(await send(world[who], 'POST /teachers/sets', given)).toMatchObject(NOT_FOUND);
  });
});

test('a pending link is nobody to set work for', async () => {
  const { teacher, json } = await setUp();
  const waiting = await createPerson(server.db, 'student');
  const pending = await insertTestLink(server.db, 'pending', { teacher, student: waiting });
  const given = { id: randomUUID(), ...json, student_ids: [pending] };
  expect(await send(teacher, 'POST /teachers/sets', given)).toMatchObject(NOT_FOUND);
});

test('ends at the next request with a role or a school', async () => {
  const { teacher, student, id } = await setUp();
  const { username, email } = student;
  const change = (given: object) =>
    server.call(`PUT /admin/users/${student.id}`, {
      admin: ADMIN_PASSWORD,
      json: { username, email, school_id: null, role: 'student', ...given },
    });
  await change({});
  // Of no school by now, they have not accepted this teacher.
  const again = { token: await openSession(server.db, student) };
  expect((await ok(again, 'GET /users/me/from-teachers')).set_work).toEqual([]);
  expect((await ok(teacher, `GET /teachers/sets/${id}`)).students).toEqual([]);
  await change({ role: 'teacher' });
  expect((await ok(teacher, `GET /teachers/sets/${id}`)).students).toEqual([]);
});

test('an account that is deleted takes its set work along', async () => {
  const { teacher, student, id } = await setUp();
  const deleted = await server.call(`DELETE /admin/users/${teacher.id}`, { admin: ADMIN_PASSWORD });
  expect(deleted.status).toBe(200);
  const text = JSON.stringify(await ok(student, 'GET /users/me/from-teachers'));
  expect(text).not.toContain(id);
});

test('a visitor reads what a student is set, and what they set as a teacher is recorded', async () => {
  const { teacher, student, id, json } = await setUp();
  const visit = async (userId: number) => {
    const { body } = await server.call(`POST /admin/impersonate/${userId}`, { admin: ADMIN_PASSWORD });
    return { token: body.access_token };
  };
  expect((await ok(await visit(student.id), 'GET /users/me/from-teachers')).set_work).toMatchObject([{ id }]);
  const asTeacher = await visit(teacher.id);
  const given = { ...json, audience: 'everyone', student_ids: [] };
  await ok(asTeacher, 'POST /teachers/sets', { id: randomUUID(), ...given });
  await ok(asTeacher, `DELETE /teachers/sets/${id}`);
  const { body } = await server.call(`GET /admin/audit?user_id=${teacher.id}`, { admin: ADMIN_PASSWORD });
  expect(body[0]).toMatchObject({ action: 'changed_as_user', details: { kind: 'set_work', count: 2 } });
});
