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

export const ADMIN_PASSWORD = 'e2e-platform-admin';
