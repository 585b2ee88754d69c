import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { openCluster } from './cluster.ts';
import { type EmbeddedDatabase, type EmbeddedOptions, findEmbedded, openEmbedded } from './embedded.ts';
import { connectWhenReady } from './orphan.ts';
import { startPostgres } from './process.ts';

const isRoot = process.getuid?.() === 0;

let undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.toReversed()) await step();
  undo = [];
});

async function temporaryFolder(parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, 'tickmark-test-'));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A DATA_DIR that the server creates itself, as at the first start, in a folder that others may enter. */
async function freshDataDir(): Promise<string> {
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  return join(await realpath(folder), 'data');
}

interface Opened extends EmbeddedDatabase {
  said: string[];
  lost: Error[];
}

async function open(
  dataDir: string,
  settings: EmbeddedOptions['settings'] = { fsync: 'off' },
  recoveryPatience = 20_000,
): Promise<Opened> {
  const said: string[] = [];
  const lost: Error[] = [];
  const database = await openEmbedded({
    dataDir,
    settings,
    recoveryPatience,
    log: (message) => said.push(message),
    onLost: (error) => lost.push(error),
  });
  undo.push(() => database.stop());
  return { ...database, said, lost };
}

async function query(database: Pick<EmbeddedDatabase, 'connection'>, text: string): Promise<unknown[]> {
  const client = new Client(database.connection);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres/data/postmaster.pid'), 'utf8'), 10);
}

/** Another server process with this data open. */
async function openInChild(
  dataDir: string,
): Promise<Pick<EmbeddedDatabase, 'connection'> & { child: ChildProcess }> {
  const script = `
    import { runnerImport } from 'vite';
    const { module } = await runnerImport(${JSON.stringify(fileURLToPath(new URL('embedded.ts', import.meta.url)))},
      { configFile: false });
    const database = await module.openEmbedded({
      dataDir: ${JSON.stringify(dataDir)}, log() {}, onLost() {}, settings: { fsync: 'off' },
    });
    process.stdout.write(JSON.stringify(database.connection));
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: dirname(dirname(dirname(fileURLToPath(import.meta.url)))),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  undo.push(async () => child.kill('SIGKILL'));
  const [line] = await once(child.stdout, 'data');
  return { child, connection: JSON.parse(String(line)) };
}

describe('the embedded database', { timeout: 60_000 }, () => {
  it('starts in an empty folder, stops cleanly more than once, and keeps its data', async () => {
    const dataDir = await freshDataDir();
    const first = await open(dataDir, {});
    await query(first, 'create table kept (text text)');
    await query(first, "insert into kept values ('Ünïcode ✓')");
    expect(
      await query(
        first,
        `select current_setting('fsync') as fsync, current_setting('listen_addresses') as listens,
                current_setting('server_encoding') as encoding, lower('ÄÉ') as lower`,
      ),
    ).toEqual([{ fsync: 'on', listens: '', encoding: 'UTF8', lower: 'äé' }]);
    const pid = await postmasterPid(dataDir);
    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    expect(await readdir(join(dataDir, 'postgres/data'))).not.toContain('postmaster.pid');
    expect((await stat(join(dataDir, 'postgres/password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'postgres/run'))).mode & 0o777).toBe(0o700);

    const second = await open(dataDir, {});
    expect(await query(second, 'select * from kept')).toEqual([{ text: 'Ünïcode ✓' }]);
    expect([...first.lost, ...second.lost, ...second.said]).toEqual([]);
  });

  it('starts while the clock is set forward, as when a machine wakes up', async () => {
    const clock = Date.now;
    let ahead = 0;
    const spy = vi.spyOn(Date, 'now').mockImplementation(() => clock() + (ahead += 60_000));
    undo.push(async () => spy.mockRestore());
    const database = await open(await freshDataDir());
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('refuses a second server on the same data, while the first keeps working', async () => {
    const dataDir = await freshDataDir();
    const first = await open(dataDir);
    await query(first, 'create table kept (id int)');
    await expect(open(dataDir)).rejects.toThrow(
      `Another Tickmark server is already using ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
    );
    expect(await query(first, 'insert into kept values (1) returning id')).toEqual([{ id: 1 }]);
    expect([...first.lost, ...first.said.slice(1)]).toEqual([]);
  });

  it('lets exactly one of several servers have a new folder', async () => {
    const dataDir = await freshDataDir();
    const results = await Promise.allSettled([1, 2, 3, 4].map(() => open(dataDir)));
    const winners = results.filter((result) => result.status === 'fulfilled');
    expect(winners).toHaveLength(1);
    for (const result of results) {
      if (result.status === 'rejected') expect(String(result.reason)).toContain('Another Tickmark server');
    }
    expect(await query(winners[0]!.value, 'select 1 as one')).toEqual([{ one: 1 }]);
    expect((await readdir(dataDir)).filter((name) => name !== 'postgres')).toEqual([]);
  });

  it('does not confuse another server’s PostgreSQL with its own', async () => {
    const dataDir = await freshDataDir();
    const first = await open(dataDir);
    const cluster = await openCluster({ dataDir, log: () => undefined, durable: false });
    // Paused before it finds the data in use.
    const own = await startPostgres(cluster, first.connection, { fsync: 'off' });
    const send = (signal: NodeJS.Signals) => {
      if (own.running && own.pid !== undefined) process.kill(own.pid, signal);
    };
    undo.push(async () => send('SIGKILL'));
    send('SIGSTOP');

    const connecting = connectWhenReady(cluster, first.connection, own, new AbortController().signal);
    const keepers = `select pid from pg_stat_activity where application_name = 'tickmark keeper'`;
    const isConnected = async () => (await query(first, keepers)).length === 2;
    await vi.waitUntil(async () => !own.running || isConnected(), { timeout: 60_000, interval: 1 });
    send('SIGCONT');
    expect(await connecting).toBeUndefined();
    expect(await own.lastWords()).toContain('lock file');
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('tries again when another server took its PostgreSQL for an orphan as it started', async () => {
    const dataDir = await freshDataDir();
    await (await open(dataDir)).stop();
    const opening = open(dataDir);
    // As soon as it can be found, and long before it can be connected to.
    const findPid = () => postmasterPid(dataDir).catch(() => 0);
    process.kill(await vi.waitUntil(findPid, { timeout: 60_000, interval: 1 }), 'SIGINT');
    expect(await query(await opening, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('is found by a program beside the server, and only while it runs', async () => {
    const dataDir = await freshDataDir();
    expect(await findEmbedded(dataDir)).toBeUndefined();
    const database = await open(dataDir);
    expect(await findEmbedded(dataDir)).toEqual(database.connection);
    await database.stop();
    expect(await findEmbedded(dataDir)).toBeUndefined();
  });

  it('removes the programs that earlier versions copied into DATA_DIR, and nothing else', async () => {
    const dataDir = await freshDataDir();
    for (const name of ['postgresql-18.4.0-beta.17/native/bin', 'postgresql-15', 'postgresql-notes/native']) {
      await mkdir(join(dataDir, name), { recursive: true });
    }
    await chmod(dataDir, 0o755);
    await open(dataDir);
    expect((await readdir(dataDir)).toSorted()).toEqual(['postgres', 'postgresql-15', 'postgresql-notes']);
  });

  it('takes over from a server that was killed', async () => {
    const dataDir = await freshDataDir();
    const { child, connection } = await openInChild(dataDir);
    await query({ connection }, 'create table kept (id int)');
    await query({ connection }, 'insert into kept values (7)');
    await expect(open(dataDir)).rejects.toThrow('Another Tickmark server');
    const orphan = await postmasterPid(dataDir);
    child.kill('SIGKILL');
    await once(child, 'exit');

    // The lock ends with the killed process, as soon as PostgreSQL has noticed.
    const next = await vi.waitFor(() => open(dataDir), { timeout: 60_000 });
    expect(await postmasterPid(dataDir)).not.toBe(orphan);
    expect(await query(next, 'select id from kept')).toEqual([{ id: 7 }]);
  });

  it('restarts PostgreSQL when it is killed, with every acknowledged row', async () => {
    const dataDir = await freshDataDir();
    const database = await open(dataDir, {});
    await query(database, 'create table kept (id int)');
    for (let id = 1; id <= 3; id += 1) {
      await query(database, `insert into kept values (${id})`);
      const pid = await postmasterPid(dataDir);
      process.kill(pid, 'SIGKILL');
      await vi.waitFor(
        () => expect(database.said.filter((text) => text.includes('is back'))).toHaveLength(id),
        {
          timeout: 60_000,
        },
      );
      expect(await query(database, 'select count(*)::int as rows from kept')).toEqual([{ rows: id }]);
    }
    // The restarted one is guarded as well.
    await expect(open(dataDir)).rejects.toThrow('Another Tickmark server');
    expect(database.lost).toEqual([]);
  });

  it('takes the lock again when its session is terminated', async () => {
    const dataDir = await freshDataDir();
    const database = await open(dataDir);
    const pid = await postmasterPid(dataDir);
    await query(
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'tickmark keeper'`,
    );
    await vi.waitFor(() => expect(database.said.join(' ')).toContain('is back'), { timeout: 60_000 });
    expect(await postmasterPid(dataDir)).toBe(pid);
    await expect(open(dataDir)).rejects.toThrow('Another Tickmark server');
    expect(database.lost).toEqual([]);
  });

  it('is not blocked by a pid file whose number now belongs to another process', async () => {
    const dataDir = await freshDataDir();
    const first = await open(dataDir);
    await query(first, 'create table kept (id int)');
    const file = join(dataDir, 'postgres/data/postmaster.pid');
    const lines = (await readFile(file, 'utf8')).split('\n');
    await first.stop();
    // Of PostgreSQL's own user, but not its parent: PostgreSQL itself would refuse, for either file.
    const { uid, gid } = await stat(join(dataDir, 'postgres/data'));
    const other = spawn('sleep', ['1000'], isRoot ? { uid, gid } : {});
    undo.push(async () => other.kill('SIGKILL'));
    const stale = [String(other.pid), ...lines.slice(1)].join('\n');
    await writeFile(file, stale);
    await writeFile(join(dataDir, 'postgres/run/.s.PGSQL.5432.lock'), stale);
    if (isRoot) await chown(file, uid, gid);

    const second = await open(dataDir);
    expect(await query(second, 'select count(*)::int as rows from kept')).toEqual([{ rows: 0 }]);
    expect(other.exitCode).toBeNull();
  });

  it('finds a shorter place for its socket when the path is too long', async () => {
    const dataDir = join(await freshDataDir(), 'a-rather-long-name'.repeat(5));
    const database = await open(dataDir);
    const folder = database.connection.host;
    expect(dirname(folder)).toBe(isRoot ? '/tmp' : tmpdir());
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await vi.waitFor(() => expect(database.said.join(' ')).toContain('is back'), { timeout: 60_000 });
    expect(await query(database, 'select 1 as one')).toEqual([{ one: 1 }]);
    await database.stop();
    await expect(stat(folder)).rejects.toThrow('ENOENT');
  });

  it('says so when PostgreSQL cannot be restarted', async () => {
    const dataDir = await freshDataDir();
    const database = await open(dataDir, { fsync: 'off' }, 2000);
    await writeFile(join(dataDir, 'postgres/data/postgresql.conf'), 'no such setting');
    const began = Date.now();
    process.kill(await postmasterPid(dataDir), 'SIGKILL');
    await vi.waitFor(() => expect(database.lost).toHaveLength(1), { timeout: 60_000 });
    expect(database.lost[0]?.message).toMatch(/^PostgreSQL does not start in .*syntax error/s);
    // Not at the first failure: a full disk may have space a moment later.
    expect(Date.now() - began).toBeGreaterThan(2000);
  });

  it.runIf(isRoot)('as root, keeps its files elsewhere when DATA_DIR is closed to other users', async () => {
    const closed = await temporaryFolder();
    await chmod(closed, 0o700);
    const dataDir = join(closed, 'data');
    await mkdir(dataDir);
    const first = await open(dataDir);
    const home = await realpath(join(dataDir, 'postgres'));
    undo.splice(-1, 0, () => rm(dirname(home), { recursive: true, force: true }));
    expect(home).toMatch(/^\/var\/lib\/tickmark\/[0-9a-f]{12}\/postgres$/);
    expect(first.said.join(' ')).toContain(home);
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
    await query(first, 'create table kept (id int)');
    await expect(open(dataDir)).rejects.toThrow('Another Tickmark server');
    await first.stop();

    const second = await open(dataDir);
    expect(await query(second, 'select count(*)::int as rows from kept')).toEqual([{ rows: 0 }]);
  });

  it.runIf(isRoot)(
    'as root, repairs the permissions when somebody closed DATA_DIR to all, or opened it',
    async () => {
      const dataDir = await freshDataDir();
      const home = join(dataDir, 'postgres');
      const modes = async () =>
        Promise.all([dataDir, home].map(async (path) => ((await stat(path)).mode & 0o777).toString(8)));
      await (await open(dataDir)).stop();
      for (const mode of [0o700, 0o755]) {
        await chmod(dataDir, mode);
        await chmod(home, mode);
        const database = await open(dataDir);
        expect(database.connection.host).toBe(join(home, 'run'));
        expect(await modes()).toEqual(['710', '710']);
        await database.stop();
      }
    },
  );

  it.runIf(isRoot)('as root, does not start empty when its data became unreachable later', async () => {
    const dataDir = await freshDataDir();
    await (await open(dataDir)).stop();
    await chmod(dirname(dataDir), 0o700);
    await expect(open(dataDir)).rejects.toThrow('PostgreSQL cannot reach its data');
    await chmod(dirname(dataDir), 0o755);
    await open(dataDir);
  });
});
