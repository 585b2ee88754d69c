import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { openAsAdmin, openWith, press, register, USERS } from './admin.ts';
import { ADMIN_PASSWORD } from './machine.ts';
import {
  DEMO,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newName,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  PASSWORD,
  passwordField,
  reload,
  test,
} from './test.ts';

const dialog = (page: Page) => page.getByRole('dialog');
const openMyData = async (page: Page) => {
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'My data' }).click();
  await expect(page).toHaveURL(/\/settings#data$/);
  await expect(page.getByRole('heading', { name: 'My data', exact: true })).toBeFocused();
};
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const logInAgain = async (page: Page, username: string): Promise<string> => {
  const answer = await page.request.post('/api/token', { form: { username, password: PASSWORD } });
  return ((await answer.json()) as { access_token: string }).access_token;
};
const fillDeletion = async (page: Page, name: string, password: string) => {
  await page.locator('input[name=confirmation]').fill(name);
  await passwordField(page).fill(password);
  await dialog(page).getByRole('button', { name: 'Delete account' }).click();
};

test('a student takes all data along and deletes the account', async ({ page }) => {
  const { username, token } = await openAsNewStudent(page);
  await openMyData(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^tickmark-visitor-.*\.zip$/);
  await expect(page.getByText('Saved to your downloads.')).toBeVisible();
  const bytes = await readFile(await file.path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.includes('data.json')).toBe(true);

  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Delete my account' })).toBeVisible();
  await expect(page.locator('input[name=confirmation]')).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await fillDeletion(page, 'somebody-else', PASSWORD);
  await expect(page.locator('input[name=confirmation]')).toHaveAccessibleDescription(
    `Type ${username} to confirm.`,
  );
  await fillDeletion(page, username, 'not the password');
  await expect(page.getByRole('alert')).toContainText('The password is wrong.');
  await fillDeletion(page, username.toUpperCase(), PASSWORD);

  await expect(page.getByText('Your account has been deleted.')).toBeVisible();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Register' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  const answer = await page.request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status()).toBe(401);
});

test('a download can be stopped, and says when it failed', ON_PHONE, async ({ page }) => {
  await openAsNewStudent(page);
  await openMyData(page);
  const download = page.getByRole('button', { name: 'Download' });
  await page.route('**/api/users/me/data', () => {});
  await download.click();
  await expect(page.getByRole('button', { name: 'Preparing...' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await page.unroute('**/api/users/me/data');
  await page.route('**/api/users/me/data', (route) =>
    route.fulfill({ status: 503, json: { detail: 'away' } }),
  );
  await download.click();
  await expect(page.getByRole('alert')).toContainText('The download failed.');
  await expectAccessible(page);
});

test('a student sees where they are logged in, and logs out elsewhere', async ({ page, browser }) => {
  const { username } = await openAsNewStudent(page);
  const elsewhere = await browser.newPage();
  await openWith(elsewhere, { token: await logInAgain(page, username) }, '/');
  await logInAgain(page, username);
  await page.bringToFront();
  await open(page, '/settings#devices');
  await expect(page.getByRole('heading', { name: 'Devices' })).toBeFocused();
  const devices = section(page, 'Devices');
  await expect(devices.getByRole('listitem')).toHaveCount(3);
  await expect(devices.getByRole('listitem').first()).toContainText('this one');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await page.route('**/api/users/me/sessions', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 503, json: { detail: 'away' } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: 'Log out all others' }).click();
  await expect(page.getByText('Failed to log out the others. Please try again.')).toBeVisible();
  await page.unrouteAll();
  await devices
    .getByRole('button', { name: /^Log out / })
    .first()
    .click();
  await expect(devices.getByRole('listitem')).toHaveCount(2);
  await expect(devices.getByRole('list')).toBeFocused();
  await devices.getByRole('button', { name: /^Log out / }).click();
  await expect(devices.getByRole('listitem')).toHaveText([/this one/]);
  await elsewhere.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(elsewhere.getByText('You have been logged out.').first()).toBeVisible();
  await elsewhere.close();
});

test('visits to the account are listed, by keys alone too', async ({ page }) => {
  const { token } = await openAsNewStudent(page);
  await page.route('**/api/users/me/visits', (route) =>
    route.fulfill({ status: 403, json: { detail: 'Not now.' } }),
  );
  await openMyData(page);
  await expect(page.getByRole('alert')).toContainText('The visits could not be loaded.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.unroute('**/api/users/me/visits');
  await page.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(section(page, 'My data')).toContainText('Nobody from Tickmark has viewed your account.');
  await expectAccessible(page);

  const headers = { 'x-admin-password': ADMIN_PASSWORD };
  const { id } = (await (
    await page.request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } })
  ).json()) as { id: number };
  for (let visit = 0; visit < 4; visit += 1) {
    const began = await page.request.post(`/api/admin/impersonate/${id}`, { headers });
    const { access_token } = (await began.json()) as { access_token: string };
    const authorization = `Bearer ${access_token}`;
    if (visit === 3) {
      await page.request.post('/api/subjects', {
        headers: { authorization },
        data: { subjects: ['history_sl'] },
      });
    }
    if (visit > 0) await page.request.post('/api/logout', { headers: { authorization } });
  }
  await reload(page);
  const visits = section(page, 'Visits to my account').getByRole('listitem');
  await expect(visits).toHaveCount(3);
  await expect(visits.nth(0)).toContainText(/^\d+ \w+ \d{4}, \d\d:\d\d( – \d\d:\d\d)?Subjects changed\.$/);
  await expect(visits.nth(1)).toContainText('Nothing was changed.');
  const more = page.getByRole('button', { name: 'Show all 4' });
  await more.press('Enter');
  await expect(visits).toHaveCount(4);
  await expect(visits.nth(3)).toContainText('– now');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  // What was pressed keeps the focus, and takes it back.
  await page.keyboard.press('Enter');
  await expect(visits).toHaveCount(3);
  await expect(more).toBeFocused();
});

test('a school admin leaves by the same way, and the school stays', ON_DESKTOP, async ({ page }) => {
  const username = newName();
  const headers = { 'x-admin-password': ADMIN_PASSWORD };
  const schools = (await (await page.request.get('/api/admin/schools', { headers })).json()) as {
    id: number;
  }[];
  const made = await page.request.post('/api/schooladmin/register', {
    headers,
    data: { username, password: PASSWORD, school_id: schools[0]?.id },
  });
  expect(made.status()).toBe(200);
  await open(page, '/schooladmin/login');
  await page.getByLabel('Username').fill(username);
  await passwordField(page).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  const own = 'amber kettle window';
  for (const name of ['new_password', 'confirm_password'])
    await page.locator(`input[name=${name}]`).fill(own);
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await expect(page.getByRole('heading', { name: 'School Admin Dashboard' })).toBeVisible();
  await openMyData(page);
  await expect(page).toHaveURL('/schooladmin/settings#data');
  await expect(section(page, 'Account')).toContainText(username);
  await expect(section(page, 'Devices').getByRole('listitem')).toHaveText([/this one/]);
  await expect(page.getByText('Teachers who see my progress')).toHaveCount(0);
  await expectAccessible(page);
  await expect(section(page, 'My data')).toContainText('The school, its people and their work stay.');
  await expect(section(page, 'My data')).toContainText('Nobody from Tickmark has viewed your account.');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await fillDeletion(page, username, own);
  await expect(page).toHaveURL('/schooladmin/login');
  const login = await page.request.post('/api/schooladmin/login', { data: { username, password: own } });
  expect(login.status()).toBe(401);
  const colleague = await page.request.post('/api/schooladmin/login', {
    data: { username: DEMO.schoolAdmin, password: DEMO.password() },
  });
  expect(colleague.status()).toBe(200);
});

test('an admin who views as a user is told that this is for the user alone', ON_DESKTOP, async ({ page }) => {
  const { email } = await register(page);
  await openAsAdmin(page, `${USERS}&q=${email}`);
  await press(page, 'Impersonate', email);
  await dialog(page).getByRole('button', { name: 'Impersonate' }).click();
  await expect(page.getByRole('button', { name: 'Return to admin' })).toBeVisible();
  await openMyData(page);
  await expect(section(page, 'My data')).toContainText(
    'Only they can download their data or delete their account.',
  );
  await expect(page.getByRole('button', { name: /Download|Delete/ })).toHaveCount(0);
  // Where they are logged in is theirs to see.
  await expect(section(page, 'Devices')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(dialog(page)).toContainText('Only they can change their password.');
  await expect(dialog(page).locator('input')).toHaveCount(0);
});
