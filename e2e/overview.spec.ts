import type { Locator, Page } from '@playwright/test';
import { box, choose, openWith, scoreDialog, tickWithScore, unfold } from './papers.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ON_DESKTOP,
  ON_PHONE,
  open,
  reload,
  skipWithoutShifts,
  test,
} from './test.ts';

const chip = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your subjects' }).getByRole('button', { name });
const toggle = (page: Page) => page.getByRole('button', { name: 'Overview' });
/** Open at first on a high screen only. */
const openOverview = async (page: Page) => {
  if ((await toggle(page).getAttribute('aria-expanded')) === 'false') await toggle(page).click();
};
const part = (page: Page, name: string) => page.getByRole('region', { name });
const days = (page: Page) => part(page, 'Your year').locator('rect');
const factsOf = (page: Page, name: string) => part(page, 'All subjects').getByRole('row', { name });

const DONE = { is_completed: true };
const THEATRE = {
  'theatre_sl-2024-November-paper1': { ...DONE, score: 70 },
  'theatre_sl-2023-November-paper1': { ...DONE, score: 45 },
  'theatre_sl-2023-May-paper1': DONE,
  'theatre_sl-2022-May-paper1': DONE,
};

test('chips and select choose the subject together; the facts of all stand in the overview', async ({
  page,
}) => {
  await openWith(page, ['theatre_sl', 'music_sl'], {
    'theatre_sl-2024-May-paper1': { ...DONE, score: 80 },
    'theatre_sl-2023-May-paper1': { ...DONE, score: 61 },
    'theatre_sl-2022-May-paper1': DONE,
  });
  await openOverview(page);
  await expect(factsOf(page, 'Theatre SL').getByRole('cell')).toHaveText(['3 of 15', '71%', 'today']);
  await expect(factsOf(page, 'Music SL').getByRole('cell')).toHaveText(['0 of 30', '', '']);
  await chip(page, 'Music SL').click();
  await expect(chip(page, 'Music SL')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Select Subject to View')).toHaveValue('music_sl');
  await page.getByLabel('Select Subject to View').selectOption('theatre_sl');
  await expect(chip(page, 'Theatre SL')).toHaveAttribute('aria-pressed', 'true');
});

test(
  'on a phone the chosen chip is in sight, and the first tick without scrolling',
  ON_PHONE,
  async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    const subjects = [
      'english_a_lang_lit_hl',
      'english_b_hl',
      'economics_hl',
      'ess_hl',
      'math_aa_hl',
      'music_sl',
    ];
    await openWith(page, subjects);
    const top = () =>
      box(page, 'Paper 1, May 2024, TZ1').evaluate((tick) => tick.getBoundingClientRect().top);
    await expect(page.getByText('TZ1 and TZ2 are two variants of a paper.')).toBeVisible();
    expect(await top()).toBeLessThan(480);
    await page.getByLabel('Select Subject to View').selectOption('music_sl');
    await expect(chip(page, 'Music SL')).toBeInViewport({ ratio: 1 });
    await reload(page);
    await expect(chip(page, 'Music SL')).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
  },
);

test('however long its name, the level of the subject in view is seen', ON_PHONE, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openWith(page, ['english_a_lang_lit_hl']);
  const select = page.getByLabel('Select Subject to View');
  // The first is on the subject's chip.
  const level = page.getByText('HL', { exact: true }).nth(1);
  const right = (at: Locator) => at.evaluate((element) => element.getBoundingClientRect().right);
  expect(await right(level)).toBeLessThan(await right(select));
});

test('the year, the scores and what next follow the ticks', async ({ page }) => {
  await openWith(page, ['theatre_sl'], THEATRE);
  await openOverview(page);
  await expect(part(page, 'Your year')).toContainText('Tick what you have done, with its date');
  await expect(page.getByRole('button', { name: 'Next: Paper 1, May 2024' })).toBeVisible();

  await page.getByRole('button', { name: 'Next: Paper 1, May 2024' }).click();
  await expect(box(page, 'Paper 1, May 2024')).toBeFocused();
  await expect(box(page, 'Paper 1, May 2024')).toBeInViewport();
  await tickWithScore(page, 'Paper 1, May 2024', '90');
  // The fifth: from here on a year is worth drawing.
  await expect(part(page, 'Your year').getByRole('heading')).toHaveText('5 papers in 12 months');
  // The legend repeats the levels; the picture itself is a year of days.
  expect(await days(page).count()).toBeGreaterThan(52 * 7);
  await expect(part(page, 'Your year').locator('.day-3').first()).toHaveText(/^5 papers on \d+ \w+ 20\d\d$/);
  await expect(part(page, 'Your year').locator('.day-today')).toHaveText(/^5 papers/);
  const month = await page.evaluate(() => new Date().toLocaleDateString('en-GB', { month: 'short' }));
  await expect(part(page, 'Your year').locator('.year-month').last()).toHaveText(month);
  await expect(part(page, 'Your year').getByRole('row').last()).toHaveText(/20\d\d\s*5$/);
  await expect(part(page, 'Scores in Theatre SL').getByRole('img')).toHaveAccessibleName(
    /^3 scores from \d+%/,
  );
  await expect(part(page, 'Scores in Theatre SL')).toContainText('Average 68%');
  await expect(page.getByRole('button', { name: 'Next: Paper 1, November 2022' })).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('removing a subject keeps its papers in the year', ON_DESKTOP, async ({ page }) => {
  await openWith(page, ['theatre_sl', 'music_sl'], {
    ...THEATRE,
    'music_sl-2024-May-paper1-TZ1': DONE,
  });
  await openOverview(page);
  await expect(part(page, 'Your year').getByRole('heading')).toHaveText('5 papers in 12 months');
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Remove Theatre SL' }).click();
  await expect(page.getByText('Theatre SL removed. Its 4 papers are kept.')).toBeVisible();
  await page.getByRole('button', { name: 'Done', exact: true }).click();
  await expect(chip(page, 'Theatre SL')).toHaveCount(0);
  await expect(part(page, 'Your year').getByRole('heading')).toHaveText('5 papers in 12 months');
});

test('what next leads into a card that is closed', ON_PHONE, async ({ page }) => {
  await openWith(page, ['music_sl'], {
    'music_sl-2024-May-paper1-TZ1': DONE,
    'music_sl-2024-May-paper1-TZ2': DONE,
    'music_sl-2024-November-paper1-TZ1': DONE,
  });
  await page.getByRole('button', { name: 'Next: Paper 1, November 2024, TZ2' }).click();
  await expect(box(page, 'Paper 1, November 2024, TZ2')).toBeFocused();
});

test(
  'it is closed by one press, and stays so on this device, without a jump',
  ON_DESKTOP,
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openWith(page, ['theatre_sl'], THEATRE);
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'true');
    await toggle(page).click();
    await expect(part(page, 'All subjects')).toBeHidden();
    await open(page, '/');
    await expect(toggle(page)).toHaveAttribute('aria-expanded', 'false');
    await toggle(page).click();
    await expect(part(page, 'All subjects')).toBeVisible();
    await page.setViewportSize({ width: 1440, height: 800 });
    await open(page, '/');
    await expect(part(page, 'All subjects')).toBeVisible();
  },
);

for (const [width, height] of [
  [768, 1024],
  [1440, 900],
  [1920, 1080],
] as const)
  test(`nothing moves while the page comes, ${width} pixels wide`, ON_DESKTOP, async ({ page }) => {
    skipWithoutShifts();
    await page.setViewportSize({ width, height });
    await page.addInitScript(() => {
      const shifts: unknown[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) =>
        shifts.push(...list.getEntries().map((entry) => entry.toJSON())),
      ).observe({
        type: 'layout-shift',
        buffered: true,
      });
    });
    await openWith(page, ['theatre_sl', 'music_sl'], { ...THEATRE, 'music_sl-2024-May-paper1-TZ1': DONE });
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: unknown[] }).shifts)).toEqual([]);
  });

test('guests have it too', ON_PHONE, async ({ page }) => {
  await open(page, '/');
  await choose(page, ['The Arts', 'Theatre SL']);
  await expect(page.getByText('Tick a paper you have done. Several?')).toBeVisible();
  await unfold(page, 'May 2024');
  await box(page, 'Paper 1, May 2024').click();
  await scoreDialog(page).getByRole('button', { name: 'Skip' }).click();
  await openOverview(page);
  await expect(factsOf(page, 'Theatre SL').getByRole('cell')).toHaveText(['1 of 15', '', 'today']);
});
