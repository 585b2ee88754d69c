import { resolve } from 'node:path';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { readSettings } from './config.ts';

test('everything has a default', () => {
  expect(readSettings({})).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('data'),
    databaseUrl: undefined,
    adminPassword: undefined,
    landingUrl: '/landing/',
    logLevel: 'info',
    rateLimit: true,
    trustedProxies: undefined,
  });
});

test('settings are read, and empty means unset', () => {
  const settings = readSettings({
    PORT: '8080',
    ADMIN_PASSWORD: '',
    RATE_LIMIT: 'off',
    PUBLIC_URL: 'https://tickmark.example/',
    TRUSTED_PROXIES: '10.0.0.0/8, ::1',
  });
  expect(settings).toMatchObject({
    port: 8080,
    adminPassword: undefined,
    rateLimit: false,
    publicUrl: 'https://tickmark.example',
    trustedProxies: ['10.0.0.0/8', '::1'],
  });
});

describe('the last year', () => {
  const lastYear = (LAST_YEAR?: string) => readSettings({ LAST_YEAR }).lastYear;
  const thisYear = new Date().getFullYear();

  test('is 2024 unless it is set, and this year at most', () => {
    expect([lastYear(), lastYear(''), lastYear('2025')]).toEqual([2024, 2024, 2025]);
    expect(lastYear(String(thisYear))).toBe(thisYear);
  });

  test.each(['2023', String(thisYear + 1), 'soon', '2024.5', '-1'])('cannot be %s', (text) => {
    expect(() => lastYear(text)).toThrow(`LAST_YEAR must be a year from 2024 to ${thisYear}`);
  });
});

test('localhost is read as an address', () => {
  expect(readSettings({ HOST: 'localhost' }).host).toBe('127.0.0.1');
});

describe('mail', () => {
  const read = (SMTP_URL: string, MAIL_FROM = 'tickmark@example.org') =>
    readSettings({ SMTP_URL, MAIL_FROM, PUBLIC_URL: 'https://tickmark.example/' }).mail;

  test('is off without its settings, and needs both, and an address for its links', () => {
    expect(readSettings({}).mail).toBeUndefined();
    expect(readSettings({ SMTP_URL: '', MAIL_FROM: '' }).mail).toBeUndefined();
    expect(() => readSettings({ SMTP_URL: 'smtp://localhost' })).toThrow('- MAIL_FROM is missing');
    expect(() => readSettings({ MAIL_FROM: 'a@example.org' })).toThrow('- SMTP_URL is missing');
    expect(() => readSettings({ SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@example.org' })).toThrow(
      '- PUBLIC_URL is missing: the links in mails lead there',
    );
    expect(read('smtp://localhost')?.linksTo).toBe('https://tickmark.example');
  });

  test('has a server, with a login or without', () => {
    expect(read('smtp://mail.example.org')).toEqual({
      server: {
        host: 'mail.example.org',
        port: 587,
        isSecure: false,
        mustEncrypt: false,
        login: undefined,
      },
      linksTo: 'https://tickmark.example',
      from: { name: 'Tickmark', address: 'tickmark@example.org' },
    });
    expect(read('smtps://me%40example.org:a%2Fb%40c@mail.example.org/')?.server).toMatchObject({
      port: 465,
      isSecure: true,
      mustEncrypt: false,
      login: { user: 'me@example.org', password: 'a/b@c' },
    });
    expect(read('smtp://[::1]:2525')?.server).toMatchObject({ host: '::1', port: 2525 });
  });

  test('does not give its password away on the network', () => {
    const mustEncrypt = (url: string) => read(url)?.server.mustEncrypt;
    expect(mustEncrypt('smtp://me:secret@mail.example.org')).toBe(true);
    expect(mustEncrypt('smtp://me:secret@127.0.0.1')).toBe(false);
  });

  test.each([
    'mail.example.org',
    'http://mail.example.org',
    'smtp://',
    'smtp://me@mail.example.org',
    'smtp://me:100%@mail.example.org',
    'smtp://me:se/cret@mail.example.org',
    'smtp://mail.example.org/inbox',
    'smtp://mail.example.org?tls=no',
    'smtp://mail.example.org:99999',
  ])('does not come from %s', (url) => {
    expect(() => read(url)).toThrow('- SMTP_URL must be like smtp://user:password@mail.example.org:587');
  });

  test.each([
    ['School papers <p@example.org>', { name: 'School papers', address: 'p@example.org' }],
    ['"Papers, of school" <p@example.org>', { name: 'Papers, of school', address: 'p@example.org' }],
    ['<p@example.org>', { name: 'Tickmark', address: 'p@example.org' }],
  ])('comes from %s', (text, from) => {
    expect(read('smtp://localhost', text)?.from).toEqual(from);
  });

  test.each([
    'somebody',
    'a@b@example.org',
    'A <a@example.org>, b@example.org',
    'A\r\nBcc: b <a@example.org>',
  ])('does not come from the sender %j', (text) => {
    expect(() => read('smtp://localhost', text)).toThrow('- MAIL_FROM must be an address');
  });
});

describe('the database', () => {
  const read = (DATABASE_URL: string) => readSettings({ DATABASE_URL }).databaseUrl;

  test.each([
    'postgres://tickmark:secret@127.0.0.1:5432/tickmark?pgbouncer=true',
    'postgresql://tickmark:p%40ss@[::1]/tickmark',
    'postgres:///tickmark?host=/var/run/postgresql',
    'postgres://tickmark:secret@/tickmark?host=/var/run/postgresql',
    'postgres://%2Fvar%2Frun%2Fpostgresql/tickmark',
  ])('may be at %s', (url) => {
    expect(read(url)).toBe(url);
    expect(() => new pg.Client(url)).not.toThrow();
  });

  test.each([
    'mysql://tickmark:secret@127.0.0.1/tickmark',
    'postgres://tickmark:sec/ret@127.0.0.1/tickmark',
    'postgres://tickmark:sec#ret@127.0.0.1/tickmark',
    'postgres://tickmark:secret@127.0.0.1:postgres/tickmark',
    'postgres://tickmark:secret@one:5432,two:5432/tickmark',
  ])('cannot be at %s', (url) => {
    expect(() => read(url)).toThrow('- DATABASE_URL must be like postgres://user:password@');
  });
});

test.each(['PUBLIC_URL', 'LANDING_URL', 'S3_ENDPOINT'])(
  '%s has no login in it, which would be shown',
  (name) => {
    const read = (value: string) => readSettings({ [name]: value });
    for (const login of ['me:secret@', 'me@', ':secret@'])
      expect(() => read(`https://${login}tickmark.example`)).toThrow(
        new RegExp(`- ${name} must [^\n]*no user and no password in it`),
      );
  },
);

test('all problems are listed at once, without the values', () => {
  const faulty = {
    PORT: '70000',
    DATABASE_URL: 'mysql://secret',
    LOG_LEVEL: 'loud',
    RATE_LIMIT: 'no',
    ADMIN_PASSWORD: 'changeme',
    TRUSTED_PROXIES: 'true',
    SMTP_URL: 'smtp://me:secret',
    MAIL_FROM: 'secret',
  };
  let message = '';
  try {
    readSettings(faulty);
  } catch (error) {
    message = String(error);
  }
  for (const name of Object.keys(faulty)) expect(message).toContain(`- ${name} `);
  expect(message).not.toContain('secret');
});

test.each([
  [{}, true],
  [{ PUBLIC_URL: 'http://127.0.0.1:3000' }, true],
  [{ PUBLIC_URL: 'https://tickmark.example' }, false],
  [{ PUBLIC_URL: 'http://127.0.0.1.example' }, false],
  [{ HOST: '0.0.0.0' }, false],
  [{ TRUSTED_PROXIES: '127.0.0.1' }, false],
])('%j is for this machine alone: %s', (env, isLocal) => {
  expect(readSettings(env).isLocal).toBe(isLocal);
});

describe('a weak admin password', () => {
  const judge = (password: string) => (password === 'weak enough' ? 'is weak' : undefined);
  const read = (env: Record<string, string>) =>
    readSettings({ ADMIN_PASSWORD: 'weak enough', ...env }, judge);

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '::' },
    { HOST: '192.168.0.7' },
    { HOST: 'tickmark.internal' },
    { HOST: 'localhost.example.org' },
    { PUBLIC_URL: 'https://tickmark.example' },
    { HOST: '127.0.0.1', PUBLIC_URL: 'http://127.0.0.1:3000' },
    { HOST: '127.0.0.1', TRUSTED_PROXIES: '127.0.0.1' },
  ])('is an error with %o, listed with the others', (env) => {
    const fault = '- ADMIN_PASSWORD is weak, and others can reach this server.';
    expect(() => read(env)).toThrow(fault);
    expect(() => read({ ...env, PORT: 'x' })).toThrow(new RegExp(`- PORT must be[^]*${fault}`));
    expect(read({ ...env, ADMIN_PASSWORD: 'a good one' })).toMatchObject({ warnings: [] });
    expect(read({ ...env, ADMIN_PASSWORD: '' })).toMatchObject({ warnings: [] });
  });

  test.each([{}, { HOST: '127.0.0.1' }, { HOST: '127.8.9.10' }, { HOST: '::1' }, { HOST: 'localhost' }])(
    'is a warning with %o',
    (env) => {
      expect(read(env)).toMatchObject({
        adminPassword: 'weak enough',
        warnings: ['ADMIN_PASSWORD is weak. It is accepted only because no other machine can connect.'],
      });
    },
  );

  test('does not concern commands', () => {
    const env = { ADMIN_PASSWORD: 'weak enough', HOST: '0.0.0.0' };
    expect(readSettings(env)).toMatchObject({ adminPassword: 'weak enough', warnings: [] });
  });
});

test('an object store needs all of its settings', () => {
  const whole = {
    S3_ENDPOINT: 'https://store.example',
    S3_BUCKET: 'evidence',
    S3_REGION: 'eu-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'hidden',
  };
  expect(readSettings({}).s3).toBeUndefined();
  expect(readSettings(whole).s3).toEqual({
    endpoint: 'https://store.example',
    bucket: 'evidence',
    region: 'eu-1',
    accessKeyId: 'id',
    secretAccessKey: 'hidden',
  });
  for (const name of Object.keys(whole)) {
    expect(() => readSettings({ ...whole, [name]: '' }), name).toThrow(new RegExp(`- ${name} is missing`));
  }
  expect(() => readSettings({ S3_REGION: 'eu-1', PORT: 'x' })).toThrow(/PORT[^]*S3_ENDPOINT[^]*S3_BUCKET/);
});

describe('the operator', () => {
  const read = (OPERATOR_NAME: string, OPERATOR_CONTACT: string) =>
    readSettings({ OPERATOR_NAME, OPERATOR_CONTACT }).operator;

  test('is nobody unless both settings name them', () => {
    expect(read('', '')).toBeUndefined();
    expect(() => read('Riverside Trust', '')).toThrow('- OPERATOR_CONTACT is missing');
    expect(() => read('', 'office@riverside.example')).toThrow('- OPERATOR_NAME is missing');
  });

  test.each(['office@riverside.example', 'https://riverside.example/privacy'])(
    'is asked at %s',
    (contact) => {
      expect(read(' Riverside Trust ', ` ${contact} `)).toEqual({ name: 'Riverside Trust', contact });
    },
  );

  test.each([
    'Room 12',
    'office@riverside',
    'javascript:alert(1)',
    '+49 30 1234',
    'ftp://riverside.example',
    'https:riverside.example',
  ])('is not asked at %s', (contact) => {
    expect(() => read('Riverside Trust', contact)).toThrow(
      '- OPERATOR_CONTACT must be an e-mail address, or a web address such as https://example.org/privacy',
    );
  });

  test.each([' ', 'Riverside\u202eTrust', 'a\nb', 'x'.repeat(201)])('is not called %j', (name) => {
    expect(() => read(name, 'office@riverside.example')).toThrow('- OPERATOR_NAME must');
  });
});
