import type { Page } from '@playwright/test';
import { IS_FIREFOX } from './machine.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  ON_DESKTOP,
  ON_PHONE,
  open,
  test,
} from './test.ts';

/** What somebody sees when a page does not come, or fails while it is drawn. */

const alert = (page: Page) => page.getByRole('alert');

test(
  'a page that does not come says what is safe and what to do; Reload brings it',
  ON_PHONE,
  async ({ page, complaints }) => {
    await open(page, '/login');
    await page.route('**/assets/RegisterPage-*', (route) => route.abort());
    await page.getByRole('link', { name: 'Register' }).click();
    await expect(alert(page)).toContainText('This page could not be loaded.');
    await expect(alert(page)).toContainText('Everything you have saved is safe.');
    await expect(page).toHaveTitle('Error · Tickmark');
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
    expect(complaints.join()).toMatch(IS_FIREFOX ? /^Error$/ : /Failed to (fetch|load)/);
    complaints.length = 0;

    await page.unroute('**/assets/RegisterPage-*');
    await page.getByRole('button', { name: 'Reload' }).click();
    await hydrated(page);
    await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible();
    await expect(page).toHaveTitle('Create an account · Tickmark');
  },
);

test(
  'one that fails while it is drawn says that it is our fault, and other pages still work',
  ON_DESKTOP,
  async ({ page, complaints }) => {
    // An answer that no version of the server gives.
    await page.route('**/api/users/me', (route) =>
      route.fulfill({
        json: {
          id: 1,
          username: 'x',
          email: 'x@example.org',
          role: 'teacher',
          is_admin: false,
          school_name: null,
          must_change_password: false,
          email_confirmed: false,
          link_mailed: false,
          requests: 0,
        },
      }),
    );
    await page.route('**/api/teachers/students', (route) => route.fulfill({ json: { students: [null] } }));
    await page.route(/\/api\/teachers\/(progress|attention)/, (route) =>
      route.fulfill({ json: { students: [] } }),
    );
    await page.route('**/api/teachers/groups', (route) => route.fulfill({ json: { groups: [] } }));
    await page.route('**/api/teachers/sets', (route) => route.fulfill({ json: { sets: [] } }));
    await page.addInitScript(() => localStorage.setItem('token', 'x'));
    await page.goto('/teachers');
    await expect(alert(page)).toContainText('Something went wrong on this page.');
    await expect(alert(page)).toContainText('The fault is ours.');
    await expect(page).toHaveTitle('Error · Tickmark');
    await expectAccessible(page);
    expect(complaints.join()).toContain(IS_FIREFOX ? 'Error' : 'null');
    complaints.length = 0;

    await page.unroute('**/api/teachers/students');
    await page.unroute('**/api/users/me');
    await page.getByRole('link', { name: 'Home Page' }).click();
    await expect(page).toHaveURL('/');
    await hydrated(page);
    await expect(page.getByRole('heading', { name: 'Past papers' })).toBeVisible();
    await expect(page).toHaveTitle('Past papers · Tickmark');
  },
);

test(
  'an address that no server can read gets a page, not a program’s answer',
  ON_DESKTOP,
  async ({ page, complaints }) => {
    const answer = await page.goto('/login/%zz');
    expect(answer?.status()).toBe(400);
    await expect(page.getByRole('heading', { name: 'This address cannot be opened.' })).toBeVisible();
    await expectNoSidewaysScroll(page);
    // The page has a policy that lets no script in: axe has no say here.
    await page.getByRole('link', { name: 'Home Page' }).click();
    await expect(page).toHaveURL('/');
    // Firefox looks for an icon all the same, and says that it may not.
    const own = complaints.splice(0).filter((text) => !(IS_FIREFOX && text.includes('/favicon.ico')));
    expect(own).toEqual([]);
  },
);

test(
  'what is too large is answered, though the browser sends all of it first',
  ON_DESKTOP,
  async ({ page }) => {
    await open(page, '/login');
    const answer = await page.evaluate(async () => {
      const body = JSON.stringify({ message: 'x'.repeat(5_000_000) });
      const response = await fetch('/api/feedback', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      return { status: response.status, body: await response.json() };
    });
    expect(answer).toEqual({ status: 413, body: { detail: 'The request is too large.' } });
  },
);
