import type { Relay } from '../../server/testing/relay.ts';
import { ADMIN_PASSWORD } from '../../server/testing/server.ts';
import { type Api, PASSWORD } from './api.ts';
import { KEYS, until, type WebKit } from './client.ts';

/** The steps of the smoke run, each from where the one before it has ended. */

export interface Scene {
  browser: WebKit;
  /** Between the browser and the server. */
  line: Relay;
  address: string;
  api: Api;
  files: { photo: string; pdf: string };
}

const STUDENT = 'wendy';
const TEACHER = 'ms.webkit';
const PAPER = 'philosophy_hl-2024-May-paper1';

const button = (name: string, inside = '') =>
  `${inside}//button[normalize-space()="${name}" or @aria-label="${name}" or starts-with(@aria-label, "${name}:")]`;
const link = (name: string) => `//a[normalize-space()="${name}"]`;
const field = (label: string) => `//input[@id=//label[starts-with(normalize-space(), "${label}")]/@for]`;
const named = (name: string) => `//input[@name="${name}"]`;
/** The innermost element that says it. */
const says = (text: string) => `//*[contains(., "${text}") and not(.//*[contains(., "${text}")])]`;
const tick = (paper: string) => `//input[@type="checkbox" and @aria-label="${paper}, completed"]`;
const inDialog = '//dialog[@open]';
const dialog = (title: string) => `${inDialog}[.//h2[normalize-space()="${title}"]]`;
const SCORE = dialog('Enter Score & Upload Files');
const VIEWER = `${inDialog}[contains(@class, "viewer")]`;
const NOTICE = '//aside[@aria-label="Connection"]';

export const createSteps = ({
  browser,
  line,
  address,
  api,
  files,
}: Scene): [string, () => Promise<void>][] => {
  const { see, gone, click, fill, press, run } = browser;
  const open = async (path: string): Promise<void> => {
    await browser.open(`${address}${path}`);
    await see('//html[@data-hydrated="true"]//body');
  };
  const logIn = async (path: string, username: string): Promise<void> => {
    await open(path);
    await fill(named('username'), username);
    await fill(named('password'), PASSWORD);
    await click('//form//button[@type="submit"]');
  };
  const isKept = (paper: string, score: number | null) =>
    until(`the server has ${paper}`, async () => (await api.papersOf(STUDENT))[paper]?.score === score);
  // Out of sight a moment before it is closed: until then no press reaches the page.
  const closed = () =>
    until('no dialog', () => run<boolean>('return document.querySelector("dialog[open]") === null'));
  const enterScore = async (paper: string, score: string): Promise<void> => {
    await click(tick(paper));
    await fill(`${SCORE}${field('Score')}`, score);
    await click(button('Confirm', SCORE));
    await closed();
  };
  // For ears only: the driver rightly says that nobody sees it.
  const hear = (words: string) =>
    until(`"${words}" is said`, () =>
      run<boolean>(
        `return Array.from(document.querySelectorAll('[id^="DndLiveRegion"]')).some((region) => region.textContent.includes(${JSON.stringify(words)}))`,
      ),
    );
  let school = 0;

  return [
    [
      'a guest is welcomed',
      async () => {
        await open('/');
        await see(says('No subjects selected.'));
        await see(says('Guest session'));
      },
    ],
    [
      'the guest adds a subject',
      async () => {
        await click(button('Add Subjects'));
        await click('//label[normalize-space()="Philosophy HL"]');
        await click(button('Done'));
        await see(tick('Paper 1, May 2024'));
      },
    ],
    [
      'the guest ticks a paper and enters a score',
      async () => {
        await enterScore('Paper 1, May 2024', '71');
        await see(says('71%'));
      },
    ],
    [
      'the guest registers and keeps the work',
      async () => {
        await click(`//header${link('Register')}`);
        await fill(named('username'), STUDENT);
        await fill(field('Email'), `${STUDENT}@example.org`);
        await fill(named('password'), PASSWORD);
        await fill(field('Confirm Password'), PASSWORD);
        await click('//form//button[@type="submit"]');
        await see(button('Logout'));
        await isKept(PAPER, 71);
      },
    ],
    [
      'the student logs out and in again',
      async () => {
        await click(button('Logout'));
        await see(link('Login'));
        await logIn('/login', STUDENT);
        await see(says('71%'));
      },
    ],
    [
      'a score is typed and confirmed by keys alone',
      async () => {
        await browser.focus(tick('Paper 2, May 2024'));
        await press(' ');
        await see(SCORE);
        await press('6', '4', KEYS.enter);
        await closed();
        await isKept('philosophy_hl-2024-May-paper2', 64);
      },
    ],
    [
      'a photo and a PDF are uploaded',
      async () => {
        await click(tick('Paper 3, May 2024'));
        await see(SCORE);
        await browser.choose(`${SCORE}//input[@type="file"]`, [files.photo, files.pdf]);
        for (const name of ['photo.jpg', 'work.pdf'])
          await see(`${SCORE}//li[contains(., "${name}")]//a[@href]`);
        await click(button('Confirm', SCORE));
        await closed();
      },
    ],
    [
      'the viewer shows the photo in the page, leads on by key, and closes',
      async () => {
        await click(button('View files'));
        await click(`${dialog('Paper Files')}//button[@aria-label="Show photo.jpg"]`);
        await see(`${VIEWER}//img[@alt="photo.jpg"]`);
        const isDrawn =
          'return Array.from(document.querySelectorAll("dialog[open] img")).some((img) => img.alt === "photo.jpg" && img.naturalWidth > 0)';
        await until('the photo is drawn', () => run<boolean>(isDrawn));
        await press(KEYS.right);
        await see(`${VIEWER}//a[contains(., "View PDF")]`);
        await click(button('Close', VIEWER));
        await gone(VIEWER);
        await click(button('Close', dialog('Paper Files')));
        await closed();
      },
    ],
    [
      'without a line a tick is kept and said to be',
      async () => {
        await line.cut();
        await enterScore('Paper 1, November 2024', '55');
        await see(`${NOTICE}[contains(., "1 change is kept on this device")]`);
        await see(says('55%'));
      },
    ],
    [
      'it is sent when the line is back',
      async () => {
        await line.mend();
        // As the browser says it, which may have noticed by itself.
        await run('window.dispatchEvent(new Event("online"))');
        await gone(NOTICE);
        await isKept('philosophy_hl-2024-November-paper1', 55);
      },
    ],
    [
      'it is there after a reload',
      async () => {
        await open('/');
        await see(says('55%'));
      },
    ],
    [
      'the theme is switched',
      async () => {
        const isDark = 'return document.documentElement.classList.contains("dark")';
        const before = await run<boolean>(isDark);
        await click(button(`Switch to ${before ? 'light' : 'dark'} mode`));
        await until('the other theme', async () => (await run<boolean>(isDark)) !== before);
      },
    ],
    [
      'Print prints, and on paper there are no buttons',
      async () => {
        await open('/privacy');
        await run('window.printed = 0; window.print = () => { window.printed += 1 }');
        await click(button('Print'));
        await until('it prints', () => run<boolean>('return window.printed === 1'));
        // The rules for paper are shown on the screen, where they can be looked at.
        await run(`const turn = (rules) => { for (const rule of rules) {
          if (rule instanceof CSSMediaRule) rule.media.mediaText = rule.media.mediaText.replace(/\\bprint\\b/, 'all');
          if (rule.cssRules) turn(rule.cssRules);
        } };
        for (const sheet of document.styleSheets) turn(sheet.cssRules)`);
        await gone(button('Print'));
        await see('//h1');
        await open('/');
      },
    ],
    [
      'the student logs out',
      async () => {
        await click(button('Logout'));
        await see(link('Login'));
      },
    ],
    [
      'a teacher reads the class grid',
      async () => {
        await api.addTeacher(TEACHER, 'philosophy_hl', STUDENT);
        await logIn('/teachers/login', TEACHER);
        await see('//h1[normalize-space()="Teacher Dashboard"]');
        await open('/teachers?view=grid&subject=philosophy_hl');
        // The head, not the link in it: the driver takes what cuts off its own text for hidden.
        await see('//table//th[.//a[contains(., "Wendy")]]');
        await see(`//table${says('71')}`);
      },
    ],
    [
      'the teacher logs out',
      async () => {
        await click(button('Logout'));
        await see('//form//button[@type="submit"]');
      },
    ],
    [
      'a platform admin gives a student to a teacher by keys',
      async () => {
        school = await api.addSchool();
        await open('/admin/login');
        await fill(named('password'), ADMIN_PASSWORD);
        await click('//form//button[@type="submit"]');
        await see('//h1[normalize-space()="Admin Dashboard"]');
        await open(`/admin/schools/${school}?tab=assignments`);
        await browser.focus('//*[@aria-label="Unassigned students"]//button[contains(., "mia")]');
        await press(' ');
        await hear('Picked up mia.');
        await press(KEYS.down);
        await hear('mia is over ada');
        await press(KEYS.enter);
        await until('mia is assigned', async () => (await api.pairsOf(school)).join() === 'ada>mia');
      },
    ],
  ];
};
