import type { Locator, Page } from '@playwright/test';
import { as } from './admin.ts';
import { box, dialog, enter, NAME, openTracker, recordOf, type Student } from './evidence.ts';
import { openAsTeacher, teacherOf } from './followed.ts';
import { toast, unavailable } from './school.ts';
import {
  ASKS_ONCE,
  CUT,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ON_DESKTOP,
  open,
  reload,
  test,
} from './test.ts';

/** A teacher leaves a word on a paper; the student reads it and answers. */

const KEY = 'theatre_sl-2024-May-paper1';
const WORD = 'Good; redo section B';
const ANSWER = 'I will, thank you!';

type Teacher = Awaited<ReturnType<typeof teacherOf>>;

const write = (page: Page, { token, link }: Teacher, text = WORD, key = KEY) =>
  page.request.post(`/api/teachers/students/${link}/words`, {
    headers: as(token),
    data: { id: crypto.randomUUID(), key, text },
  });
const answer = (page: Page, { headers }: Student, { link }: Teacher, text = ANSWER) =>
  page.request.post('/api/users/me/words', {
    headers,
    data: { id: crypto.randomUUID(), link_id: link, key: KEY, text },
  });
const takes = (page: Page, { headers }: Student, ...subjects: string[]) =>
  page.request.post('/api/subjects', { headers, data: { subjects } });

const line = (page: Page) => page.getByRole('button', { name: /^Paper 1/, expanded: false });
const field = (page: Page) => page.getByRole('textbox', { name: 'Leave a word' });
const word = (page: Page | Locator, text: string) => page.getByRole('listitem').filter({ hasText: text });
const dot = (page: Page, { username }: Teacher) =>
  page.getByRole('button', { name: `${username} wrote: ${NAME}` });
const ring = (page: Page, { username }: Teacher) =>
  page.getByRole('button', { name: `Messages with ${username}: ${NAME}` });
const nextLine = (page: Page, { username }: Teacher) =>
  page.getByRole('button', { name: `${username} wrote about ${NAME}` });
const undo = async (page: Page) => {
  const said = toast(page, 'Message deleted');
  await said.hover();
  await said.getByRole('button', { name: 'Undo' }).click();
};

test('a teacher writes, the student reads and answers, and both delete and take that back', async ({
  page,
  browser,
}) => {
  const student = await enter(page, { is_completed: true, score: 71 });
  const teacher = await teacherOf(page, student);
  const hers = await openAsTeacher(browser, page, teacher.token, `/teachers/students/${teacher.link}`);
  // By keys alone.
  await line(hers).focus();
  await hers.keyboard.press('Enter');
  await expect(field(hers)).toBeVisible();
  await expect(hers.getByText(/^\d+ \w+ 71%$/)).toBeVisible();
  await expect(hers.getByText(/^Only .* and you read this\.$/)).toBeVisible();
  await field(hers).fill(WORD);
  await hers.getByRole('button', { name: 'Send' }).click();
  await expect(word(hers, WORD)).toHaveText(/^You, \d+ \w+: Good; redo section B/);
  await expect(field(hers)).toHaveValue('');
  await expectNoSidewaysScroll(hers);
  await expectAccessible(hers);

  await page.bringToFront();
  await openTracker(page);
  await expect(dot(page, teacher)).toBeVisible();
  await expect(nextLine(page, teacher)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await nextLine(page, teacher).click();
  await expect(word(dialog(page), WORD)).toHaveText(new RegExp(`^${teacher.username}, \\d+ \\w+: Good`));
  await dialog(page).getByRole('button', { name: 'Answer' }).click();
  const reply = dialog(page).getByRole('textbox', { name: `Answer ${teacher.username}` });
  await expect(reply).toBeFocused();
  await reply.fill(ANSWER);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Send' }).click();
  await expect(word(dialog(page), ANSWER)).toHaveText(/^You, /);
  await word(dialog(page), ANSWER).getByRole('button', { name: 'Delete' }).click();
  await expect(word(dialog(page), ANSWER)).toBeHidden();
  await undo(page);
  await expect(word(dialog(page), ANSWER)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Skip' }).click();
  await expect(dot(page, teacher)).toBeHidden();
  await expect(nextLine(page, teacher)).toBeHidden();
  // Nor does it come back with the next load.
  await reload(page);
  await expect(box(page)).toBeChecked();
  await expect(dot(page, teacher)).toBeHidden();
  await expect(page.getByRole('button', { name: /change the score: / })).toHaveAccessibleDescription(
    `Messages with ${teacher.username}. Change the score or add files`,
  );
  expect(await recordOf(page, student)).toMatchObject({ is_completed: true, score: 71 });

  await hers.bringToFront();
  await reload(hers);
  const answered = hers.getByRole('button', { name: /^Paper 1.*1 new answer$/ });
  await answered.click();
  await expect(word(hers, ANSWER)).toBeVisible();
  await expect(answered).toBeHidden();
  await word(hers, WORD).getByRole('button', { name: 'Delete' }).click();
  await expect(word(hers, WORD)).toBeHidden();
  await undo(hers);
  await expect(word(hers, WORD)).toBeVisible();
  await expect(hers.getByRole('listitem').filter({ hasText: ': ' })).toHaveText([/Good/, /I will/]);
  await hers.context().close();
});

test('reading about a paper that is not ticked does not tick it, and it can be read again', async ({
  page,
}) => {
  const student = await enter(page);
  const teacher = await teacherOf(page, student);
  await write(page, teacher, 'Do this one next');
  await openTracker(page);
  await dot(page, teacher).click();
  const read = page.getByRole('dialog', { name: 'A word on this paper' });
  await expect(word(read, 'Do this one next')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await read.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect(read).toBeHidden();
  await expect(dot(page, teacher)).toBeHidden();
  await reload(page);
  await ring(page, teacher).click();
  await expect(word(read, 'Do this one next')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(read).toBeHidden();
  await expect(box(page)).not.toBeChecked();
  expect(await recordOf(page, student)).toBeUndefined();
});

test('a dropped subject hides it on both sides and brings it back, and a removed link ends it', async ({
  page,
  browser,
}) => {
  const student = await enter(page, { is_completed: true, score: null });
  const teacher = await teacherOf(page, student);
  await write(page, teacher);
  await takes(page, student, 'music_sl');
  const path = `/teachers/students/${teacher.link}`;
  const hers = await openAsTeacher(browser, page, teacher.token, path);
  await expect(hers.getByText("This student doesn't take any subjects you teach.")).toBeVisible();
  await open(page, '/');
  await expect(page.getByRole('button', { name: 'Overview' })).toBeVisible();
  await expect(nextLine(page, teacher)).toBeHidden();

  await takes(page, student, 'theatre_sl');
  await reload(hers);
  await line(hers).click();
  await expect(word(hers, WORD)).toBeVisible();
  await openTracker(page);
  await expect(dot(page, teacher)).toBeVisible();

  // Removed while the teacher is writing.
  await page.request.delete(`/api/users/me/teachers/${teacher.link}`, { headers: student.headers });
  await field(hers).fill('One more thing');
  await hers.getByRole('button', { name: 'Send' }).click();
  await expect(hers.getByText(/^You can no longer write to .* about this paper\./)).toBeVisible();
  await expect(field(hers)).toHaveValue('One more thing');
  await reload(page);
  await expect(box(page)).toBeChecked();
  await expect(dot(page, teacher)).toBeHidden();
  await hers.context().close();
});

test('what could not be sent is kept, and sent once', ON_DESKTOP, async ({ page, browser }) => {
  const student = await enter(page, { is_completed: true, score: 71 });
  const teacher = await teacherOf(page, student);
  const hers = await openAsTeacher(browser, page, teacher.token, `/teachers/students/${teacher.link}`);
  await line(hers).click();
  await field(hers).fill('  ');
  await hers.getByRole('button', { name: 'Send' }).click();
  await expect(hers.getByText('Write something first.')).toBeVisible();
  // It arrives, but its answer does not.
  await hers.route('**/words', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await field(hers).fill(WORD);
  await hers.getByRole('button', { name: 'Send' }).click();
  await expect(hers.getByRole('alert')).toHaveText(
    'It was not sent. What you wrote is kept here: send it again when there is a connection.',
  );
  await expect(field(hers)).toHaveValue(WORD);
  await hers.unroute('**/words');
  // Closed and opened again, it is still there.
  await hers.getByRole('button', { name: /^Paper 1/, expanded: true }).click();
  await expect(field(hers)).toBeHidden();
  await line(hers).click();
  await expect(field(hers)).toHaveValue(WORD);
  await hers.getByRole('button', { name: 'Send' }).click();
  await expect(word(hers, WORD)).toHaveCount(1);
  await expect(field(hers)).toHaveValue('');
  await reload(hers);
  await line(hers).click();
  await expect(word(hers, WORD)).toHaveCount(1);
  await hers.context().close();
});

test(
  'a student whose answer does not arrive is told, and keeps what was typed',
  ON_DESKTOP,
  async ({ page }) => {
    const student = await enter(page, { is_completed: true, score: 71 });
    const teacher = await teacherOf(page, student);
    await write(page, teacher);
    await openTracker(page);
    await expect(dot(page, teacher)).toBeVisible();
    let refused = 0;
    await page.route('**/api/users/me/words*', (route) => {
      refused += 1;
      return unavailable(route);
    });
    await dot(page, teacher).click();
    await expect(
      dialog(page).getByText('Your teacher wrote about this paper, but it could not be loaded.'),
    ).toBeVisible({ timeout: 15_000 });
    // It tries twice more by itself.
    await expect.poll(() => refused).toBe(3);
    await page.unroute('**/api/users/me/words*');
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await dialog(page).getByRole('button', { name: 'Answer' }).click();
    await page.route('**/api/users/me/words*', unavailable);
    await dialog(page)
      .getByRole('textbox', { name: /^Answer/ })
      .fill(ANSWER);
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await expect(dialog(page).getByText(/^It was not sent\. Please try again/)).toBeVisible();
    await page.unroute('**/api/users/me/words*');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /change the score: / }).click();
    await expect(dialog(page).getByRole('textbox', { name: /^Answer/ })).toHaveValue(ANSWER);
    await dialog(page).getByRole('button', { name: 'Send' }).click();
    await expect(word(dialog(page), ANSWER)).toBeVisible();
  },
);

test('what cannot be fetched of the words does not take the dialog away', async ({ page, complaints }) => {
  const student = await enter(page, { is_completed: true, score: 71 });
  const teacher = await teacherOf(page, student);
  await write(page, teacher);
  await page.route('**/assets/StudentWords-*', (route) => route.abort());
  await openTracker(page);
  await dot(page, teacher).click();
  const missing = dialog(page).getByText('Messages need a connection.');
  await expect(missing).toBeVisible();
  await expectAccessible(page);
  await expect(dialog(page).getByRole('button', { name: 'Confirm' })).toBeVisible();
  expect(complaints.splice(0)).toEqual(expect.arrayContaining(CUT));
  // The part comes, what it asks for does not.
  await page.unroute('**/assets/StudentWords-*');
  if (ASKS_ONCE) {
    const again = dialog(page).getByRole('button', { name: 'Try again' });
    await again.click();
    await expect(toast(page, 'This could not be loaded. Please try again.')).toContainText('Reload');
    return;
  }
  await page.route('**/api/users/me/words*', (route) => route.abort());
  const asked = page.waitForEvent('requestfailed', (request) =>
    request.url().includes('/api/users/me/words'),
  );
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await asked;
  await expect(missing).toBeVisible();
  await page.unroute('**/api/users/me/words*');
  await dialog(page).getByRole('button', { name: 'Try again' }).click();
  await expect(word(dialog(page), WORD)).toBeVisible();
  complaints.splice(0);
});

test('a dialog that does not come leaves the page, and a reload brings it', async ({ page, complaints }) => {
  await enter(page, { is_completed: false, score: null });
  await page.route('**/assets/paper-dialogs-*', (route) => route.abort());
  await openTracker(page);
  await box(page).click();
  const said = toast(page, 'This could not be loaded. Please try again.');
  await expect(said).toBeVisible();
  await expectAccessible(page);
  await expect(box(page)).toBeChecked();
  expect(complaints.splice(0)).toEqual(expect.arrayContaining(CUT));
  await page.unroute('**/assets/paper-dialogs-*');
  // Trying again need not help: many browsers ask for a script once.
  await said.getByRole('button', { name: 'Reload' }).click();
  await expect(box(page)).toBeChecked();
  await page.getByRole('button', { name: `Add a score: ${NAME}` }).click();
  await expect(dialog(page).getByRole('button', { name: 'Confirm' })).toBeVisible();
});

test('the class grid marks words, and opens them', async ({ page, browser }) => {
  const student = await enter(page, { is_completed: true, score: 71 });
  const teacher = await teacherOf(page, student);
  await write(page, teacher);
  await answer(page, student, teacher);
  const hers = await openAsTeacher(browser, page, teacher.token, '/teachers?view=grid&subject=theatre_sl');
  const cell = hers.locator(`td[data-paper="${KEY}"]`);
  await expect(cell).toHaveAccessibleName(/1 new answer/);
  await expect(hers.getByText(/^A dot marks messages between you and a student/)).toBeVisible();
  await cell.click();
  await expect(word(hers, ANSWER)).toBeVisible();
  await expectAccessible(hers);
  await field(hers).fill('See you on Thursday');
  await hers.getByRole('button', { name: 'Send' }).click();
  await expect(word(hers, 'See you on Thursday')).toBeVisible();
  await hers.keyboard.press('Escape');
  await expect(cell).toHaveAccessibleName(/a message/);
  await hers.context().close();
});

test('a teacher walks from student to student, as the list stood', async ({ page, browser }) => {
  const student = await enter(page, { is_completed: true, score: 71 });
  const teacher = await teacherOf(page, student);
  for (const name of ['ann', 'ben']) await teacher.follow(`${name}.${teacher.username}@example.org`);
  const second = await enter(page);
  const me = (await (await page.request.get('/api/users/me', { headers: second.headers })).json()) as {
    email: string;
  };
  await teacher.follow(me.email);
  const list = await page.request.get('/api/users/me/teachers', { headers: second.headers });
  const [link] = ((await list.json()) as { teachers: { id: number }[] }).teachers;
  await page.request.post(`/api/users/me/teachers/${link?.id}/accept`, { headers: second.headers });

  const hers = await openAsTeacher(browser, page, teacher.token, `/teachers/students/${teacher.link}`);
  const walk = hers.getByRole('navigation', { name: 'Students' });
  await expect(line(hers)).toBeVisible();
  // Opened directly, there is nothing to walk along.
  await expect(walk).toBeHidden();
  await hers.getByRole('link', { name: 'Back' }).click();
  const rows = hers.getByRole('list', { name: 'Your students' }).getByRole('link');
  await expect(rows).toHaveCount(2);
  const names = await rows.allTextContents();
  await rows.first().click();
  await expect(walk).toContainText('1 of 2');
  await expect(hers.getByRole('heading', { level: 1 })).toContainText(names[0] ?? '');
  await walk.getByRole('button', { name: 'Next student' }).click();
  await expect(walk).toContainText('2 of 2');
  await expect(hers.getByRole('heading', { level: 1 })).toContainText(names[1] ?? '');
  await expectNoSidewaysScroll(hers);
  await expectAccessible(hers);
  // Back is the list, not the student before.
  await hers.goBack();
  await expect(rows).toHaveCount(2);
  await hers.context().close();
});
