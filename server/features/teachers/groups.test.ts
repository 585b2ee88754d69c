import { beforeAll, describe, expect, test } from 'vitest';
import { GROUP_EXISTS, MAX_GROUPS } from '../../../domain/groups.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { ageLeaving, ageMembership, ageRemoved, listMemberships } from './groups.test.queries.ts';
import { changeRole, moveUsers } from './teachers.test.queries.ts';

const server = shareServer();
let schoolId: number;
let otherSchoolId: number;
beforeAll(async () => {
  schoolId = await createSchool(server.db);
  otherSchoolId = await createSchool(server.db);
});

const inSchool = (role: Person['role'], school = schoolId) =>
  createPerson(server.db, role, { schoolId: school });
const add = async ({ token }: Person, email: string, more: object = {}) =>
  server.call('POST /teachers/students', { token, json: { email, name: null, ...more } });
const students = async ({ token }: Person): Promise<{ id: number; email: string }[]> =>
  (await server.call('GET /teachers/students', { token })).body.students;
const follow = async (teacher: Person, email: string): Promise<number> => {
  await add(teacher, email);
  return (await students(teacher)).find((student) => student.email === email)?.id ?? 0;
};
const groups = async ({ token }: Person) =>
  (await server.call('GET /teachers/groups', { token })).body.groups;
const make = ({ token }: Person, name: unknown, ids: unknown = []) =>
  server.call('POST /teachers/groups', { token, json: { name, students: ids } });
const change = ({ token }: Person, id: number, name: unknown, ids: unknown) =>
  server.call(`PUT /teachers/groups/${id}`, { token, json: { name, students: ids } });
const remove = ({ token }: Person, id: number) => server.call(`DELETE /teachers/groups/${id}`, { token });
const restore = ({ token }: Person, id: number) =>
  server.call(`POST /teachers/groups/${id}/restore`, { token });
const removeStudent = ({ token }: Person, id: number) =>
  server.call(`DELETE /teachers/students/${id}`, { token });
const groupsOf = async ({ token }: Person, id: number) =>
  (await server.call(`GET /teachers/students/${id}`, { token })).body.groups;
const importInto = async (school: number, group: string, email: string) => {
  const [username = ''] = email.split('@');
  const answer = await server.call(`POST /admin/schools/${school}/batch-import`, {
    admin: ADMIN_PASSWORD,
    json: [{ username, email, role: 'student', group }],
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};
const notFound = { status: 404, body: { detail: 'Not found.' } };

let number = 0;
const address = () => `pupil${(number += 1)}@groups.example`;

describe('a teacher’s groups', () => {
  test('are listed by name, with members who may be pending and in several', async () => {
    const [teacher, student] = [await inSchool('teacher'), await inSchool('student')];
    expect(await groups(teacher)).toEqual([]);
    const [active, pending] = [await follow(teacher, student.email), await follow(teacher, address())];
    const physics = await make(teacher, ' 12B Physics ', [active, pending]);
    expect(physics).toMatchObject({
      status: 200,
      body: { name: '12B Physics', is_school: false, students: [active, pending] },
    });
    const art = await make(teacher, 'art', [active]);
    expect(await groups(teacher)).toEqual([physics.body, art.body]);
    expect(await groupsOf(teacher, active)).toEqual(['12B Physics', 'art']);
    expect(await groupsOf(teacher, pending)).toEqual(['12B Physics']);
  });

  test('have names of their own, whatever the case, until one is removed', async () => {
    const teacher = await inSchool('teacher');
    const { id } = (await make(teacher, '12B Physics')).body;
    const other = (await make(teacher, '12C Physics')).body;
    const taken = { status: 409, body: { detail: GROUP_EXISTS } };
    expect(await make(teacher, '12b PHYSICS')).toMatchObject(taken);
    expect(await change(teacher, other.id, '12b physics', [])).toMatchObject(taken);
    expect((await change(teacher, id, '12b physics', [])).body.name).toBe('12b physics');
    expect((await make(await inSchool('teacher'), '12B Physics')).status).toBe(200);
    expect((await remove(teacher, id)).status).toBe(200);
    const again = (await make(teacher, '12B Physics')).body;
    expect(await restore(teacher, id)).toMatchObject(taken);
    await remove(teacher, again.id);
    expect((await restore(teacher, id)).status).toBe(200);
    expect((await restore(teacher, id)).status).toBe(200);
    expect(await groups(teacher)).toMatchObject([{ id }, { id: other.id }]);
  });

  test('keep the day of those who stay when the members are replaced', async () => {
    const teacher = await inSchool('teacher');
    const links = [];
    for (let n = 0; n < 3; n += 1) links.push(await follow(teacher, address()));
    const [one = 0, two = 0, three = 0] = links;
    const { id } = (await make(teacher, 'A', [one, two])).body;
    await ageMembership(server.db, two);
    expect((await change(teacher, id, 'A', [two, three])).body.students).toEqual([two, three]);
    expect(await listMemberships(server.db, one)).toEqual([]);
    expect(await listMemberships(server.db, two)).toEqual([{ name: 'A', is_old: true }]);
    expect(await listMemberships(server.db, three)).toEqual([{ name: 'A', is_old: false }]);
  });

  test('keep the day of whoever is taken out and soon put back, and of nobody else', async () => {
    const teacher = await inSchool('teacher');
    const [one, two] = [await follow(teacher, address()), await follow(teacher, address())];
    const { id } = (await make(teacher, 'A', [one, two])).body;
    for (const link of [one, two]) await ageMembership(server.db, link);
    expect((await change(teacher, id, 'A', [])).body.students).toEqual([]);
    expect(await groupsOf(teacher, one)).toEqual([]);
    await ageLeaving(server.db, two);
    // Saved once more without them: they have left when they left.
    await change(teacher, id, 'A', []);
    expect((await change(teacher, id, 'A', [one, two])).body.students).toEqual([one, two]);
    expect(await listMemberships(server.db, one)).toEqual([{ name: 'A', is_old: true }]);
    expect(await listMemberships(server.db, two)).toEqual([{ name: 'A', is_old: false }]);
    // Nor does a student who is removed and brought back return to a group that they had left.
    await change(teacher, id, 'A', [two]);
    const { email = '' } = (await students(teacher)).find((student) => student.id === one) ?? {};
    await removeStudent(teacher, one);
    expect(await groupsOf(teacher, await follow(teacher, email))).toEqual([]);
  });

  test('come back with a student whose removal is undone, and the day on which they joined', async () => {
    const [teacher, student] = [await inSchool('teacher'), await inSchool('student')];
    const link = await follow(teacher, student.email);
    const a = (await make(teacher, 'A', [link])).body;
    await make(teacher, 'B', [link]);
    await ageMembership(server.db, link);
    await removeStudent(teacher, link);
    expect(await groups(teacher)).toMatchObject([{ students: [] }, { students: [] }]);
    await remove(teacher, a.id);
    const back = await follow(teacher, student.email);
    await restore(teacher, a.id);
    expect(await listMemberships(server.db, back)).toEqual([
      { name: 'A', is_old: true },
      { name: 'B', is_old: true },
    ]);
    expect(await groups(teacher)).toMatchObject([{ students: [back] }, { students: [back] }]);
  });

  test('come back after the platform admin’s removal and its Undo too', async () => {
    const [teacher, student] = [await inSchool('teacher'), await inSchool('student')];
    await make(teacher, 'A', [await follow(teacher, student.email)]);
    const admin = (call: string, json?: unknown) => server.call(call, { admin: ADMIN_PASSWORD, json });
    const classes = `/admin/schools/${schoolId}/classes`;
    await admin(`DELETE ${classes}/${teacher.id}/${student.id}`);
    expect(await groups(teacher)).toMatchObject([{ students: [] }]);
    await admin(`POST ${classes}`, { teacher_email: teacher.email, student_emails: [student.email] });
    const [link] = await students(teacher);
    expect(await groups(teacher)).toMatchObject([{ students: [link?.id] }]);
  });

  test('come back within a day of their removal', async () => {
    const teacher = await inSchool('teacher');
    const { id } = (await make(teacher, 'A')).body;
    await remove(teacher, id);
    await ageRemoved(server.db, id);
    expect(await restore(teacher, id)).toMatchObject(notFound);
    expect(await groups(teacher)).toEqual([]);
  });

  test('take a student as they are added', async () => {
    const teacher = await inSchool('teacher');
    const { id } = (await make(teacher, 'A')).body;
    expect((await add(teacher, address(), { group_id: id })).status).toBe(200);
    const [link] = await students(teacher);
    expect(await groups(teacher)).toMatchObject([{ students: [link?.id] }]);
    // An Undo that names the group as well.
    await removeStudent(teacher, link?.id ?? 0);
    expect((await add(teacher, link?.email ?? '', { group_id: id })).status).toBe(200);
    expect((await groups(teacher))[0].students).toHaveLength(1);
  });

  test('are limited', async () => {
    const teacher = await inSchool('teacher');
    for (let n = 1; n < MAX_GROUPS; n += 1) await make(teacher, `Group ${n}`);
    const { id } = (await make(teacher, 'Removed')).body;
    expect(await make(teacher, 'One more')).toMatchObject({
      status: 409,
      body: { detail: `You have ${MAX_GROUPS} groups. Delete one first.` },
    });
    await remove(teacher, id);
    expect((await make(teacher, 'One more')).status).toBe(200);
    expect((await restore(teacher, id)).status).toBe(409);
    expect(await groups(teacher)).toHaveLength(MAX_GROUPS);
  });

  test.each<[string, object, string]>([
    ['no name', { name: '', students: [] }, 'name'],
    ['a name of blanks', { name: '   ', students: [] }, 'name'],
    ['a long name', { name: 'x'.repeat(61), students: [] }, 'name'],
    ['text direction characters', { name: 'a\u202eb', students: [] }, 'name'],
    ['control characters', { name: 'a\u0000b', students: [] }, 'name'],
    ['null for a name', { name: null, students: [] }, 'name'],
    ['no students', { name: 'A' }, 'students'],
    ['a student as text', { name: 'A', students: ['1'] }, 'students'],
    ['a student twice', { name: 'A', students: [1, 1] }, 'student'],
    ['too many students', { name: 'A', students: Array.from({ length: 1001 }, (_, n) => n + 1) }, 'students'],
    ['an unknown field', { name: 'A', students: [], teacher_id: 1 }, 'teacher_id'],
  ])('refuse %s', async (_what, json, named) => {
    const teacher = await inSchool('teacher');
    const { token } = teacher;
    const { id } = (await make(teacher, 'B')).body;
    for (const call of ['POST /teachers/groups', `PUT /teachers/groups/${id}`]) {
      const { status, body } = await server.call(call, { token, json });
      expect(status).toBe(422);
      expect(body.detail.length).toBeLessThan(200);
      expect(body.detail.toLowerCase()).toContain(named);
    }
    expect(await groups(teacher)).toMatchObject([{ id, name: 'B', students: [] }]);
  });
});

describe('a stranger', () => {
  test('does not see, change, remove or restore a teacher’s group, nor put anybody into it', async () => {
    const [teacher, student] = [await inSchool('teacher'), await inSchool('student')];
    const { id } = (await make(teacher, 'Secret', [await follow(teacher, student.email)])).body;
    // Another teacher of the same student, and one of another school.
    const colleague = await inSchool('teacher');
    const link = await follow(colleague, student.email);
    for (const stranger of [colleague, await inSchool('teacher', otherSchoolId)]) {
      expect(await groups(stranger)).toEqual([]);
      expect(await change(stranger, id, 'Mine', [])).toMatchObject(notFound);
      expect(await remove(stranger, id)).toMatchObject(notFound);
      expect(await restore(stranger, id)).toMatchObject(notFound);
      expect(await add(stranger, address(), { group_id: id })).toMatchObject(notFound);
    }
    expect(await groupsOf(colleague, link)).toEqual([]);
    expect(await students(colleague)).toHaveLength(1);
    await remove(teacher, id);
    expect(await restore(colleague, id)).toMatchObject(notFound);
    expect(await change(teacher, id, 'Back', [])).toMatchObject(notFound);
    expect(await add(teacher, address(), { group_id: id })).toMatchObject(notFound);
    expect(await groupsOf(teacher, (await students(teacher))[0]?.id ?? 0)).toEqual([]);
  });

  test('is not in a group: only my own students are', async () => {
    const [teacher, other] = [await inSchool('teacher'), await inSchool('teacher')];
    const [mine, theirs] = [await follow(teacher, address()), await follow(other, address())];
    expect(await make(teacher, 'A', [mine, theirs])).toMatchObject(notFound);
    expect(await groups(teacher)).toEqual([]);
    const { id } = (await make(teacher, 'A', [mine])).body;
    expect(await change(teacher, id, 'B', [theirs])).toMatchObject(notFound);
    expect(await change(teacher, id, 'B', [2_147_483_647])).toMatchObject(notFound);
    expect(await groups(teacher)).toMatchObject([{ name: 'A', students: [mine] }]);
  });
});

describe('a school’s group', () => {
  /** A student of the import's group, with a teacher. */
  const grouped = async (name: string) => {
    const [teacher, email] = [await inSchool('teacher'), address()];
    await importInto(schoolId, name, email);
    return { teacher, email, link: await follow(teacher, email) };
  };

  const idOf = async (email: string): Promise<number> => {
    const classes = `GET /admin/schools/${schoolId}/users-and-classes`;
    const { users } = (await server.call(classes, { admin: ADMIN_PASSWORD })).body;
    return users.find((user: Person) => user.email === email).id;
  };

  test('is seen by the teachers of its students, who cannot change it', async () => {
    const { teacher, link } = await grouped('12B');
    await grouped('12b');
    const [group] = await groups(teacher);
    // The other member is not a student of this teacher's.
    expect(group).toMatchObject({ name: '12B', is_school: true, students: [link] });
    expect(await groupsOf(teacher, link)).toEqual(['12B']);
    expect(await change(teacher, group.id, 'Mine', [])).toMatchObject(notFound);
    expect(await remove(teacher, group.id)).toMatchObject(notFound);
    expect(await restore(teacher, group.id)).toMatchObject(notFound);
    expect(await add(teacher, address(), { group_id: group.id })).toMatchObject(notFound);
    expect(await groups(await inSchool('teacher'))).toEqual([]);
    // One of the teacher's own may have the same name.
    expect((await make(teacher, '12B', [])).status).toBe(200);
  });

  test('is not seen by a teacher of another school, though the student has accepted them', async () => {
    const { email } = await grouped('13A');
    const stranger = await inSchool('teacher', otherSchoolId);
    const link = await insertTestLink(server.db, 'active', {
      teacher: stranger,
      student: { id: await idOf(email), email },
    });
    expect(await groups(stranger)).toEqual([]);
    expect(await groupsOf(stranger, link)).toEqual([]);
  });

  test('is left by whoever leaves the school, and hides who is no student any more', async () => {
    const { teacher, email, link } = await grouped('Leavers');
    const id = await idOf(email);
    await changeRole(server.db, id, 'teacher');
    expect(await groups(teacher)).toEqual([]);
    await changeRole(server.db, id, 'student');
    expect(await groups(teacher)).toMatchObject([{ name: 'Leavers', students: [link] }]);
    await moveUsers(server.db, [id], otherSchoolId);
    expect(await groups(teacher)).toEqual([]);
    await moveUsers(server.db, [id], schoolId);
    expect(await groups(teacher)).toEqual([]);
  });

  test('is not seen by a teacher who has left the school', async () => {
    const { teacher } = await grouped('Staff');
    await moveUsers(server.db, [teacher.id], otherSchoolId);
    expect(await groups(teacher)).toEqual([]);
  });
});
