// A throw-away PostgreSQL server from Debian's packages: the API's tests run against it too, as they would against a
// server of somebody else (DATABASE_URL), and on the oldest version that we support.
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aptInstall, ensurePackages } from './apt.mjs';
import { freePort } from './free-port.mjs';
import { run } from './run.mjs';

const oldest = 15;
export const isRoot = process.getuid?.() === 0;

/**
 * Starts one on loopback, with settings of its own if there are any. With `home` its data is kept in that folder, where the
 * next start finds it. Returns its address and how to stop it; throws with what to do when there is none.
 */
export async function startDebianPostgres({ settings: own = {}, home } = {}) {
  const bin = await ensurePrograms();
  const account = isRoot ? postgresAccount() : {};
  // Root's own TMPDIR may be closed to the account that runs PostgreSQL.
  const folder = home ?? mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'tickmark-debian-'));
  const passwordFile = join(folder, 'password');
  const isNew = !existsSync(passwordFile);
  if (isNew) writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
  const password = readFileSync(passwordFile, 'utf8');
  if (isRoot) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
  const options = { cwd: folder, env: { LC_ALL: 'C.UTF-8', PGPASSWORD: password }, ...account };

  const remove = () => home ?? rmSync(folder, { recursive: true, force: true });
  const must = async (program, args) => {
    const { code, output } = await run(join(bin, program), args, options);
    if (code !== 0) throw new Error(`${program} failed: ${output}`);
  };
  let server;
  try {
    const data = join(folder, 'data');
    const identity = ['-U', 'tickmark', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
    if (isNew)
      await must('initdb', ['-D', data, ...identity, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync']);
    const port = await freePort();
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      unix_socket_directories: '',
      max_connections: 100,
      fsync: 'off', // nobody will miss it after a power cut
      // The tests provoke errors; they are not news.
      log_min_messages: 'fatal',
      ...own,
    };
    const log = { text: '' };
    server = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      // Out of reach of Ctrl+C: it is stopped after the tests that use it.
      { ...options, env: { LC_ALL: 'C.UTF-8' }, stdio: ['ignore', 'ignore', 'pipe'], detached: true },
    );
    server.stderr.setEncoding('utf8').on('data', (text) => {
      log.text = (log.text + text).slice(-4000);
    });
    const address = ['-h', '127.0.0.1', '-p', String(port), '-U', 'tickmark'];
    const deadline = performance.now() + 30_000;
    while ((await run(join(bin, 'pg_isready'), address, options)).code !== 0) {
      if (server.exitCode !== null || performance.now() > deadline)
        throw new Error(`PostgreSQL does not start: ${log.text}`);
      await delay(50);
    }
    if (isNew) await must('createdb', [...address, 'tickmark']);
    return {
      url: `postgres://tickmark:${password}@127.0.0.1:${port}/tickmark`,
      stop: async () => {
        await end(server);
        remove();
      },
    };
  } catch (error) {
    if (server) await end(server);
    remove();
    throw error;
  }
}

/** The folder of its programs. */
export async function ensurePrograms() {
  await ensurePackages(['postgresql*'], () => findPrograms() !== undefined, installPrograms);
  const found = findPrograms();
  if (found) return found;
  throw new Error(
    `There is no PostgreSQL ${oldest} or newer in /usr/lib/postgresql. On Debian and its relatives run\n` +
      '  sudo apt-get update && sudo apt-get install -y --no-install-recommends postgresql',
  );
}

/** The package would set up a cluster and start it. We only want its programs, so we tell it not to. */
async function installPrograms() {
  if (!isRoot) return;
  const setting = '/etc/postgresql-common/createcluster.d/tickmark.conf';
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true });
  writeFileSync(setting, 'create_main_cluster = false\n');
  try {
    await aptInstall('postgresql');
  } finally {
    rmSync(setting);
  }
}

/** The oldest that we support: the embedded one is new already. */
function findPrograms() {
  const base = '/usr/lib/postgresql';
  if (!existsSync(base)) return undefined;
  const versions = readdirSync(base).filter((name) => Number(name) >= oldest);
  return versions
    .toSorted((a, b) => Number(a) - Number(b))
    .map((version) => join(base, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'postgres')));
}

/** PostgreSQL refuses to run as root; Debian's package makes this account. */
export function postgresAccount() {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((text) => text.startsWith('postgres:'));
  if (!line) throw new Error('There is no user postgres to run PostgreSQL as.');
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

/** Fast, then by force. */
export async function end(server) {
  for (const [signal, patience] of [
    ['SIGINT', 10_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 10_000],
  ]) {
    server.kill(signal);
    const deadline = performance.now() + patience;
    while (server.exitCode === null && server.signalCode === null && performance.now() < deadline)
      await delay(20);
    if (server.exitCode !== null || server.signalCode !== null) return;
  }
}
