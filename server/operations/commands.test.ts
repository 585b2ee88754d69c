import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PAPER, smallPdf, storedFiles, uploadForm } from '../testing/evidence.ts';
import { makeDataFolder } from '../testing/folder.ts';
import { PASSWORD } from '../testing/people.ts';
import { launch, type Running, ready } from '../testing/process.ts';
import { runBuiltCommand } from '../testing/run-command.ts';
import { startSmtp } from '../testing/smtp.ts';
import { unzip } from '../testing/unzip.ts';

/** The built commands as processes, with and without the built server, on embedded data. */

let folder: string;
let dataDir: string;
let servers: Running[];
beforeEach(async () => {
  folder = await makeDataFolder();
  dataDir = join(folder, 'data');
  servers = [];
});
afterEach(async () => {
  for (const server of servers) await stop(server);
  await rm(folder, { recursive: true, force: true });
});

const run = (name: string, args: string[], environment: Record<string, string> = {}) =>
  runBuiltCommand(name, args, { DATA_DIR: dataDir, INIT_CWD: folder, ...environment });

const start = async () => {
  const server = await launch({ DATA_DIR: dataDir, RATE_LIMIT: 'off' });
  servers.push(server);
  await ready(server);
  return { server, url: `${server.url}/api`, output: server.output() };
};

const stop = async ({ process: child, ended }: Running): Promise<void> => {
  child.kill('SIGTERM');
  await ended;
};

const post = async (url: string, json: unknown) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', connection: 'close' },
    body: JSON.stringify(json),
  });
const register = async (url: string, username: string): Promise<string> => {
  const answer = await post(`${url}/register`, {
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { access_token: string }).access_token;
};
const logIn = (url: string, username: string, password = PASSWORD) =>
  fetch(`${url}/token`, { method: 'POST', body: new URLSearchParams({ username, password }) });
const actionsOf = async (url: string, password: string) => {
  const answer = await fetch(`${url}/admin/audit`, { headers: { 'x-admin-password': password } });
  return ((await answer.json()) as { action: string }[]).map(({ action }) => action);
};
const sendFile = async (url: string, token: string) => {
  const body = uploadForm(smallPdf(), { name: 'work.pdf' });
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/completion/upload`, { method: 'POST', headers, body });
  expect(answer.status).toBe(200);
};

test('a backup while the server runs, restored elsewhere, and again without a server', async () => {
  const { url, server } = await start();
  await sendFile(url, await register(url, 'zoe'));

  const file = join(folder, 'backup.tar');
  const made = await run('backup', ['backup.tar']);
  expect(made).toMatchObject({ code: 0 });
  expect(made.output).toMatch(
    /backup\.tar: 1 user, \d+ rows in \d+ tables, 1 file; \d+ kB, read back and complete\.\n$/,
  );
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await run('backup', [file])).toEqual({
    code: 1,
    output: `${file} exists already. Choose another name.\n`,
  });
  expect(await run('backup', ['--check', file])).toEqual({ code: 0, output: `${file} is complete.\n` });
  await stop(server);
  expect(await run('backup', ['again.tar'])).toMatchObject({ code: 0 });

  const damaged = await readFile(file);
  damaged[700] = (damaged[700] ?? 0) ^ 1;
  await writeFile(join(folder, 'damaged.tar'), damaged);
  expect(await run('backup', ['--check', 'damaged.tar'])).toMatchObject({ code: 1 });
  dataDir = join(folder, 'elsewhere');
  const refused = await run('restore', ['damaged.tar']);
  expect(refused.code).toBe(1);
  expect(refused.output).toContain('damaged.tar: It is damaged');

  const restored = await run('restore', ['again.tar']);
  expect(restored.code, restored.output).toBe(0);
  expect(restored.output).toMatch(
    /Restored the state of .*: 1 user, \d+ rows, 1 file\. The sums are exact\./,
  );
  const elsewhere = await start();
  expect(elsewhere.output).not.toContain('Platform admin password');
  const login = await logIn(elsewhere.url, 'zoe');
  const { access_token: token } = (await login.json()) as { access_token: string };
  const query = new URLSearchParams(PAPER).toString();
  const files = await fetch(`${elsewhere.url}/completion/files?${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(await files.json()).toMatchObject({ files: [{ original_filename: 'work.pdf' }] });
  const again = await run('restore', [file]);
  expect(again).toMatchObject({ code: 1 });
  expect(again.output).toContain('This instance is not empty');
}, 120_000);

test('the admin commands take effect at once while the server runs', async () => {
  const { url, output } = await start();
  const old = /Platform admin password: (\S+)/.exec(output)?.[1] ?? '';
  const asAdmin = async (password: string) => (await post(`${url}/admin/login`, { password })).status;
  expect(await asAdmin(old)).toBe(204);
  const renewed = await run('admin', ['password']);
  const password = /^Platform admin password: (\S+)\n/.exec(renewed.output)?.[1] ?? '';
  expect([await asAdmin(old), await asAdmin(password)]).toEqual([403, 204]);
  const set = await run('admin', ['password'], { ADMIN_PASSWORD: 'of the settings' });
  expect(set.code).toBe(1);
  expect(set.output).toContain('The password is the setting ADMIN_PASSWORD.');

  const token = await register(url, 'Zoe');
  await register(url, 'other');
  const lost = await run('admin', ['user-password', 'OTHER@example.org']);
  const made = /^New password of student other, other@example\.org: (\S+)\n/.exec(lost.output)?.[1] ?? '';
  expect([(await logIn(url, 'other')).status, (await logIn(url, 'other', made)).status]).toEqual([401, 200]);
  expect(await actionsOf(url, password)).toEqual(
    expect.arrayContaining(['admin_password_renewed', 'password_renewed']),
  );
  await sendFile(url, token);
  const exported = await run('admin', ['export-user', 'ZOE@example.org', 'zoe.zip']);
  expect(exported).toEqual({
    code: 0,
    output: `${join(folder, 'zoe.zip')}: everything about student Zoe, zoe@example.org.\n`,
  });
  const entries = unzip(await readFile(join(folder, 'zoe.zip')));
  expect([...entries.keys()].filter((name) => name.endsWith('work.pdf'))).toHaveLength(1);
  expect((await stat(join(folder, 'zoe.zip'))).mode & 0o777).toBe(0o600);
  expect(await actionsOf(url, password)).toContain('data_downloaded');
  expect((await run('admin', ['export-user', 'zoe', 'zoe.zip'])).output).toContain('exists already');

  expect(await run('admin', ['delete-user', 'zoe'])).toEqual({
    code: 1,
    output: 'This is not an interactive shell. Add --yes to continue without asking.\n',
  });
  expect((await logIn(url, 'zoe')).status).toBe(200);
  expect(await run('admin', ['delete-user', 'zoe', '--yes'])).toEqual({
    code: 0,
    output: 'Deleted: student Zoe, zoe@example.org.\n',
  });
  expect((await logIn(url, 'zoe')).status).toBe(401);
  expect((await logIn(url, 'other', made)).status).toBe(200);
  expect(await storedFiles(dataDir)).toEqual([]);
  expect((await run('admin', ['delete-user', 'zoe', '--yes'])).output).toBe('There is no user zoe.\n');
}, 120_000);

test('a test mail leaves, or it is said what is wrong', async () => {
  const smtp = await startSmtp({ login: { user: 'me', password: 'secret' } });
  const settings = {
    SMTP_URL: smtp.url,
    MAIL_FROM: 'papers@tickmark.example',
    PUBLIC_URL: 'https://tickmark.example',
  };
  const send = (to: string, change: Record<string, string> = {}) =>
    run('mail', [to], { ...settings, ...change });
  expect(await run('mail', ['zoe@example.org'])).toEqual({
    code: 1,
    output: 'Mail is off. Set SMTP_URL and MAIL_FROM to turn it on.\n',
  });
  expect(await send('zoe@example.org', { MAIL_FROM: '' })).toEqual({
    code: 1,
    output: 'There is a problem with the settings:\n  - MAIL_FROM is missing: SMTP_URL needs it\n',
  });
  expect(await send('zoe@example.org')).toEqual({
    code: 0,
    output: '127.0.0.1 took the mail for zoe@example.org: 250 queued as 7A3\nSee whether it arrives.\n',
  });
  expect(smtp.received).toMatchObject([
    { subject: 'Test mail from Tickmark', envelope: { to: ['zoe@example.org'] } },
  ]);
  expect(await send('zoe')).toEqual({ code: 1, output: 'zoe: Enter a valid email address.\n' });

  const wrong = await send('zoe@example.org', { SMTP_URL: smtp.url.replace('secret', 'wrong') });
  expect(wrong).toMatchObject({ code: 1 });
  expect(wrong.output).toContain('Are the user and the password right in SMTP_URL?');
  smtp.behave({ refuses: 'recipient', code: 550, words: 'No such user' });
  expect((await send('zoe@example.org')).output).toBe(
    'The mail was not sent. 550 No such user\nIs the address right, and does the mail server pass mails on to it?\n',
  );
  smtp.behave({ refuses: 'sender', code: 553, words: 'Not you' });
  expect((await send('zoe@example.org')).output).toContain('Mails come from papers@tickmark.example.');
  await smtp.stop();
  const away = await send('zoe@example.org');
  expect(away.output).toMatch(
    /^The mail was not sent\. The mail server refuses the connection\.\nNothing listens at 127\.0\.0\.1:\d+\./,
  );
  const nowhere = await send('zoe@example.org', { SMTP_URL: 'smtp://no-such-host.invalid' });
  expect(nowhere.output).toContain('There is no machine of the name no-such-host.invalid.');
}, 120_000);

test('failures are explained in a sentence', async () => {
  expect(await run('backup', ['x.tar'])).toEqual({
    code: 1,
    output: `There is no Tickmark data in ${dataDir}. Is DATA_DIR right? The first npm start creates it.\n`,
  });
  // Looking for it created nothing.
  expect(await readdir(folder)).toEqual([]);
  expect((await run('restore', ['absent.tar'])).output).toContain(
    `There is no such file or folder: ${join(folder, 'absent.tar')}`,
  );
  await mkdir(join(folder, 'backups'));
  expect((await run('backup', ['--check', 'backups'])).output).toContain('This is a folder');
  const usages: [string, string[]][] = [
    ['backup', []],
    ['backup', ['a', 'b']],
    ['backup', ['--check']],
    ['restore', []],
    ['restore', ['a', 'b']],
    ['admin', []],
    ['mail', []],
    ['mail', ['a@example.org', 'b@example.org']],
    ['admin', ['dance']],
    ['admin', ['delete-user']],
    ['admin', ['delete-user', 'zoe', '--no']],
  ];
  for (const [name, args] of usages) {
    const { code, output } = await run(name, args);
    expect(code, `${name} ${args.join(' ')}`).toBe(1);
    expect(output).toContain(`npm run ${name} -- `);
  }
  expect(await run('admin', ['help'])).toMatchObject({ code: 0 });
  const away = await run('backup', ['x.tar'], { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' });
  expect(away.code).toBe(1);
  expect(away.output).toMatch(/^The database or the file store is unavailable: .*ECONNREFUSED/);
}, 120_000);
