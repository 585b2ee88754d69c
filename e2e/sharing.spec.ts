import { dialog, enter, eye, isPhone, jpeg, openTracker, pdf, send, start, viewer } from './evidence.ts';
import { openAsTeacher, teacherOf } from './followed.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, ON_DESKTOP, test } from './test.ts';

/** A student shares the files of a subject with their teacher, sees the look, and takes it back. */

const SWITCH = 'My teachers of this subject may see these files';
const VIEW = `View 2 files: `;

test('a student shares, the teacher looks, the student sees it and takes it back', async ({
  page,
  browser,
}) => {
  const student = await enter(page, { is_completed: true, score: 71 });
  for (const file of [await jpeg('page one.jpg'), pdf('marked.pdf')]) await send(page, student, file);
  const teacher = await teacherOf(page, student);
  await openTracker(page);
  await eye(page).click();
  const toggle = viewer(page).getByRole('switch', { name: SWITCH });
  await expect(toggle).not.toBeChecked();
  await toggle.check();
  await expect(viewer(page).getByText('Teachers see these.')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const other = await openAsTeacher(browser, page, teacher.token, `/teachers/students/${teacher.link}`);
  await other.getByRole('button', { name: VIEW }).click();
  const pictures = other.getByRole('dialog', { name: 'page one.jpg' });
  await expect(pictures.getByText('1 of 2', { exact: true })).toBeVisible();
  const picture = pictures.getByRole('img', { name: 'page one.jpg' });
  await expect
    .poll(() => picture.evaluate((element) => (element as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0);
  const link = (await picture.getAttribute('src')) ?? '';
  expect((await page.request.get(link)).status()).toBe(200);
  await expectAccessible(other);
  // Somebody else's files are not the teacher's to remove.
  await pictures.getByRole('button', { name: 'More' }).click();
  await expect(other.getByRole('menuitem')).toHaveText(['Open in new tab']);
  await other.keyboard.press('Escape');
  await other.keyboard.press('ArrowRight');
  await expect(
    other.getByRole('dialog', { name: 'marked.pdf' }).getByRole('link', { name: 'View PDF' }),
  ).toHaveAttribute('target', '_blank');
  await other.keyboard.press('Escape');
  await expect(other.getByRole('button', { name: VIEW })).toBeFocused();
  await expectNoSidewaysScroll(other);
  await expectAccessible(other);

  await viewer(page).getByRole('button', { name: 'Close' }).click();
  await eye(page).click();
  await expect(viewer(page).getByText(`Teachers see these. Seen by ${teacher.username}, `)).toBeVisible();
  await toggle.uncheck();
  await expect(viewer(page).getByText('Links no longer open.')).toBeVisible();
  expect((await page.request.get(link)).status()).toBe(404);
  await other.getByRole('button', { name: VIEW }).click();
  await expect(other.getByText('These files are no longer shared.')).toBeVisible();
  await expect(other.getByRole('button', { name: VIEW })).toBeHidden();
  await other.context().close();
});

test('the switch comes with the first file, and names the teachers', async ({ page }) => {
  const student = await start(page);
  const { username } = await teacherOf(page, student);
  const toggle = dialog(page).getByRole('switch', { name: SWITCH });
  await expect(toggle).toBeHidden();
  await dialog(page).getByLabel('Choose files').setInputFiles(pdf('work.pdf'));
  await expect(toggle).not.toBeChecked();
  await toggle.check();
  await expect(dialog(page).getByText(username, { exact: true })).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('without a teacher of the subject nothing is offered', ON_DESKTOP, async ({ page }) => {
  const student = await enter(page, { is_completed: true, score: null });
  await send(page, student, pdf('work.pdf'));
  await openTracker(page);
  await eye(page).click();
  await expect(viewer(page).getByRole('listitem')).toHaveCount(1);
  await expect(viewer(page).getByRole('switch')).toHaveCount(0);
});

test('a switch that could not be saved goes back and says so', ON_DESKTOP, async ({ page }) => {
  const student = await enter(page, { is_completed: true, score: null });
  await send(page, student, pdf('work.pdf'));
  await teacherOf(page, student);
  await page.route('**/api/completion/sharing', (route) =>
    route.fulfill({ status: 503, json: { detail: 'Away' } }),
  );
  await openTracker(page);
  await eye(page).click();
  const toggle = viewer(page).getByRole('switch', { name: SWITCH });
  await toggle.click();
  await expect(viewer(page).getByText('It could not be saved. Please try again.')).toBeVisible();
  await expect(toggle).not.toBeChecked();
});

test('the class grid marks shared files with an eye', async ({ page, browser }) => {
  const student = await enter(page, { is_completed: true, score: 71 });
  for (const file of [await jpeg('page one.jpg'), pdf('marked.pdf')]) await send(page, student, file);
  const teacher = await teacherOf(page, student);
  await page.request.put('/api/completion/sharing', {
    headers: student.headers,
    data: { subject_id: 'theatre_sl', shared: true },
  });
  const other = await openAsTeacher(browser, page, teacher.token, '/teachers?view=grid&subject=theatre_sl');
  const marked = other.getByRole('gridcell', { name: /^71 ?, 2 shared files$/ });
  await expect(marked).toBeVisible();
  await expect(other.getByText('They see when you have looked.')).toBeVisible();
  if (isPhone(page)) await other.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(other);
  await expectAccessible(other);
  await marked.click();
  const details = other.getByRole('dialog', { name: /, May 2024 Paper 1$/ });
  await expectAccessible(other);
  await details.getByRole('button', { name: 'Files 2' }).click();
  await expect(
    other.getByRole('dialog', { name: 'page one.jpg' }).getByText(/, May 2024 Paper 1$/),
  ).toBeVisible();
  await other.goBack();
  await expect(marked).toBeFocused();
  await other.context().close();
});
