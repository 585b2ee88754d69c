import type { Page } from '@playwright/test';
import { as, expectFine, openWith, press, register, USERS, userRow } from './admin.ts';
import { ADMIN_PASSWORD } from './machine.ts';
import { DEMO, expect, newName, open, settled, test } from './test.ts';

/** What stands open for a moment only, and names that are as long as names get: in both themes, on the smallest phone too. */

const settings = (page: Page) => page.getByRole('button', { name: 'Settings' });
const item = (page: Page, name: string) => page.getByRole('menuitem', { name });

test('a guest’s menu', async ({ page }, info) => {
  await open(page, '/');
  await settings(page).click();
  await expect(item(page, 'Teacher Login')).toBeVisible();
  await expectFine(page, info);
});

test('a student’s menu, settings, the dialog for a new password and the years', async ({ page }, info) => {
  const { token } = await register(page);
  await page.request.post('/api/subjects', { headers: as(token), data: { subjects: ['music_sl'] } });
  await openWith(page, { token }, '/');
  await settings(page).click();
  await expect(item(page, 'My data')).toBeVisible();
  await expectFine(page, info);
  await item(page, 'Settings').click();
  await expect(page.getByText('this one')).toBeVisible();
  await expectFine(page, info);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog').getByLabel('Current password')).toBeFocused();
  await expectFine(page, info);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('button', { name: /^(Year Range|Filters)/ }).click();
  await expect(page.getByLabel('Start Year')).toBeVisible();
  await expectFine(page, info);
});

test('a login that failed', async ({ page }, info) => {
  await open(page, '/teachers/login');
  await page.getByLabel('Username').fill(DEMO.teacher);
  await page.locator('input[name=password]').fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Incorrect username or password.');
  await expectFine(page, info);
});

test('before anything has come', async ({ page }, info) => {
  await page.route('**/api/**', () => new Promise(() => {}));
  await page.addInitScript(() => {
    localStorage.setItem('token', 'x');
    localStorage.setItem('adminPassword', 'x');
    localStorage.setItem('schoolAdminToken', 'x');
  });
  for (const path of ['/', '/schooladmin/dashboard', '/schooladmin/dashboard?tab=statistics', USERS]) {
    await page.goto(path);
    await expect(page.getByText(/^Loading/).first()).toBeAttached();
    await settled(page);
    await expectFine(page, info);
  }
});

test('the longest names there are', async ({ page }, info) => {
  const name = `${newName()}-von-hohenlohe-waldenburg-schillingsfuerst-bartenstein`.slice(0, 60);
  const { email, token } = await register(page, name, `${'long-'.repeat(9)}domain.example.org`);
  await page.request.post('/api/subjects', {
    headers: as(token),
    data: { subjects: ['math_ai_hl', 'english_a_lang_lit_hl', 'ess_hl'] },
  });
  await openWith(page, { token, adminPassword: ADMIN_PASSWORD }, '/');
  await settings(page).click();
  await expect(page.getByText(email)).toBeVisible();
  await expectFine(page, info);
  await page.keyboard.press('Escape');

  await open(page, `${USERS}&q=${name}`);
  await expect(userRow(page, email)).toBeVisible();
  await expectFine(page, info);
  await press(page, 'Delete', email);
  await expect(page.getByRole('dialog')).toContainText(/Are you sure/);
  await expectFine(page, info);
});
