import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MAILS_PER_HOUR } from '../../domain/mails.ts';
import { readSettings } from '../config.ts';
import { openDatabase } from '../db/database.ts';
import { erasePerson } from '../features/accounts/personal-data.ts';
import { passTime } from '../testing/clock.queries.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import {
  hideMails,
  listMails,
  makeKindUnknown,
  makeMailsSecret,
  showMails,
  spoilPayload,
} from '../testing/mails.queries.ts';
import { createPerson } from '../testing/people.ts';
import { PATIENT } from '../testing/postgres.ts';
import { startSmtp, type TestSmtp } from '../testing/smtp.ts';
import { markMailFailed, postponeMail, queueMail, retryMails, takeMails } from './outbox.queries.ts';
import { createSender, type Sender } from './sender.ts';
import { SMTP_LIMITS } from './smtp.ts';

/** The outbox on a real database, whose clock the test moves, and real mail servers. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** A busy machine takes its time. */
const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000 });

let store: TestDatabase;
let smtp: TestSmtp;
let senders: Sender[];
let logged: string;
beforeEach(async () => {
  store = await createTestDatabase({ stoppedClock: true });
  smtp = await startSmtp();
  senders = [];
  logged = '';
});
afterEach(async () => {
  await Promise.all(senders.map((sender) => sender.stop()));
  await smtp.stop();
  await store.drop();
});

const log = pino(
  { base: null },
  new Writable({
    write: (chunk, _encoding, done) => {
      logged += String(chunk);
      done();
    },
  }),
);

const startSender = (options: Parameters<typeof createSender>[3] = {}, db = store.db): Sender => {
  const { mail } = readSettings({
    SMTP_URL: smtp.url,
    MAIL_FROM: 'papers@tickmark.example',
    PUBLIC_URL: 'https://tickmark.example',
  });
  if (!mail) throw new Error('Mail is off.');
  const sender = createSender(db, log, mail, { lookEveryMs: 20, ...options });
  sender.start();
  senders.push(sender);
  return sender;
};

const newMail = (cause = 'a', to = 'Zoe@example.org') => ({
  cause,
  kind: 'test' as const,
  to,
  payload: { server: 'mail.example.org' },
});
const queue = (cause?: string, to?: string) => queueMail(store.db, newMail(cause, to));
const mails = () => listMails(store.db);
const causesOf = async (which: 'waits' | 'is_sent' | 'has_failed') =>
  (await mails()).filter((mail) => mail[which]).map(({ cause }) => cause);
const onlyMail = async () => {
  const [mail, ...more] = await mails();
  if (!mail || more.length > 0) throw new Error(`There are ${more.length} more.`);
  return mail;
};
test('a mail is sent once, with the identity of its row, and its payload is forgotten', async () => {
  await queue();
  const { message_id: id, payload } = await onlyMail();
  expect(payload).toEqual({ server: 'mail.example.org' });
  const sender = startSender();
  await eventually(async () => expect(await causesOf('is_sent')).toEqual(['a']));
  expect(smtp.received).toHaveLength(1);
  expect(smtp.received[0]).toMatchObject({
    messageId: `<${id}@tickmark.example>`,
    envelope: { to: ['zoe@example.org'] },
  });
  expect(await onlyMail()).toMatchObject({ payload: null, tries: 1, last_answer: '250 queued as 7A3' });
  expect(sender.sent()).toBe(1);
  await passTime(store.db, 26 * HOUR);
  await takeMails(store.db, 5);
  expect(await causesOf('is_sent')).toEqual(['a']);
  expect(logged).toContain('mail sent');
  expect(logged).not.toMatch(/example\.org|7A3/);
});

test('what is rolled back mails nobody, and one cause makes one mail', async () => {
  const rolledBack = store.db.transaction(async (tx) => {
    await queueMail(tx, newMail('rolled back'));
    throw new Error('No.');
  });
  await expect(rolledBack).rejects.toThrow('No.');
  expect(await queue('twice')).toBe(1);
  expect(await queue('twice', 'other@example.org')).toBe(0);
  expect(await mails()).toMatchObject([{ cause: 'twice', recipient: 'zoe@example.org' }]);
});

test('an address that could begin a header or name somebody else is not stored', async () => {
  for (const to of [
    'a@example.org\nBcc: b@example.org',
    'a@example.org,b@example.org',
    '<a@example.org>',
    'a',
  ])
    await expect(queue('a', to)).rejects.toThrow('mails_recipient_check');
});

test('several servers send each mail once', async () => {
  const causes = Array.from({ length: 60 }, (_, n) => `cause ${n}`);
  await Promise.all(causes.map((cause, n) => queue(cause, `user${n}@example.org`)));
  const others = [1, 2].map(() => openDatabase(store.connection, () => {}, 3, PATIENT));
  const all = [store.db, ...others].map((db) => startSender({}, db));
  await eventually(async () => expect(await causesOf('is_sent')).toHaveLength(60));
  await Promise.all(all.map((sender) => sender.stop()));
  expect(smtp.received).toHaveLength(60);
  expect(new Set(smtp.received.map(({ messageId }) => messageId)).size).toBe(60);
  expect(all.reduce((sum, sender) => sum + sender.sent(), 0)).toBe(60);
  for (const other of others) await other.close();
});

test('what the server will never take has failed at once, with its answer, and is tried again by hand', async () => {
  smtp.behave({ refuses: 'recipient', code: 550, words: '5.1.1 <zoe@example.org>: no such user' });
  await queue();
  startSender();
  await eventually(async () => expect(await causesOf('has_failed')).toEqual(['a']));
  expect(await onlyMail()).toMatchObject({
    tries: 1,
    last_answer: '550 5.1.1 <zoe@example.org>: no such user',
    payload: { server: 'mail.example.org' },
  });
  expect(logged).toContain('mail not sent');
  expect(logged).not.toMatch(/example\.org|no such user/i);
  await passTime(store.db, 3 * HOUR);
  smtp.behave('takes');
  expect(await retryMails(store.db, null)).toBe(1);
  await eventually(async () => expect(await causesOf('is_sent')).toEqual(['a']));
  expect(smtp.received).toHaveLength(1);
});

test('what may pass is tried again with growing pauses, and has failed after a day', async () => {
  smtp.behave({ refuses: 'message', code: 451, words: 'Try again later' });
  await queue();
  startSender();
  const pauses: number[] = [];
  for (let tries = 1; ; tries += 1) {
    await eventually(async () => {
      const { tries: done, minutes, waits } = await onlyMail();
      // While a server has it, the next try is in four minutes, by another.
      expect({ done, isTold: minutes !== 4 || !waits }).toEqual({ done: tries, isTold: true });
    });
    expect(smtp.connections()).toBe(tries);
    const mail = await onlyMail();
    if (mail.has_failed) break;
    pauses.push(mail.minutes);
    await passTime(store.db, mail.minutes * MINUTE);
  }
  expect(pauses.slice(0, 6)).toEqual([1, 5, 15, 60, 60, 60]);
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 60;
  expect(hours).toBeGreaterThan(22);
  expect(hours).toBeLessThan(24);
  expect(await onlyMail()).toMatchObject({ last_answer: '451 Try again later', has_failed: true });
  expect(smtp.received).toEqual([]);
});

test('a login or a sender that is refused is not the fault of the mail, which waits', async () => {
  smtp.behave({ refuses: 'sender', code: 553, words: 'Not your address' });
  await queue();
  startSender();
  await eventually(async () => expect((await onlyMail()).last_answer).toBe('553 Not your address'));
  expect(await onlyMail()).toMatchObject({ waits: true, minutes: 1 });
});

test.each([
  ['hangs', { ...SMTP_LIMITS, silenceMs: 500 }, 'The mail server does not answer.'],
  ['dies', SMTP_LIMITS, 'The connection broke off.'],
] as const)('a server that %s gets the mail later', async (manners, limits, answer) => {
  smtp.behave(manners);
  await queue();
  const sender = startSender({ limits });
  await eventually(async () => expect((await onlyMail()).last_answer).toBe(answer));
  expect(await onlyMail()).toMatchObject({ waits: true, minutes: 1, tries: 1 });
  await sender.stop();
  smtp.behave('takes');
  await passTime(store.db, MINUTE);
  startSender();
  await eventually(async () => expect(await causesOf('is_sent')).toEqual(['a']));
  expect(smtp.received).toHaveLength(1);
});

test('what a server took before it died is taken by another, and the first says no more about it', async () => {
  await queue();
  const { mails: taken } = await takeMails(store.db, 5);
  expect(taken).toHaveLength(1);
  expect((await takeMails(store.db, 5)).mails).toEqual([]);
  await passTime(store.db, 4 * MINUTE);
  const { mails: again } = await takeMails(store.db, 5);
  expect(again).toMatchObject([{ id: taken[0]?.id, message_id: taken[0]?.message_id, tries: 2 }]);
  const [first] = taken;
  if (!first) throw new Error('Nothing was taken.');
  expect(await markMailFailed(store.db, first, 'Late')).toBe(0);
  expect(await postponeMail(store.db, first, 'Late', 60)).toBe(0);
  expect(await onlyMail()).toMatchObject({ waits: true, last_answer: null });
});

test('a secret is forgotten when its mail has failed, and the mail is not tried again', async () => {
  smtp.behave({ refuses: 'recipient', code: 550, words: 'No' });
  await queue('at once');
  await makeMailsSecret(store.db);
  const sender = startSender();
  await eventually(async () => expect(await causesOf('has_failed')).toEqual(['at once']));
  await sender.stop();
  await queue('after a day');
  await makeMailsSecret(store.db);
  const { mails: taken } = await takeMails(store.db, 5);
  await passTime(store.db, 23.5 * HOUR);
  for (const mail of taken) await postponeMail(store.db, mail, 'Later', 60);
  await queue('never tried');
  await makeMailsSecret(store.db);
  await passTime(store.db, 24 * HOUR);
  await takeMails(store.db, 5);
  expect(await causesOf('has_failed')).toEqual(['at once', 'after a day', 'never tried']);
  for (const { payload } of await mails()) expect(payload).toBeNull();
  expect((await mails()).at(-1)?.last_answer).toBe('It was not sent in time.');
  expect(await retryMails(store.db, null)).toBe(0);
});

test('a link that has ended is not sent any more', async () => {
  const payload = { url: 'http://localhost:3000/reset#token=x', name: null };
  await queueMail(store.db, { cause: 'late', kind: 'reset', to: 'zoe@example.org', payload });
  await passTime(store.db, 29 * MINUTE);
  expect((await takeMails(store.db, 5)).mails).toHaveLength(1);
  await passTime(store.db, 5 * MINUTE);
  expect((await takeMails(store.db, 5)).mails).toEqual([]);
  expect(await onlyMail()).toMatchObject({ has_failed: true, payload: null });
});

test('one address gets so many mails an hour; the others wait, and nobody else does', async () => {
  const more = MAILS_PER_HOUR + 3;
  for (let n = 0; n < more; n += 1) await queue(`zoe ${n}`);
  await queue('ben', 'ben@example.org');
  const other = openDatabase(store.connection, () => {}, 3, PATIENT);
  startSender();
  const second = startSender({}, other);
  await eventually(async () => expect(await causesOf('is_sent')).toContain('ben'));
  await eventually(async () => expect(await causesOf('is_sent')).toHaveLength(MAILS_PER_HOUR + 1));
  await passTime(store.db, 50 * MINUTE);
  await eventually(async () =>
    expect((await mails()).filter(({ waits, minutes }) => waits && minutes > 0)).toHaveLength(3),
  );
  expect(await causesOf('is_sent')).toHaveLength(MAILS_PER_HOUR + 1);
  await passTime(store.db, 10 * MINUTE);
  await eventually(async () => expect(await causesOf('waits')).toEqual([]));
  expect(smtp.received).toHaveLength(more + 1);
  await second.stop();
  await other.close();
});

test('what this version cannot write is left to a newer one, or has failed', async () => {
  await queue('unknown');
  await queue('spoilt');
  await makeKindUnknown(store.db, 'unknown');
  await spoilPayload(store.db, 'spoilt');
  startSender();
  await eventually(async () => expect(await causesOf('has_failed')).toEqual(['spoilt']));
  expect(await causesOf('waits')).toEqual(['unknown']);
  expect((await mails()).at(-1)?.last_answer).toBe('It could not be written.');
});

test('a stop waits for what is on its way, and takes no more', async () => {
  smtp.behave('hangs');
  await queue();
  const sender = startSender({ stopWithinMs: 300 });
  await eventually(async () => expect(smtp.connections()).toBe(1));
  const stopped = sender.stop();
  await queue('late', 'ben@example.org');
  await stopped;
  expect(await mails()).toMatchObject([
    {
      cause: 'a',
      waits: true,
      minutes: 1,
      last_answer: 'Tickmark was stopped before the mail server answered.',
    },
    { cause: 'late', tries: 0 },
  ]);
});

test('what became of a mail is written down when the database is back', async () => {
  smtp.behave('hangs');
  await queue();
  startSender();
  await eventually(async () => expect(smtp.connections()).toBe(1));
  await hideMails(store.db);
  await smtp.stop();
  smtp = await startSmtp();
  await eventually(async () => expect(logged).toContain('could not be written down yet'));
  await showMails(store.db);
  await eventually(async () =>
    expect(await onlyMail()).toMatchObject({ waits: true, last_answer: 'The connection broke off.' }),
  );
});

test('the mails of a person go with the account, also those sent to the address only', async () => {
  const person = await createPerson(store.db, 'student');
  await queueMail(store.db, { ...newMail('theirs', 'old@example.org'), userId: person.id });
  await queue('to them', person.email);
  await queue('to another');
  expect(await erasePerson(store.db, person.id, { actor: 'system' })).toBe(true);
  expect((await mails()).map(({ cause }) => cause)).toEqual(['to another']);
});
