// The browsers for journeys, pictures and measurements: the system's, installed from Debian's packages when missing.
import { accessSync, constants } from 'node:fs';
import { ensurePackages } from './apt.mjs';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium, for Playwright in CHROMIUM_PATH. Throws with what to do when there is none. */
export async function ensureBrowser() {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen) {
    if (isProgram(chosen)) return chosen;
    throw new Error(`CHROMIUM_PATH is ${chosen}, which is no program.`);
  }
  if (await ensurePackages(['chromium'], () => places.some(isProgram))) return places.find(isProgram);
  throw new Error(
    [
      'The end-to-end tests need Chromium, and none was found. On Debian and its relatives run',
      '  sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium',
      'elsewhere install Chromium or Chrome and set CHROMIUM_PATH to its program.',
    ].join('\n'),
  );
}

const shell = '/usr/bin/chromium-headless-shell';

/**
 * The browser for the journeys: the same Chromium without windows, tabs and the rest of a desktop program, which takes a
 * third of the processor time for a page. Where Debian does not offer it, the whole one.
 */
export async function ensureHeadlessBrowser() {
  if (process.env.CHROMIUM_PATH) return ensureBrowser();
  const isThere = await ensurePackages(['chromium-headless-shell'], () => isProgram(shell));
  return isThere ? shell : ensureBrowser();
}

/**
 * The path of a Firefox, for e2e/firefox.mjs in FIREFOX_PATH, and what reads the sheets that it prints. Throws with what
 * to do when they are not there.
 */
export async function ensureFirefox() {
  const path = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
  const isThere = () => isProgram(path) && isProgram('/usr/bin/pdftotext');
  if (await ensurePackages(['firefox-esr', 'poppler-utils'], isThere)) return path;
  throw new Error(
    "There is no Firefox, or no pdftotext: install Debian's packages firefox-esr and poppler-utils, or say in FIREFOX_PATH where Firefox is.",
  );
}

/** WebKitGTK with its driver, and a screen that nobody sees. Throws with what to do when they are not there. */
export async function ensureWebKit() {
  const programs = [
    '/usr/bin/WebKitWebDriver',
    '/usr/bin/xvfb-run',
    '/usr/bin/xauth',
    '/usr/bin/dbus-run-session',
  ];
  const packages = ['webkit2gtk-driver', 'libwebkit2gtk-4.1-0', 'xvfb', 'xauth', 'dbus'];
  if (!(await ensurePackages(packages, () => programs.every(isProgram))))
    throw new Error(`This needs Debian's packages ${packages.join(', ')}.`);
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
