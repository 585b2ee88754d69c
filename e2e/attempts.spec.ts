import type { Page } from '@playwright/test';
import { box, completion, isPhone, openWith, scoreDialog, tickWithScore, unfold } from './papers.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  holdBack,
  ON_DESKTOP,
  ON_PHONE,
  reload,
  test,
} from './test.ts';

/** Papers that are done more than once. */

const PAPER = 'Paper 1, May 2024';
const KEY = 'theatre_sl-2024-May-paper1';
/** Of three times in a year that is over, so that every day is shown with its year. */
const doneThrice = async (page: Page) => {
  const { token } = await openWith(page, ['theatre_sl']);
  const headers = { authorization: `Bearer ${token}` };
  const paper = { subject_id: 'theatre_sl', year: 2024, session: 'May', paper: 'paper1' };
  for (const [done_on, score, note] of [
    ['2025-01-05', 50, null],
    ['2025-02-05', 84, 'Calm.'],
    ['2025-03-05', 72, 'Slow in part B.'],
  ])
    await page.request.post('/api/completion/attempts', {
      headers,
      data: { ...paper, done_on, score, note },
    });
  await reload(page);
  await unfold(page, 'May 2024');
  await expect(mark(page)).toHaveText('72%×3');
};

const mark = (page: Page) => page.getByRole('button', { name: new RegExp(`score: ${PAPER}$`) });
const score = (page: Page) => scoreDialog(page).getByRole('spinbutton', { name: 'Score' });
const attempts = (page: Page) => scoreDialog(page).getByRole('region', { name: 'Attempts' });
const lines = (page: Page) => attempts(page).getByRole('listitem');
const act = async (page: Page, day: string, what: 'Edit' | 'Remove') => {
  await attempts(page)
    .getByRole('button', { name: `More: attempt of ${day}` })
    .click();
  await page.getByRole('menuitem', { name: what }).click();
};
const openDialog = async (page: Page) => {
  await mark(page).click();
  await expect(scoreDialog(page)).toBeVisible();
};
const confirm = async (page: Page) => {
  await scoreDialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.locator('dialog:modal')).toHaveCount(0);
};

test('a student who does no paper twice sees nothing of attempts', async ({ page }) => {
  await openWith(page, ['theatre_sl']);
  await unfold(page, 'May 2024');
  await box(page, PAPER).click();
  await expect(scoreDialog(page)).toBeVisible();
  await expect(scoreDialog(page).getByRole('button', { name: 'Do it again' })).toHaveCount(0);
  await expect(scoreDialog(page)).not.toContainText('ttempt');
  await score(page).fill('55');
  await confirm(page);
  await expect(mark(page)).toHaveText('55%');
  await expect(page.locator('.paper-attempts')).toHaveCount(0);
});

test('a paper is done again, and keeps both scores', async ({ page }) => {
  await openWith(page, ['theatre_sl']);
  await unfold(page, 'May 2024');
  await tickWithScore(page, PAPER, '55');
  await openDialog(page);
  await expect(attempts(page)).toHaveCount(0);
  await scoreDialog(page).getByRole('button', { name: 'Do it again' }).click();
  await expect(scoreDialog(page).getByRole('heading', { name: 'Attempt 2' })).toBeVisible();
  const field = score(page);
  await expect(field).toHaveValue('');
  if (!isPhone(page)) await expect(field).toBeFocused();
  await field.fill('71');
  await scoreDialog(page).getByRole('button', { name: 'Add a note' }).click();
  await expect(scoreDialog(page).getByText('Only you see this.')).toBeVisible();
  await scoreDialog(page).getByLabel('Note').fill('Slow in part B.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await confirm(page);
  await expect(mark(page)).toHaveText('71%×2');
  await expect(mark(page)).toHaveAccessibleName(`71%, 2 attempts, change the score: ${PAPER}`);
  await expect
    .poll(async () => (await completion(page))[KEY])
    .toMatchObject({ score: 71, attempts: 2, best_score: 71, note: 'Slow in part B.' });

  await openDialog(page);
  await expect(lines(page)).toHaveCount(2);
  await expect(lines(page).first()).toHaveText(/71%.*Slow in part B\.$/);
  await expect(lines(page).last()).toContainText('55%');
  await expect(attempts(page).getByRole('img', { name: '2 scores from 55% to 71%' })).toBeVisible();
  await expect(scoreDialog(page).getByLabel('Note')).toHaveValue('Slow in part B.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // The newest is what the dialog changes.
  await score(page).fill('73');
  await scoreDialog(page).getByLabel('Note').fill('');
  await confirm(page);
  await expect(mark(page)).toHaveText('73%×2');
  await expect.poll(async () => (await completion(page))[KEY]).toMatchObject({ score: 73, attempts: 2 });
  expect((await completion(page))[KEY]).not.toHaveProperty('note');
});

test('an attempt is changed and removed, and comes back', async ({ page }) => {
  await doneThrice(page);
  await openDialog(page);
  await expect(lines(page)).toHaveText([
    /^5 Mar 202572%.*Slow in part B\.$/,
    /^5 Feb 202584%.*Calm\.$/,
    /^5 Jan 202550%/,
  ]);
  await act(page, '5 Jan 2025', 'Edit');
  await expect(scoreDialog(page).getByRole('heading', { name: 'Attempt of 5 Jan 2025' })).toBeVisible();
  await expect(score(page)).toHaveValue('50');
  await score(page).fill('58');
  await confirm(page);
  await expect(mark(page)).toHaveText('72%×3');
  await openDialog(page);
  await expect(lines(page).last()).toContainText('58%');

  await act(page, '5 Mar 2025', 'Remove');
  await expect(page.getByText('Attempt of 5 Mar 2025 removed')).toBeVisible();
  // Held, or it goes while the server is asked.
  await page.locator('.toast').hover();
  await expect(lines(page)).toHaveCount(2);
  await expect(score(page)).toHaveValue('84');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(lines(page)).toHaveText([
    /^5 Mar 202572%.*Slow in part B\.$/,
    /^5 Feb 202584%.*Calm\.$/,
    /^5 Jan 202558%/,
  ]);
  await page.keyboard.press('Escape');
  await expect(mark(page)).toHaveText('72%×3');
});

test('what is still on its way stands in the list once it has arrived', async ({ page }) => {
  await doneThrice(page);
  await openDialog(page);
  await act(page, '5 Jan 2025', 'Edit');
  const letEarlierGo = await holdBack(page, '**/api/completion/attempts/*');
  await score(page).fill('58');
  await confirm(page);
  await openDialog(page);
  await expect(lines(page).last()).toContainText('50%');
  letEarlierGo();
  await expect(lines(page).last()).toContainText('58%');

  const letNewestGo = await holdBack(page, '**/api/completion');
  await score(page).fill('75');
  await confirm(page);
  await openDialog(page);
  await expect(lines(page).first()).toContainText('72%');
  letNewestGo();
  await expect(lines(page).first()).toContainText('75%');
});

test('more than three are shown when asked for', ON_DESKTOP, async ({ page }) => {
  await doneThrice(page);
  await openDialog(page);
  await scoreDialog(page).getByRole('button', { name: 'Do it again' }).click();
  await score(page).fill('90');
  await confirm(page);
  await expect(mark(page)).toHaveText('90%×4');
  await openDialog(page);
  await expect(lines(page)).toHaveCount(3);
  await attempts(page).getByRole('button', { name: 'Show all 4' }).click();
  await expect(lines(page)).toHaveCount(4);
});

test('unticking removes all attempts, and Undo brings all back', async ({ page }) => {
  await doneThrice(page);
  await box(page, PAPER).click();
  await expect(page.getByText(`${PAPER}: 3 attempts removed`)).toBeVisible();
  // Held, or it goes while the server is asked.
  await page.locator('.toast').hover();
  await expect(box(page, PAPER)).not.toBeChecked();
  await expect.poll(async () => (await completion(page))[KEY]).toMatchObject({ is_completed: false });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(mark(page)).toHaveText('72%×3');
  await expect
    .poll(async () => (await completion(page))[KEY])
    .toMatchObject({ score: 72, attempts: 3, best_score: 84, earlier: ['2025-01-05', '2025-02-05'] });
  await openDialog(page);
  await expect(lines(page)).toHaveText([/^5 Mar 202572%/, /^5 Feb 202584%/, /^5 Jan 202550%/]);
});

test(
  'without a connection a paper is done again all the same',
  ON_PHONE,
  async ({ page, context, complaints }) => {
    await doneThrice(page);
    await openDialog(page);
    await expect(lines(page)).toHaveCount(3);
    await context.setOffline(true);
    await scoreDialog(page).getByRole('button', { name: 'Do it again' }).click();
    await score(page).fill('90');
    await confirm(page);
    await expect(mark(page)).toHaveText('90%×4');
    await expect(page.getByText('1 change is kept on this device')).toBeVisible();
    await openDialog(page);
    await expect(attempts(page).getByText('They could not be loaded.')).toBeVisible();
    await page.keyboard.press('Escape');
    await context.setOffline(false);
    await expect.poll(async () => (await completion(page))[KEY]).toMatchObject({ score: 90, attempts: 4 });
    // The browser itself notes each request that found no line.
    const own = complaints.splice(0).filter((text) => !text.includes('net::ERR_INTERNET_DISCONNECTED'));
    complaints.push(...own);
  },
);

test('what cannot be removed is said, and stays', ON_DESKTOP, async ({ page }) => {
  await doneThrice(page);
  await page.route('**/api/completion/attempts/*', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: { detail: 'No.' } })
      : route.fallback(),
  );
  await openDialog(page);
  await act(page, '5 Feb 2025', 'Remove');
  await expect(page.getByText('The attempt could not be removed.')).toBeVisible();
  await expect(lines(page)).toHaveCount(3);
});
