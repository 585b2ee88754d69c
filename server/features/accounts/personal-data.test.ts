import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { openSession, openVisit } from '../../http/session.ts';
import { createThrottle } from '../../http/throttle.ts';
import { queueMail } from '../../mail/outbox.queries.ts';
import {
  eventually,
  PAPER,
  QUERY,
  shareFiles,
  smallPdf,
  storedFiles,
  upload,
} from '../../testing/evidence.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { inAMonth, setJson } from '../../testing/scene.ts';
import { startTestServer } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { stepsOn } from '../../testing/steps.ts';
import { listTraces, setLastUserId } from '../../testing/traces.queries.ts';
import { unzip } from '../../testing/unzip.ts';
import { exchangeWords } from '../../testing/words.ts';
import { listSumDifferences } from '../tracker/sums.queries.ts';
import { forgetUsername, insertSchoolGroup, listNewestLines } from './personal-data.test.queries.ts';

const server = shareServer();
let schoolId: number;
let otherSchoolId: number;
beforeAll(async () => {
  schoolId = await createSchool(server.db, '@riverside.edu');
  otherSchoolId = await createSchool(server.db);
});

const { ok, asAdmin } = stepsOn(() => server);
const download = async (who: Pick<Person, 'token'>, method = 'GET') => {
  const answer = await fetch(`${server.url}/api/users/me/data`, {
    method,
    headers: { authorization: `Bearer ${who.token}` },
  });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};
const leave = (who: Pick<Person, 'token' | 'username'>, change: Record<string, unknown> = {}) =>
  server.call('DELETE /users/me', {
    token: who.token,
    json: { confirmation: who.username, password: PASSWORD, ...change },
  });
const sendFeedback = (message: string, email: string, token?: string) =>
  server.call('POST /feedback', {
    token,
    json: { message, email, timestamp: new Date().toISOString(), user: 'Anonymous' },
  });
const impersonate = async (who: Person) => ({
  ...who,
  token: await openVisit(server.db, { ...who, school_id: schoolId }),
});

let number = 0;
/** A user whose name, address and id occur nowhere by chance. */
const createUnmistakable = async (role: Person['role']) => {
  number += 1;
  await setLastUserId(server.db, 730_118_500 + number * 1000);
  const username = `quixotic-${role.replace('_', '-')}-${number}`;
  return createPerson(server.db, role, { username, email: `${username}@riverside.edu`, schoolId });
};
const tracesOf = ({ id, username, email }: Person) => listTraces(server.db, [String(id), username, email]);

/** A student who has done everything that a student can, and to whom everything has been done. */
const createBusyStudent = async () => {
  const student = await createUnmistakable('student');
  const [teacher, stranger] = [
    await createPerson(server.db, 'teacher', { schoolId }),
    await createPerson(server.db, 'teacher', { schoolId: otherSchoolId }),
  ];
  await ok(student, 'POST /subjects', { subjects: ['math_aa_hl', 'physics_sl'] });
  await ok(student, 'PUT /users/me/preferences', {
    year_ranges: { math_aa_hl: { startYear: 2019, endYear: 2023 } },
    timezone_overrides: { math_aa_hl: { paper1: false } },
    sits: 'TZ1',
    pace: { session: 'May 2027', weeks_off: ['2026-12-21'] },
  });
  const paper = { ...PAPER, year: 2023, is_completed: true };
  await ok(student, 'POST /completion', { ...paper, score: 0, note: 'Start with part B.' });
  const before = { done_on: '2026-01-05', score: 30, note: 'Slow in part B.' };
  await ok(student, 'POST /completion/attempts', { ...PAPER, year: 2023, ...before });
  await ok(student, 'POST /completion', { ...paper, subject_id: 'physics_sl', score: 71 });
  await upload(server, student, smallPdf(1), { name: 'work.pdf', type: 'application/pdf' });
  await upload(server, student, smallPdf(2), { name: 'WORK.pdf', type: 'application/pdf' });
  await ok(teacher, 'POST /teachers/students', { email: student.email, name: 'Quixotic-student Q.' });
  await ok(stranger, 'POST /teachers/students', { email: student.email, name: null });
  const { students: followed } = await ok(teacher, 'GET /teachers/students');
  await ok(teacher, 'POST /teachers/groups', { name: 'Needs a push', students: [followed[0].id] });
  await insertSchoolGroup(server.db, schoolId, '12B', student.id);
  await ok(student, 'POST /users/me/share-pages', {
    name: 'Quixotic-student',
    subjects: ['physics_sl'],
    ends_on: inAMonth(),
  });
  await ok(student, 'PUT /users/me/weekly-mail', { is_on: false, weekday: 5, time_zone: 'Asia/Tokyo' });
  await ok(teacher, `PUT /teachers/students/${followed[0].id}/set-aside`, { is_set_aside: true });
  const { students } = await ok(teacher, 'GET /teachers/students');
  await shareFiles(server, { student, teacher });
  await exchangeWords(server, { student, teacher, link: students[0].id });
  await ok(student, 'POST /subjects', { subjects: ['math_aa_hl', 'physics_sl'] });
  await ok(teacher, 'POST /teachers/sets', {
    id: randomUUID(),
    ...setJson(),
    audience: 'chosen',
    student_ids: [students[0].id],
  });
  await ok(teacher, `GET /teachers/students/${students[0].id}/files?${QUERY}`);
  await sendFeedback('It works', 'Anonymous', student.token);
  await sendFeedback('It works from outside too', student.email.toUpperCase());
  await server.call('POST /token', { form: { username: student.username, password: PASSWORD } });
  await queueMail(server.db, {
    cause: `for ${student.username}`,
    kind: 'test',
    to: student.email,
    userId: student.id,
    payload: { server: 'mail.example.org' },
  });
  await createThrottle(server.db, true).trust({ userId: student.id }, '192.0.2.1');
  const visitor = await impersonate(student);
  await ok(visitor, 'POST /completion', { ...paper, subject_id: 'physics_sl', score: 72 });
  await ok(visitor, 'POST /logout');
  await asAdmin(`POST /admin/impersonate/${student.id}`);
  await asAdmin(`PUT /admin/users/${student.id}`, {
    email: student.email,
    username: student.username,
    school_id: schoolId,
    role: 'student',
  });
  return { student, teacher, stranger };
};

describe('the download', () => {
  test('contains everything about a student, and the files unchanged', async () => {
    const { student, teacher, stranger } = await createBusyStudent();
    const { status, headers, bytes } = await download(student);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toBe('attachment; filename="tickmark-data.zip"');
    expect(headers.get('cache-control')).toBe('no-store');

    const entries = unzip(bytes);
    const folder = 'files/Mathematics: Analysis & Approaches HL/2023 May Paper 1 TZ1';
    const paths = [...entries.keys()].filter((name) => name.startsWith('files/'));
    expect(paths).toEqual([
      `${folder.replace(':', '_')}/work.pdf`,
      `${folder.replace(':', '_')}/WORK (2).pdf`,
    ]);
    expect(entries.get(paths[0] ?? '')?.equals(smallPdf(1))).toBe(true);
    expect(entries.get(paths[1] ?? '')?.equals(smallPdf(2))).toBe(true);
    expect(String(entries.get('README.txt'))).toContain('everything that Tickmark stores about you');

    const data = JSON.parse(String(entries.get('data.json')));
    expect(data).toMatchObject({
      account: {
        id: student.id,
        username: student.username,
        name_given_by_school: null,
        email: student.email,
        role: 'student',
        last_change_of_a_paper: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      },
      subjects: ['math_aa_hl', 'physics_sl'],
      subjects_taught: [],
      preferences: {
        year_ranges: { math_aa_hl: { startYear: 2019, endYear: 2023 } },
        timezone_overrides: { math_aa_hl: { paper1: false } },
        sits: 'TZ1',
        exams: { session: 'May 2027', weeks_off: ['2026-12-21'] },
      },
      papers: [
        {
          subject_id: 'math_aa_hl',
          year: 2023,
          paper: 'paper1',
          timezone: 'TZ1',
          is_completed: true,
          score: 0,
          note: 'Start with part B.',
        },
        { subject_id: 'physics_sl', score: 72 },
      ],
      earlier_attempts: [
        {
          paper: 'math_aa_hl-2023-May-paper1-TZ1',
          score: 30,
          note: 'Slow in part B.',
          completed_at: '2026-01-05T10:00:00Z',
        },
      ],
      files: [
        { file: paths[0], original_filename: 'work.pdf', size_bytes: smallPdf(1).length },
        { file: paths[1], original_filename: 'WORK.pdf' },
      ],
      teachers: [
        { username: teacher.username, status: 'active', name_given_to_you: 'Quixotic-student Q.' },
        { username: stranger.username, status: 'pending' },
      ],
      share_pages: [
        { name: 'Quixotic-student', subjects: ['physics_sl'], ends_on: inAMonth(), last_used_at: null },
      ],
      weekly_mail: { sent_to: student.email, weekday: 5, time_zone: 'Asia/Tokyo', next_at: null },
      shared_files: [{ subject_id: 'math_aa_hl', shared_at: expect.any(String) }],
      files_seen_by: [
        {
          username: teacher.username,
          paper: 'math_aa_hl-2023-May-paper1-TZ1',
          last_seen_at: expect.any(String),
        },
      ],
      files_you_opened: [],
      words_on_papers: [{ text: 'Good; redo section B' }, { text: 'I will' }],
      students: [],
      school_groups: [{ name: '12B', joined_at: expect.any(String) }],
      groups_of_students: [],
      set_for_you: [
        {
          teacher: teacher.username,
          subject_id: 'math_aa_hl',
          papers: ['math_aa_hl-2024-November-paper1'],
          due_on: inAMonth(),
          line: 'As far as question 6.',
        },
      ],
      papers_you_set: [],
      known_networks: [{ kept_until: expect.any(String) }],
      feedback: [{ message: 'It works' }],
      mails: [{ kind: 'test', sent_to: student.email, sent_at: null }],
    });
    const ofTeacher = JSON.parse(String(unzip((await download(teacher)).bytes).get('data.json')));
    expect(ofTeacher).toMatchObject({
      shared_files: [],
      files_seen_by: [],
      files_you_opened: [{ email: student.email, paper: 'math_aa_hl-2023-May-paper1-TZ1' }],
      school_groups: [],
      groups_of_students: [
        {
          name: 'Needs a push',
          removed_at: null,
          students: [{ email: student.email, joined_at: expect.any(String) }],
        },
      ],
      set_for_you: [],
      papers_you_set: [
        { papers: ['math_aa_hl-2024-November-paper1'], audience: 'chosen', chosen_students: [student.email] },
      ],
    });
    expect(ofTeacher.students).toMatchObject([{ email: student.email, set_aside_until: expect.any(String) }]);
    // What a teacher calls a group, and whom they set aside, is the teacher's own affair.
    expect(String(entries.get('data.json'))).not.toMatch(/Needs a push|set_aside/);
    // Sent with the address, without a login: nobody knows by whom.
    expect(data.feedback).toHaveLength(1);
    expect(data.account.school).toContain('@riverside.edu');
    expect(data.logins.length).toBe(3);
    expect(data.logins.filter((login: Record<string, unknown>) => login['by_platform_admin'])).toHaveLength(
      1,
    );
    expect(data.activity).toMatchObject([
      { action: 'logged_in', done_by: 'you' },
      { action: 'impersonated', done_by: 'platform_admin', about_you: true },
      {
        action: 'changed_as_user',
        done_by: 'platform_admin',
        about_you: true,
        details: { kind: 'papers', count: 1 },
      },
      { action: 'impersonation_ended', done_by: 'platform_admin', about_you: true },
      { action: 'impersonated', done_by: 'platform_admin', about_you: true },
      // This one.
      { action: 'data_downloaded', done_by: 'you', about_you: false },
    ]);
    // Hashes of secrets are not part of the data.
    expect(String(entries.get('data.json'))).not.toMatch(/argon2|token|hash/i);
  });

  test('contains the data of a teacher and of a school admin', async () => {
    const [teacher, admin] = [await createUnmistakable('teacher'), await createUnmistakable('school_admin')];
    await ok(teacher, 'POST /teachers/subjects', { subjects: ['physics_sl'] });
    await ok(teacher, 'POST /teachers/students', { email: 'somebody@example.org', name: 'Some Body' });
    const data = JSON.parse(String(unzip((await download(teacher)).bytes).get('data.json')));
    expect(data).toMatchObject({
      account: { role: 'teacher' },
      subjects_taught: ['physics_sl'],
      preferences: null,
      students: [{ email: 'somebody@example.org', name: 'Some Body', status: 'pending' }],
      files: [],
    });
    const ofAdmin = JSON.parse(String(unzip((await download(admin)).bytes).get('data.json')));
    expect(ofAdmin).toMatchObject({
      account: { username: admin.username, role: 'school_admin' },
      papers: [],
    });
  });

  test('lists a file that the store has lost as missing', async () => {
    const student = await createUnmistakable('student');
    const { body } = await upload(server, student, smallPdf(3), { name: 'lost.pdf' });
    const objects = join(server.dataDir, 'files', 'objects');
    await rm(join(objects, body.public_id.slice(0, 2), body.public_id));
    const entries = unzip((await download(student)).bytes);
    expect([...entries.keys()]).toEqual(['data.json', 'README.txt']);
    expect(JSON.parse(String(entries.get('data.json'))).files).toMatchObject([
      { file: null, original_filename: 'lost.pdf' },
    ]);
  });

  test('is refused while viewing as the user, and empty for HEAD', async () => {
    const student = await createUnmistakable('student');
    const answer = await server.call('GET /users/me/data', { token: (await impersonate(student)).token });
    expect(answer).toMatchObject({
      status: 403,
      body: { detail: 'The data cannot be downloaded while viewing as somebody else.' },
    });
    expect(await download(student, 'HEAD')).toMatchObject({ status: 200, bytes: Buffer.alloc(0) });
  });

  test('answers 503, not half a file, when the store is down', async () => {
    const away = await startTestServer({
      database: server.db,
      environment: {
        DATA_DIR: server.dataDir,
        S3_ENDPOINT: 'http://127.0.0.1:9',
        S3_BUCKET: 'away',
        S3_REGION: 'nowhere',
        S3_ACCESS_KEY_ID: 'a',
        S3_SECRET_ACCESS_KEY: 'b',
      },
    });
    const student = await createUnmistakable('student');
    await upload(server, student, smallPdf(), { name: 'work.pdf' });
    expect((await away.call('GET /users/me/data', { token: student.token })).status).toBe(503);
    await away.stop();
  });
});

describe('deleting the account', () => {
  test('leaves nothing of a student but an audit entry without a name', async () => {
    const { student, teacher, stranger } = await createBusyStudent();
    const other = await createPerson(server.db, 'student', { schoolId });
    await ok(other, 'POST /completion', { ...PAPER, year: 2023, is_completed: true, score: 50 });
    const token = await openSession(server.db, student);
    expect((await tracesOf(student)).length).toBeGreaterThan(12);
    const stored = await storedFiles(server.dataDir);

    expect(await leave(student)).toMatchObject({ status: 204, body: undefined });

    expect(await tracesOf(student)).toEqual([]);
    expect(await listNewestLines(server.db, 1)).toEqual([
      {
        actor: 'user',
        actor_id: null,
        action: 'user_deleted',
        target_id: null,
        school_id: schoolId,
        details: { role: 'student' },
      },
    ]);
    await eventually(async () => {
      expect(await storedFiles(server.dataDir)).toHaveLength(stored.length - 2);
    });
    for (const dead of [student.token, token]) {
      expect((await server.call('GET /users/me', { token: dead })).status).toBe(401);
    }
    const login = await server.call('POST /token', { form: { username: student.email, password: PASSWORD } });
    expect(login.status).toBe(401);
    for (const follower of [teacher, stranger]) {
      expect((await ok(follower, 'GET /teachers/students')).students).toEqual([]);
    }
    // Other people's data stays, and the sums are those of the remaining users.
    expect(Object.values((await ok(other, 'GET /completion')) as object)).toMatchObject([{ score: 50 }]);
    expect(await listSumDifferences(server.db)).toEqual([]);
    expect(server.logged()).not.toContain(student.email);
  });

  test('keeps the feedback of others, whatever address they gave', async () => {
    const student = await createUnmistakable('student');
    const other = await createPerson(server.db, 'student');
    await sendFeedback('Answer my parents', student.email, other.token);
    await sendFeedback('Said by somebody else', 'somebody.else@example.org');
    const { feedback } = JSON.parse(String(unzip((await download(student)).bytes).get('data.json')));
    expect(feedback).toEqual([]);
    expect((await leave(student)).status).toBe(204);
    const said = (await asAdmin('GET /admin/feedback')).map(({ message }: { message: string }) => message);
    expect(said).toEqual(expect.arrayContaining(['Answer my parents', 'Said by somebody else']));
    expect(await ok(other, 'GET /users/me')).toMatchObject({ id: other.id });
  });

  test('leaves nothing of a teacher or a school admin either', async () => {
    for (const role of ['teacher', 'school_admin'] as const) {
      const person = await createUnmistakable(role);
      const student = await createPerson(server.db, 'student', { schoolId });
      if (role === 'teacher') {
        await ok(person, 'POST /teachers/subjects', { subjects: ['physics_sl'] });
        await ok(person, 'POST /teachers/students', { email: student.email, name: null });
        await ok(person, 'POST /teachers/students', { email: 'waiting@example.org', name: null });
        const { students } = await ok(person, 'GET /teachers/students');
        await ok(person, `DELETE /teachers/students/${students.at(-1).id}`);
        await ok(person, 'POST /teachers/students', { email: student.email, name: null });
      }
      expect((await leave(person)).status).toBe(204);
      expect(await tracesOf(person)).toEqual([]);
      if (role === 'teacher') {
        expect((await ok(student, 'GET /users/me/teachers')).teachers).toEqual([]);
      }
    }
  });

  test('removes everything when the platform admin does it', async () => {
    const { student } = await createBusyStudent();
    await asAdmin(`DELETE /admin/users/${student.id}`);
    expect(await tracesOf(student)).toEqual([]);
  });

  test('needs the password and the username in any case, or the address without a username', async () => {
    const student = await createUnmistakable('student');
    expect(await leave(student, { confirmation: 'somebody else' })).toMatchObject({
      status: 422,
      body: { detail: 'Type your username to confirm.' },
    });
    expect(await leave(student, { password: 'not the password' })).toMatchObject({
      status: 400,
      body: { detail: 'The password is wrong.' },
    });
    expect((await leave(student, { force: true })).status).toBe(422);
    expect((await server.call('DELETE /users/me', { token: student.token })).status).toBe(400);
    expect((await ok(student, 'GET /users/me')).username).toBe(student.username);
    expect((await leave(student, { confirmation: student.username.toUpperCase() })).status).toBe(204);

    const nameless = await createUnmistakable('student');
    await forgetUsername(server.db, nameless.id);
    expect(await leave(nameless)).toMatchObject({
      status: 422,
      body: { detail: 'Type your email to confirm.' },
    });
    expect((await leave(nameless, { confirmation: nameless.email })).status).toBe(204);
  });

  test('is refused while viewing as the user', async () => {
    const student = await createUnmistakable('student');
    expect(await leave(await impersonate(student))).toMatchObject({
      status: 403,
      body: { detail: 'The account cannot be deleted while viewing as somebody else.' },
    });
    expect((await ok(student, 'GET /users/me')).id).toBe(student.id);
  });

  test('sent twice at once happens once', async () => {
    const student = await createUnmistakable('student');
    const before = (await listNewestLines(server.db, 1000)).length;
    const statuses = (await Promise.all([leave(student), leave(student)])).map(({ status }) => status);
    expect(statuses).toContain(204);
    expect(statuses.filter((status) => [401, 404].includes(status))).toHaveLength(1);
    expect(await listNewestLines(server.db, 1000)).toHaveLength(before + 1);
  });
});

test('guesses at the password and downloads are throttled', async () => {
  const limited = await startTestServer({ environment: { RATE_LIMIT: 'on' }, stoppedClock: true });
  const student = await createPerson(limited.db, 'student');
  const json = { confirmation: student.username, password: 'a guess' };
  const statuses: number[] = [];
  for (let guess = 0; guess < 6; guess += 1) {
    statuses.push((await limited.call('DELETE /users/me', { token: student.token, json })).status);
  }
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  const downloads: number[] = [];
  for (let time = 0; time < 11; time += 1) {
    downloads.push((await limited.call('GET /users/me/data', { token: student.token })).status);
  }
  expect(downloads).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  await limited.stop();
});

test('nothing is left in the work folder', async () => {
  const work = await readdir(join(server.dataDir, 'files', 'work')).catch(() => []);
  expect(work).toEqual([]);
});
