import { realpath, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Settings } from '../../config.ts';
import { objectFolder, workFolder } from '../../storage/open.ts';
import { type Finding, findingsAbout } from './finding.ts';
import { inGigabytes } from './words.ts';

const { ok, warning, wrong } = findingsAbout('disk');

const GIGABYTE = 1_000_000_000;
/** The embedded database stops writing at 32 MB, and some uploads at once may have so much together. */
const TOO_LITTLE = 0.2 * GIGABYTE;
const LITTLE = 2 * GIGABYTE;
const LITTLE_SHARE = 0.05;

async function* checkSpace(folder: string): AsyncIterable<Finding> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(folder);
  const free = bavail * bsize;
  const size = blocks * bsize;
  const text = `${inGigabytes(free)} of ${inGigabytes(size)} are free on the disk of ${folder}`;
  const advice = 'Free some space: old backups and logs first. Or move DATA_DIR to a larger disk.';
  if (free < TOO_LITTLE)
    yield wrong(`${text}: soon uploads fail, and an embedded database stops writing.`, advice);
  else if (free < LITTLE && free < size * LITTLE_SHARE) yield warning(`${text}.`, advice);
  else yield ok(`${text}.`);
  // Some file systems make them as they need them, and say 0.
  if (files > 0 && ffree < files * LITTLE_SHARE) {
    const inodes = `Only ${ffree} of ${files} inodes are free on the disk of ${folder}: soon no file can be made, however much space there is.`;
    const remove = 'Find the folder with very many small files, and remove those that nobody needs.';
    yield ffree < 1000 ? wrong(inodes, remove) : warning(inodes, remove);
  }
}

const OTHERS = 0o007;
/** When root runs the server, the group of PostgreSQL's account passes through, and does not list. */
const GROUP_READS_OR_WRITES = 0o060;
const GROUP = 0o070;

/** Decision 026: nobody else on the machine reads any of it. */
async function* checkPrivacy(settings: Settings): AsyncIterable<Finding> {
  const { dataDir } = settings;
  const folders = [
    dataDir,
    join(dataDir, 'postgres'),
    join(dataDir, 'files'),
    objectFolder(settings),
    workFolder(settings),
  ];
  let isOpen = false;
  for (const folder of folders) {
    const found = await stat(folder).catch(() => undefined);
    if (!found) continue;
    const isPassed = found.uid === 0 && !folder.startsWith(join(dataDir, 'files'));
    const wide = found.mode & (OTHERS | (isPassed ? GROUP_READS_OR_WRITES : GROUP));
    if (wide === 0) continue;
    isOpen = true;
    const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
    yield warning(
      `Other users of this machine can get into ${folder} (mode ${mode}): photos of pupils' work may be in reach.`,
      `chmod ${isPassed ? 'o-rwx,g-rw' : 'go-rwx'} '${folder}'. The server does so at each start, unless DATA_DIR also holds things that are open to others: give it a folder of its own.`,
    );
  }
  if (!isOpen) yield ok(`${dataDir} is closed to other users of this machine.`);
}

export async function* checkDataDir(settings: Settings): AsyncIterable<Finding> {
  const { dataDir } = settings;
  const found = await stat(dataDir).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code === 'EACCES')
      yield wrong(`${dataDir} cannot be looked into.`, 'Run this as the user who runs the server.');
    return;
  }
  if (!found.isDirectory()) {
    yield wrong(`DATA_DIR ${dataDir} is not a folder.`, 'Set DATA_DIR to a folder of its own.');
    return;
  }
  yield* checkSpace(dataDir);
  const database = await realpath(join(dataDir, 'postgres')).catch(() => undefined);
  const isElsewhere = database !== undefined && (await stat(database)).dev !== found.dev;
  if (isElsewhere) yield* checkSpace(database);
  yield* checkPrivacy(settings);
}
