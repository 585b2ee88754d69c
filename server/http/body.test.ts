import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  DEFAULT_BODY_LIMIT,
  DEFAULT_MAX_VALUES,
  type Endpoint,
  splitAddress,
} from '../../contract/endpoint.ts';
import { ADDRESSES, type Address, api } from '../../contract/index.ts';
import { createPerson, type Person } from '../testing/people.ts';
import { ADMIN_PASSWORD } from '../testing/server.ts';
import { shareServerWithSite } from '../testing/shared-server.ts';
import { writeSite } from '../testing/site.ts';

/** Bodies that cost more to read than to send, and those that are too large. */

const server = shareServerWithSite(writeSite);
let student: Person;
beforeAll(async () => {
  student = await createPerson(server.db, 'student');
});

const RESTRICTED = ['platformAdmin', 'schoolManager', 'teacher', 'schoolAdmin'];
/** Every call with a body that a stranger or a student can make. */
const REACHABLE = ADDRESSES.filter((address) => {
  const endpoint: Endpoint = api[address];
  return (endpoint.json ?? endpoint.form) && !RESTRICTED.includes(endpoint.access);
});

const send = (address: Address, body: string) => {
  const { form, access }: Endpoint = api[address];
  const { method, path } = splitAddress(address);
  const type = form ? 'application/x-www-form-urlencoded' : 'application/json';
  const token = access === 'public' ? undefined : student.token;
  // An id that nothing has: the body is checked before it is looked for.
  const known = path.replaceAll(/\{\w+\}/g, '1');
  return server.call(`${method} ${known}`, { token, raw: { type, body } });
};

describe.each(REACHABLE)('%s', (address) => {
  const { form, bodyLimit = DEFAULT_BODY_LIMIT, maxValues = DEFAULT_MAX_VALUES }: Endpoint = api[address];
  const tooMany = form ? 'The form has too many fields.' : 'The body has too many values.';
  const keys = (count: number, rest = '') => {
    const names = Array.from({ length: count }, (_, n) => `k${n.toString(36)}`);
    return form ? names.join('&') + rest : `{${names.map((name) => `"${name}":0`).join(',')}${rest}}`;
  };

  test('values are counted before anything is decoded', async () => {
    // What follows is neither JSON nor a form: a parser that had started would have said so.
    const { status, body } = await send(address, keys(maxValues + 1, '%zz\\'));
    expect({ status, body }).toEqual({ status: 400, body: { detail: tooMany } });
    const fitting = await send(address, keys(maxValues));
    expect(fitting.status, JSON.stringify(fitting.body)).toBe(422);
  });

  test('takes no more bytes than it needs', async () => {
    // A student's whole spreadsheet, with a note of some length in each row, comes in one piece.
    const most = address === 'POST /completion/spreadsheet' ? 1024 * 1024 : 256 * 1024;
    expect(bodyLimit).toBeLessThanOrEqual(most);
    const { status, body } = await send(address, ' '.repeat(bodyLimit + 1));
    expect({ status, body }).toEqual({ status: 413, body: { detail: 'The request is too large.' } });
  });
});

test('the longest valid input fits, even with every character escaped', async () => {
  const escaped = (text: string) =>
    text.replaceAll(/./gsu, (c) =>
      c
        .split('')
        .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
        .join(''),
    );
  const message = escaped('é'.repeat(5000));
  const feedback = `{"message":"${message}","email":"Anonymous","timestamp":"now","user":"Anonymous"}`;
  expect((await send('POST /feedback', feedback)).status).toBe(200);
  const password = '\u{1F511}'.repeat(512);
  const login = new URLSearchParams({ username: student.username ?? '', password }).toString();
  expect((await send('POST /token', login)).status).toBe(401);
  const chosen = Array.from({ length: 128 }, (_, n) => String.fromCodePoint(0x1f300 + ((n * 37) % 600)));
  const newPassword = `{"current_password":"${escaped(password)}","new_password":"${escaped(chosen.join(''))}"}`;
  expect((await send('POST /users/me/password', newPassword)).body.detail).toBe(
    'The current password is wrong.',
  );
});

test('a name that is too long is refused before it is compared with anything', async () => {
  // Accents in the wrong order take time that grows with the square of their number.
  const username = 'a\u0315\u0300'.repeat(3000);
  const json = { username, email: 'a@example.org', password: 'a long enough password' };
  const { status, body } = await server.call('POST /register', { json });
  expect({ status, body }).toEqual({
    status: 422,
    body: { detail: 'username: Must be at most 60 characters.' },
  });
});

describe('a form sent to a page', () => {
  const type = 'application/x-www-form-urlencoded';
  test('is discarded', async () => {
    const answer = await server.call('POST //', { raw: { type, body: 'username=a&password=b' } });
    expect(answer.status).toBe(303);
  });

  test.each([
    ['many fields', 'a&'.repeat(5000), 400],
    ['more than the limit', 'a&'.repeat(100_000), 413],
  ])('with %s is refused', async (_what, body, status) => {
    expect((await server.call('POST //', { raw: { type, body } })).status).toBe(status);
    expect((await server.call('POST //nowhere', { raw: { type, body } })).status).toBe(status);
  });
});

test('a body of undeclared length is refused', async () => {
  const answer = await fetch(`${server.url}/api/feedback`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new Blob(['{}']).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(answer.status).toBe(411);
  expect(await answer.json()).toEqual({ detail: 'Send the length of the body.' });
});

test('a URL with too many parameters is refused', async () => {
  const { status, body } = await server.call(`GET /completion/files?${'a&'.repeat(40)}`);
  expect({ status, body }).toEqual({
    status: 400,
    body: { detail: 'The address has too many parameters.' },
  });
});

/** Sends all of a request before it reads anything, as browsers do. Rejects when the connection is reset. */
const sendFirst = (head: string, bytes: number): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
      socket.pause();
      socket.write(`${head}host: x\r\ncontent-type: application/json\r\ncontent-length: ${bytes}\r\n\r\n`);
      socket.write(Buffer.alloc(bytes, 'x'), (error) => (error ? reject(error) : socket.resume()));
    });
    socket.on('data', (piece) => {
      socket.destroy();
      resolve(String(piece));
    });
    socket.on('error', reject);
  });

describe('a body that is too large is read to its end and answered', () => {
  test.each([
    ['the connection is kept', ''],
    ['the client asks to close it', 'connection: close\r\n'],
  ])('when %s', async (_what, header) => {
    const answer = await sendFirst(`POST /api/feedback HTTP/1.1\r\n${header}`, 5_000_000);
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
    expect(answer).toContain('{"detail":"The request is too large."}');
  });

  test('also for a caller without access', async () => {
    const head = `POST /api/admin/schools HTTP/1.1\r\nx-admin-password: ${ADMIN_PASSWORD}x\r\n`;
    expect(await sendFirst(head, 5_000_000)).toMatch(/^HTTP\/1\.1 403 /);
  });

  test('but not for ever', async () => {
    await expect(sendFirst('POST /api/feedback HTTP/1.1\r\n', 60_000_000)).rejects.toThrow(
      /ECONNRESET|EPIPE/,
    );
  });
});
