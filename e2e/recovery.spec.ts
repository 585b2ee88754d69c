import { rm } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { makeDataFolder } from '../server/testing/folder.ts';
import { freePort, launch, type Running, ready } from '../server/testing/process.ts';
import { startSmtp, type TestSmtp } from '../server/testing/smtp.ts';
import { openWith } from './admin.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newName,
  ON_DESKTOP,
  open,
  PASSWORD,
  reload,
  settled,
  test,
} from './test.ts';

/** The ways back in, with a server that mails and one that does not. */

const NEW = 'an entirely different secret';
/** Better than that of the other journeys: this server has a public address. */
const ADMIN_PASSWORD = 'violet kettle under seven stars';

const expectFine = async (page: Page) => {
  await settled(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
};

test.describe('with mail', () => {
  // One server for all of them.
  test.describe.configure({ mode: 'default' });
  let smtp: TestSmtp;
  let folder: string;
  let server: Running;
  test.beforeAll(async () => {
    smtp = await startSmtp();
    folder = await makeDataFolder();
    const port = String(await freePort());
    server = await launch({
      PORT: port,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATA_DIR: folder,
      RATE_LIMIT: 'off',
      ADMIN_PASSWORD,
      SMTP_URL: smtp.url,
      MAIL_FROM: 'Tickmark <papers@tickmark.example>',
    });
    await ready(server);
  });
  test.afterAll(async () => {
    server.process.kill('SIGTERM');
    await server.ended;
    await smtp.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const register = async (page: Page) => {
    const username = newName();
    const email = `${username}@example.org`;
    const data = { username, email, password: PASSWORD };
    const answer = await page.request.post(`${server.url}/api/register`, { data });
    return { username, email, token: ((await answer.json()) as { access_token: string }).access_token };
  };
  /** The link in the newest mail of this subject to somebody. */
  const mailed = async (email: string, subject: string): Promise<string> => {
    const find = () =>
      smtp.received.findLast((mail) => mail.envelope.to.includes(email) && mail.subject === subject);
    await expect.poll(find).toBeTruthy();
    return /http:\S+#token=\S+/.exec(find()?.text ?? '')?.[0] ?? '';
  };

  test('a forgotten password is replaced by a link', async ({ page }) => {
    const { username, email } = await register(page);
    await open(page, `${server.url}/login`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByText('Please fill this in.')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await expectFine(page);
    await page.keyboard.press('Enter');
    const sent = 'If an account has this address, a link is on its way. It works for 30 minutes.';
    await expect(page.getByRole('status').filter({ hasText: sent })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

    const link = await mailed(email, 'Choose a new password for Tickmark');
    await open(page, link);
    await expect(page.getByText('You will be logged out everywhere.')).toBeVisible();
    await page.getByLabel('New password', { exact: true }).fill(NEW);
    await page.getByLabel('Confirm new password').fill('something else');
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await page.getByLabel('Confirm new password').fill(NEW);
    await expectFine(page);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('Your password is changed. Log in with it.')).toBeVisible();
    await mailed(email, 'Your Tickmark password was changed');

    // The same link again.
    await page.goto('about:blank');
    await open(page, link);
    await page.getByLabel('New password', { exact: true }).fill(NEW);
    await page.getByLabel('Confirm new password').fill(NEW);
    await page.getByRole('button', { name: 'Save password' }).click();
    await expect(page.getByText('This link was used or is too old.')).toBeVisible();
    await expectFine(page);
    await page.getByRole('link', { name: 'Send a new one' }).click();
    await expect(page.getByRole('button', { name: 'Send link' })).toBeVisible();

    await page.getByRole('link', { name: 'Student Login' }).click();
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(NEW);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page).toHaveURL(`${server.url}/`);
  });

  test('the staff mail a link instead of seeing a password', async ({ page }) => {
    const { username, email, token } = await register(page);
    await openWith(
      page,
      { adminPassword: ADMIN_PASSWORD },
      `${server.url}/admin/dashboard?tab=users&q=${username}`,
    );
    await page.getByRole('button', { name: `More for ${email}` }).click();
    await page.getByRole('menuitem', { name: 'Reset password' }).click();
    const mail = page.getByRole('button', { name: 'Mail a link' });
    await expect(mail).toBeVisible();
    await expectFine(page);
    await mail.click();
    await expect(page.getByText('A link is on its way. It works for 30 minutes.')).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await open(page, await mailed(email, 'Choose a new password for Tickmark'));
    await expect(page.getByRole('button', { name: 'Save password' })).toBeVisible();
    const me = await page.request.get(`${server.url}/api/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(me.status()).toBe(401);
  });

  test('an address is confirmed by a press, once', async ({ page }) => {
    const { email, token } = await register(page);
    await open(page, await mailed(email, 'Confirm your address for Tickmark'));
    await expect(page.getByText('One press, and this address is yours.')).toBeVisible();
    await expectFine(page);
    const link = page.url();
    await page.getByRole('button', { name: 'Confirm' }).press('Enter');
    await expect(page.getByRole('status').filter({ hasText: 'Confirmed.' })).toBeFocused();
    const me = await page.request.get(`${server.url}/api/users/me`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await me.json()).toMatchObject({ email_confirmed: true });
    await page.getByRole('link', { name: 'Go to my papers' }).click();
    // Nobody is logged in here.
    await expect(page).toHaveURL(`${server.url}/login`);

    await open(page, link);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('This link was used or is too old.')).toBeVisible();
    await page.getByRole('button', { name: 'Send a new one' }).click();
    await expect(page).toHaveURL(`${server.url}/login`);
  });

  test('an address is marked until it is proved, and changed by a link to the new one', async ({ page }) => {
    const { username, email, token } = await register(page);
    await page.addInitScript((value) => localStorage.setItem('token', value), token);
    await open(page, server.url);
    const strip = page.getByRole('complementary', { name: 'Your address' });
    await expect(strip).toContainText('Confirm your address: a link is in your mail.');
    await expectFine(page);
    await strip.getByRole('button', { name: 'Send again' }).press('Enter');
    await expect(strip).toContainText('A new link is on its way.');
    await strip.getByRole('button', { name: 'Close' }).click();
    await expect(strip).toBeHidden();
    await reload(page);
    await expect(page.getByRole('button', { name: 'Logout' })).toBeVisible();
    await expect(strip).toBeHidden();

    await open(page, `${server.url}/settings`);
    const account = page.getByRole('region', { name: 'Account', exact: true });
    await expect(account).toContainText('Not confirmed.');
    await expectFine(page);
    await account.getByRole('button', { name: 'Send link again' }).press('Enter');
    await expect(account.getByText('A new link is on its way.')).toBeVisible();

    const next = `${username}@example.net`;
    await account.getByRole('button', { name: 'Change address' }).click();
    await expect(account).toContainText('We will mail a link there. Your address changes when you open it.');
    await account.getByLabel('New email').fill(next);
    await account.locator('input[name=current_password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(account.getByRole('status').first()).toHaveText(
      `A link is on its way to ${next}. Your address changes when you open it.`,
    );
    await expect(account).toContainText(email);
    await open(page, await mailed(next, 'Confirm your address for Tickmark'));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('Confirmed.')).toBeVisible();
    await open(page, `${server.url}/settings`);
    await expect(account).toContainText(next);
    await expect(account).not.toContainText('Not confirmed.');
  });

  test('a link that was too old is sent again to whoever is logged in', ON_DESKTOP, async ({ page }) => {
    const { email, token } = await register(page);
    const mails = () => smtp.received.filter((mail) => mail.envelope.to.includes(email)).length;
    // Of two that wait at the same time, either may arrive first.
    await expect.poll(mails).toBe(1);
    await page.addInitScript((value) => localStorage.setItem('token', value), token);
    // Cut off, as some mail programs do.
    await open(page, `${server.url}/confirm`);
    await page.getByRole('button', { name: 'Send a new one' }).click();
    await expect(page.getByText('A new link is on its way.')).toBeVisible();
    await expect.poll(mails).toBe(2);

    await open(page, `${server.url}/settings`);
    await open(page, await mailed(email, 'Confirm your address for Tickmark'));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByRole('link', { name: 'Go to my papers' })).toBeVisible();
    // It was used: nothing is left of it in the address, and there is no other to send.
    await reload(page);
    await page.getByRole('button', { name: 'Send a new one' }).click();
    await expect(page.getByText('Your address is already confirmed.')).toBeVisible();
  });
});

test('without mail, the page says whom to ask', async ({ page }) => {
  for (const path of ['/login', '/teachers/login', '/schooladmin/login']) {
    await open(page, path);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page.getByText('Ask your school for a new password.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Send link' })).toHaveCount(0);
  }
  await expectFine(page);
});
