import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { TOTAL_HEADER } from '../../../domain/lists.ts';
import { ARCHIVED, LOGIN_REFUSED } from '../../../domain/messages.ts';
import { MAX_ARCHIVED, MAX_EXPORTED } from '../../../domain/school.ts';
import { removeExpired } from '../../retention.ts';
import { openDisk } from '../../storage/open.ts';
import { passTime } from '../../testing/clock.queries.ts';
import { eventually, QUERY, shareFiles, smallPdf, storedFiles, upload } from '../../testing/evidence.ts';
import { insertMailedLink } from '../../testing/mail-links.queries.ts';
import { listMails } from '../../testing/mails.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { setJson } from '../../testing/scene.ts';
import { ADMIN_PASSWORD, WITH_MAIL } from '../../testing/server.ts';
import { insertTestSharePage } from '../../testing/share-pages.queries.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { tickPaper } from '../../testing/ticks.ts';
import { exchangeWords, WORD_KEY } from '../../testing/words.ts';
import { getEverything } from '../accounts/personal-data.queries.ts';
import { insertSchoolGroup, listNewestLines } from '../accounts/personal-data.test.queries.ts';
import { removeQueuedFiles } from '../evidence/cleanup.ts';
import { countWaiting } from '../platform-admin/platform-admin.test.queries.ts';
import { listSumDifferences } from '../tracker/sums.queries.ts';
import { holdChosen } from './archive.queries.ts';
import { insertLeavers, insertLinks, keepMonths, listGone } from './archive.test.queries.ts';
import { restoreUsers } from './archive-users.ts';

/** Who leaves a school, on a database whose clock the test sets. */

const server = shareServer({ environment: WITH_MAIL, stoppedClock: true });
const NOT_FOUND = { status: 404, body: { detail: 'Not found.' } };
const MINUTES = 60;
const DAYS = 86_400;

let schoolId: number;
let office: Person;
let teacher: Person;
let student: Person;
let link: number;
beforeEach(async () => {
  schoolId = await createSchool(server.db);
  office = await createPerson(server.db, 'school_admin', { schoolId });
  teacher = await createPerson(server.db, 'teacher', { schoolId, isConfirmed: true });
  student = await createPerson(server.db, 'student', { schoolId, isConfirmed: true });
  link = await follow(teacher, student);
});

const { ok, asAdmin, takes, teaches, follow } = stepsOn(() => server);
const admin = (address: string, json?: unknown) => server.call(address, { admin: ADMIN_PASSWORD, json });
const act = (which: string, people: readonly { id: number }[], school = schoolId) =>
  admin(`POST /admin/schools/${school}/${which}`, { user_ids: people.map(({ id }) => id) });
const archive = async (...people: { id: number }[]) => {
  const { status, body } = await act('archive', people);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const undo = async (...people: { id: number }[]) => {
  const { status, body } = await act('archive/undo', people);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const archived = async (school = schoolId) => (await asAdmin(`GET /admin/schools/${school}/archived`)).users;
const logIn = ({ username }: Pick<Person, 'username'>, password = PASSWORD) =>
  server.call('POST /token', { form: { username, password } });
/** Once more, as an Undo does not bring back a session. */
const again = async (person: Person): Promise<Person> => {
  const { status, body } = await logIn(person);
  expect(status, JSON.stringify(body)).toBe(200);
  return { ...person, token: body.access_token };
};
const studentsOf = async (who: Person): Promise<{ id: number; email: string; status: string }[]> =>
  (await ok(who, 'GET /teachers/students')).students;

describe('whoever is archived', () => {
  test('is logged out, and the right password says why; a wrong one says nothing', async () => {
    expect(await archive(student, teacher)).toEqual({
      archived: [student.id, teacher.id].toSorted((a, b) => a - b),
      erase_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    for (const who of [student, teacher]) {
      expect((await server.call('GET /users/me', { token: who.token })).status).toBe(401);
      expect(await logIn(who)).toMatchObject({ status: 403, body: { detail: ARCHIVED } });
      expect(await logIn({ username: who.email })).toMatchObject({ status: 403, body: { detail: ARCHIVED } });
      expect(await logIn(who, 'not the password')).toMatchObject({
        status: 401,
        body: { detail: LOGIN_REFUSED },
      });
    }
    await undo(student, teacher);
    expect((await logIn(student)).status).toBe(200);
  });

  test('is in no list of the school, and its sums are those of the others', async () => {
    await tickPaper(server, student);
    await archive(student);
    const { users, classes } = await asAdmin(`GET /admin/schools/${schoolId}/users-and-classes`);
    expect(new Set(users.map(({ id }: Person) => id))).toEqual(new Set([office.id, teacher.id]));
    expect(classes).toEqual([]);
    const listed = await ok(office, 'GET /schooladmin/dashboard/users');
    expect(listed.map(({ id }: Person) => id)).toEqual([office.id, teacher.id]);
    const page = await server.call('GET /schooladmin/dashboard/users?limit=10', { token: office.token });
    expect(page.headers.get(TOTAL_HEADER)).toBe('2');
    expect(await ok(office, 'GET /schooladmin/dashboard/statistics')).toMatchObject({
      completed_papers: 0,
      active_users: 0,
      students: 0,
    });
    expect(await listSumDifferences(server.db)).toEqual([]);
    const one = `/schooladmin/dashboard/students/${student.id}`;
    expect(await server.call(`GET ${one}`, { token: office.token })).toMatchObject(NOT_FOUND);
    await undo(student);
    expect((await ok(office, 'GET /schooladmin/dashboard/statistics')).completed_papers).toBe(1);
    expect(await listSumDifferences(server.db)).toEqual([]);
  });

  test('is seen by no teacher, in no set work and in no group', async () => {
    await takes(student, 'math_aa_hl');
    await teaches(teacher, 'math_aa_hl');
    await insertSchoolGroup(server.db, schoolId, '12B', student.id);
    await ok(teacher, 'POST /teachers/sets', { id: randomUUID(), ...setJson() });
    await archive(student);
    expect(await studentsOf(teacher)).toEqual([]);
    expect((await ok(teacher, 'GET /teachers/grid?subject_id=math_aa_hl')).students).toEqual([]);
    expect((await ok(teacher, 'GET /teachers/groups')).groups).toEqual([]);
    expect((await ok(teacher, 'GET /teachers/sets')).sets).toMatchObject([{ students: 0 }]);
    // Added again, the address is one like any other.
    const added = await ok(teacher, 'POST /teachers/students', { email: student.email, name: null });
    expect(added.status).toBe('pending');
    const assigned = await admin(`POST /admin/schools/${schoolId}/classes`, {
      teacher_email: teacher.email,
      student_emails: [student.email],
    });
    expect(assigned).toMatchObject({
      status: 404,
      body: { detail: `${student.email} is not a student of this school.` },
    });
  });

  test('keeps the name and the address', async () => {
    await archive(student);
    const newcomer = { username: 'somebody.else', email: student.email, password: PASSWORD };
    expect(await server.call('POST /register', { json: newcomer })).toMatchObject({ status: 400 });
    const batch = `POST /admin/schools/${schoolId}/batch-import`;
    const row = { username: 'somebody.else', email: student.email, role: 'student' };
    expect((await asAdmin(`${batch}/check`, [row])).rows).toMatchObject([
      { outcome: 'archived', reason: 'This account is archived. Bring it back instead.' },
    ]);
    for (const take_in of [undefined, student.id])
      expect(await admin(batch, [{ ...row, take_in }])).toMatchObject({
        status: 409,
        body: { detail: 'Row 1: This account is archived. Bring it back instead.' },
      });
    // Another school does not learn of it.
    const elsewhere = await createSchool(server.db);
    const other = `POST /admin/schools/${elsewhere}/batch-import/check`;
    expect((await asAdmin(other, [row])).rows).toMatchObject([{ outcome: 'other_school' }]);
    const change = { email: student.email, username: teacher.username, school_id: schoolId, role: 'teacher' };
    expect((await admin(`PUT /admin/users/${teacher.id}`, change)).status).toBe(409);
  });

  test('whose address was never proved is not claimed by an import', async () => {
    const unproved = await createPerson(server.db, 'student', { schoolId });
    await archive(unproved);
    const row = { username: unproved.username, email: unproved.email, role: 'student' };
    const { body } = await admin(`POST /admin/schools/${schoolId}/batch-import/check`, [row]);
    expect(body.rows).toMatchObject([{ outcome: 'archived' }]);
  });

  test('whose address was never proved does not give way to whoever proves it', async () => {
    const unproved = await createPerson(server.db, 'student', { schoolId });
    const newcomer = await createPerson(server.db, 'student');
    // As if it had been mailed just before.
    const token = await insertMailedLink(server.db, 'confirm', { id: newcomer.id, email: unproved.email });
    await archive(unproved);
    const json = { email: unproved.email, current_password: PASSWORD };
    expect((await server.call('POST /users/me/email', { token: newcomer.token, json })).status).toBe(409);
    expect((await server.call('POST /email/confirm', { json: { token } })).status).toBe(409);
    expect(await ok(newcomer, 'GET /users/me')).toMatchObject({ email: newcomer.email, school_id: null });
    expect(await archived()).toMatchObject([{ id: unproved.id, email: unproved.email }]);
    await undo(unproved);
    expect(await ok(await again(unproved), 'GET /users/me')).toMatchObject({ school_id: schoolId });
  });

  test('gets no mail, and no link that was mailed leads anywhere', async () => {
    const before = { reset: await insertMailedLink(server.db, 'reset', student) };
    await archive(student);
    // As if it had been made at the same moment.
    const links = { ...before, late: await insertMailedLink(server.db, 'reset', student) };
    for (const token of Object.values(links)) {
      const json = { token, new_password: 'another horse battery' };
      expect((await server.call('POST /password/reset', { json })).status).toBe(400);
    }
    const confirm = await insertMailedLink(server.db, 'confirm', student);
    expect((await server.call('POST /email/confirm', { json: { token: confirm } })).status).toBe(400);
    const mails = (await listMails(server.db)).length;
    expect((await server.call('POST /password/forgot', { json: { email: student.email } })).status).toBe(204);
    expect(await listMails(server.db)).toHaveLength(mails);
    await undo(student);
    await server.call('POST /password/forgot', { json: { email: student.email } });
    expect(await listMails(server.db)).toHaveLength(mails + 1);
  });

  test('shares no page and opens no file, until they are back', async () => {
    await takes(student, 'math_aa_hl');
    const { token } = await insertTestSharePage(server.db, student.id);
    const { file_url: url } = (await upload(server, student, smallPdf())).body;
    const statuses = async () => [
      (await server.call('POST /shared', { json: { token } })).status,
      (await fetch(server.url + url)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    await archive(student);
    expect(await statuses()).toEqual([404, 404]);
    await undo(student);
    expect(await statuses()).toEqual([200, 200]);
  });

  test('is changed by nobody at the school, and deleted by the platform admin', async () => {
    const { body } = await admin(`POST /admin/impersonate/${student.id}`);
    await archive(student);
    // A visit ends with the rest.
    expect((await server.call('GET /users/me', { token: body.access_token })).status).toBe(401);
    expect(await listNewestLines(server.db, 2)).toMatchObject([
      { actor: 'platform_admin', action: 'user_archived', target_id: student.id, school_id: schoolId },
      { action: 'impersonation_ended', target_id: student.id },
    ]);
    for (const address of [
      `POST /schooladmin/users/${student.id}/confirm`,
      `POST /schooladmin/users/${student.id}/password`,
      `POST /schooladmin/users/${student.id}/password/link`,
      `DELETE /schooladmin/users/${student.id}`,
    ])
      expect(await server.call(address, { token: office.token }), address).toMatchObject(NOT_FOUND);
    const role = `POST /admin/schools/${schoolId}/users/${student.id}/role`;
    expect(await admin(role, { role: 'teacher' })).toMatchObject(NOT_FOUND);
    const { email, username } = student;
    const detail = 'This account is archived. Bring it back first, in its school.';
    for (const [address, json] of [
      [`PUT /admin/users/${student.id}`, { email, username, role: 'student', school_id: null }],
      [`POST /admin/users/${student.id}/confirm`],
      [`POST /admin/users/${student.id}/password`],
      [`POST /admin/users/${student.id}/password/link`],
      [`POST /admin/impersonate/${student.id}`],
    ] as const)
      expect(await admin(address, json), address).toMatchObject({ status: 409, body: { detail } });
    await asAdmin(`DELETE /admin/users/${student.id}`);
    expect(await archived()).toEqual([]);
  });

  test('is shown to the platform admin as what they were, and when they are deleted', async () => {
    const { erase_on: eraseOn } = await archive(student);
    const mine = `school_id=${schoolId}`;
    const listed = await asAdmin(`GET /admin/users?${mine}`);
    expect(listed.find(({ id }: Person) => id === student.id)).toMatchObject({
      role: 'student',
      erase_on: eraseOn,
    });
    expect(listed.find(({ id }: Person) => id === teacher.id)).toMatchObject({ erase_on: null });
    for (const [role, ids] of [
      ['student', []],
      ['archived', [student.id]],
    ] as const) {
      const found = await asAdmin(`GET /admin/users?${mine}&role=${role}&limit=10`);
      expect(found.map(({ id }: Person) => id)).toEqual(ids);
      const exported = await asAdmin('POST /admin/users/export', { school_id: schoolId, role });
      expect(exported.map(({ id }: Person) => id)).toEqual(ids);
    }
    expect(await asAdmin(`GET /admin/users/counts?${mine}`)).toMatchObject({ total: 3, students: 0 });
    expect(await admin(`DELETE /admin/schools/${schoolId}`)).toMatchObject({
      status: 409,
      body: { detail: '3 users belong to it, 1 of them archived.' },
    });
  });

  test('finds it in what the operator hands out about them', async () => {
    const { erase_on: eraseOn } = await archive(student);
    expect((await getEverything(server.db, student.id))['account']).toMatchObject({
      role: 'student',
      archived_at: expect.any(String),
      deleted_on: eraseOn,
    });
    expect((await getEverything(server.db, teacher.id))['account']).toMatchObject({
      archived_at: null,
      deleted_on: null,
    });
  });
});

describe('a teacher who is archived', () => {
  test('has no students any more, who keep their work, and invites nobody', async () => {
    const added = await ok(teacher, 'POST /teachers/students', { email: 'new@example.org', name: null });
    await tickPaper(server, student);
    await archive(teacher);
    expect((await ok(student, 'GET /users/me/teachers')).teachers).toEqual([]);
    expect(Object.keys(await ok(student, 'GET /completion'))).toHaveLength(1);
    const invitation = { json: { token: added.invitation_token } };
    expect((await server.call('POST /invitation', invitation)).status).toBe(404);
    await undo(teacher);
    expect((await server.call('POST /invitation', invitation)).status).toBe(200);
    expect((await studentsOf(await again(teacher))).map(({ status }) => status).toSorted()).toEqual([
      'active',
      'pending',
    ]);
  });

  test('comes back to a student who was archived with them, and to no other', async () => {
    const stays = await createPerson(server.db, 'student', { schoolId });
    await follow(teacher, stays);
    await archive(teacher, student);
    await undo(teacher);
    const back = await again(teacher);
    expect((await studentsOf(back)).map(({ email }) => email)).toEqual([stays.email]);
    await undo(student);
    expect((await studentsOf(back)).map(({ email }) => email).toSorted()).toEqual(
      [stays.email, student.email].toSorted(),
    );
  });
});

describe('an Undo', () => {
  test('brings back teachers, groups, set work, shared files and words', async () => {
    await shareFiles(server, { student, teacher });
    await upload(server, student, smallPdf());
    await exchangeWords(server, { student, teacher, link });
    await insertSchoolGroup(server.db, schoolId, '12B', student.id);
    await ok(teacher, 'POST /teachers/groups', { name: 'Physics', students: [link] });
    await ok(teacher, 'POST /teachers/sets', {
      id: randomUUID(),
      ...setJson(),
      audience: 'chosen',
      student_ids: [link],
    });
    const look = async () => {
      const id = (await studentsOf(teacher))[0]?.id;
      return {
        page: { ...(await ok(teacher, `GET /teachers/students/${id}`)), set: undefined },
        groups: (await ok(teacher, 'GET /teachers/groups')).groups.map(
          ({ name, students }: { name: string; students: number[] }) => [name, students.length],
        ),
        sets: (await ok(teacher, 'GET /teachers/sets')).sets.map(
          ({ students }: { students: number }) => students,
        ),
        files: (await ok(teacher, `GET /teachers/students/${id}/files?${QUERY}`)).files.length,
        words: (await ok(teacher, `GET /teachers/students/${id}/words?key=${WORD_KEY}`)).words,
      };
    };
    const before = await look();
    expect(before).toMatchObject({
      groups: [
        ['12B', 1],
        ['Physics', 1],
      ],
      sets: [1],
      files: 1,
      words: [{ is_mine: true }, { is_mine: false }],
    });
    await archive(student);
    await passTime(server.db, 9 * MINUTES);
    expect(await undo(student)).toEqual({ restored: [student.id] });
    expect(await look()).toEqual(before);
  });

  test('brings back who came back later without their teachers, in the groups of the school', async () => {
    await insertSchoolGroup(server.db, schoolId, '12B', student.id);
    await archive(student);
    await passTime(server.db, 11 * MINUTES);
    await undo(student);
    expect(await studentsOf(teacher)).toEqual([]);
    await follow(teacher, student);
    expect((await ok(teacher, 'GET /teachers/groups')).groups).toMatchObject([{ name: '12B' }]);
  });

  test.each(['student', 'teacher'] as const)('brings back the words of a %s years later', async (who) => {
    await keepMonths(server.db, schoolId, 60);
    await exchangeWords(server, { student, teacher, link });
    await archive(who === 'student' ? student : teacher);
    const year = async () => {
      await passTime(server.db, 11 * MINUTES);
      await removeExpired(server.db);
      await passTime(server.db, 365 * DAYS);
      await removeExpired(server.db);
    };
    await year();
    await undo(who === 'student' ? student : teacher);
    await removeExpired(server.db);
    const back = await again(teacher);
    const id = await follow(back, student);
    const { words } = await ok(back, `GET /teachers/students/${id}/words?key=${WORD_KEY}`);
    expect(words).toHaveLength(2);
    // Linked no more, and both here: then they end.
    await ok(back, `DELETE /teachers/students/${id}`);
    await year();
    const later = await again(teacher);
    const anew = await follow(later, student);
    expect((await ok(later, `GET /teachers/students/${anew}/words?key=${WORD_KEY}`)).words).toEqual([]);
  });

  test('does not bring back what had ended before, and takes up a teacher who has added the address since', async () => {
    const colleague = await createPerson(server.db, 'teacher', { schoolId });
    await follow(colleague, student);
    await ok(teacher, `DELETE /teachers/students/${link}`);
    await passTime(server.db, 1 * MINUTES);
    await archive(student);
    await ok(colleague, 'POST /teachers/students', { email: student.email, name: null });
    await undo(student);
    expect(await studentsOf(teacher)).toEqual([]);
    expect(await studentsOf(colleague)).toMatchObject([{ email: student.email, status: 'active' }]);
  });

  test('is audited, as is the archive, in the name of the school admin', async () => {
    const json = { user_ids: [student.id] };
    await ok(office, `POST /admin/schools/${schoolId}/archive`, json);
    await ok(office, `POST /admin/schools/${schoolId}/archive/undo`, json);
    const by = { actor: 'user', actor_id: office.id, target_id: student.id, school_id: schoolId };
    expect(await listNewestLines(server.db, 2)).toEqual([
      { ...by, action: 'user_restored', details: {} },
      { ...by, action: 'user_archived', details: {} },
    ]);
  });

  test('asked for again changes nothing and answers the same, as does the archive', async () => {
    const first = await archive(student);
    expect(await archive(student, student)).toEqual(first);
    const lines = await listNewestLines(server.db, 1);
    expect(await undo(student)).toEqual({ restored: [student.id] });
    expect(await undo(student)).toEqual({ restored: [student.id] });
    expect(await listNewestLines(server.db, 2)).toEqual([{ ...lines[0], action: 'user_restored' }, lines[0]]);
    // Of who was archived before, nobody asks twice.
    await archive(student);
    await passTime(server.db, 1 * DAYS);
    expect(await archive(student, teacher)).toMatchObject({ archived: [teacher.id] });
  });
});

describe('all or none', () => {
  test('of people of other schools, of none, and of nobody', async () => {
    const elsewhere = await createSchool(server.db);
    const stranger = await createPerson(server.db, 'student', { schoolId: elsewhere });
    const homeless = await createPerson(server.db, 'student');
    for (const who of [stranger, homeless, { id: 2_147_483_647 }])
      for (const which of ['archive', 'archive/undo', 'export'])
        expect(await act(which, [student, who]), which).toMatchObject(NOT_FOUND);
    expect(await act('archive', [stranger], 2_147_483_647)).toMatchObject(NOT_FOUND);
    expect(await archived()).toEqual([]);
    expect((await server.call('GET /users/me', { token: student.token })).status).toBe(200);
    // Not even while they are archived there.
    await act('archive', [stranger], elsewhere);
    for (const which of ['archive', 'archive/undo', 'export'])
      expect(await act(which, [stranger]), which).toMatchObject(NOT_FOUND);
  });

  test('of school admins', async () => {
    const detail = 'School admins cannot be archived. Change their role first.';
    for (const which of ['archive', 'archive/undo'])
      expect(await act(which, [student, office])).toMatchObject({ status: 409, body: { detail } });
    expect(await archived()).toEqual([]);
  });

  test.each([
    ['archive', MAX_ARCHIVED],
    ['archive/undo', MAX_ARCHIVED],
    ['export', MAX_EXPORTED],
  ])('%s takes one to %i people', async (which, most) => {
    expect((await act(which, [])).status).toBe(422);
    const many = Array.from({ length: most }, () => student);
    expect((await act(which, many)).status).toBe(200);
    expect([413, 422, 400]).toContain((await act(which, [...many, student])).status);
  });

  test('of a thousand, of whom each has eight teachers', async () => {
    const ids = await insertLeavers(server.db, schoolId, MAX_ARCHIVED, teacher.id);
    const people = ids.map((id) => ({ id }));
    for (let n = 1; n < 8; n += 1)
      await insertLinks(server.db, (await createPerson(server.db, 'teacher', { schoolId })).id, ids);
    expect((await archive(...people)).archived).toEqual(ids);
    expect(await archived()).toHaveLength(MAX_ARCHIVED);
    expect(await studentsOf(teacher)).toHaveLength(1);
    await undo(...people);
    expect(await studentsOf(teacher)).toHaveLength(MAX_ARCHIVED + 1);
  });
});

test('the list has the last to leave first, and says what they were', async () => {
  await archive(teacher);
  await passTime(server.db, 1 * MINUTES);
  const { erase_on: eraseOn } = await archive(student);
  const at = { archived_at: expect.any(String), erase_on: eraseOn };
  const who = ({ id, username, email, role }: Person) => ({ id, username, email, role, name: null });
  expect(await asAdmin(`GET /admin/schools/${schoolId}/archived`)).toEqual({
    users: [
      { ...who(student), ...at },
      { ...who(teacher), ...at },
    ],
    erase_on: eraseOn,
  });
  expect(await archived(await createSchool(server.db))).toEqual([]);
});

describe('an export', () => {
  test('has what students have done, archived or not, and is audited', async () => {
    const other = await createPerson(server.db, 'student', { schoolId, username: `anna-${schoolId}` });
    await tickPaper(server, student, { score: 61, note: 'To myself.' });
    const paper = { subject_id: 'math_aa_hl', year: 2023, session: 'May', paper: 'paper1', timezone: null };
    await ok(student, 'POST /completion/attempts', { ...paper, done_on: '2026-01-02', score: 70 });
    await tickPaper(server, student, { year: 2022, is_completed: false, score: null });
    await tickPaper(server, teacher);
    await archive(student);
    const { status, body } = await act('export', [student, other, teacher]);
    expect(status).toBe(200);
    const person = ({ id, username, email }: Person) => ({ id, username, email, name: null });
    expect(body).toEqual({
      students: [
        { ...person(other), papers: [] },
        {
          ...person(student),
          papers: [{ ...paper, score: 61, done_on: expect.any(String), attempts: 2 }],
        },
      ],
    });
    expect(await listNewestLines(server.db, 1)).toMatchObject([
      { action: 'papers_exported', school_id: schoolId, details: { students: 2, papers: 1 } },
    ]);
  });
});

describe('at the same moment', () => {
  test('a teacher leaves and a student of theirs: neither waits for the other', async () => {
    await server.db.transaction(async (tx) => {
      await holdChosen(tx, schoolId, [teacher.id]);
      expect((await archive(student)).archived).toEqual([student.id]);
    });
  });

  test('all teachers leave and all students, in any order', async () => {
    const students = await insertLeavers(server.db, schoolId, 60, teacher.id);
    const colleagues = await Promise.all(
      [1, 2, 3].map(() => createPerson(server.db, 'teacher', { schoolId })),
    );
    for (const one of colleagues) await insertLinks(server.db, one.id, students.toReversed());
    const teachers = [teacher, ...colleagues];
    const half = (part: number) => students.filter((_, index) => index % 2 === part).map((id) => ({ id }));
    const answers = await Promise.all(
      [half(0), ...teachers.map((one) => [one]), half(1)].map((who) => act('archive', who)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await archived()).toHaveLength(64);
  });
});

describe('when the day has come', () => {
  test('the account is deleted with its files, and nobody is named', async () => {
    await upload(server, student, smallPdf());
    const stored = await storedFiles(server.dataDir);
    await keepMonths(server.db, schoolId, 1);
    const { erase_on: eraseOn } = await archive(student);
    const [{ archived_at: since }] = await archived();
    const days = (Date.parse(eraseOn) - Date.parse(since.slice(0, 10))) / 86_400_000;
    expect(days).toBeGreaterThanOrEqual(28);
    expect(days).toBeLessThanOrEqual(31);
    await passTime(server.db, (days - 1) * DAYS);
    await removeExpired(server.db);
    expect(await archived()).toHaveLength(1);
    // Until then they could come back.
    await passTime(server.db, 1 * DAYS);
    expect(await archived()).toEqual([]);
    expect(await act('archive/undo', [student])).toMatchObject(NOT_FOUND);
    await removeExpired(server.db);
    expect(await listGone(server.db, schoolId)).toEqual([
      { actor: 'system', target_id: null, details: { role: 'student' } },
    ]);
    await removeQueuedFiles(server.db, openDisk({ dataDir: server.dataDir }));
    expect(await storedFiles(server.dataDir)).toHaveLength(stored.length - 1);
    expect((await logIn(student)).status).toBe(401);
  });

  test('several servers delete everybody once', async () => {
    const ids = await insertLeavers(server.db, schoolId, 45, teacher.id);
    await archive(...ids.map((id) => ({ id })));
    await passTime(server.db, 200 * DAYS);
    await Promise.all([1, 2, 3].map(() => removeExpired(server.db)));
    await removeExpired(server.db);
    expect(await listGone(server.db, schoolId)).toHaveLength(45);
  });

  test('somebody who is brought back at that moment stays', async () => {
    await archive(student);
    await passTime(server.db, 180 * DAYS);
    let erased: Promise<void> | undefined;
    await server.db.transaction(async (tx) => {
      await restoreUsers(tx, { by: { actor: 'platform_admin' }, schoolId }, [student.id]);
      // The day comes while they come back.
      await passTime(server.db, 10 * DAYS);
      erased = removeExpired(server.db);
      await eventually(async () => expect(await countWaiting(server.db)).toBeGreaterThan(0));
    });
    await erased;
    expect(await listGone(server.db, schoolId)).toEqual([]);
    expect((await logIn(student)).status).toBe(200);
  });
});
