/**
 * The folder that holds the embedded database: where it lies, who owns it, and how it is made.
 *
 *   DATA_DIR/postgres/          ours; the database account may pass through, not list or write; nobody else may
 *     password  reserve         ours, 0600
 *     data/  log/  run/         the database account's, 0700 (run holds the socket)
 */
import { createHash, randomBytes } from 'node:crypto';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { closeDataDir, closeFolder, openDataDir, refuseUnwritable } from '../../data-dir.ts';
import {
  type Account,
  type Binaries,
  findBinaries,
  leaveBinaries,
  makeFolder,
  type Runner,
  run,
  runPostgresProgram,
} from './binaries.ts';
import { requireSpaceForDatabase } from './disk-space.ts';

export interface Cluster extends Runner {
  home: string;
  data: string;
  password: string;
}

/** PostgreSQL's superuser, and the one we connect as. */
export const USER = 'tickmark';

const NEW = 'postgres.new-';

/** Where root keeps databases whose DATA_DIR is closed to the database account. */
const SYSTEM_FOLDER = '/var/lib/tickmark';

/** The database's folder in `dataDir`, created when it is missing. */
export async function openCluster(options: {
  dataDir: string;
  log: (message: string) => void;
  durable: boolean;
}): Promise<Cluster> {
  const { dataDir, log, durable } = options;
  await openDataDir(dataDir);
  const found = await findHome(dataDir);
  const account = isRoot() ? await chooseAccount(found) : undefined;
  const home = found ?? (await chooseHome(dataDir, account, log));
  const isInside = dirname(home) === (await realpath(dataDir));
  await closeDataDir(dataDir, isInside ? account?.gid : undefined);
  if (found !== undefined) await closeHome(found, account);
  if (found !== undefined && account !== undefined && !(await canEnter(found, account))) {
    // A new, empty database elsewhere would look as if everything were lost.
    throw new Error(
      `PostgreSQL cannot reach its data in ${found}: it runs as user ${account.uid}, not as root, and a folder above is ` +
        'closed to that user. Open those folders (chmod o+x), or move DATA_DIR.',
    );
  }
  const binaries = await findBinaries(account);
  try {
    if (found === undefined) {
      const making = performance.now();
      await makeCluster(home, binaries, durable);
      log(`A new database was created in ${home} (${Math.round(performance.now() - making)} ms).`);
    }
    if (!isInside) {
      await linkHome(dataDir, home);
      log(`The database's files are in ${home}.`);
    }
    const cluster = await checkCluster(home, binaries);
    await removeAbandoned(dirname(home));
    return cluster;
  } catch (error) {
    await leaveBinaries(binaries);
    throw error;
  }
}

/** An existing database in `dataDir` and its password; creates nothing. */
export async function findCluster(dataDir: string): Promise<Pick<Cluster, 'data' | 'password'> | undefined> {
  const home = await findHome(dataDir);
  if (home === undefined) return undefined;
  return { data: join(home, 'data'), password: await readPassword(home) };
}

async function readPassword(home: string): Promise<string> {
  return (await readFile(join(home, 'password'), 'utf8')).trim();
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/** An existing database in `dataDir`. A link leads to one that was placed elsewhere and moves along with DATA_DIR. */
async function findHome(dataDir: string): Promise<string | undefined> {
  const direct = join(dataDir, 'postgres');
  const entry = await lstat(direct).catch(unlessMissing);
  if (entry?.isSymbolicLink()) {
    return realpath(direct).catch(() => {
      throw new Error(
        `${direct} leads to a folder that is gone. Restore it, or remove the link to start empty.`,
      );
    });
  }
  if (entry) return realpath(direct);
  const elsewhere = systemHome(dataDir);
  return isRoot() && (await stat(elsewhere).catch(unlessMissing)) ? elsewhere : undefined;
}

async function chooseHome(
  dataDir: string,
  account: Account | undefined,
  log: (message: string) => void,
): Promise<string> {
  const real = await realpath(dataDir);
  if (account === undefined || (await canEnter(real, account))) return join(real, 'postgres');
  log(`PostgreSQL does not run as root, and the user that runs it (${account.uid}) cannot enter ${dataDir}.`);
  return systemHome(dataDir);
}

function systemHome(dataDir: string): string {
  return join(SYSTEM_FOLDER, createHash('sha256').update(dataDir).digest('hex').slice(0, 12), 'postgres');
}

/**
 * PostgreSQL needs an account with a passwd entry. An account made for us comes first; `postgres` exists to own
 * databases; `nobody` exists everywhere, but is shared with other programs, so it comes last. An existing database
 * keeps its owner: installing another package must not change who can read the data.
 */
async function chooseAccount(home: string | undefined): Promise<Account> {
  const owner = home && (await stat(join(home, 'data')).catch(unlessMissing));
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const lines = (await readFile('/etc/passwd', 'utf8').catch(() => '')).split('\n');
  for (const name of ['tickmark', 'postgres', 'nobody']) {
    const [, , uid, gid] = lines.find((line) => line.startsWith(`${name}:`))?.split(':') ?? [];
    if (Number(uid)) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and this system has no user tickmark, postgres or nobody to run it as. ' +
      'Create a user tickmark, start Tickmark as an ordinary user, or set DATABASE_URL.',
  );
}

/** Found out by trying: modes, ACLs, mounts and security modules all matter. */
function canEnter(folder: string, account: Account): Promise<boolean> {
  return run('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], account).then(
    () => true,
    () => false,
  );
}

/**
 * Created beside its place and moved there: a crash leaves no half-made database, and when two create one at once, one
 * wins.
 */
async function makeCluster(home: string, binaries: Binaries, durable: boolean): Promise<void> {
  const { account } = binaries;
  const parent = dirname(home);
  await makeFolder(parent, 0o711);
  await requireSpaceForDatabase(parent);
  const temporary = await mkdtemp(join(parent, NEW));
  try {
    await closeFolder(temporary, account?.gid);
    const data = join(temporary, 'data');
    await ownFolder(data, account);
    const password = join(temporary, 'password');
    await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
    if (account) await chown(password, account.uid, account.gid); // initdb reads it
    await runPostgresProgram(binaries, 'initdb', [
      `--pgdata=${data}`,
      `--username=${USER}`,
      `--pwfile=${password}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // Sorts by code point, like plain C, but knows upper and lower case of all letters.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ]);
    if (account) await chown(password, 0, 0);
    if (durable) await syncToDisk([password, temporary]);
    await rename(temporary, home).catch(async (error: unknown) => {
      if (!(await stat(join(home, 'data')).catch(unlessMissing))) throw error;
    });
    if (durable) await syncToDisk([parent]);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

async function syncToDisk(paths: string[]): Promise<void> {
  for (const path of paths) {
    const handle = await open(path);
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

async function linkHome(dataDir: string, home: string): Promise<void> {
  await symlink(home, join(dataDir, 'postgres')).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}

/** Left by a crash during makeCluster. Another server may be creating one right now, so only old ones go. */
async function removeAbandoned(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(NEW)) continue;
    const entry = await stat(join(parent, name)).catch(unlessMissing);
    if (entry && Date.now() - entry.mtimeMs > 600_000) await rm(join(parent, name), { recursive: true });
  }
}

async function checkCluster(home: string, binaries: Binaries): Promise<Cluster> {
  const data = join(home, 'data');
  let made: string;
  let password: string;
  try {
    password = await readPassword(home);
    made = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    throw new Error(
      `The database in ${home} cannot be read (${error instanceof Error ? error.message : String(error)}). ` +
        'Start Tickmark as the user who created it, restore the folder, or set DATA_DIR to another one.',
      { cause: error },
    );
  }
  if (made !== binaries.major) {
    throw new Error(
      `The database in ${home} was created by PostgreSQL ${made}; this Tickmark comes with PostgreSQL ${binaries.major}. ` +
        'Export it with the Tickmark that created it, or set DATABASE_URL.',
    );
  }
  await refuseUnwritable(data);
  for (const folder of ['data', 'log', 'run']) await ownFolder(join(home, folder), binaries.account);
  const { bin, account, libraries } = binaries;
  return { bin, account, libraries, home, data, password };
}

/** One of ours: it has a password. Somebody may have closed it to the database account, or opened it to everybody. */
async function closeHome(home: string, account: Account | undefined): Promise<void> {
  const password = join(home, 'password');
  if (!(await stat(password).catch(() => undefined))) return;
  await refuseUnwritable(home);
  await closeFolder(home, account?.gid);
  for (const file of [password, join(home, 'reserve')]) await chmod(file, 0o600).catch(unlessMissing);
}

/**
 * Makes a folder for the database account, closed to everybody else. One that root restored from a backup belongs to
 * root and changes owner; one of any other owner is left alone. The parent folder is ours, so nobody else can put a
 * link in its place.
 */
async function ownFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await closeFolder(folder);
  if (account === undefined || (await lstat(folder)).uid !== 0) return;
  await run('chown', ['-Rh', `${account.uid}:${account.gid}`, folder]);
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
