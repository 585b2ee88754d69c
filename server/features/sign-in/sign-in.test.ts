import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ONLY_SCHOOL_SIGN_IN } from '../../../domain/messages.ts';
import type { Role } from '../../../domain/roles.ts';
import { removeExpired } from '../../retention.ts';
import { insertMailedLink } from '../../testing/mail-links.queries.ts';
import { listMails } from '../../testing/mails.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../../testing/people.ts';
import { ADMIN_PASSWORD, type Answer } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import {
  ageLoginsOf,
  ageSignIns,
  confirmTestAddress,
  countSignIns,
  generateTestPassword,
  getTestUser,
  listLinksOf,
  listSealedSecrets,
  listTestUsers,
} from '../../testing/sign-in.queries.ts';
import {
  CLIENT,
  type GivenSignIn,
  makeSignInCode,
  setUpSignIn,
  startProvider,
  type TestProvider,
} from '../../testing/sign-in.ts';

/** The way through a school's sign-in and back, with a provider that says what a test wants. */

const server = shareServer();
/** Addresses have to be proved there. */
const withMail = shareServer({
  environment: {
    SMTP_URL: 'smtp://localhost',
    MAIL_FROM: 'papers@tickmark.example',
    PUBLIC_URL: 'http://127.0.0.1:1',
  },
});
const admin = ADMIN_PASSWORD;
const TENANT = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490';

let provider: TestProvider;
let number = 0;
let domain: string;
let schoolId: number;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());
beforeEach(async () => {
  number += 1;
  domain = `signin${number}.edu`;
  schoolId = await createSchool(server.db, `@${domain}`);
});

const setUp = (given: Partial<GivenSignIn> = {}) =>
  setUpSignIn(server.db, schoolId, { issuer: provider.issuer, makesStudents: true, ...given });
const says = (claims: Record<string, unknown>, manners: { isHasty?: boolean } = {}) =>
  provider.behave({
    ...manners,
    claims: { sub: `sub-${number}`, email: `anna@${domain}`, email_verified: true, ...claims },
  });

/** A browser: it keeps its cookie. */
const openBrowser = (on = server, school = () => schoolId) => {
  let cookie = '';
  const take = ({ headers }: Answer) => {
    cookie = headers.get('set-cookie')?.split(';')[0] ?? cookie;
  };
  const visit = async (address: string) => {
    const answer = await on.call(`GET ${address}`, { headers: { cookie } });
    take(answer);
    expect(answer.status, JSON.stringify(answer.body)).toBe(302);
    return answer.headers.get('location') ?? '';
  };
  return {
    take,
    start: () => visit(`/sign-in/${school()}/start`),
    /** The address of the page that it comes back to. */
    comeBack: async (from: string): Promise<URLSearchParams> => {
      const inner = await visit(`//sign-in/callback${new URL(from).search}`);
      expect(inner).toMatch(/^\/api\/sign-in\/callback\?/);
      const [page, fragment] = (await visit(inner.slice('/api'.length))).split('#');
      expect(page).toMatch(/^\/(sign-in|admin\/schools\/\d+)$/);
      return new URLSearchParams(fragment);
    },
    post: (address: string, json: unknown) => on.call(`POST ${address}`, { json, headers: { cookie } }),
  };
};

/** All the way to the page that somebody comes back to. */
const walk = async (browser = openBrowser()) => browser.comeBack(provider.returnFrom(await browser.start()));
const problemOf = async () => (await walk()).get('problem');
/** All the way to who is logged in. */
const signIn = async () => {
  const browser = openBrowser();
  const code = (await walk(browser)).get('code');
  const { status, body } = await browser.post('/sign-in/session', { code });
  expect(status, JSON.stringify(body)).toBe(200);
  const me = (await server.call('GET /users/me', { token: body.access_token })).body;
  return { ...body, me };
};
const personHere = (role: Role = 'student', name = 'anna') =>
  createPerson(server.db, role, { username: `${name}-${number}`, email: `${name}@${domain}`, schoolId });
const confirmed = async (person: Person) => {
  await confirmTestAddress(server.db, person.id);
  return person;
};

describe('somebody who is not known', () => {
  test('becomes a student of the school, with a proved address, a free name and no password', async () => {
    await setUp();
    says({});
    await createPerson(server.db, 'student', { username: 'anna' }).catch(() => undefined);
    const { me, role } = await signIn();
    expect(role).toBe('student');
    expect(me).toMatchObject({
      email: `anna@${domain}`,
      email_confirmed: true,
      role: 'student',
      must_change_password: false,
    });
    expect(me.username).toMatch(/^anna\d*$/);
    expect(await getTestUser(server.db, me.id)).toMatchObject({
      school_id: schoolId,
      subjects: [`sub-${number}`],
    });
    // The second time it is the same account.
    expect((await signIn()).me.id).toBe(me.id);
    const { body } = await server.call(`GET /admin/audit?user_id=${me.id}`, { admin });
    expect(body.map(({ action }: { action: string }) => action)).toEqual([
      'logged_in',
      'logged_in',
      'signed_up',
    ]);
  });

  test('deletes the account by a new login, having no password', async () => {
    await setUp();
    says({});
    const { me, access_token: token } = await signIn();
    const leave = (password: string | null) =>
      server.call('DELETE /users/me', { token, json: { confirmation: me.username, password } });
    expect((await server.call('GET /users/me/sign-in', { token })).body.has_password).toBe(false);
    await ageLoginsOf(server.db, me.id, 16);
    for (const password of [null, PASSWORD])
      expect(await leave(password)).toMatchObject({
        status: 403,
        body: { detail: 'Sign in with your school again, and delete your account within 15 minutes.' },
      });
    await ageLoginsOf(server.db, me.id, -2);
    expect((await leave(null)).status).toBe(204);
    expect((await server.call('GET /users/me', { token })).status).toBe(401);

    const ben = await personHere('student', 'ben');
    const json = { confirmation: ben.username, password: null };
    expect((await server.call('DELETE /users/me', { token: ben.token, json })).status).toBe(400);
  });

  test('is nobody where the switch says so', async () => {
    await setUp({ makesStudents: false });
    says({});
    expect(await problemOf()).toBe('unknown');
    expect(await listTestUsers(server.db, schoolId)).toEqual([]);
  });

  test('is followed by the teachers who added the address', async () => {
    const teacher = await personHere('teacher', 'teacher');
    const json = { email: `anna@${domain}`, name: null };
    await server.call('POST /teachers/students', { token: teacher.token, json });
    await setUp();
    says({});
    const { me } = await signIn();
    expect(await listLinksOf(server.db, teacher.id)).toEqual([{ student_id: me.id, status: 'active' }]);
  });

  test.each([
    [true, 'active', 0],
    [false, 'pending', 1],
  ])(
    'with mail on and an address that is proved: %s, has teachers who are %s',
    async (isProved, status, mails) => {
      const id = await createSchool(withMail.db, `@${domain}`);
      await setUpSignIn(withMail.db, id, { issuer: provider.issuer, makesStudents: true });
      const teacher = await createPerson(withMail.db, 'teacher', { schoolId: id });
      const json = { email: `anna@${domain}`, name: null };
      await withMail.call('POST /teachers/students', { token: teacher.token, json });
      says({ email_verified: isProved });
      const browser = openBrowser(withMail, () => id);
      const code = (await walk(browser)).get('code');
      const { body } = await browser.post('/sign-in/session', { code });
      const me = (await withMail.call('GET /users/me', { token: body.access_token })).body;
      expect(me).toMatchObject({ email_confirmed: isProved, school_name: expect.any(String) });
      expect((await listLinksOf(withMail.db, teacher.id)).map((link) => link.status)).toEqual([status]);
      const sent = (await listMails(withMail.db)).filter(({ recipient }) => recipient === me.email);
      expect(sent).toHaveLength(mails);
    },
  );
});

describe('the account of the same address', () => {
  test.each(['student', 'teacher', 'school_admin'] as const)(
    'is joined when both sides have proved it: a %s is found',
    async (role) => {
      const person = await confirmed(await personHere(role));
      await setUp();
      says({});
      expect(await signIn()).toMatchObject({ role, me: { id: person.id } });
      expect((await getTestUser(server.db, person.id)).subjects).toEqual([`sub-${number}`]);
    },
  );

  test('is joined when the school made it and nobody has used it; its password then opens nothing', async () => {
    const person = await personHere();
    await generateTestPassword(server.db, person.id);
    await setUp();
    says({});
    const { me } = await signIn();
    expect(me).toMatchObject({ id: person.id, must_change_password: false, email_confirmed: true });
    const form = { username: person.username, password: PASSWORD };
    expect((await server.call('POST /token', { form })).status).toBe(401);
  });

  test.each([
    ['the address was never proved here', true, false],
    ['the provider does not vouch for the address', false, true],
    ['neither side has proved it', false, false],
  ])('is joined only by its password when %s', async (_, isVerified, isConfirmed) => {
    const person = await personHere();
    if (isConfirmed) await confirmed(person);
    await setUp();
    says({ email_verified: isVerified });
    const browser = openBrowser();
    const code = (await walk(browser)).get('join');
    expect((await getTestUser(server.db, person.id)).subjects).toEqual([]);

    expect(await browser.post('/sign-in/session', { code })).toMatchObject({ status: 400 });
    const wrong = await browser.post('/sign-in/join', { code, password: 'not the password' });
    expect(wrong).toMatchObject({ status: 401, body: { detail: 'The password is wrong.' } });
    const elsewhere = await openBrowser().post('/sign-in/join', { code, password: PASSWORD });
    expect(elsewhere.status).toBe(400);
    const right = await browser.post('/sign-in/join', { code, password: PASSWORD });
    expect(right, JSON.stringify(right.body)).toMatchObject({ status: 200, body: { role: 'student' } });
    expect(await getTestUser(server.db, person.id)).toMatchObject({
      subjects: [`sub-${number}`],
      is_confirmed: isConfirmed || isVerified,
    });
    expect((await browser.post('/sign-in/join', { code, password: PASSWORD })).status).toBe(400);
    expect((await signIn()).me.id).toBe(person.id);
  });

  test('that somebody has used since is not unused', async () => {
    const person = await personHere();
    const form = { username: person.username, password: PASSWORD };
    await server.call('POST /token', { form });
    await generateTestPassword(server.db, person.id);
    await setUp();
    says({});
    expect((await walk()).has('join')).toBe(true);
  });

  test('of another school, or of none, stays what it is', async () => {
    const other = await createSchool(server.db);
    const there = await confirmed(
      await createPerson(server.db, 'student', { email: `anna@${domain}`, schoolId: other }),
    );
    const nowhere = await confirmed(await createPerson(server.db, 'student', { email: `ben@${domain}` }));
    await setUp();
    for (const [person, name] of [
      [there, 'anna'],
      [nowhere, 'ben'],
    ] as const) {
      says({ sub: name, email: `${name}@${domain}` });
      expect(await problemOf()).toBe('unknown');
      expect((await getTestUser(server.db, person.id)).subjects).toEqual([]);
    }
  });

  test('of none comes to the school if that only lets in whom it knows, for it vouches for them', async () => {
    const settings = { joins_by_domain: false, share_pages: true, keeps_months: 6 };
    await server.call(`PUT /admin/schools/${schoolId}/settings`, { admin, json: settings });
    const proved = await confirmed(await createPerson(server.db, 'student', { email: `anna@${domain}` }));
    const other = await confirmed(await createPerson(server.db, 'student', { email: `ben@${domain}` }));
    await setUp({ makesStudents: false });
    says({});
    expect((await signIn()).me).toMatchObject({ id: proved.id, school_id: schoolId });
    says({ sub: 'another', email: other.email, email_verified: false });
    expect(await problemOf()).toBe('unknown');
    expect((await getTestUser(server.db, other.id)).school_id).toBeNull();
  });

  test('without a school, never proved, comes to the school when its password is given', async () => {
    const person = await createPerson(server.db, 'student', { email: `anna@${domain}` });
    await setUp({ makesStudents: false });
    says({});
    const browser = openBrowser();
    const page = await walk(browser);
    expect(page.has('disown')).toBe(false);
    await browser.post('/sign-in/join', { code: page.get('join'), password: PASSWORD });
    expect(await getTestUser(server.db, person.id)).toMatchObject({
      school_id: schoolId,
      is_confirmed: true,
      subjects: [`sub-${number}`],
    });
  });

  test('gives way when it is somebody else’s who never proved it: it keeps its name and work, and loses the rest', async () => {
    const squatter = await personHere('student', 'anna');
    const teacher = await personHere('teacher', 'teacher');
    await server.call('POST /teachers/students', {
      token: teacher.token,
      json: { email: squatter.email, name: null },
    });
    expect(await listLinksOf(server.db, teacher.id)).toEqual([{ student_id: squatter.id, status: 'active' }]);
    await setUp();
    says({});
    const browser = openBrowser();
    const page = await walk(browser);
    expect(page.has('disown')).toBe(true);
    const { status, body } = await browser.post('/sign-in/join', { code: page.get('join'), password: null });
    expect(status, JSON.stringify(body)).toBe(200);
    const me = (await server.call('GET /users/me', { token: body.access_token })).body;
    expect(me).toMatchObject({ email: squatter.email, email_confirmed: true });
    expect(me.id).not.toBe(squatter.id);
    expect(await getTestUser(server.db, squatter.id)).toMatchObject({
      username: squatter.username,
      email: null,
      school_id: null,
      subjects: [],
    });
    expect(await listLinksOf(server.db, teacher.id)).toEqual([{ student_id: me.id, status: 'active' }]);
    expect((await server.call('GET /users/me', { token: squatter.token })).status).toBe(401);
    const form = { username: squatter.username, password: PASSWORD };
    expect((await server.call('POST /token', { form })).status).toBe(200);
  });

  test('that somebody got by an address that the school does not vouch for gives way to its owner', async () => {
    await setUp();
    says({ sub: `mallory-${number}`, email_verified: false });
    const mallory = await signIn();
    expect(mallory.me.email_confirmed).toBe(false);
    says({});
    const owner = await signIn();
    expect(owner.me).toMatchObject({ email: `anna@${domain}`, email_confirmed: true });
    expect(owner.me.id).not.toBe(mallory.me.id);
    expect(await getTestUser(server.db, mallory.me.id)).toMatchObject({ email: null, school_id: null });
  });

  test('gives way neither without proof, nor when it was proved', async () => {
    const person = await confirmed(await personHere());
    await setUp();
    says({ email_verified: false });
    const browser = openBrowser();
    const page = await walk(browser);
    expect(page.has('disown')).toBe(false);
    expect((await browser.post('/sign-in/join', { code: page.get('join'), password: null })).status).toBe(
      404,
    );
    expect((await getTestUser(server.db, person.id)).email).toBe(person.email);
  });
});

describe('who somebody is', () => {
  test('stays when the address changes: the same subject is the same person', async () => {
    await setUp();
    says({});
    const { me } = await signIn();
    says({ email: `anna.married@${domain}` });
    expect((await signIn()).me).toMatchObject({ id: me.id, email: `anna@${domain}` });
  });

  test('does not come with an address that was somebody else’s before', async () => {
    await setUp();
    says({});
    const { me } = await signIn();
    says({ sub: 'a newcomer' });
    expect(await problemOf()).toBe('taken');
    // Nor is its password asked for.
    says({ sub: 'a newcomer', email_verified: false });
    expect(await problemOf()).toBe('taken');
    expect((await getTestUser(server.db, me.id)).subjects).toEqual([`sub-${number}`]);
  });

  test('ends with the school: somebody who has left it is not let in by it', async () => {
    await setUp();
    says({});
    const { me } = await signIn();
    const json = { email: me.email, username: me.username, school_id: null, role: 'student' };
    await server.call(`PUT /admin/users/${me.id}`, { admin, json });
    expect(await problemOf()).toBe('unknown');
  });

  test('is archived with the account, and lets nobody in until it is back', async () => {
    await setUp();
    says({});
    const { me, access_token: token } = await signIn();
    const archive = (which: string, id: number) =>
      server.call(`POST /admin/schools/${schoolId}/${which}`, { admin, json: { user_ids: [id] } });
    await archive('archive', me.id);
    expect((await server.call('GET /users/me', { token })).status).toBe(401);
    expect(await problemOf()).toBe('archived');
    await archive('archive/undo', me.id);
    expect((await signIn()).me.id).toBe(me.id);

    // Found by the address alone.
    const ben = await confirmed(await personHere('student', 'ben'));
    await archive('archive', ben.id);
    says({ sub: 'ben', email: ben.email });
    expect(await problemOf()).toBe('archived');
    says({ sub: 'ben', email: ben.email, email_verified: false });
    expect(await problemOf()).toBe('archived');
    // Of another school nobody learns it.
    const elsewhere = await createSchool(server.db);
    const cara = await confirmed(await createPerson(server.db, 'student', { schoolId: elsewhere }));
    await server.call(`POST /admin/schools/${elsewhere}/archive`, { admin, json: { user_ids: [cara.id] } });
    says({ sub: 'cara', email: cara.email });
    expect(await problemOf()).not.toBe('archived');
    // Nor does an address that was never proved give way.
    const dan = await createPerson(server.db, 'student', { schoolId: elsewhere, email: `dan@${domain}` });
    await server.call(`POST /admin/schools/${elsewhere}/archive`, { admin, json: { user_ids: [dan.id] } });
    says({ sub: 'dan', email: dan.email });
    expect(await problemOf()).toBe('unknown');
  });

  test('is not entered by a code that was handed out just before the account was archived', async () => {
    await setUp();
    says({});
    const { me } = await signIn();
    const { code, headers } = await makeSignInCode(server.db, 'session', { userId: me.id, schoolId });
    const json = { user_ids: [me.id] };
    await server.call(`POST /admin/schools/${schoolId}/archive`, { admin, json });
    expect((await server.call('POST /sign-in/session', { json: { code }, headers })).status).toBe(400);
    const late = await makeSignInCode(server.db, 'session', { userId: me.id, schoolId });
    const answer = await server.call('POST /sign-in/session', {
      json: { code: late.code },
      headers: late.headers,
    });
    expect(answer.status).toBe(400);
  });

  test('is within the tenant of Entra its oid, and not its subject', async () => {
    await setUp({ kind: 'entra', tenant: TENANT });
    const claims = { tid: TENANT, oid: 'object-1', email_verified: undefined, xms_edov: true };
    says({ ...claims, sub: 'pairwise-1' });
    const { me } = await signIn();
    expect(me.email_confirmed).toBe(true);
    says({ ...claims, sub: 'pairwise-2' });
    expect((await signIn()).me.id).toBe(me.id);
    expect((await getTestUser(server.db, me.id)).subjects).toEqual(['object-1']);
    says({ ...claims, tid: 'd3b07384-d9a0-4f0e-8a3b-0123456789ab' });
    expect(await problemOf()).toBe('foreign');
    says({ ...claims, tid: undefined });
    expect(await problemOf()).toBe('foreign');
    says({ ...claims, oid: undefined });
    expect(await problemOf()).toBe('foreign');
  });

  test('is not proved by Entra’s word about an address alone', async () => {
    const person = await confirmed(await personHere());
    await setUp({ kind: 'entra', tenant: TENANT });
    says({ tid: TENANT, oid: 'object', email_verified: undefined });
    expect((await walk()).has('join')).toBe(true);
    says({ tid: TENANT, oid: 'object', email: undefined, preferred_username: person.email, xms_edov: true });
    expect((await walk()).has('join')).toBe(true);
  });

  test('is of the school for Google by hd, and never by the address', async () => {
    await setUp({ kind: 'google' });
    says({ hd: undefined });
    expect(await problemOf()).toBe('foreign');
    says({ hd: 'other.edu' });
    expect(await problemOf()).toBe('foreign');
    says({ hd: domain });
    expect((await signIn()).me.email).toBe(`anna@${domain}`);
  });

  test.each([
    ['another domain', { email: 'anna@other.edu' }],
    ['a domain that only ends like it', { email: 'anna@notsignin.edu' }],
    ['no address', { email: undefined }],
    ['something that is none', { email: 'anna' }],
  ])('is not of the school for any other provider with %s', async (_, claims) => {
    await setUp();
    says(claims);
    provider.behave({ claims: { sub: 'x', ...claims }, userInfo: {} });
    expect(await problemOf()).toBe('foreign');
  });

  test('may be told apart from the ID token, where that has no address', async () => {
    await setUp();
    provider.behave({
      claims: { sub: 'u' },
      userInfo: { email: `anna@${domain}`, email_verified: true, sub: 'u' },
    });
    expect((await signIn()).me).toMatchObject({ email: `anna@${domain}`, email_confirmed: true });
    provider.behave({
      claims: { sub: 'u2' },
      userInfo: { sub: 'somebody else', email: `ben@${domain}`, email_verified: true },
    });
    expect(await problemOf()).toBe('refused');
  });
});

describe('refused', () => {
  test.each<[string, Record<string, unknown>]>([
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'another-client' }],
    ['another issuer', { iss: 'https://login.example.org' }],
    ['an end long ago', { exp: Math.floor(Date.now() / 1000) - 3600 }],
    ['no subject', { sub: undefined }],
  ])('is a token with %s', async (_, claims) => {
    await setUp();
    says(claims);
    expect(await problemOf()).toBe('refused');
    expect(await listTestUsers(server.db, schoolId)).toEqual([]);
  });

  test('are a token that somebody else signed, and one that nobody did', async () => {
    await setUp();
    const claims = { sub: 'x', email: `anna@${domain}`, email_verified: true };
    provider.behave({ claims, forges: true });
    expect(await problemOf()).toBe('refused');
    provider.behave({ claims, unsigned: true });
    expect(await problemOf()).toBe('refused');
  });

  test('is a changed state, another browser, none, and coming back twice', async () => {
    await setUp();
    says({});
    const browser = openBrowser();
    const back = provider.returnFrom(await browser.start());
    const changed = new URL(back);
    changed.searchParams.set('state', 'a'.repeat(43));
    expect((await browser.comeBack(changed.href)).get('problem')).toBe('stale');
    expect((await openBrowser().comeBack(back)).get('problem')).toBe('stale');
    const another = openBrowser();
    await another.start();
    expect((await another.comeBack(back)).get('problem')).toBe('stale');
    expect((await browser.comeBack(back)).has('code')).toBe(true);
    expect((await browser.comeBack(back)).get('problem')).toBe('stale');
  });

  test('is the provider’s code a second time, and with another verifier', async () => {
    await setUp();
    says({});
    const browser = openBrowser();
    const first = new URL(provider.returnFrom(await browser.start()));
    const second = new URL(provider.returnFrom(await browser.start()));
    // The code of the first way, with the state of the second.
    second.searchParams.set('code', first.searchParams.get('code') ?? '');
    expect((await browser.comeBack(second.href)).get('problem')).toBe('refused');
    expect((await browser.comeBack(first.href)).get('problem')).toBe('refused');
  });

  test('is who comes back too late, and a code that was used, is too old, or is in another browser', async () => {
    await setUp();
    says({});
    const browser = openBrowser();
    const back = provider.returnFrom(await browser.start());
    await ageSignIns(server.db, 601);
    expect((await browser.comeBack(back)).get('problem')).toBe('stale');

    const code = (await walk(browser)).get('code');
    expect((await openBrowser().post('/sign-in/session', { code })).status).toBe(400);
    expect((await browser.post('/sign-in/session', { code })).status).toBe(200);
    expect(await browser.post('/sign-in/session', { code })).toMatchObject({
      status: 400,
      body: { detail: 'This sign-in was used or is too old. Start again.' },
    });
    const late = (await walk(browser)).get('code');
    await ageSignIns(server.db, 61);
    expect((await browser.post('/sign-in/session', { code: late })).status).toBe(400);
    await removeExpired(server.db);
    expect((await countSignIns(server.db)).codes).toBe(0);
  });

  test('is what the provider itself refuses', async () => {
    await setUp();
    const browser = openBrowser();
    const asked = new URL(await browser.start()).searchParams;
    const back = `${asked.get('redirect_uri')}?error=access_denied&state=${asked.get('state')}`;
    expect((await browser.comeBack(back)).get('problem')).toBe('refused');
  });

  test('is anybody by a sign-in that was never tested, or by a school without one', async () => {
    expect(await openBrowser().start()).toBe('/sign-in#problem=off');
    const json = {
      kind: 'other',
      issuer: provider.issuer,
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      makes_students: false,
      only_sign_in: false,
    };
    await server.call(`PUT /admin/schools/${schoolId}/sign-in`, { admin, json });
    expect(await openBrowser().start()).toBe('/sign-in#problem=off');
  });
});

describe('the provider', () => {
  test('that is away is said to be', async () => {
    await setUp();
    provider.behave({ claims: {}, isAway: 'always' });
    expect(await openBrowser().start()).toBe('/sign-in#problem=away');
    says({});
    const browser = openBrowser();
    const back = provider.returnFrom(await browser.start());
    provider.behave({ claims: {}, isAway: 'at the token' });
    expect((await browser.comeBack(back)).get('problem')).toBe('away');
  });

  test('may close a connection after every answer', async () => {
    await setUp();
    says({}, { isHasty: true });
    expect((await walk(openBrowser())).get('problem')).toBeNull();
  });

  test('may change its keys', async () => {
    await setUp();
    says({});
    const { me } = await signIn();
    provider.changeKey();
    expect((await signIn()).me.id).toBe(me.id);
  });

  test('may have a clock that is a little wrong, and not more', async () => {
    await setUp();
    const claims = { sub: `sub-${number}`, email: `anna@${domain}`, email_verified: true };
    for (const secondsAhead of [50, -340]) {
      provider.behave({ claims, secondsAhead });
      expect((await walk()).has('code')).toBe(true);
    }
    for (const secondsAhead of [120, -400]) {
      provider.behave({ claims, secondsAhead });
      expect(await problemOf()).toBe('refused');
    }
  });

  test('gets an exact address, a challenge, and the secret in the body', async () => {
    await setUp();
    says({});
    const browser = openBrowser();
    const address = await browser.start();
    const asked = new URL(address).searchParams;
    expect(asked.get('redirect_uri')).toBe(`${server.url}/sign-in/callback`);
    expect(asked.get('code_challenge_method')).toBe('S256');
    await browser.comeBack(provider.returnFrom(address));
    expect(provider.lastTokenRequest().get('client_secret')).toBe(CLIENT.secret);
    expect(provider.lastTokenRequest().get('redirect_uri')).toBe(`${server.url}/sign-in/callback`);
  });
});

test('nothing that opens anything is in an address that is sent elsewhere, in a log, or in the clear in the database', async () => {
  await setUp();
  says({});
  const { access_token: token } = await signIn();
  const logged = server.logged();
  expect(logged).not.toContain(token);
  expect(logged).not.toContain(CLIENT.secret);
  expect(logged).not.toMatch(/[?&]code=/);
  for (const sealed of await listSealedSecrets(server.db)) {
    expect(sealed.toString('latin1')).not.toContain(CLIENT.secret);
  }
});

describe('somebody who is logged in', () => {
  const ask = async (person: Person) => {
    const browser = openBrowser();
    const answer = await server.call('POST /users/me/sign-in', { token: person.token });
    browser.take(answer);
    return browser.comeBack(provider.returnFrom(answer.body.address));
  };
  const stateOf = async ({ token }: Person) => (await server.call('GET /users/me/sign-in', { token })).body;

  test('is joined on request, whatever the address, and comes in by it', async () => {
    const person = await personHere();
    await setUp();
    expect(await stateOf(person)).toEqual({ offered: true, joined: false, has_password: true });
    says({ email: `else@${domain}`, email_verified: false });
    expect((await ask(person)).has('joined')).toBe(true);
    expect(await stateOf(person)).toEqual({ offered: true, joined: true, has_password: true });
    expect((await signIn()).me).toMatchObject({ id: person.id, email_confirmed: false });
    expect((await ask(person)).has('joined')).toBe(true);
  });

  test('is not joined to who is somebody else’s, nor twice, nor outside the school', async () => {
    await setUp();
    says({});
    await signIn();
    const ben = await personHere('student', 'ben');
    expect((await ask(ben)).get('problem')).toBe('taken');
    says({ sub: 'ben-1', email: ben.email });
    expect((await ask(ben)).has('joined')).toBe(true);
    says({ sub: 'ben-2', email: ben.email });
    expect((await ask(ben)).get('problem')).toBe('taken');

    const stranger = await createPerson(server.db, 'student');
    expect(await stateOf(stranger)).toEqual({ offered: false, joined: false, has_password: true });
    expect((await server.call('POST /users/me/sign-in', { token: stranger.token })).status).toBe(404);
  });

  test('is no longer joined after a new password, and what was under way comes to nothing', async () => {
    const person = await confirmed(await personHere());
    await setUp();
    says({ sub: 'thief', email: `thief@${domain}`, email_verified: false });
    const underWay = openBrowser();
    const answer = await server.call('POST /users/me/sign-in', { token: person.token });
    underWay.take(answer);
    expect((await ask(person)).has('joined')).toBe(true);
    // Somebody else: joined, with a code in their hand, and on their way to the school.
    const ben = await personHere('student', 'ben');
    says({ sub: 'ben', email: ben.email });
    expect((await ask(ben)).has('joined')).toBe(true);
    const withCode = openBrowser();
    const code = (await walk(withCode)).get('code');
    const onTheWay = openBrowser();
    const sent = await server.call('POST /users/me/sign-in', { token: ben.token });
    onTheWay.take(sent);

    await server.call(`POST /admin/users/${person.id}/password`, { admin });
    expect(await getTestUser(server.db, ben.id)).toMatchObject({ subjects: ['ben'] });
    expect((await withCode.post('/sign-in/session', { code })).status).toBe(200);
    expect((await onTheWay.comeBack(provider.returnFrom(sent.body.address))).has('joined')).toBe(true);

    says({ sub: 'thief', email: `thief@${domain}`, email_verified: false });
    expect(await getTestUser(server.db, person.id)).toMatchObject({ subjects: [] });
    const back = await underWay.comeBack(provider.returnFrom(answer.body.address));
    expect(back.has('joined')).toBe(false);
    expect(await getTestUser(server.db, person.id)).toMatchObject({ subjects: [] });
    // Its owner, whose address the school vouches for, is joined again without being asked.
    says({ email: person.email });
    expect((await signIn()).me.id).toBe(person.id);
  });

  test('hears that the school does not answer', async () => {
    const person = await personHere();
    await setUp();
    provider.behave({ claims: {}, isAway: 'always' });
    expect(await server.call('POST /users/me/sign-in', { token: person.token })).toMatchObject({
      status: 503,
      body: { detail: 'Your school’s sign-in does not answer.' },
    });
  });
});

describe('only through the school’s sign-in', () => {
  const logIn = ({ username }: { username: string }, password = PASSWORD) =>
    server.call('POST /token', { form: { username, password } });

  test('closes passwords, after a right one, and registration; the platform admin opens them again', async () => {
    const person = await confirmed(await personHere());
    const office = await personHere('school_admin', 'office');
    await setUp({ onlySignIn: true });
    expect(await logIn(person)).toMatchObject({ status: 403, body: { detail: ONLY_SCHOOL_SIGN_IN } });
    expect((await logIn(person, 'not the password')).status).toBe(401);
    const json = { username: office.username, password: PASSWORD };
    expect((await server.call('POST /schooladmin/login', { json })).status).toBe(403);
    const newcomer = { username: `new-${number}`, email: `new@${domain}`, password: PASSWORD };
    expect(await server.call('POST /register', { json: newcomer })).toMatchObject({ status: 403 });
    says({});
    expect((await signIn()).me.id).toBe(person.id);
    // Without the sign-in, passwords are all there is.
    expect((await server.call(`DELETE /admin/schools/${schoolId}/sign-in`, { admin })).status).toBe(204);
    expect((await logIn(person)).status).toBe(200);
    expect((await getTestUser(server.db, person.id)).subjects).toEqual([]);
  });

  test('closes the way back to a password too', async () => {
    const person = await confirmed(await personHere());
    await setUp({ onlySignIn: true });
    const token = await insertMailedLink(server.db, 'reset', person);
    const json = { token, new_password: 'a quite different secret' };
    expect(await server.call('POST /password/reset', { json })).toMatchObject({
      status: 403,
      body: { detail: ONLY_SCHOOL_SIGN_IN },
    });
    // With mail on, whoever asks is told how they get in.
    const school = await createSchool(withMail.db, `@${domain}`);
    await setUpSignIn(withMail.db, school, { issuer: provider.issuer, onlySignIn: true });
    const email = `closed@${domain}`;
    await createPerson(withMail.db, 'student', { email, schoolId: school });
    await withMail.call('POST /password/forgot', { json: { email } });
    expect((await listMails(withMail.db)).filter(({ recipient }) => recipient === email)).toMatchObject([
      { payload: { url: 'http://127.0.0.1:1/sign-in' } },
    ]);
  });

  test('leaves others alone, and who can only come in by a password', async () => {
    const stranger = await createPerson(server.db, 'student');
    await server.call('POST /schooladmin/register', {
      admin,
      json: { username: `no-address-${number}`, password: PASSWORD, school_id: schoolId },
    });
    await setUp({ onlySignIn: true });
    expect((await logIn(stranger)).status).toBe(200);
    const json = { username: `no-address-${number}`, password: PASSWORD };
    expect((await server.call('POST /schooladmin/login', { json })).status).toBe(200);
  });
});

describe('what is offered', () => {
  test('is known by the domain of an address', async () => {
    const ask = async (email: string) =>
      (await server.call(`GET /sign-in/schools?email=${encodeURIComponent(email)}`)).body;
    expect(await ask(`anybody@${domain}`)).toEqual({ school_id: null });
    await setUp();
    expect(await ask(`Anybody@${domain.toUpperCase()}`)).toEqual({ school_id: schoolId });
    expect(await ask('anybody@elsewhere.edu')).toEqual({ school_id: null });
    expect((await server.call('GET /sign-in/schools?email=nobody')).status).toBe(422);
    expect((await server.call('GET /sign-in/options')).body).toMatchObject({ school_sign_in: true });
  });
});
