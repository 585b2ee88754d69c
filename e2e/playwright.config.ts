import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { FIREFOX_PART } from './firefox-part.ts';
import { ADMIN_PASSWORD, IS_FIREFOX, LAUNCH } from './machine.ts';

/** Whole journeys against the built product on data of its own. */

/** Another one lets two checkouts run their journeys side by side. */
const PORT = Number(process.env['E2E_PORT'] ?? 4790);
const makeFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'tickmark-e2e-'));
  // PostgreSQL's account passes through it when root runs the tests.
  chmodSync(folder, 0o711);
  return folder;
};
// The configuration is read by every worker; the first reading decides.
process.env['E2E_DATA_DIR'] ??= makeFolder();
const baseURL = `http://127.0.0.1:${PORT}`;

/**
 * Many journeys are for both sizes of screen. `one`: each journey once, these on a phone. `other`: these on a desktop.
 */
const SIZES = process.env['E2E_SIZES'];
const ON_DESKTOP = { one: { grep: /@desktop/ }, other: { grepInvert: /@phone|@desktop/ } };

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  workers: 2,
  // Time limits end what hangs; a machine with other work to do may take its time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  globalSetup: './prepare.ts',
  globalTeardown: './tidy.ts',
  use: {
    baseURL,
    ...(IS_FIREFOX && { browserName: 'firefox', channel: 'moz-firefox' }),
    launchOptions: LAUNCH.desktop,
    // Motion is the style sheet's alone; to paint it by software is a good part of the work.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // What it fetches no test can see or stop; the journeys without a connection let it in.
    serviceWorkers: 'block',
  },
  ...(process.env['E2E_PART'] && { grep: FIREFOX_PART }),
  projects: [
    {
      name: 'phone',
      ...(SIZES === 'other' && { testIgnore: '**' }),
      grepInvert: /@desktop/,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        launchOptions: LAUNCH.phone,
      },
    },
    {
      name: 'desktop',
      grepInvert: /@phone/,
      ...(SIZES && ON_DESKTOP[SIZES as keyof typeof ON_DESKTOP]),
      use: { viewport: { width: 1440, height: 900 } },
    },
  ],
  webServer: {
    command: 'node ../dist/server/main.js',
    url: `${baseURL}/readyz`,
    env: {
      PORT: String(PORT),
      DATA_DIR: process.env['E2E_DATA_DIR'],
      DATABASE_URL: '',
      ADMIN_PASSWORD,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      // There, what a page sends stands in a header as well (firefox.ts).
      ...(IS_FIREFOX && { NODE_OPTIONS: '--max-http-header-size=500000' }),
    },
    // Until it has ended: cut short, it would leave a database that writes where we tidy up.
    gracefulShutdown: { signal: 'SIGTERM', timeout: 0 },
  },
});
