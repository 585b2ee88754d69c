import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from '@playwright/test';
import { launchChromium } from './chromium.ts';
import { median, print, quantile, table } from './figures.ts';
import { PROJECT, registerStudent, startProduct } from './product.ts';

/**
 * The tracker on a slow phone and a slow laptop: a student with nine subjects over 2014-2024 and 1,000 completed
 * papers, the processor slowed down four times. What a tick costs in script, how long until the next frame, what the
 * first load weighs and how many calls it makes.
 */

const SLOWDOWN = 4;
const TICKS = 40;
const SUBJECTS =
  'math_aa_hl physics_hl biology_hl chemistry_hl economics_hl business_hl history_hl english_b_hl music_hl';
const VIEWPORTS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };

const records = (): Record<string, unknown> => {
  const all: Record<string, unknown> = {};
  for (const subject of SUBJECTS.split(' ').slice(0, 6)) {
    for (let year = 2014; year <= 2024; year += 1) {
      for (const session of ['May', 'November']) {
        for (const paper of ['paper1', 'paper2', 'paper3']) {
          for (const zone of ['TZ1', 'TZ2']) {
            const isHeld = year !== 2020 || session !== 'May';
            const count = Object.keys(all).length;
            // The sitting that is ticked below stays open.
            if (isHeld && count < 1000 && year !== 2024) {
              all[`${subject}-${year}-${session}-${paper}-${zone}`] = {
                is_completed: true,
                score: 40 + (count % 60),
              };
            }
          }
        }
      }
    }
  }
  return all;
};

/** Milliseconds of script so far. */
const scriptTime = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
};

/** Notes how long each press or key took until the next frame. */
const watchInteractions = (page: Page) =>
  page.evaluate(() => {
    const slowest: number[] = [];
    Object.assign(window, { slowest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
        if (entry.interactionId) slowest.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });
const takeInteractions = (page: Page) =>
  page.evaluate(() => {
    const { slowest } = window as unknown as { slowest: number[] };
    return slowest.splice(0);
  });

const frames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))),
      ),
  );

const product = await startProduct();
const token = await registerStudent(product.url, 'phone');
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
const send = (method: string, path: string, body: unknown) =>
  fetch(`${product.url}/api${path}`, { method, headers, body: JSON.stringify(body) });
await send('POST', '/subjects', { subjects: SUBJECTS.split(' ') });
await send('POST', '/completion/bulk', { completion_data: records() });
await send('PUT', '/users/me/preferences', {
  year_ranges: { math_aa_hl: { startYear: 2014, endYear: 2024 } },
  timezone_overrides: {},
});

const browser = await launchChromium();
const rows: (string | number)[][] = [];
let calls = 0;
for (const [name, viewport] of Object.entries(VIEWPORTS)) {
  const context = await browser.newContext({
    viewport,
    hasTouch: name === 'phone',
    isMobile: name === 'phone',
  });
  await context.addInitScript((value) => localStorage.setItem('token', value), token);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request.url());
  });
  await page.goto(product.url);
  await page.getByLabel('Select Subject to View').waitFor();
  await page.waitForLoadState('networkidle');
  calls = Math.max(calls, requests.length);
  if (name === 'desktop')
    await page
      .getByRole('rowheader')
      .getByRole('button', { name: /^2024 May/ })
      .click();
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  await watchInteractions(page);

  const box = page.getByRole('checkbox', { name: 'Paper 1, May 2024, TZ1, completed' });
  const dialog = page.getByRole('dialog', { name: 'Enter Score & Upload Files' });
  const script: number[] = [];
  const tick: number[] = [];
  const modal: number[] = [];
  const alone: number[] = [];
  const untick: number[] = [];
  for (let turn = 0; turn < TICKS; turn += 1) {
    const before = await scriptTime(session);
    await box.click();
    await dialog.waitFor();
    await frames(page);
    const after = await scriptTime(session);
    script.push(after - before);
    tick.push(Math.max(0, ...(await takeInteractions(page))));
    await dialog.getByRole('button', { name: 'Skip' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await frames(page);
    modal.push(Math.max(0, ...(await takeInteractions(page))));
    const beforeUntick = await scriptTime(session);
    await box.click();
    await frames(page);
    alone.push((await scriptTime(session)) - beforeUntick);
    untick.push(Math.max(0, ...(await takeInteractions(page))));
  }
  rows.push([`${name}: script of an untick, which opens nothing, ms`, median(alone), quantile(alone, 0.95)]);
  rows.push([`${name}: untick to the next frame, ms`, median(untick), quantile(untick, 0.95)]);
  rows.push([`${name}: script of a tick and its dialog, ms`, median(script), quantile(script, 0.95)]);
  rows.push([`${name}: tick to the next frame, ms`, median(tick), quantile(tick, 0.95)]);
  rows.push([`${name}: leaving the dialog to the next frame, ms`, median(modal), quantile(modal, 0.95)]);
  await context.close();
}
await browser.close();
await product.stop();

print(table([`processor slowed down ${SLOWDOWN} times`, 'median', 'p95'], rows));
print(`\nCalls to show 1,000 completed papers: ${calls}\n`);
const sizes = JSON.parse(readFileSync(join(PROJECT, 'dist', 'web', 'sizes.json'), 'utf8')) as Record<
  string,
  { js: number; html: number }
>;
print(
  table(
    ['first load, brotli', 'script KB', 'page KB'],
    Object.entries(sizes).map(([route, { js, html }]) => [route, js / 1024, html / 1024]),
  ),
);
