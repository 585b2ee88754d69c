// The browsers for journeys, pictures and measurements: the system's, installed from Debian's packages when missing.
import { accessSync, constants } from 'node:fs';
import { aptInstall } from './apt.mjs';

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
  const found = places.find(isProgram);
  if (found) return found;
  await aptInstall('chromium');
  const installed = places.find(isProgram);
  if (installed) return installed;
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
  if (!isProgram(shell)) await aptInstall('chromium-headless-shell');
  return isProgram(shell) ? shell : ensureBrowser();
}

/** The path of a Firefox, for e2e/firefox.mjs in FIREFOX_PATH. Throws with what to do when there is none. */
export async function ensureFirefox() {
  const path = process.env.FIREFOX_PATH ?? '/usr/bin/firefox-esr';
  if (!isProgram(path)) await aptInstall('firefox-esr');
  if (isProgram(path)) return path;
  throw new Error('There is no Firefox: on Debian install firefox-esr, elsewhere say in FIREFOX_PATH where it is.');
}

function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
