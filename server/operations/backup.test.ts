import { randomUUID } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Database } from '../db/database.ts';
import { listAppliedMigrations, listSetAside } from '../db/migrate.queries.ts';
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../db/migrate.ts';
import { rollBackTo } from '../db/rollback.ts';
import { insertOldUsers } from '../db/upgrade.test.queries.ts';
import { createPasswords } from '../features/accounts/passwords.ts';
import { erasePerson } from '../features/accounts/personal-data.ts';
import { listSumDifferences } from '../features/tracker/sums.queries.ts';
import { openDisk } from '../storage/open.ts';
import { type Storage, sha256Of } from '../storage/storage.ts';
import { makeBackupBefore, VERSIONS_BEFORE } from '../testing/backup-before.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { PAPER, smallPdf, storedFiles, upload } from '../testing/evidence.ts';
import { makeDataFolder } from '../testing/folder.ts';
import { insertFailedMail } from '../testing/mails.queries.ts';
import { createPerson, createSchool, PASSWORD, type Person } from '../testing/people.ts';
import { inAMonth } from '../testing/scene.ts';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { stepsOn } from '../testing/steps.ts';
import { withArchive } from './archive.ts';
import {
  changeSetAside,
  countPeople,
  countTables,
  insertPair,
  listAttemptIds,
  listSecretNames,
  listStoredFiles,
  listSums,
  pretendFuture,
} from './backup.test.queries.ts';
import { loadBackup } from './load-backup.ts';
import { makeBackup } from './make-backup.ts';
import { hasRows } from './tables.queries.ts';

/** An instance with some of everything, and what becomes of it. */

let server: TestServer;
let dataDir: string;
let storage: Storage;
let folder: string;
let original: string;
let student: Person;
let teacher: Person;
let schoolAdmin: Person;
let lastId: number;
let sharedLink: string;

const { ok } = stepsOn(() => server);

const fill = async () => {
  const schoolId = await createSchool(server.db, '@riverside.edu');
  const otherSchoolId = await createSchool(server.db);
  student = await createPerson(server.db, 'student', {
    schoolId,
    username: 'Zoë "\\n" ünïcode',
    email: 'zoe@riverside.edu',
  });
  teacher = await createPerson(server.db, 'teacher', { schoolId });
  schoolAdmin = await createPerson(server.db, 'school_admin', { schoolId });
  const stranger = await createPerson(server.db, 'teacher', { schoolId: otherSchoolId });
  await ok(student, 'POST /subjects', { subjects: ['physics_sl', 'math_aa_hl'] });
  await ok(student, 'PUT /users/me/preferences', {
    year_ranges: { physics_sl: { startYear: 2019, endYear: 2020 } },
    timezone_overrides: { math_aa_hl: { paper1: false } },
    pace: { session: 'May 2027', goal: 3, weeks_off: ['2026-12-21'] },
  });
  for (const [year, score] of [
    [2021, 0],
    [2022, null],
    [2023, 88],
  ]) {
    await ok(student, 'POST /completion', { ...PAPER, year, is_completed: true, score });
  }
  const again = { done_on: '2026-01-05', score: 40, note: 'Slow in part B.' };
  await ok(student, 'POST /completion/attempts', { ...PAPER, year: 2023, ...again });
  const page = { name: 'Zoë', subjects: ['math_aa_hl'], ends_on: inAMonth() };
  sharedLink = (await ok(student, 'POST /users/me/share-pages', page)).link;
  await ok(student, 'PUT /users/me/weekly-mail', { is_on: false, weekday: 5, time_zone: 'Asia/Tokyo' });
  const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: 'teal' } });
  await upload(server, student, await picture.png().toBuffer(), { name: 'photo.png' });
  await upload(server, student, smallPdf(1), { name: "it's.pdf" });
  await upload(server, student, smallPdf(2), { name: 'work.pdf' });
  await ok(teacher, 'POST /teachers/subjects', { subjects: ['physics_sl'] });
  await ok(teacher, 'POST /teachers/students', { email: student.email, name: 'Zoë' });
  await ok(teacher, 'POST /teachers/students', { email: 'nobody@example.org', name: null });
  await ok(stranger, 'POST /teachers/students', { email: student.email, name: null });
  await ok(teacher, 'POST /teachers/subjects', { subjects: ['math_aa_hl', 'physics_sl'] });
  await ok(student, 'PUT /completion/sharing', { subject_id: 'math_aa_hl', shared: true });
  const { students } = await ok(teacher, 'GET /teachers/students');
  const { id } = students.find(({ email }: { email: string }) => email === student.email);
  await ok(teacher, 'POST /teachers/groups', {
    name: '12B',
    students: students.map((one: Person) => one.id),
  });
  await ok(teacher, 'POST /teachers/sets', {
    id: randomUUID(),
    subject_id: 'math_aa_hl',
    papers: [2021, 2022].map((year) => ({ year, session: 'November', paper: 'paper2', timezone: null })),
    audience: 'chosen',
    group_id: null,
    student_ids: [id],
    due_on: inAMonth(),
    line: 'Section B; “Ω”',
  });
  const word = { key: 'math_aa_hl-2021-November-paper2' };
  await ok(teacher, `POST /teachers/students/${id}/words`, {
    ...word,
    id: randomUUID(),
    text: 'Good;\nredo "B"',
  });
  await ok(student, 'POST /users/me/words', { ...word, id: randomUUID(), link_id: id, text: 'I will\t\\' });
  await ok(teacher, `GET /teachers/students/${id}/files?${new URLSearchParams(PAPER)}`);
  await server.call('POST /feedback', {
    token: student.token,
    json: { message: 'Line one\nLine "two"\t\\', email: 'Anonymous', timestamp: '', user: 'Anonymous' },
  });
  await server.call('POST /token', { form: { username: teacher.username, password: PASSWORD } });
  await server.call(`GET /completion/files?${new URLSearchParams(PAPER)}`, { token: student.token });
  // The last id was used and is free again; nobody may get it a second time.
  const gone = await createPerson(server.db, 'student', { schoolId });
  await erasePerson(server.db, gone.id, { actor: 'system' });
  lastId = gone.id;
};

beforeAll(async () => {
  dataDir = await makeDataFolder();
  folder = await makeDataFolder();
  storage = openDisk({ dataDir });
  server = await startTestServer({ environment: { DATA_DIR: dataDir, ADMIN_PASSWORD: '' } });
  await fill();
  original = join(folder, 'original.tar');
  const { faults } = await makeBackup({ db: server.db, storage }, original);
  expect(faults).toEqual([]);
});
afterAll(async () => {
  await server.stop();
  for (const path of [dataDir, folder]) await rm(path, { recursive: true, force: true });
});

let number = 0;
const newPath = () => join(folder, `backup-${(number += 1)}.tar`);
const sumsOf = (path: string) =>
  withArchive(path, async (archive) => {
    const sums = new Map<string, string>();
    for await (const { name, sha256 } of archive.entries()) sums.set(name, sha256);
    // The time of the backup is in it.
    sums.delete('manifest.json');
    return sums;
  });
const manifestOf = (path: string) =>
  withArchive(path, async (archive) => {
    let text = '';
    for await (const line of archive.lines(await archive.find('manifest.json'))) text += line;
    return JSON.parse(text);
  });

interface Target {
  database: TestDatabase;
  db: Database;
  storage: Storage;
  dataDir: string;
  workFolder: string;
}

/** Runs work on an unused instance: a database without tables by default, an empty store. */
const withTarget = async (
  work: (target: Target) => Promise<void>,
  options: { empty: boolean } = { empty: true },
): Promise<void> => {
  // A restore writes files while its transaction waits, on a slow disk for longer than a request may.
  const database = await createTestDatabase({ ...options, isPatient: true });
  const own = await makeDataFolder();
  try {
    await work({
      database,
      db: database.db,
      storage: openDisk({ dataDir: own }),
      dataDir: own,
      workFolder: join(own, 'files', 'work'),
    });
  } finally {
    await database.drop();
    await rm(own, { recursive: true, force: true });
  }
};

const expectUntouched = async ({ db, dataDir: own }: Target): Promise<void> => {
  expect(await countTables(db)).toBe(0);
  expect(await storedFiles(own)).toEqual([]);
};

/** No row without its file. */
const expectWhole = async (db: Database, store: Storage): Promise<number> => {
  const files = await listStoredFiles(db);
  for (const { public_id, sha256, has_thumbnail } of files) {
    const bytes = await store.get(public_id);
    expect(bytes && (await sha256Of(bytes)).equals(sha256), public_id).toBe(true);
    const thumbnail = await store.get(`${public_id}.thumbnail`);
    expect(thumbnail !== undefined, public_id).toBe(has_thumbnail);
    thumbnail?.destroy();
  }
  expect(await listSumDifferences(db)).toEqual([]);
  return files.length;
};

describe('a backup', () => {
  test('restores the same instance, hash by hash', () =>
    withTarget(async (target) => {
      const summary = await loadBackup(target, original);
      expect(summary).toMatchObject({ files: 3, leftOut: 0, migrated: [] });
      const again = newPath();
      await makeBackup(target, again);
      const sums = await sumsOf(original);
      expect(sums.size).toBeGreaterThan(14);
      expect(await sumsOf(again)).toEqual(sums);
      const { made_at: _, ...rest } = await manifestOf(original);
      expect(await manifestOf(again)).toMatchObject(rest);
      expect(await expectWhole(target.db, target.storage)).toBe(3);
      expect(await listSums(target.db)).toEqual(await listSums(server.db));
    }));

  test('restored works: people, progress, files, admins, and new ids', () =>
    withTarget(async (target) => {
      await loadBackup(target, original);
      const restored = await startTestServer({
        database: target.db,
        environment: { DATA_DIR: target.dataDir, ADMIN_PASSWORD: '' },
      });
      // Sessions are left out: one that has ended since would come back to life.
      expect((await restored.call('GET /users/me', { token: student.token })).status).toBe(401);
      const form = { username: student.username, password: PASSWORD };
      const { access_token: token } = (await restored.call('POST /token', { form })).body;
      const address = 'GET /completion';
      expect((await restored.call(address, { token })).body).toEqual(await ok(student, address));
      const attempts = `GET /completion/attempts?${new URLSearchParams(PAPER)}`;
      const before = (await ok(student, attempts)).attempts;
      expect((await restored.call(attempts, { token })).body.attempts).toEqual(before);
      const anew = { ...PAPER, year: 2023, done_on: '2026-02-05', score: 50 };
      await restored.call('POST /completion/attempts', { token, json: anew });
      const ids = (await restored.call(attempts, { token })).body.attempts.map(
        ({ id }: { id: number }) => id,
      );
      const highest = Math.max(...before.map(({ id }: { id: number }) => id));
      expect(Math.max(...ids)).toBeGreaterThan(highest);
      // A shared link goes on opening; only its student cannot copy it here.
      const shared = await restored.call('POST /shared', { json: { token: sharedLink.split('=')[1] } });
      expect(shared).toMatchObject({ status: 200, body: { name: 'Zoë', average: 44 } });
      const { pages } = (await restored.call('GET /users/me/share-pages', { token })).body;
      expect(pages).toMatchObject([{ name: 'Zoë', link: null }]);
      const weekly = (await restored.call('GET /users/me/weekly-mail', { token })).body;
      expect(weekly).toMatchObject({ is_on: false, weekday: 5, time_zone: 'Asia/Tokyo' });
      // What is kept about subjects is worked out again.
      expect(await listSumDifferences(target.db)).toEqual([]);
      const query = new URLSearchParams(PAPER).toString();
      const { files, sharing } = (await restored.call(`GET /completion/files?${query}`, { token })).body;
      expect(sharing).toEqual((await ok(student, `GET /completion/files?${query}`)).sharing);
      expect(sharing).toMatchObject({ is_shared: true, teachers: [{ seen_at: expect.any(String) }] });
      const pdf = await fetch(restored.url + files[1].file_url);
      expect(Buffer.from(await pdf.arrayBuffer()).equals(smallPdf(1))).toBe(true);
      const login = await restored.call('POST /schooladmin/login', {
        json: { username: schoolAdmin.username, password: PASSWORD },
      });
      const statistics = 'GET /schooladmin/dashboard/statistics';
      expect((await restored.call(statistics, { token: login.body.access_token })).body).toEqual(
        await ok(schoolAdmin, statistics),
      );
      const { body } = await restored.call('POST /register', {
        json: { username: 'newcomer', email: 'newcomer@example.org', password: PASSWORD },
      });
      const me = (await restored.call('GET /users/me', { token: body.access_token })).body;
      expect(me.id).toBeGreaterThan(lastId);
      await restored.stop();
    }));

  test('contains no session and no signing key, but the hash of the admin password', async () => {
    expect(await listSecretNames(server.db)).toEqual([
      'admin_password_sha256',
      'file_signature_key',
      'share_page_key',
      'weekly_mail_key',
    ]);
    const bytes = await readFile(original);
    expect(bytes.includes('admin_password_sha256')).toBe(true);
    expect(bytes.includes('file_signature_key')).toBe(false);
    expect(bytes.includes('share_page_key')).toBe(false);
    expect(bytes.includes(sharedLink.split('=')[1] ?? '')).toBe(false);
    expect([...(await sumsOf(original)).keys()].join()).not.toMatch(
      /sessions|throttles|networks|migrations|subject_work|student_work|school_people|\bmails/,
    );
  });

  test('can be restored into an unused instance while its server runs', () =>
    withTarget(
      async (target) => {
        const fresh = await startTestServer({
          database: target.db,
          environment: { DATA_DIR: target.dataDir, ADMIN_PASSWORD: '' },
        });
        await loadBackup(target, original);
        const form = { username: teacher.username, password: PASSWORD };
        expect((await fresh.call('POST /token', { form })).status).toBe(200);
        await fresh.stop();
      },
      { empty: false },
    ));

  test('is refused by an instance in use', () =>
    withTarget(
      async (target) => {
        await createPerson(target.db, 'student');
        await expect(loadBackup(target, original)).rejects.toThrow(
          'This instance is not empty: sessions has rows.',
        );
        expect(await countPeople(target.db)).toEqual({ users: 1, sessions: 1 });
        expect(await storedFiles(target.dataDir)).toEqual([]);
      },
      { empty: false },
    ));

  test('never overwrites a file, and leaves nothing when it fails', async () => {
    const path = newPath();
    await writeFile(path, 'mine');
    await expect(makeBackup({ db: server.db, storage }, path)).rejects.toThrow('exists already');
    expect(await readFile(path, 'utf8')).toBe('mine');
    await rm(path);
    // Nor of one that appears meanwhile.
    const watched: Storage = {
      ...storage,
      get: async (name) => {
        await writeFile(path, 'mine');
        return storage.get(name);
      },
    };
    await expect(makeBackup({ db: server.db, storage: watched }, path)).rejects.toThrow('exists already');
    expect(await readFile(path, 'utf8')).toBe('mine');
    await rm(path);
    const broken: Storage = {
      ...storage,
      get: async () =>
        Readable.from(
          (function* pieces() {
            yield Buffer.from('half');
            throw new Error('The store went away.');
          })(),
        ),
    };
    const before = await readdir(folder);
    await expect(makeBackup({ db: server.db, storage: broken }, path)).rejects.toThrow('went away');
    expect(await readdir(folder)).toEqual(before);
  });

  test('names the files that the store has lost or changed, and is restored without the lost ones', () =>
    withTarget(async (target) => {
      const [lost, , changed] = (await listStoredFiles(server.db)).map(({ public_id }) => public_id);
      const failing: Storage = {
        ...storage,
        get: async (name) => {
          if (name === lost) return undefined;
          return name === changed ? Readable.from([Buffer.from('something else')]) : storage.get(name);
        },
      };
      const path = newPath();
      const { faults, files } = await makeBackup({ db: server.db, storage: failing }, path);
      expect(faults).toEqual([
        `${lost} is missing from the store.`,
        `${changed} differs from what was uploaded.`,
      ]);
      expect(files).toBe(2);
      expect(await loadBackup(target, path)).toMatchObject({ files: 2, leftOut: 1 });
      expect((await listStoredFiles(target.db)).map(({ public_id }) => public_id)).not.toContain(lost);
    }));
});

describe('a backup that is damaged', () => {
  test('is refused before anything is done', () =>
    withTarget(async (target) => {
      const untouchable = {
        ...target,
        storage: { ...target.storage, put: () => Promise.reject(new Error('It was touched.')) },
      };
      const bytes = await readFile(original);
      const places = [
        300,
        700,
        bytes.indexOf('zoe@riverside.edu'),
        bytes.indexOf(smallPdf(2)),
        bytes.length - 4000,
      ];
      for (const at of places) {
        const path = newPath();
        const damaged = Buffer.from(bytes);
        damaged[at] = (damaged[at] ?? 0) ^ 4;
        await writeFile(path, damaged);
        await expect(loadBackup(untouchable, path), `byte ${at}`).rejects.toThrow(/^It is damaged/);
      }
      const cut = newPath();
      await writeFile(cut, bytes.subarray(0, bytes.length / 2));
      await expect(loadBackup(target, cut)).rejects.toThrow('It is truncated or damaged');
      await expectUntouched(target);
    }));

  test('or of a newer version is refused', () =>
    withTarget(async (target) => {
      const newer = await createTestDatabase();
      await pretendFuture(newer.db);
      const path = newPath();
      await makeBackup({ db: newer.db, storage }, path);
      await newer.drop();
      await expect(loadBackup(target, path)).rejects.toThrow(
        'newer version of Tickmark (it has 9999_future.sql)',
      );
      await expectUntouched(target);
    }));

  test('or cannot be stored leaves nothing behind, and removes nothing of others', () =>
    withTarget(async (target) => {
      let puts = 0;
      const full: Storage = {
        ...target.storage,
        put: async (name, path) => {
          puts += 1;
          if (puts === 3) throw new Error('The store is full.');
          await target.storage.put(name, path);
        },
      };
      await expect(loadBackup({ ...target, storage: full }, original)).rejects.toThrow('The store is full.');
      expect(puts).toBe(3);
      await expectUntouched(target);

      const [, second] = await listStoredFiles(server.db);
      const other = join(target.dataDir, 'other');
      await writeFile(other, 'of somebody else');
      await target.storage.put(second?.public_id ?? '', other);
      await expect(loadBackup(target, original)).rejects.toThrow('The store has a different object named');
      expect(await storedFiles(target.dataDir)).toEqual([second?.public_id]);
      expect(await countTables(target.db)).toBe(0);
    }));
});

test('a backup of an older version is migrated to this one', () =>
  withTarget(async (older) => {
    const migrations = (await readMigrations()).map(({ name }) => name);
    const old = join(folder, 'old-migrations');
    await mkdir(old);
    for (const name of migrations.slice(0, 3)) await copyFile(join(MIGRATIONS_FOLDER, name), join(old, name));
    await migrate(older.db, old);
    await insertOldUsers(older.db, ['zoe'], ['zoe'], await createPasswords().hash(PASSWORD));
    const path = newPath();
    await makeBackup(older, path);
    await withTarget(async (target) => {
      const { migrated } = await loadBackup(target, path);
      expect(migrated).toEqual(migrations.slice(3));
      expect((await countPeople(target.db)).users).toBe(1);
      const restored = await startTestServer({ database: target.db });
      const form = { username: 'zoe', password: PASSWORD };
      expect((await restored.call('POST /token', { form })).status).toBe(200);
      await restored.stop();
    });
  }));

test('a backup made while an older version runs again has what only this one knows', () =>
  withTarget(async (back) => {
    await migrate(back.db);
    await rollBackTo(back.db, '0006');
    const path = newPath();
    await makeBackup(back, path);
    await withTarget(async (target) => {
      expect((await loadBackup(target, path)).migrated).toEqual([]);
      expect(await migrate(target.db)).toEqual([]);
    });
  }));

describe('a backup that an older version made of the schema of this one', () => {
  test.each(VERSIONS_BEFORE)('is restored whole: %s', async (before) => {
    await insertFailedMail(server.db, 'of before');
    const [whole, path, again] = [newPath(), newPath(), newPath()];
    await rollBackTo(server.db, before);
    await makeBackup({ db: server.db, storage }, whole);
    await makeBackupBefore(server.db, { before, made: whole, path });
    await migrate(server.db);
    const migrations = (await readMigrations()).map(({ name, sha256 }) => ({ name, sha256 }));
    expect((await manifestOf(path)).migrations.length).toBeLessThan(migrations.length);

    await withTarget(async (target) => {
      expect(await loadBackup(target, path)).toMatchObject({ files: 3, leftOut: 0, migrated: [] });
      expect(await listAppliedMigrations(target.db)).toEqual(migrations);
      expect(await listSetAside(target.db)).toEqual([]);
      expect(await hasRows(target.db, 'mails')).toBe(false);
      expect(await listSecretNames(target.db)).toEqual(['admin_password_sha256']);
      await makeBackup(target, again);
      expect(await sumsOf(again)).toEqual(await sumsOf(whole));
      expect(await expectWhole(target.db, target.storage)).toBe(3);
      expect(await listSums(target.db)).toEqual(await listSums(server.db));

      const ids = await listAttemptIds(target.db);
      const restored = await startTestServer({ database: target.db });
      const form = { username: student.username, password: PASSWORD };
      const { access_token: token } = (await restored.call('POST /token', { form })).body;
      const json = { ...PAPER, year: 2023, done_on: '2026-03-05', score: 60 };
      await restored.call('POST /completion/attempts', { token, json });
      await restored.stop();
      const added = (await listAttemptIds(target.db)).filter((id) => !ids.includes(id));
      expect(added).toHaveLength(1);
      expect(added[0]).toBeGreaterThan(Math.max(...ids));
    });
  });

  test('is refused if what was set aside is not as it is here', async () => {
    const back = await createTestDatabase();
    await pretendFuture(back.db);
    await rollBackTo(back.db, '0035');
    const [made, path] = [newPath(), newPath()];
    await makeBackup({ db: back.db, storage }, made);
    await makeBackupBefore(back.db, { before: '0035', made, path });
    const changed = newPath();
    await changeSetAside(back.db, '0036');
    await makeBackupBefore(back.db, { before: '0035', made, path: changed });
    await back.drop();
    await withTarget(async (target) => {
      const refused = 'different or newer version of Tickmark (it has ';
      await expect(loadBackup(target, path)).rejects.toThrow(`${refused}9999_future.sql`);
      await expect(loadBackup(target, changed)).rejects.toThrow(`${refused}0036_side_by_side.sql`);
      await expectUntouched(target);
    });
  });
});

test('a backup made during writes is a consistent snapshot', () =>
  withTarget(async (busy) => {
    await migrate(busy.db);
    const live = await startTestServer({ database: busy.db, environment: { DATA_DIR: busy.dataDir } });
    const schoolId = await createSchool(busy.db);
    const people = await Promise.all(
      Array.from({ length: 4 }, () => createPerson(busy.db, 'student', { schoolId })),
    );
    for (const person of people) await upload(live, person, smallPdf(), { name: 'first.pdf' });

    const over = new AbortController();
    let writes = 0;
    const until = async (work: (round: number) => Promise<unknown>) => {
      for (let round = 0; !over.signal.aborted; round += 1) {
        await work(round);
        writes += 1;
      }
    };
    const writers = [
      ...people.map((person, index) =>
        until(async (round) => {
          const paper = { ...PAPER, year: 2021 + (round % 3), is_completed: round % 2 === 0, score: null };
          await live.call('POST /completion', { token: person.token, json: paper });
          if (round % 3 !== 0) return;
          const { body } = await upload(live, person, smallPdf(round), { name: `${index}-${round}.pdf` });
          if (round % 6 === 0) {
            await live.call(`DELETE /completion/files/${body.public_id}`, { token: person.token });
          }
        }),
      ),
      until((round) => insertPair(busy.db, `pair${round}`)),
      until(async () => {
        const visitor = await createPerson(busy.db, 'student', { schoolId });
        await upload(live, visitor, smallPdf(9), { name: 'short.pdf' });
        await erasePerson(busy.db, visitor.id, { actor: 'system' });
      }),
    ];
    const path = newPath();
    // Reading the first file removes another: it has gone since the rows were read.
    let [isFirst, writesBefore] = [true, 0];
    const watched: Storage = {
      ...busy.storage,
      get: async (name) => {
        if (isFirst) {
          isFirst = false;
          writesBefore = writes;
          const [, second] = await listStoredFiles(busy.db);
          const publicId = second?.public_id ?? '';
          await live.call(`DELETE /completion/files/${publicId}`, { token: people[1]?.token });
          await busy.storage.remove(publicId);
        }
        return busy.storage.get(name);
      },
    };
    await vi.waitFor(() => expect(writes).toBeGreaterThan(20), { timeout: 60_000 });
    const { faults, files } = await makeBackup({ db: busy.db, storage: watched }, path);
    over.abort();
    await Promise.all(writers);
    expect(faults).toEqual([]);
    expect(writes).toBeGreaterThan(writesBefore);
    expect((await manifestOf(path)).left_out.length).toBeGreaterThan(0);

    await withTarget(async (target) => {
      const { rows } = await loadBackup(target, path);
      expect(await expectWhole(target.db, target.storage)).toBe(files);
      // Each of the pairs has its subject, and nobody else has one.
      const pairs = (await readFile(path, 'utf8')).match(/"username":"pair\d+"/g)?.length ?? 0;
      expect(rows['user_subjects']).toBe(pairs);
    });
    await live.stop();
  }));

test('temporary files are cleaned up', async () => {
  expect((await readdir(folder)).filter((name) => /\.part|\.sums/.test(name))).toEqual([]);
});
