import { execFile } from 'node:child_process';
import { constants, existsSync, mkdirSync, type Stats } from 'node:fs';
import { access, chmod, chown, lstat, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { objectFolder, workFolder } from './storage/open.ts';

/**
 * DATA_DIR is private to the server: no other user of the machine can read or list what is in it, whatever the umask and
 * the modes that the folder had before.
 *
 *   DATA_DIR/       0700; when root runs the server 0710, with the group of the account that runs PostgreSQL
 *     postgres/     likewise (db/embedded/cluster.ts)
 *     files/        0700, and everything in it 0700 or 0600
 *
 * People also name folders here that hold other things, such as their home. Of those only what is ours is closed.
 */

/** The umask of every process that writes there, and of the programs that it starts. */
export const PRIVATE_UMASK = 0o077;

const execute = promisify(execFile);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

const unlessMissing = (error: unknown): undefined => {
  if (codeOf(error) !== 'ENOENT') throw error;
};

const REASONS: Record<string, (path: string) => string> = {
  EROFS: (path) => `${path} is on a read-only disk`,
  EACCES: (path) => `the user who runs it may not write to ${path}`,
  EPERM: (path) => `the user who runs it may not write to ${path}`,
};

const explained = async <T>(path: string, work: () => Promise<T>): Promise<T> => {
  try {
    return await work();
  } catch (error) {
    const reason = REASONS[codeOf(error)]?.(path);
    throw reason === undefined
      ? error
      : new Error(`Tickmark has to write to DATA_DIR, and ${reason}.`, { cause: error });
  }
};

/** PostgreSQL would retry for a minute, and an upload would be the first to fail. */
export const refuseUnwritable = (folder: string): Promise<void> =>
  explained(folder, () => access(folder, constants.W_OK).catch(unlessMissing));

/**
 * When root runs us, others may pass through, because a server that starts at this moment checks whether PostgreSQL's
 * account can. Independent of the umask, and in one step.
 */
const makeDataDir = async (dataDir: string): Promise<void> => {
  const umask = process.umask(0o066);
  try {
    mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  } finally {
    process.umask(umask);
  }
};

/** Creates it when it is missing; throws a sentence when it cannot be used. Call `closeDataDir` next. */
export const openDataDir = async (dataDir: string): Promise<void> => {
  // Checked first: where nothing can be created, Node says only that nothing is there.
  let above = dataDir;
  while (!existsSync(above) && above !== dirname(above)) above = dirname(above);
  if (!(await stat(above)).isDirectory()) throw new Error(`DATA_DIR must be a folder, and ${above} is not.`);
  await refuseUnwritable(above);
  await explained(dataDir, () => makeDataDir(dataDir));
  const files = [join(dataDir, 'files'), objectFolder({ dataDir }), workFolder({ dataDir })];
  for (const folder of [dataDir, ...files]) await refuseUnwritable(folder);
};

const hasMode = ({ mode }: Stats, wanted: number): boolean => (mode & 0o777) === wanted;

/** Closes it to everybody else; a group may pass through. */
export const closeFolder = async (folder: string, group?: number): Promise<void> => {
  const found = await stat(folder);
  if (group === undefined) {
    if (!hasMode(found, 0o700)) await chmod(folder, 0o700);
    return;
  }
  if (found.gid === group && hasMode(found, 0o710)) return;
  const hasGroup = await chown(folder, found.uid, group).then(
    () => true,
    () => false,
  );
  // Some file systems know no groups.
  await chmod(folder, hasGroup ? 0o710 : 0o711);
};

/**
 * Whether everything in it is ours or closed to others anyway, as a backup is: then closing the folder takes nothing
 * away from them.
 */
const holdsOnly = async (folder: string, names: RegExp): Promise<boolean> => {
  for (const name of (await readdir(folder).catch(unlessMissing)) ?? []) {
    if (names.test(name)) continue;
    const found = await lstat(join(folder, name)).catch(unlessMissing);
    if (found && (found.mode & 0o077) !== 0) return false;
  }
  return true;
};

const isOurs = async (dataDir: string): Promise<boolean> =>
  (await holdsOnly(dataDir, /^(postgres|postgres\.new-.*|postgresql-\d.*|files)$/)) &&
  (await holdsOnly(join(dataDir, 'files'), /^(objects|work)$/));

/** It belongs to somebody else, is on a file system without modes, or is gone by now. */
const unlessRefused = (error: unknown): undefined => {
  if (!['EPERM', 'EACCES', 'ENOTSUP', 'ENOENT'].includes(codeOf(error))) throw error;
};

/** DATA_DIR itself, unless it also holds other people's things. */
export const closeDataDir = async (dataDir: string, group?: number): Promise<void> => {
  if (await isOurs(dataDir)) await closeFolder(dataDir, group).catch(unlessRefused);
};

/** The folders of the files: closing them puts everything inside out of reach, however much it is. */
export const closeFiles = async (dataDir: string): Promise<void> => {
  const files = join(dataDir, 'files');
  const own = [objectFolder({ dataDir }), workFolder({ dataDir })];
  for (const folder of (await holdsOnly(files, /^(objects|work)$/)) ? [files, ...own] : own) {
    await closeFolder(folder).catch(unlessRefused);
  }
};

const isHarmless = (complaint: string): boolean =>
  complaint === '' || /No such file|Permission denied|not permitted/.test(complaint);

/**
 * The contents of the folders, which are closed already: files that an earlier version or a manual copy left open. Runs
 * `find` in a process of its own: it takes seconds for a million files, and no caller waits meanwhile.
 */
export const closeContents = async (dataDir: string): Promise<void> => {
  const home = (await realpath(join(dataDir, 'postgres')).catch(unlessMissing)) ?? '';
  // With DATABASE_URL, a folder of that name may be somebody else's database.
  const database = existsSync(join(home, 'password')) ? [join(home, 'data'), join(home, 'log')] : [];
  const folders = [objectFolder({ dataDir }), workFolder({ dataDir }), ...database].filter(existsSync);
  if (folders.length === 0) return;
  const close = (type: string, mode: number) =>
    `( -type ${type} ! -perm ${mode} -exec chmod ${mode} {} + )`.split(' ');
  const options = { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' }, maxBuffer: Number.POSITIVE_INFINITY };
  await execute('find', [...folders, ...close('d', 700), '-o', ...close('f', 600)], options).catch(
    (error: unknown) => {
      const complaints =
        error instanceof Error && 'stderr' in error ? String(error.stderr).split('\n') : [''];
      // Files disappear while it looks, and some may belong to somebody else.
      if (codeOf(error) === 'ENOENT' || !complaints.every(isHarmless)) throw error;
    },
  );
};
