import { writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shareServerWithSite } from '../testing/shared-server.ts';
import { writePages } from '../testing/site.ts';

/** Pages of a server that knows its public URL. */

const HTML = '<meta property="og:image" content="/social.png"><a href="/login">Log in</a>';
const TOLD = HTML.replace('"/social', '"https://tickmark.example/social');

const server = shareServerWithSite(
  async (folder) => {
    await writeFile(join(folder, 'index.html'), HTML);
    await writePages(folder, '/', 'index.html');
  },
  { environment: { PUBLIC_URL: 'https://tickmark.example/' } },
);

test.each(['/', '/landing/'])("%s has the image's full URL, and no other change", async (path) => {
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

test('unchanged, it answers 304', async () => {
  const etag = (await fetch(server.url, { headers: { 'accept-encoding': 'br' } })).headers.get('etag') ?? '';
  const status = await new Promise((resolve) => {
    const headers = { 'if-none-match': etag, 'accept-encoding': 'br' };
    get(server.url, { headers }, (answer) => resolve(answer.statusCode));
  });
  expect(status).toBe(304);
});
