import { randomBytes } from 'node:crypto';
import { rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { S3ServiceError } from 's3mini';
import type { S3Settings, Settings } from '../../config.ts';
import { NoSpaceError } from '../../errors.ts';
import { explain } from '../../explain.ts';
import { makeWorkFolder, objectFolder, openStorage, workFolder } from '../../storage/open.ts';
import type { Storage } from '../../storage/storage.ts';
import { ask } from './ask.ts';
import type { Clock } from './clocks.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { connectionFault, reasonOf } from './words.ts';

const { ok, warning, wrong } = findingsAbout('files');

/** No uploaded file has a dot there, so it is never taken for one, and on disk it lies in a folder of its own. */
const PROBE = '.doctor';

/** Writes, reads and removes an object, as an upload would. Throws what an upload would meet. */
const tryOut = async (storage: Storage, parent: string): Promise<void> => {
  const bytes = randomBytes(1000);
  const name = `${PROBE}-${randomBytes(8).toString('hex')}`;
  const folder = await makeWorkFolder(parent, 'doctor-');
  try {
    const path = join(folder, 'probe');
    await writeFile(path, bytes, { mode: 0o600 });
    await storage.put(name, path);
    try {
      const stored = await storage.get(name);
      if (!stored || !bytes.equals(await buffer(stored))) throw new Error('it gives back something else');
    } finally {
      await storage.remove(name);
    }
    if (await storage.get(name)) throw new Error('what was removed is still there');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const explainDisk = (error: unknown, dataDir: string): Finding => {
  const place = join(dataDir, 'files');
  if (error instanceof NoSpaceError)
    return wrong(
      `Nothing can be written to ${place}: the disk is full.`,
      'Free some space there, or move DATA_DIR to a larger disk. Uploads answer 507 until then.',
    );
  return wrong(
    `A file could not be written to ${place}, read and removed again: ${explain(error)}.`.replace(
      /\.\.$/,
      '.',
    ),
    'The user who runs the server has to own the folder and be able to write to it; a disk that has become read-only has usually failed (dmesg).',
  );
};

/** Of an object store's codes. */
const REFUSALS: Record<string, [found: string, advice: string]> = {
  InvalidAccessKeyId: ['it does not know the key', 'Correct S3_ACCESS_KEY_ID.'],
  SignatureDoesNotMatch: [
    'it refuses the secret',
    'Correct S3_SECRET_ACCESS_KEY, and see that S3_REGION is right.',
  ],
  AccessDenied: [
    'it does not allow this',
    'Let the key read, write, list and delete below tickmark/ in the bucket.',
  ],
  NoSuchBucket: ['it has no such bucket', 'Correct S3_BUCKET, or make the bucket.'],
  RequestTimeTooSkewed: [
    'its clock and ours differ too much',
    'Let both machines take the time from the network: see the lines on clocks.',
  ],
  AuthorizationHeaderMalformed: ['it is in another region', 'Correct S3_REGION.'],
};

const explainStore = (error: unknown, { endpoint, bucket }: S3Settings): Finding => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const where = `The object store at ${endpoint}, bucket ${bucket}`;
  if (cause instanceof S3ServiceError) {
    const [found, advice] = REFUSALS[cause.serviceCode ?? ''] ?? [
      `it answers with status ${cause.status} (${cause.serviceCode ?? 'no reason given'})`,
      cause.status >= 500
        ? 'It is in trouble itself: see its own log or status page.'
        : 'Look at the five settings that begin with S3_.',
    ];
    return wrong(`${where}: ${found}.`, advice);
  }
  const { hostname, host } = new URL(endpoint);
  const fault = connectionFault(cause, {
    host: hostname,
    place: host,
    what: 'the object store',
    setting: 'S3_ENDPOINT',
  });
  return fault
    ? wrong(`${where}, cannot be reached: ${fault.found}.`, fault.advice)
    : wrong(`${where}, cannot be used: ${reasonOf(cause)}.`, 'Look at the settings that begin with S3_.');
};

/** A probe by somebody else says nothing about the server, and could leave it folders that it may not write to. */
const isSomebodyElses = async (dataDir: string): Promise<boolean> => {
  const owner = (await stat(dataDir)).uid;
  return process.getuid !== undefined && process.getuid() !== owner;
};

const somebodyElses = (dataDir: string): Finding =>
  warning(
    `${dataDir} belongs to another user than the one who runs this, so nothing was written to it.`,
    'Run this as the user who runs the server.',
  );

async function* checkDisk(settings: Settings): AsyncIterable<Finding> {
  const { dataDir } = settings;
  if (await isSomebodyElses(dataDir)) {
    yield somebodyElses(dataDir);
    return;
  }
  try {
    await tryOut(openStorage(settings), workFolder(settings));
    yield ok(`A file was written to ${objectFolder(settings)}, read and removed.`);
  } catch (error) {
    yield explainDisk(error, dataDir);
  } finally {
    // Made for the probe, and empty: an uploaded file never lies there.
    await rmdir(join(objectFolder(settings), PROBE.slice(0, 2))).catch(() => {});
  }
}

async function* checkObjectStore(
  s3: S3Settings,
  settings: Settings,
  clocks: Clock[],
): AsyncIterable<Finding> {
  try {
    const { secondsAhead } = await ask(s3.endpoint, 'HEAD');
    clocks.push({ whose: 'the object store', secondsAhead });
  } catch (error) {
    yield explainStore(error, s3);
    return;
  }
  // What goes to the object store lies there first.
  if (await isSomebodyElses(settings.dataDir)) {
    yield somebodyElses(settings.dataDir);
    return;
  }
  try {
    await tryOut(openStorage(settings), workFolder(settings));
    yield ok(`An object was written to the bucket ${s3.bucket}, read and removed.`);
  } catch (error) {
    yield 'path' in Object(error) ? explainDisk(error, settings.dataDir) : explainStore(error, s3);
  }
}

/** Where uploaded files go. What arrives lies in DATA_DIR first, wherever it goes then. */
export async function* checkStore(settings: Settings, clocks: Clock[]): AsyncIterable<Finding> {
  const found = await stat(settings.dataDir).catch(() => undefined);
  if (!found?.isDirectory()) {
    yield warning(
      `There is no folder ${settings.dataDir} yet, so no file was written.`,
      'Is DATA_DIR the one of the server? The first start makes it.',
    );
    return;
  }
  if (settings.s3) yield* checkObjectStore(settings.s3, settings, clocks);
  else yield* checkDisk(settings);
}
