import { readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { eventually, listOf, QUERY, smallPdf, storedFiles, upload } from '../../testing/evidence.ts';
import { createPerson, createSchool, type Person } from '../../testing/people.ts';
import { startTestServer } from '../../testing/server.ts';
import { shareServer } from '../../testing/shared-server.ts';
import { deletePerson } from './evidence.test.queries.ts';
import { readRange } from './serve-file.ts';
import { createSigner } from './signing.ts';

/** Who can see a file, how it is served, and how it is removed. */

const server = shareServer();
let owner: Person;
let photo: Record<string, string> & { sizes: { width: number; url: string }[] };
let pdf: Record<string, string>;
const pdfBytes = smallPdf(1000);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

beforeAll(async () => {
  owner = await createPerson(server.db, 'student');
  const bytes = await sharp({ create: { width: 1200, height: 900, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer();
  photo = (await upload(server, owner, bytes, { name: 'photo.jpg' })).body;
  pdf = (await upload(server, owner, pdfBytes, { name: 'work.pdf' })).body;
});

const get = async (url: string | undefined, headers: Record<string, string> = {}, method = 'GET') => {
  const answer = await fetch(server.url + url, { headers, method });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

describe('the list', () => {
  test("is the caller's own, in order; a guest's is empty", async () => {
    expect(await listOf(server, owner)).toMatchObject([
      { original_filename: 'photo.jpg', file_type: 'jpeg' },
      { original_filename: 'work.pdf', file_type: 'pdf' },
    ]);
    const other = await createPerson(server.db, 'student');
    expect(await listOf(server, other)).toEqual([]);
    expect(await listOf(server, await createPerson(server.db, 'teacher'))).toEqual([]);
    expect((await server.call(`GET /completion/files?${QUERY}`)).body).toEqual({ files: [] });
    const admin = await createPerson(server.db, 'school_admin', { schoolId: await createSchool(server.db) });
    expect((await server.call(`GET /completion/files?${QUERY}`, { token: admin.token })).status).toBe(403);
  });

  test('is refused for a paper that does not exist', async () => {
    const address = `GET /completion/files?${QUERY.replace('2023', '2013')}`;
    expect((await server.call(address, { token: owner.token })).status).toBe(422);
  });

  test('has the same links within the hour, so that the browser can cache', async () => {
    expect(await listOf(server, owner)).toEqual(await listOf(server, owner));
  });
});

describe('a signed link', () => {
  test('opens the file with the right headers', async () => {
    const { status, headers, bytes } = await get(pdf['file_url']);
    expect(status).toBe(200);
    expect(bytes.equals(pdfBytes)).toBe(true);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(pdfBytes.length),
      'content-disposition': "inline; filename*=UTF-8''work.pdf",
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
    });
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';.*frame-ancestors 'none'$/);
    expect(headers.get('content-security-policy')).not.toMatch(/sandbox|script-src/);
    const [, seconds] = /^private, max-age=(\d+), immutable$/.exec(headers.get('cache-control') ?? '') ?? [];
    expect(Number(seconds)).toBeGreaterThan(3500);
    expect(Number(seconds)).toBeLessThanOrEqual(7200);
  });

  test('with any bit changed does not', async () => {
    for (const url of [photo.sizes[0]?.url]) {
      const whole = Buffer.from(url ?? '');
      const start = '/api/files/'.length;
      const flips: string[] = [];
      for (let at = start; at < whole.length; at += 1) {
        // Without its question mark it is another path, too long for any of ours.
        if (whole[at] === 0x3f) continue;
        for (let bit = 0; bit < 7; bit += 1) {
          const changed = Buffer.from(whole);
          changed[at] = (changed[at] ?? 0) ^ (1 << bit);
          flips.push(changed.toString('latin1'));
        }
      }
      // No client sends what is not a URL at all, or puts the signature after a '#'.
      const sent = flips.filter((flip) => /^[\w/?&=.~;:@!$'()*+,-]+$/.test(flip));
      const wrong: string[] = [];
      const next = async () => {
        for (let flip = sent.pop(); flip !== undefined; flip = sent.pop()) {
          const { status } = await get(flip);
          if (status !== 404) wrong.push(`${status} ${flip}`);
        }
      };
      await Promise.all(Array.from({ length: 16 }, next));
      expect(wrong).toEqual([]);
      expect((await get(url)).status).toBe(200);
    }
  });

  test('does not open another file, kind or width', async () => {
    const queryOf = (url: string | undefined) => url?.split('?')[1];
    const base = `/api/files/${photo['public_id']}`;
    const wrong = [
      base,
      `${base}?expires=9999999999&signature=`,
      `/api/files/${pdf['public_id']}?${queryOf(photo['file_url'])}`,
      `${base}?${queryOf(photo['thumbnail_url'])}`,
      `${base}/thumbnail?${queryOf(photo['file_url'])}`,
      // The same bytes in other letters: the last letter has two bits that mean nothing.
      `${photo['file_url']?.slice(0, -1)}${LETTERS[LETTERS.indexOf(photo['file_url']?.at(-1) ?? '') + 1]}`,
      `${photo['file_url']}&width=480`,
      `${photo['file_url']}&x=1`,
      `${photo['file_url']}&expires=9999999999`,
      `${base}?${queryOf(photo.sizes[0]?.url)?.replace('width=480', 'width=960')}`,
      `${base}?${queryOf(photo.sizes[0]?.url)?.replace('width=480', 'width=0480')}`,
      `${base}?${queryOf(photo['file_url'])?.replace(/expires=\d+/, 'expires=9999999999')}`,
      `/api/files/${'a'.repeat(22)}?${queryOf(photo['file_url'])}`,
      `/api/files/..%2F..%2Fetc?${queryOf(photo['file_url'])}`,
    ];
    for (const url of wrong) {
      const { status, bytes, headers } = await get(url);
      expect(status, url).toBe(404);
      expect(JSON.parse(String(bytes))).toEqual({ detail: 'Not found.' });
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test('expires after one to two hours', async () => {
    const publicId = photo['public_id'] ?? '';
    const hoursAgo = async (hours: number) => {
      const signer = createSigner(server.db, () => Date.now() - hours * 3_600_000);
      const query = await signer.sign({ publicId, kind: 'file', width: null, linkId: null });
      return (await get(`/api/files/${publicId}?${query}`)).status;
    };
    expect(await hoursAgo(0.99)).toBe(200);
    expect(await hoursAgo(2)).toBe(404);
    expect(await hoursAgo(24)).toBe(404);
  });

  test('works at another server of the installation, and stays out of the log', async () => {
    const second = await startTestServer({ environment: { DATA_DIR: server.dataDir }, database: server.db });
    // On a connection of its own, closed with the answer: a kept-alive one would delay the stop.
    const status = await new Promise((resolve, reject) => {
      request(second.url + photo['file_url'], { agent: false }, (answer) => {
        answer.resume().on('close', () => resolve(answer.statusCode));
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
    await second.stop();
    expect(server.logged()).toContain('/files/:public_id');
    expect(server.logged()).not.toContain('signature=');
    expect(server.logged()).not.toContain('photo.jpg');
  });
});

describe('delivery', () => {
  test('answers 304 to a client that has the file', async () => {
    for (const url of [photo['file_url'], photo['thumbnail_url'], photo.sizes[0]?.url]) {
      const tag = (await get(url)).headers.get('etag') ?? '';
      expect(tag).toMatch(/^"[\w-]+"$/);
      const again = await get(url, { 'if-none-match': `"other", W/${tag}` });
      expect(again.status).toBe(304);
      expect(again.bytes).toHaveLength(0);
      expect(again.headers.get('cache-control')).toMatch(/^private/);
      expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200);
    }
  });

  test('answers HEAD with the headers of GET and no body', async () => {
    const [head, whole] = [await get(pdf['file_url'], {}, 'HEAD'), await get(pdf['file_url'])];
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    for (const name of ['content-length', 'content-type', 'etag', 'content-disposition', 'accept-ranges']) {
      expect(head.headers.get(name), name).toBe(whole.headers.get(name));
    }
  });

  test.each([
    ['bytes=0-9', 0, 9],
    ['bytes=100-', 100, pdfBytes.length - 1],
    ['bytes=-50', pdfBytes.length - 50, pdfBytes.length - 1],
    ['bytes=5-999999999', 5, pdfBytes.length - 1],
    ['bytes=-999999999', 0, pdfBytes.length - 1],
  ])('sends the range that %s asks for', async (range, first, last) => {
    const { status, headers, bytes } = await get(pdf['file_url'], { range });
    expect(status).toBe(206);
    expect(headers.get('content-range')).toBe(`bytes ${first}-${last}/${pdfBytes.length}`);
    expect(headers.get('content-length')).toBe(String(last - first + 1));
    expect(bytes.equals(pdfBytes.subarray(first, last + 1))).toBe(true);
  });

  test.each([`bytes=${pdfBytes.length}-`, 'bytes=-0', 'bytes=999999-9999999'])(
    'refuses %s with 416',
    async (range) => {
      const { status, headers } = await get(pdf['file_url'], { range });
      expect(status).toBe(416);
      expect(headers.get('content-range')).toBe(`bytes */${pdfBytes.length}`);
    },
  );

  test.each(['bytes=0-1,5-6', 'lines=1-2', 'bytes=9-5', 'bytes=a-b', 'bytes=-', 'bytes=1-2-3'])(
    'sends the whole for %s',
    async (range) => {
      expect(readRange(range, 100)).toBeUndefined();
      expect((await get(pdf['file_url'], { range })).status).toBe(200);
    },
  );

  test('sends the whole file when the range was of another version', async () => {
    const tag = (await get(pdf['file_url'])).headers.get('etag') ?? '';
    const range = 'bytes=0-9';
    expect((await get(pdf['file_url'], { range, 'if-range': tag })).status).toBe(206);
    expect((await get(pdf['file_url'], { range, 'if-range': '"old"' })).status).toBe(200);
  });

  test('offers an image in the widths below its own, made once', async () => {
    expect(photo.sizes.map(({ width }) => width)).toEqual([480, 960]);
    for (const { width, url } of photo.sizes) {
      const answers = await Promise.all([get(url), get(url), get(url)]);
      for (const { status, bytes, headers } of answers) {
        expect(status).toBe(200);
        expect(headers.get('content-type')).toBe('image/webp');
        expect(await sharp(bytes).metadata()).toMatchObject({ width, format: 'webp' });
      }
    }
    const made = (await storedFiles(server.dataDir)).filter((name) =>
      name.startsWith(photo['public_id'] ?? ''),
    );
    expect(made.map((name) => name.slice(22)).toSorted()).toEqual(['', '.480', '.960', '.thumbnail']);
  });
});

test('a file that the store has lost is not found, in any width', async () => {
  const who = await createPerson(server.db, 'student');
  const bytes = await sharp({ create: { width: 600, height: 90, channels: 3, background: 'blue' } })
    .png()
    .toBuffer();
  const { body } = await upload(server, who, bytes);
  const kept = await readdir(join(server.dataDir, 'files'), { recursive: true, withFileTypes: true });
  for (const entry of kept.filter(({ name }) => name.startsWith(body.public_id)))
    await rm(join(entry.parentPath, entry.name));
  for (const url of [body.file_url, body.thumbnail_url, body.sizes[0].url]) {
    const answer = await get(url);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('cache-control')).not.toContain('immutable');
  }
});

describe('removal', () => {
  const storedOf = async (publicId: string) =>
    (await storedFiles(server.dataDir)).filter((name) => name.startsWith(publicId));

  test("removes the file with all its versions; somebody else's is 404", async () => {
    const who = await createPerson(server.db, 'student');
    const bytes = await sharp({ create: { width: 600, height: 90, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const { body } = await upload(server, who, bytes);
    await get(body.sizes[0].url);
    expect(await storedOf(body.public_id)).toHaveLength(3);
    const address = `DELETE /completion/files/${body.public_id}`;
    for (const role of ['student', 'teacher'] as const) {
      const other = await createPerson(server.db, role);
      expect((await server.call(address, { token: other.token })).status).toBe(404);
    }
    expect(await listOf(server, who)).toHaveLength(1);
    expect(await server.call(address, { token: who.token })).toMatchObject({ status: 204, body: undefined });
    expect((await get(body.file_url)).status).toBe(404);
    expect((await get(body.thumbnail_url)).status).toBe(404);
    expect((await get(body.sizes[0].url)).status).toBe(404);
    expect(await listOf(server, who)).toEqual([]);
    await eventually(async () => expect(await storedOf(body.public_id)).toEqual([]));
    expect((await server.call(address, { token: who.token })).status).toBe(404);
  });

  test.each(['1', 'a'.repeat(22), '..', 'a'.repeat(23), '%00'])('of %s is 404', async (id) => {
    const { status } = await server.call(`DELETE /completion/files/${id}`, { token: owner.token });
    expect(status).toBe(404);
  });

  test('of a person removes their files', async () => {
    const who = await createPerson(server.db, 'student');
    const { body } = await upload(server, who, smallPdf());
    await server.db.transaction((tx) => deletePerson(tx, who.id));
    expect((await get(body.file_url)).status).toBe(404);
    // Any later removal handles what is waiting; otherwise housekeeping does, every minute.
    const other = await createPerson(server.db, 'student');
    const last = (await upload(server, other, smallPdf())).body;
    await server.call(`DELETE /completion/files/${last.public_id}`, { token: other.token });
    await eventually(async () => expect(await storedOf(body.public_id)).toEqual([]));
  });
});
