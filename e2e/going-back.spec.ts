import { IS_FIREFOX, WHOLE_CHROMIUM } from './machine.ts';
import { expect, ON_PHONE, open, test } from './test.ts';

/** With the pages that a browser keeps for going back, as they were; Playwright switches that off otherwise. */
test.skip(IS_FIREFOX, 'In Firefox Playwright cannot follow a page that is kept.');
if (!IS_FIREFOX)
  test.use({ launchOptions: { ...WHOLE_CHROMIUM, ignoreDefaultArgs: ['--disable-back-forward-cache'] } });

test('a guest who goes back after the time is over starts over', ON_PHONE, async ({ page }) => {
  const comings: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('came ')) comings.push(message.text());
  });
  await page.addInitScript(() =>
    // oxlint-disable-next-line no-console -- a page that is reloaded at once has no other way to tell
    addEventListener('pageshow', ({ persisted }) => console.log(`came ${persisted ? 'kept' : 'new'}`)),
  );
  await page.clock.install();
  await open(page, '/');
  const notice = page.getByText(/Guest session: [45]:\d\d left/);
  await expect(notice).toBeVisible();
  await page.clock.fastForward('05:00');
  await expect(page).toHaveURL('/landing/#time-over');
  // Its own goBack waits for what a kept page does not do; and the page that is left cannot answer an evaluation.
  await page.evaluate(() => void setTimeout(() => window.history.back()));
  await expect(notice).toBeVisible();
  expect(comings).toContain('came kept');
});
