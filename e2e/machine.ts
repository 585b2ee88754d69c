import { join } from 'node:path';

/** How this machine's browser is started: Debian's Chromium, also as root, without talking to anybody. */
export const CHROMIUM = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** With all that a browser does beside showing pages. */
export const WHOLE_CHROMIUM = {
  ...CHROMIUM,
  executablePath: process.env['WHOLE_CHROMIUM_PATH'] ?? '/usr/bin/chromium',
};

/** The journeys run in Firefox too: `npm test -- --browser=firefox`. */
export const IS_FIREFOX = process.env['E2E_BROWSER'] === 'firefox';

/** Debian's Firefox. What Playwright cannot ask of it from outside is set before it starts. */
export const FIREFOX = {
  executablePath: join(import.meta.dirname, 'firefox.mjs'),
  firefoxUserPrefs: {
    'ui.prefersReducedMotion': 1,
    // No question to the person whether a page may read what was copied.
    'dom.events.testing.asyncClipboard': true,
  },
};

export const ADMIN_PASSWORD = 'e2e-platform-admin';
