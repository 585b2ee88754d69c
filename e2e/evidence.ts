import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Route } from '@playwright/test';
import sharp from 'sharp';
import type { Output } from '../contract/index.ts';
import { expect, open, openAsNewStudent } from './test.ts';

/** Photos and PDFs of the work, from the dialog to the viewer, with real files over a real line. */

export const NAME = 'Paper 1, May 2024';
const KEY = 'theatre_sl-2024-May-paper1';
export const FIELDS = { subject_id: 'theatre_sl', year: '2024', session: 'May', paper: 'paper1' };
export const UPLOAD = '*/api/completion/upload';
export const FAILED = 'Failed to upload file. Please try again.';

export type Payload = { name: string; mimeType: string; buffer: Buffer };

export const picture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: { r: 240, g: 236, b: 220 } } });
/** What no format makes small. */
export const grain = (width: number, height: number) =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
export const jpeg = async (name: string): Promise<Payload> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await picture().jpeg().toBuffer(),
});
export const png = async (name: string): Promise<Payload> => ({
  name,
  mimeType: 'image/png',
  buffer: await picture().png().toBuffer(),
});
export const pdf = (name: string, padding = 0): Payload => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj\n%${'x'.repeat(padding)}\ntrailer<</Root 1 0 R>>\n%%EOF\n`,
  ),
});
/** No browser but Apple's decodes it. */
export const heic: Payload = {
  name: 'IMG_0042.HEIC',
  mimeType: 'image/heic',
  buffer: Buffer.from(`\0\0\0\x18ftypheic\0\0\0\0${'x'.repeat(500)}`, 'latin1'),
};

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 768;
export const box = (page: Page) => page.getByRole('checkbox', { name: `${NAME}, completed` });
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Enter Score & Upload Files' });
export const viewer = (page: Page) => page.getByRole('dialog', { name: 'Paper Files' });
export const eye = (page: Page) => page.getByRole('button', { name: `View files: ${NAME}` });
export const chooser = (page: Page) => dialog(page).getByLabel('Choose files');
export const row = (page: Page, name: string) => dialog(page).getByRole('listitem').filter({ hasText: name });
/** Only a file that has arrived can be opened. */
export const arrived = (page: Page, name: string) => row(page, name).getByRole('link');

/** A large file is chosen from the disk: over the browser's own line it would take seconds. */
export const chooseFromDisk = async (page: Page, ...files: Payload[]) => {
  const folder = await mkdtemp(join(tmpdir(), 'tickmark-files-'));
  const paths = files.map(({ name }) => join(folder, name));
  await Promise.all(files.map(({ buffer }, index) => writeFile(paths[index] ?? '', buffer)));
  await chooser(page).setInputFiles(paths);
  return () => rm(folder, { recursive: true });
};

export type Student = { token: string; headers: { authorization: string } };

/** A new student with one subject and, if told, the paper done. */
export const enter = async (page: Page, record?: { is_completed: boolean; score: number | null }) => {
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
export const openTracker = async (page: Page) => {
  await open(page, '/');
  await expect(box(page)).toBeVisible();
};
const openDialog = async (page: Page) => {
  await box(page).click();
  await expect(chooser(page)).toBeAttached();
};
export const start = async (page: Page): Promise<Student> => {
  const student = await enter(page);
  await openTracker(page);
  await openDialog(page);
  return student;
};

export const send = (page: Page, { headers }: Student, file: Payload) =>
  page.request.post('/api/completion/upload', { headers, multipart: { ...FIELDS, file } });
export const filesOf = async (page: Page, { headers }: Student) => {
  const answer = await page.request.get('/api/completion/files', { headers, params: FIELDS });
  return ((await answer.json()) as Output<'GET /completion/files'>).files;
};
export const recordOf = async (page: Page, { headers }: Student) => {
  const answer = await page.request.get('/api/completion', { headers });
  return ((await answer.json()) as Output<'GET /completion'>)[KEY];
};

/** So slow towards the server that a megabyte takes a quarter of a minute, until the function that it answers is called. */
export const slowDown = async (page: Page) => {
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
export const holdAnswers = async (page: Page) => {
  const session = await page.context().newCDPSession(page);
  await session.send('Fetch.enable', { patterns: [{ urlPattern: UPLOAD, requestStage: 'Response' }] });
  // Ends the session's hold on what it has stopped and on what comes.
  return { release: () => session.send('Fetch.disable') };
};

/** Uploads fail, in a way of the test's choosing, until the function that it answers is called. */
export const failUploads = async (page: Page, fail: (route: Route) => Promise<void>) => {
  await page.route(`*${UPLOAD}`, fail);
  return () => page.unroute(`*${UPLOAD}`);
};

/** An upload that fails when its dialog is no longer there; answers how to mend it. */
export const failBehind = async (page: Page): Promise<() => Promise<void>> => {
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
