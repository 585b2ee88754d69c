import type { Browser, BrowserContext, Page, Request } from '@playwright/test';
import { test } from '@playwright/test';

/**
 * Firefox, driven by WebDriver BiDi, where that knows less than Chromium's protocol (docs/browsers.md). What there is
 * another way for goes that way. What there is none for skips the journey that asks for it, with the reason.
 */

const NO_CDP = 'Firefox takes no touches, dropped files or slow lines from outside: it has no CDP.';
const NO_MEDIA = 'Firefox ESR cannot be told a colour scheme or forced colours from outside.';

const NO_DOWNLOADS = 'Playwright does not hear of a file that a page in Firefox makes and saves.';

/** What a page sends; BiDi says nothing of it, so the page itself says it here. */
const SENT = 'x-sent';
/** Of what is sent; the server of these tests takes headers of half a megabyte (playwright.config.ts). */
const SENT_MAX = 400_000;

/** Done in each page before its own scripts. */
const inPage = ({ sent, most }: { sent: string; most: number }): void => {
  // Playwright would set the value of a field by script, which React takes for its own doing.
  Object.defineProperty(window, '__pw_bidiInsertText', {
    get: () => (text: string) => void document.execCommand('insertText', false, text),
    set: () => {},
  });
  const send = window.fetch;
  window.fetch = (input, init) => {
    const body = typeof init?.body === 'string' ? encodeURIComponent(init.body) : '';
    if (body === '' || body.length > most) return send(input, init);
    const headers = new Headers(init?.headers);
    headers.set(sent, body);
    return send(input, { ...init, headers });
  };
};

const sayWhatIsSent = (request: Request): void => {
  const body = request.headers()[SENT];
  if (body === undefined) return;
  const text = decodeURIComponent(body);
  request.postData = () => text;
  request.postDataBuffer = () => Buffer.from(text);
  request.postDataJSON = () => JSON.parse(text) as unknown;
};

/** In inches, which Playwright hands on to Firefox as centimetres. */
const A4 = { width: '21in', height: '29.7in' };

/** Turns the style sheets to paper, or back. */
const showMedium = (page: Page, medium: 'print' | 'screen') =>
  page.evaluate((shown) => {
    const turn = (rules: CSSRuleList): void => {
      for (const rule of rules) {
        if (rule instanceof CSSMediaRule) {
          const kept = rule as CSSMediaRule & { written?: string };
          kept.written ??= rule.media.mediaText;
          if (/\b(?:print|screen)\b/.test(kept.written))
            rule.media.mediaText =
              shown === 'screen'
                ? kept.written
                : kept.written.replace(/\bprint\b/g, 'all').replace(/\bscreen\b/g, 'not all');
        }
        if ('cssRules' in rule) turn(rule.cssRules as CSSRuleList);
      }
    };
    for (const sheet of document.styleSheets) turn(sheet.cssRules);
  }, medium);

/** Firefox draws bold letters, and figures of one width, into a PDF without saying which they are. */
const useReadableLetters = (page: Page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { font-variant-numeric: normal !important; font-weight: 400 !important }');
    document.adoptedStyleSheets.push(sheet);
  });

const prepare = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(inPage, { sent: SENT, most: SENT_MAX });
  context.on('request', sayWhatIsSent);
  // A setting of the browser allows it to every page (machine.ts).
  context.grantPermissions = async () => {};
  context.newCDPSession = () => test.skip(true, NO_CDP) as never;
  context.on('page', (page) => {
    page.emulateMedia = async ({ media, reducedMotion, ...others } = {}) => {
      test.skip(Object.keys(others).length > 0 || reducedMotion === 'no-preference', NO_MEDIA);
      if (media) await showMedium(page, media);
    };
    const waitForEvent = page.waitForEvent.bind(page) as (name: string, options?: object) => Promise<unknown>;
    page.waitForEvent = ((name: string, options?: object) => {
      test.skip(name === 'download', NO_DOWNLOADS);
      return waitForEvent(name, options);
    }) as Page['waitForEvent'];
    const print = page.pdf.bind(page);
    page.pdf = async () => {
      await useReadableLetters(page);
      return print(A4);
    };
  });
};

/** Every context that a test opens in it, by itself or through the runner. */
export const prepareContexts = (browser: Browser): void => {
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    await prepare(context);
    return context;
  };
};
