import { describe, expect, test } from 'vitest';
import { eventually, smallPdf, storedFiles, upload } from '../../testing/evidence.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { tickPaper } from '../../testing/ticks.ts';
import { listSumDifferences } from '../tracker/sums.queries.ts';
import {
  ageSessions,
  countAudit,
  declineRequests,
  insertPendingLink,
  keepLookAlike,
  listLinks,
  listSessionsOf,
  listTraces,
} from './platform-admin.test.queries.ts';

const server = shareServer();

const admin = (address: string, json?: unknown) => server.call(address, { admin: ADMIN_PASSWORD, json });
const me = (token: string) => server.call('GET /users/me', { token });
const tick = (who: Person, year = 2023) => tickPaper(server, who, { year });
const put = (who: Person, change: Record<string, unknown> = {}) =>
  admin(`PUT /admin/users/${who.id}`, {
    email: who.email,
    username: who.username,
    school_id: null,
    role: who.role,
    ...change,
  });

describe('the list', () => {
  const names = (answer: { body: { username: string | null }[] }) => answer.body.map((row) => row.username);

  test('returns everybody without parameters, newest first', async () => {
    const schoolId = await createSchool(server.db);
    const first = await createPerson(server.db, 'teacher', { schoolId });
    const second = await createPerson(server.db, 'student');
    const { body } = await admin('GET /admin/users');
    expect(body.slice(0, 2)).toEqual([
      {
        id: second.id,
        username: second.username,
        email: second.email,
        email_confirmed: false,
        role: 'student',
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        school_id: null,
        school_name: null,
        erase_on: null,
      },
      expect.objectContaining({
        id: first.id,
        school_id: schoolId,
        school_name: expect.stringMatching(/^School @/),
      }),
    ]);
    expect(body).toHaveLength((await admin('GET /admin/users/counts')).body.total);
    // A page of it has the same rows in the same shape.
    expect((await admin('GET /admin/users?limit=2')).body).toEqual(body.slice(0, 2));
  });

  test('by page has everybody once, and names the next page if there is one', async () => {
    const all = (await admin('GET /admin/users')).body;
    const seen: unknown[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await admin(`GET /admin/users?limit=1${cursor && `&cursor=${cursor}`}`);
      seen.push(...page.body);
      cursor = page.headers.get('x-next-cursor');
    }
    expect(seen).toEqual(all);
    expect((await admin(`GET /admin/users?limit=${all.length}`)).headers.get('x-next-cursor')).toBeNull();
  });

  test('finds by e-mail, username or school name, in any case and any script', async () => {
    const { body: school } = await admin('POST /admin/schools', {
      name: 'Lycée Élan 100%',
      domain_pattern: '@elan.edu',
    });
    await createPerson(server.db, 'student', { username: 'Ärger_1', email: 'findme@elsewhere.org' });
    await createPerson(server.db, 'student', { username: 'targetX1' });
    await createPerson(server.db, 'teacher', { username: 'pupil-a', schoolId: school.id });
    await createPerson(server.db, 'student', { username: 'pupil-b', schoolId: school.id });
    const search = async (query: string) => names(await admin(`GET /admin/users?${query}`));
    const q = (text: string) => `q=${encodeURIComponent(text)}`;
    expect(await search(q('ÄRGER'))).toEqual(['Ärger_1']);
    expect(await search(q('FindMe@'))).toEqual(['Ärger_1']);
    expect(await search(q('lycée éLAN'))).toEqual(['pupil-b', 'pupil-a']);
    expect(await search(`${q('ÉLAN')}&role=teacher`)).toEqual(['pupil-a']);
    expect(await search(`school_id=${school.id}&role=student`)).toEqual(['pupil-b']);
    expect(await search(`school_id=${school.id}&limit=1&${q('pupil')}`)).toEqual(['pupil-b']);
    // Characters with a meaning in a pattern are searched for like any other.
    expect(await search(q('100%'))).toEqual(['pupil-b', 'pupil-a']);
    expect(await search(q('r_1'))).toEqual(['Ärger_1']);
    expect(await search(q('t_1'))).toEqual([]);
    expect(await search(q('t%1'))).toEqual([]);
    expect(await search(q('\\'))).toEqual([]);
    expect(await search(q("'; drop table users; --"))).toEqual([]);
  });

  test.each([
    '?limit=0',
    '?limit=1000',
    '?cursor=abc',
    '?cursor=-1',
    '?q=%00',
    '?school_id=abc',
    '?school_id=2147483648',
    '?role=admin',
    '?surprise=1',
  ])('refuses %s', async (query) => {
    expect((await admin(`GET /admin/users${query}`)).status).toBe(422);
  });

  test('of a cursor beyond all ids is a page like any other', async () => {
    expect((await admin('GET /admin/users?limit=1&cursor=99999999999')).body).toHaveLength(1);
  });

  test('counts', async () => {
    const before = (await admin('GET /admin/users/counts')).body;
    const schoolId = await createSchool(server.db);
    await createPerson(server.db, 'school_admin', { schoolId });
    await createPerson(server.db, 'teacher', { schoolId });
    await createPerson(server.db, 'student');
    expect((await admin('GET /admin/users/counts')).body).toEqual({
      total: before.total + 3,
      students: before.students + 1,
      teachers: before.teachers + 1,
      school_admins: before.school_admins + 1,
      schools_with_users: before.schools_with_users + 1,
    });
    const count = async (query: string) => (await admin(`GET /admin/users/counts?${query}`)).body;
    const one = { total: 1, students: 0, teachers: 1, school_admins: 0, schools_with_users: 1 };
    expect(await count(`school_id=${schoolId}&role=teacher`)).toEqual(one);
    expect(await count(`school_id=${schoolId}`)).toEqual({ ...one, total: 2, school_admins: 1 });
    expect(await count('q=nobody-is-called-this')).toMatchObject({ total: 0, schools_with_users: 0 });
    for (const query of ['role=admin', 'school_id=abc', 'limit=5']) {
      expect((await admin(`GET /admin/users/counts?${query}`)).status).toBe(422);
    }
  });
});

describe('a change', () => {
  test('needs no address of somebody with a school and a username', async () => {
    const schoolId = await createSchool(server.db);
    const { body: office } = await admin('POST /schooladmin/register', {
      username: 'nameless-office',
      password: PASSWORD,
      school_id: schoolId,
    });
    const change = { email: null, username: 'renamed-office', school_id: schoolId, role: 'school_admin' };
    expect(await admin(`PUT /admin/users/${office.id}`, change)).toMatchObject({
      status: 200,
      body: { username: 'renamed-office', email: null },
    });
    const refusal = {
      status: 422,
      body: { detail: 'Only someone with a school and a username can go without an e-mail address.' },
    };
    for (const other of [{ role: 'teacher', school_id: null }, { username: null }])
      expect(await admin(`PUT /admin/users/${office.id}`, { ...change, ...other })).toMatchObject(refusal);
  });

  test('of name and address keeps the login', async () => {
    const who = await createPerson(server.db, 'student');
    const answer = await put(who, { email: 'Changed@Example.org', username: 'Changed Name' });
    expect(answer).toMatchObject({
      status: 200,
      body: { id: who.id, email: 'changed@example.org', username: 'Changed Name', role: 'student' },
    });
    expect((await me(who.token)).body).toMatchObject({ username: 'Changed Name' });
    const login = await server.call('POST /token', {
      form: { username: 'changed name', password: PASSWORD },
    });
    expect(login.status).toBe(200);
    expect((await put(who, { username: null })).body).toMatchObject({ username: null, email: who.email });
    expect((await me(who.token)).status).toBe(200);
  });

  test.each([
    ['school', async () => ({ school_id: await createSchool(server.db) })],
    ['role', async () => ({ role: 'teacher' })],
  ])('of the %s ends every session, also an impersonated one', async (_what, change) => {
    const who = await createPerson(server.db, 'student');
    const viewing = (await admin(`POST /admin/impersonate/${who.id}`)).body.access_token;
    expect((await put(who, await change())).status).toBe(200);
    for (const token of [who.token, viewing]) expect((await me(token)).status).toBe(401);
  });

  test('that changes nothing is not audited', async () => {
    const who = await createPerson(server.db, 'student');
    const before = await countAudit(server.db, 'user_changed');
    expect((await put(who)).status).toBe(200);
    expect((await me(who.token)).status).toBe(200);
    expect(await countAudit(server.db, 'user_changed')).toBe(before);
  });

  test('is audited, without names', async () => {
    const schoolId = await createSchool(server.db);
    const who = await createPerson(server.db, 'student');
    await put(who, { email: 'noted@example.org', school_id: schoolId, role: 'teacher' });
    expect((await admin(`GET /admin/audit?user_id=${who.id}`)).body).toMatchObject([
      {
        actor: 'platform_admin',
        actor_id: null,
        actor_name: null,
        action: 'user_changed',
        target_id: who.id,
        target_name: who.username,
        school_id: schoolId,
        details: {
          changed: 'email, school_id, role',
          role_before: 'student',
          role_after: 'teacher',
          school_id_before: null,
          school_id_after: schoolId,
        },
      },
    ]);
  });

  test.each([
    ['username', { username: 'TAKEN name' }, 'This username is already taken.'],
    ['email', { email: 'Taken.Address@example.org' }, 'This email is already registered.'],
  ])('to a %s that is taken in another case is refused', async (what, change, detail) => {
    const taken = { username: 'Taken Name', email: 'taken.address@example.org' };
    await createPerson(
      server.db,
      'student',
      what === 'username' ? { username: taken.username } : { email: taken.email },
    );
    const who = await createPerson(server.db, 'student');
    expect(await put(who, change)).toMatchObject({ status: 409, body: { detail } });
    expect((await me(who.token)).body).toMatchObject({ username: who.username, email: who.email });
  });

  test('to a username that looks like one that is taken is refused', async () => {
    await createPerson(server.db, 'student', { username: 'Hope' });
    const who = await createPerson(server.db, 'student');
    expect(await put(who, { username: 'норе' })).toMatchObject({
      status: 409,
      body: { detail: 'This username looks like one that is already taken.' },
    });
  });

  test('leaves an unchanged look-alike name alone, and frees its look when it changes', async () => {
    const [older, who] = [
      await createPerson(server.db, 'student', { username: 'mamma' }),
      await createPerson(server.db, 'student', { username: 'dad' }),
    ];
    await keepLookAlike(server.db, who.id, 'мамма');
    const named = { ...who, username: 'мамма' };
    expect((await put(named, { email: 'moved@example.org' })).status).toBe(200);
    expect((await put(named, { role: 'teacher' })).body).toMatchObject({ username: 'мамма' });
    expect((await put(who, { username: 'МаММа' })).status).toBe(409);
    // A new name frees the old one.
    expect((await put(older, { username: 'granny' })).status).toBe(200);
    expect((await put(who, { username: 'МаММа' })).status).toBe(200);
    expect((await put(older, { username: 'mamma' })).status).toBe(409);
  });

  test('of two at once to one name: one succeeds', async () => {
    const people = [await createPerson(server.db, 'student'), await createPerson(server.db, 'student')];
    const answers = await Promise.all(people.map((who) => put(who, { username: 'wanted' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
  });

  test.each([
    ['an unknown school', { school_id: 2_147_483_647 }, 'There is no such school.'],
    ['a school admin without a school', { role: 'school_admin' }, 'A school admin needs a school.'],
    ['no e-mail', { email: null }, /^Only someone with a school /],
    ['an empty e-mail', { email: '' }, 'Email is required.'],
    ['an unknown role', { role: 'admin' }, /^role: /],
    ['a role in another case', { role: 'Student' }, /^role: /],
    ['an @ in the username', { username: 'a@b' }, 'Username must not contain @.'],
    ['two alphabets', { username: 'аdmin' }, 'Username must not mix letters of different alphabets.'],
    ['NUL', { username: 'a\0b' }, /^username: Control characters/],
    ['an id', { id: 1 }, 'Unknown field: id'],
    ['a password', { password: 'x' }, 'Unknown field: password'],
  ])('is refused with %s', async (_what, change, detail) => {
    const who = await createPerson(server.db, 'student');
    const answer = await put(who, change);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(detail);
  });

  test.each(['abc', '1e0', '0', '-1', '2147483648', '%00', '2147483647'])(
    'of the id %s is not found',
    async (id) => {
      const json = { email: 'a@b.org', username: null, school_id: null, role: 'student' };
      for (const answer of [
        await admin(`PUT /admin/users/${id}`, json),
        await admin(`DELETE /admin/users/${id}`),
        await admin(`POST /admin/impersonate/${id}`),
      ]) {
        expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
      }
    },
  );
});

describe('who follows whom', () => {
  test('after a move, teachers with pending links at the new school follow the student, and those of the old one do not', async () => {
    const [from, to] = [await createSchool(server.db), await createSchool(server.db)];
    const student = await createPerson(server.db, 'student', { schoolId: from });
    const [old, next, far] = [
      await createPerson(server.db, 'teacher', { schoolId: from }),
      await createPerson(server.db, 'teacher', { schoolId: to }),
      await createPerson(server.db, 'teacher'),
    ];
    for (const teacher of [old, next, far]) {
      await server.call('POST /teachers/students', {
        token: teacher.token,
        json: { email: student.email, name: null },
      });
    }
    const status = async (teacher: Person) => (await listLinks(server.db, teacher.id))[0]?.status;
    expect([await status(old), await status(next), await status(far)]).toEqual([
      'active',
      'pending',
      'pending',
    ]);
    await put(student, { school_id: to });
    expect([await status(old), await status(next), await status(far)]).toEqual([
      'pending',
      'active',
      'pending',
    ]);
  });

  test('a corrected address is followed by teachers of the school who had added it, unless declined', async () => {
    const schoolId = await createSchool(server.db);
    const student = await createPerson(server.db, 'student', { schoolId });
    const [own, far] = [
      await createPerson(server.db, 'teacher', { schoolId }),
      await createPerson(server.db, 'teacher'),
    ];
    for (const { id } of [own, far]) await insertPendingLink(server.db, id, 'right@example.org');
    await put(student, { email: 'right@example.org', school_id: schoolId });
    expect(await listLinks(server.db, own.id)).toMatchObject([{ status: 'active', student_id: student.id }]);
    expect(await listLinks(server.db, far.id)).toMatchObject([{ status: 'pending', student_id: null }]);

    await insertPendingLink(server.db, own.id, 'declined@example.org');
    await declineRequests(server.db, 'declined@example.org');
    const other = await createPerson(server.db, 'student', { schoolId });
    await put(other, { email: 'declined@example.org', school_id: schoolId });
    expect((await listLinks(server.db, own.id))[0]).toMatchObject({ status: 'pending' });
  });

  test('followers see a new address', async () => {
    const schoolId = await createSchool(server.db);
    const student = await createPerson(server.db, 'student', { schoolId });
    const [one, two] = [
      await createPerson(server.db, 'teacher', { schoolId }),
      await createPerson(server.db, 'teacher', { schoolId }),
    ];
    for (const { email } of [one, two]) {
      const json = { teacher_email: email, student_emails: [student.email] };
      expect((await admin(`POST /admin/schools/${schoolId}/classes`, json)).status).toBe(200);
    }
    await insertPendingLink(server.db, two.id, 'moved@example.org');
    expect((await put(student, { email: 'moved@example.org', school_id: schoolId })).status).toBe(200);
    for (const { id } of [one, two]) {
      expect(await listLinks(server.db, id)).toEqual([
        { email: 'moved@example.org', status: 'active', student_id: student.id },
      ]);
    }
    // What is left of the link asks the student, not the next owner of the old address.
    await put(student, { email: 'moved@example.org', school_id: await createSchool(server.db) });
    expect(await listLinks(server.db, one.id)).toEqual([
      { email: 'moved@example.org', status: 'pending', student_id: null },
    ]);
  });

  test('a role changed by mistake and changed back restores everything', async () => {
    const schoolId = await createSchool(server.db);
    const student = await createPerson(server.db, 'student', { schoolId });
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    const role = (who: Person, value: string) =>
      admin(`POST /admin/schools/${schoolId}/users/${who.id}/role`, { role: value });
    const classes = async () =>
      (await admin(`GET /admin/schools/${schoolId}/users-and-classes`)).body.classes;
    await admin(`POST /admin/schools/${schoolId}/classes`, {
      teacher_email: teacher.email,
      student_emails: [student.email],
    });
    const before = await classes();
    expect(before).toHaveLength(1);
    for (const [who, wrong] of [
      [teacher, 'student'],
      [student, 'teacher'],
    ] as const) {
      expect((await role(who, wrong)).status).toBe(200);
      expect(await classes()).toEqual([]);
      expect((await role(who, who.role)).status).toBe(200);
      expect(await classes()).toEqual(before);
    }
  });
});

describe('a role on the school screen', () => {
  test('is changed once, however often it is sent, and the sums with it', async () => {
    const schoolId = await createSchool(server.db);
    const who = await createPerson(server.db, 'student', { schoolId });
    await tick(who);
    const before = await countAudit(server.db, 'role_changed');
    const address = `POST /admin/schools/${schoolId}/users/${who.id}/role`;
    const answers = await Promise.all([
      admin(address, { role: 'teacher' }),
      admin(address, { role: 'teacher' }),
    ]);
    expect(answers.map(({ body }) => body)).toEqual([{ status: 'success' }, { status: 'success' }]);
    expect(await countAudit(server.db, 'role_changed')).toBe(before + 1);
    expect((await me(who.token)).status).toBe(401);
    expect(await listSumDifferences(server.db)).toEqual([]);
  });

  test('of a user of another school is not found', async () => {
    const [schoolId, elsewhere] = [await createSchool(server.db), await createSchool(server.db)];
    const who = await createPerson(server.db, 'student', { schoolId: elsewhere });
    const answer = await admin(`POST /admin/schools/${schoolId}/users/${who.id}/role`, { role: 'teacher' });
    expect(answer).toMatchObject({ status: 404, body: { detail: 'Not found.' } });
    expect((await me(who.token)).body).toMatchObject({ role: 'student' });
  });

  test('is student or teacher, also of somebody without an address', async () => {
    const schoolId = await createSchool(server.db);
    const { body: office } = await admin('POST /schooladmin/register', {
      username: 'addressless',
      password: PASSWORD,
      school_id: schoolId,
    });
    const address = `POST /admin/schools/${schoolId}/users/${office.id}/role`;
    expect(await admin(address, { role: 'school_admin' })).toMatchObject({
      status: 422,
      body: { detail: 'Role must be student or teacher.' },
    });
    expect((await admin(address, { role: 'teacher' })).status).toBe(200);
  });

  test('of a school admin is changed by the platform admin alone', async () => {
    const schoolId = await createSchool(server.db);
    const [one, other] = [
      await createPerson(server.db, 'school_admin', { schoolId }),
      await createPerson(server.db, 'school_admin', { schoolId }),
    ];
    for (const who of [one, other])
      expect(
        await server.call(`POST /admin/schools/${schoolId}/users/${who.id}/role`, {
          token: one.token,
          json: { role: 'teacher' },
        }),
      ).toMatchObject({
        status: 409,
        body: { detail: 'Only the platform admin can change the role of a school admin.' },
      });
  });
});

describe('the students of a teacher', () => {
  const count = async (who: Person) => (await admin(`GET /admin/users/${who.id}/students/count`)).body;

  test('are counted if they are active students, and the teacher is one', async () => {
    const teacher = await createPerson(server.db, 'teacher');
    expect(await count(teacher)).toEqual({ active: 0 });
    const students = [];
    for (let number = 0; number < 4; number += 1) students.push(await createPerson(server.db, 'student'));
    const [first, second, promoted, pending] = students as [Person, Person, Person, Person];
    for (const student of [first, second, promoted])
      await insertTestLink(server.db, 'active', { teacher, student });
    await insertTestLink(server.db, 'pending', { teacher, student: pending });
    await insertTestLink(server.db, 'active', {
      teacher: await createPerson(server.db, 'teacher'),
      student: first,
    });
    expect(await count(teacher)).toEqual({ active: 3 });
    await put(promoted, { role: 'teacher' });
    expect(await count(teacher)).toEqual({ active: 2 });
    await put(teacher, { role: 'student' });
    expect(await count(teacher)).toEqual({ active: 0 });
    expect((await admin('GET /admin/users/2147483647/students/count')).status).toBe(404);
  });
});

describe('a deletion', () => {
  test('removes sessions, records, links, files and their stored objects', async () => {
    const schoolId = await createSchool(server.db);
    const who = await createPerson(server.db, 'student', { schoolId });
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    await tick(who);
    await server.call('POST /subjects', { token: who.token, json: { subjects: ['math_aa_hl'] } });
    await admin(`POST /admin/schools/${schoolId}/classes`, {
      teacher_email: teacher.email,
      student_emails: [who.email],
    });
    await server.call('POST /token', { form: { username: who.username, password: PASSWORD } });
    const { body: file } = await upload(server, who, smallPdf(), { name: 'work.pdf' });
    const stored = async () =>
      (await storedFiles(server.dataDir)).filter((name) => name.includes(file.public_id)).length;
    expect(await stored()).toBeGreaterThan(0);
    expect(await listTraces(server.db, who.id, who.username)).toContain('files');

    expect(await admin(`DELETE /admin/users/${who.id}`)).toMatchObject({
      status: 200,
      body: { status: 'success' },
    });
    expect(await listTraces(server.db, who.id, who.username)).toEqual([]);
    expect((await me(who.token)).status).toBe(401);
    expect(await listLinks(server.db, teacher.id)).toEqual([]);
    expect(await listSumDifferences(server.db)).toEqual([]);
    await eventually(async () => expect(await stored()).toBe(0));
    expect((await admin(`DELETE /admin/users/${who.id}`)).status).toBe(404);

    // Their audit entries stay, without a name.
    const { body: entries } = await admin(`GET /admin/audit?school_id=${schoolId}`);
    expect(entries).toMatchObject([
      { action: 'user_deleted', target_id: null, target_name: null, details: { role: 'student' } },
      { action: 'logged_in', actor: 'user', actor_id: null, actor_name: null },
      { action: 'students_assigned' },
    ]);
    expect(JSON.stringify(entries)).not.toContain(who.username);
  });

  test('sent twice at once happens once', async () => {
    const who = await createPerson(server.db, 'student');
    const before = await countAudit(server.db, 'user_deleted');
    const answers = await Promise.all([1, 2].map(() => admin(`DELETE /admin/users/${who.id}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 404]));
    expect(await countAudit(server.db, 'user_deleted')).toBe(before + 1);
  });

  test('and moves during ticks leave the sums exact, without errors', async () => {
    const schools = [await createSchool(server.db), await createSchool(server.db)];
    const people = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        createPerson(server.db, 'student', { schoolId: schools[n % 2] ?? 0 }),
      ),
    );
    const acts = people.flatMap((who, n) => [
      ...[2019, 2021, 2022, 2023, 2024].map((year) => tick(who, year)),
      put(who, { school_id: schools[(n + 1) % 2] }),
      admin(`POST /admin/schools/${schools[n % 2]}/users/${who.id}/role`, { role: 'teacher' }),
      ...(n < 2 ? [admin(`DELETE /admin/users/${who.id}`)] : []),
    ]);
    const statuses = (await Promise.all(acts)).map(({ status }) => status);
    for (const status of statuses) expect([200, 401, 404]).toContain(status);
    expect(await listSumDifferences(server.db)).toEqual([]);
  });
});

describe('impersonation', () => {
  test('opens a session of 30 minutes in their name, audited with both', async () => {
    const who = await createPerson(server.db, 'teacher');
    const { status, body } = await admin(`POST /admin/impersonate/${who.id}`);
    expect(status).toBe(200);
    expect((await me(body.access_token)).body).toMatchObject({ id: who.id, role: 'teacher' });
    const session = (await listSessionsOf(server.db, who.id)).find((row) => row.is_impersonation);
    expect(session?.minutes).toBeGreaterThan(29);
    expect(session?.minutes).toBeLessThanOrEqual(30);
    expect((await admin(`GET /admin/audit?user_id=${who.id}`)).body).toMatchObject([
      { action: 'impersonated', actor: 'platform_admin', target_id: who.id, target_name: who.username },
    ]);
  });

  test('does not last longer for being used', async () => {
    const who = await createPerson(server.db, 'student');
    const { access_token: token } = (await admin(`POST /admin/impersonate/${who.id}`)).body;
    const end = async () => {
      const session = (await listSessionsOf(server.db, who.id)).find((row) => row.is_impersonation);
      return session?.minutes ?? 0;
    };
    const before = await end();
    await ageSessions(server.db, who.id);
    expect((await me(token)).status).toBe(200);
    expect(await end()).toBeLessThanOrEqual(before);
  });

  test('changes no password', async () => {
    const who = await createPerson(server.db, 'student');
    const { access_token: token } = (await admin(`POST /admin/impersonate/${who.id}`)).body;
    const json = { current_password: PASSWORD, new_password: 'another good phrase' };
    expect(await server.call('POST /users/me/password', { token, json })).toMatchObject({
      status: 403,
      body: { detail: 'The password cannot be changed while viewing as somebody else.' },
    });
    expect((await server.call('POST /users/me/password', { token: who.token, json })).status).toBe(200);
  });

  test('works for a school admin, too, and logging out ends only this session', async () => {
    const schoolId = await createSchool(server.db);
    const who = await createPerson(server.db, 'school_admin', { schoolId });
    const { access_token: token } = (await admin(`POST /admin/impersonate/${who.id}`)).body;
    expect((await server.call('GET /schooladmin/dashboard/users', { token })).status).toBe(200);
    expect((await server.call('POST /logout', { token })).status).toBe(204);
    expect((await me(token)).status).toBe(401);
    expect((await me(who.token)).status).toBe(200);
  });
});

describe('a new password', () => {
  const logIn = async (login: string, { username }: Person, password: string) => {
    const given = { username, password };
    const answer = login === '/token' ? { form: given } : { json: given };
    return (await server.call(`POST ${login}`, answer)).status;
  };

  test.each([
    ['student', '/token'],
    ['teacher', '/token'],
    ['school_admin', '/schooladmin/login'],
  ] as const)('lets a %s in again, and ends every session', async (role, login) => {
    const who = await createPerson(server.db, role, { schoolId: await createSchool(server.db) });
    const { status, body } = await admin(`POST /admin/users/${who.id}/password`);
    expect(status).toBe(200);
    expect((await me(who.token)).status).toBe(401);
    expect(await logIn(login, who, PASSWORD)).toBe(401);
    expect(await logIn(login, who, body.password)).toBe(200);
    expect((await admin(`GET /admin/audit?user_id=${who.id}&side=acts`)).body).toMatchObject([
      { action: 'password_renewed', actor: 'platform_admin', target_id: who.id },
    ]);
  });

  test('is made for nobody who is not there', async () => {
    expect((await admin('POST /admin/users/999999999/password')).status).toBe(404);
  });
});
