import type { Locator } from '@playwright/test';
import { box, isPhone, openWith, scoreDialog, unfold } from './papers.ts';
import { expect, ON_DESKTOP, ON_PHONE, test } from './test.ts';

/** What people have asked their system for: its own colours, and less motion. */

/** The ground of a control, and what is drawn on it. */
const drawn = (control: Locator) =>
  control.evaluate((element) => {
    const before = getComputedStyle(element, '::before');
    return {
      ground: getComputedStyle(element).backgroundColor,
      ink: before.backgroundImage === 'none' ? before.backgroundColor : before.backgroundImage,
      edge: getComputedStyle(element).borderTopStyle,
    };
  });

test('in forced colours a tick is told from an empty box', ON_DESKTOP, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openWith(page, ['theatre_sl'], { 'theatre_sl-2024-May-paper1': { is_completed: true, score: 80 } });
  await unfold(page, 'May 2024');
  await unfold(page, 'November 2024');
  const ticked = box(page, 'Paper 1, May 2024');
  const empty = box(page, 'Paper 1, November 2024');
  // Both are the system's own.
  for (const one of [ticked, empty]) await expect(one).toHaveCSS('appearance', 'auto');
  expect((await ticked.screenshot()).equals(await empty.screenshot())).toBe(false);
  await expect(page.getByText('80%').first()).toBeVisible();
});

test('in forced colours a switch shows on which side its knob is', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openWith(page, ['music_sl']);
  await page.getByRole('button', { name: isPhone(page) ? /^Filters/ : /^Timezones/ }).click();
  const knob = page.getByRole('switch', { name: 'Paper 1' });
  await expect(knob).toBeChecked();
  const on = await drawn(knob);
  expect(on.edge).toBe('solid');
  expect(on.ink).not.toBe(on.ground);
});

test('with less motion nothing moves for longer than an eye can see', ON_PHONE, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openWith(page, ['theatre_sl']);
  await unfold(page, 'May 2024');
  const longest = () =>
    page.evaluate(() =>
      Math.max(
        0,
        ...document
          .getAnimations()
          .map((animation) => Number(animation.effect?.getComputedTiming().activeDuration ?? 0)),
      ),
    );
  await box(page, 'Paper 1, May 2024').click();
  expect(await longest()).toBeLessThan(1);
  await expect(scoreDialog(page)).toBeVisible();
  expect(await longest()).toBeLessThan(1);
  await page.keyboard.press('Escape');
  await expect(scoreDialog(page)).toBeHidden();
  expect(await longest()).toBeLessThan(1);
});
