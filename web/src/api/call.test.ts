import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { NEXT_CURSOR_HEADER } from '../../../domain/lists.ts';
import { writeStored } from '../storage.ts';
import { call } from './call.ts';
import { onRefusedToken } from './credentials.ts';
import { ApiError, ConnectionError } from './errors.ts';
import { callPage } from './usePages.ts';

type Seen = { method: string; url: string; headers: IncomingMessage['headers']; body: string };

let seen: Seen;
let answer: (response: ServerResponse) => void;
const realFetch = globalThis.fetch;

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const { method = '', url = '', headers } = request;
  seen = { method, url, headers, body: Buffer.concat(parts).toString() };
  answer(response);
}

const server = createServer((request, response) => void receive(request, response));

const json = (status: number, body: unknown, headers = {}) => {
  answer = (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  };
};

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  // A browser resolves `/api` against its page; Node has none.
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    realFetch(`http://127.0.0.1:${port}${url}`, init),
  );
});

afterAll(() => {
  vi.unstubAllGlobals();
  server.close();
});

beforeEach(() => {
  // Node has no local storage either: what is written is kept for the length of the page, as in a private window.
  writeStored('token', undefined);
  writeStored('schoolAdminToken', undefined);
  writeStored('adminPassword', undefined);
  json(200, {});
});

describe('what is sent', () => {
  it('is the method and path of the address, with JSON', async () => {
    await call('POST /register', { json: { username: 'mia', email: 'mia@school.edu', password: 'p' } });
    expect(seen).toMatchObject({ method: 'POST', url: '/api/register' });
    expect(seen.headers['content-type']).toBe('application/json');
    expect(JSON.parse(seen.body)).toEqual({ username: 'mia', email: 'mia@school.edu', password: 'p' });
    expect(seen.headers.authorization).toBeUndefined();
  });

  it('is a form with a query', async () => {
    await call('POST /token', {
      query: { login_type: 'teacher' },
      form: { username: 'm & m', password: 'a=b+c ü' },
    });
    expect(seen.url).toBe('/api/token?login_type=teacher');
    expect(seen.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    expect(Object.fromEntries(new URLSearchParams(seen.body))).toEqual({
      username: 'm & m',
      password: 'a=b+c ü',
    });
  });

  it('is multipart as the browser makes it', async () => {
    const form = new FormData();
    form.set('file', new Blob(['abc']), 'work.png');
    await call('POST /completion/upload', { multipart: form });
    expect(seen.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
    expect(seen.body).toContain('filename="work.png"');
  });

  it('goes by another way when told, with the same headers and the same errors', async () => {
    writeStored('token', 'user-token');
    const form = new FormData();
    const ways: string[] = [];
    const send = (url: string, init: RequestInit) => {
      ways.push(`${init.method} ${url}`);
      return fetch(url, init);
    };
    json(413, { detail: 'Too large.' });
    const sent = call('POST /completion/upload', { multipart: form, send });
    await expect(sent).rejects.toMatchObject({ status: 413, detail: 'Too large.' });
    expect(ways).toEqual(['POST /api/completion/upload']);
    expect(seen.headers.authorization).toBe('Bearer user-token');
  });

  it('has its parameters in the path, and no query for what is not given', async () => {
    await call('GET /teachers/students/{id}', { params: { id: 7 } });
    expect(seen.url).toBe('/api/teachers/students/7');
    await call('DELETE /completion/files/{public_id}', { params: { public_id: '../a b' } });
    expect(seen.url).toBe('/api/completion/files/..%2Fa%20b');
    await call('GET /admin/users', { query: { q: undefined, limit: '50' } });
    expect(seen.url).toBe('/api/admin/users?limit=50');
  });

  it('carries the credential that was asked for', async () => {
    writeStored('token', 'user-token');
    writeStored('schoolAdminToken', 'school-token');
    writeStored('adminPassword', 'geheim ✓');
    await call('GET /users/me');
    expect(seen.headers.authorization).toBe('Bearer user-token');
    await call('GET /users/me', { as: 'schoolAdmin' });
    expect(seen.headers.authorization).toBe('Bearer school-token');
    await call('GET /admin/schools', { as: 'platformAdmin' });
    expect(seen.headers.authorization).toBeUndefined();
    const header = String(seen.headers['x-admin-password']);
    expect(Buffer.from(header, 'latin1').toString()).toBe('geheim ✓');
    await call('GET /users/me', { as: 'nobody' });
    expect(seen.headers.authorization).toBeUndefined();
  });

  it('carries a second credential where one is stored', async () => {
    writeStored('adminPassword', 'geheim');
    const addSchool = () =>
      call('POST /admin/schools', {
        as: 'platformAdmin',
        also: 'user',
        json: { name: 'Riverside', domain_pattern: '@riverside.example' },
      });
    await addSchool();
    expect(seen.headers.authorization).toBeUndefined();
    writeStored('token', 'user-token');
    await addSchool();
    expect(seen.headers).toMatchObject({ 'x-admin-password': 'geheim', authorization: 'Bearer user-token' });
  });

  it('is nothing when the admin password is missing', async () => {
    await call('GET /users/me');
    await expect(call('GET /admin/schools', { as: 'platformAdmin' })).rejects.toThrow(
      'Admin password not found. Please log in again.',
    );
    expect(seen.url).toBe('/api/users/me');
  });
});

describe('what comes back', () => {
  it('is the parsed answer, or nothing', async () => {
    json(200, { access_token: 'abc' });
    await expect(
      call('POST /schooladmin/login', { json: { username: 'a', password: 'b' } }),
    ).resolves.toEqual({
      access_token: 'abc',
    });
    json(204, undefined);
    await expect(call('POST /logout')).resolves.toBeUndefined();
  });

  it('is a page of a list with the cursor of the next, while there is one', async () => {
    const rows = [{ id: 7, username: 'mia', email: null, role: 'student' }];
    json(200, rows, { [NEXT_CURSOR_HEADER]: '7' });
    const ask = () => callPage('GET /schooladmin/dashboard/users', { query: { limit: '1' } });
    await expect(ask()).resolves.toEqual({ rows, next: '7' });
    expect(seen.url).toBe('/api/schooladmin/dashboard/users?limit=1');
    json(200, rows);
    await expect(ask()).resolves.toEqual({ rows, next: undefined });
    json(403, { detail: 'No.' });
    await expect(ask()).rejects.toBeInstanceOf(ApiError);
  });

  it('is an error with the words of the server', async () => {
    json(429, { detail: 'Too many attempts.' }, { 'retry-after': '8' });
    const error = await call('GET /users/me').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 429, detail: 'Too many attempts.', retryAfter: 8 });
  });

  it('is an error without words when something in between answers', async () => {
    answer = (response) => response.writeHead(502).end('<h1>Bad gateway</h1>');
    const error = await call('GET /users/me').catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ status: 502, detail: undefined, retryAfter: undefined });
  });

  it('is a connection error for a page of somebody else’s and for silence', async () => {
    answer = (response) => response.end('<h1>Welcome to our hotel</h1>');
    await expect(call('GET /users/me')).rejects.toBeInstanceOf(ConnectionError);
    answer = (response) => response.destroy();
    await expect(call('GET /users/me')).rejects.toBeInstanceOf(ConnectionError);
  });

  it('is the reason given by the caller who aborted it', async () => {
    const controller = new AbortController();
    answer = () => controller.abort();
    await expect(call('GET /users/me', { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it('tells of a token that is no longer taken, and of no other refusal', async () => {
    const refused: string[] = [];
    onRefusedToken((credential, secret) => refused.push(`${credential} ${secret}`));
    json(401, { detail: 'Please log in.' });
    await call('GET /users/me').catch(() => undefined);
    writeStored('token', 'dead');
    await call('POST /token', { as: 'nobody', form: { username: 'a', password: 'b' } }).catch(
      () => undefined,
    );
    expect(refused).toEqual([]);
    await call('GET /users/me').catch(() => undefined);
    expect(refused).toEqual(['user dead']);
  });
});
