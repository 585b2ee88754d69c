import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileChooser, Locator, Page, Request, Route } from '@playwright/test';
import sharp from 'sharp';
import type { Output } from '../contract/index.ts';
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

/** Photos and PDFs of the work, from the dialog to the viewer, with real files over a real line. */

const NAME = 'Paper 1, May 2024';
const KEY = 'theatre_sl-2024-May-paper1';
const FIELDS = { subject_id: 'theatre_sl', year: '2024', session: 'May', paper: 'paper1' };
const UPLOAD = '*/api/completion/upload';
const FAILED = 'Failed to upload file. Please try again.';

type Payload = { name: string; mimeType: string; buffer: Buffer };

const picture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: { r: 240, g: 236, b: 220 } } });
/** What no format makes small. */
const grain = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
const jpeg = async (name: string): Promise<Payload> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await picture().jpeg().toBuffer(),
});
const png = async (name: string): Promise<Payload> => ({
  name,
  mimeType: 'image/png',
  buffer: await picture().png().toBuffer(),
});
const pdf = (name: string, padding = 0): Payload => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n%${'x'.repeat(padding)}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  ),
});
/** No browser but Apple's decodes it. */
const heic: Payload = {
  name: 'IMG_0042.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.from(`\0\0\0\x18ftypheic\0\0\0\0${'x'.repeat(500)}`, 'latin1'),
};

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
const box = (page: Page) => page.getByRole('checkbox', { name: `${NAME}, completed` });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Enter Score & Upload Files' });
const viewer = (page: Page) => page.getByRole('dialog', { name: 'Paper Files' });
const eye = (page: Page) => page.getByRole('button', { name: `View files: ${NAME}` });
const chooser = (page: Page) => dialog(page).getByLabel('Choose files');
const row = (page: Page, name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
/** Only a file that has arrived can be opened. */
const arrived = (page: Page, name: string) => row(page, name).getByRole('link');

/** A large file is chosen from the disk: over the browser's own line it would take seconds. */
const chooseFromDisk = async (page: Page, ...files: Payload[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'tickmark-files-'));
  const paths = files.map(({ name }) => join(folder, name));
  await Promise.all(files.map(({ buffer }, index) => writeFile(paths[index] ?? '', buffer)));
  await chooser(page).setInputFiles(paths);
  return () => rm(folder, { recursive: true });
};

type Student = { token: string; headers: { authorization: string } };

/** A new student with one subject and, if told, the paper done. */
const enter = async (page: Page, record?: { is_completed: boolean; score: number | null }) => {
  const { token } = await openAsNewStudent(page, '/login');
  const headers = { authorization: `Bearer ${token}` };
  await page.request.post('/api/subjects', { headers, data: { subjects: ['theatre_sl'] } });
  if (record)
    await page.request.post('/api/completion/bulk', {
      headers,
      data: { completion_data: { [KEY]: record } },
    });
  return { token, headers };
};
const openTracker = async (page: Page) => {
  await open(page, '/');
  await expect(box(page)).toBeVisible();
};
const openDialog = async (page: Page) => {
  await box(page).click();
  await expect(chooser(page)).toBeAttached();
};
const start = async (page: Page): Promise<Student> => {
  const student = await enter(page);
  await openTracker(page);
  await openDialog(page);
  return student;
};

const send = (page: Page, { headers }: Student, file: Payload) =>
  page.request.post('/api/completion/upload', { headers, multipart: { ...FIELDS, file } });
const filesOf = async (page: Page, { headers }: Student) => {
  const answer = await page.request.get('/api/completion/files', { headers, params: FIELDS });
  return ((await answer.json()) as Output<'GET /completion/files'>).files;
};
const recordOf = async (page: Page, { headers }: Student) => {
  const answer = await page.request.get('/api/completion', { headers });
  return ((await answer.json()) as Output<'GET /completion'>)[KEY];
};

/** So slow towards the server that a megabyte takes a quarter of a minute, until the function that it answers is called. */
const slowDown = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const limit = (uploadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await limit(64_000);
  return () => limit(-1);
};

/** The server gets an upload whole; its answers are held back until they are released. */
const holdAnswers = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Fetch.enable', { patterns: [{ urlPattern: UPLOAD, requestStage: 'Response' }] });
  // Ends the session's hold on what it has stopped and on what comes.
  return { release: () => session.send('Fetch.disable') };
};

/** Uploads fail, in a way of the test's choosing, until the function that it answers is called. */
const failUploads = async (page: Page, fail: (route: Route) => Promise<void>) => {
  await page.route(`*${UPLOAD}`, fail);
  return () => page.unroute(`*${UPLOAD}`);
};

/** An upload that fails when its dialog is no longer there; answers how to mend it. */
const failBehind = async (page: Page): Promise<() => Promise<void>> => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const mend = await failUploads(page, async (route) => {
    await held;
    await route.abort();
  });
  await chooser(page).setInputFiles(pdf('work.pdf'));
  await expect(row(page, 'work.pdf')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Skip' }).click();
  await expect(dialog(page)).toBeHidden();
  release();
  return mend;
};

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

test('an upload shows how far it is, and called off it leaves nothing', ON_PHONE, async ({ page }) => {
  const student = await start(page);
  await slowDown(page);
  await chooser(page).setInputFiles([pdf('long.pdf', 2_000_000), pdf('short.pdf')]);
  const bar = dialog(page).getByRole('progressbar', { name: 'Upload of long.pdf' });
  await expect(bar).toBeVisible();
  await expect.poll(async () => Number(await bar.getAttribute('value'))).toBeGreaterThan(5);
  await expect(row(page, 'long.pdf')).toContainText(/\d+%/);
  await expect(row(page, 'short.pdf')).toContainText('Waiting');
  await expectAccessible(page);
  expect(Number(await bar.getAttribute('value'))).toBeLessThan(100);
  await dialog(page).getByRole('button', { name: 'Cancel upload of long.pdf' }).press('Enter');
  await expect(row(page, 'long.pdf')).toHaveCount(0);
  // The focus is not lost, though the next file too may have gone from the queue by now.
  await expect(dialog(page).locator('li :focus, input[type=file]:focus')).toHaveCount(1);
  // The next has its turn.
  await expect(arrived(page, 'short.pdf')).toBeVisible();
  expect((await filesOf(page, student)).map((file) => file.original_filename)).toEqual(['short.pdf']);
});

test('called off when all of it has been sent, it is taken back', ON_DESKTOP, async ({ page }) => {
  const student = await start(page);
  const answers = await holdAnswers(page);
  await chooser(page).setInputFiles(pdf('late.pdf'));
  await expect(row(page, 'late.pdf')).toContainText('Finishing...');
  await expect.poll(() => filesOf(page, student)).toHaveLength(1);
  await dialog(page).getByRole('button', { name: 'Cancel upload of late.pdf' }).click();
  await expect(row(page, 'late.pdf')).toHaveCount(0);
  await answers.release();
  await expect.poll(() => filesOf(page, student)).toEqual([]);
  await expect(dialog(page).getByText('of 10')).toHaveCount(0);
});

test(
  'a failed upload keeps the file, and trying again sends it once',
  ON_PHONE,
  async ({ page, complaints }) => {
    const student = await start(page);
    const mend = await failUploads(page, (route) => route.abort());
    await chooser(page).setInputFiles(await jpeg('work.jpg'));
    await expect(row(page, 'work.jpg')).toContainText(FAILED);
    await expectAccessible(page);
    // The dialog may be closed: the file is still there when it is opened again.
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(eye(page)).toBeHidden();
    await page.getByRole('button', { name: `Add a score: ${NAME}` }).click();
    await expect(row(page, 'work.jpg')).toContainText(FAILED);
    await mend();
    await row(page, 'work.jpg').getByRole('button', { name: 'Try again' }).click();
    await expect(arrived(page, 'work.jpg')).toBeVisible();
    expect(await filesOf(page, student)).toHaveLength(1);

    // The server has it, but its answer is lost.
    const mendAgain = await failUploads(page, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await chooser(page).setInputFiles(pdf('doubtful.pdf'));
    await expect(row(page, 'doubtful.pdf')).toContainText(FAILED);
    await mendAgain();
    await row(page, 'doubtful.pdf').getByRole('button', { name: 'Try again' }).click();
    await expect(arrived(page, 'doubtful.pdf')).toHaveCount(1);
    expect(await filesOf(page, student)).toHaveLength(2);
    expect(complaints.splice(0)).toEqual(Array(2).fill('Failed to load resource: net::ERR_FAILED'));
  },
);

test('a line that has gone silent is given up', ON_DESKTOP, async ({ page }) => {
  await page.clock.install();
  const student = await start(page);
  const answers = await holdAnswers(page);
  await chooser(page).setInputFiles(pdf('work.pdf'));
  await expect(row(page, 'work.pdf')).toContainText('Finishing...');
  await expect.poll(() => filesOf(page, student)).toHaveLength(1);
  await page.clock.fastForward('02:00');
  await expect(row(page, 'work.pdf')).toContainText(FAILED);
  await answers.release();
  await row(page, 'work.pdf').getByRole('button', { name: 'Try again' }).click();
  await expect(arrived(page, 'work.pdf')).toBeVisible();
  expect(await filesOf(page, student)).toHaveLength(1);
});

test('a refusal is in the words of the server', ON_DESKTOP, async ({ page }) => {
  const student = await start(page);
  const busy = 'Too many attempts. Please wait 30 seconds.';
  const mend = await failUploads(page, (route) =>
    route.fulfill({ status: 429, json: { detail: busy }, headers: { 'retry-after': '30' } }),
  );
  await chooser(page).setInputFiles(pdf('work.pdf'));
  await expect(row(page, 'work.pdf')).toContainText(busy);
  await mend();
  await row(page, 'work.pdf').getByRole('button', { name: 'Try again' }).click();
  await expect(arrived(page, 'work.pdf')).toBeVisible();

  // The real server, about a picture that is none behind its first bytes. There is no use in trying that again.
  const broken = Buffer.concat([(await jpeg('')).buffer.subarray(0, 30), Buffer.alloc(200)]);
  await chooser(page).setInputFiles({ name: 'broken.jpg', mimeType: 'image/jpeg', buffer: broken });
  await expect(row(page, 'broken.jpg')).toContainText('The image is damaged and could not be read.');
  await expect(row(page, 'broken.jpg').getByRole('button', { name: 'Try again' })).toHaveCount(0);
  await dialog(page).getByRole('button', { name: 'Remove broken.jpg' }).click();
  await expect(row(page, 'broken.jpg')).toHaveCount(0);
  expect(await filesOf(page, student)).toHaveLength(1);
});

test(
  'what cannot be taken is said at once, in the words of the server, and not sent',
  ON_DESKTOP,
  async ({ page }) => {
    const student = await start(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/completion/upload')) sent.push(request.url());
    });
    const refused: Payload[] = [
      heic,
      { name: 'notes.png', mimeType: 'image/png', buffer: Buffer.from('PK\x03\x04 no picture at all') },
      { name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) },
      pdf('huge.pdf', 10 * 1024 * 1024),
    ];
    const tidy = await chooseFromDisk(page, ...refused);
    for (const file of refused) {
      const answer = await send(page, student, file);
      const { detail } = (await answer.json()) as { detail: string };
      await expect(row(page, file.name)).toContainText(detail);
      await expect(row(page, file.name).getByRole('button', { name: 'Try again' })).toHaveCount(0);
    }
    await expect(row(page, heic.name)).toContainText('Settings, Camera, Formats, Most Compatible');
    await expectAccessible(page);
    expect(sent).toEqual([]);
    await tidy();
  },
);

test('a paper that has ten files takes no more until one is removed', ON_PHONE, async ({ page }) => {
  const student = await enter(page, { is_completed: true, score: 90 });
  for (let n = 1; n <= 9; n += 1) await send(page, student, pdf(`page-${n}.pdf`));
  await openTracker(page);
  await page.getByRole('button', { name: `90%, change the score: ${NAME}` }).click();
  await expect(dialog(page).getByText('9 of 10')).toBeVisible();
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/completion/upload')) sent.push(request.url());
  });
  await chooser(page).setInputFiles([pdf('tenth.pdf'), pdf('eleventh.pdf')]);
  await expect(arrived(page, 'tenth.pdf')).toBeVisible();
  const words = 'A paper can have 10 files. Remove one to add another.';
  await expect(row(page, 'eleventh.pdf')).toContainText(words);
  expect(sent).toHaveLength(1);
  await expect(chooser(page)).toHaveCount(0);
  await expectNoSidewaysScroll(page);
  await dialog(page).getByRole('button', { name: 'Remove page-3.pdf' }).click();
  await dialog(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(dialog(page).getByText('9 of 10')).toBeVisible();
  await row(page, 'eleventh.pdf').getByRole('button', { name: 'Try again' }).click();
  await expect(arrived(page, 'eleventh.pdf')).toBeVisible();
  expect((await filesOf(page, student)).map((file) => file.original_filename).at(-1)).toBe('eleventh.pdf');
});

test(
  'a large photo is sent small and upright; a small one and a PNG are sent as they are',
  ON_PHONE,
  async ({ page }) => {
    const student = await start(page);
    const sizes: Promise<number>[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/completion/upload'))
        sizes.push(request.allHeaders().then((headers) => Number(headers['content-length'])));
    });
    // As a phone holds it: the picture lies on its side, and a note says which way is up. Its left half is red, so upright
    // its upper half is.
    const red = { create: { width: 1600, height: 2400, channels: 3, background: 'red' } } as const;
    const photo = await grain(1000, 750)
      .resize(3200, 2400, { kernel: 'nearest' })
      .composite([{ input: await sharp(red).png().toBuffer(), left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg({ quality: 96 })
      .toBuffer();
    expect(photo.length).toBeGreaterThan(1_500_000);
    const small = await jpeg('small.jpg');
    const drawing = await png('drawing.png');
    const large = { name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: photo };
    const tidy = await chooseFromDisk(page, large, small, drawing);
    await expect(arrived(page, 'drawing.png')).toBeVisible();
    const [ofPhoto = 0, ofSmall = 0, ofDrawing = 0] = await Promise.all(sizes);
    expect(ofPhoto).toBeLessThan(photo.length * 0.5);
    expect(ofSmall).toBeGreaterThan(small.buffer.length);
    expect(ofDrawing).toBeGreaterThan(drawing.buffer.length);

    const [file] = await filesOf(page, student);
    expect(file?.original_filename).toBe('IMG_0001.jpg');
    const kept = sharp(await (await page.request.get(file?.file_url ?? '')).body());
    expect(await kept.metadata()).toMatchObject({ format: 'jpeg', width: 1920, height: 2560 });
    const top = { left: 900, top: 300, width: 100, height: 100 };
    const point = await kept.extract(top).resize(1, 1).raw().toBuffer();
    expect([...point].map((part) => Math.round(part / 100))).toEqual([3, 0, 0]);
    await tidy();
  },
);

test('a HEIC photo that the browser can decode is sent as a JPEG', ON_PHONE, async ({ page }) => {
  const student = await start(page);
  // Chromium decodes only the sister format; under the family's common name it stands for what Safari can do.
  const buffer = await picture(300, 200).avif({ effort: 0 }).toBuffer();
  buffer.write('mif1', 8, 'latin1');
  await chooser(page).setInputFiles({ name: 'IMG_0007.HEIC', mimeType: 'image/heic', buffer });
  await expect(arrived(page, 'IMG_0007.jpg')).toBeVisible();
  const [file] = await filesOf(page, student);
  expect(file).toMatchObject({ file_type: 'jpeg', original_filename: 'IMG_0007.jpg' });
});

test('a photo over the limit is taken when it can be made smaller', ON_DESKTOP, async ({ page }) => {
  const student = await start(page);
  const scan = await grain(2000, 1800).png({ compressionLevel: 0 }).toBuffer();
  expect(scan.length).toBeGreaterThan(10 * 1024 * 1024);
  const tidy = await chooseFromDisk(page, { name: 'scan.png', mimeType: 'image/png', buffer: scan });
  await expect(arrived(page, 'scan.jpg')).toBeVisible();
  expect(await filesOf(page, student)).toMatchObject([{ file_type: 'jpeg', original_filename: 'scan.jpg' }]);
  await tidy();
});

test(
  'an upload goes on when its dialog is closed, and the browser asks before it is lost',
  ON_PHONE,
  async ({ page }) => {
    const student = await start(page);
    const speedUp = await slowDown(page);
    await chooser(page).setInputFiles(pdf('long.pdf', 2_000_000));
    await expect(dialog(page).getByRole('progressbar')).toBeVisible();
    await dialog(page).getByLabel('Score').fill('55');
    await dialog(page).getByRole('button', { name: 'Confirm' }).click();
    await expect(dialog(page)).toBeHidden();
    await expect(page.getByText('Still uploading long.pdf. You can go on.')).toBeVisible();
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const question = await asked;
    expect(question.type()).toBe('beforeunload');
    await question.dismiss();
    await speedUp();
    await expect(page.getByText(`long.pdf added to ${NAME}`)).toBeVisible();
    await expect(eye(page)).toBeVisible();
    await expect
      .poll(() => recordOf(page, student))
      .toMatchObject({ is_completed: true, score: 55, file_count: 1 });
  },
);

/** One that goes on behind its closed dialog until the function that it answers is called. */
const leaveUploading = async (page: Page, ...files: Payload[]) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`*${UPLOAD}`, async (route) => {
    await held;
    await route.continue();
  });
  await chooser(page).setInputFiles(files);
  for (const { name } of files) await expect(row(page, name)).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Skip' }).click();
  await expect(dialog(page)).toBeHidden();
  return release;
};

test('logging out asks before it ends an upload', ON_PHONE, async ({ page }) => {
  await start(page);
  await leaveUploading(page, pdf('work.pdf'));
  const message = page.getByText('Still uploading work.pdf. You can go on.');
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  const question = page.getByRole('dialog', { name: 'Log out while a file is still uploading?' });
  await expect(question).toContainText('If you log out now, it will not be saved');
  // At once: of itself it would go after some seconds, and stand before the buttons until then.
  expect(await message.count()).toBe(0);
  await question.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
});

test(
  'nothing is said any more of uploads that another tab’s logout has ended',
  ON_DESKTOP,
  async ({ page, context }) => {
    await start(page);
    const other = await context.newPage();
    await open(other, '/');
    await leaveUploading(page, pdf('work.pdf'));
    const message = page.getByText('Still uploading work.pdf. You can go on.');
    await expect(message).toBeVisible();
    await other.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
    expect(await message.count()).toBe(0);
  },
);

test(
  'who does not log out stays, and is asked no more when all has arrived',
  ON_DESKTOP,
  async ({ page }) => {
    const student = await start(page);
    const release = await leaveUploading(page, pdf('one.pdf'), pdf('two.pdf', 20));
    const logout = page.getByRole('button', { name: 'Logout' });
    await logout.click();
    const question = page.getByRole('dialog', { name: 'Log out while 2 files are still uploading?' });
    await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(logout).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(question).toBeVisible();
    release();
    const idle = page.getByRole('dialog', { name: 'Log out?' });
    await expect(idle.getByRole('status')).toHaveText('Nothing is uploading any more.');
    expect(await filesOf(page, student)).toHaveLength(2);
    await page.keyboard.press('Escape');
    await expect(idle).toBeHidden();
    await logout.click();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  },
);

test(
  'an upload that fails behind a closed dialog says so and leads back to it',
  ON_DESKTOP,
  async ({ page, complaints }) => {
    await start(page);
    const mend = await failBehind(page);
    await expect(page.getByText(`${NAME}: ${FAILED}`)).toBeVisible();
    await mend();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await row(page, 'work.pdf').getByRole('button', { name: 'Try again' }).click();
    await expect(arrived(page, 'work.pdf')).toBeVisible();
    expect(complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED']);
  },
);

test('a failure is said to nobody who comes after the logout', ON_PHONE, async ({ page, complaints }) => {
  await start(page);
  await failBehind(page);
  const message = page.getByText(`${NAME}: ${FAILED}`);
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  await expect(message).toBeHidden();
  expect(complaints.splice(0)).toEqual(['Failed to load resource: net::ERR_FAILED']);
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
