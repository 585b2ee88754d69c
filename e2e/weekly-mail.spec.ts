import type { Page } from '@playwright/test';
import { expectFine } from './admin.ts';
import { expect, hydrated, open, openAsNewStudent, test } from './test.ts';

/** The weekly mail in the settings, and the page that its link leads to. The server of these journeys mails nobody. */

const CHOICE = '**/api/users/me/weekly-mail';

/** Answers like a server that mails. */
const answerMail = async (page: Page, isConfirmed: boolean) => {
  const choice = {
    is_on: false,
    weekday: 1,
    time_zone: null as string | null,
    next_on: null as string | null,
  };
  const sent: unknown[] = [];
  await page.route('**/api/sign-in/options', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), mail: true } });
  });
  await page.route('**/api/users/me', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), email_confirmed: isConfirmed } });
  });
  await page.route(CHOICE, (route) => {
    if (route.request().method() === 'PUT') {
      const given = route.request().postDataJSON() as typeof choice;
      sent.push(given);
      Object.assign(choice, given, { next_on: given.is_on ? '2026-11-23' : null });
    }
    return route.fulfill({ json: choice });
  });
  return sent;
};

test('somebody turns it on, chooses the day, and turns it off', async ({ page }, info) => {
  const sent = await answerMail(page, true);
  await openAsNewStudent(page, '/settings');
  const mail = page.getByRole('switch', { name: /^Weekly mail/ });
  await expect(mail).not.toBeChecked();
  await mail.click();
  await expect(mail).toBeChecked();
  await expect(page.getByText('Next on Monday, 23 November, from 7:00')).toBeVisible();
  await page.getByLabel('Day', { exact: true }).selectOption('Friday');
  await page.getByLabel('Time zone').selectOption('Pacific/Kiritimati');
  await expect(page.getByLabel('Time zone')).toHaveValue('Pacific/Kiritimati');
  await expectFine(page, info);
  await mail.click();
  await expect(mail).not.toBeChecked();
  await expect(page.getByLabel('Time zone')).toHaveCount(0);
  expect(sent).toMatchObject([
    { is_on: true, weekday: 1, time_zone: expect.any(String) },
    { is_on: true, weekday: 5 },
    { is_on: true, weekday: 5, time_zone: 'Pacific/Kiritimati' },
    { is_on: false, weekday: 5, time_zone: 'Pacific/Kiritimati' },
  ]);
});

test('a choice that is saved slowly does not undo the next', async ({ page }) => {
  const sent = await answerMail(page, true);
  await openAsNewStudent(page, '/settings');
  const mail = page.getByRole('switch', { name: /^Weekly mail/ });
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let asked = 0;
  await page.route(CHOICE, async (route) => {
    if (route.request().method() === 'PUT') {
      asked += 1;
      await held;
    }
    return route.fallback();
  });
  await mail.click();
  await page.getByLabel('Day', { exact: true }).selectOption('Friday');
  await mail.click();
  await expect(mail).not.toBeChecked();
  // Those sent together may arrive in any order.
  expect(asked).toBe(1);
  const last = page.waitForResponse(
    (response) =>
      response.request().postDataJSON()?.is_on === false && response.url().endsWith('/weekly-mail'),
  );
  letGo();
  await last;
  await expect(mail).not.toBeChecked();
  expect(sent).toMatchObject([
    { is_on: true, weekday: 1 },
    { is_on: true, weekday: 5 },
    { is_on: false, weekday: 5 },
  ]);
});

test('what could not be saved is as it was, and says so', async ({ page }) => {
  await answerMail(page, true);
  await openAsNewStudent(page, '/settings');
  const mail = page.getByRole('switch', { name: /^Weekly mail/ });
  await expect(mail).toBeEnabled();
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(CHOICE, async (route) => {
    await held;
    await route.fulfill({ status: 503, body: '' });
  });
  await mail.click();
  // A second choice before the first has failed: neither was saved.
  await page.getByLabel('Day', { exact: true }).selectOption('Friday');
  letGo();
  await expect(page.getByText('Failed to save the weekly mail. Please try again.')).toBeVisible();
  await expect(mail).not.toBeChecked();
});

test('whose address is not confirmed confirms it first; where mail is off there is nothing', async ({
  page,
}) => {
  await openAsNewStudent(page, '/settings');
  await expect(page.getByRole('button', { name: 'Change password' })).toBeVisible();
  await expect(page.getByText('Weekly mail')).toHaveCount(0);
  await answerMail(page, false);
  await open(page, '/settings');
  await expect(page.getByText('Confirm your address first.')).toBeVisible();
  await expect(page.getByRole('switch', { name: /^Weekly mail/ })).toBeDisabled();
});

const TOKEN = 'a'.repeat(43);

test('the link in a mail ends it with one press, without a login', async ({ page }, info) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/weekly-mail/end'))
      calls.push(`${request.method()} ${new URL(request.url()).search}`);
  });
  await open(page, `/weekly-mail#token=${TOKEN.slice(1)}`);
  await expect(page.getByRole('status')).toHaveText('This link was cut off. Copy all of it from the mail.');
  // As a mail program opens it that leads there instead of ending it.
  await page.goto(`/api/weekly-mail/end?token=${TOKEN}`);
  await hydrated(page);
  calls.splice(0);
  await expectFine(page, info);
  expect(calls).toEqual([]);
  await page.getByRole('button', { name: 'Stop the weekly mail' }).click();
  await expect(page.getByRole('status')).toHaveText('Stopped. You will not get any more weekly mail.');
  await expect(page.getByRole('status')).toBeFocused();
  expect(calls).toEqual([`POST ?token=${TOKEN}`]);
  expect(page.url()).not.toContain('token');
  await expectFine(page, info);
});
