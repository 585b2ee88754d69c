import { defineConfig } from '@playwright/test';
import journeys from './playwright.config.ts';

/**
 * Pictures instead of judgements: the same server and browser, other tests, both themes. The sizes beyond a phone and a
 * desktop are the edges of what people have; `npm run shots -- --project=wide-dark` takes one of them.
 */
const TOUCH = { hasTouch: true, isMobile: true };
const SIZES = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, ...TOUCH },
  desktop: { viewport: { width: 1440, height: 900 } },
  narrow: { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, ...TOUCH },
  landscape: { viewport: { width: 844, height: 390 }, deviceScaleFactor: 2, ...TOUCH },
  // A window of 1440 px, enlarged to 200%.
  zoomed: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  wide: { viewport: { width: 1920, height: 1080 } },
};

export default defineConfig({
  ...journeys,
  testMatch: 'shots.ts',
  globalTeardown: './shots-gallery.ts',
  projects: Object.entries(SIZES).flatMap(([size, use]) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      name: `${size}-${colorScheme}`,
      use: { ...use, colorScheme },
    })),
  ),
});
