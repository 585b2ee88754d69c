import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { openDatabase } from './db/database.ts';
import { readSite } from './http/pages.ts';
import { inProject } from './root.ts';
import { createTestDatabase } from './testing/database.ts';
import { createPerson, PASSWORD } from './testing/people.ts';
import { PATIENT } from './testing/postgres.ts';
import { startRelay } from './testing/relay.ts';
import { ADMIN_PASSWORD, startTestServer } from './testing/server.ts';
import { shareServerWithSite } from './testing/shared-server.ts';
import { writeSite } from './testing/site.ts';

/** Everything around the calls: pages, headers, health, metrics, logs. */

const server = shareServerWithSite(writeSite);

/** Requests a page: a path outside /api. */
const page = (path: string, method = 'GET', headers: Record<string, string> = {}) =>
  server.call(`${method} /${path}`, { headers });

describe('pages', () => {
  test.each([
    ['/', 200, '<h1>home</h1>'],
    ['/teachers/students/5', 200, '<h1>app</h1>'],
    ['/landing/', 200, '<h1>landing</h1>'],
    ['/favicon.svg', 200, '<svg/>'],
    ['/nowhere', 404, '<h1>Page Not Found</h1>'],
    ['/pages.json', 404, '<h1>Page Not Found</h1>'],
    ['/index.html', 404, '<h1>Page Not Found</h1>'],
  ])('%s: %i %s', async (path, status, body) => {
    const answer = await page(path);
    expect(answer).toMatchObject({ status, body });
    expect(answer.headers.get('cache-control')).toBe('no-cache');
  });

  test('an unchanged page answers 304', async () => {
    const etag = (await page('/')).headers.get('etag') ?? '';
    // Not with fetch, which sends no-cache with every conditional request.
    const status = await new Promise((resolve) => {
      get(server.url, { headers: { 'if-none-match': etag } }, (answer) => resolve(answer.statusCode));
    });
    expect(status).toBe(304);
  });

  test('Page Not Found never answers 304, which would leave an empty screen', async () => {
    expect((await page('/nowhere')).headers.get('etag')).toBeNull();
    const body = await new Promise((resolve, reject) => {
      get(`${server.url}/nowhere`, { headers: { 'if-none-match': '*', range: 'bytes=0-3' } }, (answer) => {
        text(answer).then(resolve, reject);
      });
    });
    expect(body).toBe('<h1>Page Not Found</h1>');
  });

  test('assets are precompressed and cached for ever', async () => {
    const { status, body, headers } = await page('/assets/main-abc.js', 'GET', { 'accept-encoding': 'br' });
    expect({ status, body }).toEqual({ status: 200, body: 'console.log(1)' });
    expect(headers.get('content-encoding')).toBe('br');
    expect(headers.get('vary')).toMatch(/accept-encoding/i);
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const plain = await page('/assets/main-abc.js', 'GET', { 'accept-encoding': 'identity' });
    expect(plain.body).toBe('console.log(1)');
    expect(plain.headers.get('content-encoding')).toBeNull();
  });

  test.each(['/assets/none.js', '/assets/..%2fpages.json', '/assets/%2e%2e/pages.json'])(
    'there is no %s, and that answer is not cached for ever',
    async (path) => {
      const answer = await page(path);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.body).not.toContain('routes');
      expect(answer.headers.get('cache-control') ?? '').not.toContain('immutable');
    },
  );

  test('a form submitted before the page was ready returns to its page', async () => {
    const answer = await server.call('POST //', { form: { password: 'secret' } });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe('/');
    // What a browser would never request, but a router might take for a page.
    const { host, port } = new URL(server.url);
    const odd = request({ host: host.split(':')[0], port, path: '*', method: 'POST' }).end();
    const [{ headers }] = (await once(odd, 'response')) as [IncomingMessage];
    expect(headers.location ?? '/').toBe('/');
  });

  test('a page has one address: with a slash at its end it leads there, with its query', async () => {
    const location = async (path: string) => {
      const answer = await page(path);
      return [answer.status, answer.headers.get('location')];
    };
    expect(await location('/teachers/students/5/')).toEqual([308, '/teachers/students/5']);
    expect(await location('/teachers/students/5/?a=/b/&c')).toEqual([308, '/teachers/students/5?a=/b/&c']);
    expect(await location('//evil.example/teachers/students/5/')).not.toContain(308);
    expect((await page('/')).status).toBe(200);
  });

  test('/start goes to the landing page, which knows when the time is over', async () => {
    const location = async (path: string) => (await page(path)).headers.get('location');
    expect(await location('/start')).toBe('/landing/');
    expect(await location('/start?time-over')).toBe('/landing/#time-over');
    expect(await location('/start?time-over=cleared')).toBe('/landing/#work-cleared');
    const elsewhere = await startTestServer({
      site: readSite(server.siteFolder),
      environment: { LANDING_URL: 'https://school.example/tickmark' },
    });
    const answer = await elsewhere.call('GET //start?time-over');
    expect(answer.headers.get('location')).toBe('https://school.example/tickmark');
    await elsewhere.stop();
  });

  test('the policy admits the build and nothing else', async () => {
    const { headers } = await page('/');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none';script-src 'self' 'sha256-script';style-src 'self' 'sha256-style';" +
        "img-src 'self' data: blob:;font-src 'self';connect-src 'self';manifest-src 'self';worker-src 'self';" +
        "form-action 'self';base-uri 'none';frame-ancestors 'none';" +
        "require-trusted-types-for 'script';trusted-types tickmark",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('strict-transport-security')).toBeNull();
  });
});

describe('operations', () => {
  test('/livez and /readyz say so', async () => {
    expect((await page('/livez')).status).toBe(200);
    expect((await page('/readyz')).status).toBe(200);
  });

  test('while the database is down: 503, alive, not ready; then back to normal', async () => {
    const store = await createTestDatabase();
    const relay = await startRelay(store.connection);
    const db = openDatabase(relay.connection, () => {}, 10, PATIENT);
    const lone = await startTestServer({ database: db });
    const { token } = await createPerson(db, 'student');
    expect((await lone.call('GET /users/me', { token })).status).toBe(200);

    await relay.cut();
    const answers = await Promise.all([
      lone.call('GET //readyz'),
      lone.call('POST /token', { form: { username: 'a', password: 'b' } }),
      lone.call('GET /users/me', { token }),
    ]);
    for (const { status, body, headers } of answers) {
      expect(status).toBe(503);
      expect(body).toEqual({ detail: 'The service is briefly unavailable. Please try again.' });
      expect(headers.get('retry-after')).toBe('1');
    }
    expect((await lone.call('GET //livez')).status).toBe(200);

    await relay.mend();
    expect((await lone.call('GET /users/me', { token })).status).toBe(200);
    expect((await lone.call('GET //readyz')).status).toBe(200);
    await lone.stop();
    await db.close();
    await relay.cut();
    await store.drop();
  });

  test('/metrics counts requests by route and shows the pool', async () => {
    await server.call('GET /users/me');
    const { status, body } = await page('/metrics');
    expect(status).toBe(200);
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/api\/users\/me",status="401"\} \d/,
    );
    expect(body).toMatch(/database_pool_connections\{state="total"\} \d/);
    expect(body).toContain('nodejs_eventloop_lag_seconds');
    expect(body).toMatch(/^mails\{state="waiting"\} 0$/m);
    expect(body).toMatch(/^mails\{state="failed"\} 0$/m);
    expect(body).toMatch(/^mails_sent_total 0$/m);
    const { version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8')) as { version: string };
    expect(body).toContain(`\ntickmark_info{version="${version}"} 1\n`);
    expect(Number(/^disk_free_bytes (\S+)$/m.exec(body)?.[1])).toBeGreaterThan(0);
  });

  test('/metrics needs this machine or the token', async () => {
    expect((await page('/metrics', 'GET', { 'x-forwarded-for': '9.9.9.9' })).status).toBe(404);
    const token = 'a-token-for-the-collector';
    const guarded = await startTestServer({ environment: { METRICS_TOKEN: token } });
    expect((await guarded.call('GET //metrics')).status).toBe(404);
    expect((await guarded.call('GET //metrics', { token })).status).toBe(200);
    expect((await guarded.call('GET //metrics', { token: `${token}x` })).status).toBe(404);
    await guarded.stop();
  });

  test('/api/openapi.json describes every call', async () => {
    const { body } = await server.call('GET /openapi.json');
    expect(body.openapi).toBe('3.1.0');
    expect(body.paths['/token'].post.requestBody.content).toHaveProperty('application/x-www-form-urlencoded');
    expect(Object.keys(body.paths['/completion'].get.responses)).toEqual(['200', '304', 'default']);
    expect(body.paths['/admin/users/{id}'].put.security).toEqual([{ adminPassword: [] }]);
    expect(body.paths['/admin/users/{id}'].put.parameters).toEqual([
      expect.objectContaining({ name: 'id', in: 'path', required: true }),
    ]);
  });

  test('the log has every request and none of its secrets', async () => {
    const person = await createPerson(server.db, 'student');
    const { body } = await server.call('POST /token', {
      form: { username: person.username, password: PASSWORD },
    });
    await server.call('GET /users/me', { token: body.access_token });
    await server.call('GET /admin/schools', { admin: ADMIN_PASSWORD });
    const answer = await server.call(`GET /files/${'A'.repeat(22)}?expires=1&signature=signed-secret`);
    const log = server.logged();
    expect(log).toContain(answer.headers.get('x-request-id'));
    expect(log).toContain('"route":"/api/token"');
    for (const secret of [PASSWORD, body.access_token, ADMIN_PASSWORD, 'signed-secret', person.username]) {
      expect(log).not.toContain(secret);
    }
  });
});
