import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shareServerWithSite } from '../testing/shared-server.ts';
import { writePages } from '../testing/site.ts';

/** What a person sees when their browser gets an error for a page. */

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const server = shareServerWithSite(async (folder) => {
  // A file that no system can open: it leads to itself.
  await symlink('loop.html', join(folder, 'loop.html'));
  await writePages(folder, '/login', 'loop.html');
});

/** As it is sent: a client of ours would mend the address first. */
const ask = (path: string, headers: Record<string, string>) => fetch(server.url + path, { headers });

test('an invalid URL: a page for a browser, JSON for a program', async () => {
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

test('below /api it is always JSON', async () => {
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
  expect(html).toContain(`<p>Reference: ${page.headers.get('x-request-id')?.slice(0, 8)}</p>`);
  const style = /<style>(.*)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(page.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}';`);
});
