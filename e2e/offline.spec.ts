import type { BrowserContext, Page } from '@playwright/test';
import { box, choose, completion, openWith, pill, scoreDialog, tickWithScore, unfold } from './papers.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ON_PHONE,
  open,
  passwordField,
  reload,
  test,
} from './test.ts';

/** The app on a bad line, and on none. */
test.use({ serviceWorkers: 'allow' });

const notice = (page: Page) => page.getByRole('complementary', { name: 'Connection' });
const KEY = 'theatre_sl-2024-May-paper1';

/** Waits until everything is kept that the app needs to open. */
const installed = async (page: Page) => {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated')
      await new Promise((resolve) => active?.addEventListener('statechange', resolve));
  });
};

const cutLine = async (context: BrowserContext) => {
  await context.setOffline(true);
  return () => context.setOffline(false);
};

// The browser itself notes each request that found no line, some only when the line is back.
test.afterEach(({ complaints }) => {
  const own = complaints.splice(0).filter((text) => !text.includes('net::ERR_INTERNET_DISCONNECTED'));
  complaints.push(...own);
});

test(
  'ticks made without a connection are kept, said to be, and sent when it is back',
  ON_PHONE,
  async ({ page, context }) => {
    await openWith(page, ['theatre_sl']);
    await unfold(page, 'May 2024');
    await installed(page);
    const mend = await cutLine(context);
    await tickWithScore(page, 'Paper 1, May 2024', '81');
    await expect(notice(page)).toHaveText(
      'No connection. 1 change is kept on this device and sent when it is back.',
    );
    await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
    await expect(pill(page)).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await mend();
    await expect(notice(page)).toBeHidden();
    await expect.poll(() => completion(page)).toMatchObject({ [KEY]: { is_completed: true, score: 81 } });
  },
);

test(
  'a tick that the server cannot take now is kept, said to be, and sent again, while all else is answered',
  ON_PHONE,
  async ({ page }) => {
    await openWith(page, ['theatre_sl']);
    await unfold(page, 'May 2024');
    await page.route('**/api/completion', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 503, headers: { 'retry-after': '1' }, json: { detail: 'away' } })
        : route.continue(),
    );
    await tickWithScore(page, 'Paper 1, May 2024', '81');
    await expect(notice(page).getByRole('status')).toHaveText(
      'Tickmark does not answer. 1 change is kept on this device.',
    );
    await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
    await expect(page.getByText('Failed to update paper status')).toBeHidden();
    await reload(page);
    await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
    await expect(notice(page)).toBeVisible();
    // It goes by itself from here on: "Try now" is a journey of its own, whose clock stands still.
    await page.unroute('**/api/completion');
    await expect(notice(page)).toBeHidden();
    await expect.poll(() => completion(page)).toMatchObject({ [KEY]: { is_completed: true, score: 81 } });
  },
);

test(
  'a guest’s time that ends without a connection takes nothing, and ends when it is back',
  ON_PHONE,
  async ({ page, context }) => {
    await page.clock.install();
    await open(page, '/');
    await choose(page, ['The Arts', 'Theatre SL']);
    await unfold(page, 'May 2024');
    await tickWithScore(page, 'Paper 1, May 2024', '81');
    await installed(page);
    const mend = await cutLine(context);
    await page.clock.fastForward('05:00');
    await expect(page.getByRole('complementary', { name: 'Guest session' }).locator('p').first()).toHaveText(
      'Guest time is over. Nothing is cleared before you are back.',
    );
    await expect(page.getByText('1/15')).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    // Our own landing page is kept too, for a guest who goes there meanwhile.
    const landing = await context.newPage();
    await landing.goto('/landing/');
    await expect(landing.getByText('Every IB past paper you have done, in one place.').first()).toBeVisible();
    // It says what has ended also if the line is cut once more in that very moment.
    await landing.goto('/start?time-over=cleared');
    await expect(landing).toHaveURL('/landing/#work-cleared');
    await expect(landing.locator('#work-cleared')).toBeVisible();
    await landing.close();
    await mend();
    await page.clock.fastForward('00:05');
    await expect(page).toHaveURL('/landing/#work-cleared');
  },
);

test(
  'the app opens without a connection, with the papers as they were, and catches up',
  ON_PHONE,
  async ({ page, context }) => {
    await openWith(page, ['theatre_sl'], { [KEY]: { is_completed: true, score: 64 } });
    await installed(page);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('trackerWork'))).toContain(KEY);
    const mend = await cutLine(context);
    await reload(page);
    await expect(notice(page)).toContainText(
      /^No connection\. You see your papers as of \d+ \w+ 20\d\d, \d\d:\d\d\.$/,
    );
    await unfold(page, 'May 2024');
    await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
    await unfold(page, 'November 2023');
    await box(page, 'Paper 1, November 2023').click();
    await scoreDialog(page).getByRole('button', { name: 'Skip' }).click();
    await expect(notice(page)).toContainText('1 change is kept on this device');

    // Left and opened once more, still without a line: the tick is there.
    await reload(page);
    await unfold(page, 'November 2023');
    await expect(box(page, 'Paper 1, November 2023')).toBeChecked();
    await mend();
    await expect(notice(page)).toBeHidden();
    await expect
      .poll(() => completion(page))
      .toMatchObject({ 'theatre_sl-2023-November-paper1': { is_completed: true } });
  },
);

test(
  'every page opens without a connection, and says what it could not fetch',
  ON_PHONE,
  async ({ page, context }) => {
    await open(page, '/');
    await installed(page);
    const mend = await cutLine(context);
    await open(page, '/login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await page.getByLabel('Username').fill('somebody');
    await passwordField(page).fill('something');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await expect(page.getByText('Tickmark cannot be reached. Your password was not checked.')).toBeVisible();
    await open(page, '/no/such/page');
    await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
    await mend();
  },
);

test('it can be put on the home screen', ON_PHONE, async ({ page }) => {
  await open(page, '/');
  const address = await page.locator('link[rel=manifest]').getAttribute('href');
  const answer = await page.request.get(address ?? '');
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  const manifest = (await answer.json()) as { start_url: string; display: string; icons: { src: string }[] };
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone' });
  for (const { src } of manifest.icons) {
    const icon = await page.request.get(src);
    expect(icon.headers()['content-type']).toBe('image/png');
  }
  expect((await page.request.get('/apple-touch-icon.png')).status()).toBe(200);
});
