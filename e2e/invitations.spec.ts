import type { Page } from '@playwright/test';
import { as, newTeacher, register } from './admin.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  fillLogin,
  newName,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  PASSWORD,
  passwordField,
  test,
} from './test.ts';

/** An invitation of a teacher of nobody else's, as the link that is passed on. */
const inviting = async (page: Page, email: string) => {
  const teacher = await newTeacher(page);
  const answer = (await (await teacher.follow(email)).json()) as { invitation_link: string };
  const statusOf = async () => {
    const list = await page.request.get('/api/teachers/students', { headers: as(teacher.token) });
    return ((await list.json()) as { students: { id: number; status: string }[] }).students[0];
  };
  return { ...teacher, link: answer.invitation_link, statusOf };
};

const THEY_SEE =
  'They will see your e-mail, your subjects, and papers and scores in subjects you share. Files only if you share them.';

test('an invitation names the teacher and says what they will see, to a newcomer too', async ({ page }) => {
  const email = `${newName()}@example.org`;
  const teacher = await inviting(page, email);
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, teacher.link);
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(page.getByText(`${teacher.username} invites you. ${THEY_SEE}`)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Username').fill(newName());
  await passwordField(page).fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page).toHaveURL('/');
  expect(await teacher.statusOf()).toMatchObject({ status: 'active' });

  await open(page, teacher.link);
  await expect(page.getByText(`${teacher.username} already sees your progress.`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to my papers' }).click();
  await expect(page).toHaveURL('/');
});

test(
  'an invitation that is broken or taken back keeps nobody from registering',
  ON_PHONE,
  async ({ page }) => {
    const token = `${Buffer.from('invited@example.org').toString('base64url')}.xyz`;
    await open(page, `/register#invite=${token}`);
    await expect(page.getByLabel('Email')).toHaveValue('invited@example.org');
    await expect(page.getByText('This invitation is no longer open. You can still register.')).toBeVisible();
    await page.goto('about:blank');
    await open(page, '/register#invite=%%%');
    await expect(page.getByLabel('Email')).toHaveValue('');
  },
);

test('an invitation is accepted by a student who has an account, and logs in', ON_PHONE, async ({ page }) => {
  const { username, email } = await register(page);
  const teacher = await inviting(page, email);
  await open(page, teacher.link);
  await page.getByRole('link', { name: 'Sign In' }).click();
  // The page before has the same words and the same fields.
  await expect(page.getByRole('heading', { name: 'Sign In' })).toBeVisible();
  await expect(page.getByText(`${teacher.username} invites you. ${THEY_SEE}`)).toBeVisible();
  await fillLogin(page, username, PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('heading', { name: 'Invitation' })).toBeVisible();
  await expect(page.getByText(`${teacher.username} invites you. ${THEY_SEE}`)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Decline' }).click();
  await expect(page.getByText('Request declined.')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await teacher.statusOf()).toMatchObject({ status: 'pending' });

  // Thought again, and opened once more.
  await open(page, teacher.link);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByText('Request accepted.')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await teacher.statusOf()).toMatchObject({ status: 'active' });
});

test('an invitation for somebody else says so', ON_DESKTOP, async ({ page }) => {
  const { username } = await openAsNewStudent(page);
  const email = `${newName()}@example.org`;
  const teacher = await inviting(page, email);
  await open(page, teacher.link);
  await expect(
    page.getByText(
      `This invitation is for a student with the address ${email}. You are logged in as ${username}@example.org.`,
    ),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(email);
  expect(await teacher.statusOf()).toMatchObject({ status: 'pending' });
});
