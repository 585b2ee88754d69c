import type { Page } from '@playwright/test';
import { box, completion, openWith, unfold } from './papers.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  loseAnswer,
  ON_DESKTOP,
  open,
  openAsNewStudent,
  settled,
  test,
  textOfCsv,
} from './test.ts';

/** A student's own spreadsheet: papers out, and in again. */

const PHYSICS = 'physics_hl-2023-November-paper1';
const RECORDS = {
  [PHYSICS]: { is_completed: true, score: 68, done_on: '2026-03-05' },
  'physics_hl-2022-November-paper2-TZ1': { is_completed: true, score: null, done_on: '2026-03-06' },
};
const HEAD = ['Subject', 'Year', 'Session', 'Paper', 'Zone', 'Date', 'Score', 'Note'];
const ADDRESS = '**/api/completion/spreadsheet';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Import papers' });
const button = (page: Page, name: string | RegExp) => dialog(page).getByRole('button', { name });
const counts = (page: Page) => dialog(page).getByRole('status').first();
const part = (page: Page, name: string) => dialog(page).getByRole('region', { name });
const rowsBox = (page: Page) => dialog(page).getByLabel('Rows');
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text });

const openImport = async (page: Page) => {
  await open(page, '/settings#data');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await expect(rowsBox(page)).toBeFocused();
};
const preview = async (page: Page, ...rows: string[]) => {
  await rowsBox(page).fill(rows.join('\n'));
  await button(page, 'Preview').click();
};

test('papers go out as they are, and come back unchanged', async ({ page }) => {
  const { token } = await openWith(page, ['physics_hl'], RECORDS);
  // A second attempt, with a note that a spreadsheet would run.
  const paper = { subject_id: 'physics_hl', year: 2023, session: 'November', paper: 'paper1' };
  await page.request.post('/api/completion/attempts', {
    headers: { authorization: `Bearer ${token}` },
    data: { ...paper, done_on: '2026-04-05', score: 80, marks: '72/90', note: '=part "B"\nwas slow' },
  });
  await open(page, '/settings#data');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^tickmark-papers-\d{4}-\d\d-\d\d\.csv$/);
  expect(await textOfCsv(file)).toBe(
    [
      HEAD,
      ['Physics HL', 2022, 'November', 'Paper 2', 'TZ1', '2026-03-06', '', ''],
      ['Physics HL', 2023, 'November', 'Paper 1', '', '2026-03-05', 68, ''],
      ['Physics HL', 2023, 'November', 'Paper 1', '', '2026-04-05', 80, `"'=part ""B""\nwas slow"`],
    ]
      .map((cells) => `${cells.join('\t')}\r\n`)
      .join(''),
  );

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await dialog(page)
    .getByLabel('File with papers')
    .setInputFiles(await file.path());
  await expect(counts(page)).toHaveText('3 unchanged');
  await expect(counts(page)).toBeFocused();
  await button(page, 'Close').last().click();
  await expect(dialog(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Import', exact: true })).toBeFocused();
});

test('pasted rows are compared, chosen, imported and undone', async ({ page, context }) => {
  await openWith(page, ['physics_hl'], RECORDS);
  const before = await completion(page);
  await openImport(page);
  await button(page, 'Preview').click();
  await expect(dialog(page)).toContainText('Paste rows, or choose a file.');
  await preview(
    page,
    'Date,Subject,Year,Session,Paper,Zone,Score,Note',
    '05.03.2026,Physics HL,2023,November,1,,72,"Slow, in part B"',
    '06.03.2026,Physics HL,2022,November,2,TZ1,54/90,',
    '07.03.2026,Physics HL,2023,November,1,,90,',
    '08.03.2026,physics_hl,2021,Nov,Paper 1,TZ2,47/80,',
    '08.03.2026,Alchemy HL,2021,Nov,Paper 1,,50,',
    '08.03.2099,Physics HL,2021,Nov,Paper 1,,50,',
    '07.03.2026,Physics HL,2023,November,1,,90,',
  );
  await expect(counts(page)).toHaveText('2 new, 2 changed, 3 with errors');
  await expect(counts(page)).toBeFocused();
  await expect(part(page, 'With errors').getByRole('listitem')).toHaveText([
    /^Row 6There is no subject Alchemy HL\./,
    /^Row 7The date is in the future\./,
    /^Row 8The same as row 4\./,
  ]);
  const changed = part(page, 'Changed').getByRole('listitem');
  await expect(changed.first()).toContainText('Physics HL, Paper 1, November 2023, 5 Mar 2026');
  await expect(changed.first().getByRole('definition')).toHaveText(['68%', '72%: Slow, in part B']);
  await expect(changed.first().getByRole('button', { name: 'Keep mine' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(part(page, 'New').getByRole('listitem')).toHaveText([
    'Row 4Physics HL, Paper 1, November 20237 Mar 2026, 90%',
    'Row 5Physics HL, Paper 1, November 2021, TZ28 Mar 2026, 47/80, 59%',
  ]);
  await settled(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // Nothing of one's own is overwritten unless that is chosen.
  await expect(button(page, 'Import 2 rows')).toBeVisible();
  await button(page, 'Use all the file’s').click();
  await expect(button(page, 'Import 4 rows')).toBeVisible();
  await changed.nth(1).getByRole('button', { name: 'Keep mine' }).click();
  await expect(button(page, 'Keep all mine')).toHaveAttribute('aria-pressed', 'false');
  expect(await completion(page)).toEqual(before);

  // Another tab shows it at once.
  const other = await context.newPage();
  await open(other, '/');
  await other.getByLabel('Select Subject to View').waitFor();
  await unfold(other, 'November 2021');
  const tick = box(other, 'Paper 1, November 2021, TZ2');
  await expect(tick).not.toBeChecked();
  await page.bringToFront();
  await button(page, 'Import 3 rows').click();
  await expect(dialog(page)).toBeHidden();
  // Held, or it goes while the other tab is looked at.
  await toast(page, 'Imported: 2 new, 1 changed').hover();
  await expect(tick).toBeChecked();
  expect(await completion(page)).toMatchObject({
    [PHYSICS]: { score: 90, attempts: 2, earlier: ['2026-03-05'], best_score: 90 },
    'physics_hl-2022-November-paper2-TZ1': { score: null },
    'physics_hl-2021-November-paper1-TZ2': { score: 59, marks: '47/80' },
  });

  await toast(page, 'Imported').getByRole('button', { name: 'Undo' }).click();
  await expect(toast(page, 'Import undone')).toBeVisible();
  await expect(tick).not.toBeChecked();
  expect(await completion(page)).toMatchObject(before);
});

test(
  'what changed meanwhile is compared again, and a lost answer counts once',
  ON_DESKTOP,
  async ({ page }) => {
    const { token } = await openWith(page, ['physics_hl'], RECORDS);
    const headers = { authorization: `Bearer ${token}` };
    await openImport(page);
    await preview(page, 'Physics HL\t2023\tNovember\t1\t\t2026-03-05\t72');
    await button(page, 'Use the file’s').click();
    const paper = { subject_id: 'physics_hl', year: 2023, session: 'November', paper: 'paper1' };
    await page.request.post('/api/completion', {
      headers,
      data: { ...paper, is_completed: true, score: 70 },
    });
    await button(page, 'Import 1 row').click();
    await expect(dialog(page).getByRole('alert')).toHaveText(
      /^Your papers have changed since you opened this list\./,
    );
    await expect(part(page, 'Changed').getByRole('definition')).toHaveText(['70%', '72%']);

    await page.route(ADDRESS, loseAnswer);
    await button(page, 'Import 1 row').click();
    await expect(dialog(page).getByRole('alert')).toContainText('nothing is imported twice');
    await page.unroute(ADDRESS);
    await button(page, 'Import 1 row').click();
    await toast(page, 'Imported: 1 changed').hover();
    expect(await completion(page)).toMatchObject({ [PHYSICS]: { score: 72, attempts: 1 } });

    // What was changed since is not undone.
    await page.request.post('/api/completion', {
      headers,
      data: { ...paper, is_completed: true, score: 75 },
    });
    await toast(page, 'Imported').getByRole('button', { name: 'Undo' }).click();
    await expect(
      toast(page, 'Your papers have changed since the import, so nothing was undone.'),
    ).toBeVisible();
    expect(await completion(page)).toMatchObject({ [PHYSICS]: { score: 75 } });
  },
);

test('what cannot be read or reached says so', ON_DESKTOP, async ({ page }) => {
  await openAsNewStudent(page, '/settings#data');
  await page.route(ADDRESS, (route) => route.fulfill({ status: 503, json: { detail: 'away' } }));
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(toast(page, 'The export failed.')).toBeVisible();

  await page.getByRole('button', { name: 'Import', exact: true }).click();
  const file = dialog(page).getByLabel('File with papers');
  await file.setInputFiles({ name: 'papers.xlsx', mimeType: '', buffer: Buffer.from('PK\u0003\u0004') });
  await expect(dialog(page)).toContainText('papers.xlsx is a spreadsheet. Save it as CSV');
  await preview(page, 'Subject,Year', 'Physics HL,2023');
  await expect(dialog(page)).toContainText('The header has no columns Session, Paper, Date.');
  await preview(page, 'Physics HL\t2023\tNovember\t1\t\t2026-03-05\t72');
  await expect(dialog(page).getByRole('alert')).toContainText('Your papers could not be loaded');
  await page.unroute(ADDRESS);
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(counts(page)).toHaveText('1 new');

  await button(page, 'Back').click();
  await expect(rowsBox(page)).toBeFocused();
  await expect(rowsBox(page)).toHaveValue(/^Physics HL/);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});
