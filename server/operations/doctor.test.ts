import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openDatabase } from '../db/database.ts';
import { findEmbedded } from '../db/embedded/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { rollBackTo } from '../db/rollback.ts';
import { inProject } from '../root.ts';
import { addressOf, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { storedFiles } from '../testing/evidence.ts';
import { makeDataFolder } from '../testing/folder.ts';
import { createSchool } from '../testing/people.ts';
import { asAdmin, withDatabaseName } from '../testing/postgres.ts';
import { freePort, launch, type Running, ready } from '../testing/process.ts';
import { runBuiltCommand } from '../testing/run-command.ts';
import { startTestS3 } from '../testing/s3.ts';
import { setUpSignIn, startProvider, type TestProvider } from '../testing/sign-in.ts';
import { startSmtp, type TestSmtp } from '../testing/smtp.ts';
import {
  addForeignTables,
  addMigrationOfTomorrow,
  createLatinDatabase,
  dropKnownNetworks,
  dropLatinDatabase,
  dropSchoolsKey,
  forgetLastMigration,
  invalidateIndex,
  turnOffTriggers,
} from './doctor.test.queries.ts';

/** The built command, and each of its subjects broken for real. */

let dataDir: string;
let store: TestDatabase;
let port: string;
beforeAll(async () => {
  port = String(await freePort());
});
beforeEach(async () => {
  dataDir = await makeDataFolder();
  await chmod(dataDir, 0o700);
  store = await createTestDatabase();
});
afterEach(async () => {
  await store.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The tests' database server would not survive a power cut, and only one test has a server. */
const OF_TESTS = /^WRONG +(database +fsync is off|server +No server answers at)/;

/** As the operator would call it; without a server at that port. `wrongs` counts what this test has broken. */
const doctor = async (environment: Record<string, string> = {}, prefix: readonly string[] = []) => {
  const { code, output } = await runBuiltCommand(
    'doctor',
    [],
    { DATA_DIR: dataDir, PORT: port, DATABASE_URL: addressOf(store.connection), ...environment },
    prefix,
  );
  const wrongs = output.split('\n').filter((line) => line.startsWith('WRONG'));
  expect(code, output).toBe(wrongs.length > 0 ? 1 : 0);
  return { wrongs: wrongs.filter((line) => !OF_TESTS.test(line)).length, output };
};

/** A finding and its advice, as they are printed. */
const said = (mark: 'WRONG' | 'WARNING', about: string, found: RegExp | string, advice: string) =>
  expect.stringMatching(
    new RegExp(
      `^${mark} +${about} +${typeof found === 'string' ? found.replaceAll(/[.*+?^$()|[\]\\/{}]/g, '\\$&') : found.source}[^\n]*\n +-> [^\n]*${advice.replaceAll(/[.*+?^$()|[\]\\/{}]/g, '\\$&')}`,
      'm',
    ),
  );

const wrong = async (
  environment: Record<string, string>,
  about: string,
  found: RegExp | string,
  advice: string,
) => {
  const { wrongs, output } = await doctor(environment);
  expect(output).toEqual(said('WRONG', about, found, advice));
  expect(wrongs).toBeGreaterThan(0);
};
const warned = async (
  environment: Record<string, string>,
  about: string,
  found: RegExp | string,
  advice: string,
) => {
  const { wrongs, output } = await doctor(environment);
  expect(output).toEqual(said('WARNING', about, found, advice));
  expect(wrongs, output).toBe(0);
};

let listeners: Server[] = [];
afterEach(() => {
  for (const listener of listeners) listener.close();
  listeners = [];
});
const listening = async (server: Server, scheme = 'http'): Promise<string> => {
  listeners.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

describe('with nothing wrong', () => {
  test('it says what it found, and changes nothing', async () => {
    const { wrongs, output } = await doctor();
    expect(wrongs, output).toBe(0);
    expect(output).toMatch(/^ok +settings +Set are PORT, DATA_DIR and DATABASE_URL\.$/m);
    expect(output).toMatch(/^ok +database +PostgreSQL \d+.* answers/m);
    expect(output).toMatch(/^ok +database +No index, constraint or trigger is missing\.$/m);
    expect(output).toMatch(/^ok +files +A file was written to .*, read and removed\.$/m);
    expect(output).toMatch(/^ok +clocks +This machine agrees within 5 seconds with the database\.$/m);
    expect(await storedFiles(dataDir)).toEqual([]);
    expect(await readdir(join(dataDir, 'files', 'work'))).toEqual([]);
    expect(await readdir(join(dataDir, 'files', 'objects'))).toEqual([]);
  });

  test('it explains itself, and takes no arguments', async () => {
    expect(await runBuiltCommand('doctor', ['help'], {})).toMatchObject({ code: 0 });
    expect((await runBuiltCommand('doctor', ['--fix'], {})).code).toBe(1);
  });
});

describe('settings', () => {
  test('that the server does not start with', async () => {
    const { wrongs, output } = await doctor({ SMTP_URL: 'mail.example.org', OPERATOR_NAME: 'We' });
    expect(wrongs, output).toBeGreaterThan(0);
    expect(output).toEqual(said('WRONG', 'settings', 'SMTP_URL must be like smtp://', 'does not start'));
    expect(output).toEqual(said('WRONG', 'settings', 'OPERATOR_CONTACT is missing', 'does not start'));
    expect(output).toContain('Nothing else was looked at');
    const weak = { ADMIN_PASSWORD: 'tickmark2026', HOST: '0.0.0.0' };
    await wrong(weak, 'settings', 'ADMIN_PASSWORD has fewer than 15 characters', 'does not start');
  });

  test.each([
    ['SMTP_URI', 'Was SMTP_URL meant?'],
    ['TRUSTED_PROXY', 'Was TRUSTED_PROXIES meant?'],
    ['public_url', 'Was PUBLIC_URL meant?'],
    ['MAIL_FORM', 'Was MAIL_FROM meant?'],
    ['S3_SECRET_KEY', 'Was S3_SECRET_ACCESS_KEY meant?'],
  ])('a misspelt name: %s', async (name, advice) => {
    await warned({ [name]: 'x' }, 'settings', `${name} is set, but it is not a setting`, advice);
  });

  test('of other programs are nobody’s mistake', async () => {
    const others = { MAILTO: 'root', HOSTNAME: 'web1', PGPORT: '5432', npm_config_url: 'x', LANG: 'C' };
    expect((await doctor(others)).output).not.toContain('it is not a setting');
  });

  test('that let others in', async () => {
    const open = { HOST: '0.0.0.0', OPERATOR_NAME: 'We', OPERATOR_CONTACT: 'we@example.org' };
    await warned(open, 'settings', 'PUBLIC_URL is not set', 'Set PUBLIC_URL');
    await wrong({ ...open, RATE_LIMIT: 'off' }, 'settings', 'RATE_LIMIT is off', 'Remove RATE_LIMIT');
    const trust = (networks: string) => ({ ...open, TRUSTED_PROXIES: networks });
    await wrong(trust('127.0.0.1,0.0.0.0/0'), 'settings', 'TRUSTED_PROXIES has 0.0.0.0/0', 'proxy alone');
    await wrong(trust('999.1.1.1'), 'settings', 'TRUSTED_PROXIES has 999.1.1.1', 'Write an address');
    await warned(trust('10.0.0.0/8'), 'settings', 'TRUSTED_PROXIES has 10.0.0.0/8', 'smallest network');
  });

  test('PUBLIC_URL that leads to nobody, to something else, or has no https', async () => {
    const other = createServer((_request, response) => response.end('A page of somebody else'));
    const url = await listening(other);
    await wrong(
      { PUBLIC_URL: url },
      'address',
      `What answers at ${url} is not Tickmark`,
      'Correct PUBLIC_URL',
    );
    other.close();
    other.closeAllConnections();
    await wrong(
      { PUBLIC_URL: url },
      'address',
      /PUBLIC_URL \S+ cannot be reached from here: nothing listens/,
      'Start',
    );
    const named = await doctor({ PUBLIC_URL: 'http://tickmark.invalid' });
    expect(named.output).toEqual(said('WARNING', 'settings', /.* without https/, 'deploy/nginx.conf'));
    expect(named.output).toEqual(
      said('WRONG', 'address', /.* finds no address for the name tickmark.invalid/, 'DNS'),
    );
  });

  test('PUBLIC_URL where nobody speaks TLS, or where it is broken off', async () => {
    const plain = createServer((_request, response) => response.end());
    const secure = (await listening(plain)).replace('http:', 'https:');
    await wrong({ PUBLIC_URL: secure }, 'address', /.* does not speak TLS/, 'Write http:// instead');
    const rude = await listening(createTcpServer((socket) => socket.destroy()));
    await wrong({ PUBLIC_URL: rude }, 'address', /.* takes the connection and breaks it off/, 'See what');
  });
});

describe('the database', () => {
  test('that refuses, or is not there', async () => {
    const url = new URL(addressOf(store.connection));
    const changed = (change: (copy: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return { DATABASE_URL: copy.href };
    };
    const password = changed((copy) => {
      copy.password = 'wrong';
    });
    await wrong(password, 'database', 'The database refuses the password', 'Correct the password');
    const name = changed((copy) => {
      copy.pathname = '/nowhere';
    });
    await wrong(name, 'database', 'The database server has no database of the name', 'Correct the name');
    const away = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
    await wrong(away, 'database', 'The database cannot be reached: nothing listens at 127.0.0.1:9', 'Start');
    const lost = { DATABASE_URL: 'postgres://nobody@database.invalid/none' };
    await wrong(lost, 'database', /.*finds no address for the name database.invalid/, 'DNS');
  });

  test('that breaks off, speaks no TLS, or whose certificate is to be in a file that is not there', async () => {
    const url = await listening(
      createTcpServer((socket) => socket.destroy()),
      'postgres',
    );
    await wrong({ DATABASE_URL: url }, 'database', /.*takes the connection and breaks it off/, 'See what');
    const secure = new URL(addressOf(store.direct));
    secure.searchParams.set('sslmode', 'verify-full');
    secure.searchParams.set('sslrootcert', join(dataDir, 'authority.pem'));
    await wrong(
      { DATABASE_URL: secure.href },
      'database',
      /The database cannot be reached: the file \S+authority.pem cannot be read/,
      'Correct its path in DATABASE_URL',
    );
  });

  test('whose tables are of something else, or not for this role', async () => {
    const empty = await createTestDatabase({ empty: true });
    await addForeignTables(empty.db);
    const others = { DATABASE_URL: addressOf(empty.connection) };
    const found = "It has tables, and they are not Tickmark's: wp_posts and wp_users.";
    await wrong(others, 'database', found, 'a database of its own');
    await empty.drop();

    const role = `doctor_${randomBytes(6).toString('hex')}`;
    await asAdmin(store.direct, `create role ${role} login password 'secret'`);
    const url = new URL(addressOf(store.direct));
    url.username = role;
    url.password = 'secret';
    const asRole = { DATABASE_URL: url.href };
    await asAdmin(store.direct, `grant select on all tables in schema public to ${role}`);
    await wrong(asRole, 'database', /The role \S+ may not read and write \S+, /, 'grant the role');
    await asAdmin(store.direct, `grant all on all tables in schema public to ${role}`);
    const { output } = await doctor(asRole);
    expect(output).toEqual(said('WARNING', 'database', /.* belong to another role than/, 'make'));
    expect(output).not.toContain('may not read and write');
    await asAdmin(store.direct, `drop owned by ${role}; drop role ${role}`);
  });

  test('that lacks a table', async () => {
    await dropKnownNetworks(store.db);
    const { wrongs, output } = await doctor();
    expect(output).toEqual(
      said('WRONG', 'database', 'It lacks the table known_networks.', 'Restore a backup'),
    );
    expect(wrongs, output).toBe(1);
  });

  test('whose trigger or constraint is turned off', async () => {
    await turnOffTriggers(store.db);
    const { wrongs, output } = await doctor();
    const trigger = 'The trigger completions_added of the table completions is turned off';
    expect(output).toEqual(said('WRONG', 'database', trigger, 'enable trigger completions_added'));
    const constraint = /The constraint \S+ is turned off in the table known_networks/;
    expect(output).toEqual(said('WRONG', 'database', constraint, 'enable trigger all'));
    expect(wrongs, output).toBe(2);
  });

  test('that lacks an index, a constraint or a trigger', async () => {
    await asAdmin(store.direct, 'drop index completions_newest');
    await dropSchoolsKey(store.db);
    await asAdmin(store.direct, 'drop trigger completions_added on completions');
    const { wrongs, output } = await doctor();
    expect(wrongs, output).toBeGreaterThan(0);
    const index = 'It lacks the index completions_newest of the table completions';
    expect(output).toEqual(said('WRONG', 'database', index, 'INDEX CONCURRENTLY completions_newest ON'));
    const constraint = 'It lacks the constraint schools_domain_pattern_key of the table schools';
    expect(output).toEqual(
      said('WRONG', 'database', constraint, 'add constraint schools_domain_pattern_key UNIQUE'),
    );
    const trigger = 'It lacks the trigger completions_added of the table completions';
    expect(output).toEqual(
      said('WRONG', 'database', trigger, 'CREATE TRIGGER completions_added AFTER INSERT'),
    );
    expect(wrongs).toBe(3);
  });

  test('whose index was not finished', async () => {
    await invalidateIndex(store.db, 'audit_by_actor');
    await wrong(
      {},
      'database',
      'The index audit_by_actor of the table audit is not valid',
      'reindex index concurrently',
    );
  });

  test('that is read-only', async () => {
    const name = new URL(addressOf(store.direct)).pathname.slice(1);
    await asAdmin(store.direct, `alter database ${name} set default_transaction_read_only = on`);
    await wrong({}, 'database', 'It is read-only', 'default_transaction_read_only');
  });

  test('that is behind this version, ahead of it, or empty', async () => {
    await addMigrationOfTomorrow(store.db);
    await wrong({}, 'database', 'It belongs to a newer version of Tickmark', 'Run the newer version');
    await forgetLastMigration(store.db);
    await forgetLastMigration(store.db);
    await warned({}, 'database', 'It is one step behind this version', 'restart the server');
    const empty = await createTestDatabase({ empty: true });
    const url = addressOf(empty.connection);
    await warned({ DATABASE_URL: url }, 'database', 'It is empty', 'Is it the right one?');
    await empty.drop();
  });

  test('that was rolled back, which no restart mends', async () => {
    await rollBackTo(store.db, '0035');
    const found = /It was rolled back to 0035, with 0036_side_by_side\.sql\b.* set aside\./;
    await warned({}, 'database', found, 'When it no longer has to, start the newer one');
    const { output } = await doctor();
    expect(output).not.toContain('behind this version');
    expect(output).toMatch(/^ok +database +No index, constraint or trigger is missing\.$/m);
    await migrate(store.db);
    expect((await doctor()).output).not.toContain('rolled back');
  });

  test('that allows too few connections, and stores only Latin letters', async () => {
    const name = new URL(addressOf(store.direct)).pathname.slice(1);
    await asAdmin(store.direct, `alter database ${name} connection limit 10`);
    await wrong(
      {},
      'database',
      'It allows 10 connections to this database, and one server holds up to 12',
      'PgBouncer',
    );
    const latin = `${name}_latin`;
    await createLatinDatabase(store.db, latin);
    const url = new URL(addressOf(store.connection));
    url.pathname = `/${latin}`;
    await wrong({ DATABASE_URL: url.href }, 'database', 'Its encoding is LATIN1', 'restore a backup');
    await dropLatinDatabase(store.db, latin);
  });
});

describe('connections', () => {
  test('to other databases do not count against the limit of this one', async () => {
    const name = new URL(addressOf(store.direct)).pathname.slice(1);
    await asAdmin(store.direct, `alter database ${name} connection limit 20`);
    const others = Array.from(
      { length: 15 },
      () => new pg.Client(withDatabaseName(store.direct, 'postgres')),
    );
    await Promise.all(others.map((other) => other.connect()));
    expect((await doctor()).output).toMatch(
      /^ok +database +\d of 20 connections to this database are in use, \d+ by Tickmark\.$/m,
    );
    await Promise.all(others.map((other) => other.end()));
    await asAdmin(store.direct, `alter database ${name} connection limit 12`);
    await warned({}, 'database', /\d of 12 connections to this database are in use/, 'PgBouncer');
  });
});

describe('the embedded database', () => {
  let server: Running | undefined;
  afterEach(async () => {
    server?.process.kill('SIGTERM');
    await server?.ended;
    server = undefined;
  });
  const embedded = { DATABASE_URL: '' };

  test('is looked into while a server runs it, and is not started for that', async () => {
    await warned(embedded, 'database', 'There is no database in', 'Is DATA_DIR the one of the server?');
    server = await ready(await launch({ DATA_DIR: dataDir, PORT: port }));
    const healthy = await doctor(embedded);
    expect(healthy.output).toMatch(/^ok +server +It answers at http:\/\/127\.0\.0\.1:\d+ and is ready\.$/m);
    expect(healthy.output).toMatch(/^ok +database +PostgreSQL 18/m);
    expect(healthy.output).toContain('\nNothing is wrong.\n');

    // A standby that every commit waits for, and that is not there.
    const connection = await findEmbedded(dataDir);
    if (!connection) throw new Error('It does not run.');
    const db = openDatabase(connection, () => {}, 2, { isPatient: true });
    await asAdmin(connection, `alter system set synchronous_standby_names = 'FIRST 1 (left, right)'`);
    await asAdmin(connection, 'select pg_reload_conf()');
    const waits = addMigrationOfTomorrow(db);
    const found =
      /Every commit waits for a standby, and none is there: .* \(\d commits? waits? at this moment/;
    await expect
      .poll(async () => (await doctor(embedded)).output, { timeout: 60_000, interval: 500 })
      .toEqual(said('WRONG', 'database', found, 'Start the standby'));
    await wrong(embedded, 'database', 'It commits nothing', 'the next lines say so');
    await asAdmin(connection, 'alter system reset synchronous_standby_names');
    await asAdmin(connection, 'select pg_reload_conf()');
    await waits;
    await db.close();

    server.process.kill('SIGTERM');
    await server.ended;
    await wrong(embedded, 'database', /The embedded database in \S+ is not running/, 'Start the server');
    await wrong(embedded, 'server', /No server answers at \S+ \(ECONNREFUSED\)/, 'Start it');
  });
});

describe('files and disk', () => {
  const SOMEBODY = { uid: 1, gid: 1 };
  const asSomebody = ['setpriv', `--reuid=${SOMEBODY.uid}`, `--regid=${SOMEBODY.gid}`, '--clear-groups'];
  const canBeSomebody =
    process.getuid?.() === 0 &&
    spawnSync(
      '/bin/sh',
      ['-c', 'command -v setpriv && test -r "$0"', inProject('dist', 'server', 'operations', 'doctor.js')],
      { ...SOMEBODY, cwd: '/' },
    ).status === 0;

  test.skipIf(!canBeSomebody)('a folder that cannot be written to', async () => {
    const objects = join(dataDir, 'files', 'objects');
    await mkdir(join(dataDir, 'files', 'work'), { recursive: true });
    await mkdir(objects);
    for (const folder of ['.', 'files', 'files/work', 'files/objects'])
      await chown(join(dataDir, folder), SOMEBODY.uid, SOMEBODY.gid);
    await chmod(objects, 0o500);
    const environment = { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' };
    const { wrongs, output } = await doctor(environment, asSomebody);
    expect(wrongs, output).toBeGreaterThan(0);
    expect(output).toEqual(
      said(
        'WRONG',
        'files',
        /A file could not be written to \S+ read and removed again: Access is denied/,
        'has to own the folder',
      ),
    );
    // Root would find nothing wrong, and might leave folders that the server cannot write to.
    expect((await doctor()).output).toEqual(
      said('WARNING', 'files', /\S+ belongs to another user/, 'Run this as the user'),
    );
  });

  test('a folder that others can look into, a folder that is none, and one that is not there', async () => {
    await mkdir(join(dataDir, 'files'), { mode: 0o755 });
    await chmod(join(dataDir, 'files'), 0o755);
    await warned(
      {},
      'disk',
      /Other users of this machine can get into \S+files \(mode 0755\)/,
      'chmod go-rwx',
    );
    await warned(
      { DATA_DIR: join(dataDir, 'absent') },
      'files',
      /There is no folder \S+absent yet/,
      'Is DATA_DIR',
    );
    await writeFile(join(dataDir, 'file'), '');
    await wrong({ DATA_DIR: join(dataDir, 'file') }, 'disk', /DATA_DIR \S+ is not a folder/, 'Set DATA_DIR');
  });

  test('an object store that is away, or refuses', async () => {
    const settings = {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'evidence',
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    };
    await wrong(
      settings,
      'files',
      /The object store at \S+ bucket evidence, cannot be reached: nothing/,
      'S3_ENDPOINT',
    );
  });

  describe('an object store', async () => {
    const s3 = await startTestS3();
    afterAll(async () => {
      if ('stop' in s3) await s3.stop();
    });
    test.skipIf(!('settings' in s3))('that works, refuses the secret, or has no such bucket', async () => {
      if (!('settings' in s3)) return;
      const { endpoint, bucket, region, accessKeyId, secretAccessKey } = s3.settings;
      const settings = {
        S3_ENDPOINT: endpoint,
        S3_BUCKET: bucket,
        S3_REGION: region,
        S3_ACCESS_KEY_ID: accessKeyId,
        S3_SECRET_ACCESS_KEY: secretAccessKey,
      };
      const { wrongs, output } = await doctor(settings);
      expect(wrongs, output).toBe(0);
      expect(output).toMatch(
        /^ok +files +An object was written to the bucket evidence, read and removed\.$/m,
      );
      const refused = { ...settings, S3_SECRET_ACCESS_KEY: 'wrong' };
      await wrong(
        refused,
        'files',
        /The object store at \S+ bucket evidence: it refuses the secret/,
        'S3_SECRET',
      );
      const nowhere = { ...settings, S3_BUCKET: 'nowhere' };
      await wrong(
        nowhere,
        'files',
        /The object store at \S+ bucket nowhere: it has no such bucket/,
        'S3_BUCKET',
      );
    });
  });
});

describe('mail', () => {
  let smtp: TestSmtp;
  beforeEach(async () => {
    smtp = await startSmtp({ login: { user: 'me', password: 'secret' } });
  });

  test('a mail server that takes the login, refuses it, or is away', async () => {
    const provider = await startProvider();
    const settings = (url: string) => ({
      SMTP_URL: url,
      MAIL_FROM: 'papers@tickmark.example',
      PUBLIC_URL: provider.issuer,
    });
    expect((await doctor(settings(smtp.url))).output).toMatch(
      /^ok +mail +127\.0\.0\.1:\d+ takes the login\./m,
    );
    const refused = settings(smtp.url.replace('secret', 'wrong'));
    await wrong(
      refused,
      'mail',
      /127.0.0.1:\d+ cannot be used: .*535/,
      'Are the user and the password right',
    );
    expect(smtp.received).toEqual([]);
    await smtp.stop();
    await wrong(settings(smtp.url), 'mail', /.*The mail server refuses the connection/, 'Nothing listens at');
    const nowhere = settings('smtp://mail.invalid');
    await wrong(nowhere, 'mail', /.*The mail server was not found/, 'no machine of the name mail.invalid');
    provider.stop();
  });
});

describe('a school’s sign-in', () => {
  let provider: TestProvider;
  beforeEach(async () => {
    provider = await startProvider('/sso');
  });
  afterEach(() => provider.stop());

  test('that answers, calls itself otherwise, or is away', async () => {
    const id = await createSchool(store.db);
    await setUpSignIn(store.db, id, { issuer: provider.issuer });
    const { wrongs, output } = await doctor();
    expect(wrongs, output).toBe(0);
    expect(output).toMatch(/^ok +sign-in +.*: the provider http\S+ answers and calls itself so\.$/m);
    expect(output).toMatch(/^ok +clocks +.* the database and 127\.0\.0\.1:\d+\.$/m);

    await setUpSignIn(store.db, id, { issuer: `${provider.issuer}/` });
    await wrong(
      {},
      'sign-in',
      /.*The provider calls itself http\S+\. Type the issuer exactly like that/,
      'Type the issuer',
    );
    await setUpSignIn(store.db, id, { issuer: provider.issuer, onlySignIn: true });
    provider.stop();
    await wrong(
      {},
      'sign-in',
      /.*the provider \S+ cannot be reached: nothing listens/,
      'nobody of this school can log in',
    );
    await wrong({ HOST: '0.0.0.0' }, 'sign-in', /.*does not begin with https/, 'Type the https address');
  });
});

test('clocks that differ', async () => {
  const late = createServer((_request, response) => {
    response.setHeader('date', new Date(Date.now() + 120_000).toUTCString());
    response.end('{"status":"ok"}');
  });
  const url = await listening(late);
  const found = /The clock of the proxy at \S+ is 1([01]\d|20) seconds ahead of ours/;
  await wrong({ PUBLIC_URL: url }, 'clocks', found, 'Let all machines take the time');
});
