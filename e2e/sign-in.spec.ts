import type { Page } from '@playwright/test';
import { ADMIN, expectFine, openAsAdmin, register } from './admin.ts';
import { CLIENT, type Somebody, startSchool } from './oidc.ts';
import { newSchool, type School } from './school.ts';
import { expect, expectAccessible, newName, open, PASSWORD, test } from './test.ts';

/** A school's own sign-in, from the first setting to the last way in, with a real provider. */

type Provider = Awaited<ReturnType<typeof startSchool>>;

const startProvider = (baseURL: string | undefined) => startSchool(`${baseURL}/sign-in/callback`);
const somebody = (school: School, name = 'anna'): Somebody => ({
  sub: newName(),
  email: `${name}.${newName()}${school.domain}`,
  email_verified: true,
});

const setUp = async (page: Page, school: School, provider: Provider): Promise<void> => {
  await openAsAdmin(page, `/admin/schools/${school.id}?tab=sign-in`);
  await page.getByRole('radio', { name: 'Other' }).check();
  await page.getByLabel('Issuer').fill(provider.issuer);
  await page.getByLabel('Client ID').fill(CLIENT.id);
  await page.locator('input[name=client_secret]').fill(CLIENT.secret);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Sign-in saved')).toBeVisible();
};
const runTest = (page: Page) => page.getByRole('button', { name: 'Test sign-in' }).click();
const steps = (page: Page) => page.getByRole('list', { name: 'Last test' }).getByRole('listitem');
const turnOn = async (page: Page, school: School, provider: Provider): Promise<void> => {
  await setUp(page, school, provider);
  provider.sends(somebody(school));
  await runTest(page);
  await expect(page.getByRole('heading', { name: 'School sign-in: on' })).toBeVisible();
};
const letIn = async (page: Page): Promise<void> => {
  await page.getByText('Unknown people become students').click();
  await expect(page.getByRole('switch', { name: 'Unknown people become students' })).toBeChecked();
};
const goOn = async (page: Page, email: string): Promise<void> => {
  await open(page, '/sign-in');
  await page.getByLabel('Your school e-mail').fill(email);
  await page.getByRole('button', { name: 'Go on' }).click();
};
const whoAmI = async (page: Page) => {
  const token = await page.evaluate(() => localStorage.getItem('token'));
  const answer = await page.request.get('/api/users/me', { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as { id: number; username: string; email: string; role: string };
};

test('the platform admin sets it up, tests it and lets newcomers in', async ({ page, baseURL }, info) => {
  const school = await newSchool(page);
  const provider = await startProvider(baseURL);
  await openAsAdmin(page, `/admin/schools/${school.id}?tab=sign-in`);
  await expect(page.getByRole('heading', { name: 'School sign-in: off' })).toBeVisible();
  await expect(page.getByText(`${baseURL}/sign-in/callback`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Test sign-in' })).toBeDisabled();
  for (const name of ['Unknown people become students', 'Only through the school’s sign-in'])
    await expect(page.getByRole('switch', { name })).toBeDisabled();
  await page.getByRole('radio', { name: 'Microsoft Entra ID' }).check();
  await page.getByLabel('Tenant ID').fill('common');
  await page.getByLabel('Client ID').fill('x');
  await page.locator('input[name=client_secret]').fill('x');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Tenant ID must look like')).toBeVisible();
  await expectFine(page, info);

  await setUp(page, school, provider);
  await expect(page.locator('input[name=client_secret]')).toHaveAttribute(
    'placeholder',
    'Saved. Type to replace',
  );
  provider.sends({ ...somebody(school), email: 'anna@other.edu' });
  await runTest(page);
  await expect(steps(page)).toHaveText([
    'ok: Provider found',
    'ok: Signed in there',
    `failed: Domain: got @other.edu, expected ${school.domain}`,
    'Would log in as: not reached',
  ]);
  await expect(page.getByRole('tab', { name: 'Sign-in' })).toHaveAttribute('aria-selected', 'true');
  await expectFine(page, info);

  provider.sends(somebody(school));
  await runTest(page);
  await expect(page.getByRole('heading', { name: 'School sign-in: on' })).toBeVisible();
  await expect(steps(page).last()).toHaveText(
    'ok: Would log in as: nobody, because the school has not added this address',
  );
  await letIn(page);

  const newcomer = somebody(school);
  provider.sends(newcomer);
  await goOn(page, newcomer.email);
  await expect(page).toHaveURL('/');
  expect(await whoAmI(page)).toMatchObject({ email: newcomer.email, role: 'student' });
  // What was brought along is nowhere in the history.
  await page.goBack();
  expect(page.url()).not.toContain('code=');

  // Without a password there is nothing to change by one, and the account can be deleted all the same.
  await open(page, '/settings');
  await expect(page.getByText('None. You sign in with your school.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Change address' })).toBeHidden();
  await page.getByRole('button', { name: 'Delete account' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete my account' });
  await expect(dialog.getByLabel('Password')).toBeHidden();
  await dialog.locator('input[name=confirmation]').fill((await whoAmI(page)).username);
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByText('Your account has been deleted.')).toBeVisible();

  await openAsAdmin(page, `/admin/schools/${school.id}?tab=sign-in`);
  await page.getByRole('button', { name: 'Remove sign-in' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove sign-in' }).click();
  await expect(page.getByRole('heading', { name: 'School sign-in: off' })).toBeVisible();
  provider.stop();
});

test('an account of the same address is joined by its password, once', async ({ page, baseURL }, info) => {
  const school = await newSchool(page);
  const provider = await startProvider(baseURL);
  const account = await register(page, newName(), school.domain.slice(1));
  await turnOn(page, school, provider);
  const person = { ...somebody(school), email: account.email };
  provider.sends(person);
  await goOn(page, account.email);
  await expect(page.getByText('This address has an account. Give its password once.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'This account is not mine' })).toBeHidden();
  await expectFine(page, info);
  await page.locator('input[name=password]').fill('not the password');
  await page.getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('alert')).toHaveText('The password is wrong.');
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/');
  const me = await whoAmI(page);
  expect(me.email).toBe(account.email);

  await page.evaluate(() => localStorage.removeItem('token'));
  await goOn(page, account.email);
  await expect(page).toHaveURL('/');
  expect((await whoAmI(page)).id).toBe(me.id);
  provider.stop();
});

test('somebody who is logged in joins their account in the settings', async ({ page, baseURL }, info) => {
  const school = await newSchool(page);
  const provider = await startProvider(baseURL);
  const account = await register(page, newName(), school.domain.slice(1));
  await turnOn(page, school, provider);
  // The school knows them by another address.
  const known = somebody(school);
  provider.sends(known);
  await page.evaluate((token) => localStorage.setItem('token', token), account.token);
  await open(page, '/settings');
  await expectFine(page, info);
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in/);
  await open(page, '/settings');
  await expect(page.getByText('Joined. You can sign in with your school.')).toBeVisible();

  await page.evaluate(() => localStorage.removeItem('token'));
  await goOn(page, known.email);
  await expect(page).toHaveURL('/');
  expect((await whoAmI(page)).email).toBe(account.email);
  provider.stop();
});

test('an account that is somebody else’s loses the address', async ({ page, baseURL }) => {
  const school = await newSchool(page);
  const provider = await startProvider(baseURL);
  const squatter = await register(page, newName(), school.domain.slice(1));
  await turnOn(page, school, provider);
  await letIn(page);
  provider.sends({ ...somebody(school), email: squatter.email });
  await goOn(page, squatter.email);
  await page.getByRole('button', { name: 'This account is not mine' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start a new account' }).click();
  await expect(page).toHaveURL('/');
  const me = await whoAmI(page);
  expect(me.email).toBe(squatter.email);
  const users = await page.request.get(`/api/admin/users?q=${squatter.username}`, { headers: ADMIN });
  expect(await users.json()).toContainEqual(
    expect.objectContaining({ username: squatter.username, email: null, school_id: null }),
  );
  provider.stop();
});

test('what goes wrong is said, and passwords can be closed', async ({ page, baseURL }, info) => {
  const school = await newSchool(page);
  const provider = await startProvider(baseURL);
  const account = await register(page, newName(), school.domain.slice(1));
  await goOn(page, 'anna@nowhere.example');
  await expect(page.getByText('No school sign-in for this address.')).toBeVisible();
  await expectFine(page, info);

  await turnOn(page, school, provider);
  await page.getByText('Only through the school’s sign-in').click();
  await expect(page.getByRole('switch', { name: 'Only through the school’s sign-in' })).toBeChecked();
  const stranger = somebody(school);
  provider.sends(stranger);
  await goOn(page, stranger.email);
  await expect(page.getByRole('alert')).toHaveText('Your school has not added you yet. Ask your school.');
  expect(new URL(page.url()).hash).toBe('');
  await expectFine(page, info);

  await open(page, '/login');
  await page.getByLabel('Username').fill(account.username);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alert')).toHaveText(
    'You log in through your school. Choose “Sign in with your school”.',
  );
  await expect(page.getByRole('link', { name: 'Sign in with your school' })).toBeVisible();

  provider.goesAway();
  await goOn(page, account.email);
  await expect(page.getByRole('alert')).toHaveText('Your school’s sign-in does not answer.');
  provider.stop();
});

test('the logins offer it where a school has one, and lead straight there if it is the only one', async ({
  page,
}, info) => {
  const options = { mail: false, school_sign_in: true, only_school: null as number | null };
  await page.route('**/api/sign-in/options', (route) => route.fulfill({ json: options }));
  for (const path of ['/login', '/teachers/login', '/schooladmin/login']) {
    options.only_school = null;
    await open(page, path);
    const link = page.getByRole('link', { name: 'Sign in with your school' });
    await expect(link).toHaveAttribute('href', '/sign-in');
    await expectFine(page, info);
    options.only_school = 7;
    await open(page, path);
    await expect(link).toHaveAttribute('href', '/api/sign-in/7/start');
  }
  options.school_sign_in = false;
  await open(page, '/login');
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign in with your school' })).toBeHidden();
});
