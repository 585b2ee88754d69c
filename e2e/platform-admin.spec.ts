import type { Page } from '@playwright/test';
import {
  as,
  DASHBOARD,
  expectFine,
  openAsAdmin,
  openFromHeader,
  openWith,
  register,
  stored,
  USERS,
} from './admin.ts';
import { expect, newName, ON_DESKTOP, open, passwordField, reload, test } from './test.ts';

const USERS_CALL = '**/api/admin/users?**';

test.describe('feedback', () => {
  const say = async (page: Page, message: string, email = 'Anonymous', token = ''): Promise<void> => {
    const answer = await page.request.post('/api/feedback', {
      data: { message, email, timestamp: new Date().toISOString(), user: 'Anonymous' },
      ...(token !== '' && { headers: as(token) }),
    });
    expect(answer.status()).toBe(200);
  };

  test('is read, found, and ticked off', async ({ page }, info) => {
    const { username, email, token } = await register(page);
    const word = newName();
    await say(page, `First ${word}`);
    await say(page, `Second ${word}\nwith a second line`, 'answer@example.org', token);
    await openAsAdmin(page);
    await openFromHeader(page, info, 'Feedback');
    await expect(page).toHaveURL('/admin/feedback');
    await expect(page.getByRole('heading', { name: 'Feedback' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search feedback' }).fill(word);
    await expect(page.getByText('2 messages found')).toBeVisible();
    const items = page.getByRole('listitem');
    await expect(items.nth(0)).toContainText('Second');
    await expect(items.nth(0)).toContainText(`${username} · ${email}`);
    await expect(items.nth(0).getByRole('link', { name: 'answer@example.org' })).toHaveAttribute(
      'href',
      'mailto:answer@example.org',
    );
    await expect(items.nth(1)).toContainText('Guest');
    await items.nth(1).getByRole('button', { name: 'Mark as done' }).click();
    await expect(items.nth(1).getByText('Done', { exact: true })).toBeVisible();
    await expectFine(page, info);
    await reload(page);
    await expect(items.nth(1).getByText('Done', { exact: true })).toBeVisible();
    await items.nth(1).getByRole('button', { name: 'Mark as not done' }).click();
    await expect(items.nth(1).getByRole('button', { name: 'Mark as done' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search feedback' }).fill(`nothing like ${word}`);
    await expect(page.getByText('No feedback found.')).toBeVisible();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(DASHBOARD);
  });

  test('comes a page at a time, or says that there is none', ON_DESKTOP, async ({ page }) => {
    const word = newName();
    for (let index = 0; index < 21; index += 1) await say(page, `${word} ${index}`);
    await openAsAdmin(page, `/admin/feedback?q=${word}`);
    await expect(page.getByText('More than 20 messages found')).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(20);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('listitem')).toHaveCount(21);
    await page.route('**/api/admin/feedback?**', (route) => route.fulfill({ json: [] }));
    await page.getByRole('searchbox', { name: 'Search feedback' }).fill('');
    await expect(page.getByText('No feedback yet.')).toBeVisible();
    await page.route('**/api/admin/feedback?**', (route) =>
      route.fulfill({ status: 404, json: { detail: 'No.' } }),
    );
    await reload(page);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch feedback: 404');
  });
});

test.describe('the password', () => {
  test('that is wrong by now leads to the login', ON_DESKTOP, async ({ page }) => {
    await openWith(page, { adminPassword: 'an older one' }, USERS);
    await expect(page.getByRole('alert')).toContainText('Access denied. Invalid admin password.');
    await page.getByRole('button', { name: 'Log in again' }).click();
    await expect(page).toHaveURL('/admin/login');
    expect((await stored(page))['adminPassword']).toBeUndefined();
  });

  test('that has gone is missed at the next call', ON_DESKTOP, async ({ page }) => {
    await openAsAdmin(page);
    await expect(page.getByText(/^\d+ schools?$/)).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('adminPassword'));
    await page.getByRole('tab', { name: 'All Users' }).click();
    await expect(page.getByRole('alert')).toContainText('Admin password not found. Please log in again.');
    await expect(page.getByRole('button', { name: 'Log in again' })).toBeVisible();
  });

  test('that is right does not help a server in trouble', ON_DESKTOP, async ({ page }) => {
    await page.route(USERS_CALL, (route) => route.fulfill({ status: 400, json: { detail: 'Not today.' } }));
    await openAsAdmin(page, USERS);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch users: 400');
    await page.unroute(USERS_CALL);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('row').nth(2)).toBeVisible();
  });

  test('is asked for, and a bad line is told from a wrong one', ON_DESKTOP, async ({ page }) => {
    await open(page, '/admin/login');
    await page.route('**/api/admin/login', (route) => route.fulfill({ status: 503, body: '' }));
    await passwordField(page).fill('whatever');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('Error trying to login - please try again');
    await page.route('**/api/admin/login', (route) => route.fulfill({ status: 403, body: 'no' }));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('Invalid admin password');
  });
});
