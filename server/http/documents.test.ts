import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../testing/server.ts';
import { readSite } from './pages.ts';

/** Pages of a server that knows the address people use. */

const HTML = '<meta property="og:image" content="/social.png"><a href="/login">Log in</a>';
const TOLD = HTML.replace('"/social', '"https://tickmark.example/social');

let server: TestServer;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'site-'));
  const file = 'index.html';
  await writeFile(join(folder, file), HTML);
  const pages = {
    routes: [{ path: '/', file }],
    notFound: file,
    landing: file,
    inlineScripts: [],
    inlineStyles: [],
  };
  await writeFile(join(folder, 'pages.json'), JSON.stringify(pages));
  server = await startTestServer({
    site: readSite(folder),
    environment: { PUBLIC_URL: 'https://tickmark.example/' },
  });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test.each(['/', '/landing/'])('%s names the picture by its whole address, and nothing else', async (path) => {
  const answer = await fetch(server.url + path);
  expect(await answer.text()).toBe(TOLD);
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
});

test.each(['br', 'gzip', 'identity'])('it is sent as %s', async (encoding) => {
  const answer = await fetch(server.url, { headers: { 'accept-encoding': encoding } });
  expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
  expect(answer.headers.get('vary')).toBe('accept-encoding');
  expect(await answer.text()).toBe(TOLD);
});

test('an encoding that is refused is not used', async () => {
  const answer = await fetch(server.url, { headers: { 'accept-encoding': 'br;q=0, gzip;q=0.5' } });
  expect(answer.headers.get('content-encoding')).toBe('gzip');
});

test('unchanged it is an empty answer', async () => {
  const etag = (await fetch(server.url, { headers: { 'accept-encoding': 'br' } })).headers.get('etag') ?? '';
  const status = await new Promise((resolve) => {
    const headers = { 'if-none-match': etag, 'accept-encoding': 'br' };
    get(server.url, { headers }, (answer) => resolve(answer.statusCode));
  });
  expect(status).toBe(304);
});
