import type { Page } from '@playwright/test';
import sharp from 'sharp';
import {
  arrived,
  chooseFromDisk,
  chooser,
  dialog,
  enter,
  eye,
  FAILED,
  failBehind,
  failUploads,
  filesOf,
  grain,
  heic,
  holdAnswers,
  jpeg,
  NAME,
  openTracker,
  type Payload,
  pdf,
  picture,
  png,
  recordOf,
  row,
  send,
  slowDown,
  start,
  UPLOAD,
} from './evidence.ts';
import {
  CUT,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ON_DESKTOP,
  ON_PHONE,
  open,
  skipWithoutUploads,
  test,
} from './test.ts';

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
    skipWithoutUploads();
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
    expect(complaints.splice(0)).toEqual([...CUT, ...CUT]);
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
    expect(complaints.splice(0)).toEqual(CUT);
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
  expect(complaints.splice(0)).toEqual(CUT);
});
