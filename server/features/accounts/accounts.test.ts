import { describe, expect, test, vi } from 'vitest';
import { api } from '../../../contract/index.ts';
import { isoDay } from '../../../domain/days.ts';
import { countWaiting } from '../../db/locks.test.queries.ts';
import { deleteSessionsOfUsers } from '../../http/session.queries.ts';
import { openSession, openVisit } from '../../http/session.ts';
import { createPerson, createSchool, PASSWORD } from '../../testing/people.ts';
import { ADMIN_PASSWORD } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { setGeneratedHash } from './accounts.queries.ts';
import {
  countUsedSessions,
  expireSession,
  findLink,
  findSchoolOf,
  insertPendingLink,
  restSessions,
  setRole,
} from './accounts.test.queries.ts';

const server = shareServer();

const register = (json: Record<string, unknown>) => server.call('POST /register', { json });
const login = (username: string, password = PASSWORD, query = '') =>
  server.call(`POST /token${query}`, { form: { username, password } });
const me = (token: string) => server.call('GET /users/me', { token });

const valid = { username: 'Zoë', email: 'Zoe@Example.org', password: PASSWORD };

describe('registration', () => {
  test('creates a student who is logged in', async () => {
    const { status, body } = await register(valid);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['access_token']);
    expect((await me(body.access_token)).body).toEqual({
      id: expect.any(Number),
      username: 'Zoë',
      email: 'zoe@example.org',
      role: 'student',
      is_admin: false,
      school_id: null,
      school_name: null,
      must_change_password: false,
      link_mailed: false,
      email_confirmed: false,
      requests: 0,
    });
  });

  test.each([
    [
      'username',
      { ...valid, username: 'ZOË', email: 'other@example.org' },
      'This username is already taken.',
    ],
    ['email', { ...valid, username: 'other', email: 'ZOE@EXAMPLE.ORG' }, 'This email is already registered.'],
  ])('refuses a %s that is taken in another case', async (_what, json, detail) => {
    expect(await register(json)).toMatchObject({ status: 400, body: { detail } });
  });

  test.each([
    ['coco', 'сосо', 'This username looks like one that is already taken.'],
    ['Анна', 'AННА', 'Username must not mix letters of different alphabets.'],
    ['ΤΟΜΜΥ', 'tommy', 'This username looks like one that is already taken.'],
    ['ipek', 'İpek', 'This username looks like one that is already taken.'],
    ['ışıl', 'Işıl', 'This username looks like one that is already taken.'],
    ['boss', 'bоss', 'Username must not mix letters of different alphabets.'],
    ['void', 'void\u2800', 'Username must not contain characters that look like a space.'],
  ])('of %o and %o refuses the second', async (first, second, detail) => {
    const email = `look-${Buffer.from(first).toString('hex')}@example.org`;
    expect((await register({ ...valid, username: first, email })).status).toBe(200);
    const answer = await register({ ...valid, username: second, email: `x${email}` });
    expect(answer).toMatchObject({ status: detail.includes('must') ? 422 : 400, body: { detail } });
    expect((await login(first)).status).toBe(200);
    expect((await login(second)).status).toBe(401);
  });

  test.each(['Андрей', 'Ελένη', 'José', 'İlknur', '李雷'])(
    'accepts %o, who can log in with it',
    async (username) => {
      const email = `whole-${Buffer.from(username).toString('hex')}@example.org`;
      expect((await register({ ...valid, username, email })).status).toBe(200);
      for (const name of [username, username.normalize('NFD')]) expect((await login(name)).status).toBe(200);
    },
  );

  test('of two look-alike names at once, one succeeds', async () => {
    const attempts = ['хохо', 'xoxo'].map((username, n) =>
      register({ ...valid, username, email: `${n}@look.org` }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
  });

  test('of two equal names at once, one succeeds', async () => {
    const attempts = ['a@twice.org', 'b@twice.org'].map((email) =>
      register({ ...valid, username: 'twice', email }),
    );
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
  });

  test.each([
    ['role', { role: 'teacher' }, 'Unknown field: role'],
    ['is_admin', { is_admin: true }, 'Unknown field: is_admin'],
    ['school_id', { school_id: 1 }, 'Unknown field: school_id'],
    ['two @', { email: 'a@b@school.edu' }, /email/i],
    ['a quoted address', { email: '"a b"@school.edu' }, /email/i],
    ['a non-ASCII address', { email: 'zoë@school.edu' }, /email/i],
    ['an @ in the username', { username: 'zoe@school' }, /username/i],
    ['an empty username', { username: '' }, /username/i],
    ['NUL in the username', { username: 'a\0b' }, /username/i],
    ['a lone surrogate', { username: 'a\ud800b' }, /username/i],
    ['a bidi control', { username: 'a\u202eb' }, /username/i],
    ['null', { username: null }, /username/i],
    ['a number', { password: 12345678 }, /password/i],
    ['a short password', { password: 'short12' }, /^Password must be at least 8/],
    ['a long password', { password: 'x'.repeat(129) }, /^Password must be at most 128/],
    ['a well-known password', { password: 'Password123' }, /^Password is too well known/],
    ['a well-known word', { password: 'Password123!' }, /^Password is little more than one well-known word/],
    ['a repeat', { password: 'aaaaaaaa' }, /^Password repeats/],
    ['a sequence', { password: '87654321' }, /^Password is little more than a sequence/],
    ['keys in a row', { password: 'qwertyui' }, /^Password is little more than a row of keys/],
    ['the username and digits', { password: 'newcomer123' }, /^Password is little more than the username/],
    [
      'the e-mail and digits',
      { email: 'zoe7@a.org', password: '2009-Zoe7' },
      /^Password is little more than/,
    ],
    ['the username as password', { username: 'longenough1', password: 'LongEnough1' }, /password/i],
    ['the e-mail as password', { password: 'NEW@example.org' }, /password/i],
  ])('refuses %s and stores nothing', async (_what, change, detail) => {
    const json = { username: 'newcomer', email: 'new@example.org', password: PASSWORD, ...change };
    const answer = await register(json);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toMatch(detail);
    expect((await login('newcomer')).status).toBe(401);
  });

  test("refuses the name of the address' school as password, with digits", async () => {
    await createSchool(server.db, '@named.edu', 'Hogsmeade Secondary');
    const json = { username: 'pupil', email: 'pupil@named.edu', password: 'Hogsmeade2026!' };
    expect(await register(json)).toMatchObject({
      status: 422,
      body: { detail: "Password is little more than the school's name. Try three or four unrelated words." },
    });
    expect((await register({ ...json, email: 'pupil@other.edu' })).status).toBe(200);
  });

  test('joins the school whose domain the address has, exactly', async () => {
    const schoolId = await createSchool(server.db, '@joined.edu');
    const schoolOf = async (username: string, email: string) => {
      expect((await register({ username, email, password: PASSWORD })).status).toBe(200);
      return findSchoolOf(server.db, username);
    };
    expect(await schoolOf('inside', 'x@JOINED.edu')).toBe(schoolId);
    expect(await schoolOf('below', 'x@sub.joined.edu')).toBeNull();
    expect(await schoolOf('beside', 'x@notjoined.edu')).toBeNull();
  });

  test('activates the links of teachers who were waiting for the address', async () => {
    const teacher = await createPerson(server.db, 'teacher');
    const linkId = await insertPendingLink(server.db, teacher.id, 'awaited@example.org');
    await register({ username: 'awaited', email: 'Awaited@example.org', password: PASSWORD });
    const { id } = (await me((await login('awaited')).body.access_token)).body;
    expect(await findLink(server.db, linkId)).toEqual({ status: 'active', student_id: id });
  });
});

describe('login', () => {
  test('takes the username or the e-mail, in any case', async () => {
    const person = await createPerson(server.db, 'student', {
      username: 'Mixed',
      email: 'mixed@example.org',
    });
    for (const name of ['Mixed', 'mixed', 'MIXED@example.org']) {
      const { status, body } = await login(name);
      expect(status).toBe(200);
      expect((await me(body.access_token)).body.id).toBe(person.id);
    }
  });

  test('gives one answer for an unknown user and a wrong password', async () => {
    const person = await createPerson(server.db, 'student');
    const wrong = await login(person.username, 'not the password');
    const unknown = await login('nobody at all', 'not the password');
    expect(wrong).toMatchObject({ status: 401, body: { detail: 'Incorrect username or password.' } });
    expect(unknown.body).toEqual(wrong.body);
    expect(unknown.status).toBe(401);
  });

  test.each([
    ['student', '', 200, undefined],
    ['teacher', '', 200, undefined],
    ['teacher', '?login_type=teacher', 200, undefined],
    ['student', '?login_type=teacher', 403, 'Access denied. Teacher account required.'],
    ['school_admin', '', 403, 'Please use the school admin login.'],
    ['school_admin', '?login_type=teacher', 403, 'Please use the school admin login.'],
  ] as const)('a %s at /token%s: %i', async (role, query, status, detail) => {
    const schoolId = role === 'school_admin' ? await createSchool(server.db) : undefined;
    const person = await createPerson(server.db, role, schoolId ? { schoolId } : {});
    const answer = await login(person.username, PASSWORD, query);
    expect(answer.status).toBe(status);
    expect(answer.body.detail).toBe(detail);
  });

  test('a wrong password reveals nothing about the role', async () => {
    const person = await createPerson(server.db, 'student');
    expect((await login(person.username, 'wrong', '?login_type=teacher')).status).toBe(401);
  });

  test('school admins have a login of their own', async () => {
    const admin = await createPerson(server.db, 'school_admin', { schoolId: await createSchool(server.db) });
    const student = await createPerson(server.db, 'student');
    const at = (username: string, password = PASSWORD) =>
      server.call('POST /schooladmin/login', { json: { username, password } });
    const { status, body } = await at(admin.username);
    expect(status).toBe(200);
    expect((await me(body.access_token)).body).toMatchObject({ role: 'school_admin', is_admin: true });
    expect(await at(admin.username, 'wrong')).toMatchObject({
      status: 401,
      body: { detail: 'Invalid credentials' },
    });
    expect((await at(student.username)).status).toBe(403);
  });

  test('the platform admin has only a password', async () => {
    const at = (password: string) => server.call('POST /admin/login', { json: { password } });
    expect((await at(ADMIN_PASSWORD)).status).toBe(204);
    expect(await at('wrong')).toMatchObject({ status: 403, body: { detail: 'Invalid admin password' } });
  });
});

describe('where I am logged in', () => {
  const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0';
  const IPAD = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1';
  const logIn = async ({ username }: { username: string }, agent: string): Promise<string> => {
    const form = { username, password: PASSWORD };
    return (await server.call('POST /token', { form, headers: { 'user-agent': agent } })).body.access_token;
  };
  const logins = async (token: string) =>
    (await server.call('GET /users/me/sessions', { token })).body.sessions;
  const end = (token: string, id?: string) =>
    server.call(`DELETE /users/me/sessions${id === undefined ? '' : `/${id}`}`, { token });

  test('is listed, this login first and then the last used, without the visits of the platform admin', async () => {
    const person = await createPerson(server.db, 'student');
    await logIn(await createPerson(server.db, 'student'), IPAD);
    const first = await logIn(person, FIREFOX);
    const second = await logIn(person, IPAD);
    await openVisit(server.db, { id: person.id, role: 'student', school_id: null });
    const seen = await logins(first);
    expect(seen).toMatchObject([
      { device: 'Firefox on Linux', is_current: true },
      { device: 'Safari on iPad', is_current: false },
      { device: 'Unknown device', is_current: false },
    ]);
    expect(api['GET /users/me/sessions'].response.parse({ sessions: seen })).toEqual({ sessions: seen });
    expect((await logins(second))[0]).toMatchObject({ device: 'Safari on iPad', is_current: true });
    const json = { current_password: PASSWORD, new_password: 'another fine secret' };
    const changed = await server.call('POST /users/me/password', {
      token: second,
      json,
      headers: { 'user-agent': FIREFOX },
    });
    expect(await logins(changed.body.access_token)).toMatchObject([{ device: 'Firefox on Linux' }]);
  });

  test('ends in one place, and only in mine', async () => {
    const person = await createPerson(server.db, 'student');
    const [here, there] = [await logIn(person, FIREFOX), await logIn(person, IPAD)];
    const stranger = await createPerson(server.db, 'student');
    const [, ipad] = await logins(here);
    expect((await end(stranger.token, ipad.id)).status).toBe(404);
    expect((await me(there)).status).toBe(200);
    expect((await end(here, ipad.id)).status).toBe(204);
    expect((await me(there)).status).toBe(401);
    expect((await me(here)).status).toBe(200);
    expect((await end(here, ipad.id)).status).toBe(404);
    expect((await end(here, 'x')).status).toBe(404);
  });

  test('ends everywhere else, and a visit of the platform admin goes on', async () => {
    const person = await createPerson(server.db, 'student');
    const stranger = await createPerson(server.db, 'student');
    const visit = await openVisit(server.db, { id: person.id, role: 'student', school_id: null });
    const [here, there] = [await logIn(person, FIREFOX), await logIn(person, IPAD)];
    expect((await end(here)).status).toBe(204);
    const statuses = [here, there, person.token, visit, stranger.token].map(
      async (token) => (await me(token)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 401, 401, 200, 200]);
  });
});

describe('session', () => {
  test('ends at logout, at once, and no other session does', async () => {
    const person = await createPerson(server.db, 'student');
    const other = await openSession(server.db, person);
    expect((await server.call('POST /logout', { token: person.token })).status).toBe(204);
    expect(await me(person.token)).toMatchObject({ status: 401, body: { detail: 'Please log in.' } });
    expect((await me(other)).status).toBe(200);
  });

  test('ends when its time is over', async () => {
    const person = await createPerson(server.db, 'student');
    await expireSession(server.db, person.id);
    expect((await me(person.token)).status).toBe(401);
  });

  test.each([
    ['student', 30 * 24],
    ['teacher', 7 * 24],
    ['school_admin', 12],
  ] as const)('of a %s lasts %i hours', async (role, hours) => {
    const schoolId = await createSchool(server.db);
    const person = await createPerson(server.db, role, { schoolId });
    await expireSession(server.db, person.id, { afterHours: hours - 0.1 });
    expect((await me(person.token)).status).toBe(200);
    await expireSession(server.db, person.id, { afterHours: 0.2 });
    expect((await me(person.token)).status).toBe(401);
  });

  test.each(['', 'x', 'A'.repeat(43), `${'A'.repeat(42)}%`, 'Basic abc'])(
    'is not opened by %j',
    async (token) => {
      const { status } = await server.call('GET /users/me', {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(status).toBe(401);
    },
  );

  test('is not opened for an account that was deleted while its password was checked', async () => {
    const person = await createPerson(server.db, 'student');
    await server.call(`DELETE /admin/users/${person.id}`, { admin: ADMIN_PASSWORD });
    await expect(openSession(server.db, person)).rejects.toThrow('Please log in.');
  });

  test.each(['password', 'role'])(
    'is not opened by a %s that was changed while it was checked',
    async (what) => {
      const person = await createPerson(server.db, 'student');
      const { answer } = await server.db.transaction(async (tx) => {
        if (what === 'role') await setRole(tx, person.id, 'teacher');
        else await setGeneratedHash(tx, person.id, 'another');
        await deleteSessionsOfUsers(tx, [person.id]);
        // It reads the old state, checks the password, and then tries to open the session.
        const sent = login(person.username);
        const isWaiting = vi.waitUntil(async () => (await countWaiting(server.db)) > 0, { timeout: 60_000 });
        await Promise.race([isWaiting, sent]);
        return { answer: sent };
      });
      expect(await answer).toMatchObject({
        status: 401,
        body: { detail: 'Incorrect username or password.' },
      });
    },
  );

  test('is marked as used, and no other session is', async () => {
    const person = await createPerson(server.db, 'student');
    await openSession(server.db, person);
    await restSessions(server.db, person.id);
    await me(person.token);
    const countUsed = () => countUsedSessions(server.db, person.id);
    expect(await vi.waitUntil(countUsed, { timeout: 60_000 })).toBe(1);
  });

  test('many at once are not confused', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => createPerson(server.db, 'student')));
    const answers = await Promise.all(people.map(({ token }) => me(token)));
    expect(answers.map(({ body }) => body.id)).toEqual(people.map(({ id }) => id));
  });
});

describe('password change', () => {
  const change = (token: string, current: string, next: string) =>
    server.call('POST /users/me/password', {
      token,
      json: { current_password: current, new_password: next },
    });

  test('ends every session and answers a new one', async () => {
    const person = await createPerson(server.db, 'teacher');
    const elsewhere = await openSession(server.db, person);
    const { status, body } = await change(person.token, PASSWORD, 'another fine secret');
    expect(status).toBe(200);
    expect((await me(body.access_token)).body.id).toBe(person.id);
    expect((await me(person.token)).status).toBe(401);
    expect((await me(elsewhere)).status).toBe(401);
    expect((await login(person.username)).status).toBe(401);
    expect((await login(person.username, 'another fine secret')).status).toBe(200);
  });

  test('needs the current one, and a new one that is strong', async () => {
    const person = await createPerson(server.db, 'student');
    expect(await change(person.token, 'wrong', 'another fine secret')).toMatchObject({
      status: 400,
      body: { detail: 'The current password is wrong.' },
    });
    expect((await change(person.token, PASSWORD, 'password1')).status).toBe(422);
    expect((await change(person.token, PASSWORD, `${person.username}!!!`)).status).toBe(422);
    expect((await change(person.token, PASSWORD, person.email)).status).toBe(422);
    // The one that somebody else made would live on.
    expect(await change(person.token, PASSWORD, PASSWORD)).toMatchObject({
      status: 422,
      body: { detail: 'Password must be different from the current one.' },
    });
    expect((await me(person.token)).status).toBe(200);
  });

  test("refuses the name of the user's school, with digits", async () => {
    const schoolId = await createSchool(server.db, '@beauxbatons.edu', 'Académie de Beauxbatons');
    const person = await createPerson(server.db, 'student', { schoolId });
    expect(await change(person.token, PASSWORD, '2026 academie')).toMatchObject({
      status: 422,
      body: { detail: expect.stringMatching(/^Password is little more than the school's name\./) },
    });
    const other = await createPerson(server.db, 'student');
    expect((await change(other.token, PASSWORD, '2026 academie')).status).toBe(200);
  });

  test('sent twice at once takes effect once', async () => {
    const person = await createPerson(server.db, 'student');
    const answers = await Promise.all(
      [1, 2].map((n) => change(person.token, PASSWORD, `new secret number ${n}`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('is refused while viewing as somebody', async () => {
    const person = await createPerson(server.db, 'student');
    const token = await openVisit(server.db, { ...person, school_id: null });
    expect((await change(token, PASSWORD, 'another fine secret')).status).toBe(403);
  });
});

describe('preferences', () => {
  const put = (token: string, json: unknown) => server.call('PUT /users/me/preferences', { token, json });
  const some = {
    year_ranges: { math_aa_hl: { startYear: 2019, endYear: 2021 } },
    timezone_overrides: { math_aa_hl: { paper1: false }, history_sl: { paper2: true } },
    sits: 'TZ2',
    papers: 'set',
    pace: {
      session: 'May 2027',
      goal: 3,
      weeks_off: ['2026-12-21', '2026-12-28'],
      not_now: false,
    },
  };
  const noPace = { session: null, goal: null, weeks_off: [], not_now: false };
  const get = async (token: string) => (await server.call('GET /users/me/preferences', { token })).body;
  const ofPace = (pace: object) => ({ pace });

  test('are empty, then what was stored, per user', async () => {
    const [one, other] = [await createPerson(server.db, 'student'), await createPerson(server.db, 'teacher')];
    const nothing = { year_ranges: {}, timezone_overrides: {}, sits: null, papers: null, pace: noPace };
    expect(await get(one.token)).toEqual(nothing);
    expect(await put(one.token, some)).toMatchObject({ status: 200, body: some });
    expect(await get(one.token)).toEqual(some);
    expect(await get(other.token)).toEqual(nothing);
    await put(one.token, nothing);
    expect(await get(one.token)).toEqual(nothing);
  });

  test('what is not named stays as it is, and everything is answered', async () => {
    const { token } = await createPerson(server.db, 'student');
    await put(token, some);
    expect((await put(token, ofPace({ goal: 4 }))).body).toEqual({
      ...some,
      pace: { ...some.pace, goal: 4 },
    });
    await put(token, some);
    // As an app of an earlier version does.
    const older = { year_ranges: {}, timezone_overrides: {} };
    expect((await put(token, older)).body).toEqual({ ...some, ...older });
    expect((await put(token, { sits: null })).body).toEqual({ ...some, ...older, sits: null });
    expect((await put(token, {})).body).toEqual({ ...some, ...older, sits: null });
    expect(await get(token)).toEqual({ ...some, ...older, sits: null });
  });

  test('the last word counts for each field of the exams, whichever device it came from', async () => {
    const { token } = await createPerson(server.db, 'student');
    expect((await put(token, ofPace({ session: 'November 2027' }))).body.pace).toEqual({
      ...noPace,
      session: 'November 2027',
    });
    await put(token, ofPace({ goal: 50 }));
    await put(token, ofPace({ weeks_off: ['2026-12-21'], not_now: true }));
    await put(token, ofPace({ goal: 1 }));
    const all = { session: 'November 2027', goal: 1, weeks_off: ['2026-12-21'], not_now: true };
    expect((await get(token)).pace).toEqual(all);
    await put(token, ofPace({ session: null, weeks_off: [] }));
    expect((await get(token)).pace).toEqual({ ...all, session: null, weeks_off: [] });
    expect((await get(token)).year_ranges).toEqual({});
  });

  test('as many weeks off as a year has fit', async () => {
    const { token } = await createPerson(server.db, 'student');
    const weeks_off = Array.from({ length: 60 }, (_, week) => isoDay(new Date(2026, 0, 5 + week * 7)));
    const whole = { session: 'November 2027', goal: 50, weeks_off, not_now: false };
    expect((await put(token, ofPace(whole))).body.pace).toEqual(whole);
    const more = [...weeks_off, '2030-01-07'];
    expect((await put(token, ofPace({ weeks_off: more }))).status).toBe(422);
  });

  test.each([
    ['a timezone that is none', { ...some, sits: 'TZ3' }],
    ['papers that are neither', { ...some, papers: 'some' }],
    ['an unknown subject', { ...some, year_ranges: { alchemy_hl: { startYear: 2019, endYear: 2021 } } }],
    ['a year outside', { ...some, year_ranges: { math_aa_hl: { startYear: 2013, endYear: 2021 } } }],
    [
      'a range that runs backwards',
      { ...some, year_ranges: { math_aa_hl: { startYear: 2022, endYear: 2021 } } },
    ],
    ['an unknown paper', { ...some, timezone_overrides: { math_aa_hl: { paper4: true } } }],
    ['text for a boolean', { ...some, timezone_overrides: { math_aa_hl: { paper1: 'true' } } }],
    ['a session that is none', ofPace({ session: 'June 2027' })],
    ['a session too far away', ofPace({ session: 'May 2100' })],
    ['a session in other words', ofPace({ session: '2027-May' })],
    ['a goal of nothing', ofPace({ goal: 0 })],
    ['a goal that nobody reaches', ofPace({ goal: 51 })],
    ['half a paper', ofPace({ goal: 1.5 })],
    ['a week that begins on a Tuesday', ofPace({ weeks_off: ['2026-12-22'] })],
    ['a day that does not exist', ofPace({ weeks_off: ['2026-02-30'] })],
    ['a week twice', ofPace({ weeks_off: ['2026-12-21', '2026-12-21'] })],
    ['text for weeks', ofPace({ weeks_off: '2026-12-21' })],
    ['a pace that is null', { pace: null }],
    ['a field that the exams do not have', ofPace({ goal: 3, subject: 'math_aa_hl' })],
    ['a field that there is not', { exams: {} }],
    ['an array', []],
  ])('refuse %s', async (_what, json) => {
    const person = await createPerson(server.db, 'student');
    expect((await put(person.token, json)).status).toBe(422);
  });
});

describe('a password that somebody else made', () => {
  const logIn = async (username: string, password: string) =>
    (await server.call('POST /token', { form: { username, password } })).body;

  test('is to be changed, says every login and the profile, until its owner has', async () => {
    const person = await createPerson(server.db, 'student');
    expect((await logIn(person.username, PASSWORD)).must_change_password).toBe(false);
    const { password } = (
      await server.call(`POST /admin/users/${person.id}/password`, { admin: ADMIN_PASSWORD })
    ).body;
    const given = await logIn(person.username, password);
    expect(given.must_change_password).toBe(true);
    expect((await me(given.access_token)).body.must_change_password).toBe(true);
    // The calls stay open: it is the screens that ask.
    expect((await server.call('GET /completion', { token: given.access_token })).status).toBe(200);
    // Somebody who looks as this user is not asked.
    const visit = await server.call(`POST /admin/impersonate/${person.id}`, { admin: ADMIN_PASSWORD });
    expect((await me(visit.body.access_token)).body.must_change_password).toBe(false);

    const changed = await server.call('POST /users/me/password', {
      token: given.access_token,
      json: { current_password: password, new_password: PASSWORD },
    });
    expect((await me(changed.body.access_token)).body.must_change_password).toBe(false);
    expect((await logIn(person.username, PASSWORD)).must_change_password).toBe(false);
  });
});
