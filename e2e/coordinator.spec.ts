import type { Locator, Page } from '@playwright/test';
import { openWith } from './admin.ts';
import { sheetsOf } from './pdf.ts';
import {
  DEMO,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  forgetConnection,
  ON_DESKTOP,
  reload,
  test,
  textOfCsv,
} from './test.ts';

/** A school admin's Monday: who does how much, who does nothing, and what parents can be handed. */

const DASHBOARD = '/schooladmin/dashboard';

const openAsCoordinator = async (page: Page, path = DASHBOARD): Promise<void> => {
  const answer = await page.request.post('/api/schooladmin/login', {
    data: { username: DEMO.schoolAdmin, password: DEMO.password() },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  await openWith(page, { schoolAdminToken: token }, path);
};

const rows = (page: Page) => page.getByRole('table', { name: 'Users' }).getByRole('row');
const studentRow = (page: Page) => rows(page).filter({ hasText: `${DEMO.student}@` });
const status = (page: Page) => page.getByRole('status').filter({ hasText: /user/ });
const openFilters = async (page: Page) => {
  await page.getByRole('button', { name: /^Filters/ }).click();
  await expect(page.getByRole('combobox', { name: 'Subject' }).locator('option').nth(3)).toBeAttached();
};
const fromMenu = async (page: Page, menu: string, item: string | RegExp) => {
  await page.getByRole('button', { name: menu }).click();
  return page.getByRole('menuitem', { name: item, exact: true });
};

/** They are fetched first, and gone from the page once they are printed. */
const printedReports = async (page: Page, count: number, item: Locator): Promise<string[]> => {
  await page.evaluate(() => {
    window.print = () => {};
  });
  await item.click();
  await expect(page.locator('.report')).toHaveCount(count);
  const sheets = sheetsOf(await page.pdf({ format: 'A4' }));
  await expect(page.locator('.report')).toHaveCount(0);
  return sheets;
};

test('the facts lead to those they count, and Back to all', async ({ page }) => {
  await openAsCoordinator(page);
  await expect(studentRow(page)).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Users \d+$/ })).toBeVisible();
  await expect(page.getByRole('tab', { name: /^Teachers \d+$/ })).toBeVisible();
  const facts = page.getByRole('list', { name: 'At a glance' }).getByRole('link');
  await expect(facts.first()).toHaveText(/^\d+ of \d+ students active this week$/);
  // Every student of the school has a teacher: a zero is nothing to look at.
  await expect(facts.filter({ hasText: 'without a teacher' })).toHaveCount(0);
  const inactive = facts.filter({ hasText: /^\d+ inactive for 14 days$/ });
  const count = (await inactive.innerText()).split(' ')[0];
  await inactive.click();
  await expect(page).toHaveURL(`${DASHBOARD}?inactive=14`);
  await expect(status(page)).toHaveText(new RegExp(`^${count} of \\d+ users$`));
  await expect(page.getByRole('list', { name: 'Filters' })).toHaveText('Inactive for 14 days');
  await expect(page.getByRole('button', { name: 'Filters 1' })).toBeVisible();
  await expectAccessible(page);
  await page.goBack();
  await expect(page).toHaveURL(DASHBOARD);
  await expect(studentRow(page)).toBeVisible();
});

test('facts that do not come say so, and can be asked for again', async ({ page }) => {
  await page.route('**/api/schooladmin/dashboard/facts', (route) =>
    route.fulfill({ status: 400, json: { detail: 'No' } }),
  );
  await openAsCoordinator(page);
  await expect(studentRow(page)).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('Failed to load the figures.');
  await page.unroute('**/api/schooladmin/dashboard/facts');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'At a glance' }).getByRole('link').first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('without a connection the rows stay, nobody is counted as none, and they come when it is back', async ({
  page,
  context,
  complaints,
}) => {
  await openAsCoordinator(page);
  await expect(studentRow(page)).toBeVisible();
  await context.setOffline(true);
  await page.getByRole('searchbox', { name: 'Search users' }).fill(DEMO.student);
  const failed = page.getByRole('alert').filter({ hasText: 'Failed to load users' });
  await expect(failed).toContainText('You seem to be offline.');
  await expect(failed.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(studentRow(page)).toBeVisible();
  expect(await rows(page).count()).toBeGreaterThan(2);
  await expect(page.getByText(/^0 of/)).toHaveCount(0);
  await expectAccessible(page);

  await context.setOffline(false);
  await expect(status(page)).toHaveText(/^1 of \d+ users$/);
  await expect(failed).toHaveCount(0);
  await expect(rows(page)).toHaveCount(2);
  forgetConnection(complaints);
});

test('filters narrow the list, stand in the address and are taken back one by one', async ({ page }) => {
  await openAsCoordinator(page);
  await expect(studentRow(page)).toBeVisible();
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Group' }).selectOption('12A');
  await page.getByRole('combobox', { name: 'Teacher' }).selectOption('Ms Hartley');
  await page.getByRole('combobox', { name: 'Role' }).selectOption('Student');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Filters 3' })).toBeFocused();
  await expect(page).toHaveURL(/\?role=student&teacher=\d+&group=\d+$/);
  await expect(status(page)).toHaveText(/^12 of \d+ users$/);
  const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
  await expect(chips).toHaveText(['Role: Student', 'Teacher: Ms Hartley', 'Group: 12A']);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);

  await reload(page);
  await expect(chips).toHaveText(['Role: Student', 'Teacher: Ms Hartley', 'Group: 12A']);
  await studentRow(page).getByRole('link', { name: 'View' }).click();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(chips).toHaveCount(3);
  await page.getByRole('button', { name: 'Remove filter Group' }).press('Enter');
  await expect(chips).toHaveText(['Role: Student', 'Teacher: Ms Hartley']);
  await expect(page.getByRole('button', { name: 'Filters 2' })).toBeFocused();

  await openFilters(page);
  await page.getByRole('combobox', { name: 'Teacher' }).selectOption('Without a teacher');
  await page.keyboard.press('Escape');
  await expect(page.getByText('No user matches these filters.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page).toHaveURL(DASHBOARD);
});

test('the papers that are counted are chosen once, for the list, a student and the report', async ({
  page,
}) => {
  await openAsCoordinator(page, `${DASHBOARD}?q=${DEMO.student}`);
  const done = studentRow(page).getByRole('cell').nth(4);
  await expect(done).toHaveText(/^\d+\/\d+/);
  const before = (await done.textContent()) ?? '';
  await openFilters(page);
  await page.getByRole('combobox', { name: 'From' }).selectOption('2022');
  await page.getByRole('switch', { name: 'Only papers that were set' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('list', { name: 'Filters' })).toHaveText(
    'Papers: 2022–2024, only those that were set',
  );
  await expect(done).not.toHaveText(before);
  await studentRow(page).getByRole('link', { name: 'View' }).click();
  await expect(page.getByRole('button', { name: 'Papers 2022–2024' })).toContainText('set only');
  const sheets = await printedReports(page, 1, await fromMenu(page, 'Print report', 'Report'));
  expect(sheets).toHaveLength(1);
  expect(sheets[0]).toContain('Papers that were set, 2022–2024');
  await page.goBack();
  await page.getByRole('button', { name: 'Remove filter Papers' }).click();
  await expect(done).toHaveText(before);
});

test('heads sort by key, and say how', ON_DESKTOP, async ({ page }) => {
  await openAsCoordinator(page, `${DASHBOARD}?role=student`);
  await expect(studentRow(page)).toBeVisible();
  const head = (name: string) => page.getByRole('columnheader', { name });
  await expect(head('ID')).toHaveAttribute('aria-sort', 'ascending');
  await page.getByRole('button', { name: 'Average' }).press('Enter');
  await expect(head('Average')).toHaveAttribute('aria-sort', 'descending');
  await expect(head('ID')).toHaveAttribute('aria-sort', 'none');
  await expect(page).toHaveURL(`${DASHBOARD}?role=student&sort=average&order=desc`);
  const averages = async () => {
    const cells = await rows(page).locator('.user-figures > :nth-child(2)').allInnerTexts();
    return cells.map((words) => Number.parseInt(words, 10));
  };
  await expect(async () => {
    const shown = await averages();
    expect(shown.length).toBeGreaterThan(5);
    expect(shown).toEqual(shown.toSorted((a, b) => b - a));
  }).toPass();
  await page.getByRole('button', { name: 'Average' }).press('Enter');
  await expect(head('Average')).toHaveAttribute('aria-sort', 'ascending');
  await expect(async () => {
    const shown = await averages();
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
  }).toPass();
  await reload(page);
  await expect(head('Average')).toHaveAttribute('aria-sort', 'ascending');
  await expectAccessible(page);
});

test('on a phone a card says the figures in one line, and Filters sort', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAsCoordinator(page, `${DASHBOARD}?q=${DEMO.student}`);
  await expect(studentRow(page)).toContainText('Amelie Fontaine');
  // '4/63, 71%, 1 Nov': the styles put the commas.
  const figures = studentRow(page).locator('.user-figures');
  expect(await figures.innerText()).toMatch(/^\d+\/\d+\d+%\d+ [A-Z][a-z]+$/);
  const comma = (cell: Element) => getComputedStyle(cell, '::after').content;
  expect(await figures.getByRole('cell').first().evaluate(comma)).toBe('", "');
  await openFilters(page);
  // A sheet at the lower edge, whole on the screen, and what sorts is in sight.
  const sheet = await page.getByRole('dialog', { name: 'Filters' }).boundingBox();
  const { x = -1, y = -1, width = 0, height = 0 } = sheet ?? {};
  expect([x >= 0, y >= 0, width > 300 && x + width <= 360, y + height]).toEqual([true, true, true, 740]);
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Last activity');
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Oldest first');
  await expect(page).toHaveURL(`${DASHBOARD}?q=${DEMO.student}&sort=activity`);
  await page.getByRole('combobox', { name: 'Order' }).selectOption('Newest first');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(`${DASHBOARD}?q=${DEMO.student}&sort=activity&order=desc`);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('the export is the list: its columns, its order, its filter', async ({ page }) => {
  await openAsCoordinator(page, `${DASHBOARD}?teacher=none&sort=username`);
  await expect(page.getByText('No user matches these filters.')).toBeVisible();
  await openAsCoordinator(page, `${DASHBOARD}?role=student&sort=username&order=desc`);
  await expect(studentRow(page)).toBeVisible();
  const shown = await rows(page).locator('.user-name > :first-child').allInnerTexts();
  const download = page.waitForEvent('download');
  await (await fromMenu(page, 'Export', 'Export CSV')).click();
  const [head, ...lines] = (await textOfCsv(await download)).trimEnd().split('\r\n');
  expect(head?.split('\t')).toEqual(
    'ID,Username,Name,Email,Role,Done,Papers,Average,Last activity'.split(','),
  );
  expect(lines.map((line) => line.split('\t')[1])).toEqual(shown);
  await page.route('**/api/schooladmin/dashboard/users/export', (route) =>
    route.fulfill({ status: 503, body: '' }),
  );
  await (await fromMenu(page, 'Export', 'Export CSV')).click();
  await expect(page.getByText('Failed to export users. Please try again.')).toBeVisible();
});

test('a report for each student of a group, each on a sheet of its own', async ({ page }) => {
  await openAsCoordinator(page);
  await openFilters(page);
  await page.getByRole('combobox', { name: 'Group' }).selectOption('12B');
  await page.keyboard.press('Escape');
  await expect(status(page)).toHaveText(/^12 of/);
  const sheets = await printedReports(page, 12, await fromMenu(page, 'Export', 'Print 12 reports'));
  expect(sheets).toHaveLength(12);
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date());
  for (const sheet of sheets) {
    expect(sheet).toContain(`Riverside International School ${today}`);
    expect(sheet).toMatch(/, 12B Papers 2017–2024/);
    expect(sheet).toContain('Subject Done Average Last five scores Set work');
    expect(sheet).toContain('Scores are entered by the student.');
    expect(sheet).not.toMatch(/Export|Logout|1 \/ 12/);
  }
});

test('a student’s report, with all papers if they are wanted', ON_DESKTOP, async ({ page }) => {
  await openAsCoordinator(page, `${DASHBOARD}?q=${DEMO.student}`);
  await studentRow(page).getByRole('link', { name: 'View' }).click();
  const summary = page.getByRole('table', { name: 'Subjects' });
  await expect(summary.getByRole('columnheader')).toHaveText(
    'Subject,Done,Average,Last five scores,Set work'.split(','),
  );
  const first = summary.getByRole('row').nth(1).getByRole('cell');
  await expect(first.nth(1)).toHaveText(/^\d+ of \d+$/);
  await expect(first.nth(3)).toHaveText(/(\d+ ){4}\d+$/);
  const [report = ''] = await printedReports(page, 1, await fromMenu(page, 'Print report', 'Report'));
  expect(report).toContain('Amelie Fontaine, 12A');
  expect(report).not.toContain('Updated');
  const all = await printedReports(page, 1, await fromMenu(page, 'Print report', 'Report and all papers'));
  expect(all.length).toBeGreaterThan(1);
  expect(all[0]).toContain('Scores are entered by the student.');
  for (const sheet of all.slice(1)) {
    expect(sheet).toContain('Amelie Fontaine, 12A · Riverside International School ');
    expect(sheet).toContain('Subject Year Session');
  }
});

test('a subject says what is set and how its scores are spread, and opens its students', async ({ page }) => {
  await openAsCoordinator(page, `${DASHBOARD}?tab=statistics`);
  const spread = page.getByRole('img', { name: /^Scores in Biology HL: 0–19% \d+, .*80–100% \d+$/ });
  await expect(spread).toBeVisible();
  await expect(spread.locator('.score-count').first()).toBeHidden();
  await spread.focus();
  await expect(spread.locator('.score-count').last()).toHaveText(/^\d+$/);
  await expect(spread.locator('.score-count').last()).toBeVisible();
  await expect(page.getByRole('row', { name: 'Biology HL' })).toContainText(/\d+ of \d+/);
  await page.getByRole('link', { name: 'Biology HL' }).click();
  await expect(page).toHaveURL(`${DASHBOARD}?subject=biology_hl`);
  await expect(page.getByRole('list', { name: 'Filters' })).toHaveText('Subject: Biology HL');
  await expect(status(page)).toHaveText(/^\d+ of \d+ users$/);
});

test('a school with nobody in it leads to the import', async ({ page }) => {
  const facts = { users: 1, teachers: 0, students: 0, active_this_week: 0, inactive: 0 };
  await page.route('**/api/schooladmin/dashboard/facts', (route) =>
    route.fulfill({ json: { ...facts, without_teacher: 0, unconfirmed: 0 } }),
  );
  await openAsCoordinator(page);
  await expect(page.getByText('Nobody here yet.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'At a glance' }).getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Import users' })).toHaveAttribute(
    'href',
    '/schooladmin/school?tab=batch',
  );
  await page.getByRole('link', { name: 'Manage school' }).click();
  await expect(page.getByRole('heading', { name: 'School Management' })).toBeVisible();
});
