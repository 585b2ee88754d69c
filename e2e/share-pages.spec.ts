import type { Page } from '@playwright/test';
import { ADMIN, addSchool, as, dialog, expectFine, isPhone, openWith, register } from './admin.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  newName,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  PASSWORD,
  reload,
  test,
} from './test.ts';

/** A page to show: made and revoked in the settings, opened by somebody without an account. */

const DEAD = 'This page is not shared any more. Ask whoever sent you the link.';
const OFF = 'Your school has switched share pages off.';
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const section = (page: Page) => part(page, 'Share pages');
const summaryOf = (page: Page, subject: string) =>
  page.getByRole('group').filter({ hasText: subject }).locator('summary');
const table = (page: Page, subject: string) => page.getByRole('table', { name: new RegExp(`^${subject}`) });

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Two subjects, and some papers of the first. */
const work = async (page: Page, token: string): Promise<void> => {
  const headers = as(token);
  await page.request.post('/api/subjects', { headers, data: { subjects: ['physics_hl', 'music_sl'] } });
  const paper = { subject_id: 'physics_hl', year: 2024, session: 'May', is_completed: true };
  for (const data of [
    { ...paper, paper: 'paper1', timezone: 'TZ1', score: 68 },
    { ...paper, paper: 'paper1', timezone: 'TZ2', score: null },
    { ...paper, paper: 'paper2', timezone: 'TZ1', score: 100 },
  ])
    expect((await page.request.post('/api/completion', { headers, data })).status()).toBe(200);
};

const share = async (page: Page, token: string, change: Record<string, unknown> = {}): Promise<string> => {
  const answer = await page.request.post('/api/users/me/share-pages', {
    headers: as(token),
    data: { name: 'Arjun', subjects: ['physics_hl', 'music_sl'], ends_on: inDays(60), ...change },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return ((await answer.json()) as { link: string }).link;
};
const newPage = async (page: Page): Promise<{ token: string; link: string }> => {
  const { token } = await register(page);
  await work(page, token);
  return { token, link: await share(page, token) };
};
/** As if typed: the same document with another fragment is not loaded anew. */
const openLink = async (page: Page, link: string): Promise<void> => {
  await page.goto('about:blank');
  await page.goto(link);
  await hydrated(page);
};

test('a student makes a page, copies its link and revokes it', async ({ page, context, browser }, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { token } = await openAsNewStudent(page, '/settings#share-pages');
  await expect(section(page)).toContainText('No share pages. Make one for a parent or tutor.');
  await work(page, token);

  await section(page).getByRole('button', { name: 'New share page' }).click();
  await expect(dialog(page).getByLabel('Name to show')).toBeFocused();
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(2);
  await expectFine(page, info);
  const make = dialog(page).getByRole('button', { name: 'Make page' });
  await make.click();
  await expect(dialog(page)).toContainText('Please fill this in.');
  await dialog(page).getByLabel('Name to show').fill('Arjun');
  await dialog(page).getByLabel('Ends on').fill('2020-01-01');
  await make.click();
  await expect(dialog(page)).toContainText('The end date is in the past.');
  await dialog(page).getByLabel('Ends on').fill(inDays(100));
  await make.click();
  await expect(dialog(page)).toContainText('The end date is more than 90 days away.');
  await dialog(page).getByLabel('Ends on').fill(inDays(30));
  for (const box of await dialog(page).getByRole('checkbox').all()) await box.uncheck();
  await make.click();
  await expect(dialog(page).getByRole('alert')).toHaveText('Choose at least one subject.');
  await dialog(page).getByLabel('Physics HL').check();
  await make.click();
  await expect(dialog(page)).toHaveCount(0);

  const item = section(page).getByRole('listitem');
  await expect(item).toContainText('Physics HL');
  await expect(item).toContainText('Shown as Arjun.');
  await expect(item).toContainText('Not opened yet.');
  await item.getByRole('button', { name: /^Copy/ }).click();
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/shared#token=[\w-]{43}$/);
  await expectFine(page, info);

  // Somebody else's browser.
  const other = await browser.newContext();
  const reader = await other.newPage();
  await openLink(reader, link);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Arjun’s past papers');
  await expect(reader.getByRole('heading', { level: 2 })).toHaveText(['Physics HL']);
  await reload(page);
  await expect(item).toContainText('Last opened');

  // It asks once, and the first answer ends nothing.
  await page.bringToFront();
  await item.getByRole('button', { name: /^Revoke/ }).click();
  await expect(item.getByRole('alert')).toHaveText('The link stops working at once, for good. Revoke it?');
  await item.getByRole('button', { name: 'Cancel' }).click();
  await expect(item.getByRole('alert')).toHaveCount(0);
  await item.getByRole('button', { name: /^Revoke/ }).click();
  await item.getByRole('button', { name: /^Revoke/ }).click();
  await expect(section(page)).toContainText('No share pages. Make one for a parent or tutor.');
  await expect(page.getByRole('heading', { name: 'Share pages' })).toBeFocused();
  await reader.reload();
  await expect(reader.getByRole('status').filter({ hasText: DEAD })).toBeVisible();
  await other.close();
});

test('a refused clipboard shows the link, and what fails is said', ON_PHONE, async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error()) },
    }),
  );
  const { token } = await openAsNewStudent(page);
  await work(page, token);
  const link = await share(page, token);
  await page.route('**/api/users/me/share-pages', (route) => route.fulfill({ status: 403, json: {} }));
  await open(page, '/settings#share-pages');
  await expect(section(page).getByRole('alert')).toContainText('Your share pages could not be loaded.');
  await page.unrouteAll();
  await section(page).getByRole('button', { name: 'Try again' }).click();
  await section(page).getByRole('button', { name: /^Copy/ }).click();
  await expect(section(page).getByLabel('Link')).toBeFocused();
  await expect(section(page).getByLabel('Link')).toHaveValue(link);
  await expectNoSidewaysScroll(page);

  await page.route('**/api/users/me/share-pages/*', (route) => route.fulfill({ status: 503, json: {} }));
  await section(page)
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await section(page)
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await expect(section(page)).toContainText('This did not work. Please try again.');
  await page.unrouteAll();
  await section(page)
    .getByRole('button', { name: /^Revoke/ })
    .click();
  await expect(section(page).getByRole('listitem')).toHaveCount(0);
});

test('whoever has the link sees the progress: closed on a phone, open on a desktop and on paper', async ({
  page,
}, info) => {
  const { link } = await newPage(page);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openLink(page, link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Arjun’s past papers');
  await expect(page).toHaveTitle('Arjun’s past papers · Tickmark');
  await expect(page.locator('main')).toContainText(/\d+ \w+ \d{4}, link ends \d+ \w+ \d{4}/);
  await expect(page.locator('main')).toContainText('3 of 120 papers, average 84%');
  await expect(page.locator('main')).not.toContainText('Counts only papers that were set.');

  const physics = table(page, 'Physics HL');
  if (isPhone(info)) {
    await expect(physics).toBeHidden();
    await expectFine(page, info);
    await summaryOf(page, 'Physics HL').click();
    await expect(table(page, 'Music SL')).toBeHidden();
  } else await expect(table(page, 'Music SL')).toBeVisible();
  await expect(physics).toBeVisible();
  await expect(physics.getByRole('columnheader')).toHaveText(['Session', 'Paper 1', 'Paper 2', 'Paper 3']);
  const may = physics.getByRole('row', { name: '2024 May' });
  await expect(may.getByRole('cell')).toHaveText([
    'TZ1 68 percentTZ2 done',
    'TZ1 100 percentTZ2 –not done',
    'TZ1 –not doneTZ2 –not done',
  ]);
  await expectFine(page, info);

  // Nothing to write to, nothing that leads into an account, and nobody else's address in what was asked for.
  await expect(page.getByRole('main').getByRole('button')).toHaveText(['Print']);
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(0);
  const token = link.split('=')[1] ?? '';
  expect(asked.filter((url) => url.includes(token) && !url.includes('#'))).toEqual([]);

  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  for (const subject of ['Physics HL', 'Music SL']) await expect(table(page, subject)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await page.emulateMedia({ media: 'screen' });
  await expect(table(page, 'Music SL')).toBeVisible({ visible: !isPhone(info) });
});

test('a subject opens by keys, and the way past the header keeps the link', ON_DESKTOP, async ({ page }) => {
  const { link } = await newPage(page);
  await openLink(page, link);
  await expect(table(page, 'Physics HL')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
  expect(page.url()).toBe(link);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Print' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(summaryOf(page, 'Physics HL')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(table(page, 'Physics HL')).toBeHidden();
  await page.keyboard.press('Space');
  await expect(table(page, 'Physics HL')).toBeVisible();
});

test('it counts as the student does, and says so', ON_PHONE, async ({ page }) => {
  const { token, link } = await newPage(page);
  await page.request.put('/api/users/me/preferences', {
    headers: as(token),
    data: {
      year_ranges: { physics_hl: { startYear: 2023, endYear: 2024 } },
      timezone_overrides: {},
      sits: 'TZ1',
      papers: 'set',
    },
  });
  await openLink(page, link);
  await expect(page.locator('main')).toContainText('Counts only papers that were set.');
  await summaryOf(page, 'Physics HL').click();
  const rows = table(page, 'Physics HL').getByRole('rowheader');
  await expect(rows).toHaveText(['2024 May', '2024 Nov', '2023 May', '2023 Nov']);
  // A subject that was dropped goes from the page.
  await page.request.post('/api/subjects', { headers: as(token), data: { subjects: ['music_sl'] } });
  await reload(page);
  await expect(page.locator('main')).toContainText('No papers yet.');
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0);
  await expectAccessible(page);
});

test('a dead link says the same whatever ended it, and a bad moment can be tried again', async ({
  page,
}, info) => {
  for (const address of [
    '/shared',
    '/shared#token=',
    '/shared#token=guessed',
    `/shared#token=${'x'.repeat(600)}`,
  ]) {
    await page.goto('about:blank');
    await open(page, address);
    await expect(page.getByRole('status').filter({ hasText: DEAD })).toBeVisible();
  }
  await expectFine(page, info);

  const { token, link } = await newPage(page);
  await page.route('**/api/shared', (route) => route.fulfill({ status: 503, json: { detail: 'away' } }));
  await openLink(page, link);
  await expect(page.getByRole('alert')).toContainText('This page could not be loaded.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Arjun’s past papers');

  const { username } = (await (await page.request.get('/api/users/me', { headers: as(token) })).json()) as {
    username: string;
  };
  const left = await page.request.delete('/api/users/me', {
    headers: as(token),
    data: { confirmation: username, password: PASSWORD },
  });
  expect(left.status()).toBe(204);
  await reload(page);
  await expect(page.getByRole('status').filter({ hasText: DEAD })).toBeVisible();
});

test('search engines are told to keep out', ON_DESKTOP, async ({ page }) => {
  const answer = await page.goto('/shared');
  expect(answer?.headers()['x-robots-tag']).toContain('noindex');
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/);
  await page.goto('/login');
  await expect(page.locator('meta[name=robots]')).toHaveCount(0);
});

test('a school switches share pages off and on', async ({ page, browser }, info) => {
  const school = await addSchool(page);
  const username = newName();
  const made = await page.request.post('/api/schooladmin/register', {
    headers: ADMIN,
    data: { username, password: PASSWORD, school_id: school.id },
  });
  expect(made.status()).toBe(200);
  const login = await page.request.post('/api/schooladmin/login', { data: { username, password: PASSWORD } });
  const { access_token: adminToken } = (await login.json()) as { access_token: string };
  const student = await register(page, newName(), school.domain_pattern.slice(1));
  await work(page, student.token);
  const link = await share(page, student.token);

  // The admin's own settings say what is set, and lead to the one place where it is switched.
  await openWith(page, { schoolAdminToken: adminToken }, '/schooladmin/settings#school');
  const said = part(page, 'School');
  await expect(said).toContainText('Share pages are on.');
  await expect(said.getByRole('switch')).toHaveCount(0);
  await expectFine(page, info);
  await said.getByRole('link', { name: 'What the school decides' }).click();
  const toggle = page.getByRole('switch', { name: 'Share pages' });
  await expect(toggle).toBeChecked();
  await page.route(`**/api/admin/schools/${school.id}/settings`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 503, json: {} }) : route.continue(),
  );
  await toggle.click();
  await expect(page.getByText('Failed to save this. Please try again.')).toBeVisible();
  await expect(toggle).toBeChecked();
  await page.unrouteAll();
  await toggle.click();
  await expect(page.getByText('Share pages are off.')).toBeVisible();
  await expect(toggle).not.toBeChecked();
  await page.goBack();
  await expect(said).toContainText('Share pages are off.');
  await page.goForward();

  const other = await browser.newContext();
  const reader = await other.newPage();
  await openLink(reader, link);
  await expect(reader.getByRole('status').filter({ hasText: DEAD })).toBeVisible();
  await openWith(reader, { token: student.token }, '/settings#share-pages');
  await expect(section(reader)).toContainText(OFF);
  await expect(section(reader).getByRole('button')).toHaveText(['Revoke']);
  await expectAccessible(reader);

  await toggle.click();
  await expect(page.getByText('Share pages are on.')).toBeVisible();
  await openLink(reader, link);
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Arjun’s past papers');
  await other.close();
});
