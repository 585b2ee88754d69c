import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FONT_BUDGET, SIZE_BUDGETS } from '../bench/size-budgets.ts';
import { PATTERNS } from '../web/src/paths.ts';

/** How much a first visit to each page fetches, as the build wrote it down (`npm test` builds before). */

const site = join(import.meta.dirname, '..', 'dist', 'web');
const KB = 1024;
/** In whole tenths: the names of files alone, which a page's files hold, change any page by up to 80 bytes. */
const inKB = (bytes: number) => Math.floor((bytes / KB) * 10) / 10;

const sizes = JSON.parse(readFileSync(join(site, 'sizes.json'), 'utf8')) as Record<
  string,
  { js: number; html: number }
>;

test('every page has a budget, and every budget a page', () => {
  // Only the server knows where the start leads.
  const pages = Object.values(PATTERNS).filter((path) => path !== PATTERNS.start);
  expect(Object.keys(SIZE_BUDGETS).toSorted()).toEqual([...pages, 'notFound'].toSorted());
  expect(Object.keys(sizes).toSorted()).toEqual(Object.keys(SIZE_BUDGETS).toSorted());
});

test.each(Object.entries(SIZE_BUDGETS))('%s is within its budget', (path, { script, page }) => {
  const { js = Number.NaN, html = Number.NaN } = sizes[path] ?? {};
  expect(inKB(js), 'KB of script').toBeLessThanOrEqual(script);
  expect(inKB(html), 'KB of the page').toBeLessThanOrEqual(page);
});

test('there is one font, and it is small', () => {
  const fonts = readdirSync(join(site, 'assets')).filter((name) => /\.(woff2?|ttf|otf)$/.test(name));
  expect(fonts).toHaveLength(1);
  for (const name of fonts) {
    expect(statSync(join(site, 'assets', name)).size).toBeLessThanOrEqual(FONT_BUDGET * KB);
  }
});
