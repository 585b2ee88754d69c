import { createHash } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { readSite } from './pages.ts';

/** What a person sees whose browser gets an error for a page. */

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  // A file that no system can open: it leads to itself.
  const file = 'loop.html';
  await symlink(file, join(folder, file));
  const pages = {
    routes: [{ path: '/login', file }],
    notFound: file,
    landing: file,
    inlineScripts: [],
    inlineStyles: [],
  };
  await writeFile(join(folder, 'pages.json'), JSON.stringify(pages));
  server = await startTestServer({ site: readSite(folder) });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** As it is sent: a client of ours would mend the address first. */
const ask = (path: string, headers: Record<string, string>) => fetch(server.url + path, { headers });

test('an address that cannot be read: a page for a browser, JSON for a program', async () => {
  const page = await ask('/login/%zz', BROWSER);
  expect(page.status).toBe(400);
  expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(await page.text()).toMatch(
    /<title>Error · Tickmark<.*This address cannot be opened\..*href="\/">Home Page/,
  );
  const answer = await ask('/login/%zz', { accept: '*/*' });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ detail: 'The request could not be read.' });
});

test('below /api it is JSON, whoever asks', async () => {
  const answer = await ask('/api/%zz', BROWSER);
  expect(await answer.json()).toEqual({ detail: 'The request could not be read.' });
});

test('a page that fails says what is safe and what to do, under a policy of its own', async () => {
  const page = await ask('/login', BROWSER);
  expect(page.status).toBe(500);
  expect(page.headers.get('cache-control')).toBe('no-store');
  const html = await page.text();
  expect(html).toContain('Something went wrong on our side.');
  expect(html).toContain('Everything you have saved is safe.');
  expect(html).toContain('<a href="">Reload</a>');
  const style = /<style>(.*)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}';`);
});
