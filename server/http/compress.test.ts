import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import { createPerson, PASSWORD, type Person } from '../testing/people.ts';
import { shareServer } from '../testing/shared-server.ts';

const server = shareServer();
let student: Person;
beforeAll(async () => {
  student = await createPerson(server.db, 'student');
});

/** Not with fetch, which chooses the encoding and decompresses by itself. */
const get = async (path: string, accepted?: string) => {
  const headers = {
    authorization: `Bearer ${student.token}`,
    ...(accepted !== undefined && { 'accept-encoding': accepted }),
  };
  return new Promise<{ encoding: string | undefined; vary: string | undefined; bytes: Buffer }>(
    (resolve, reject) => {
      const call = request(`${server.url}/api${path}`, { headers }, (answer) => {
        const { 'content-encoding': encoding, vary } = answer.headers;
        buffer(answer).then((bytes) => resolve({ encoding, vary, bytes }), reject);
      });
      call.on('error', reject).end();
    },
  );
};

test('a long answer is compressed for clients that accept it', async () => {
  const years = [2014, 2015, 2016, 2017, 2018, 2019, 2021, 2022, 2023];
  const keys = years.flatMap((year) =>
    ['May', 'November'].flatMap((session) =>
      ['paper1', 'paper2', 'paper3'].map((paper) => `math_aa_hl-${year}-${session}-${paper}`),
    ),
  );
  const completion_data = Object.fromEntries(keys.map((key) => [key, { is_completed: true, score: 70 }]));
  const filled = await server.call('POST /completion/bulk', {
    token: student.token,
    json: { completion_data },
  });
  expect(filled.status).toBe(200);

  const plain = await get('/completion');
  expect(plain).toMatchObject({ encoding: undefined, vary: 'accept-encoding' });
  expect(plain.bytes.length).toBeGreaterThan(4096);
  const refused = await get('/completion', 'br;q=0, identity');
  expect(refused).toEqual(plain);
  const brotli = await get('/completion', 'gzip, deflate, br, zstd');
  expect(brotli).toMatchObject({ encoding: 'br', vary: 'accept-encoding' });
  expect(brotliDecompressSync(brotli.bytes)).toEqual(plain.bytes);
  const gzip = await get('/completion', 'gzip');
  expect(gzip.encoding).toBe('gzip');
  expect(gunzipSync(gzip.bytes)).toEqual(plain.bytes);
  expect(Math.max(brotli.bytes.length, gzip.bytes.length)).toBeLessThan(plain.bytes.length / 4);
});

test('a short answer is not compressed, and neither is a token', async () => {
  expect((await get('/users/me', 'br')).encoding).toBeUndefined();
  const login = await fetch(`${server.url}/api/token`, {
    method: 'POST',
    headers: { 'accept-encoding': 'br' },
    body: new URLSearchParams({ username: student.username, password: PASSWORD }),
  });
  expect([login.status, login.headers.get('content-encoding')]).toEqual([200, null]);
});
