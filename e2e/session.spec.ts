import type { Page } from '@playwright/test';
import { ADMIN_PASSWORD } from './machine.ts';
import { box, completion, openWith as openWithSubjects, tickWithScore, unfold } from './papers.ts';
import {
  DEMO,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fillLogin,
  holdBack,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  PASSWORD,
  passwordField,
  reload,
  settled,
  test,
} from './test.ts';

const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

test('a token that is dead is discarded silently', ON_PHONE, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('token', 'A'.repeat(43)));
  await open(page, '/');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await storedToken(page)).toBeNull();
});

const notice = (page: Page) => page.getByRole('complementary', { name: 'Login' });
const endLogin = (page: Page, token: string) =>
  page.request.post('/api/logout', { headers: { authorization: `Bearer ${token}` } });
const logInAgain = async (page: Page, password: string, username?: string) => {
  await notice(page).getByRole('button', { name: 'Log in' }).click();
  if (username !== undefined) await page.getByRole('dialog').getByLabel('Username').fill(username);
  await passwordField(page).fill(password);
  await page.getByRole('dialog').getByRole('button', { name: 'Log in' }).click();
  await expect(notice(page)).toBeHidden();
};

test.describe('a login that ends in the middle of work says so and leaves everything in its place', () => {
  test('a student’s ticks', async ({ page }) => {
    const { token } = await openWithSubjects(page, ['theatre_sl', 'physics_hl']);
    await page.getByRole('button', { name: /^Theatre SL/ }).click();
    await unfold(page, 'May 2024');
    await endLogin(page, token);
    await tickWithScore(page, 'Paper 1, May 2024', '64');
    await expect(notice(page).getByRole('alert')).toHaveText(
      'You have been logged out. 1 change is kept on this device for you.',
    );
    await box(page, 'Paper 1, May 2024').click();
    const toast = page.locator('.toast', { hasText: 'score of 64% removed' });
    // Resting on it keeps it.
    await toast.hover();
    await settled(page);
    const [above, below] = [await toast.boundingBox(), await notice(page).boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
    await toast.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText('1/15')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await notice(page).getByRole('button', { name: 'Log in' }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await logInAgain(page, PASSWORD);
    await expect(page.getByText('1/15')).toBeVisible();
    await expect
      .poll(() => completion(page))
      .toMatchObject({ 'theatre_sl-2024-May-paper1': { is_completed: true, score: 64 } });
  });

  test('a student who goes on as a guest', ON_PHONE, async ({ page }) => {
    const { token } = await openWithSubjects(page, ['theatre_sl']);
    await unfold(page, 'May 2024');
    await endLogin(page, token);
    await tickWithScore(page, 'Paper 1, May 2024', '64');
    await notice(page).getByRole('button', { name: 'Go on as guest' }).click();
    await expect(page.getByText(/Guest session: [45]:\d\d left/)).toBeVisible();
    await expect(page.getByText('No subjects selected.')).toBeVisible();
  });

  test('what a teacher has typed', ON_DESKTOP, async ({ page }) => {
    const password = DEMO.password();
    await open(page, '/teachers/login');
    await fillLogin(page, DEMO.teacher, password);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Add New Student' }).click();
    const field = page.getByLabel(/e-?mail/i).first();
    await field.fill('new.student@example.org');
    await endLogin(page, (await storedToken(page)) ?? '');
    await page.keyboard.press('Enter');
    await expect(notice(page).getByRole('alert')).toHaveText('You have been logged out.');
    await logInAgain(page, password);
    await expect(field).toHaveValue('new.student@example.org');
    await expect(page).toHaveURL('/teachers');
  });

  test('a school admin’s page', ON_DESKTOP, async ({ page }) => {
    const password = DEMO.password();
    await open(page, '/schooladmin/login');
    await fillLogin(page, DEMO.schoolAdmin, password);
    await page.keyboard.press('Enter');
    const search = page.getByRole('searchbox').first();
    await search.fill('a');
    await endLogin(page, (await page.evaluate(() => localStorage.getItem('schoolAdminToken'))) ?? '');
    await search.fill('amelie');
    await expect(notice(page).getByRole('alert')).toHaveText('You have been logged out.');
    await logInAgain(page, password, DEMO.schoolAdmin);
    await expect(search).toHaveValue('amelie');
    await expect(page.getByText('amelie.fontaine').first()).toBeVisible();
  });

  test('the platform admin’s page', ON_DESKTOP, async ({ page }) => {
    await page.addInitScript((password) => localStorage.setItem('adminPassword', password), ADMIN_PASSWORD);
    await open(page, '/admin/dashboard?tab=users');
    const search = page.getByRole('searchbox').first();
    await expect(page.getByRole('button', { name: /^Edit/ }).first()).toBeVisible();
    await page.route('**/api/admin/users?*', (route) =>
      route.fulfill({ status: 403, json: { detail: 'Invalid admin password' } }),
    );
    await search.fill('hartley');
    await expect(notice(page).getByRole('alert')).toHaveText('You have been logged out.');
    await page.unrouteAll();
    await logInAgain(page, ADMIN_PASSWORD);
    await expect(search).toHaveValue('hartley');
    await expect(page.getByText('ms.hartley').first()).toBeVisible();
  });
});

test('until it is known who is there, nobody is taken for anybody', ON_PHONE, async ({ page }) => {
  const release = await holdBack(page, '**/api/**');
  await page.addInitScript(() => localStorage.setItem('token', 'A'.repeat(43)));
  await page.goto('/');
  await expect(page.getByRole('status')).toHaveText('Loading your papers...');
  for (const word of ['Login', 'Register', 'Logout'])
    await expect(page.getByText(word).filter({ visible: true })).toHaveCount(0);
  release();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('a server that fails does not log anybody out for good', ON_DESKTOP, async ({ page }) => {
  await page.route('**/api/users/me', (route) => route.fulfill({ status: 503, json: { detail: 'away' } }));
  await openAsNewStudent(page);
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await page.unroute('**/api/users/me');
  await reload(page);
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test('logging out in one tab logs out in the other', ON_DESKTOP, async ({ page, context }) => {
  await openAsNewStudent(page);
  const other = await context.newPage();
  await open(other, '/');
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
});

test('somebody who is logged in has no business at the login', ON_DESKTOP, async ({ page }) => {
  await openAsNewStudent(page, '/login');
  await expect(page).toHaveURL('/');
});
