import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { PROJECT } from './product.ts';
import { line, type Row, report } from './rows.ts';
import { FONT_BUDGET, SIZE_BUDGETS } from './size-budgets.ts';

/** What a first visit to each page fetches, after brotli, as the build wrote it down. */

const site = join(PROJECT, 'dist', 'web');
const KB = 1024;
const sizes = JSON.parse(readFileSync(join(site, 'sizes.json'), 'utf8')) as Record<
  string,
  { js: number; html: number }
>;

const scripts: Row[] = [];
for (const [path, { script }] of Object.entries(SIZE_BUDGETS)) {
  scripts.push(
    line(`first load of ${path === 'notFound' ? 'an unknown path' : path}, script`, {
      values: [Math.round(((sizes[path]?.js ?? Number.NaN) / KB) * 10) / 10],
      unit: 'KB',
      budget: { atMost: script },
    }),
  );
}
const pages = Object.entries(SIZE_BUDGETS).map(([path, { page }]) => ({
  page,
  size: (sizes[path]?.html ?? Number.NaN) / KB,
}));
const fonts = readdirSync(join(site, 'assets')).filter((name) => name.endsWith('.woff2'));
report([
  ...scripts,
  line('the largest page with its styles', {
    values: [Math.max(...pages.map(({ size }) => size))],
    unit: 'KB',
    budget: { atMost: Math.min(...pages.map(({ page }) => page)) },
  }),
  line(`fonts (${fonts.length} file)`, {
    values: [fonts.map((name) => statSync(join(site, 'assets', name)).size).reduce((a, b) => a + b, 0) / KB],
    unit: 'KB',
    budget: { atMost: FONT_BUDGET },
  }),
]);
