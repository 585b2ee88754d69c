import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileChooser, Locator, Request } from '@playwright/test';
import {
  arrived,
  box,
  chooser,
  dialog,
  enter,
  eye,
  FIELDS,
  filesOf,
  isPhone,
  jpeg,
  NAME,
  openTracker,
  pdf,
  picture,
  png,
  recordOf,
  row,
  send,
  start,
  viewer,
} from './evidence.ts';
import { IS_FIREFOX } from './machine.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  reload,
  test,
} from './test.ts';

test('several files are chosen at once and sent one after the other', async ({ page }) => {
  const student = await start(page);
  await expect(dialog(page).getByText('Supports: JPEG, PNG, GIF, PDF')).toBeVisible();
  let [underWay, most] = [0, 0];
  const isUpload = (request: Request) => request.url().endsWith('/completion/upload');
  page.on('request', (request) => {
    if (isUpload(request)) most = Math.max(most, (underWay += 1));
  });
  page.on('requestfinished', (request) => {
    if (isUpload(request)) underWay -= 1;
  });

  await chooser(page).setInputFiles([await jpeg('page one.jpg'), await png('sketch.png'), pdf('marked.pdf')]);
  for (const name of ['page one.jpg', 'sketch.png', 'marked.pdf'])
    await expect(arrived(page, name)).toBeVisible();
  await expect(row(page, 'sketch.png').locator('img')).toBeVisible();
  await expect(row(page, 'sketch.png').getByRole('button', { name: 'Remove sketch.png' })).toBeVisible();
  expect(most).toBe(1);
  await expect(dialog(page).getByRole('status')).toHaveText('marked.pdf added');
  await expect(dialog(page).getByText('3 of 10')).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  expect((await filesOf(page, student)).map((file) => [file.original_filename, file.file_type])).toEqual([
    ['page one.jpg', 'jpeg'],
    ['sketch.png', 'png'],
    ['marked.pdf', 'pdf'],
  ]);

  // One more, later; two files may have one name.
  await chooser(page).setInputFiles(pdf('marked.pdf', 20));
  await expect(arrived(page, 'marked.pdf')).toHaveCount(2);
  await dialog(page).getByLabel('Score').fill('64');
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog(page)).toBeHidden();
  await expect(eye(page)).toBeVisible();
  await expect
    .poll(() => recordOf(page, student))
    .toMatchObject({ is_completed: true, score: 64, file_count: 4 });
  await reload(page);
  await expect(eye(page)).toBeVisible();
});

test('the viewer shows the files, opens them in a new tab and removes them', async ({ page, context }) => {
  const student = await enter(page, { is_completed: true, score: 71 });
  const long = 'The whole of my working for question seven, with both diagrams and the graph.jpg';
  for (const file of [await jpeg(long), pdf('marked.pdf')]) await send(page, student, file);
  await openTracker(page);
  await eye(page).click();
  const cards = viewer(page).getByRole('listitem');
  await expect(cards).toHaveCount(2);
  await expect(viewer(page).getByText('Theatre SL')).toBeVisible();
  await expect(viewer(page).getByText(NAME)).toBeVisible();
  await expect(cards.nth(0)).toContainText('JPEG');
  await expect(cards.nth(0)).toContainText(long);
  await expect(cards.nth(0)).toContainText('View Image');
  await expect(cards.nth(1)).toContainText('PDF');
  await expect(cards.nth(1)).toContainText('View PDF');
  const isDrawn = (image: Locator) =>
    expect
      .poll(() => image.evaluate((element) => (element as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0);
  await isDrawn(cards.nth(0).locator('img'));
  await expect(cards.nth(1).locator('img')).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const opened = context.waitForEvent('page');
  await cards.nth(0).getByRole('link', { name: 'View Image' }).click();
  const tab = await opened;
  await isDrawn(tab.locator('img'));
  expect(await tab.evaluate(() => window.opener as unknown)).toBeNull();
  await tab.close();
  const link = cards.nth(1).getByRole('link', { name: 'View PDF' });
  await expect(link).toHaveAttribute('target', '_blank');
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);

  // A file asks before it goes, in its own place; Enter pressed twice removes nothing.
  await viewer(page).getByRole('button', { name: 'Remove marked.pdf' }).press('Enter');
  await expect(viewer(page).getByRole('button', { name: 'Keep' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(cards).toHaveCount(2);
  await expect(viewer(page).getByRole('button', { name: 'Remove marked.pdf' })).toBeFocused();
  await viewer(page).getByRole('button', { name: 'Remove marked.pdf' }).click();
  await viewer(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(cards).toHaveCount(1);
  await expect(cards.getByRole('link')).toBeFocused();
  await viewer(page)
    .getByRole('button', { name: /^Remove The whole/ })
    .click();
  await viewer(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(viewer(page).getByText('No files to show.')).toBeVisible();
  expect(await filesOf(page, student)).toEqual([]);
  await viewer(page).getByRole('button', { name: 'Close' }).click();
  await expect(eye(page)).toBeHidden();
  await expect(box(page)).toBeFocused();
  expect(await recordOf(page, student)).toMatchObject({ is_completed: true, score: 71, file_count: 0 });
});

test('files that do not come leave the viewer empty', ON_DESKTOP, async ({ page }) => {
  const student = await enter(page, { is_completed: true, score: null });
  await send(page, student, pdf('marked.pdf'));
  await openTracker(page);
  const isList = (url: URL) => url.pathname === '/api/completion/files';
  await page.route(isList, (route) => route.fulfill({ status: 503, json: { detail: 'away' } }));
  await eye(page).click();
  await expect(viewer(page).getByText('No files to show.')).toBeVisible();
  await expect(viewer(page).getByRole('listitem')).toHaveCount(0);
  await expectAccessible(page);
  await page.unroute(isList);
  await viewer(page).getByRole('button', { name: 'Try again' }).click();
  await expect(viewer(page).getByRole('listitem')).toContainText('marked.pdf');
  // From there to the dialog that takes more.
  await viewer(page).getByRole('button', { name: 'Add files' }).click();
  await expect(arrived(page, 'marked.pdf')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(eye(page)).toBeFocused();
});

test('a score is changed and a file added without unticking the paper', async ({ page }) => {
  const student = await enter(page, { is_completed: true, score: 40 });
  await openTracker(page);
  const saved: unknown[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/completion'))
      saved.push(request.postDataJSON());
  });
  await page.getByRole('button', { name: `40%, change the score: ${NAME}` }).click();
  await expect(dialog(page).getByLabel('Score')).toHaveValue('40');
  await chooser(page).setInputFiles(await jpeg('later.jpg'));
  await expect(arrived(page, 'later.jpg')).toBeVisible();
  await expect(box(page)).toBeChecked();
  await dialog(page).getByLabel('Score').fill('45');
  await dialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('button', { name: `45%, change the score: ${NAME}` })).toBeVisible();
  await expect(eye(page)).toBeVisible();
  await expect
    .poll(() => recordOf(page, student))
    .toMatchObject({ is_completed: true, score: 45, file_count: 1 });
  expect(saved).toMatchObject([{ is_completed: true, score: 45 }]);

  // Unticking keeps the files, and what is there can still be seen.
  await box(page).click();
  await expect(box(page)).not.toBeChecked();
  await eye(page).click();
  await expect(viewer(page).getByRole('listitem')).toContainText('later.jpg');
  await expect(viewer(page).getByRole('button', { name: 'Add files' })).toHaveCount(0);
});

test('a file is dropped anywhere on the dialog', ON_DESKTOP, async ({ page }) => {
  const student = await start(page);
  const folder = await mkdtemp(join(tmpdir(), 'tickmark-drop-'));
  const file = await png('dropped.png');
  await writeFile(join(folder, file.name), file.buffer);
  const session = await page.context().newCDPSession(page);
  const drag = (type: 'dragEnter' | 'dragOver' | 'drop', x: number, y: number) =>
    session.send('Input.dispatchDragEvent', {
      type,
      x,
      y,
      data: { items: [], files: [join(folder, file.name)], dragOperationsMask: 1 },
    });
  // Beside the dialog: the browser would open the file and leave the page.
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await drag(type, 40, 40);
  await expect(arrived(page, 'dropped.png')).toBeVisible();
  await rm(folder, { recursive: true });
  expect(await filesOf(page, student)).toHaveLength(1);
});

test('a picture is pasted, and text is left to the field', ON_DESKTOP, async ({ page, context }) => {
  test.skip(IS_FIREFOX, 'Firefox without a window has a clipboard for text alone.');
  const student = await start(page);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const bytes = [...(await picture(40, 40).png().toBuffer())];
  await page.evaluate(async (list) => {
    const blob = new Blob([new Uint8Array(list)], { type: 'image/png' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]);
  }, bytes);
  await page.keyboard.press('ControlOrMeta+V');
  await expect(arrived(page, 'image.png')).toBeVisible();
  // A spreadsheet gives both.
  await page.evaluate(async (list) => {
    const blob = new Blob([new Uint8Array(list)], { type: 'image/png' });
    const text = new Blob(['77'], { type: 'text/plain' });
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': blob, 'text/plain': text })]);
  }, bytes);
  await dialog(page).getByLabel('Score').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await expect(dialog(page).getByLabel('Score')).toHaveValue('77');
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  expect(await filesOf(page, student)).toHaveLength(1);
});

test('a phone offers its camera', async ({ page }) => {
  await start(page);
  const camera = dialog(page).getByLabel('Take photo');
  if (!isPhone(page)) {
    await expect(camera).toHaveCount(0);
    return;
  }
  await expect(camera).toHaveAttribute('capture', 'environment');
  await camera.setInputFiles(await jpeg('image.jpg'));
  await expect(arrived(page, 'image.jpg')).toBeVisible();
});

test('files by keyboard alone', ON_DESKTOP, async ({ page }) => {
  await enter(page);
  // From the start: the browser hears of it a moment later.
  const asked = new Promise<FileChooser>((resolve) => {
    page.once('filechooser', resolve);
  });
  await openTracker(page);
  await box(page).focus();
  await page.keyboard.press('Space');
  await expect(dialog(page).getByLabel('Score')).toBeFocused();
  await expect(chooser(page)).toBeAttached();
  await page.keyboard.press('Tab');
  await expect(dialog(page).getByRole('button', { name: 'Done on' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(chooser(page)).toBeFocused();
  await page.keyboard.press('Space');
  await (await asked).setFiles(pdf('work.pdf'));
  await expect(arrived(page, 'work.pdf')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(arrived(page, 'work.pdf')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(dialog(page).getByRole('button', { name: 'Remove', exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row(page, 'work.pdf')).toHaveCount(0);
  await expect(chooser(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(box(page)).toBeFocused();
});

test('a guest is told what files need, and finds the way there', ON_PHONE, async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('localSubjects', '["theatre_sl"]'));
  await openTracker(page);
  await box(page).click();
  await expect(dialog(page).getByText('To keep photos and PDFs of your work here')).toBeVisible();
  await expect(dialog(page).locator('input[type=file]')).toHaveCount(0);
  await expectAccessible(page);
  await dialog(page).getByRole('link', { name: 'register' }).click();
  await expect(page.getByRole('heading', { name: 'Create an Account' })).toBeVisible();
  await page.goBack();
  await expect(box(page)).toBeChecked();
  await expect(dialog(page)).toBeHidden();
});

test('on the smallest phone a tick, a score and an eye fit their place', ON_PHONE, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const { token } = await openAsNewStudent(page, '/login');
  const headers = { authorization: `Bearer ${token}` };
  await page.request.post('/api/subjects', { headers, data: { subjects: ['math_aa_hl'] } });
  const data = {
    completion_data: {
      'math_aa_hl-2024-May-paper1-TZ1': { is_completed: true, score: 100 },
      'math_aa_hl-2024-May-paper1-TZ2': { is_completed: true, score: null },
    },
  };
  await page.request.post('/api/completion/bulk', { headers, data });
  for (const timezone of ['TZ1', 'TZ2'])
    await page.request.post('/api/completion/upload', {
      headers,
      multipart: { ...FIELDS, subject_id: 'math_aa_hl', timezone, file: pdf('work.pdf') },
    });
  await open(page, '/');
  for (const timezone of ['TZ1', 'TZ2']) {
    const last = page.getByRole('button', { name: `View files: ${NAME}, ${timezone}` });
    await expect(last).toBeVisible();
    const places = await last.evaluate((element) => {
      const cell = element.parentElement;
      const parts = [cell?.querySelector('label'), cell?.querySelector('button'), element, cell];
      return parts.map((part) => {
        const { left = 0, right = 0 } = part?.getBoundingClientRect() ?? {};
        return { left, right };
      });
    });
    const [tick, score, eyeball, cell] = places;
    expect(tick?.right).toBeLessThanOrEqual(score?.left ?? 0);
    expect(score?.right).toBeLessThanOrEqual(eyeball?.left ?? 0);
    expect(eyeball?.right).toBeLessThanOrEqual(cell?.right ?? 0);
  }
  await expectNoSidewaysScroll(page);
});
