import type { Page } from '@playwright/test';
import {
  expect,
  expectAccessible,
  ON_DESKTOP,
  ON_PHONE,
  openAsNewStudent,
  skipWithoutShifts,
  test,
} from './test.ts';

/** What stands on the page before a line of script has run: what is stored on the device decides. */

const WELCOME = 'Please add subjects first to start tracking papers.';
const LOADING = 'Loading your papers...';

const withoutScript = async (page: Page, kept: Record<string, string>) => {
  await page.addInitScript((values) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, kept);
  await page.route('**/assets/*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
  await page.goto('/');
};

test('who comes for the first time reads what to do at once', async ({ page }) => {
  await withoutScript(page, {});
  await expect(page.getByText(WELCOME)).toBeVisible();
  await expect(page.getByText('No subjects selected.')).toBeVisible();
  await expect(page.getByText(LOADING)).toBeHidden();
  await expectAccessible(page);
});

test('a guest who has chosen subjects waits for them', ON_PHONE, async ({ page }) => {
  await withoutScript(page, { localSubjects: '["music_sl"]' });
  await expect(page.getByText(LOADING)).toBeVisible();
  await expect(page.getByText(WELCOME)).toBeHidden();
  await expect(page.getByText('No subjects selected.')).toBeHidden();
});

test('somebody who may be logged in is not taken for a newcomer', ON_DESKTOP, async ({ page }) => {
  await withoutScript(page, { token: 'A'.repeat(43) });
  await expect(page.getByText(LOADING)).toBeVisible();
  await expect(page.getByText(WELCOME)).toBeHidden();
});

const LAST_SCRIPT = '**/assets/user-tracker-*.js';
const PAPERS = '**/api/completion';
for (const { title, missing } of [
  {
    title: 'a line that is cut before the last of the scripts is said to be, and once it is back they come',
    missing: [LAST_SCRIPT, PAPERS],
  },
  {
    title: 'a line that is cut after the scripts and before the papers is said to be, and they come',
    missing: [PAPERS],
  },
]) {
  test(title, ON_PHONE, async ({ page, context, complaints }) => {
    let cut = () => undefined as void;
    const held = new Promise<void>((resolve) => {
      cut = resolve;
    });
    for (const what of missing) {
      await page.route(what, async (route) => {
        await held;
        await route.abort();
      });
    }
    const last = page.waitForRequest(LAST_SCRIPT);
    await openAsNewStudent(page);
    const script = (await last).url();
    if (!missing.includes(LAST_SCRIPT)) await page.evaluate(`import('${script}').then(() => undefined)`);
    await expect(page.getByText(LOADING)).toBeVisible();
    await context.setOffline(true);
    cut();
    await expect(page.getByText('Failed to load your data. Please try again later.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await page.unrouteAll();
    await context.setOffline(false);
    await expect(page.getByText('No subjects selected.')).toBeVisible();
    // The browser itself notes what found no line.
    const own = complaints.splice(0).filter((text) => !text.startsWith('Failed to load resource: net::'));
    expect(own).toEqual([]);
  });
}

test('nothing moves when the first visit comes alive', async ({ page }) => {
  skipWithoutShifts();
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  // The papers' own script comes last, and on its own.
  let release = () => undefined as void;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/assets/tracker-papers-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  const words = page.getByText(WELCOME);
  await expect(page.getByText(/Guest session/).first()).toBeVisible();
  const before = await words.boundingBox();
  release();
  await expect(page.getByRole('button', { name: 'Add Subjects' })).toBeVisible();
  expect(await words.boundingBox()).toEqual(before);
  // A font that comes late moves a word by a hair.
  const shift = await page.evaluate(() =>
    (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  expect(shift).toBeLessThan(0.002);
});
