import { beforeAll, describe, expect, test } from 'vitest';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import {
  countAudit,
  countUsersLike,
  declineRequests,
  getHash,
  insertPendingLink,
  listLinks,
} from '../platform-admin/platform-admin.test.queries.ts';

const server = shareServer();
let schoolId: number;
let teacher: Person;
let student: Person;

const admin = (address: string, json?: unknown) => server.call(address, { admin: ADMIN_PASSWORD, json });
const assign = (emails: string[], teacherEmail = teacher.email, school = schoolId) =>
  admin(`POST /admin/schools/${school}/classes`, { teacher_email: teacherEmail, student_emails: emails });
const remove = (teacherId: number, studentId: number, school = schoolId) =>
  admin(`DELETE /admin/schools/${school}/classes/${teacherId}/${studentId}`);
const removeMany = (emails: string[], teacherEmail = teacher.email, school = schoolId) =>
  admin(`POST /admin/schools/${school}/classes/remove`, {
    teacher_email: teacherEmail,
    student_emails: emails,
  });
const show = async (school = schoolId) =>
  (await admin(`GET /admin/schools/${school}/users-and-classes`)).body;

const populate = async () => {
  schoolId = await createSchool(server.db);
  teacher = await createPerson(server.db, 'teacher', { schoolId });
  student = await createPerson(server.db, 'student', { schoolId });
};

describe('a school', () => {
  beforeAll(populate);

  test('shows its users by name, and who teaches whom', async () => {
    const zoe = await createPerson(server.db, 'student', { schoolId, username: 'Zoë' });
    const anna = await createPerson(server.db, 'student', { schoolId, username: 'anna' });
    await createPerson(server.db, 'student');
    await assign([zoe.email, anna.email]);
    const { users, classes } = await show();
    expect(users.map((user: Person) => user.username)).toEqual([
      'anna',
      student.username,
      teacher.username,
      'Zoë',
    ]);
    expect(users[0]).toEqual({
      id: anna.id,
      username: 'anna',
      email: anna.email,
      email_confirmed: false,
      role: 'student',
      created_at: expect.any(String),
      school_id: schoolId,
      school_name: expect.any(String),
      name: null,
      erase_on: null,
    });
    expect(classes).toEqual(
      [anna, zoe].map((who) => ({
        student_id: who.id,
        teacher_id: teacher.id,
        teacher_username: teacher.username,
        student_username: who.username,
        student_email: who.email,
      })),
    );
  });

  test('that does not exist is not found', async () => {
    const absent = 2_147_483_647;
    const newcomer = { username: 'lost', email: 'lost@example.org' };
    for (const answer of [
      await admin(`GET /admin/schools/${absent}/users-and-classes`),
      await assign([student.email], teacher.email, absent),
      await admin(`POST /admin/schools/${absent}/users/${student.id}/role`, { role: 'teacher' }),
      await admin(`POST /admin/schools/${absent}/teachers`, { teacher: newcomer, student_emails: [] }),
      await admin(`POST /admin/schools/${absent}/batch-import`, [{ ...newcomer, role: 'student' }]),
      await admin(`POST /admin/schools/${absent}/batch-import/check`, [{ ...newcomer, role: 'student' }]),
      await admin('GET /admin/schools/abc/users-and-classes'),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    }
    expect(await countUsersLike(server.db, 'lost@%')).toBe(0);
  });
});

describe('assigning', () => {
  beforeAll(populate);

  test('makes the teacher follow a student of the school at once, and an unknown address when it registers', async () => {
    const before = await countAudit(server.db, 'students_assigned');
    const answer = await assign([student.email.toUpperCase(), 'new@example.org', 'NEW@example.org']);
    expect(answer).toMatchObject({ status: 200, body: { status: 'success', assigned: 2 } });
    expect(answer.body.students.toSorted()).toEqual([student.email, 'new@example.org'].toSorted());
    expect((await show()).pending).toEqual([
      { teacher_id: teacher.id, student_email: 'new@example.org', student_name: null },
    ]);
    expect(await listLinks(server.db, teacher.id)).toEqual([
      { email: 'new@example.org', status: 'pending', student_id: null },
      { email: student.email, status: 'active', student_id: student.id },
    ]);
    expect(await countAudit(server.db, 'students_assigned')).toBe(before + 1);
    // The teacher passes the invitation on, as if it were their own.
    const { body } = await server.call('GET /teachers/students', { token: teacher.token });
    expect(body.students).toContainEqual(
      expect.objectContaining({
        email: 'new@example.org',
        status: 'pending',
        invitation_link: expect.stringContaining('/register#invite='),
      }),
    );
    const json = { username: 'newcomer', email: 'new@example.org', password: PASSWORD };
    expect((await server.call('POST /register', { json })).status).toBe(200);
    expect(await listLinks(server.db, teacher.id)).toMatchObject([
      { status: 'active' },
      { status: 'active' },
    ]);
  });

  test('again, or twice at once, changes nothing', async () => {
    await populate();
    const before = await countAudit(server.db, 'students_assigned');
    const emails = [student.email, 'later@example.org'];
    const answers = await Promise.all([assign(emails), assign(emails.toReversed()), assign(emails)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.reduce((sum, { body }) => sum + body.assigned, 0)).toBe(2);
    expect(await listLinks(server.db, teacher.id)).toHaveLength(2);
    expect(await countAudit(server.db, 'students_assigned')).toBeGreaterThan(before);
  });

  test('overrides a request that is pending or was declined', async () => {
    await populate();
    await insertPendingLink(server.db, teacher.id, student.email);
    await declineRequests(server.db, student.email);
    expect((await assign([student.email])).body).toMatchObject({ assigned: 1 });
    expect(await listLinks(server.db, teacher.id)).toMatchObject([
      { status: 'active', student_id: student.id },
    ]);
  });

  test('is refused for all if one is not a student of this school', async () => {
    await populate();
    const elsewhere = await createSchool(server.db);
    for (const stranger of [
      await createPerson(server.db, 'student', { schoolId: elsewhere }),
      await createPerson(server.db, 'student'),
      await createPerson(server.db, 'teacher', { schoolId }),
      await createPerson(server.db, 'school_admin', { schoolId }),
      teacher,
    ]) {
      expect(await assign([student.email, stranger.email])).toMatchObject({
        status: 404,
        body: { detail: `${stranger.email} is not a student of this school.` },
      });
    }
    expect(await listLinks(server.db, teacher.id)).toEqual([]);
  });

  test('to anybody who is not a teacher of this school is refused', async () => {
    await populate();
    const elsewhere = await createSchool(server.db);
    for (const wrong of [
      'nobody@example.org',
      student.email,
      (await createPerson(server.db, 'teacher', { schoolId: elsewhere })).email,
      (await createPerson(server.db, 'teacher')).email,
    ]) {
      expect(await assign([student.email], wrong)).toMatchObject({
        status: 404,
        body: { detail: 'Teacher not found' },
      });
    }
  });

  test.each([
    ['nobody', { student_emails: [] }, /^student_emails: /],
    ['what is no address', { student_emails: ['a@b@c.org'] }, /Enter a valid email address\./],
    [
      'too many',
      { student_emails: Array.from({ length: 501 }, (_, n) => `s${n}@example.org`) },
      /^student_emails/,
    ],
    ['no teacher', { teacher_email: '' }, 'Email is required.'],
    ['a text for a list', { student_emails: 'a@b.org' }, /^student_emails: /],
    ['a number in the list', { student_emails: [5] }, /^student_emails\.0: /],
  ])('is refused for %s', async (_what, change, detail) => {
    const json = { teacher_email: teacher.email, student_emails: [student.email], ...change };
    const answer = await admin(`POST /admin/schools/${schoolId}/classes`, json);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(detail);
  });
});

describe('removing', () => {
  beforeAll(populate);

  test('a student from a teacher ends it at the next request, once', async () => {
    await assign([student.email]);
    const [{ id: link }] = (await server.call('GET /teachers/students', { token: teacher.token })).body
      .students;
    const page = () => server.call(`GET /teachers/students/${link}`, { token: teacher.token });
    expect((await page()).status).toBe(200);
    const answers = await Promise.all([remove(teacher.id, student.id), remove(teacher.id, student.id)]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect(answers.find(({ status }) => status === 404)?.body).toEqual({
      detail: 'Class assignment not found',
    });
    expect((await page()).status).toBe(404);
    expect((await show()).classes).toEqual([]);
    expect((await admin(`GET /admin/audit?user_id=${student.id}`)).body).toMatchObject([
      {
        action: 'student_removed',
        actor: 'platform_admin',
        target_id: student.id,
        teacher_id: teacher.id,
        teacher_name: teacher.username,
        details: {},
      },
    ]);
  });

  test('through another school, or of a pair that does not exist, is not found', async () => {
    await assign([student.email]);
    const elsewhere = await createSchool(server.db);
    for (const answer of [
      await remove(teacher.id, student.id, elsewhere),
      await remove(student.id, teacher.id),
      await remove(teacher.id, 2_147_483_647),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { detail: 'Class assignment not found' } });
    }
    expect((await remove(teacher.id, 0)).status).toBe(404);
    expect((await show()).classes).toHaveLength(1);
  });
});

describe('removing many', () => {
  beforeAll(populate);

  test('takes those who are there, pending ones too, and says who they were', async () => {
    const stays = await createPerson(server.db, 'student', { schoolId });
    await assign([student.email, stays.email, 'waits@example.org']);
    const answer = await removeMany([student.email.toUpperCase(), 'waits@example.org', 'none@example.org']);
    expect(answer).toMatchObject({ status: 200, body: { status: 'success', removed: 2 } });
    expect(answer.body.students.toSorted()).toEqual([student.email, 'waits@example.org'].toSorted());
    expect(await listLinks(server.db, teacher.id)).toMatchObject([{ email: stays.email }]);
    expect((await admin(`GET /admin/audit?user_id=${teacher.id}`)).body[0]).toMatchObject({
      action: 'students_removed',
      actor: 'platform_admin',
      target_id: teacher.id,
      school_id: schoolId,
      details: { active: 1, pending: 1 },
    });
    // What was undone by assigning them again names only those who were not there.
    expect((await assign([student.email, stays.email])).body).toMatchObject({
      assigned: 1,
      students: [student.email],
    });
  });

  test('names each student in the audit, and can be undone for everybody, with their names and invitations', async () => {
    const one = await createPerson(server.db, 'student', { schoolId });
    // Registered elsewhere after the teacher had noted the address.
    const stranger = await createPerson(server.db, 'student');
    await assign([one.email, 'invited@example.org']);
    await insertPendingLink(server.db, teacher.id, stranger.email);
    const all = [one.email, 'invited@example.org', stranger.email];
    const stored = async () => {
      const { students } = (await server.call('GET /teachers/students', { token: teacher.token })).body;
      return students.map((link: object) => ({ ...link, id: 0 }));
    };
    const [{ id }] = (await server.call('GET /teachers/students', { token: teacher.token })).body.students;
    await server.call(`PUT /teachers/students/${id}`, { token: teacher.token, json: { name: 'Zoë' } });
    const before = await stored();
    expect((await removeMany(all)).body.removed).toBe(3);
    expect((await admin(`GET /admin/audit?user_id=${one.id}`)).body[0]).toMatchObject({
      action: 'student_removed',
      actor: 'platform_admin',
      target_id: one.id,
      teacher_id: teacher.id,
    });
    expect(await assign(all)).toMatchObject({ status: 200, body: { assigned: 3 } });
    expect(await stored()).toEqual(before);
  });

  test('of nobody who is there, or through another school, changes nothing', async () => {
    await assign([student.email]);
    const before = await countAudit(server.db, 'students_removed');
    expect(await removeMany(['none@example.org'])).toMatchObject({
      status: 404,
      body: { detail: 'Class assignment not found' },
    });
    expect(await removeMany([student.email], student.email)).toMatchObject({
      status: 404,
      body: { detail: 'Teacher not found' },
    });
    const elsewhere = await createSchool(server.db);
    expect((await removeMany([student.email], teacher.email, elsewhere)).status).toBe(404);
    expect((await removeMany([student.email], teacher.email, 2_147_483_647)).body).toEqual({
      detail: 'Not found.',
    });
    expect((await removeMany([])).status).toBe(422);
    expect((await show()).classes).toContainEqual(expect.objectContaining({ student_id: student.id }));
    expect(await countAudit(server.db, 'students_removed')).toBe(before);
  });
});

describe('a new teacher', () => {
  beforeAll(populate);
  const create = (username: string, emails: string[] = [], school = schoolId) =>
    admin(`POST /admin/schools/${school}/teachers`, {
      teacher: { username, email: `${username}@Example.org` },
      student_emails: emails,
    });

  test('gets a password and students, and logs in', async () => {
    const { status, body } = await create('msnew', [student.email, 'unknown@example.org', student.email]);
    expect(status).toBe(200);
    expect(body).toEqual({
      username: 'msnew',
      email: 'msnew@example.org',
      password: expect.stringMatching(/^\w{4}-\w{4}-\w{4}$/),
      assigned_students: [student.email, 'unknown@example.org'],
    });
    const login = await server.call('POST /token?login_type=teacher', {
      form: { username: 'msnew', password: body.password },
    });
    expect(login.status).toBe(200);
    const { id } = (await server.call('GET /users/me', { token: login.body.access_token })).body;
    expect(await getHash(server.db, id)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await listLinks(server.db, id)).toMatchObject([{ status: 'active' }, { status: 'pending' }]);
    expect((await show()).users).toContainEqual(expect.objectContaining({ id, role: 'teacher' }));
    expect(server.logged()).not.toContain(body.password);
    const { body: entries } = await admin(`GET /admin/audit?user_id=${id}`);
    expect(entries.at(-1)).toMatchObject({
      action: 'teacher_created',
      details: { active: 1, pending: 1 },
    });
    expect(JSON.stringify(entries)).not.toContain(body.password);
  });

  test('is not followed by teachers who had added the address as a student', async () => {
    await insertPendingLink(server.db, teacher.id, 'colleague@example.org');
    expect((await create('colleague')).status).toBe(200);
    expect(await listLinks(server.db, teacher.id)).toMatchObject([{ status: 'pending', student_id: null }]);
  });

  test('sent twice at once is created once', async () => {
    const answers = await Promise.all([create('double'), create('double')]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test.each([
    [
      'a username that is taken',
      { username: 'MSNEW', email: 'free@example.org' },
      409,
      'This username is already taken.',
    ],
    [
      'a username that looks like one that is taken',
      { username: 'ᴍsnew', email: 'free@example.org' },
      409,
      'This username looks like one that is already taken.',
    ],
    [
      'an e-mail that is taken',
      { username: 'free', email: 'MSNEW@example.org' },
      409,
      'This email is already registered.',
    ],
    ['no e-mail', { username: 'free', email: '' }, 422, 'Email is required.'],
    ['no valid e-mail', { username: 'free', email: 'free' }, 422, 'Enter a valid email address.'],
    ['no username', { username: '', email: 'free@example.org' }, 422, 'Username is required.'],
    [
      'a role',
      { username: 'free', email: 'free@example.org', role: 'school_admin' },
      422,
      'Unknown field: teacher.role',
    ],
  ])('is refused with %s', async (_what, given, status, detail) => {
    const answer = await admin(`POST /admin/schools/${schoolId}/teachers`, {
      teacher: given,
      student_emails: [],
    });
    expect(answer).toMatchObject({ status, body: { detail } });
    expect(await countUsersLike(server.db, 'free@%')).toBe(0);
  });

  test('with somebody else’s student is not created at all', async () => {
    const stranger = await createPerson(server.db, 'student', { schoolId: await createSchool(server.db) });
    expect(await create('halfway', [student.email, stranger.email])).toMatchObject({ status: 404 });
    expect(await countUsersLike(server.db, 'halfway@%')).toBe(0);
  });
});
