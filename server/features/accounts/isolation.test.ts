import { describe, expect, test } from 'vitest';
import { createThrottle } from '../../http/throttle.ts';
import { PAPER, smallPdf, upload } from '../../testing/evidence.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { insertTestSharePage } from '../../testing/share-pages.queries.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { unzip } from '../../testing/unzip.ts';
import { holdUser } from '../platform-admin/users.queries.ts';
import { getCredentials } from './accounts.queries.ts';
import { findLink, insertPendingLink } from './accounts.test.queries.ts';
import { createPasswords } from './passwords.ts';
import { findPerson } from './personal-data.queries.ts';
import { resetPassword } from './reset-password.ts';

/** What one person does and sees does not affect another. */

const server = shareServer();

let number = 0;
/** Somebody with a password that nobody else has. */
const register = async (email?: string) => {
  number += 1;
  const username = `owner${number}`;
  const password = `the secret of ${username}`;
  const json = { username, email: email ?? `${username}@example.org`, password };
  const { body } = await server.call('POST /register', { json });
  const token: string = body.access_token;
  const { id } = (await server.call('GET /users/me', { token })).body;
  return { ...json, id: id as number, token };
};
const logIn = async ({ username, password }: { username: string; password: string }) =>
  (await server.call('POST /token', { form: { username, password } })).status;

describe('a password', () => {
  test('changes only for its owner, and not with somebody else’s password', async () => {
    const [one, other] = [await register(), await register()];
    const change = (current_password: string) =>
      server.call('POST /users/me/password', {
        token: one.token,
        json: { current_password, new_password: 'another fine secret' },
      });
    expect((await change(other.password)).status).toBe(400);
    expect((await change(one.password)).status).toBe(200);
    expect(await logIn({ ...one, password: 'another fine secret' })).toBe(200);
    expect(await logIn(other)).toBe(200);
    expect((await server.call('GET /users/me', { token: other.token })).body.id).toBe(other.id);
  });

  test('reset from the shell is the named user’s', async () => {
    const [one, other] = [await register(), await register()];
    expect(await findPerson(server.db, one.email.toUpperCase())).toMatchObject({ id: one.id });
    expect(await findPerson(server.db, other.username)).toMatchObject({ id: other.id });
    expect(await findPerson(server.db, 'nobody@example.org')).toBeUndefined();
    const password = await resetPassword(
      { db: server.db, passwords: createPasswords() },
      { userId: one.id, hold: (tx) => holdUser(tx, one.id), by: { actor: 'system' } },
    );
    expect(await logIn(one)).toBe(401);
    expect(await logIn({ ...one, password })).toBe(200);
    expect((await server.call('GET /users/me', { token: one.token })).status).toBe(401);
    expect(await logIn(other)).toBe(200);
    expect((await server.call('GET /users/me', { token: other.token })).status).toBe(200);
  });

  test('changes only for its owner, even if two chose the same', async () => {
    const [one, other] = [await createPerson(server.db, 'student'), await createPerson(server.db, 'student')];
    const before = await getCredentials(server.db, other.id);
    const json = { current_password: 'correct horse battery', new_password: 'another fine secret' };
    expect((await server.call('POST /users/me/password', { token: one.token, json })).status).toBe(200);
    expect(await getCredentials(server.db, other.id)).toEqual(before);
  });

  test('deletes only its owner’s account', async () => {
    const [one, other] = [await register(), await register()];
    const leave = (password: string) =>
      server.call('DELETE /users/me', { token: one.token, json: { confirmation: one.username, password } });
    expect((await leave(other.password)).status).toBe(400);
    expect((await leave(one.password)).status).toBe(204);
    expect(await logIn(one)).toBe(401);
    expect(await logIn(other)).toBe(200);
  });
});

describe('registering', () => {
  test('activates the pending links of this address, and no others', async () => {
    const [teacher, colleague] = [
      await createPerson(server.db, 'teacher'),
      await createPerson(server.db, 'teacher'),
    ];
    const mine = await insertPendingLink(server.db, teacher.id, 'mine@example.org');
    const another = await insertTestLink(server.db, 'pending', {
      teacher: colleague,
      student: { id: 0, email: 'another@example.org' },
    });
    // Somebody had this address before, and is identified by more than that.
    const former = await createPerson(server.db, 'student');
    const taken = await insertTestLink(server.db, 'pending', {
      teacher: colleague,
      student: { id: former.id, email: 'mine@example.org' },
      isKnown: true,
    });
    const { id } = await register('Mine@example.org');
    expect(await findLink(server.db, mine)).toEqual({ status: 'active', student_id: id });
    expect(await findLink(server.db, another)).toEqual({ status: 'pending', student_id: null });
    expect(await findLink(server.db, taken)).toEqual({ status: 'pending', student_id: former.id });
  });

  test('joins only the school of the address', async () => {
    await createSchool(server.db, '@one.edu');
    await createSchool(server.db, '@two.edu');
    const { token } = await register('somebody@two.edu');
    const { id } = (await server.call('GET /users/me', { token })).body;
    const { body } = await server.call('GET /admin/users?q=somebody@two.edu', { admin: ADMIN_PASSWORD });
    expect(body).toMatchObject([{ id, school_name: 'School @two.edu' }]);
  });
});

describe('the download', () => {
  const download = async ({ token }: Pick<Person, 'token'>) => {
    const answer = await fetch(`${server.url}/api/users/me/data`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return unzip(Buffer.from(await answer.arrayBuffer()));
  };

  test('of an inactive user is empty, however busy the others are', async () => {
    const schoolId = await createSchool(server.db);
    const [busy, teacher] = [
      await createPerson(server.db, 'student', { schoolId }),
      await createPerson(server.db, 'teacher', { schoolId }),
    ];
    const at = ({ token }: Person, address: string, json: unknown) => server.call(address, { token, json });
    await at(busy, 'POST /subjects', { subjects: ['math_aa_hl'] });
    await at(busy, 'PUT /users/me/preferences', { year_ranges: {}, timezone_overrides: {} });
    await at(busy, 'POST /completion', { ...PAPER, year: 2023, is_completed: true, score: 1 });
    await upload(server, busy, smallPdf());
    await insertTestSharePage(server.db, busy.id);
    await at(teacher, 'POST /teachers/subjects', { subjects: ['math_aa_hl'] });
    await at(teacher, 'POST /teachers/students', { email: busy.email, name: 'Busy' });
    await at(teacher, 'POST /teachers/students', { email: 'nobody@example.org', name: null });
    const feedback = { message: 'Hello', timestamp: '', user: '' };
    await at(busy, 'POST /feedback', { ...feedback, email: 'busy@example.org' });
    await server.call(`POST /admin/impersonate/${busy.id}`, { admin: ADMIN_PASSWORD });
    await logIn({ username: busy.username, password: 'correct horse battery' });
    await createThrottle(server.db, true).trust({ userId: busy.id }, '192.0.2.1');

    const quiet = await createPerson(server.db, 'student');
    // What is said of the address counts while nobody is meant by it.
    const former = await createPerson(server.db, 'student');
    await insertTestLink(server.db, 'active', { teacher, student: { id: former.id, email: quiet.email } });
    const entries = await download(quiet);
    expect([...entries.keys()]).toEqual(['data.json', 'README.txt']);
    expect(JSON.parse(String(entries.get('data.json')))).toEqual({
      made_at: expect.any(String),
      account: {
        id: quiet.id,
        username: quiet.username,
        email: quiet.email,
        role: 'student',
        school: null,
        created_at: expect.any(String),
        name_given_by_school: null,
        id_at_school: null,
        last_change_of_a_paper: null,
        archived_at: null,
        deleted_on: null,
      },
      subjects: [],
      subjects_taught: [],
      preferences: null,
      papers: [],
      earlier_attempts: [],
      weekly_mail: null,
      share_pages: [],
      shared_files: [],
      files_seen_by: [],
      files_you_opened: [],
      teachers: [],
      students: [],
      school_groups: [],
      classes_you_teach: [],
      groups_of_students: [],
      set_for_you: [],
      papers_you_set: [],
      words_on_papers: [],
      logins: [expect.objectContaining({ by_platform_admin: false })],
      mails: [],
      school_sign_in: [],
      known_networks: [],
      feedback: [],
      activity: [expect.objectContaining({ action: 'data_downloaded', done_by: 'you' })],
      files: [],
    });
  });
});
