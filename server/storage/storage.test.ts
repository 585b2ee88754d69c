import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { UnavailableError } from '../errors.ts';
import { copyFiles } from '../operations/copy-files.ts';
import { eventually, listOf, smallPdf, upload } from '../testing/evidence.ts';
import { makeDataFolder } from '../testing/folder.ts';
import { createPerson } from '../testing/people.ts';
import { startRelay } from '../testing/relay.ts';
import { startTestS3 } from '../testing/s3.ts';
import { startTestServer } from '../testing/server.ts';
import { openDisk, openStorage } from './open.ts';
import { openS3Storage } from './s3.ts';
import { type Storage, sha256Of } from './storage.ts';

const s3 = await startTestS3();
const dataDir = await makeDataFolder();
afterAll(async () => {
  if ('stop' in s3) await s3.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const backends: [string, Storage | undefined][] = [
  ['disk', openDisk({ dataDir })],
  'settings' in s3 ? ['S3', openS3Storage(s3.settings)] : [`S3 (not here: ${s3.reason})`, undefined],
];

const nameOf = () => randomBytes(16).toString('base64url');
const fileOf = async (bytes: Buffer): Promise<string> => {
  const path = join(dataDir, nameOf());
  await writeFile(path, bytes);
  return path;
};
const content = async (bytes: Readable | undefined) => bytes && buffer(bytes);
const namesIn = async (storage: Storage) => {
  const names: string[] = [];
  for await (const { name } of storage.list()) names.push(name);
  return names;
};

describe.each(backends)('%s', (_title, given) => {
  const storage = given as Storage;

  test.skipIf(!given)('returns what was put, whole and in ranges', async () => {
    const name = nameOf();
    const bytes = randomBytes(3_000_000);
    await storage.put(name, await fileOf(bytes));
    expect((await content(await storage.get(name)))?.equals(bytes)).toBe(true);
    for (const [first, last] of [
      [0, 0],
      [5, 99],
      [2_999_999, 2_999_999],
      [1_000_000, 2_500_000],
    ] as const) {
      const part = await content(await storage.get(name, { first, last }));
      expect(part?.equals(bytes.subarray(first, last + 1)), `${first}-${last}`).toBe(true);
    }
  });

  test.skipIf(!given)('has nothing under a name that was never put, or was removed', async () => {
    const name = nameOf();
    expect(await storage.get(name)).toBeUndefined();
    await storage.put(name, await fileOf(Buffer.from('a')));
    await storage.remove(name);
    expect(await storage.get(name)).toBeUndefined();
    await storage.remove(name);
  });

  test.skipIf(!given)('replaces objects, and accepts every character that our names have', async () => {
    const names = [
      '-_AZaz09-_AZaz09-_AZaz',
      '-_AZaz09-_AZaz09-_AZaz.thumbnail',
      '-_AZaz09-_AZaz09-_AZaz.480',
    ];
    for (const name of names) {
      await storage.put(name, await fileOf(Buffer.from('old')));
      await storage.put(name, await fileOf(Buffer.from(`new ${name}`)));
    }
    for (const name of names) expect(String(await content(await storage.get(name)))).toBe(`new ${name}`);
  });

  test.skipIf(!given)('lists what is there and since when', async () => {
    const names = Array.from({ length: 12 }, nameOf);
    for (const name of names) await storage.put(name, await fileOf(Buffer.from(name)));
    await storage.remove(names.pop() ?? '');
    await eventually(async () => expect(await namesIn(storage)).toEqual(expect.arrayContaining(names)));
    expect(new Set(await namesIn(storage)).size).toBe((await namesIn(storage)).length);
    for await (const { modifiedAt } of storage.list()) {
      expect(Math.abs(Date.now() - modifiedAt.getTime())).toBeLessThan(120_000);
    }
  });

  test.skipIf(!given)('takes many at once', async () => {
    const files = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const bytes = randomBytes(300_000);
        return { name: nameOf(), bytes, path: await fileOf(bytes) };
      }),
    );
    await Promise.all(files.map(({ name, path }) => storage.put(name, path)));
    for (const { name, bytes } of files) {
      const stored = await storage.get(name);
      expect(stored && (await sha256Of(stored))).toEqual(createHash('sha256').update(bytes).digest());
    }
  });

  test.skipIf(!given)('has no half object when the source file is missing', async () => {
    const name = nameOf();
    await expect(storage.put(name, join(dataDir, 'nowhere'))).rejects.toThrow();
    expect(await storage.get(name)).toBeUndefined();
  });
});

describe('S3', () => {
  test('that refuses the connection is 503, for every operation', async () => {
    const away = openStorage({
      dataDir,
      s3: {
        endpoint: 'http://127.0.0.1:1',
        bucket: 'b',
        region: 'r',
        accessKeyId: 'a',
        secretAccessKey: 's',
      },
    });
    const path = await fileOf(Buffer.from('a'));
    const acts = [
      () => away.put('a', path),
      () => away.get('a'),
      () => away.remove('a'),
      () => namesIn(away),
    ];
    for (const act of acts) await expect(act()).rejects.toThrow(UnavailableError);
  });

  test.skipIf(!('settings' in s3))('that refuses the secret, or has no such bucket, is 503', async () => {
    if (!('settings' in s3)) return;
    const path = await fileOf(Buffer.from('a'));
    const wrongSecret = openS3Storage({ ...s3.settings, secretAccessKey: 'wrong' });
    await expect(wrongSecret.put('a', path)).rejects.toThrow(UnavailableError);
    await expect(wrongSecret.get('a')).rejects.toThrow(UnavailableError);
    const noBucket = openS3Storage({ ...s3.settings, bucket: 'nowhere' });
    await expect(noBucket.put('a', path)).rejects.toThrow(UnavailableError);
    await expect(noBucket.get('a')).rejects.toThrow(UnavailableError);
  });
});

describe.skipIf(!('settings' in s3))('S3 with little patience', () => {
  const { settings } = s3 as Extract<typeof s3, { settings: unknown }>;
  const PATIENCE_MS = 1000;

  test('lets a slow reader take longer than that', async () => {
    // Long enough that the first byte is not late.
    const patience = 5 * PATIENCE_MS;
    const storage = openS3Storage(settings, patience);
    const name = nameOf();
    // More than what is read ahead.
    const bytes = randomBytes(5_000_000);
    await openS3Storage(settings).put(name, await fileOf(bytes));
    const [whole, part] = [await storage.get(name), await storage.get(name, { first: 1, last: 4_999_999 })];
    await once(AbortSignal.timeout(patience + 100), 'abort');
    expect((await content(whole))?.equals(bytes)).toBe(true);
    expect((await content(part))?.equals(bytes.subarray(1))).toBe(true);
  });

  test('is 503 without an answer, for every operation', async () => {
    const { hostname, port } = new URL(settings.endpoint);
    const line = await startRelay({ host: hostname, port: Number(port) });
    const endpoint = `http://127.0.0.1:${line.connection.port}`;
    const mute = openS3Storage({ ...settings, endpoint }, PATIENCE_MS);
    line.silence();
    const path = await fileOf(Buffer.from('a'));
    const acts = [mute.put('a', path), mute.get('a'), mute.remove('a'), namesIn(mute)];
    for (const outcome of await Promise.allSettled(acts))
      expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(UnavailableError) });
    await line.cut();
  });
});

describe('the disk', () => {
  test('stores the file itself: it is moved, not copied', async () => {
    const disk = openDisk({ dataDir });
    const path = await fileOf(Buffer.from('moved'));
    const { ino } = await stat(path);
    const name = nameOf();
    await disk.put(name, path);
    const folder = join(dataDir, 'files', 'objects', name.slice(0, 2));
    expect(await readdir(folder)).toContain(name);
    expect((await stat(join(folder, name))).ino).toBe(ino);
    await expect(stat(path)).rejects.toThrow();
  });

  test('lets no other user read a file or list a folder, whatever the umask', async () => {
    const place = await makeDataFolder();
    const before = process.umask(0);
    try {
      const path = join(place, 'made');
      await writeFile(path, 'evidence');
      await openDisk({ dataDir: place }).put('ab-name', path);
    } finally {
      process.umask(before);
    }
    const modes = ['files', 'files/objects', 'files/objects/ab', 'files/objects/ab/ab-name'].map(
      async (name) => ((await stat(join(place, name))).mode & 0o777).toString(8),
    );
    expect(await Promise.all(modes)).toEqual(['700', '700', '700', '600']);
    await rm(place, { recursive: true, force: true });
  });

  test('that cannot be written to throws', async () => {
    const place = await makeDataFolder();
    await mkdir(join(place, 'files'), { recursive: true });
    await writeFile(join(place, 'files', 'objects'), 'a file where the folder should be');
    await expect(
      openDisk({ dataDir: place }).put(nameOf(), await fileOf(Buffer.from('a'))),
    ).rejects.toThrow();
    await rm(place, { recursive: true, force: true });
  });
});

describe.skipIf(!('settings' in s3))('the product on S3', () => {
  const { settings } = s3 as Extract<typeof s3, { settings: unknown }>;
  const environmentOf = (endpoint: string) => ({
    DATA_DIR: dataDir,
    S3_ENDPOINT: endpoint,
    S3_BUCKET: settings.bucket,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  });
  const picture = () =>
    sharp({ create: { width: 700, height: 500, channels: 3, background: 'teal' } })
      .jpeg()
      .toBuffer();

  test('stores and serves files; while the store is down files are 503 and the rest works', async () => {
    const { hostname, port } = new URL(settings.endpoint);
    const line = await startRelay({ host: hostname, port: Number(port) });
    const server = await startTestServer({
      environment: environmentOf(`http://127.0.0.1:${line.connection.port}`),
    });
    const get = async (url: string, headers = {}) => {
      const answer = await fetch(server.url + url, { headers });
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
    };
    const who = await createPerson(server.db, 'student');
    const pdf = smallPdf(500_000);
    const work = (await upload(server, who, pdf)).body;
    const photo = (await upload(server, who, await picture())).body;
    expect((await get(work.file_url)).bytes.equals(pdf)).toBe(true);
    expect((await get(work.file_url, { range: 'bytes=10-19' })).bytes.equals(pdf.subarray(10, 20))).toBe(
      true,
    );
    for (const url of [photo.file_url, photo.thumbnail_url, photo.sizes[0].url]) {
      expect((await get(url)).status).toBe(200);
    }

    await line.cut();
    expect((await upload(server, who, pdf)).status).toBe(503);
    expect((await get(work.file_url)).status).toBe(503);
    expect(await listOf(server, who)).toHaveLength(2);
    expect((await server.call('GET /completion', { token: who.token })).status).toBe(200);
    const address = `DELETE /completion/files/${work.public_id}`;
    expect((await server.call(address, { token: who.token })).status).toBe(204);

    await line.mend();
    expect((await get(photo.file_url)).status).toBe(200);
    expect((await upload(server, who, pdf)).status).toBe(200);
    // What could not be removed then is removed the next time.
    await server.call(`DELETE /completion/files/${photo.public_id}`, { token: who.token });
    const left = openS3Storage(settings);
    await eventually(async () => {
      const names = await namesIn(left);
      expect(
        names.filter((name) => name.startsWith(work.public_id) || name.startsWith(photo.public_id)),
      ).toEqual([]);
    });
    await line.cut();
    await server.stop();
  });

  test('is reached by moving the files there, and left by moving them back', async () => {
    const [from, back] = [await makeDataFolder(), await makeDataFolder()];
    const server = await startTestServer({ environment: { DATA_DIR: from } });
    const who = await createPerson(server.db, 'student');
    const ids: string[] = [];
    for (const bytes of [smallPdf(1000), await picture(), smallPdf(2000)]) {
      ids.push((await upload(server, who, bytes)).body.public_id);
    }
    const [disk, store] = [openDisk({ dataDir: from }), openS3Storage(settings)];
    const move = (a: Storage, b: Storage) => copyFiles(server.db, a, b, join(from, 'files', 'work'));

    // As if interrupted: one is copied already, another is there but damaged.
    await store.put(
      ids[0] ?? '',
      await fileOf((await content(await disk.get(ids[0] ?? ''))) ?? Buffer.alloc(0)),
    );
    await store.put(ids[2] ?? '', await fileOf(Buffer.from('damaged on the way')));
    expect(await move(disk, store)).toMatchObject({ copied: 3, alreadyThere: 1, faults: [] });
    expect(await move(disk, store)).toMatchObject({ copied: 0, alreadyThere: 4, faults: [] });

    const restored = openDisk({ dataDir: back });
    expect(await move(store, restored)).toMatchObject({ copied: 4, alreadyThere: 0, faults: [] });
    expect((await namesIn(restored)).toSorted()).toEqual((await namesIn(disk)).toSorted());

    // A file that differs from what was uploaded is named, and not copied.
    await store.put(ids[2] ?? '', await fileOf(Buffer.from('changed by somebody')));
    await store.remove(ids[1] ?? '');
    const last = openDisk({ dataDir: join(back, 'again') });
    const { copied, faults } = await move(store, last);
    expect(copied).toBe(2);
    expect(faults).toEqual([`${ids[1]}: it is missing.`, `${ids[2]}: it differs from what was uploaded.`]);
    expect(await last.get(ids[2] ?? '')).toBeUndefined();

    await server.stop();
    for (const folder of [from, back]) await rm(folder, { recursive: true, force: true });
  });

  test('has no file that was deleted during the move', async () => {
    const from = await makeDataFolder();
    const server = await startTestServer({ environment: { DATA_DIR: from } });
    const who = await createPerson(server.db, 'student');
    const [disk, store] = [openDisk({ dataDir: from }), openS3Storage(settings)];
    const move = (source = disk) => copyFiles(server.db, source, store, join(from, 'files', 'work'));
    const isIn = async (storage: Storage, id: string) =>
      (await namesIn(storage)).some((name) => name.startsWith(id));
    const remove = async (id: string) => {
      await server.call(`DELETE /completion/files/${id}`, { token: who.token });
      await eventually(async () => expect(await isIn(disk, id)).toBe(false));
    };
    const [stays, between, within] = [
      (await upload(server, who, smallPdf(1000))).body.public_id,
      (await upload(server, who, await picture())).body.public_id,
      (await upload(server, who, smallPdf(2000))).body.public_id,
    ];
    const foreign = nameOf();
    await store.put(foreign, await fileOf(Buffer.from('of another installation')));

    // One file is deleted while the others are copied, another when all are there.
    const summary = await move({
      ...disk,
      get: async (name) => {
        if (name === within) await remove(within);
        return disk.get(name);
      },
    });
    expect(summary).toEqual({ copied: 3, alreadyThere: 0, removed: 1, faults: [] });
    await remove(between);
    expect(await move()).toEqual({ copied: 0, alreadyThere: 1, removed: 1, faults: [] });
    for (const id of [between, within]) expect(await isIn(store, id)).toBe(false);
    for (const id of [stays, foreign]) expect(await isIn(store, id)).toBe(true);

    // What was uploaded after the switch is only in the new store.
    const after = await startTestServer({
      database: server.db,
      environment: environmentOf(settings.endpoint),
    });
    await upload(after, who, await picture());
    expect(await move()).toEqual({ copied: 0, alreadyThere: 3, removed: 0, faults: [] });

    await after.stop();
    await server.stop();
    await rm(from, { recursive: true, force: true });
  });
});
