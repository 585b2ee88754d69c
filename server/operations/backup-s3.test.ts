import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { openDisk, openStorage, workFolder } from '../storage/open.ts';
import { openS3Storage } from '../storage/s3.ts';
import { createTestDatabase } from '../testing/database.ts';
import { listOf, smallPdf, upload } from '../testing/evidence.ts';
import { makeDataFolder } from '../testing/folder.ts';
import { createPerson, PASSWORD } from '../testing/people.ts';
import { startTestS3 } from '../testing/s3.ts';
import { startTestServer } from '../testing/server.ts';
import { loadBackup } from './load-backup.ts';
import { makeBackup } from './make-backup.ts';

const s3 = await startTestS3();
const folder = await makeDataFolder();
afterAll(async () => {
  if ('stop' in s3) await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const title = 'settings' in s3 ? '' : ` (not here: ${s3.reason})`;
test.skipIf(!('settings' in s3))(`files go from an object store to the disk and back${title}`, async () => {
  if (!('settings' in s3)) return;
  const { settings } = s3;
  const environment = {
    DATA_DIR: folder,
    S3_ENDPOINT: settings.endpoint,
    S3_BUCKET: settings.bucket,
    S3_REGION: settings.region,
    S3_ACCESS_KEY_ID: settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  };
  const server = await startTestServer({ environment });
  const student = await createPerson(server.db, 'student');
  await upload(server, student, smallPdf(5000), { name: 'one.pdf' });
  await upload(server, student, smallPdf(9000), { name: 'two.pdf' });
  const first = join(folder, 'first.tar');
  await makeBackup({ db: server.db, storage: openS3Storage(settings) }, first);

  const dataDir = join(folder, 'disk');
  const onDisk = await createTestDatabase({ empty: true });
  const disk = { db: onDisk.db, storage: openDisk({ dataDir }), workFolder: workFolder({ dataDir }) };
  expect(await loadBackup(disk, first)).toMatchObject({ files: 2 });
  const second = join(folder, 'second.tar');
  await makeBackup(disk, second);
  await onDisk.drop();

  // Into the same bucket, which still has one of the two and has lost the other.
  const [lost] = await listOf(server, student);
  await openS3Storage(settings).remove(lost.public_id);
  await server.stop();
  const again = await createTestDatabase({ empty: true });
  await migrate(again.db);
  const storage = openStorage({ dataDir: folder, s3: settings });
  await loadBackup({ db: again.db, storage, workFolder: workFolder({ dataDir: folder }) }, second);
  const restored = await startTestServer({ database: again.db, environment });
  const form = { username: student.username, password: PASSWORD };
  const { access_token: token } = (await restored.call('POST /token', { form })).body;
  const files = await listOf(restored, { ...student, token });
  const contents = await Promise.all(
    files.map(async (file: { file_url: string }) =>
      Buffer.from(await (await fetch(restored.url + file.file_url)).arrayBuffer()),
    ),
  );
  expect(contents.map((bytes) => bytes.length)).toEqual([smallPdf(5000).length, smallPdf(9000).length]);
  expect(contents[0]?.equals(smallPdf(5000))).toBe(true);
  await restored.stop();
  await again.drop();
});
