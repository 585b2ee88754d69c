import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Endpoint, splitAddress } from '../../contract/endpoint.ts';
import { ADDRESSES, type Address, api } from '../../contract/index.ts';
import { createPerson, createSchool, type Person } from '../testing/people.ts';
import { ADMIN_PASSWORD, type Request } from '../testing/server.ts';
import { shareServer } from '../testing/shared-server.ts';

/** What no well-behaved client sends, to every call that takes a body. */

const server = shareServer();
let person: Record<Person['role'], Person>;
beforeAll(async () => {
  const schoolId = await createSchool(server.db);
  person = {
    student: await createPerson(server.db, 'student'),
    teacher: await createPerson(server.db, 'teacher'),
    school_admin: await createPerson(server.db, 'school_admin', { schoolId }),
  };
});

/** Credentials that admit the call, so that the input is what gets refused. */
const credentials = (address: Address): Request => {
  const { access } = api[address];
  if (access === 'platformAdmin' || access === 'schoolManager') return { admin: ADMIN_PASSWORD };
  if (access === 'teacher') return { token: person.teacher.token };
  if (access === 'schoolAdmin') return { token: person.school_admin.token };
  return access === 'public' || access === 'anyone' || access === 'signature'
    ? {}
    : { token: person.student.token };
};

const call = (address: Address, request: Request) => {
  const { method, path } = splitAddress(address);
  // Set work has ids of its own kind; any other would not be found, whatever is sent.
  const id = path.startsWith('/teachers/sets/') ? randomUUID() : '1';
  return server.call(`${method} ${path.replace(/\{\w+\}/g, id)}`, { ...credentials(address), ...request });
};

const withJson = ADDRESSES.filter((address) => (api[address] as Endpoint).json);
const withForm = ADDRESSES.filter((address) => (api[address] as Endpoint).form);

const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
const json = (body: BodyInit) => ({ raw: { type: 'application/json', body } });

/** Beyond what most calls take; a roster takes more. */
const LARGE = { bytes: 2_200_000, values: 100_000 };

describe.each(withJson)('%s', (address) => {
  const { bodyLimit = 0, maxValues = 0 }: Endpoint = api[address];
  const bytes = Math.max(LARGE.bytes, bodyLimit + 1);
  const values = Math.max(LARGE.values, maxValues);
  test.each<[string, Request, number[]]>([
    ['broken JSON', json('{"a":'), [400]],
    ['an empty body', json(''), [400]],
    ['invalid UTF-8', json(new Uint8Array([0x22, 0xff, 0x22])), [400]],
    ['__proto__', json('{"__proto__":{"is_admin":true}}'), [400]],
    ['deep nesting', json(deep), [400]],
    ['very many values', json(`[${'0,'.repeat(values)}0]`), [400, 413]],
    ['more than the limit', json(JSON.stringify('x'.repeat(bytes))), [413]],
    ['another content type', { raw: { type: 'text/plain', body: 'x' } }, [415]],
    ['XML', { raw: { type: 'application/xml', body: '<a/>' } }, [415]],
    ['an array of wrong things', json('[1]'), [422]],
    ['null', json('null'), [422]],
    ['an unknown key', json('{"surprise":1}'), [422]],
  ])('%s', async (_what, request, statuses) => {
    const { status, body } = await call(address, request);
    expect(statuses, JSON.stringify(body)).toContain(status);
    expect(body).toEqual({ detail: expect.any(String) });
  });
});

describe.each(withForm)('%s', (address) => {
  test.each<[string, string, number]>([
    ['a broken escape', 'username=%zz&password=x', 400],
    ['a field twice', 'username=a&username=b&password=x', 400],
    ['invalid UTF-8', 'username=%ff&password=x', 400],
    ['__proto__', 'username=a&password=x&__proto__=y', 400],
    ['an unknown field', 'username=a&password=x&role=teacher', 422],
    ['a missing field', 'username=a', 422],
    ['nothing', '', 422],
  ])('%s', async (_what, body, status) => {
    const type = 'application/x-www-form-urlencoded';
    const answer = await call(address, { raw: { type, body } });
    expect(answer).toMatchObject({ status, body: { detail: expect.any(String) } });
  });

  test('JSON where a form is expected is refused', async () => {
    expect((await call(address, { json: { username: 'a', password: 'b' } })).status).toBe(415);
  });
});

test('a field is named in the answer', async () => {
  const { body } = await server.call('POST /register', { json: { username: 'a', email: 'a@b.org' } });
  expect(body.detail).toMatch(/^password: /);
  const typed = await server.call('POST /admin/login', { json: { password: 5 } });
  expect(typed.body.detail).toMatch(/^password: /);
});

test('an unknown field name comes back shortened', async () => {
  const long = 'x'.repeat(5000);
  const unknown = await server.call('POST /admin/login', { json: { [long]: 1, password: ADMIN_PASSWORD } });
  expect(unknown).toMatchObject({ status: 422, body: { detail: `Unknown field: ${'x'.repeat(100)}…` } });
  const inside = await server.call('PUT /users/me/preferences', {
    token: person.student.token,
    json: { year_ranges: { [long]: {} }, timezone_overrides: {} },
  });
  expect(inside.status).toBe(422);
  expect(inside.body.detail.length).toBeLessThan(200);
});

test.each([
  ['POST /token', { form: { username: 'a\0b', password: 'x' } }],
  ['POST /schooladmin/login', { json: { username: 'a\0b', password: 'x' } }],
])('%s: a name that PostgreSQL cannot search for is refused', async (address, request) => {
  const detail = 'username: Control characters are not allowed.';
  expect(await server.call(address, request)).toMatchObject({ status: 422, body: { detail } });
});

test.each(['?login_type=admin', '?login_type=teacher&login_type=teacher', '?surprise=1'])(
  'an invalid query is refused: %s',
  async (query) => {
    const { status } = await server.call(`POST /token${query}`, { form: { username: 'a', password: 'b' } });
    expect(status).toBe(422);
  },
);

test('a content type in capitals and with a charset is accepted', async () => {
  const { status } = await server.call('POST /admin/login', {
    raw: { type: 'Application/JSON; charset=utf-8', body: JSON.stringify({ password: ADMIN_PASSWORD }) },
  });
  expect(status).toBe(204);
});

describe('addresses', () => {
  test.each([
    ['GET', '/nope', 404],
    ['GET', '', 404],
    ['POST', '/users/me/', 404],
    ['PUT', '/users/me', 405],
    ['PATCH', '/completion', 405],
    ['GET', '/token', 405],
    ['GET', '/users/%', 400],
    ['GET', '/users/%00', 404],
    ['GET', `/${'x'.repeat(3000)}`, 404],
  ])('%s /api%s: %i', async (method, path, status) => {
    const answer = await server.call(`${method} ${path}`);
    expect(answer.status).toBe(status);
    expect(answer.body).toEqual({ detail: expect.any(String) });
    expect(answer.headers.get('content-type')).toMatch('application/json');
    if (status === 405) expect(answer.headers.get('allow')).toBeTruthy();
  });
});

/** Sends bytes that no HTTP library would, and reads what comes back. */
const raw = (bytes: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes));
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
  });

test('HTTP/1.0 without a host is answered', async () => {
  expect(await raw('GET /livez HTTP/1.0\r\n\r\n')).toContain(' 200 OK');
});

describe('what is not HTTP', () => {
  test.each([
    ['garbage', 'hello\r\n\r\n', '400 Bad Request'],
    ['a broken header', 'GET /api/users/me HTTP/1.1\r\nbroken header\r\n\r\n', '400 Bad Request'],
    [
      'endless headers',
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
    ],
    ['no host', 'GET /api/users/me HTTP/1.1\r\nconnection: close\r\n\r\n', '400 Bad Request'],
    [
      'two hosts',
      'GET /livez HTTP/1.1\r\nhost: x\r\nHost: y\r\nconnection: close\r\n\r\n',
      '400 Bad Request',
    ],
    [
      'a host that is no name',
      'GET /livez HTTP/1.1\r\nhost: x"<y>\r\nconnection: close\r\n\r\n',
      '400 Bad Request',
    ],
    [
      'an unknown expectation',
      'GET /api/users/me HTTP/1.1\r\nhost: x\r\nexpect: wonders\r\n\r\n',
      '417 Expectation Failed',
    ],
    [
      'two lengths',
      'POST /api/logout HTTP/1.1\r\nhost: x\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\nabc',
      '400 Bad Request',
    ],
  ])('%s gets our shape of answer', async (_what, bytes, status) => {
    const answer = await raw(bytes);
    expect(answer).toContain(`HTTP/1.1 ${status}`);
    expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toEqual({ detail: expect.any(String) });
  });
});
