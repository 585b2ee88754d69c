import type { Locator, Page } from '@playwright/test';
import { box, choose, isPhone, openWith, scoreDialog, tickWithScore, unfold } from './papers.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ON_DESKTOP,
  ON_PHONE,
  open,
  test,
} from './test.ts';

const chip = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your subjects' }).getByRole('button', { name });
/** Folded on a phone. */
const openOverview = async (page: Page) => {
  if (isPhone(page)) await page.locator('summary', { hasText: 'Overview' }).click();
};
const part = (page: Page, name: string) => page.getByRole('region', { name });
const days = (page: Page) => part(page, 'Your year').locator('rect');

const DONE = { is_completed: true };

test('all subjects at once: how far, how well, when; a press shows one', async ({ page }) => {
  await openWith(page, ['theatre_sl', 'music_sl'], {
    'theatre_sl-2024-May-paper1': { ...DONE, score: 80 },
    'theatre_sl-2023-May-paper1': { ...DONE, score: 61 },
    'theatre_sl-2022-May-paper1': DONE,
  });
  await expect(chip(page, 'Theatre SL')).toHaveAccessibleName(
    'Theatre SL : 3 of 15 done, average 71%, last today',
  );
  await expect(chip(page, 'Music SL')).toHaveAccessibleName('Music SL : 0 of 30 done');
  await chip(page, 'Music SL').click();
  await expect(chip(page, 'Music SL')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Select Subject to View')).toHaveValue('music_sl');
});

test('however long its name, the level of the subject in view is seen', ON_PHONE, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openWith(page, ['english_a_lang_lit_hl']);
  const select = page.getByLabel('Select Subject to View');
  // The first is on the subject's card.
  const level = page.getByText('HL', { exact: true }).nth(1);
  const right = (at: Locator) => at.evaluate((element) => element.getBoundingClientRect().right);
  expect(await right(level)).toBeLessThan(await right(select));
});

test('the year, the scores and what next follow the ticks', async ({ page }) => {
  await openWith(page, ['theatre_sl'], {
    'theatre_sl-2024-November-paper1': { ...DONE, score: 70 },
    'theatre_sl-2023-November-paper1': { ...DONE, score: 45 },
  });
  await openOverview(page);
  await expect(part(page, 'Your year').getByRole('heading')).toHaveText(
    '2 papers in 12 months · 1-week streak',
  );
  await expect(part(page, 'Your year').getByText('Papers a day')).toBeVisible();
  // The legend repeats the levels; the picture itself is a year of days.
  expect(await days(page).count()).toBeGreaterThan(52 * 7);
  await expect(part(page, 'Your year').locator('.day-2').first()).toHaveText(/^2 papers on \d+ \w+ 20\d\d$/);
  await expect(part(page, 'Your year').getByRole('row').last()).toHaveText(/20\d\d\s*2$/);
  await expect(part(page, 'Scores in Theatre SL').getByRole('img')).toHaveAccessibleName(
    /^2 scores from \d+%/,
  );
  await expect(part(page, 'Scores in Theatre SL')).toContainText('Average 58%');
  await expect(part(page, 'What next').getByRole('listitem')).toHaveText([
    'Paper 1, November 2023Your lowest score here, 45%. Worth another try.',
    'Paper 1, May 2024The most recent one you have not done.',
  ]);

  await part(page, 'What next').getByRole('button', { name: 'Paper 1, May 2024' }).click();
  await expect(box(page, 'Paper 1, May 2024')).toBeFocused();
  await expect(box(page, 'Paper 1, May 2024')).toBeInViewport();
  await tickWithScore(page, 'Paper 1, May 2024', '90');
  await expect(part(page, 'Your year').getByRole('heading')).toContainText('3 papers in 12 months');
  await expect(part(page, 'Scores in Theatre SL')).toContainText('Average 68%');
  await expect(part(page, 'What next').getByRole('button').last()).toHaveText('Paper 1, May 2023');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('what next leads into a row with variants', ON_PHONE, async ({ page }) => {
  await openWith(page, ['music_sl']);
  await openOverview(page);
  await part(page, 'What next').getByRole('button', { name: 'Paper 1, November 2024, TZ1' }).click();
  await expect(box(page, 'Paper 1, November 2024, TZ1')).toBeFocused();
});

test('it is hidden by one press, and stays so on this device', ON_DESKTOP, async ({ page }) => {
  await openWith(page, ['theatre_sl'], { 'theatre_sl-2024-May-paper1': DONE });
  await openOverview(page);
  await page.getByRole('button', { name: 'Hide overview' }).click();
  await expect(part(page, 'Your year')).toBeHidden();
  await expect(chip(page, 'Theatre SL')).toHaveAccessibleName('Theatre SL');
  await open(page, '/');
  await expect(page.getByRole('button', { name: 'Show overview' })).toBeVisible();
  await expect(part(page, 'What next')).toBeHidden();
  await page.getByRole('button', { name: 'Show overview' }).click();
  await openOverview(page);
  await expect(part(page, 'What next')).toBeVisible();
});

test('guests have it too', ON_PHONE, async ({ page }) => {
  await open(page, '/');
  await choose(page, ['The Arts', 'Theatre SL']);
  await unfold(page, 'May 2024');
  await box(page, 'Paper 1, May 2024').click();
  await scoreDialog(page).getByRole('button', { name: 'Skip' }).click();
  await openOverview(page);
  await expect(part(page, 'Your year').getByRole('heading')).toHaveText(
    '1 paper in 12 months · 1-week streak',
  );
  await open(page, '/');
  await expect(chip(page, 'Theatre SL')).toHaveAccessibleName(/1 of 15 done, last today$/);
});
