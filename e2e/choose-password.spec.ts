import type { Page } from '@playwright/test';
import { ADMIN, as, newTeacher, register } from './admin.ts';
import { newSchool } from './school.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newName,
  ON_DESKTOP,
  open,
  PASSWORD,
  passwordField,
  reload,
  test,
} from './test.ts';

const OWN = 'another fine secret';

/** Makes a new password for somebody, as their school would, and returns it. */
const reset = async (page: Page, token: string): Promise<string> => {
  const me = (await (await page.request.get('/api/users/me', { headers: as(token) })).json()) as {
    id: number;
  };
  const answer = await page.request.post(`/api/admin/users/${me.id}/password`, { headers: ADMIN });
  return ((await answer.json()) as { password: string }).password;
};

const logIn = async (page: Page, username: string, password: string) => {
  await page.getByLabel('Username').fill(username);
  await passwordField(page).fill(password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/choose-password');
};

const choose = async (page: Page, password: string, confirmation = password) => {
  await page.locator('input[name=new_password]').fill(password);
  await page.locator('input[name=confirm_password]').fill(confirmation);
  await page.getByRole('button', { name: 'Save and go on' }).click();
};

test('a student who was given a password chooses their own before anything else', async ({ page }) => {
  const { username, token } = await register(page);
  const given = await reset(page, token);
  await open(page, '/login');
  await logIn(page, username, given);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Choose your own password');
  await expect(page.getByText('Someone gave you this password. Choose one only you know.')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await choose(page, OWN, 'something else');
  await expect(page.locator('input[name=confirm_password]')).toHaveAccessibleDescription(
    'Passwords do not match',
  );
  await choose(page, 'password1');
  await expect(page.locator('input[name=new_password]')).toHaveAccessibleDescription(
    'Password is too well known. Try three or four unrelated words.',
  );

  // There is no way round it, and after a reload the password that was given is asked for.
  await open(page, '/');
  await expect(page).toHaveURL('/choose-password');
  await page.locator('input[name=current_password]').fill('not the one');
  await choose(page, OWN);
  await expect(page.locator('input[name=current_password]')).toHaveAccessibleDescription(
    'The current password is wrong.',
  );
  await page.locator('input[name=current_password]').fill(given);
  await choose(page, OWN);
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await reload(page);
  await expect(page.getByRole('button', { name: 'Settings' })).toBeVisible();
  await open(page, '/choose-password');
  await expect(page).toHaveURL('/');
});

test('a teacher and a school admin go on to their own screens', ON_DESKTOP, async ({ page }) => {
  const teacher = await newTeacher(page);
  const given = await reset(page, teacher.token);
  await open(page, '/teachers/login');
  await logIn(page, teacher.username, given);
  await choose(page, OWN);
  await expect(page).toHaveURL('/teachers');
  await page.getByRole('button', { name: 'Logout' }).click();

  const school = await newSchool(page);
  const username = newName();
  await page.request.post('/api/schooladmin/register', {
    headers: ADMIN,
    data: { username, password: PASSWORD, school_id: school.id },
  });
  await open(page, '/schooladmin/login');
  await logIn(page, username, PASSWORD);
  await open(page, '/schooladmin/dashboard');
  await expect(page).toHaveURL('/choose-password');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/schooladmin/login');
  await logIn(page, username, PASSWORD);
  await choose(page, OWN);
  await expect(page).toHaveURL('/schooladmin/dashboard');
  await expect(page.getByText(school.name)).toBeVisible();
});
