import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPerson, createSchool } from '../../testing/people.ts';
import { ADMIN_PASSWORD, startTestServer } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { listTestUsers } from '../../testing/sign-in.queries.ts';
import { CLIENT, startProvider, type TestProvider } from '../../testing/sign-in.ts';
import { replaceSecret } from '../accounts/secrets.queries.ts';

const server = shareServer();
const admin = ADMIN_PASSWORD;
const TENANT = '8eaef023-2b34-4da1-9baa-8bc8c9d6a490';
let provider: TestProvider;
let schoolId: number;
let domain: string;
let number = 0;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());
beforeEach(async () => {
  number += 1;
  domain = `settings${number}.edu`;
  schoolId = await createSchool(server.db, `@${domain}`);
});

const OFF = { makes_students: false, only_sign_in: false };
const other = (fields = {}) => ({
  kind: 'other',
  issuer: provider.issuer,
  client_id: CLIENT.id,
  client_secret: CLIENT.secret,
  ...OFF,
  ...fields,
});
const put = (json: unknown, id = schoolId) =>
  server.call(`PUT /admin/schools/${id}/sign-in`, { admin, json });
const read = async () => (await server.call(`GET /admin/schools/${schoolId}/sign-in`, { admin })).body;
const says = (claims: Record<string, unknown> = {}) =>
  provider.behave({
    claims: { sub: `sub-${number}`, email: `anna@${domain}`, email_verified: true, ...claims },
  });

/** The whole way of a test; returns what it says afterwards. */
const walk = async () => {
  const answer = await server.call(`POST /admin/schools/${schoolId}/sign-in/test`, { admin });
  if (answer.body.address === null) return (await read()).settings;
  const cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? '';
  const back = new URL(provider.returnFrom(answer.body.address)).search;
  const page = await server.call(`GET /sign-in/callback${back}`, { headers: { cookie } });
  expect(page.headers.get('location')).toBe(`/admin/schools/${schoolId}?tab=sign-in`);
  return (await read()).settings;
};
const outcomes = ({ last_test }: { last_test: { outcome: string; detail: string | null }[] }) =>
  last_test.map(({ outcome, detail }) => (detail === null ? outcome : `${outcome}: ${detail}`));

test('a school has none until it is set up, and never shows its secret', async () => {
  expect(await read()).toEqual({ redirect_address: `${server.url}/sign-in/callback`, settings: null });
  const { status, body } = await put(other());
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toEqual(await read());
  expect(body.settings).toEqual({
    kind: 'other',
    issuer: provider.issuer,
    tenant: null,
    client_id: CLIENT.id,
    has_secret: true,
    ...OFF,
    tested_at: null,
    last_test: [],
  });
  expect(JSON.stringify(body)).not.toContain(CLIENT.secret);
});

test('the presets know their issuers', async () => {
  const { issuer: _, ...google } = other({ kind: 'google' });
  expect((await put(google)).body.settings).toMatchObject({ issuer: 'https://accounts.google.com' });
  const entra = { ...google, kind: 'entra', tenant: ` ${TENANT.toUpperCase()} ` };
  expect((await put(entra)).body.settings).toMatchObject({
    issuer: `https://login.microsoftonline.com/${TENANT}/v2.0`,
    tenant: TENANT,
  });
});

test.each([
  ['a tenant that is everybody’s', { kind: 'entra', issuer: undefined, tenant: 'common' }, /^Tenant ID/],
  ['no tenant', { kind: 'entra', issuer: undefined }, /tenant/],
  ['an issuer that is no address', { issuer: 'school' }, /Issuer/],
  ['an issuer that runs something', { issuer: 'javascript:alert(1)' }, /Issuer/],
  ['an issuer with a login', { issuer: 'https://me:secret@login.example.org' }, /Issuer/],
  [
    'an issuer elsewhere without encryption',
    { issuer: 'http://login.example.org' },
    /Issuer must be an https/,
  ],
  ['no client', { client_id: ' ' }, /client_id/],
  ['no secret at first', { client_secret: undefined }, /Client secret is required/],
  ['a secret with a NUL', { client_secret: 'a\0b' }, /client_secret/],
  ['a switch that is none', { only_sign_in: 'yes' }, /only_sign_in/],
  ['an unknown field', { role: 'teacher' }, /Unknown field: role/],
])('%s is refused', async (_, fields, detail) => {
  const { status, body } = await put(JSON.parse(JSON.stringify(other(fields))));
  expect({ status, body }).toEqual({ status: 422, body: { detail: expect.stringMatching(detail) } });
  expect((await read()).settings).toBeNull();
});

test('an unknown school is not found', async () => {
  expect((await put(other(), 2_000_000_000)).status).toBe(404);
  for (const address of ['GET', 'DELETE'])
    expect((await server.call(`${address} /admin/schools/2000000000/sign-in`, { admin })).status).toBe(404);
  const none = await server.call(`POST /admin/schools/${schoolId}/sign-in/test`, { admin });
  expect(none.status).toBe(404);
});

test('where others can connect, a provider on this machine has to be encrypted like any other', async () => {
  const reachable = await startTestServer({
    database: server.db,
    environment: { PUBLIC_URL: 'https://tickmark.example.org' },
  });
  const answer = await reachable.call(`PUT /admin/schools/${schoolId}/sign-in`, { admin, json: other() });
  expect(answer.status).toBe(422);
  // Neither is it asked if it was saved before.
  await put(other());
  await reachable.call(`POST /admin/schools/${schoolId}/sign-in/test`, { admin });
  const { body } = await reachable.call(`GET /admin/schools/${schoolId}/sign-in`, { admin });
  expect(body.redirect_address).toBe('https://tickmark.example.org/sign-in/callback');
  expect(outcomes(body.settings)[0]).toBe('failed: The issuer must be an https address.');
  await reachable.stop();
});

describe('a test', () => {
  beforeEach(() => put(other()));

  test('that comes through turns the sign-in on, lets nobody in, and says who it would be', async () => {
    says();
    const settings = await walk();
    expect(settings.tested_at).not.toBeNull();
    expect(outcomes(settings)).toEqual([
      'ok',
      'ok',
      'ok',
      'ok: nobody, because the school has not added this address',
    ]);
    expect(await listTestUsers(server.db, schoolId)).toEqual([]);
    await put(other({ client_secret: undefined, makes_students: true }));
    expect(outcomes(await walk()).at(-1)).toBe('ok: a new student');
    await createPerson(server.db, 'teacher', { email: `anna@${domain}`, schoolId });
    expect(outcomes(await walk()).at(-1)).toBe('ok: teacher, once the account’s password is given');
  });

  test('that nobody comes back from says so', async () => {
    await server.call(`POST /admin/schools/${schoolId}/sign-in/test`, { admin });
    expect(outcomes((await read()).settings)).toEqual([
      'ok',
      'failed: nobody has signed in there yet',
      'not_reached',
      'not_reached',
    ]);
  });

  test('says that the provider does not vouch for addresses', async () => {
    says({ email_verified: false });
    expect(outcomes(await walk())[2]).toBe(
      'ok: the provider does not vouch for addresses, so an account is joined by its password',
    );
  });

  test('says that the provider is not found', async () => {
    provider.behave({ claims: {}, isAway: 'always' });
    const settings = await walk();
    expect(settings.tested_at).toBeNull();
    expect(outcomes(settings)).toEqual([
      expect.stringMatching(/^failed: .+/),
      'not_reached',
      'not_reached',
      'not_reached',
    ]);
  });

  test('finds an issuer as it calls itself, with or without a slash at the end', async () => {
    const before = provider;
    provider = await startProvider('/sso/');
    await put(other());
    says();
    expect(outcomes(await walk())[0]).toBe('ok');
    await put(other({ issuer: provider.issuer.slice(0, -1) }));
    expect(outcomes(await walk())[0]).toBe(
      `failed: The provider calls itself ${provider.issuer}. Type the issuer exactly like that.`,
    );
    provider.stop();
    provider = before;
  });

  test('says that the secret is wrong', async () => {
    await put(other({ client_secret: 'not the secret' }));
    says();
    expect(outcomes(await walk())).toEqual([
      'ok',
      expect.stringMatching(/^failed: .*invalid_grant/),
      'not_reached',
      'not_reached',
    ]);
  });

  test('says that the domain is another', async () => {
    says({ email: 'anna@other.edu' });
    const settings = await walk();
    expect(settings.tested_at).toBeNull();
    expect(outcomes(settings)).toEqual([
      'ok',
      'ok',
      `failed: got @other.edu, expected @${domain}`,
      'not_reached',
    ]);
  });
});

describe('after a test was passed', () => {
  beforeEach(async () => {
    await put(other());
    says();
    await walk();
  });

  test('the switches can be set, and before it not', async () => {
    const switched = { client_secret: undefined, makes_students: true, only_sign_in: true };
    const { status, body } = await put(other(switched));
    expect({ status, on: body.settings.tested_at !== null, makes: body.settings.makes_students }).toEqual({
      status: 200,
      on: true,
      makes: true,
    });
    const untested = await put(other({ client_id: 'another', makes_students: true, only_sign_in: true }));
    // They stay as they are and wait for the next test.
    expect(untested.body.settings).toMatchObject({ tested_at: null, makes_students: true });
    schoolId = await createSchool(server.db);
    expect(await put(other({ only_sign_in: true }))).toMatchObject({
      status: 409,
      body: { detail: 'Test the sign-in first.' },
    });
  });

  test('the same settings again change nothing; others have to be tested again', async () => {
    const { tested_at: at } = (await read()).settings;
    expect((await put(other({ client_secret: undefined }))).body.settings.tested_at).toBe(at);
    expect((await put(other())).body.settings).toMatchObject({ tested_at: null, last_test: [] });
  });

  test('the saved secret goes to no other provider', async () => {
    const elsewhere = { issuer: 'https://evil.example.org', client_secret: undefined };
    expect(await put(other(elsewhere))).toMatchObject({
      status: 422,
      body: { detail: 'Client secret has to be typed again for another provider.' },
    });
  });

  test('what was done is audited, without a secret', async () => {
    await server.call(`DELETE /admin/schools/${schoolId}/sign-in`, { admin });
    expect((await read()).settings).toBeNull();
    const { body } = await server.call(`GET /admin/audit?school_id=${schoolId}`, { admin });
    expect(
      body.map(({ action, details }: { action: string; details: unknown }) => [action, details]),
    ).toEqual([
      ['sign_in_removed', {}],
      ['sign_in_changed', { on: true }],
      ['sign_in_changed', { kind: 'other', on: false }],
    ]);
  });

  test('a restored instance, which has another key, asks for the secret again', async () => {
    await replaceSecret(server.db, 'sign_in_key', Buffer.alloc(32, 7));
    expect((await read()).settings.has_secret).toBe(false);
    expect(outcomes(await walk())[0]).toBe('failed: The client secret has to be typed again.');
    const start = await server.call(`GET /sign-in/${schoolId}/start`);
    expect(start.headers.get('location')).toBe('/sign-in#problem=away');
  });
});
