import type { Page } from '@playwright/test';
import { as, newTeacher, register } from './admin.ts';
import { ADMIN_PASSWORD } from './machine.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  PASSWORD,
  reload,
  test,
} from './test.ts';

/** The settings: one page whose parts have addresses. What each part does with the account is in privacy.spec.ts. */

const AWAY = { status: 503, json: { detail: 'away' } };
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('each part has an address, from the menu, the side and a link', ON_DESKTOP, async ({ page }) => {
  await openAsNewStudent(page);
  const gear = page.getByRole('button', { name: 'Settings' });
  const rows = page.getByRole('menuitem');
  await gear.click();
  await expect(rows).toHaveText(['Settings', 'Teachers who see my progress', 'My data']);
  await rows.nth(0).click();
  await expect(heading(page, 'Settings')).toBeFocused();
  await expect(page).toHaveTitle('Settings · Tickmark');

  await page.getByRole('navigation').getByRole('link', { name: 'Devices' }).press('Enter');
  await expect(page).toHaveURL('/settings#devices');
  await expect(heading(page, 'Devices')).toBeFocused();
  // From the page to a part of itself.
  await gear.click();
  await rows.nth(2).click();
  await expect(page).toHaveURL('/settings#data');
  await expect(heading(page, 'My data')).toBeFocused();
  await expect(heading(page, 'My data')).toBeInViewport();
  // As often as it is asked for.
  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('navigation').getByRole('link', { name: 'My data' }).click();
  await expect(heading(page, 'My data')).toBeFocused();
  await open(page, '/settings#teachers');
  await expect(heading(page, 'Teachers who see my progress')).toBeFocused();
  await expect(part(page, 'Teachers who see my progress')).toContainText('No teacher sees your progress.');

  // A dialog is opened where the reader is, and leaves them there.
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeFocused();
});

test('what fails takes nothing else along', async ({ page }) => {
  await page.route('**/api/users/me/teachers', (route) => route.fulfill({ ...AWAY, status: 403 }));
  await openAsNewStudent(page, '/settings');
  await expect(page.getByRole('alert')).toHaveText(/^Your teachers could not be loaded\./);
  await expect(part(page, 'Devices').getByRole('listitem')).toHaveText([/this one/]);
  await expect(part(page, 'My data')).toContainText('Nobody from Tickmark');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(part(page, 'Teachers who see my progress')).toContainText('No teacher sees your progress.');
});

test('a student answers requests and ends what they allowed, by keys', ON_PHONE, async ({ page }) => {
  const { username } = await openAsNewStudent(page, '/settings#teachers');
  const teachers = [await newTeacher(page), await newTeacher(page)];
  for (const teacher of teachers) await teacher.follow(`${username}@example.org`);
  await reload(page);
  const [first, second] = teachers.map((teacher) => teacher.username);
  const section = part(page, 'Teachers who see my progress');
  const button = (name: string) => section.getByRole('button', { name, exact: true });
  await expect(page.getByRole('button', { name: 'Settings, 2 requests' })).toBeVisible();

  await page.route('**/api/users/me/teachers/*/accept', (route) => route.fulfill(AWAY));
  await button(`Accept: ${first}`).press('Enter');
  await expect(section.getByRole('alert')).toHaveText('This did not work. Please try again.');
  await page.unrouteAll();
  await button(`Accept: ${first}`).press('Enter');
  await expect(button(`End: ${first}`)).toBeFocused();
  // Requests come first.
  await expect(section.getByRole('listitem')).toContainText([second ?? '', first ?? '']);
  await expectAccessible(page);

  await page.keyboard.press('Enter');
  await expect(section.getByRole('alert')).toHaveText('They will no longer see your progress. End it?');
  await expect(button('Cancel')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(button(`End: ${first}`)).toBeFocused();
  await page.keyboard.press('Enter');
  await button(`End: ${first}`).press('Enter');
  await expect(page.getByText('This teacher no longer sees your progress.')).toBeVisible();
  await expect(section).not.toContainText(first ?? '');
  await expect(heading(page, 'Teachers who see my progress')).toBeFocused();
  await button(`Decline: ${second}`).press('Enter');
  await expect(section).toContainText('No teacher sees your progress.');
  await expect(page.getByRole('button', { name: 'Settings', exact: true })).toBeVisible();
});

test('an address is changed at once where nothing is mailed', async ({ page }) => {
  const { username } = await openAsNewStudent(page, '/settings');
  const account = part(page, 'Account');
  await expect(account).toContainText(`${username}@example.org`);
  const opener = account.getByRole('button', { name: 'Change address' });
  await opener.press('Enter');
  const [email, password] = [
    account.getByLabel('New email'),
    account.locator('input[name=current_password]'),
  ];
  await expect(email).toBeFocused();
  await expect(account).not.toContainText('We will mail a link there.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const save = async (address: string, secret: string) => {
    await email.fill(address);
    await password.fill(secret);
    await page.keyboard.press('Enter');
  };
  await save(`${username}@example.org`, PASSWORD);
  await expect(email).toHaveAccessibleDescription(/This is already your address\./);
  await save(`${username}@example.net`, 'not the password');
  await expect(password).toHaveAccessibleDescription('The current password is wrong.');
  await save((await register(page)).email, PASSWORD);
  await expect(email).toHaveAccessibleDescription(/This email is already registered\./);
  await account.getByRole('button', { name: 'Cancel' }).click();
  await expect(opener).toBeFocused();

  await opener.click();
  await save(`${username}@example.net`, PASSWORD);
  await expect(account.getByRole('status')).toHaveText('Address changed.');
  await expect(opener).toBeFocused();
  await expect(account).toContainText(`${username}@example.net`);
  await expect(account).not.toContainText('Not confirmed.');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.locator('.popover').getByText(`${username}@example.net`)).toBeVisible();
});

test('a password that somebody else made is told to its owner', ON_PHONE, async ({ page }) => {
  const { token } = await openAsNewStudent(page, '/settings#data');
  const data = part(page, 'My data');
  await expect(data).toContainText('Nobody from Tickmark has viewed your account.');
  await expect(data).not.toContainText('A new password');
  const me = await page.request.get('/api/users/me', { headers: as(token) });
  const { id, username } = (await me.json()) as { id: number; username: string };
  const reset = await page.request.post(`/api/admin/users/${id}/password`, {
    headers: { 'x-admin-password': ADMIN_PASSWORD },
  });
  const { password } = (await reset.json()) as { password: string };
  const given = await page.request.post('/api/token', { form: { username, password } });
  const { access_token: first } = (await given.json()) as { access_token: string };
  const chosen = await page.request.post('/api/users/me/password', {
    headers: as(first),
    data: { current_password: password, new_password: 'amber kettle window' },
  });
  const { access_token: next } = (await chosen.json()) as { access_token: string };
  await page.evaluate((value) => localStorage.setItem('token', value), next);
  await reload(page);
  await expect(part(page, 'New passwords').getByRole('listitem')).toHaveText(
    /^A new password was made for you by the operator of Tickmark on \d+ \w+ \d{4}\.$/,
  );
  await expectAccessible(page);
});
