import type { Locator, Page } from '@playwright/test';
import {
  enter,
  eye,
  FIELDS,
  filesOf,
  isPhone,
  jpeg,
  NAME,
  openTracker,
  pdf,
  png,
  type Student,
  send,
  viewer,
} from './evidence.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, ON_DESKTOP, ON_PHONE, test } from './test.ts';

/** Pictures in the page, one after another, and all evidence of a subject. */

const shown = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
const placeOf = (page: Page, name: string, place: string) =>
  shown(page, name).getByText(place, { exact: true });
const thumb = (page: Page, name: string) => page.getByRole('button', { name: `Show ${name}` });
const lookOf = (picture: Locator) =>
  picture.evaluate((element) => {
    const { a, b, e, f } = new DOMMatrix(getComputedStyle(element).transform);
    const [zoom, turn] = [Math.hypot(a, b), (Math.atan2(b, a) * 180) / Math.PI];
    return { zoom: Math.round(zoom * 100) / 100, turn: Math.round(turn), x: Math.round(e), y: Math.round(f) };
  });

const openThree = async (page: Page): Promise<Student> => {
  const student = await enter(page, { is_completed: true, score: 71 });
  if (isPhone(page)) await page.setViewportSize({ width: 360, height: 740 });
  for (const file of [await jpeg('one.jpg'), await png('two.png'), pdf('three.pdf')])
    await send(page, student, file);
  await openTracker(page);
  await eye(page).click();
  await expect(viewer(page).getByRole('listitem')).toHaveCount(3);
  return student;
};

test('a thumbnail opens the picture in the page; keys lead on, zoom, rotate and return', async ({ page }) => {
  await openThree(page);
  await thumb(page, 'one.jpg').click();
  await expect(placeOf(page, 'one.jpg', '1 of 3')).toBeVisible();
  await expect(shown(page, 'one.jpg').getByText(NAME)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const picture = shown(page, 'one.jpg').getByRole('img', { name: 'one.jpg' });
  await page.keyboard.press('+');
  await expect.poll(() => lookOf(picture)).toMatchObject({ zoom: 1.5 });
  await page.keyboard.press('-');
  await expect.poll(() => lookOf(picture)).toEqual({ zoom: 1, turn: 0, x: 0, y: 0 });
  await page.keyboard.press('r');
  await expect.poll(() => lookOf(picture)).toMatchObject({ zoom: 1, turn: -90 });
  // On its side it is still whole.
  const [inside, around] = await Promise.all([picture.boundingBox(), shown(page, 'one.jpg').boundingBox()]);
  expect(inside?.x ?? -1).toBeGreaterThanOrEqual(around?.x ?? 0);
  expect(inside?.y ?? -1).toBeGreaterThanOrEqual(around?.y ?? 0);
  expect((inside?.x ?? 0) + (inside?.width ?? 0)).toBeLessThanOrEqual(around?.width ?? 0);
  expect((inside?.y ?? 0) + (inside?.height ?? 0)).toBeLessThanOrEqual(around?.height ?? 0);

  await page.keyboard.press('ArrowLeft');
  await expect(placeOf(page, 'one.jpg', '1 of 3')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(placeOf(page, 'two.png', '2 of 3')).toBeVisible();
  await expect
    .poll(() => lookOf(shown(page, 'two.png').getByRole('img', { name: 'two.png' })))
    .toEqual({ zoom: 1, turn: 0, x: 0, y: 0 });
  await page.keyboard.press('ArrowRight');
  const view = shown(page, 'three.pdf').getByRole('link', { name: 'View PDF' });
  await expect(view).toHaveAttribute('target', '_blank');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeVisible();
  await expect(thumb(page, 'one.jpg')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(shown(page, 'one.jpg')).toBeVisible();
  await page.goBack();
  await expect(shown(page, 'one.jpg')).toBeHidden();
  await expect(thumb(page, 'one.jpg')).toBeFocused();
});

test('a mouse leads on by the buttons and looks closer by a double click', ON_DESKTOP, async ({ page }) => {
  await openThree(page);
  await thumb(page, 'one.jpg').click();
  await shown(page, 'one.jpg').getByRole('button', { name: 'Next' }).click();
  const picture = shown(page, 'two.png').getByRole('img', { name: 'two.png' });
  await expect(picture).toBeVisible();
  await picture.dblclick();
  await expect.poll(() => lookOf(picture)).toMatchObject({ zoom: 2.5 });
  const before = await lookOf(picture);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.mouse.move(width / 2, height / 2);
  await page.mouse.down();
  await page.mouse.move(width / 2 + 60, height / 2 + 20, { steps: 3 });
  await page.mouse.up();
  await expect.poll(async () => (await lookOf(picture)).x - before.x).toBe(60);
  await shown(page, 'two.png').getByRole('button', { name: 'Rotate' }).click();
  await expect.poll(() => lookOf(picture)).toEqual({ zoom: 1, turn: -90, x: 0, y: 0 });
});

test('fingers swipe, pinch and tap twice', ON_PHONE, async ({ page }) => {
  await openThree(page);
  await thumb(page, 'one.jpg').click();
  const first = shown(page, 'one.jpg').getByRole('img', { name: 'one.jpg' });
  await expect(first).toBeVisible();
  const session = await page.context().newCDPSession(page);
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: points.map(([x, y], id) => ({ x: width / 2 + x, y: height / 2 + y, id })),
    });
  await touch('touchStart', [-20, 0], [20, 0]);
  await touch('touchMove', [-40, 0], [40, 0]);
  await touch('touchEnd');
  await expect.poll(() => lookOf(first)).toMatchObject({ zoom: 2 });
  for (let tap = 0; tap < 2; tap += 1) {
    await touch('touchStart', [0, 0]);
    await touch('touchEnd');
  }
  await expect.poll(() => lookOf(first)).toMatchObject({ zoom: 1 });
  await touch('touchStart', [100, 0]);
  await touch('touchMove', [0, 5]);
  await touch('touchMove', [-100, 5]);
  await touch('touchEnd');
  await expect(placeOf(page, 'two.png', '2 of 3')).toBeVisible();
});

test('the viewer opens a file in a new tab, and asks before it removes one', async ({ page }) => {
  const student = await openThree(page);
  await thumb(page, 'two.png').click();
  const more = shown(page, 'two.png').getByRole('button', { name: 'More' });
  await more.click();
  await expect(page.getByRole('menuitem', { name: 'Open in new tab' })).toHaveAttribute('target', '_blank');
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  const keep = shown(page, 'two.png').getByRole('button', { name: 'Keep' });
  await expect(keep).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(keep).toBeHidden();
  // The keys still lead on.
  await page.keyboard.press('ArrowRight');
  await expect(placeOf(page, 'three.pdf', '3 of 3')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(placeOf(page, 'two.png', '2 of 3')).toBeVisible();
  expect(await filesOf(page, student)).toHaveLength(3);
  await more.click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await shown(page, 'two.png').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(placeOf(page, 'three.pdf', '2 of 2')).toBeVisible();
  expect(await filesOf(page, student)).toHaveLength(2);
});

const openAll = async (page: Page) => {
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('button', { name: 'All evidence' }).click();
  } else {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'All evidence' }).click();
  }
};
const all = (page: Page) => page.getByRole('dialog', { name: /^Evidence in Theatre SL/ });

test('all evidence of a subject stands on one screen, by sitting, newest first', async ({ page }) => {
  const student = await enter(page, { is_completed: true, score: 71 });
  await send(page, student, await jpeg('new.jpg'));
  const { headers } = student;
  await page.request.post('/api/completion/upload', {
    headers,
    multipart: { ...FIELDS, year: '2022', session: 'November', file: await png('old.png') },
  });
  await openTracker(page);
  await openAll(page);
  await expect(all(page).getByRole('heading', { name: 'Evidence in Theatre SL · 2 files' })).toBeVisible();
  await expect(all(page).getByRole('heading', { level: 3 })).toHaveText(['May 2024', 'November 2022']);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await thumb(page, 'new.jpg').click();
  await expect(placeOf(page, 'new.jpg', '1 of 2')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(shown(page, 'old.png').getByText('Paper 1, November 2022')).toBeVisible();
  await page.keyboard.press('Escape');
  await all(page).getByRole('button', { name: 'Remove new.jpg' }).click();
  await all(page).getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(all(page).getByRole('heading', { name: 'Evidence in Theatre SL · 1 file' })).toBeVisible();
  await all(page).getByRole('button', { name: 'Close' }).click();
  // The tracker knows.
  await expect(eye(page)).toBeHidden();
});

test(
  'all evidence says that there is none, and that it could not be loaded',
  ON_DESKTOP,
  async ({ page }) => {
    await enter(page);
    await openTracker(page);
    const address = '**/api/completion/evidence?*';
    await page.route(address, (route) => route.fulfill({ status: 503, json: { detail: 'Away' } }));
    await openAll(page);
    await expect(all(page).getByText('They could not be loaded.')).toBeVisible();
    await page.unroute(address);
    await all(page).getByRole('button', { name: 'Try again' }).click();
    await expect(all(page).getByText('No files yet.')).toBeVisible();
    await expect(all(page).getByText('Add photos or a PDF when you tick a paper.')).toBeVisible();
    await expectAccessible(page);
  },
);
