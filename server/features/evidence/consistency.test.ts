import { execFileSync } from 'node:child_process';
import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startHousekeeping } from '../../housekeeping.ts';
import { openDisk, workFolder } from '../../storage/open.ts';
import type { Storage } from '../../storage/storage.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts';
import { eventually, listOf, smallPdf, storedFiles, upload } from '../../testing/evidence.ts';
import { makeDataFolder } from '../../testing/folder.ts';
import { createPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/server.ts';
import { cleanWorkFolder, removeQueuedFiles } from './cleanup.ts';
import { noteUpload } from './evidence.queries.ts';
import { ageNotes, countTraces, deletePerson, listNotes } from './evidence.test.queries.ts';
import { createImages } from './images.ts';
import { createFileStore, inWorkFolder } from './store-file.ts';

/** The row and the stored file agree, whatever happens in between. */

let database: TestDatabase;
let dataDir: string;
let disk: Storage;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = await makeDataFolder();
  disk = openDisk({ dataDir });
});
afterAll(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

const PAPER_ID = {
  subjectId: 'math_aa_hl',
  year: 2023,
  session: 'May',
  paper: 'paper1',
  timezone: 'TZ1',
} as const;

/** Stores a PDF through the given store. */
const keepPdf = (storage: Storage, userId: number) =>
  inWorkFolder(workFolder({ dataDir }), async (folder) => {
    const path = join(folder, 'received');
    await writeFile(path, smallPdf());
    const file = { path, type: 'pdf', filename: 'a.pdf', size: 100, sha256: Buffer.alloc(32) } as const;
    const fileStore = createFileStore(database.db, storage, createImages());
    return fileStore.store(userId, PAPER_ID, file, folder, async () => {});
  });

const objects = async () => {
  const names: string[] = [];
  for await (const { name } of disk.list()) names.push(name);
  return names;
};

test('an object is noted for removal before it is stored, and its row deletes the note', async () => {
  const { db } = database;
  const who = await createPerson(db, 'student');
  let noted: Awaited<ReturnType<typeof listNotes>> = [];
  const watched: Storage = {
    ...disk,
    put: async (name, path) => {
      noted = await listNotes(db);
      await disk.put(name, path);
    },
  };
  const { public_id } = await keepPdf(watched, who.id);
  expect(noted).toEqual([{ public_id, minutes: expect.closeTo(15, 0) }]);
  expect(await listNotes(db)).toEqual([]);
  expect(await objects()).toEqual([public_id]);
  await db.transaction((tx) => deletePerson(tx, who.id));
  await removeQueuedFiles(db, disk);
  expect(await objects()).toEqual([]);
});

test('an upload that dies after storing is cleaned up later, and not before', async () => {
  const { db } = database;
  const who = await createPerson(db, 'student');
  // As after kill -9: the object exists, and nobody is left to write the row or to clean up.
  await noteUpload(db, 'q'.repeat(22));
  await writeFile(join(dataDir, 'left'), 'leftover');
  await disk.put('q'.repeat(22), join(dataDir, 'left'));
  await removeQueuedFiles(db, disk);
  expect(await objects()).toHaveLength(1);
  await ageNotes(db);
  await removeQueuedFiles(db, disk);
  expect(await objects()).toEqual([]);
  expect(await countTraces(db, who.id)).toEqual({ files: 0, notes: 0, records: 0 });
});

test('a row is refused once its objects may be gone', async () => {
  const { db } = database;
  const who = await createPerson(db, 'student');
  const slow: Storage = {
    ...disk,
    put: async (name, path) => {
      await disk.put(name, path);
      await ageNotes(db);
      await removeQueuedFiles(db, disk);
    },
  };
  await expect(keepPdf(slow, who.id)).rejects.toMatchObject({ status: 503 });
  expect(await countTraces(db, who.id)).toEqual({ files: 0, notes: 0, records: 0 });
  expect(await objects()).toEqual([]);
});

test('a user deleted while their file is being stored leaves no file', async () => {
  const { db } = database;
  const who = await createPerson(db, 'student');
  const deleting: Storage = {
    ...disk,
    put: async (name, path) => {
      await disk.put(name, path);
      await db.transaction((tx) => deletePerson(tx, who.id));
    },
  };
  await expect(keepPdf(deleting, who.id)).rejects.toMatchObject({ status: 401 });
  await removeQueuedFiles(db, disk);
  expect(await objects()).toEqual([]);
  expect(await listNotes(db)).toEqual([]);
});

test('housekeeping removes queued objects and old work folders', async () => {
  const { db } = database;
  const who = await createPerson(db, 'student');
  await keepPdf(disk, who.id);
  const place = workFolder({ dataDir });
  for (const name of ['wold', 'wnew']) {
    await mkdir(join(place, name), { recursive: true });
    await writeFile(join(place, name, 'received'), 'half an upload');
  }
  const twoHoursAgo = new Date(Date.now() - 7_200_000);
  await utimes(join(place, 'wold'), twoHoursAgo, twoHoursAgo);
  await db.transaction((tx) => deletePerson(tx, who.id));
  const warn = vi.fn();
  const housekeeping = startHousekeeping(db, { warn } as never, { storage: disk, workFolder: place });
  await eventually(async () => {
    expect(await objects()).toEqual([]);
    expect(await storedFiles(dataDir)).toEqual(['received']);
  });
  housekeeping.stop();
  expect(warn).not.toHaveBeenCalled();
  await cleanWorkFolder(place, 0);
  expect(await storedFiles(dataDir)).toEqual([]);
});

/** A disk of a few megabytes, which only root can make. */
const tryMount = (folder: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=12m', 'none', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('a full disk', async () => {
  const small = await makeDataFolder();
  const isMounted = tryMount(small);
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({ environment: { DATA_DIR: small }, database: database.db });
  });
  afterAll(async () => {
    await server.stop();
    if (isMounted) execFileSync('umount', [small]);
    await rm(small, { recursive: true, force: true });
  });

  test.skipIf(!isMounted)(
    'is 507 without a trace; reads keep working; freeing space helps at once',
    async () => {
      const who = await createPerson(database.db, 'student');
      const first = (await upload(server, who, smallPdf(3_000_000))).body;
      await writeFile(join(small, 'ballast'), Buffer.alloc(7_000_000));
      const png = await sharp({
        create: {
          width: 2000,
          height: 2000,
          channels: 3,
          background: 'red',
          noise: { type: 'gaussian', mean: 128, sigma: 90 },
        },
      })
        .png()
        .toBuffer();
      for (const bytes of [smallPdf(4_000_000), png]) {
        const refused = await upload(server, who, bytes.subarray(0, 9_000_000));
        expect(refused).toMatchObject({ status: 507, body: { detail: expect.stringMatching(/no space/) } });
      }
      const tick = { subject_id: 'math_aa_hl', year: 2019, session: 'May', paper: 'paper1', timezone: null };
      const json = { ...tick, is_completed: true, score: null };
      expect((await server.call('POST /completion', { token: who.token, json })).status).toBe(200);
      const file = await fetch(server.url + first.file_url);
      expect(file.status).toBe(200);
      // Unread, it would keep its connection open and the server from stopping.
      await file.arrayBuffer();
      expect(await storedFiles(small)).toEqual([first.public_id]);
      expect(await countTraces(database.db, who.id)).toEqual({ files: 1, notes: 0, records: 2 });
      await rm(join(small, 'ballast'));
      expect((await upload(server, who, smallPdf(4_000_000))).status).toBe(200);
      expect(await listOf(server, who)).toHaveLength(2);
    },
  );
});

describe('the image workers', () => {
  const picture = async () => {
    const path = join(dataDir, 'picture.png');
    await sharp({ create: { width: 3000, height: 3000, channels: 3, background: 'blue' } })
      .png()
      .toFile(path);
    return path;
  };

  test('have a limited queue and refuse others with 503', async () => {
    const images = createImages({ workers: 1, maxWaiting: 2 });
    const from = await picture();
    const results = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) =>
        images({ task: 'resize', from, to: join(dataDir, `out${n}`), width: 480 }),
      ),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused).toHaveLength(3);
    for (const { reason } of refused) expect(reason).toMatchObject({ status: 503 });
    // And they are free again.
    await images({ task: 'resize', from, to: join(dataDir, 'later'), width: 480 });
  });

  test('that take too long are stopped, and the next job gets a new one', async () => {
    const from = await picture();
    const hasty = createImages({ workers: 1, limitMs: 1 });
    await expect(hasty({ task: 'resize', from, to: join(dataDir, 'a'), width: 480 })).rejects.toMatchObject({
      status: 422,
    });
    const patient = createImages({ workers: 1, idleMs: 1 });
    for (const to of ['b', 'c']) await patient({ task: 'resize', from, to: join(dataDir, to), width: 480 });
  });
});
