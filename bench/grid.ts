import type { Browser } from '@playwright/test';
import { measureCall } from './calls.ts';
import { launchChromium } from './chromium.ts';
import { requestBytes } from './connections.ts';
import { listPeople, startWithData } from './data.ts';
import { connect, type Product, signIn } from './product.ts';
import { line, report, rounds } from './rows.ts';
import { openSlowPage, scriptTime } from './web-page.ts';

/**
 * What it costs a teacher to leave out the papers that were never set: the class grid in a browser whose processor is
 * slowed down four times, and the figures of the list on the server. Beside each the same with all papers.
 */

const ROUNDS = rounds(9, 3);
const SLOWDOWN = 4;
const BUDGET = { atMost: 1.1, of: 'ratio' } as const;
const KEPT = { all: '2017-2024', set: '2017-2024-set' };
type Which = keyof typeof KEPT;

const signInTeacher = async (product: Product): Promise<string> => {
  const db = await connect(product);
  const [token = ''] = await signIn(db, await listPeople(db, 'teacher', 1));
  await db.end();
  return token;
};

/** Milliseconds of script from the start of a visit until the grid stands. */
const measureVisit = async (browser: Browser, url: string, token: string, which: Which): Promise<number> => {
  const slow = await openSlowPage(browser, 'desktop', { token, teacherPapers: KEPT[which] });
  await slow.slowDown(SLOWDOWN);
  await slow.page.goto(`${url}/teachers?view=grid&subject=math_aa_hl`);
  await slow.page.locator('.class-grid tbody th a').first().waitFor();
  await slow.page.waitForLoadState('networkidle');
  const milliseconds = await scriptTime(slow.session);
  await slow.context.close();
  return milliseconds;
};

const measureList = async (product: Product, token: string, which: Which): Promise<number> => {
  const bytes = requestBytes(`GET /api/teachers/progress?from=2017&to=2024&papers=${which}`, { token });
  return (await measureCall(product, () => bytes, { connections: 1, seconds: 1 })).middle;
};

const product = await startWithData('year');
const browser = await launchChromium();
try {
  const token = await signInTeacher(product);
  const visits: Record<Which, number[]> = { all: [], set: [] };
  const lists: Record<Which, number[]> = { all: [], set: [] };
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const which of ['all', 'set'] as const) {
      const visit = await measureVisit(browser, product.url, token, which);
      const list = await measureList(product, token, which);
      if (round < 0) continue; // warm
      visits[which].push(visit);
      lists[which].push(list);
    }
  }
  report([
    line('class grid, only papers that were set, script of a visit, bare: all papers', {
      values: visits.set,
      unit: 'ms',
      bare: visits.all,
      budget: BUDGET,
    }),
    line('progress of 150 students, only papers that were set, bare: all papers', {
      values: lists.set,
      unit: 'ms',
      bare: lists.all,
      budget: BUDGET,
    }),
  ]);
} finally {
  await browser.close();
  await product.stop();
}
