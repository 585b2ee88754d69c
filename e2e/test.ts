import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import {
  type Browser,
  test as base,
  type Download,
  expect,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test';
import { prepareContexts } from './firefox.ts';
import { IS_FIREFOX } from './machine.ts';

/** Our `test`: pages whose console and policy violations fail the test, and what many journeys need. */

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Fixtures {
  /** What the browser complained about; checked to be empty at the end of each test. */
  complaints: string[];
}

/** An answer that says no, or not now, is no fault of the page; nor is what the tests themselves keep out. */
const EXPECTED =
  /Failed to load resource: the server responded with a status of (4\d\d|503)|Service Worker registration blocked by Playwright/;

/** Firefox runs what a test puts before a page on the empty page before it too, which has no storage. */
const OF_EMPTY_PAGE = 'SecurityError: The operation is insecure.';

export const test = base.extend<Fixtures, { browser: Browser }>({
  browser: [
    async ({ browser }, use) => {
      if (IS_FIREFOX) prepareContexts(browser);
      await use(browser);
    },
    { scope: 'worker' },
  ],
  complaints: [
    async ({ context }, use) => {
      const complaints: string[] = [];
      // Also what is caught, or only reported.
      await context.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
          // oxlint-disable-next-line no-console -- it is what we listen to
          console.error(`Policy violated: ${violatedDirective} ${blockedURI} ${sample}`),
        ),
      );
      context.on('console', (message) => {
        const isFault = message.type() === 'error' || message.type() === 'warning';
        if (isFault && !EXPECTED.test(message.text())) complaints.push(message.text());
      });
      context.on('weberror', (error) => {
        const text = String(error.error());
        if (!IS_FIREFOX || text !== OF_EMPTY_PAGE) complaints.push(text);
      });
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
});

/** Without a connection, which is the test's own doing, the browser complains that there is none. */
export const forgetConnection = (complaints: string[]): void => {
  const others = complaints.splice(0).filter((text) => !text.includes('net::ERR_INTERNET_DISCONNECTED'));
  complaints.push(...others);
};

/** What the browser notes of a request that a test cuts; Firefox tells nobody. */
export const CUT = IS_FIREFOX ? [] : ['Failed to load resource: net::ERR_FAILED'];

/** What a route would hand on of an upload, BiDi does not have. */
export const skipWithoutUploads = (): void =>
  test.skip(IS_FIREFOX, 'Playwright cannot send on what a page in Firefox uploads.');

/** Firefox remembers of a script that it did not come, until the page is reloaded. */
export const ASKS_ONCE = IS_FIREFOX;

/** Firefox measures no shifts of the layout. */
export const skipWithoutShifts = (): void =>
  test.skip(IS_FIREFOX, 'Firefox measures no shifts of the layout.');

export { expect };

export const DEMO = {
  student: 'amelie.fontaine',
  /** What the school calls them. */
  studentName: 'Amelie Fontaine',
  teacher: 'ms.hartley',
  schoolAdmin: 'riverside.office',
  password: () => process.env['E2E_DEMO_PASSWORD'] ?? '',
};

export const PASSWORD = 'a fine long secret';

/** What is the same whatever the size of the screen is walked once, on the size that its people have. */
export const ON_PHONE = { tag: '@phone' };
export const ON_DESKTOP = { tag: '@desktop' };

let number = 0;
/** A name that no other test, worker or run uses. */
export const newName = () => `visitor-${process.pid}-${Date.now().toString(36)}-${(number += 1)}`;

/** A dialog that closes goes back from its entry in the history, which would cut short whatever leaves the page. */
const closed = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(
        () =>
          (history.state as { above?: true } | null)?.above !== true ||
          document.querySelector('dialog[open]') !== null,
      ),
    )
    .toBe(true);

/** As from a spreadsheet. Firefox takes no data into an event that a script makes, but afterwards. */
export const paste = (field: Locator, text: string) =>
  field.evaluate((input, pasting) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasting);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    if (event.clipboardData?.getData('text/plain') === '') event.clipboardData.setData('text/plain', pasting);
    input.dispatchEvent(event);
  }, text);

/** Opens a page and waits until it answers to people. */
export const open = async (page: Page, path: string): Promise<void> => {
  await closed(page);
  await page.goto(path);
  await hydrated(page);
};

export const reload = async (page: Page): Promise<void> => {
  await closed(page);
  await page.reload();
  await hydrated(page);
};

export const hydrated = (page: Page) => expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');

/** Registers through the API and opens the app logged in. */
export const openAsNewStudent = async (
  page: Page,
  path = '/',
): Promise<{ username: string; token: string }> => {
  const username = newName();
  const answer = await page.request.post('/api/register', {
    data: { username, email: `${username}@example.org`, password: PASSWORD },
  });
  expect(answer.status()).toBe(200);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  await page.addInitScript((value) => {
    // Once: a test may log out and reload.
    if (!sessionStorage.getItem('entered')) localStorage.setItem('token', value);
    sessionStorage.setItem('entered', 'yes');
  }, token);
  await open(page, path);
  return { username, token };
};

/** At once: a colour that is inherited through parts that all fade takes a fade each, one after the other. */
const setTheme = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.evaluate((dark) => {
    const withoutFades = new CSSStyleSheet();
    withoutFades.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(withoutFades);
    localStorage.setItem('darkMode', String(dark));
    document.documentElement.classList.toggle('dark', dark);
    // Has the new colours worked out while nothing fades.
    const colours = Array.from(document.querySelectorAll('*'), (element) => getComputedStyle(element).color);
    document.adoptedStyleSheets.pop();
    return colours.length;
  }, theme === 'dark');
};

/** Waits until nothing moves but what moves for ever, such as a spinner. */
export const settled = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (;;) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      const moving = document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY,
        );
      if (moving.length === 0) return;
      await Promise.all(moving.map((animation) => animation.finished.catch(() => {})));
    }
  });

interface Axe {
  run(options: object): Promise<{
    violations: { id: string; nodes: { target: string[]; failureSummary?: string }[] }[];
  }>;
}

/** The rules that look at colours. Only they can tell the themes apart. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Finds nothing, in either theme. */
export const expectAccessible = async (page: Page): Promise<void> => {
  // There axe now and then ends the page's process (signal 11), which takes the browser along.
  if (IS_FIREFOX) {
    test
      .info()
      .annotations.push({ type: 'left out', description: 'axe, which Firefox ESR does not survive' });
    return;
  }
  // Once a document: reading half a megabyte takes longer than many a check.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource);
  for (const [theme, rules] of [['light'], ['dark', COLOUR_RULES]] as const) {
    await setTheme(page, theme);
    // A colour caught half-way through a transition is nobody's colour.
    await settled(page);
    const { violations } = await page.evaluate(
      (only) =>
        (window as unknown as { axe: Axe }).axe.run({
          resultTypes: ['violations'],
          ...(only && { runOnly: only }),
        }),
      rules,
    );
    const found = violations.map(
      ({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')} ${nodes[0]?.failureSummary}`,
    );
    expect(found, `${page.url()} in the ${theme} theme`).toEqual([]);
  }
};

/** The server does as it is asked, and its answer never arrives: a page of somebody else's comes instead. */
export const loseAnswer = async (route: Route): Promise<void> => {
  await route.fetch();
  await route.fulfill({ contentType: 'text/html', body: '<h1>Welcome to our hotel</h1>' });
};

/** What a downloaded table holds, with a tab between the cells: Excel opens UTF-16 in columns everywhere. */
export const textOfCsv = async (file: Download): Promise<string> => {
  const text = await readFile(await file.path(), 'utf16le');
  expect(text.slice(0, 1)).toBe('\uFEFF');
  return text.slice(1);
};

/** Nothing is wider than the screen. */
export const expectNoSidewaysScroll = async (page: Page): Promise<void> => {
  const [content, screen] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  expect(content).toBeLessThanOrEqual(screen ?? 0);
};

/** Lets no call to these addresses through until the function that it answers is called. */
export const holdBack = async (page: Page, addresses: string): Promise<() => void> => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(addresses, async (route) => {
    await held;
    await route.continue();
  });
  return release;
};

/** By name: the button that shows it is labelled with the same word. */
export const passwordField = (page: Page) => page.locator('input[name=password]');

export const fillLogin = async (page: Page, username: string, password: string) => {
  await page.getByLabel('Username').fill(username);
  await passwordField(page).fill(password);
};
