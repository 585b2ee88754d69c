import { describe, expect, test } from 'vitest';
import { LOGIN_REFUSED } from '../../../domain/messages.ts';
import { passTime } from '../../testing/clock.queries.ts';
import { insertTestLink } from '../../testing/links.queries.ts';
import { insertMailedLink } from '../../testing/mail-links.queries.ts';
import { listMails } from '../../testing/mails.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD, startTestServer, WITH_MAIL } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';

/** Ways back in, and the proof that an address is somebody's. Mails are read where they wait. */

const server = shareServer({ environment: WITH_MAIL });
const timed = shareServer({ environment: WITH_MAIL, stoppedClock: true });
const withoutMail = shareServer();

const DEAD = { status: 400, body: { detail: 'This link was used or is too old.' } };
const NEW = 'a quite different secret';

let number = 0;
const newcomer = (domain = 'example.org') => {
  number += 1;
  return { username: `newcomer${number}`, email: `newcomer${number}@${domain}`, password: PASSWORD };
};

const mailsTo = async (email: string, on = server) =>
  (await listMails(on.db)).filter(({ recipient }) => recipient === email);
/** The newest link to this page that was mailed to the address. */
const tokenTo = async (email: string, page: 'reset' | 'confirm', on = server): Promise<string> => {
  const mails = await mailsTo(email, on);
  const urls = mails.map(({ payload }) => (payload as { url?: string }).url ?? '');
  const url = urls.findLast((one) => one.startsWith(`${WITH_MAIL.PUBLIC_URL}/${page}#token=`)) ?? '';
  expect(url).toMatch(/#token=[\w-]{43}$/);
  return url.slice(url.indexOf('=') + 1);
};

const forgot = (email: string, to = server) => to.call('POST /password/forgot', { json: { email } });
const reset = (token: string, password = NEW, to = server) =>
  to.call('POST /password/reset', { json: { token, new_password: password } });
const confirm = (token: string) => server.call('POST /email/confirm', { json: { token } });
const register = (json: object, to = server) => to.call('POST /register', { json });
const logIn = (username: string, password: string) =>
  server.call('POST /token', { form: { username, password } });
const me = async (token: string, to = server) => (await to.call('GET /users/me', { token })).body;
const follow = async (teacher: Person, email: string, to = server) =>
  (await to.call('POST /teachers/students', { token: teacher.token, json: { email, name: null } })).body;
const statusFor = async (teacher: Person, to = server) =>
  (await to.call('GET /teachers/students', { token: teacher.token })).body.students[0].status;
const changeTo = (person: { token: string }, email: string, to = server, password = PASSWORD) =>
  to.call('POST /users/me/email', { token: person.token, json: { email, current_password: password } });

describe('a forgotten password', () => {
  test('is replaced by a mailed link, which works once and ends every session', async () => {
    const person = await createPerson(server.db, 'student');
    expect((await forgot(person.email.toUpperCase())).status).toBe(204);
    const [mail] = await mailsTo(person.email);
    // The address is unproved, so the username could be a message to its owner.
    expect(mail).toMatchObject({ payload: { name: null } });
    const token = await tokenTo(person.email, 'reset');
    // Looking at it uses nothing up, nor does a password that is refused.
    expect(await reset(token, 'short')).toMatchObject({ status: 422 });
    expect(await reset(token)).toMatchObject({ status: 204 });
    expect((await server.call('GET /users/me', { token: person.token })).status).toBe(401);
    expect((await logIn(person.username, PASSWORD)).body).toEqual({ detail: LOGIN_REFUSED });
    const login = await logIn(person.username, NEW);
    expect(login.body).toMatchObject({ must_change_password: false });
    // Whoever opens it has proved the address.
    expect(await me(login.body.access_token)).toMatchObject({ email_confirmed: true });
    expect(await reset(token, 'yet another secret')).toMatchObject(DEAD);
    expect((await mailsTo(person.email)).at(-1)).toMatchObject({
      cause: expect.stringMatching(/^password_changed:/),
      payload: { name: person.username },
    });
    const audit = await server.call(`GET /admin/audit?user_id=${person.id}`, { admin: ADMIN_PASSWORD });
    expect(audit.body[1]).toMatchObject({ action: 'password_changed', details: { by: 'link' } });
  });

  test('is answered alike for an address that nobody has, and nothing is mailed there', async () => {
    expect(await forgot('nobody@example.org')).toMatchObject({ status: 204, body: undefined });
    expect(await mailsTo('nobody@example.org')).toEqual([]);
    expect(await forgot('no address')).toMatchObject({ status: 422 });
  });

  test('has one link that works: the newest, for half an hour', async () => {
    const person = await createPerson(timed.db, 'teacher');
    const ask = async () => {
      await forgot(person.email, timed);
      return tokenTo(person.email, 'reset', timed);
    };
    const first = await ask();
    const second = await ask();
    expect(second).not.toBe(first);
    expect(await reset(first, NEW, timed)).toMatchObject(DEAD);
    await passTime(timed.db, 30 * 60 + 1);
    expect(await reset(second, NEW, timed)).toMatchObject(DEAD);
    const third = await ask();
    await passTime(timed.db, 30 * 60 - 1);
    expect(await reset(third, NEW, timed)).toMatchObject({ status: 204 });
  });

  test('cannot be replaced twice by one link at the same moment', async () => {
    const person = await createPerson(server.db, 'student');
    const token = await insertMailedLink(server.db, 'reset', person);
    const answers = await Promise.all([reset(token), reset(token, 'yet another secret')]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 400]));
  });

  test('is not replaced by a link to an address that the account no longer has, nor by one that confirms', async () => {
    const person = await createPerson(server.db, 'student');
    const old = await insertMailedLink(server.db, 'reset', { ...person, email: 'former@example.org' });
    const other = await insertMailedLink(server.db, 'confirm', person);
    for (const token of [old, other, 'made-up']) expect(await reset(token)).toMatchObject(DEAD);
    expect((await logIn(person.username, PASSWORD)).status).toBe(200);
  });

  test('without mail is nothing that the server can help with', async () => {
    const person = await createPerson(withoutMail.db, 'student');
    expect((await forgot(person.email, withoutMail)).status).toBe(204);
    expect(await listMails(withoutMail.db)).toEqual([]);
    expect((await withoutMail.call('GET /sign-in/options')).body).toMatchObject({ mail: false });
    expect((await server.call('GET /sign-in/options')).body).toMatchObject({ mail: true });
  });
});

describe('links that were mailed', () => {
  const admin = { admin: ADMIN_PASSWORD };
  const asBody = ({ username, email }: Person) => ({ username, email, school_id: null, role: 'student' });

  test.each<[string, (person: Person) => Promise<{ status: number }>]>([
    [
      'their owner’s new password',
      ({ token }) =>
        server.call('POST /users/me/password', {
          token,
          json: { current_password: PASSWORD, new_password: NEW },
        }),
    ],
    ['the staff’s new password', ({ id }) => server.call(`POST /admin/users/${id}/password`, admin)],
    ['the staff’s link', ({ id }) => server.call(`POST /admin/users/${id}/password/link`, admin)],
    [
      'an address that the staff correct',
      (person) =>
        server.call(`PUT /admin/users/${person.id}`, {
          ...admin,
          json: { ...asBody(person), email: `right.${person.email}` },
        }),
    ],
    [
      'another role',
      (person) =>
        server.call(`PUT /admin/users/${person.id}`, {
          ...admin,
          json: { ...asBody(person), role: 'teacher' },
        }),
    ],
  ])('are dead after %s', async (_, act) => {
    const person = await createPerson(server.db, 'student');
    const before = await insertMailedLink(server.db, 'reset', person);
    const elsewhere = await insertMailedLink(server.db, 'confirm', { ...person, email: 'mine@example.org' });
    expect((await act(person)).status).toBeLessThan(300);
    expect(await reset(before)).toMatchObject(DEAD);
    expect(await confirm(elsewhere)).toMatchObject(DEAD);
  });
});

describe('a new account', () => {
  test('works at once, and belongs to the school and its teachers when its address is proved', async () => {
    const schoolId = await createSchool(server.db, '@proof.edu', 'Proof School');
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    const stranger = await createPerson(server.db, 'teacher');
    const late = await createPerson(server.db, 'teacher');
    const given = newcomer('proof.edu');
    await follow(teacher, given.email);
    await follow(stranger, given.email);
    const { body } = await register(given);
    await follow(late, given.email);
    const token = body.access_token;
    expect(await me(token)).toMatchObject({ school_name: null, email_confirmed: false, requests: 0 });
    for (const one of [teacher, stranger, late]) expect(await statusFor(one)).toBe('pending');
    const { teachers } = (await server.call('GET /users/me/teachers', { token })).body;
    expect(teachers).toEqual([]);
    expect((await server.call('POST /subjects', { token, json: { subjects: ['physics_hl'] } })).status).toBe(
      200,
    );

    expect(await confirm(await tokenTo(given.email, 'confirm'))).toMatchObject({ status: 204 });
    // Whoever asked after the registration asks its owner.
    expect(await me(token)).toMatchObject({
      school_name: 'Proof School',
      email_confirmed: true,
      requests: 1,
    });
    for (const one of [teacher, stranger]) expect(await statusFor(one)).toBe('active');
    expect(await statusFor(late)).toBe('pending');
    expect(await confirm(await tokenTo(given.email, 'confirm'))).toMatchObject(DEAD);
  });

  test('that is not proved does not join a school that is made for its domain', async () => {
    const given = newcomer('later.edu');
    const { body } = await register(given);
    const json = { name: 'Later School', domain_pattern: '@later.edu' };
    await server.call('POST /admin/schools', { admin: ADMIN_PASSWORD, json });
    expect(await me(body.access_token)).toMatchObject({ school_name: null });
    await confirm(await tokenTo(given.email, 'confirm'));
    expect(await me(body.access_token)).toMatchObject({ school_name: 'Later School' });
  });

  test('by a teacher’s invitation has proved its address, and by another one has not', async () => {
    const schoolId = await createSchool(server.db, '@invited.edu', 'Invited School');
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    const [given, other] = [newcomer('invited.edu'), newcomer('invited.edu')];
    const { invitation_token: invitation } = await follow(teacher, given.email);
    const unproved = await register({ ...other, invitation });
    expect(await me(unproved.body.access_token)).toMatchObject({ email_confirmed: false, school_name: null });
    const proved = await register({ ...given, invitation });
    expect(await me(proved.body.access_token)).toMatchObject({
      email_confirmed: true,
      school_name: 'Invited School',
    });
    expect(await mailsTo(given.email)).toEqual([]);
    expect(await statusFor(teacher)).toBe('active');
  });

  test('is not proved by the invitation of another school’s teacher', async () => {
    await createSchool(server.db, '@guarded.edu', 'Guarded School');
    const stranger = await createPerson(server.db, 'teacher', { schoolId: await createSchool(server.db) });
    const [member, free] = [newcomer('guarded.edu'), newcomer('free.example')];
    const { invitation_token: invitation } = await follow(stranger, member.email);
    const { body } = await register({ ...member, invitation });
    expect(await me(body.access_token)).toMatchObject({ email_confirmed: false, school_name: null });
    // An address of no school is nobody else's to vouch for.
    const { invitation_token: other } = await follow(stranger, free.email);
    const invited = await register({ ...free, invitation: other });
    expect(await me(invited.body.access_token)).toMatchObject({ email_confirmed: true });
  });

  test('without mail is as the specification says, and not proved', async () => {
    await createSchool(withoutMail.db, '@plain.edu', 'Plain School');
    const { body } = await register(newcomer('plain.edu'), withoutMail);
    expect(await me(body.access_token, withoutMail)).toMatchObject({
      email_confirmed: false,
      school_name: 'Plain School',
    });
    expect(await listMails(withoutMail.db)).toEqual([]);
  });

  test('is mailed its link again, and the former one is dead', async () => {
    const given = newcomer();
    const { body } = await register(given);
    const first = await tokenTo(given.email, 'confirm');
    const again = () => server.call('POST /users/me/email/link', { token: body.access_token });
    expect(await again()).toMatchObject({ status: 200, body: { sent: true } });
    const second = await tokenTo(given.email, 'confirm');
    expect(await confirm(first)).toMatchObject(DEAD);
    expect(await confirm(second)).toMatchObject({ status: 204 });
    expect(await again()).toMatchObject({ status: 200, body: { sent: false } });
    expect(await mailsTo(given.email)).toHaveLength(2);
  });
});

describe('another address', () => {
  test('is the account’s when its link is opened, and the former one is told', async () => {
    const person = await createPerson(server.db, 'student');
    const { email } = newcomer();
    expect(await changeTo(person, email, server, 'not the password')).toMatchObject({
      status: 400,
      body: { detail: 'The current password is wrong.' },
    });
    expect((await changeTo(person, email)).body).toEqual({ sent: true });
    expect(await me(person.token)).toMatchObject({ email: person.email });
    expect(await confirm(await tokenTo(email, 'confirm'))).toMatchObject({ status: 204 });
    expect(await me(person.token)).toMatchObject({ email, email_confirmed: true });
    expect((await mailsTo(person.email)).map(({ cause }) => cause)).toEqual([
      expect.stringMatching(/^email_changed:/),
    ]);
  });

  test('is taken from an account that never proved it, which goes on without', async () => {
    const schoolId = await createSchool(server.db, '@squat.edu', 'Squat School');
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    const squatter = await createPerson(server.db, 'student', { email: 'head@squat.edu', schoolId });
    await follow(teacher, 'head@squat.edu');
    expect(await statusFor(teacher)).toBe('active');
    const bystander = {
      teacher: await createPerson(server.db, 'teacher'),
      student: await createPerson(server.db, 'student'),
    };
    await insertTestLink(server.db, 'active', bystander);
    const owner = await createPerson(server.db, 'student');
    await changeTo(owner, 'head@squat.edu');
    await confirm(await tokenTo('head@squat.edu', 'confirm'));
    expect(await me(owner.token)).toMatchObject({ email: 'head@squat.edu', school_name: 'Squat School' });
    expect((await server.call('GET /users/me', { token: squatter.token })).status).toBe(401);
    const login = await logIn(squatter.username, PASSWORD);
    expect(await me(login.body.access_token)).toMatchObject({
      username: squatter.username,
      email: null,
      email_confirmed: false,
      school_name: null,
    });
    // Whoever the teacher asked for is who has the address.
    const { students } = (await server.call('GET /teachers/students', { token: teacher.token })).body;
    expect(students).toMatchObject([{ email: 'head@squat.edu', status: 'active' }]);
    const held = await server.call('GET /users/me/teachers', { token: login.body.access_token });
    expect(held.body.teachers).toEqual([]);
    expect(await statusFor(bystander.teacher)).toBe('active');
  });

  test('is not taken from a school admin, who could not be reached without', async () => {
    const schoolId = await createSchool(server.db);
    const head = await createPerson(server.db, 'school_admin', { schoolId, email: 'office@example.org' });
    const stranger = await createPerson(server.db, 'student');
    expect((await changeTo(stranger, head.email)).status).toBe(409);
  });

  test('that somebody else has proved is refused, also when it was proved meanwhile', async () => {
    const owner = await createPerson(server.db, 'student');
    const rival = await createPerson(server.db, 'student');
    expect((await changeTo(rival, owner.email)).body).toEqual({ sent: true });
    const mailed = await tokenTo(owner.email, 'confirm');
    await confirm(await insertMailedLink(server.db, 'confirm', owner));
    const TAKEN = { status: 409, body: { detail: 'This email is already registered.' } };
    expect(await confirm(mailed)).toMatchObject(TAKEN);
    expect(await changeTo(rival, owner.email)).toMatchObject(TAKEN);
    expect(await me(rival.token)).toMatchObject({ email: rival.email });
  });

  test('without mail is taken at its word, unless somebody has it', async () => {
    const person = await createPerson(withoutMail.db, 'student');
    const other = await createPerson(withoutMail.db, 'student');
    const { email } = newcomer();
    expect((await changeTo(person, email, withoutMail)).body).toEqual({ sent: false });
    expect(await me(person.token, withoutMail)).toMatchObject({ email, email_confirmed: false });
    expect((await changeTo(person, other.email, withoutMail)).status).toBe(409);
  });
});

describe('a link for a new password, mailed by the staff', () => {
  test('ends every session, is audited, and lets its owner choose', async () => {
    const schoolId = await createSchool(server.db);
    const head = await createPerson(server.db, 'school_admin', { schoolId });
    const [mia, leo] = [
      await createPerson(server.db, 'student', { schoolId }),
      await createPerson(server.db, 'teacher'),
    ];
    const sent = [
      await server.call(`POST /schooladmin/users/${mia.id}/password/link`, { token: head.token }),
      await server.call(`POST /admin/users/${leo.id}/password/link`, { admin: ADMIN_PASSWORD }),
    ];
    expect(sent.map(({ body }) => body)).toEqual([{ status: 'success' }, { status: 'success' }]);
    for (const person of [mia, leo]) {
      expect((await server.call('GET /users/me', { token: person.token })).status).toBe(401);
      // Lost or not, it is theirs until they choose another.
      expect((await logIn(person.username, PASSWORD)).status).toBe(200);
      expect(await reset(await tokenTo(person.email, 'reset'))).toMatchObject({ status: 204 });
      expect((await logIn(person.username, NEW)).status).toBe(200);
      const audit = await server.call(`GET /admin/audit?user_id=${person.id}`, { admin: ADMIN_PASSWORD });
      expect(audit.body).toContainEqual(
        expect.objectContaining({ action: 'password_renewed', details: { by: 'link' } }),
      );
    }
    const beyond = await server.call(`POST /schooladmin/users/${leo.id}/password/link`, {
      token: head.token,
    });
    expect(beyond.status).toBe(404);
  });

  test('is refused without mail, and nothing ends', async () => {
    const person = await createPerson(withoutMail.db, 'student');
    const admin = ADMIN_PASSWORD;
    expect(await withoutMail.call(`POST /admin/users/${person.id}/password/link`, { admin })).toMatchObject({
      status: 409,
      body: { detail: 'Mail is off. Make a new password instead.' },
    });
    expect((await withoutMail.call('GET /users/me', { token: person.token })).status).toBe(200);
  });
});

describe('the staff’s word', () => {
  const asAdmin = (address: string, json?: unknown) => server.call(address, { admin: ADMIN_PASSWORD, json });

  test('of the platform admin proves an address that waits', async () => {
    const schoolId = await createSchool(server.db, '@vouched.edu', 'Vouched School');
    const given = newcomer('vouched.edu');
    const token = (await register(given)).body.access_token;
    const { id } = await me(token);
    const listed = async () =>
      (await asAdmin(`GET /admin/users?q=${given.username}`)).body.map(
        (user: { email_confirmed: boolean }) => user.email_confirmed,
      );
    expect(await listed()).toEqual([false]);
    expect((await asAdmin(`POST /admin/users/${id}/confirm`)).body).toEqual({ status: 'success' });
    expect(await listed()).toEqual([true]);
    expect(await me(token)).toMatchObject({ school_name: 'Vouched School', email_confirmed: true });
    expect((await asAdmin(`GET /admin/audit?user_id=${id}`)).body).toMatchObject([
      { action: 'address_confirmed', actor: 'platform_admin', school_id: schoolId },
    ]);
  });

  test('of a school admin counts in the school, and ends what never was confirmed', async () => {
    const schoolId = await createSchool(server.db);
    const head = await createPerson(server.db, 'school_admin', { schoolId });
    const teacher = await createPerson(server.db, 'teacher', { schoolId });
    const real = await createPerson(server.db, 'student', { schoolId });
    const squatter = await createPerson(server.db, 'student', { schoolId });
    await follow(teacher, squatter.email);
    const asHead = (address: string) => server.call(address, { token: head.token });
    expect((await asHead(`POST /schooladmin/users/${real.id}/confirm`)).status).toBe(200);
    const { body } = await asHead('GET /schooladmin/dashboard/users');
    expect(body.find((user: { id: number }) => user.id === real.id)).toMatchObject({ email_confirmed: true });
    expect(await asHead(`DELETE /schooladmin/users/${real.id}`)).toMatchObject({
      status: 409,
      body: { detail: 'Only users who are not confirmed can be removed.' },
    });
    expect((await asHead(`DELETE /schooladmin/users/${squatter.id}`)).status).toBe(200);
    expect((await server.call('GET /users/me', { token: squatter.token })).status).toBe(401);
    const login = await logIn(squatter.username, PASSWORD);
    expect(await me(login.body.access_token)).toMatchObject({ school_name: null, email: squatter.email });
    expect(await statusFor(teacher)).toBe('pending');
    for (const id of [squatter.id, head.id]) {
      expect((await asHead(`POST /schooladmin/users/${id}/confirm`)).status).toBe(404);
      expect((await asHead(`DELETE /schooladmin/users/${id}`)).status).toBe(404);
    }
  });

  test('is given with an account that the staff make, and with an address that they change', async () => {
    const schoolId = await createSchool(server.db);
    const { username, email } = newcomer();
    const made = await asAdmin(`POST /admin/schools/${schoolId}/batch-import`, [
      { username, email, role: 'student' },
    ]);
    const login = await logIn(username, made.body.imported[0].password);
    expect(await me(login.body.access_token)).toMatchObject({ email_confirmed: true });
    const other = await createPerson(server.db, 'student');
    const changed = { username: other.username, role: 'student', school_id: null };
    await asAdmin(`PUT /admin/users/${other.id}`, { ...changed, email: other.email });
    expect(await me(other.token)).toMatchObject({ email_confirmed: false });
    await asAdmin(`PUT /admin/users/${other.id}`, { ...changed, email: newcomer().email });
    expect(await me(other.token)).toMatchObject({ email_confirmed: true });
  });

  test('needs an address', async () => {
    const person = await createPerson(server.db, 'student');
    const owner = await createPerson(server.db, 'student');
    await changeTo(owner, person.email);
    await confirm(await tokenTo(person.email, 'confirm'));
    expect(await asAdmin(`POST /admin/users/${person.id}/confirm`)).toMatchObject({
      status: 422,
      body: { detail: 'This user has no email address.' },
    });
  });
});

test('mails to one address are limited, whoever asks and whether or not it has an account', async () => {
  const limited = await startTestServer({
    environment: { ...WITH_MAIL, RATE_LIMIT: 'on' },
    stoppedClock: true,
  });
  const person = await createPerson(limited.db, 'student');
  for (const email of [person.email, 'nobody@example.org']) {
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) statuses.push((await forgot(email, limited)).status);
    expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
  }
  // Nor does an account count that is gone again.
  const given = newcomer();
  const statuses: number[] = [];
  for (let time = 0; time < 6; time += 1) {
    const { status, body } = await register(given, limited);
    statuses.push(status);
    const json = { confirmation: given.username, password: PASSWORD };
    if (status === 200) await limited.call('DELETE /users/me', { token: body.access_token, json });
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const changes: number[] = [];
  for (let time = 0; time < 6; time += 1)
    changes.push((await changeTo(person, 'stranger@example.org', limited)).status);
  expect(changes).toEqual([200, 200, 200, 200, 200, 429]);
  const { body } = await register(newcomer(), limited);
  const again: number[] = [];
  for (let time = 0; time < 5; time += 1)
    again.push((await limited.call('POST /users/me/email/link', { token: body.access_token })).status);
  expect(again).toEqual([200, 200, 200, 200, 429]);
  await limited.stop();
});

test('one network asks for so many links and tries so many, and others go on', async () => {
  const limited = await startTestServer({
    environment: { ...WITH_MAIL, RATE_LIMIT: 'on', TRUSTED_PROXIES: '127.0.0.0/8' },
    stoppedClock: true,
  });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const ask = async (n: number, address: string) =>
    (
      await limited.call('POST /password/forgot', {
        json: { email: `n${n}@example.org` },
        headers: from(address),
      })
    ).status;
  const guess = async (path: string, address: string) => {
    const json = { token: 'a guess', ...(path === '/password/reset' && { new_password: NEW }) };
    return (await limited.call(`POST ${path}`, { json, headers: from(address) })).status;
  };
  for (let n = 0; n < 300; n += 1) expect(await ask(n, '81.0.0.1')).toBe(204);
  expect(await ask(301, '81.0.0.1')).toBe(429);
  expect(await ask(302, '81.0.0.2')).toBe(204);
  for (let n = 0; n < 1000; n += 1) expect(await guess('/password/reset', '82.0.0.1')).toBe(400);
  for (const path of ['/password/reset', '/email/confirm']) {
    expect(await guess(path, '82.0.0.1')).toBe(429);
    expect(await guess(path, '82.0.0.2')).toBe(400);
  }
  await limited.stop();
});
