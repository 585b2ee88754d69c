import type { Page } from '@playwright/test';
import { openWith } from './admin.ts';
import { sheetsOf } from './pdf.ts';
import {
  DEMO,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  test,
} from './test.ts';

const footerLink = (page: Page) => page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' });
const linesOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row');
const answered = (page: Page) => expect(page.getByText('For a school’s data officer')).toBeVisible();

test('somebody reads what is kept, before they register', async ({ page, context }) => {
  await page.goto('/landing/');
  await footerLink(page).click();
  await expect(page).toHaveURL('/privacy');
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeVisible();
  await expect(page).toHaveTitle(/^Privacy/);

  const { kept } = (await (await page.request.get('/api/privacy')).json()) as { kept: object };
  await expect(linesOf(page, 'How long it is kept')).toHaveCount(Object.keys(kept).length);
  await expect(linesOf(page, 'How long it is kept').filter({ hasText: 'nobody answered' })).toContainText(
    '180 days',
  );
  await expect(linesOf(page, 'Who sees it besides you').filter({ hasText: 'Your notes' })).toContainText(
    'Nobody',
  );
  await expect(linesOf(page, 'What is kept, and about whom')).not.toHaveCount(0);
  // Nobody is named in the settings of this server, and it mails nothing.
  await expect(page.getByText('The operator of this Tickmark has not given their name here.')).toBeVisible();
  await expect(page.getByText('This Tickmark sends no mail.')).toBeVisible();
  await expect(page.getByRole('heading', { name: /has decided/ })).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await expect(page).toHaveURL('/login');
  await expect(footerLink(page)).toBeVisible();

  await open(page, '/register');
  await page.getByLabel('Username').fill('half-typed');
  const opening = context.waitForEvent('page');
  await page.getByRole('main').getByRole('link', { name: 'Privacy (opens a new tab)' }).click();
  await expect(await opening).toHaveURL('/privacy');
  await expect(page.getByLabel('Username')).toHaveValue('half-typed');
});

test('a student finds the way from every page, and to their own data', async ({ page }) => {
  await openAsNewStudent(page);
  await footerLink(page).click();
  await expect(page.getByRole('heading', { name: 'Privacy', level: 1 })).toBeFocused();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/');
  await footerLink(page).click();
  await page.getByRole('link', { name: 'My data' }).click();
  await expect(page).toHaveURL('/settings#data');
  await expect(footerLink(page)).toBeVisible();
});

test('people of a school read what it has decided', ON_DESKTOP, async ({ page }) => {
  const login = await page.request.post('/api/schooladmin/login', {
    data: { username: DEMO.schoolAdmin, password: DEMO.password() },
  });
  const { access_token: schoolAdminToken } = (await login.json()) as { access_token: string };
  await openWith(page, { schoolAdminToken }, '/schooladmin/dashboard?tab=teachers');
  await expect(page.getByRole('link', { name: DEMO.teacher })).toBeVisible();
  await footerLink(page).click();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/schooladmin/dashboard');
  await footerLink(page).click();
  await expect(page.getByRole('heading', { name: /^What Riverside .* has decided$/ })).toBeVisible();
  await expect(page.getByText('with an address at the school’s domain joins the school.')).toBeVisible();
  await expect(
    page.getByText('Students may share their progress through a link that expires.'),
  ).toBeVisible();
  await expect(page.getByText('the school has no sign-in of its own here')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'My data' }).click();
  await expect(page).toHaveURL('/schooladmin/settings#data');
});

test('whom to ask is said, or that it is not known now', ON_PHONE, async ({ page }) => {
  await page.route('**/api/privacy', (route) => route.fulfill({ status: 503, json: { detail: 'away' } }));
  await open(page, '/privacy');
  await expect(page.getByRole('alert')).toContainText('Some of this page could not be loaded.');
  // All that the page knows by itself is there.
  await expect(linesOf(page, 'How long it is kept').filter({ hasText: 'what admins did' })).toContainText(
    '730 days',
  );
  await expectAccessible(page);
  await page.unroute('**/api/privacy');
  await page.route('**/api/privacy', async (route) => {
    const answer = (await (await route.fetch()).json()) as { kept: object };
    const operator = { name: 'Riverside Trust', contact: 'privacy@riverside.example' };
    const kept = { ...answer.kept, audit: { days: 400 } };
    const sign_in = { only: true, makes_students: true };
    const school = {
      name: 'Riverside',
      joins_by_domain: false,
      share_pages: false,
      keeps_months: 12,
      sign_in,
    };
    await route.fulfill({ json: { ...answer, operator, mail: true, files: 'object_store', kept, school } });
  });
  await page.getByRole('button', { name: 'Try again' }).click();
  const contact = page.getByRole('link', { name: 'privacy@riverside.example' });
  await expect(contact).toHaveAttribute('href', 'mailto:privacy@riverside.example');
  await expect(page.getByText('The operator of this Tickmark is Riverside Trust.')).toBeVisible();
  await expect(page.getByText('files in an object store')).toBeVisible();
  await expect(page.getByText('never a score, a file or a password')).toBeVisible();
  await expect(page.getByText('Only people the school adds or invites belong to it.')).toBeVisible();
  await expect(page.getByText('Students may not share their progress through a link.')).toBeVisible();
  await expect(
    page.getByText(/own sign-in only\. Anyone who logs in that way becomes a student here\./),
  ).toBeVisible();
  await expect(page.getByText('is kept for 12 months, without a login')).toBeVisible();
  // The server is newer than the page.
  await expect(linesOf(page, 'How long it is kept').filter({ hasText: 'what admins did' })).toContainText(
    '400 days',
  );
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('it prints whole', ON_DESKTOP, async ({ page }) => {
  await open(page, '/privacy');
  await answered(page);
  await expect(page.getByRole('button', { name: 'Print' })).toBeVisible();
  const sheets = sheetsOf(await page.pdf({ format: 'A4' }));
  expect(sheets.length).toBeLessThanOrEqual(4);
  const words = sheets.join('');
  for (const part of ['Tickmark', 'What is kept', 'Who sees it', 'Who to ask', '730 days'])
    expect(words).toContain(part);
  expect(words).not.toContain('independent of');
});
