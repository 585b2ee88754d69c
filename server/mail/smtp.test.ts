import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { readSettings } from '../config.ts';
import { freePort } from '../testing/process.ts';
import { startSmtp, type TestSmtp } from '../testing/smtp.ts';
import { frame } from './frame.ts';
import { SMTP_LIMITS, sendLetter } from './smtp.ts';
import { writeLetter } from './templates.ts';

let smtp: TestSmtp | undefined;
let mute: Server | undefined;
afterEach(async () => {
  await smtp?.stop();
  mute?.close();
  smtp = undefined;
  mute = undefined;
});

const settingsFor = (url: string, from = 'Papers <papers@tickmark.example>') => {
  const { mail } = readSettings({ SMTP_URL: url, MAIL_FROM: from, PUBLIC_URL: 'https://tickmark.example' });
  if (!mail) throw new Error('Mail is off.');
  return mail;
};
const ENVELOPE = {
  to: 'zoe@example.org',
  messageId: '<7@tickmark.example>',
  letter: writeLetter('test', { server: 'mail.example.org' }),
};
const send = (url: string, options: Parameters<typeof sendLetter>[2] = {}) =>
  sendLetter(settingsFor(url), ENVELOPE, options);

test('a mail arrives as text and HTML, from whom and to whom it says', async () => {
  smtp = await startSmtp();
  expect(await send(smtp.url)).toEqual({ isSent: true, answer: '250 queued as 7A3' });
  const [mail] = smtp.received;
  expect(mail).toMatchObject({
    envelope: { from: 'papers@tickmark.example', to: ['zoe@example.org'] },
    from: { name: 'Papers', address: 'papers@tickmark.example' },
    to: [{ address: 'zoe@example.org' }],
    messageId: '<7@tickmark.example>',
    subject: 'Test mail from Tickmark',
  });
  const sentence = 'This is a test. Tickmark can send mail through mail.example.org.';
  expect(mail?.text).toContain(sentence);
  expect(mail?.html).toContain(sentence);
  expect(mail?.headers.find(({ key }) => key === 'auto-submitted')?.value).toBe('auto-generated');
});

test('names from people become neither headers, nor recipients, nor markup', async () => {
  smtp = await startSmtp();
  const hostile = 'Zoë\r\nBcc: thief@example.net\r\n\r\n<img src="https://example.net/x.png">\u202E';
  const letter = frame({
    subject: `Papers of ${hostile}`,
    paragraphs: [`${hostile} has invited you.`],
    link: { label: hostile, url: `https://tickmark.example/#"><script>${hostile}` },
    reason: hostile,
  });
  await sendLetter(settingsFor(smtp.url), { ...ENVELOPE, letter });
  const [mail] = smtp.received;
  expect(mail?.envelope.to).toEqual(['zoe@example.org']);
  expect(mail?.bcc).toBeUndefined();
  expect(mail?.headers.map(({ key }) => key).toSorted()).toEqual([
    'auto-submitted',
    'content-type',
    'date',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
    'x-auto-response-suppress',
  ]);
  expect(mail?.subject).toBe('Papers of Zoë Bcc: thief@example.net <img src="https://example.net/x.png">');
  expect(mail?.html).not.toMatch(/<img|<script|\u202E/);
  expect(mail?.html).toContain('Zoë Bcc: thief@example.net &lt;img');
});

test.each(['zoe@example.org\r\nRCPT TO:<thief@example.net>', 'zoe@example.org, thief@example.net', 'zoe'])(
  'an address that is none, %j, reaches nobody',
  async (to) => {
    smtp = await startSmtp();
    expect(await sendLetter(settingsFor(smtp.url), { ...ENVELOPE, to })).toEqual({
      isSent: false,
      fault: 'recipient',
      isFinal: true,
      answer: 'This is not an e-mail address.',
    });
    expect(smtp.connections()).toBe(0);
  },
);

test('a letter fetches nothing, and keeps the colours of its reader', () => {
  const { html, text } = frame({
    subject: 'A & B',
    paragraphs: ['One.', 'Two.'],
    link: { label: 'Choose a password', url: 'https://tickmark.example/reset#token=x' },
    reason: 'Because.',
  });
  expect(html.match(/https?:\/\/[^"<\s]+/g)).toEqual(Array(2).fill('https://tickmark.example/reset#token=x'));
  expect(html).not.toMatch(/<img|<link|@import|url\(|background-image/);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('<title>A &amp; B</title>');
  expect(text).toBe(
    'One.\n\nTwo.\n\nChoose a password:\nhttps://tickmark.example/reset#token=x\n\n--\nBecause.\n',
  );
});

test.each([
  ['login', 535, 'login', false],
  ['sender', 553, 'sender', false],
  ['recipient', 451, 'recipient', false],
  ['recipient', 550, 'recipient', true],
  ['message', 452, 'message', false],
  ['message', 554, 'message', true],
] as const)('a refusal of the %s with %i is told as such', async (refuses, code, fault, isFinal) => {
  smtp = await startSmtp({ login: { user: 'me', password: 'secret' } });
  smtp.behave({ refuses, code, words: 'Not this\tone' });
  expect(await send(smtp.url)).toEqual({ isSent: false, fault, isFinal, answer: `${code} Not this one` });
});

test('with a login it logs in', async () => {
  smtp = await startSmtp({ login: { user: 'me', password: 'secret' } });
  expect(await send(smtp.url)).toMatchObject({ isSent: true });
  expect(await send(smtp.url.replace('secret', 'wrong'))).toMatchObject({ fault: 'login', isFinal: false });
});

test('what listens there or does not is told', async () => {
  const port = await freePort();
  expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({
    fault: 'refused connection',
    isFinal: false,
  });
  expect(await send('smtp://no-such-host.invalid')).toMatchObject({ fault: 'unknown host', isFinal: false });
  smtp = await startSmtp({ encrypts: true });
  expect(await send(smtp.url)).toMatchObject({ fault: 'TLS', isFinal: false });
  expect(await send(smtp.url.replace('smtp:', 'smtps:'))).toMatchObject({ fault: 'TLS', isFinal: false });
  expect(smtp.received).toEqual([]);
});

test('a password does not travel in the clear', async () => {
  smtp = await startSmtp({ login: { user: 'me', password: 'secret' } });
  const settings = settingsFor(smtp.url);
  const server = { ...settings.server, mustEncrypt: true };
  const outcome = await sendLetter({ ...settings, server }, ENVELOPE);
  expect(outcome).toMatchObject({ isSent: false, fault: 'TLS', isFinal: false });
});

test('silence has an end, before and after the greeting, also when it dribbles', async () => {
  const sockets: Socket[] = [];
  mute = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
  await delay(0);
  const { port } = mute.address() as { port: number };
  const limits = { ...SMTP_LIMITS, greetingMs: 100 };
  expect(await send(`smtp://127.0.0.1:${port}`, { limits })).toMatchObject({
    fault: 'silence',
    isFinal: false,
    answer: 'The mail server does not answer.',
  });
  for (const socket of sockets) socket.destroy();

  smtp = await startSmtp();
  smtp.behave('hangs');
  expect(await send(smtp.url, { limits: { ...SMTP_LIMITS, silenceMs: 200 } })).toMatchObject({
    fault: 'silence',
  });
  smtp.behave('dribbles');
  expect(await send(smtp.url, { limits: { ...SMTP_LIMITS, silenceMs: 5000, wholeMs: 400 } })).toMatchObject({
    fault: 'silence',
  });
});

test('a line that breaks is told, and one that is cut on purpose', async () => {
  smtp = await startSmtp();
  smtp.behave('dies');
  expect(await send(smtp.url)).toMatchObject({ fault: 'connection', isFinal: false });
  smtp.behave('hangs');
  const cut = new AbortController();
  setTimeout(() => cut.abort(), 200);
  expect(await send(smtp.url, { signal: cut.signal })).toMatchObject({ fault: 'stopped', isFinal: false });
});
