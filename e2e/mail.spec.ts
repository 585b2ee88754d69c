import type { Page } from '@playwright/test';
import { DASHBOARD, expectFine, isPhone, openAsAdmin } from './admin.ts';
import { expect, ON_DESKTOP, reload, test } from './test.ts';

/** The platform admin's page about mail. The server of these journeys mails nobody, so its answers are made up here. */

const MAIL_CALL = '**/api/admin/mail';

const failed = (id: number, recipient: string, answer: string, can_retry = true) => ({
  id,
  recipient,
  kind: 'test',
  tries: id,
  last_answer: answer,
  next_try_at: null,
  failed_at: '2026-11-16T22:10:00Z',
  can_retry,
});
const waiting = (id: number, recipient: string, answer: string | null) => ({
  ...failed(id, recipient, '', false),
  last_answer: answer,
  next_try_at: '2026-11-16T23:05:00Z',
  failed_at: null,
});
const LONG = 'a.very.long.name.that.goes.on.and.on.until.nobody.can.read.it@students.riverside.example.edu';

/** Answers like a server that tries again: what failed waits. */
const answerMail = async (page: Page): Promise<void> => {
  let mails = [
    failed(1, 'zoe@example.org', '550 5.1.1 <zoe@example.org>: Recipient address rejected: User unknown'),
    failed(2, LONG, `554 5.7.1 ${'Message refused because of its content. '.repeat(6)}`),
    failed(3, 'ben@example.org', '550 No such user', false),
    waiting(4, 'mia@example.org', '451 4.7.1 Greylisted, try again in five minutes'),
    waiting(5, 'tom@example.org', null),
  ];
  const retry = (isMeant: (id: number) => boolean) => {
    const before = mails;
    mails = mails.map((mail) =>
      mail.can_retry && isMeant(mail.id) ? waiting(mail.id, mail.recipient, mail.last_answer) : mail,
    );
    return before.filter((mail, index) => mail !== mails[index]).length;
  };
  await page.route(MAIL_CALL, (route) => {
    const unsent = mails.filter(({ failed_at: at }) => at !== null);
    return route.fulfill({
      json: {
        is_on: true,
        waiting: mails.length - unsent.length,
        failed: unsent.length,
        retryable: unsent.filter(({ can_retry: can }) => can).length,
        sent_today: 1212,
        mails: [...unsent, ...mails.filter((mail) => !unsent.includes(mail))],
      },
    });
  });
  await page.route('**/api/admin/mail/*/retry', (route) => {
    const id = Number(/mail\/(\d+)\/retry/.exec(route.request().url())?.[1]);
    return route.fulfill({ json: { status: retry((one) => one === id) === 1 ? 'success' : 'nothing' } });
  });
  await page.route('**/api/admin/mail/retry', (route) =>
    route.fulfill({ json: { retried: retry(() => true) } }),
  );
};

const rows = (page: Page, title: string) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { level: 2, name: title }) })
    .getByRole('listitem');
const count = (page: Page, label: string) =>
  page
    .locator('dl > div')
    .filter({ has: page.getByText(label, { exact: true }) })
    .locator('dd');

test('mail that is off says how to turn it on', async ({ page }, info) => {
  await openAsAdmin(page);
  if (isPhone(info)) await page.getByRole('button', { name: 'Pages' }).click();
  await page.getByRole(isPhone(info) ? 'menuitem' : 'link', { name: 'Mail', exact: true }).click();
  await expect(page).toHaveURL('/admin/mail');
  await expect(page.getByRole('heading', { level: 1, name: 'Mail' })).toBeVisible();
  await expect(page.getByText('Mail is off. Set SMTP_URL and MAIL_FROM to turn it on.')).toBeVisible();
  await expectFine(page, info);
});

test('what waits and what failed is listed, and tried again', async ({ page }, info) => {
  await answerMail(page);
  await openAsAdmin(page, DASHBOARD);
  if (isPhone(info)) await page.getByRole('button', { name: 'Pages' }).click();
  const link = page.getByRole(isPhone(info) ? 'menuitem' : 'link', { name: 'Mail 3 failed' });
  await expect(link).toBeVisible();
  await link.click();

  await expect(count(page, 'Waiting')).toHaveText('2');
  await expect(count(page, 'Failed')).toHaveText('3');
  await expect(count(page, 'Sent today')).toHaveText('1,212');
  const [first, , third] = [0, 1, 2].map((at) => rows(page, 'Failed').nth(at));
  for (const text of ['zoe@example.org', 'Test mail', '1 try', '550 5.1.1 <zoe@example.org>']) {
    await expect(first ?? page.locator('body')).toContainText(text);
  }
  // Its link was forgotten: there is nothing to send.
  await expect(third?.getByRole('button') ?? page.locator('nothing')).toHaveCount(0);
  await expect(rows(page, 'Waiting').nth(0)).toContainText('Next try');
  await expect(rows(page, 'Waiting').nth(0)).toContainText('4 tries');
  await expectFine(page, info);

  await page.getByRole('button', { name: 'Retry zoe@example.org' }).click();
  await expect(rows(page, 'Failed')).toHaveCount(2);
  await expect(rows(page, 'Waiting')).toHaveCount(3);
  await expect(page.getByRole('heading', { name: 'Failed' })).toBeFocused();
  await page.getByRole('button', { name: 'Retry all 1' }).click();
  await expect(page.getByText('1 message will be sent again.')).toBeVisible();
  await expect(rows(page, 'Failed')).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  await expect(count(page, 'Waiting')).toHaveText('4');
});

test('what cannot be tried again or loaded says so', ON_DESKTOP, async ({ page }) => {
  await answerMail(page);
  await page.route('**/api/admin/mail/*/retry', (route) =>
    route.fulfill({ status: 404, json: { detail: 'Not found.' } }),
  );
  await openAsAdmin(page, '/admin/mail');
  await page.getByRole('button', { name: 'Retry zoe@example.org' }).click();
  await expect(page.getByText('Not found.')).toBeVisible();
  await expect(rows(page, 'Failed')).toHaveCount(3);

  await page.unroute(MAIL_CALL);
  await page.route(MAIL_CALL, (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
  await reload(page);
  await expect(page.getByRole('alert')).toContainText('Failed to load the mail: 400');
  await page.unroute(MAIL_CALL);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Mail is off.')).toBeVisible();
});
