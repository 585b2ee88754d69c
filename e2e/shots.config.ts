import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/** Pictures instead of judgements: the same server and browser, other tests, both themes. */
export default defineConfig({
  ...journeys,
  testMatch: 'shots.ts',
  globalTeardown: './shots-gallery.ts',
  projects: (['light', 'dark'] as const).flatMap((colorScheme) => [
    {
      name: `phone-${colorScheme}`,
      use: {
        viewport: { width: 390, height: 844 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
        colorScheme,
      },
    },
    { name: `desktop-${colorScheme}`, use: { viewport: { width: 1440, height: 900 }, colorScheme } },
  ]),
});
