import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody } from '../contract/errors.ts';
import { FILE_TOO_LARGE, MAX_FILE_BYTES } from '../domain/evidence.ts';
import { UNAVAILABLE } from '../domain/messages.ts';
import { FRAMEWORK_DETAILS } from './http/errors.ts';
import { smallPdf, uploadForm } from './testing/evidence.ts';
import { askNginx, HOST, type ProxiedAnswer, startTestNginx } from './testing/nginx.ts';
import { createPerson, type Person } from './testing/people.ts';
import { freePort } from './testing/process.ts';
import { shareServerWithSite } from './testing/shared-server.ts';
import { writeSite } from './testing/site.ts';

/** `deploy/nginx.conf` in a real nginx before a running server; only its ports and its certificate are others. */

const nobody = await freePort();
/** Before a port at which nobody listens. */
const before = await startTestNginx(`http://127.0.0.1:${nobody}`);
const reason = 'reason' in before ? before.reason : undefined;
afterAll(async () => {
  if ('stop' in before) await before.stop();
});

const MB = 1024 * 1024;

describe.skipIf(reason !== undefined)(`nginx${reason ? ` (not here: ${reason})` : ''}`, () => {
  const server = shareServerWithSite(writeSite, {
    stoppedClock: true,
    environment: {
      RATE_LIMIT: 'on',
      TRUSTED_PROXIES: '127.0.0.1',
      PUBLIC_URL: `https://${HOST}`,
    },
  });
  let nginx: Parameters<typeof askNginx>[0];
  let student: Person;
  beforeAll(async () => {
    const started = await startTestNginx(server.url);
    if ('reason' in started) throw new Error(started.reason);
    nginx = started;
    student = await createPerson(server.db, 'student');
  });
  afterAll(() => nginx.stop());

  const ask = (...args: [string, Parameters<typeof askNginx>[2]?]) => askNginx(nginx, ...args);
  const jsonOf = ({ body }: ProxiedAnswer): unknown => JSON.parse(body.toString());
  /** In the one shape that the app reads. */
  const detailOf = (answer: ProxiedAnswer): string => {
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    return errorBody.parse(jsonOf(answer)).detail;
  };

  const formOf = async (bytes: Buffer) => {
    const form = new Response(uploadForm(bytes, { name: 'work.pdf', type: 'application/pdf' }));
    return {
      headers: {
        authorization: `Bearer ${student.token}`,
        'content-type': form.headers.get('content-type') ?? '',
      },
      body: Buffer.from(await form.arrayBuffer()),
    };
  };
  const pdfOf = (bytes: number): Buffer => smallPdf(bytes - smallPdf().length);
  const upload = async (bytes: number) => ask('POST /api/completion/upload', await formOf(pdfOf(bytes)));

  describe('an upload', () => {
    test('of the largest size comes back byte by byte', async () => {
      const file = pdfOf(MAX_FILE_BYTES);
      const answer = await ask('POST /api/completion/upload', await formOf(file));
      expect(answer.status, answer.body.toString()).toBe(200);
      const { file_url: address } = jsonOf(answer) as { file_url: string };
      const back = await ask(`GET ${address}`);
      expect(back.status).toBe(200);
      expect(back.body.equals(file)).toBe(true);
    });

    test.each([
      ['Tickmark', MAX_FILE_BYTES + 1],
      ['Tickmark', 11 * MB - 4096],
      ['nginx', 11 * MB],
      ['nginx', 30 * MB],
    ])('beyond the limit of %s is refused in the words that the app shows: %i bytes', async (_, bytes) => {
      const answer = await upload(bytes);
      expect(answer.status).toBe(413);
      expect(detailOf(answer)).toBe(FILE_TOO_LARGE);
    });

    test('beyond the limits to a page is refused as well', async () => {
      const answer = await ask('POST /teachers/students/1', { body: Buffer.alloc(12 * MB) });
      expect(answer.status).toBe(413);
    });
  });

  describe('what nginx refuses before Tickmark sees it', () => {
    const LONG = 'a'.repeat(40_000);
    const broken: [string, number, (path: string) => Promise<ProxiedAnswer>][] = [
      ['an address that cannot be read', 400, (path) => ask(`GET ${path}/%zz`)],
      ['an address that is too long', 414, (path) => ask(`GET ${path}/${LONG}`)],
      ['headers that are too large', 431, (path) => ask(`GET ${path}/a`, { headers: { 'x-a': LONG } })],
    ];

    test.each(broken)('%s: a call is told so as Tickmark would', async (_, status, send) => {
      const answer = await send('/api');
      expect(answer.status).toBe(status);
      expect(detailOf(answer)).toBe(FRAMEWORK_DETAILS[status]);
    });

    test.each(broken)('%s: for a page it is a page', async (_, status, send) => {
      const answer = await send('/teachers');
      expect(answer.status).toBe(status);
      expect(answer.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
      });
      expect(answer.body.toString()).toContain(FRAMEWORK_DETAILS[status]);
      expect(answer.body.toString()).not.toContain('nginx');
    });

    test('a method that is taken nowhere is refused in the words for one that is not taken here', async () => {
      const straight = await fetch(`${server.url}/api/token`, { method: 'DELETE' });
      const answer = await ask('TRACE /api/token');
      expect([straight.status, answer.status]).toEqual([405, 405]);
      expect(jsonOf(answer)).toEqual(await straight.json());
    });

    test('plain HTTP to the port of HTTPS is sent to HTTPS', async () => {
      const confused = { ...nginx, http: nginx.https };
      const { status, headers } = await askNginx(confused, 'GET /privacy?a=1', { tlsName: undefined });
      expect([status, headers.location]).toEqual([301, `https://${HOST}/privacy?a=1`]);
    });

    test('the answers are no addresses of their own', async () => {
      for (const kind of ['json', 'html']) {
        expect((await ask(`GET /refused-by-nginx.${kind}`)).status).toBe(404);
      }
    });
  });

  describe('while Tickmark is away', () => {
    const askAlone = (...args: [string, Parameters<typeof askNginx>[2]?]) => {
      if ('reason' in before) throw new Error(before.reason);
      return askNginx(before, ...args);
    };

    test('a call is told so in its own shape', async () => {
      const answer = await askAlone('GET /api/users/me');
      expect(answer.status).toBe(503);
      expect(detailOf(answer)).toBe(UNAVAILABLE);
      expect(answer.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' });
    });

    test('an upload that is too large is told that', async () => {
      const answer = await askAlone('POST /api/completion/upload', await formOf(pdfOf(11 * MB)));
      expect(answer.status).toBe(413);
      expect(detailOf(answer)).toBe(FILE_TOO_LARGE);
    });

    test.each(['/', '/teachers/students/7', '/assets/main-abc.js'])(
      '%s is a page that says so',
      async (path) => {
        const answer = await askAlone(`GET ${path}`);
        expect(answer.status).toBe(503);
        expect(answer.headers).toMatchObject({
          'content-type': 'text/html; charset=utf-8',
          'retry-after': '5',
          'cache-control': 'no-store',
        });
        expect(answer.body.toString()).toContain('The service is briefly unavailable.');
        expect(answer.body.toString()).not.toContain('nginx');
      },
    );
  });

  describe('addresses', () => {
    const guess = async (from: string, forged: string) => {
      const answer = await ask('POST /api/token', {
        from,
        headers: {
          'content-type': 'application/x-www-form-urlencoded',
          'x-forwarded-for': forged,
          forwarded: `for=${forged}`,
        },
        body: Buffer.from(
          new URLSearchParams({ username: student.username, password: 'a guess' }).toString(),
        ),
      });
      return answer.status;
    };

    test('are those of the clients, whatever they claim', async () => {
      const guesses = [];
      for (let n = 1; n <= 8; n += 1) guesses.push(await guess('127.0.0.2', `10.0.0.${n}`));
      expect(guesses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
      expect(await guess('127.0.0.3', '127.0.0.2')).toBe(401);
    });

    test('of a client on the proxy’s machine open nothing: the metrics are closed', async () => {
      expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
      expect((await ask('GET /metrics')).status).toBe(404);
    });
  });

  describe('pages', () => {
    test('come as the server sends them', async () => {
      for (const path of ['/', '/teachers/students/7', '/assets/main-abc.js', '/livez', '/nowhere']) {
        const [through, straight] = [await ask(`GET ${path}`), await fetch(`${server.url}${path}`)];
        expect(through.status).toBe(straight.status);
        expect(through.body.toString()).toBe(await straight.text());
        const policy = straight.headers.get('content-security-policy') ?? undefined;
        expect(through.headers['content-security-policy']).toBe(policy);
      }
    });

    test('come compressed', async () => {
      const headers = { 'accept-encoding': 'br' };
      const { headers: got } = await ask('GET /assets/main-abc.js', { headers });
      expect(got['content-encoding']).toBe('br');
    });

    test('asked for by http lead to https', async () => {
      const { status, headers } = await ask('GET /privacy?a=1', { tlsName: undefined });
      expect(status).toBe(301);
      expect(headers.location).toBe(`https://${HOST}/privacy?a=1`);
    });

    test('are not for other names', async () => {
      const refused = { code: 'ECONNRESET' };
      await expect(ask('GET /', { tlsName: undefined, host: 'other.example' })).rejects.toMatchObject(
        refused,
      );
      await expect(ask('GET /', { host: 'other.example' })).rejects.toMatchObject(refused);
      await expect(ask('GET /', { tlsName: 'other.example' })).rejects.toThrow(/unrecognized name/);
    });
  });

  describe('beside another site', () => {
    const startBeside = async (site: string) => {
      const file = join(server.siteFolder, 'default.conf');
      await writeFile(file, site);
      return startTestNginx(server.url, file);
    };

    test('that wants to be the default as well, Debian’s own, it is not started', async () => {
      const debians = 'server {\n  listen 80 default_server;\n  return 200 welcome;\n}\n';
      await expect(startBeside(debians)).rejects.toThrow('a duplicate default server');
    });

    test('other names are still refused', async () => {
      const started = await startBeside(
        'server {\n  listen 80;\n  server_name localhost;\n  return 200 welcome;\n}\n',
      );
      if ('reason' in started) throw new Error(started.reason);
      const answer = askNginx(started, 'GET /', { tlsName: undefined, host: 'other.example' });
      await expect(answer).rejects.toMatchObject({ code: 'ECONNRESET' });
      await started.stop();
    });
  });
});
