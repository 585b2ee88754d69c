import type { Page } from '@playwright/test';
import { box, completion, isPhone, openWith, pill, scoreDialog, stored, unfold } from './papers.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ON_DESKTOP,
  ON_PHONE,
  reload,
  test,
} from './test.ts';

/** Ticking several papers at once, and choosing which papers count and are shown. */

const select = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
const bar = (page: Page) => page.getByRole('complementary', { name: 'Tick several' });
const filters = (page: Page, onDesktop: 'Year Range' | 'Timezones') =>
  page.getByRole('button', { name: isPhone(page) ? /^Filters/ : new RegExp(`^${onDesktop}`) });
const tickSeveral = async (page: Page) => {
  if (isPhone(page)) {
    await filters(page, 'Timezones').click();
    await page.getByRole('dialog', { name: 'Filters' }).getByRole('button', { name: 'Tick several' }).click();
  } else {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Tick several' }).click();
  }
  await expect(bar(page)).toBeVisible();
};

const DONE = { is_completed: true };

test('several papers are marked as done on one day, and one Undo takes them back', async ({ page }) => {
  await openWith(page, ['theatre_sl', 'music_sl'], { 'theatre_sl-2024-May-paper1': { ...DONE, score: 61 } });
  await tickSeveral(page);
  await expect(bar(page)).toContainText('0 selected');
  await expect(bar(page).getByRole('button', { name: 'Mark as done' })).toBeDisabled();
  for (const sitting of ['November 2024', 'May 2023']) {
    await unfold(page, sitting);
    await select(page, `Paper 1, ${sitting}`).click();
  }
  // What is done keeps its tick and its score.
  await unfold(page, 'May 2024');
  await expect(box(page, 'Paper 1, May 2024')).toHaveAttribute('aria-disabled', 'true');
  await box(page, 'Paper 1, May 2024').click({ force: true });
  await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
  await expect(bar(page)).toContainText('2 selected');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await bar(page)
    .getByRole('button', { name: /^Done on/ })
    .click();
  await bar(page).getByLabel('Done on').fill('2099-01-01');
  await bar(page).getByRole('button', { name: 'Mark as done' }).click();
  await expect(bar(page)).toContainText('The date is in the future.');
  await bar(page).getByLabel('Done on').fill('2024-11-14');
  await bar(page).getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText('2 papers marked as done on 14 Nov 2024')).toBeVisible();
  await expect(bar(page)).toBeHidden();
  await expect(page.getByText('3/15')).toBeVisible();
  await expect
    .poll(() => completion(page))
    .toMatchObject({
      'theatre_sl-2024-November-paper1': { score: null, completed_at: expect.stringContaining('2024-11-14') },
      'theatre_sl-2023-May-paper1': { score: null, completed_at: expect.stringContaining('2024-11-14') },
      'theatre_sl-2024-May-paper1': { score: 61 },
    });

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('1/15')).toBeVisible();
  await expect
    .poll(() => completion(page))
    .toMatchObject({
      'theatre_sl-2024-November-paper1': { is_completed: false },
      'theatre_sl-2023-May-paper1': { is_completed: false },
      'theatre_sl-2024-May-paper1': { is_completed: true, score: 61 },
    });
});

test('a range, all of a sitting, and what a filter hides', ON_DESKTOP, async ({ page }) => {
  await openWith(page, ['music_sl'], { 'music_sl-2024-November-paper1-TZ1': DONE });
  await box(page, 'Paper 1, May 2024, TZ1').click({ modifiers: ['Shift'] });
  await expect(bar(page)).toContainText('1 selected');
  await select(page, 'Paper 1, May 2023, TZ1').click({ modifiers: ['Shift'] });
  // Two of May 2024, one of November 2024 beside the one that is done, one of May 2023.
  await expect(bar(page)).toContainText('4 selected');
  await page.getByRole('button', { name: 'All of November 2022' }).click();
  await expect(bar(page)).toContainText('6 selected');
  await page.getByRole('button', { name: 'All of November 2022' }).click();
  await expect(bar(page)).toContainText('4 selected');

  await filters(page, 'Year Range').click();
  await page.getByLabel('End Year').selectOption('2023');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(bar(page)).toContainText('4 selected, 3 not shown');
  // By keyboard: Space selects, Escape leaves and nothing has been ticked.
  await select(page, 'Paper 1, May 2023, TZ2').focus();
  await page.keyboard.press('Space');
  await expect(bar(page)).toContainText('5 selected, 3 not shown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(select(page, 'Paper 1, November 2023, TZ2')).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toBeHidden();
  await expect(page.getByText('0/26')).toBeVisible();
});

test('a long press begins, and a press beside the box ticks nothing', ON_PHONE, async ({ page }) => {
  await openWith(page, ['theatre_sl']);
  const tick = box(page, 'Paper 1, May 2024');
  const { x, y, height } = (await tick.boundingBox()) ?? { x: 0, y: 0, height: 0 };
  const touch = await page.context().newCDPSession(page);
  const at = { x: x + height / 2, y: y + height / 2 };
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
  await expect(bar(page)).toContainText('1 selected');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await expect(select(page, 'Paper 1, May 2024')).toBeChecked();
  await bar(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(tick).not.toBeChecked();
});

test('what the server refuses is said, and stays selected', ON_DESKTOP, async ({ page }) => {
  await openWith(page, ['theatre_sl']);
  await page.route('**/api/completion', (route) => {
    const { year } = (route.request().postDataJSON() ?? {}) as { year?: number };
    return year === 2023 ? route.fulfill({ status: 422, json: { detail: 'no' } }) : route.fallback();
  });
  await tickSeveral(page);
  for (const sitting of ['May 2024', 'November 2024', 'May 2023'])
    await select(page, `Paper 1, ${sitting}`).click();
  await bar(page).getByRole('button', { name: 'Mark as done' }).click();
  await expect(page.getByText('2 marked, 1 failed')).toBeVisible();
  await expect(bar(page)).toContainText('1 selected');
  await expect(select(page, 'Paper 1, May 2023')).toBeChecked();
  await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
});

test('I sit TZ2, said once: it holds for all subjects and counts', async ({ page }) => {
  await openWith(page, ['music_sl', 'math_aa_hl'], {
    'music_sl-2024-May-paper1-TZ1': { ...DONE, score: 50 },
  });
  await expect(page.getByText('TZ1 and TZ2 are two variants of a paper.')).toBeVisible();
  await expect(pill(page).locator('..')).toHaveText('1/303%');
  const choices = page.getByRole('toolbar', { name: 'I sit' });
  await choices.getByRole('button', { name: 'Both' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(choices.getByRole('button', { name: 'TZ2' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('TZ1 and TZ2 are two variants of a paper.')).toBeHidden();

  // A paper is done once; the other variant, done already, stays and counts.
  await unfold(page, 'May 2024');
  await expect(pill(page).locator('..')).toHaveText('1/166%');
  await expect(box(page, 'Paper 1, May 2024, TZ1')).toBeChecked();
  await expect(box(page, 'Paper 1, May 2024, TZ2')).not.toBeChecked();
  await expect(box(page, 'Paper 1, November 2024, TZ1')).toHaveCount(0);
  await expect(page.getByText('Incomplete')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByLabel('Select Subject to View').selectOption('math_aa_hl');
  await expect(pill(page).locator('..')).toHaveText('0/450%');
  await expect(filters(page, 'Timezones')).toHaveAccessibleName(
    isPhone(page) ? 'Filters · 1' : 'Timezones · TZ2',
  );
  await reload(page);
  await expect(pill(page).locator('..')).toHaveText('0/450%');
  await filters(page, 'Timezones').click();
  await choices.getByRole('button', { name: 'Both' }).click();
  await expect(pill(page).locator('..')).toHaveText('0/900%');
});

test('only what is left, until the tag is pressed', async ({ page }) => {
  await openWith(page, ['theatre_sl'], { 'theatre_sl-2024-May-paper1': DONE });
  const sitting = (name: string) => page.locator('[role=rowheader], summary').filter({ hasText: name });
  await expect(sitting('2024 May')).toBeVisible();
  await filters(page, 'Year Range').click();
  await page.getByRole('switch', { name: 'Only what is left' }).click();
  await page.keyboard.press('Escape');
  await expect(sitting('2024 May')).toHaveCount(0);
  // What is ticked now stays in sight until one leaves.
  await unfold(page, 'November 2024');
  await box(page, 'Paper 1, November 2024').click();
  await scoreDialog(page).getByRole('button', { name: 'Skip' }).click();
  await expect(box(page, 'Paper 1, November 2024')).toBeChecked();
  await reload(page);
  await expect(sitting('2023 May')).toBeVisible();
  await expect(sitting('2024 November')).toHaveCount(0);
  await page.getByRole('button', { name: 'Only what is left: show all' }).click();
  await expect(sitting('2024 May')).toBeVisible();
  await expect(sitting('2024 November')).toBeVisible();
});

test('subjects have an order of one’s own, and a removed one comes back to its place', async ({ page }) => {
  await openWith(page, ['theatre_sl', 'music_sl', 'history_sl'], { 'music_sl-2024-May-paper1-TZ1': DONE });
  const subjects = async () => {
    const answer = await page.request.get('/api/subjects', {
      headers: { authorization: `Bearer ${await page.evaluate(() => localStorage.getItem('token'))}` },
    });
    return (await answer.json()) as unknown;
  };
  const before = await subjects();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('button', { name: 'Move History SL earlier' }).click();
  await expect(page.getByRole('button', { name: 'Move History SL earlier' })).toBeFocused();
  await page.getByRole('button', { name: 'Move History SL earlier' }).press('Enter');
  const chips = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: /^Move .* later$/ }) });
  await expect(chips).toHaveText(['History SL', 'Theatre SL', 'Music SL']);
  await page.getByRole('button', { name: 'Remove Music SL' }).press('Enter');
  await expect(page.getByText('Music SL removed. Its 1 paper is kept.')).toBeVisible();
  await expect(chips).toHaveText(['History SL', 'Theatre SL']);
  // The button beside what is gone, also after Undo.
  await expect(page.getByRole('button', { name: 'Remove Theatre SL' })).toBeFocused();
  await page.getByRole('button', { name: 'Undo' }).press('Enter');
  await expect(chips).toHaveText(['History SL', 'Theatre SL', 'Music SL']);
  await expect(page.getByRole('button', { name: 'Remove Theatre SL' })).toBeFocused();
  await expectAccessible(page);
  await expect.poll(subjects).not.toEqual(before);
  await reload(page);
  const options = page.getByLabel('Select Subject to View').getByRole('option');
  await expect(options).toHaveText(['History SL', 'Theatre SL', 'Music SL']);
});

test('rows and cards stay as they were left', async ({ page }) => {
  await openWith(page, ['music_sl']);
  await unfold(page, 'May 2023');
  // A card says that it was opened a moment after it was.
  await expect.poll(() => stored(page, 'openSittings')).not.toBeNull();
  await reload(page);
  if (isPhone(page)) {
    await expect(page.locator('details[open]')).toHaveCount(2);
    await expect(page.locator('details[open]').last()).toContainText('2023 May');
    return;
  }
  const open = page.getByRole('grid').getByRole('button', { expanded: true });
  await expect(open).toHaveCount(1);
  await expect(open).toHaveText(/^2023 May/);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Open all rows' }).click();
  await expect(open).toHaveCount(15);
  await reload(page);
  await expect(open).toHaveCount(15);
  expect(await stored(page, 'openSittings')).toEqual({ music_sl: 'all' });
});
