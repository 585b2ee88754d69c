import type { Page } from '@playwright/test';
import { ADMIN_PASSWORD } from './machine.ts';
import { completion } from './papers.ts';
import {
  DEMO,
  expect,
  expectAccessible,
  fillLogin,
  forgetConnection,
  holdBack,
  newName,
  ON_DESKTOP,
  ON_PHONE,
  open,
  PASSWORD,
  passwordField,
  reload,
  test,
} from './test.ts';

const alert = (page: Page) => page.getByRole('alert');
const storedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

/** What is wrong with a field stands beside it, and the field has the focus. */
const expectBeside = async (page: Page, name: string, words: string) => {
  const field = page.locator(`input[name=${name}]`);
  await expect(field).toHaveAccessibleDescription(words);
  await expect(field).toBeFocused();
};

const fillRegistration = async (page: Page, username: string, confirmation = PASSWORD) => {
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await passwordField(page).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(confirmation);
};

test('a visitor registers, changes the password, logs out and in again', async ({ page }) => {
  const username = newName();
  await open(page, '/');
  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible();
  await fillRegistration(page, username);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/');

  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText(username, { exact: true })).toBeVisible();
  await expect(page.getByText(`${username}@example.org`)).toBeVisible();
  const oldToken = await storedToken(page);
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Change password' }).click();
  await page.locator('input[name=current_password]').fill('not the password');
  await page.locator('input[name=new_password]').fill('another fine secret');
  await page.getByLabel('Confirm new password').fill('another fine secret');
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  await expectBeside(page, 'current_password', 'The current password is wrong.');
  await page.locator('input[name=current_password]').fill(PASSWORD);
  await page.locator('input[name=new_password]').fill('abcd1234');
  await page.getByLabel('Confirm new password').fill('abcd1234');
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  await expectBeside(
    page,
    'new_password',
    'Password is little more than a sequence such as abcd or 4321. Try three or four unrelated words.',
  );
  await page.locator('input[name=new_password]').fill('another fine secret');
  await page.getByLabel('Confirm new password').fill('another fine secret');
  await page.getByRole('dialog').getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByText('Password changed.')).toBeVisible();
  expect(await storedToken(page)).not.toBe(oldToken);

  await reload(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await storedToken(page)).toBeNull();

  await page.getByRole('link', { name: 'Login' }).click();
  await fillLogin(page, username, PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(alert(page)).toContainText('Failed to log in. Please check your credentials.');
  await passwordField(page).fill('another fine secret');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
  await expect(page).toHaveURL('/');
});

test('registration says what is wrong and keeps what was typed', ON_PHONE, async ({ page }) => {
  await open(page, '/register');
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const username = newName();
  await fillRegistration(page, username, 'something else');
  await page.getByRole('button', { name: 'Register' }).click();
  await expectBeside(page, 'confirm_password', 'Passwords do not match');
  expect(requests.filter((url) => url.includes('/api/'))).toEqual([]);

  await passwordField(page).fill('password1');
  await page.getByLabel('Confirm Password').fill('password1');
  await page.getByRole('button', { name: 'Register' }).click();
  await expectBeside(page, 'password', 'Password is too well known. Try three or four unrelated words.');
  await expect(page.getByLabel('Username')).toHaveValue(username);

  await page.getByLabel('Username').fill(DEMO.student.toUpperCase());
  await passwordField(page).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expectBeside(page, 'username', 'This username is already taken.');
  await expect(alert(page)).toHaveCount(0);
  // No words of the server's own.
  await page.route('**/api/register', (route) => route.fulfill({ status: 503, body: '' }));
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(alert(page)).toContainText('Failed to register');
});

const BUTTONS = {
  '/login': 'Sign In',
  '/register': 'Register',
  '/teachers/login': 'Sign in as Teacher',
  '/schooladmin/login': 'Login',
  '/admin/login': 'Sign in',
};

for (const [path, name] of Object.entries(BUTTONS)) {
  test(`${path} says beside each field what is missing, and nothing moves`, async ({ page }) => {
    await open(page, path);
    const button = page.getByRole('button', { name, exact: true });
    // A press brings it into sight first.
    await button.hover();
    const before = await button.boundingBox();
    await button.click();
    const fields = await page.locator('main input:visible').all();
    for (const field of fields) await expect(field).toHaveAccessibleDescription('Please fill this in.');
    await expect(fields[0] ?? page.locator('main')).toBeFocused();
    expect(await button.boundingBox()).toEqual(before);
    await expectAccessible(page);
    if (path === '/register') {
      await page.getByLabel('Email').fill('nobody');
      await button.click();
      await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Enter a valid email address.');
      return;
    }
    for (const field of fields) await field.fill('nobody-at-all');
    await button.click();
    await expect(alert(page)).toBeVisible();
    expect(await button.boundingBox()).toEqual(before);
  });
}

for (const path of ['/register', '/login']) {
  test(
    `a guest whose time ends while ${path} is waited for keeps the work, whatever other tab is open`,
    ON_PHONE,
    async ({ page, context }) => {
      await page.addInitScript(() => {
        if (localStorage.getItem('guestEndsAt')) return;
        localStorage.setItem('localSubjects', '["theatre_sl"]');
        localStorage.setItem(
          'localCompletionStatus',
          '{"theatre_sl-2023-May-paper1":{"is_completed":true,"score":42}}',
        );
      });
      await page.clock.install();
      const username = newName();
      await open(page, path);
      const other = await context.newPage();
      await open(other, '/');
      await expect(other.getByText('1/15')).toBeVisible();
      const release = await holdBack(page, path === '/login' ? '**/api/token' : '**/api/register');
      if (path === '/login') {
        await page.request.post('/api/register', {
          data: { username, email: `${username}@example.org`, password: PASSWORD },
        });
        await fillLogin(page, username, PASSWORD);
      } else await fillRegistration(page, username);
      await page.locator('button[type=submit]').click();
      await expect(page.getByRole('button', { name: /\.\.\.$/ })).toBeVisible();

      // What one tab stores another may see a moment later.
      const promised = () => other.evaluate(() => localStorage.getItem('guestWorkPromised'));
      await expect.poll(promised).toBe('true');
      await page.clock.fastForward('05:10');
      await expect(other.getByText('Guest session: 0:00 left.')).toBeVisible();
      await expect(page.getByText('Guest time is over. Your work comes with you.').first()).toBeVisible();
      release();
      await expect(page).toHaveURL('/');
      await expect(page.getByText('1/15')).toBeVisible();
      await expect
        .poll(() => completion(page))
        .toMatchObject({ 'theatre_sl-2023-May-paper1': { score: 42 } });
      await expect(other.getByRole('button', { name: 'Logout' })).toBeVisible();
      await expect(other.getByText('1/15')).toBeVisible();
    },
  );
}

test(
  'a guest with a form open keeps the work, whatever other tab is open',
  ON_PHONE,
  async ({ page, context }) => {
    await page.addInitScript(() => {
      localStorage.setItem('localSubjects', '["theatre_sl"]');
      localStorage.setItem(
        'localCompletionStatus',
        '{"theatre_sl-2023-May-paper1":{"is_completed":true,"score":42}}',
      );
    });
    await open(page, '/register');
    await page.getByLabel('Username').fill(newName());
    const other = await context.newPage();
    await other.clock.install();
    await open(other, '/');
    await expect(other.getByText('1/15')).toBeVisible();
    await other.clock.fastForward('05:00');
    const held = other.getByText('Guest time is over. Your work comes with you in the other tab.').first();
    await expect(held).toBeVisible();
    await expect(other.getByText('1/15')).toBeVisible();

    await page.close();
    await other.clock.fastForward('00:05');
    await expect(other).toHaveURL('/landing/#work-cleared');
  },
);

test('a login by keyboard alone, while the button says what happens', ON_DESKTOP, async ({ page }) => {
  const release = await holdBack(page, '**/api/token');
  await open(page, '/login');
  await page.getByLabel('Username').focus();
  await page.keyboard.type(DEMO.student);
  await page.keyboard.press('Tab');
  await page.keyboard.type(DEMO.password());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
});

test(
  'without a connection a login says so and blames no password, and then works',
  ON_PHONE,
  async ({ page, context, complaints }) => {
    for (const path of ['/admin/login', '/schooladmin/login', '/teachers/login']) {
      await open(page, path);
      await context.setOffline(true);
      if (path !== '/admin/login') await page.getByLabel('Username').fill(DEMO.student);
      await passwordField(page).fill(DEMO.password());
      await page.keyboard.press('Enter');
      await expect(alert(page)).toHaveText('Tickmark cannot be reached. Your password was not checked.');
      await context.setOffline(false);
    }
    await open(page, '/login');
    await fillLogin(page, DEMO.student, DEMO.password());
    await context.setOffline(true);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(alert(page)).toHaveText('Tickmark cannot be reached. Your password was not checked.');
    await context.setOffline(false);
    await page.route('**/api/token', (route) => route.fulfill({ status: 503, body: '' }));
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(alert(page)).toHaveText(
      'Your password was not checked. The service is briefly unavailable. Please try again.',
    );
    await page.unroute('**/api/token');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    // The browser itself notes the line that was cut.
    forgetConnection(complaints);
  },
);

test('teachers log in by their own door', ON_DESKTOP, async ({ page }) => {
  await open(page, '/teachers/login');
  const submit = page.getByRole('button', { name: 'Sign in as Teacher' });
  await fillLogin(page, DEMO.teacher, 'wrong');
  await submit.click();
  await expect(alert(page)).toContainText('Incorrect username or password.');
  await fillLogin(page, DEMO.student, DEMO.password());
  await submit.click();
  await expect(alert(page)).toContainText('Access denied. Teacher account required.');
  await page.route('**/api/token?**', (route) => route.fulfill({ status: 503, json: { detail: 'away' } }));
  await submit.click();
  await expect(alert(page)).toContainText('Login failed. Please try again.');
  await page.unroute('**/api/token?**');
  const release = await holdBack(page, '**/api/token?**');
  await fillLogin(page, DEMO.teacher, DEMO.password());
  await submit.click();
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  release();
  await expect(page).toHaveURL('/teachers');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
});

test('school admins log in by theirs', ON_DESKTOP, async ({ page }) => {
  await open(page, '/schooladmin/dashboard');
  await expect(page).toHaveURL('/schooladmin/login');
  await fillLogin(page, DEMO.student, DEMO.password());
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(alert(page)).toContainText('Invalid credentials');
  await fillLogin(page, DEMO.schoolAdmin, DEMO.password());
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page).toHaveURL('/schooladmin/dashboard');
  await expect(page.getByRole('heading', { name: 'School Admin Dashboard' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('schoolAdminToken'))).toBeTruthy();
  await open(page, '/schooladmin');
  await expect(page).toHaveURL('/schooladmin/dashboard');
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/schooladmin/login');
  expect(await page.evaluate(() => localStorage.getItem('schoolAdminToken'))).toBeNull();
});

test('the platform admin logs in by password', ON_DESKTOP, async ({ page }) => {
  await open(page, '/admin');
  await expect(page).toHaveURL('/admin/login');
  await passwordField(page).fill('wrong');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(alert(page)).toContainText('Invalid admin password');
  await passwordField(page).fill(ADMIN_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await open(page, '/admin');
  await expect(page).toHaveURL('/admin/dashboard');
});

/** What the forms ask for, and where else they lead. */
const FORMS: Record<string, { fields: string[]; links: [name: string, to: string][] }> = {
  '/login': {
    fields: ['username', 'password'],
    links: [
      ['Register', '/register'],
      ['Teacher Login', '/teachers/login'],
      ['School Admin Login', '/schooladmin/login'],
    ],
  },
  '/register': {
    fields: ['username', 'email', 'password', 'confirm_password'],
    links: [['Sign In', '/login']],
  },
  '/teachers/login': { fields: ['username', 'password'], links: [['Student Login', '/login']] },
  '/schooladmin/login': {
    fields: ['username', 'password'],
    links: [
      ['Student Login', '/login'],
      ['Teacher Login', '/teachers/login'],
    ],
  },
  '/admin/login': { fields: ['password'], links: [] },
};

test.describe('before the script is ready', () => {
  test.use({ javaScriptEnabled: false });

  for (const [path, { fields, links }] of Object.entries(FORMS)) {
    test(
      `the form on ${path} asks for what it needs and leads to the others`,
      ON_DESKTOP,
      async ({ page }) => {
        await page.goto(path);
        const asked = await page.locator('form input:visible').all();
        expect(await Promise.all(asked.map((field) => field.getAttribute('name')))).toEqual(fields);
        for (const field of asked) await expect(field).toHaveAttribute('required');
        for (const field of await page.locator('input[name=email]').all())
          await expect(field).toHaveAttribute('type', 'email');
        for (const [name, to] of links)
          await expect(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', to);
      },
    );
  }

  for (const path of ['/login', '/register', '/teachers/login', '/schooladmin/login', '/admin/login']) {
    test(`a form on ${path} puts no password into the address`, ON_PHONE, async ({ page }) => {
      await page.goto(path);
      for (const field of await page.locator('input:visible').all()) {
        const type = await field.getAttribute('type');
        await field.fill(type === 'email' ? 'a@example.org' : 'my secret');
      }
      await page.locator('button[type=submit]').click();
      await expect(page).toHaveURL(path);
      await expect(page.locator('form')).toBeVisible();
    });
  }
});
