import { join } from 'node:path';

/** How this machine's browser is started: Debian's Chromium, also as root, without talking to anybody. */
const CHROMIUM = {
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

/** Bits of Firefox's settings for what points: on a phone a finger, on a desk a mouse that can hover. */
const FINGER = 1;
const MOUSE = 2 | 4;

/** Debian's Firefox. What Playwright cannot ask of it from outside is set before it starts. */
const firefox = (pointer: number) => ({
  executablePath: join(import.meta.dirname, 'firefox.mjs'),
  firefoxUserPrefs: {
    'ui.prefersReducedMotion': 1,
    'ui.primaryPointerCapabilities': pointer,
    'ui.allPointerCapabilities': pointer,
    // No question to the person whether a page may read what was copied.
    'dom.events.testing.asyncClipboard': true,
  },
});

/** How the browser is started for each size of screen. */
export const LAUNCH = {
  phone: IS_FIREFOX ? firefox(FINGER) : CHROMIUM,
  desktop: IS_FIREFOX ? firefox(MOUSE) : CHROMIUM,
};

export const ADMIN_PASSWORD = 'e2e-platform-admin';
