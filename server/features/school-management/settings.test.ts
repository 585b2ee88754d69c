import { beforeEach, describe, expect, test } from 'vitest';
import { insertMailedLink } from '../../testing/mail-links.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD, type TestServer, WITH_MAIL } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { setUpSignIn } from '../../testing/sign-in.ts';
import { stepsOn } from '../../testing/steps.ts';

/** What a school decides for its people, and what becomes of it. */

const server = shareServer();
/** Addresses have to be proved there. */
const withMail = shareServer({ environment: WITH_MAIL });
const { ok, asAdmin } = stepsOn(() => server);

const ALL_ON = { joins_by_domain: true, share_pages: true, keeps_months: 6 };
let number = 0;
let domain: string;
let schoolId: number;
let office: Person;
beforeEach(async () => {
  number += 1;
  domain = `switches${number}.edu`;
  schoolId = await createSchool(server.db, `@${domain}`, `Switches ${number}`);
  office = await createPerson(server.db, 'school_admin', { schoolId });
});

const path = () => `/admin/schools/${schoolId}/settings`;
const put = (json: object) => server.call(`PUT ${path()}`, { token: office.token, json });
const linesAt = async (school = schoolId) =>
  (await asAdmin(`GET /admin/audit?school_id=${school}`)).map(
    ({ action, actor, details }: { action: string; actor: string; details: object }) => ({
      action,
      actor,
      details,
    }),
  );

describe('the settings of a school', () => {
  test('are read and changed by its admin and the platform admin, and each change is written down once', async () => {
    const facts = { name: `Switches ${number}`, domain_pattern: `@${domain}`, sign_in: null };
    expect(await ok(office, `GET ${path()}`)).toEqual({ ...ALL_ON, ...facts });
    const wanted = { joins_by_domain: false, share_pages: false, keeps_months: 24 };
    expect(await ok(office, `PUT ${path()}`, wanted)).toEqual({ ...wanted, ...facts });
    expect(await ok(office, `PUT ${path()}`, wanted)).toEqual({ ...wanted, ...facts });
    expect(await asAdmin(`GET ${path()}`)).toEqual({ ...wanted, ...facts });
    expect(await ok(office, 'GET /schooladmin/settings')).toEqual({ share_pages: false });
    await asAdmin(`PUT ${path()}`, { ...wanted, joins_by_domain: true });
    expect(await linesAt()).toEqual([
      { action: 'joining_switched', actor: 'platform_admin', details: { on: true } },
      { action: 'keeping_changed', actor: 'user', details: { months: 24 } },
      { action: 'share_pages_switched', actor: 'user', details: { on: false } },
      { action: 'joining_switched', actor: 'user', details: { on: false } },
    ]);
  });

  test('change one by one: a page that was opened earlier takes nothing back', async () => {
    await ok(office, `PUT ${path()}`, { joins_by_domain: false });
    // Another admin, who has not seen that.
    expect(await ok(office, `PUT ${path()}`, { share_pages: false })).toMatchObject({
      joins_by_domain: false,
      share_pages: false,
      keeps_months: 6,
    });
    await ok(office, `PUT ${path()}`, { keeps_months: 12 });
    expect(await ok(office, `PUT ${path()}`, {})).toMatchObject({
      joins_by_domain: false,
      share_pages: false,
      keeps_months: 12,
    });
    expect(await linesAt()).toHaveLength(3);
  });

  test('say how the school signs in, once that was tested', async () => {
    const json = { kind: 'google', client_id: 'a', client_secret: 'b', makes_students: false };
    await asAdmin(`PUT /admin/schools/${schoolId}/sign-in`, { ...json, only_sign_in: false });
    expect((await ok(office, `GET ${path()}`)).sign_in).toBeNull();
    await setUpSignIn(server.db, schoolId, { issuer: 'https://sign-in.example', onlySignIn: true });
    expect((await ok(office, `GET ${path()}`)).sign_in).toEqual({ kind: 'other', only: true });
  });

  test.each([
    { keeps_months: 0 },
    { keeps_months: 61 },
    { keeps_months: 1.5 },
    { keeps_months: '6' },
    { joins_by_domain: 'yes' },
    { share_pages: null },
    { name: 'Another' },
  ])('are not %o', async (wrong) => {
    expect((await put({ ...ALL_ON, ...wrong })).status).toBe(422);
    expect(await ok(office, `GET ${path()}`)).toMatchObject(ALL_ON);
  });

  test('of a school that does not exist are not found', async () => {
    const request = { admin: ADMIN_PASSWORD };
    expect((await server.call('GET /admin/schools/2147483647/settings', request)).status).toBe(404);
    expect(
      (await server.call('PUT /admin/schools/2147483647/settings', { ...request, json: ALL_ON })).status,
    ).toBe(404);
  });

  test('say from then on for how long whoever is archived is kept', async () => {
    const [one, two] = [
      await createPerson(server.db, 'student', { schoolId }),
      await createPerson(server.db, 'student', { schoolId }),
    ];
    const archive = async ({ id }: Person) =>
      (await ok(office, `POST /admin/schools/${schoolId}/archive`, { user_ids: [id] })).erase_on;
    const before = await archive(one);
    await put({ ...ALL_ON, keeps_months: 60 });
    const after = await archive(two);
    expect(Number(after.slice(0, 4)) - Number(before.slice(0, 4))).toBeGreaterThanOrEqual(4);
    const { users } = await ok(office, `GET /admin/schools/${schoolId}/archived`);
    expect(users.map(({ erase_on: day }: { erase_on: string }) => day).toSorted()).toEqual([before, after]);
  });
});

describe('a school that only lets in whom it knows', () => {
  let names = 0;
  const newcomer = () => {
    names += 1;
    return { username: `newcomer${names}`, email: `newcomer${names}@${domain}`, password: PASSWORD };
  };
  const closed = async (on: TestServer) => {
    const id = on === server ? schoolId : await createSchool(on.db, `@${domain}`);
    const json = { ...ALL_ON, joins_by_domain: false };
    const { status } = await on.call(`PUT /admin/schools/${id}/settings`, { admin: ADMIN_PASSWORD, json });
    expect(status).toBe(200);
    return id;
  };
  const schoolOf = async (on: TestServer, token: string) =>
    (await on.call('GET /users/me', { token })).body.school_id;
  const register = async (on: TestServer, given: object = newcomer()): Promise<string> => {
    const { status, body } = await on.call('POST /register', { json: given });
    expect(status, JSON.stringify(body)).toBe(200);
    return body.access_token;
  };

  test('is joined neither by registering nor by another address, until it opens', async () => {
    await closed(server);
    const token = await register(server);
    expect(await schoolOf(server, token)).toBeNull();
    const stranger = await createPerson(server.db, 'student');
    const json = { email: `stranger@${domain}`, current_password: PASSWORD };
    expect((await server.call('POST /users/me/email', { token: stranger.token, json })).status).toBe(200);
    expect(await schoolOf(server, stranger.token)).toBeNull();
    await put(ALL_ON);
    expect(await schoolOf(server, await register(server))).toBe(schoolId);
    // The switch moves nobody who is there.
    expect(await schoolOf(server, token)).toBeNull();
  });

  test('is not joined by a proof of the address: a link, another address, or the platform admin’s word', async () => {
    await closed(withMail);
    const { db } = withMail;
    const given = newcomer();
    const token = await register(withMail, given);
    const { id } = (await withMail.call('GET /users/me', { token })).body;
    const proof = await insertMailedLink(db, 'confirm', { id, email: given.email });
    expect((await withMail.call('POST /email/confirm', { json: { token: proof } })).status).toBe(204);
    const me = (await withMail.call('GET /users/me', { token })).body;
    expect(me).toMatchObject({ email_confirmed: true, school_id: null });
    const vouched = await createPerson(db, 'student', { email: `vouched@${domain}` });
    await withMail.call(`POST /admin/users/${vouched.id}/confirm`, { admin: ADMIN_PASSWORD });
    expect(await schoolOf(withMail, vouched.token)).toBeNull();
    const mover = await createPerson(db, 'student');
    const link = await insertMailedLink(db, 'confirm', { id: mover.id, email: `mover@${domain}` });
    await withMail.call('POST /email/confirm', { json: { token: link } });
    expect((await withMail.call('GET /users/me', { token: mover.token })).body).toMatchObject({
      email: `mover@${domain}`,
      school_id: null,
    });
  });

  test('takes in nobody when its domain changes', async () => {
    await closed(server);
    const homeless = await createPerson(server.db, 'student', { email: `a@new-${domain}` });
    const json = { name: 'Moved', domain_pattern: `@new-${domain}` };
    expect((await asAdmin(`PUT /admin/schools/${schoolId}`, json)).joined).toBe(0);
    expect(await schoolOf(server, homeless.token)).toBeNull();
    const waiting = await createPerson(server.db, 'student', { email: `a@other-${domain}` });
    await put(ALL_ON);
    const open = { ...json, domain_pattern: `@other-${domain}` };
    expect((await asAdmin(`PUT /admin/schools/${schoolId}`, open)).joined).toBe(1);
    expect((await server.call('GET /users/me', { token: waiting.token })).status).toBe(401);
  });

  test.each([
    ['with', () => withMail],
    ['without', () => server],
  ])('is joined %s mail by whom a teacher of it has invited, and by nobody else', async (_how, which) => {
    const on = which();
    const school = await closed(on);
    const teacher = await createPerson(on.db, 'teacher', { schoolId: school });
    const stranger = await createPerson(on.db, 'teacher', { schoolId: await createSchool(on.db) });
    const invite = async (by: Person, email: string) =>
      (await on.call('POST /teachers/students', { token: by.token, json: { email, name: null } })).body
        .invitation_token;
    const [known, unknown] = [newcomer(), newcomer()];
    const own = await invite(teacher, known.email);
    expect(await schoolOf(on, await register(on, { ...known, invitation: own }))).toBe(school);
    const foreign = await invite(stranger, unknown.email);
    expect(await schoolOf(on, await register(on, { ...unknown, invitation: foreign }))).toBeNull();
  });

  test('is joined by whom a teacher of it has invited, once they have proved the address', async () => {
    const school = await closed(withMail);
    const teacher = await createPerson(withMail.db, 'teacher', { schoolId: school });
    const given = newcomer();
    const json = { email: given.email, name: null };
    await withMail.call('POST /teachers/students', { token: teacher.token, json });
    const token = await register(withMail, given);
    expect(await schoolOf(withMail, token)).toBeNull();
    const { id } = (await withMail.call('GET /users/me', { token })).body;
    const proof = await insertMailedLink(withMail.db, 'confirm', { id, email: given.email });
    await withMail.call('POST /email/confirm', { json: { token: proof } });
    expect(await schoolOf(withMail, token)).toBe(school);
  });

  test('imports whom it wants, also those who have registered', async () => {
    await closed(server);
    const here = await createPerson(server.db, 'student', {
      username: `here-${number}`,
      email: `here@${domain}`,
      isConfirmed: true,
    });
    const row = (name: string) => ({
      username: `${name}-${number}`,
      email: `${name}@${domain}`,
      role: 'student',
    });
    const answer = await ok(office, `POST /admin/schools/${schoolId}/batch-import`, [
      row('new'),
      { ...row('here'), take_in: here.id },
    ]);
    expect(answer).toMatchObject({
      imported: [{ email: `new@${domain}` }],
      taken_in: [{ email: here.email }],
    });
    const { users } = await asAdmin(`GET /admin/schools/${schoolId}/users-and-classes`);
    expect(users).toHaveLength(3);
  });
});
