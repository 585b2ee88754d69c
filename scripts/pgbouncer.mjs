// A throw-away PgBouncer from Debian's packages before a PostgreSQL server: the API's tests run through it too, as they
// would on an installation whose servers share few connections. It hands them out per transaction.
import { spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aptInstallPrograms, ensurePackages } from './apt.mjs';
import { end, isRoot, postgresAccount } from './debian-postgres.mjs';
import { freePort } from './free-port.mjs';

const program = '/usr/sbin/pgbouncer';

/**
 * Starts one on loopback, with settings of its own if there are any. Returns the address of the same database behind it,
 * and how to stop it.
 */
export async function startPgbouncer(serverUrl, own = {}) {
  await ensureProgram();
  const server = new URL(serverUrl);
  const account = isRoot ? postgresAccount() : {};
  const folder = mkdtempSync(join(isRoot ? '/tmp' : tmpdir(), 'tickmark-pgbouncer-'));
  const file = (name, text) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    if (isRoot) chownSync(join(folder, name), account.uid, account.gid);
    return join(folder, name);
  };
  if (isRoot) chownSync(folder, account.uid, account.gid);
  const port = await freePort();
  const users = file('users.txt', `"${server.username}" "${decodeURIComponent(server.password)}"\n`);
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'scram-sha-256',
    auth_file: users,
    pool_mode: 'transaction',
    max_client_conn: 1000,
    default_pool_size: 8,
    // Every test has a database of its own; what it has left is given back soon.
    server_idle_timeout: 2,
    server_login_retry: 1,
    log_connections: 0,
    log_disconnections: 0,
    ...own,
  };
  const config = file(
    'pgbouncer.ini',
    `[databases]\n* = host=${server.hostname} port=${server.port}\n\n[pgbouncer]\n${Object.entries(settings)
      .map(([key, value]) => `${key} = ${value}\n`)
      .join('')}`,
  );
  const log = { text: '' };
  const child = spawn(program, [config], {
    ...account,
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log.text = (log.text + text).slice(-4000);
    });
  }
  const stop = async () => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  };
  const deadline = performance.now() + 30_000;
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`PgBouncer does not start: ${log.text}`);
    }
    await delay(50);
  }
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  url.searchParams.set('pgbouncer', 'true');
  return { url: url.href, stop };
}

async function ensureProgram() {
  const isThere = () => existsSync(program);
  if (await ensurePackages(['pgbouncer'], isThere, () => aptInstallPrograms('pgbouncer'))) return;
  throw new Error(
    'There is no PgBouncer here. On Debian and its relatives run\n' +
      '  sudo apt-get update && sudo apt-get install -y --no-install-recommends pgbouncer',
  );
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
