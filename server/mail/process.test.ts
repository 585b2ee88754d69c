import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addressOf, createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { makeDataFolder } from '../testing/folder.ts';
import { listMails, makeMailsDue } from '../testing/mails.queries.ts';
import { launch, type Running, ready } from '../testing/process.ts';
import { startSmtp, type TestSmtp } from '../testing/smtp.ts';
import { queueMail } from './outbox.queries.ts';

/** The built server sends what waits, and ends well while a mail server keeps it waiting. */

/** A busy machine takes its time. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000 });

let store: TestDatabase;
let smtp: TestSmtp;
let folder: string;
let running: Running[];
beforeEach(async () => {
  store = await createTestDatabase();
  smtp = await startSmtp();
  folder = await makeDataFolder();
  running = [];
});
afterEach(async () => {
  for (const { process: child } of running) child.kill('SIGKILL');
  await Promise.all(running.map(({ ended }) => ended));
  await smtp.stop();
  await store.drop();
  await rm(folder, { recursive: true, force: true });
});

const start = async (): Promise<Running> => {
  const server = await launch({
    DATABASE_URL: addressOf(store.connection),
    DATA_DIR: folder,
    LOG_LEVEL: 'info',
    SMTP_URL: smtp.url,
    PUBLIC_URL: 'https://tickmark.example',
    MAIL_FROM: 'papers@tickmark.example',
  });
  running.push(server);
  return ready(server);
};
const queue = (cause: string) =>
  queueMail(store.db, {
    cause,
    kind: 'test',
    to: 'zoe@example.org',
    payload: { server: 'mail.example.org' },
  });
const statesOf = async () =>
  (await listMails(store.db)).map(({ is_sent, has_failed }) =>
    is_sent ? 'sent' : has_failed ? 'failed' : 'waits',
  );

test('a server sends, counts what it sent, and stops while a mail is on its way', async () => {
  await queue('first');
  const server = await start();
  await eventually(async () => expect(await statesOf()).toEqual(['sent']));
  expect(await (await fetch(`${server.url}/metrics`)).text()).toMatch(/^mails_sent_total 1$/m);

  smtp.behave('hangs');
  await queue('second');
  await eventually(async () => expect(smtp.connections()).toBe(2));
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(await listMails(store.db)).toMatchObject([
    { cause: 'first' },
    { waits: true, last_answer: 'Tickmark was stopped before the mail server answered.' },
  ]);
  expect(server.output()).not.toContain('zoe');
});

test('a mail whose server was killed is sent by the next, with the same identity', async () => {
  smtp.behave('hangs');
  await queue('first');
  const server = await start();
  await eventually(async () => expect(smtp.connections()).toBe(1));
  server.process.kill('SIGKILL');
  await server.ended;
  expect(await statesOf()).toEqual(['waits']);
  smtp.behave('takes');
  await start();
  // Another may have it four minutes after the first took it.
  expect(smtp.received).toEqual([]);
  await makeMailsDue(store.db);
  await eventually(async () => expect(await statesOf()).toEqual(['sent']));
  const [mail] = await listMails(store.db);
  expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`<${mail?.message_id}@tickmark.example>`]);
});
