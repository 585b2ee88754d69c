import { execFileSync, spawnSync } from 'node:child_process';
import { chmod, chown, lstat, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { inProject } from './root.ts';
import { smallPdf, uploadForm } from './testing/evidence.ts';
import { PASSWORD } from './testing/people.ts';
import { launch, type Running, ready } from './testing/process.ts';

/** What other users of the machine can see of DATA_DIR: the built product, and somebody who tries. */

const isRoot = process.getuid?.() === 0;
/** Neither root nor an account that PostgreSQL may run as. */
const SOMEBODY = { uid: 12_345, gid: 12_345 };
/** One that every Debian has: PostgreSQL needs an account with a name. */
const DAEMON = { uid: 1, gid: 1 };
const MAIN = inProject('dist', 'server', 'main.js');
const asDaemon = ['setpriv', `--reuid=${DAEMON.uid}`, `--regid=${DAEMON.gid}`, '--clear-groups'];
const canRunAsDaemon =
  isRoot &&
  spawnSync(
    '/bin/sh',
    ['-c', '"$0" --version && test -r "$1" && id -un && command -v setpriv', process.execPath, MAIN],
    {
      ...DAEMON,
      cwd: '/',
    },
  ).status === 0;

let folder: string;
let dataDir: string;
let running: Running[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tickmark-test-'));
  await chmod(folder, 0o755);
  dataDir = join(folder, 'data');
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map(stop));
  await rm(folder, { recursive: true, force: true });
});

/** With a umask that lets everybody read and write. */
const shell = (...command: string[]): [string, ...string[]] => [
  '/bin/sh',
  '-c',
  'umask 0; exec "$@"',
  'sh',
  ...command,
];

const start = async (prefix: string[] = []): Promise<Running> => {
  const server = await launch(
    { DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    shell(...prefix, process.execPath, MAIN),
  );
  running.push(server);
  return ready(server);
};
const stop = async ({ process: child, ended }: Running): Promise<void> => {
  child.kill('SIGTERM');
  await ended;
};

const command = (name: string, args: string[], environment: Record<string, string> = {}): string =>
  execFileSync(
    '/bin/sh',
    shell(process.execPath, inProject('dist', 'server', `${name}.js`), ...args).slice(1),
    {
      env: { DATA_DIR: dataDir, ...environment },
      encoding: 'utf8',
    },
  );

/** A student with a file. */
const fill = async ({ url }: Running): Promise<void> => {
  const headers = { 'content-type': 'application/json', connection: 'close' };
  const body = JSON.stringify({ username: 'zoe', email: 'zoe@example.org', password: PASSWORD });
  const registered = await fetch(`${url}/api/register`, { method: 'POST', headers, body });
  const { access_token: token } = (await registered.json()) as { access_token: string };
  const uploaded = await fetch(`${url}/api/completion/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: uploadForm(smallPdf(), { name: 'work.pdf' }),
  });
  expect(uploaded.status).toBe(200);
};

const everythingIn = async (place: string): Promise<string[]> => {
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  return [place, ...entries.map((entry) => join(entry.parentPath, entry.name))];
};

/** What is readable, listable or writable for another user who knows every name. */
const seenBySomebody = (paths: readonly string[]): string[] => {
  const look = `while IFS= read -r path; do
    if [ -d "$path" ]; then ls "$path" >/dev/null 2>&1 && echo "$path"
    else cat "$path" >/dev/null 2>&1 && echo "$path"; fi
    test -w "$path" && echo "$path"
  done; true`;
  const options = { ...SOMEBODY, cwd: '/', input: `${paths.join('\n')}\n`, encoding: 'utf8' } as const;
  return execFileSync('/bin/sh', ['-c', look], options).split('\n').filter(Boolean);
};

/** Those that are not 0700 or 0600, with their modes. */
const openOnes = async (place: string): Promise<string[]> => {
  const found: string[] = [];
  for (const path of await everythingIn(place)) {
    const entry = await lstat(path).catch(() => undefined);
    if (!entry || !(entry.isDirectory() || entry.isFile())) continue;
    const mode = entry.mode & 0o777;
    if (mode !== (entry.isDirectory() ? 0o700 : 0o600))
      found.push(`${relative(place, path)} ${mode.toString(8)}`);
  }
  return found.toSorted();
};
/** Root lets PostgreSQL's account pass through two folders, and nobody else. */
const PASSED_THROUGH = isRoot ? [' 710', 'postgres 710'] : [];

const openToAll = async (place: string): Promise<void> => {
  for (const path of await everythingIn(place)) {
    const entry = await lstat(path).catch(() => undefined);
    if (entry?.isDirectory()) await chmod(path, 0o755);
    else if (entry?.isFile()) await chmod(path, 0o644);
  }
};

describe('DATA_DIR', { timeout: 180_000 }, () => {
  test('is closed to other users even if it existed and was open, and so are files that commands create', async () => {
    await mkdir(dataDir, { mode: 0o755 });
    const server = await start();
    await fill(server);
    expect(await openOnes(dataDir)).toEqual(PASSED_THROUGH);
    command('operations/backup', [join(dataDir, 'backup.tar')]);
    expect(await openOnes(dataDir)).toEqual(PASSED_THROUGH);
    if (isRoot) expect(seenBySomebody(await everythingIn(dataDir))).toEqual([]);
    await stop(server);

    const restored = join(folder, 'restored');
    await mkdir(restored, { mode: 0o755 });
    command('operations/restore', [join(dataDir, 'backup.tar')], { DATA_DIR: restored });
    expect(await openOnes(restored)).toEqual(PASSED_THROUGH);
    expect((await everythingIn(join(restored, 'files'))).length).toBe(5);
    if (isRoot) expect(seenBySomebody(await everythingIn(restored))).toEqual([]);
  });

  test('is closed at the next start when it was open, and everything in it', async () => {
    const first = await start();
    await fill(first);
    await stop(first);
    await openToAll(dataDir);
    await writeFile(join(dataDir, 'backup.tar'), 'of an earlier time', { mode: 0o600 });
    await start();
    // Each of these closes what is below.
    for (const place of ['.', 'files', 'files/objects', 'files/work', 'postgres', 'postgres/data']) {
      expect((await stat(join(dataDir, place))).mode & 0o007, place).toBe(0);
    }
    if (isRoot) expect(seenBySomebody(await everythingIn(dataDir))).toEqual([]);
    await vi.waitFor(async () => expect(await openOnes(dataDir)).toEqual(PASSED_THROUGH), {
      timeout: 60_000,
    });
  });

  test('is closed by files:move, too', async () => {
    await fill(await start());
    await openToAll(join(dataDir, 'files'));
    // The one file is copied already, so the store is not needed.
    const said = command('operations/move-files', ['--to', 'disk'], {
      S3_ENDPOINT: 'http://127.0.0.1:1',
      S3_BUCKET: 'none',
      S3_REGION: 'none',
      S3_ACCESS_KEY_ID: 'none',
      S3_SECRET_ACCESS_KEY: 'none',
    });
    expect(said).toContain('0 copied and verified, 1 already there.');
    expect(await openOnes(dataDir)).toEqual(PASSED_THROUGH);
  });

  test('leaves what is not ours open', async () => {
    const theirs = ['', 'notes.txt', 'files', 'files/shared.txt', 'files/album', 'files/album/one.jpg'];
    await mkdir(join(dataDir, 'files', 'album'), { recursive: true, mode: 0o755 });
    for (const name of theirs.filter((path) => /\./.test(path)))
      await writeFile(join(dataDir, name), 'theirs');
    await symlink(join(dataDir, 'notes.txt'), join(dataDir, 'files', 'link'));
    await openToAll(dataDir);
    const modes = async () =>
      Promise.all(theirs.map(async (name) => ((await stat(join(dataDir, name))).mode & 0o777).toString(8)));
    const before = await modes();
    await fill(await start());
    expect(await modes()).toEqual(before);
    expect(await openOnes(join(dataDir, 'files', 'objects'))).toEqual([]);
    if (isRoot) {
      const ours = ['postgres', 'files/objects', 'files/work'];
      const paths = await Promise.all(ours.map((name) => everythingIn(join(dataDir, name))));
      expect(seenBySomebody(paths.flat())).toEqual([]);
      // The other user does see what may be seen.
      expect(seenBySomebody([join(dataDir, 'notes.txt')])).toEqual([join(dataDir, 'notes.txt')]);
    }
  });

  test.runIf(canRunAsDaemon)(
    'of an ordinary user is 0700 and 0600 throughout, and has no programs in it',
    async () => {
      await mkdir(dataDir, { mode: 0o755 });
      await chown(dataDir, DAEMON.uid, DAEMON.gid);
      await fill(await start(asDaemon));
      expect((await stat(join(dataDir, 'postgres', 'data'))).uid).toBe(DAEMON.uid);
      expect(await openOnes(dataDir)).toEqual([]);
      expect((await readdir(dataDir)).toSorted()).toEqual(['files', 'postgres']);
    },
  );
});
