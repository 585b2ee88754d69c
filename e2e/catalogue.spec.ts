import type { Page } from '@playwright/test';
import { ADMIN } from './admin.ts';
import { pdf } from './evidence.ts';
import { box, completion, isPhone, openWith, scoreDialog, stored, unfold } from './papers.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newName,
  ON_DESKTOP,
  ON_PHONE,
  open,
  PASSWORD,
  reload,
  test,
} from './test.ts';

/** Which papers were really set: what counts, what is quiet, and how the catalogue is mended. */

const done = (score: number | null = null) => ({ is_completed: true, score });
const toast = (page: Page) => page.locator('.toast');
const progress = (page: Page, count: number, total: number) =>
  expect(page.getByText(`${count}/${total}`, { exact: true }).first()).toBeVisible();

/** The timezone banner comes first; it was answered on an earlier visit. */
const openLater = async (page: Page, subjects: string[], records: Record<string, unknown>) => {
  await page.addInitScript(() => localStorage.setItem('timezoneBannerDismissed', 'true'));
  return openWith(page, subjects, records);
};

const PHYSICS = {
  'physics_hl-2024-May-paper1-TZ1': done(68),
  'physics_hl-2022-May-paper3-TZ1': done(55),
  'physics_hl-2021-November-paper1-TZ2': done(72),
};

const openFilters = (page: Page) =>
  page.getByRole('button', { name: isPhone(page) ? /^Filters/ : /^Timezones/ }).click();
const onlySet = (page: Page) => page.getByRole('switch', { name: 'Only papers that were set' });
const switchOnlySet = async (page: Page) => {
  await openFilters(page);
  await onlySet(page).click();
  await page.keyboard.press('Escape');
};

test('a hint says how many papers were never set, and leaves them out on all devices', async ({
  page,
  browser,
}) => {
  const { token } = await openLater(page, ['physics_hl', 'theatre_sl'], PHYSICS);
  const hint = page.getByText('27 of these 90 were never set.');
  await expect(hint).toBeVisible();
  await progress(page, 3, 90);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.getByRole('button', { name: 'Leave them out' }).click();
  await expect(toast(page)).toContainText('63 papers now. Change this under Timezones.');
  await expect(hint).toBeHidden();
  // What was ticked under a version that a paper did not have is the paper's; what was never set counts nowhere.
  await progress(page, 2, 63);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await progress(page, 3, 90);
  const saved = page.waitForResponse('**/api/users/me/preferences');
  await switchOnlySet(page);
  await progress(page, 2, 63);
  await saved;

  const elsewhere = await (await browser.newContext({ viewport: page.viewportSize() })).newPage();
  await elsewhere.addInitScript((value) => localStorage.setItem('token', value), token);
  await open(elsewhere, '/');
  await progress(elsewhere, 2, 63);
  await elsewhere.context().close();
});

test('who says not now is not asked again', ON_PHONE, async ({ page }) => {
  await openLater(page, ['physics_hl'], PHYSICS);
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect(page.getByText('were never set')).toBeHidden();
  await reload(page);
  await progress(page, 3, 90);
  await expect(page.getByText('were never set')).toBeHidden();
  await openFilters(page);
  await expect(onlySet(page)).not.toBeChecked();
});

test('a newcomer gets no such hint', ON_DESKTOP, async ({ page }) => {
  await openLater(page, ['physics_hl'], {});
  await progress(page, 0, 90);
  await expect(page.getByText('were never set')).toBeHidden();
});

test('a subject whose papers were all set has no such hint', ON_PHONE, async ({ page }) => {
  await openLater(page, ['philosophy_sl', 'visual_arts_sl'], { 'philosophy_sl-2024-May-paper1': done(50) });
  await progress(page, 1, 30);
  await expect(page.getByText('were never set')).toBeHidden();
  await page.getByLabel('Select Subject to View').selectOption('visual_arts_sl');
  await expect(page.getByText('15 of these 15 were never set.')).toBeVisible();
});

test('a student who never had a timezone to choose still gets the hint', ON_DESKTOP, async ({ page }) => {
  await openWith(page, ['visual_arts_sl'], { 'visual_arts_sl-2024-May-paper1': done(50) });
  await expect(page.getByText('15 of these 15 were never set.')).toBeVisible();
});

test('a paper that was not set is quiet, says why, and can be claimed', async ({ page }) => {
  await openLater(page, ['physics_hl'], PHYSICS);
  await switchOnlySet(page);
  const quiet = page.getByRole('button', { name: /Not set: Paper 3 was dropped in 2021 and 2022$/ });
  const cell = isPhone(page)
    ? page.locator('details', { hasText: '2021 May' }).locator('.not-set')
    : page.getByRole('row', { name: /^2021 May/ }).locator('.not-set');
  if (isPhone(page)) await unfold(page, 'May 2021');
  else {
    // The arrows lead to it, and there it says its reason.
    await expect(cell.getByText('Paper 3 was dropped')).toBeHidden();
    await box(page, 'Paper 2, May 2021, TZ2').focus();
    await page.keyboard.press('ArrowRight');
    await expect(cell).toBeFocused();
    await expect(cell.getByText('Paper 3 was dropped')).toBeVisible();
    await expect(quiet.first()).toBeVisible();
  }
  await cell.click();
  const reason = page.getByRole('dialog', { name: 'Paper 3, May 2021: not set' });
  await expect(reason).toContainText('Not set: Paper 3 was dropped in 2021 and 2022.');
  await expectAccessible(page);
  await reason.getByRole('button', { name: 'I have done this one' }).click();
  await expect(toast(page)).toContainText('You can tick it now. Thank you, we will check.');
  await progress(page, 2, 63);

  // Tickable from now on, also tomorrow; and it counts neither as done nor in the total.
  await reload(page);
  await unfold(page, 'May 2021');
  await box(page, 'Paper 3, May 2021').click();
  await scoreDialog(page).getByRole('button', { name: 'Skip' }).click();
  await expect(box(page, 'Paper 3, May 2021')).toBeChecked();
  await progress(page, 2, 63);
  await expect.poll(() => completion(page)).toHaveProperty('physics_hl-2021-May-paper3');

  const list = await page.request.get('/api/admin/feedback?q=Physics+HL%2C+Paper+3%2C+May+2021', {
    headers: ADMIN,
  });
  expect(await list.text()).toContain('Catalogue: Physics HL, Paper 3, May 2021 was set');
});

test(
  'a claim whose report does not arrive is kept, and sent again on demand or at the next visit',
  ON_DESKTOP,
  async ({ page }) => {
    await openLater(page, ['physics_hl'], PHYSICS);
    await switchOnlySet(page);
    await page.route('**/api/feedback', (route) => route.fulfill({ status: 503, body: '' }));
    const claim = async (sitting: RegExp) => {
      await page.getByRole('row', { name: sitting }).locator('.not-set').click();
      await page.getByRole('button', { name: 'I have done this one' }).click();
      await expect(toast(page)).toContainText('You can tick it now, but the report could not be sent.');
    };
    await claim(/^2022 November/);
    await expect(box(page, 'Paper 3, November 2022')).toBeFocused();
    await page.unroute('**/api/feedback');
    await toast(page).getByRole('button', { name: 'Try again' }).click();
    await expect(toast(page)).toContainText('Thank you, we will check.');

    await page.route('**/api/feedback', (route) => route.fulfill({ status: 503, body: '' }));
    await claim(/^2021 November/);
    await page.unroute('**/api/feedback');
    const arrived = page.waitForRequest('**/api/feedback');
    await reload(page);
    expect((await arrived).postData()).toContain('Paper 3, November 2021 was set');
    await expect.poll(() => stored(page, 'unreportedPapers')).toBeNull();
  },
);

test('a tick of a paper that was never set stays in sight with its reason', async ({ page }) => {
  await openLater(page, ['physics_hl'], PHYSICS);
  await switchOnlySet(page);
  await unfold(page, 'May 2022');
  await unfold(page, 'November 2021');
  await expect(box(page, 'Paper 3, May 2022, TZ1')).toBeChecked();
  await expect(box(page, 'Paper 1, November 2021, TZ2')).toBeChecked();
  // It stands in the place of the one version there was, and the focus stays there.
  await expect(box(page, 'Paper 1, November 2021')).toHaveCount(0);
  await box(page, 'Paper 1, November 2021, TZ2').press('Space');
  await expect(box(page, 'Paper 1, November 2021')).toBeFocused();
  await progress(page, 1, 63);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await progress(page, 2, 63);
  await switchOnlySet(page);
  await progress(page, 3, 90);
  expect(Object.keys(await completion(page)).toSorted()).toEqual(Object.keys(PHYSICS).toSorted());
});

test('with all papers again, what was ticked meanwhile stays in sight; so do files', async ({ page }) => {
  const { token } = await openLater(page, ['physics_hl'], PHYSICS);
  const paper = { subject_id: 'physics_hl', year: '2022', session: 'November', paper: 'paper1' };
  await page.request.post('/api/completion/upload', {
    headers: { authorization: `Bearer ${token}` },
    multipart: { ...paper, timezone: 'TZ2', file: pdf('work.pdf') },
  });
  await reload(page);
  await switchOnlySet(page);
  await unfold(page, 'November 2022');
  // Unticked, but it holds a file.
  await expect(page.getByRole('button', { name: 'View files: Paper 1, November 2022, TZ2' })).toBeVisible();
  await box(page, 'Paper 2, November 2022').click();
  await scoreDialog(page).getByRole('button', { name: 'Skip' }).click();
  await progress(page, 3, 63);
  await switchOnlySet(page);
  await unfold(page, 'November 2022');
  await expect(box(page, 'Paper 2, November 2022')).toBeChecked();
  // The count is the specification's.
  await progress(page, 3, 90);
  await expectNoSidewaysScroll(page);
  await switchOnlySet(page);
  await progress(page, 3, 63);
});

test('sittings without papers are one line, which opens and stays as it was left', async ({ page }) => {
  await openLater(page, ['math_aa_hl'], { 'math_aa_hl-2023-May-paper1-TZ1': done(81) });
  await switchOnlySet(page);
  await progress(page, 1, 38);
  const line = page.getByText('2017–2020: before first exams, May 2021');
  await expect(line).toBeVisible();
  await expectAccessible(page);
  const shown = isPhone(page)
    ? page.locator('summary', { hasText: '2018 May' })
    : page.getByRole('rowheader', { name: /^2018 May/ });
  await expect(shown).toHaveCount(0);
  await page.getByRole('button', { name: /^Show 2017–2020/ }).click();
  await expect(shown).toBeVisible();
  await reload(page);
  await expect(shown).toBeVisible();
  await page.getByRole('button', { name: /^Hide 2017–2020/ }).click();
  await expect(shown).toHaveCount(0);

  // One who sits TZ2 can reach 100%: 24 papers.
  await openFilters(page);
  await page.getByRole('button', { name: 'TZ2', exact: true }).click();
  await page.keyboard.press('Escape');
  await progress(page, 1, 25);
});

test('a subject without any exam says so', ON_PHONE, async ({ page }) => {
  await openLater(page, ['visual_arts_sl'], { 'visual_arts_sl-2013-May-paper1': done() });
  await switchOnlySet(page);
  await expect(page.getByText('2017–2024: coursework only, without a written exam')).toBeVisible();
  await progress(page, 0, 0);
});

test(
  'the user’s own choice of variants wins over the catalogue, and can be taken back',
  ON_DESKTOP,
  async ({ page }) => {
    await openLater(page, ['physics_hl'], PHYSICS);
    await switchOnlySet(page);
    await openFilters(page);
    await page.getByRole('switch', { name: 'Paper 2' }).click();
    await progress(page, 2, 55);
    await page.getByRole('switch', { name: 'Paper 2' }).click();
    await progress(page, 2, 70);
    await page.getByRole('button', { name: 'Undo your change: Paper 2' }).click();
    await progress(page, 2, 63);
  },
);

test('a score is entered as marks, kept as both, and shown as per cent', async ({ page }) => {
  await openWith(page, ['english_a_lit_sl']);
  await unfold(page, 'May 2023');
  await box(page, 'Paper 2, May 2023, TZ1').click();
  const dialog = scoreDialog(page);
  await expect(dialog.getByText('105 min')).toBeVisible();
  await dialog.getByRole('button', { name: 'of 30' }).click();
  const field = dialog.getByLabel('Score');
  await field.fill('31');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(field).toHaveAccessibleDescription('Enter a whole number from 0 to 30.');
  await expect(field).toHaveValue('31');
  await field.fill('17');
  await expect(dialog.getByText('17 of 30 is 57%.')).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForResponse('**/api/completion');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await saved;
  await expect(
    page.getByRole('button', { name: /^57%, change the score: Paper 2, May 2023, TZ1/ }),
  ).toBeVisible();
  expect(await completion(page)).toMatchObject({
    'english_a_lit_sl-2023-May-paper2-TZ1': { score: 57, marks: '17/30' },
  });

  // As it was entered, on the next day too; the next paper is asked for in the same way.
  await reload(page);
  await unfold(page, 'May 2023');
  await page.getByRole('button', { name: /^57%, change the score/ }).click();
  await expect(field).toHaveValue('17');
  await dialog.getByRole('button', { name: '%', exact: true }).click();
  await expect(field).toHaveValue('57');
  await dialog.getByRole('button', { name: 'of 30' }).click();
  await expect(field).toHaveValue('17');
  await dialog.getByRole('button', { name: 'Skip' }).click();
  await box(page, 'Paper 1, May 2023, TZ1').click();
  await expect(dialog.getByText('Your marks, 0 to 20.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Skip' }).click();
});

test('where marks and time are not known, neither is shown', ON_DESKTOP, async ({ page }) => {
  await openWith(page, ['english_b_hl']);
  await page.getByRole('rowheader', { name: /^2020 November/ }).scrollIntoViewIfNeeded();
  await unfold(page, 'November 2020');
  await box(page, 'Paper 2, November 2020, TZ1').click();
  const dialog = scoreDialog(page);
  await expect(dialog.getByText('Your percentage, 0 to 100.')).toBeVisible();
  await expect(dialog.getByText(/ min$/)).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: '%', exact: true })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Skip' }).click();
});

test('a guest keeps the choice and the marks, and takes them along', ON_PHONE, async ({ page }) => {
  await page.addInitScript(() => {
    if (localStorage.getItem('localSubjects')) return;
    localStorage.setItem('localSubjects', '["physics_hl"]');
    localStorage.setItem('timezoneBannerDismissed', 'true');
  });
  await open(page, '/');
  await switchOnlySet(page);
  await progress(page, 0, 63);
  await box(page, 'Paper 1, May 2024, TZ1').click();
  const most = await scoreDialog(page)
    .getByRole('button', { name: /^of \d+$/ })
    .innerText();
  await scoreDialog(page)
    .getByRole('button', { name: /^of \d+$/ })
    .click();
  await scoreDialog(page).getByLabel('Score').fill('10');
  await scoreDialog(page).getByRole('button', { name: 'Confirm' }).click();
  await reload(page);
  await progress(page, 1, 63);
  expect(await stored(page, 'localCompletionStatus')).toMatchObject({
    'physics_hl-2024-May-paper1-TZ1': { marks: `10/${most.replace('of ', '')}` },
  });

  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  const username = newName();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await progress(page, 1, 63);
  await expect
    .poll(() => completion(page))
    .toMatchObject({
      'physics_hl-2024-May-paper1-TZ1': { marks: `10/${most.replace('of ', '')}` },
    });
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const preferences = () =>
    page.request.get('/api/users/me/preferences', { headers: { authorization: `Bearer ${token}` } });
  await expect.poll(async () => (await preferences()).json()).toMatchObject({ papers: 'set' });
  // The next person on this device starts fresh.
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText(/Guest session: \d/)).toBeVisible();
  expect(await stored(page, 'papers')).toBeNull();
});

test('later years are there where the installation has opened them', async ({ page }) => {
  await page.route('/', async (route) => {
    const answer = await route.fetch();
    // As the server of such an installation writes it.
    const body = (await answer.text())
      .replace('<html lang="en"', '<html lang="en" data-last-year="2026"')
      .replace('from 2014 to 2024', 'from 2014 to 2026');
    await route.fulfill({ response: answer, body });
  });
  await openWith(page, ['theatre_sl']);
  await unfold(page, 'May 2026');
  await expect(box(page, 'Paper 1, May 2026')).toBeVisible();
  await progress(page, 0, 19);
  await page.getByRole('button', { name: isPhone(page) ? /^Filters/ : /^Year Range/ }).click();
  await expect(page.getByLabel('End Year')).toHaveValue('2026');
  await page.keyboard.press('Escape');
});
