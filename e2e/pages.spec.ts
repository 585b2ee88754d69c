import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { ADMIN_PASSWORD, IS_FIREFOX } from './machine.ts';
import {
  DEMO,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  reload,
  test,
} from './test.ts';

/** Every address that a visitor may type, and where it leads. */

const PUBLIC = [
  '/',
  '/login',
  '/register',
  '/sign-in',
  '/privacy',
  '/teachers/login',
  '/schooladmin/login',
  '/admin/login',
];

for (const path of [...PUBLIC, '/nowhere']) {
  test(`${path} is accessible in both themes, fits the screen and does not jump`, async ({ page }) => {
    await page.addInitScript((isFirefox) => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      // It measures none, and complains when it is asked to.
      if (isFirefox) return;
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    }, IS_FIREFOX);
    await open(page, path);
    // In Firefox nothing is measured that could come late, and Playwright misses the end of a request at times.
    if (!IS_FIREFOX) await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
    // A letter that is wider in our font than in its stand-in moves a word by a thousandth, when the font comes late.
    expect(shift).toBeLessThan(0.002);
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

test(
  'no text becomes markup or code, and no address but ours a script',
  ON_DESKTOP,
  async ({ page, complaints }) => {
    await open(page, '/login');
    const thrown = await page.evaluate(() => {
      const nameOfError = (run: () => unknown) => {
        try {
          run();
          return 'none';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const { trustedTypes } = window as unknown as {
        trustedTypes: { createPolicy: (name: string, rules: object) => unknown };
      };
      return [
        nameOfError(() => (document.createElement('div').innerHTML = '<img src="x">')),
        nameOfError(() => document.body.insertAdjacentHTML('beforeend', '<b>x</b>')),
        nameOfError(() => (document.createElement('script').src = '/assets/x.js')),
        nameOfError(() => new Worker('/api/files/x')),
        nameOfError(() => trustedTypes.createPolicy('default', {})),
        nameOfError(() => trustedTypes.createPolicy('tickmark', {})),
      ];
    });
    expect(thrown).toEqual(Array.from({ length: 6 }, () => 'TypeError'));
    // By the browser's own words and by the event for each: any of them would fail a journey.
    await expect.poll(() => complaints).toHaveLength(12);
    const events = complaints.filter((text) => text.startsWith('Policy violated: '));
    expect(events.map((text) => text.split(' ')[2])).toEqual([
      ...Array.from({ length: 4 }, () => 'require-trusted-types-for'),
      ...Array.from({ length: 2 }, () => 'trusted-types'),
    ]);
    complaints.length = 0;
  },
);

const REDIRECTS = {
  '/dashboard': '/',
  '/settings': '/login',
  '/teachers': '/teachers/login',
  '/teachers/subjects': '/teachers/login',
  '/teachers/students/1': '/teachers/login',
  '/schooladmin': '/schooladmin/login',
  '/schooladmin/dashboard': '/schooladmin/login',
  '/schooladmin/settings': '/schooladmin/login',
  '/schooladmin/students/1': '/schooladmin/login',
  '/schooladmin/teachers/1': '/schooladmin/login',
  '/admin': '/admin/login',
  '/admin/dashboard': '/admin/login',
  '/admin/feedback': '/admin/login',
  '/admin/schools/1': '/admin/login',
  '/admin/schools/1/analytics': '/admin/login',
  '/start': '/landing/',
};

for (const [from, to] of Object.entries(REDIRECTS)) {
  test(`a guest at ${from} is sent to ${to}`, ON_DESKTOP, async ({ page }) => {
    await page.goto(from);
    await expect(page).toHaveURL(to);
  });
}

test('a student has no way into the teachers’ pages', ON_DESKTOP, async ({ page }) => {
  await openAsNewStudent(page, '/teachers');
  await expect(page).toHaveURL('/teachers/login');
});

test('Page Not Found helps on, with the right status', async ({ page }) => {
  await open(page, '/login');
  const answer = await page.goto('/no/such/page');
  expect(answer?.status()).toBe(404);
  await hydrated(page);
  await expect(page.getByRole('heading', { name: 'Page Not Found' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Login' })).toHaveAttribute('href', '/login');
  await expect(page.getByRole('link', { name: 'Register' })).toHaveAttribute('href', '/register');
  await expect(page.getByRole('link', { name: 'Teachers' })).toHaveAttribute('href', '/teachers');
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/login');
  await page.goto('/no/such/page');
  await hydrated(page);
  await page.getByRole('link', { name: 'Home Page' }).click();
  await expect(page).toHaveURL('/');
});

test('the theme is the system’s until somebody chooses, and is remembered', ON_PHONE, async ({ page }) => {
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/login');
  expect(await isDark()).toBe(true);
  await page.getByRole('button', { name: 'Switch to light mode' }).click();
  expect(await isDark()).toBe(false);
  await reload(page);
  expect(await isDark()).toBe(false);
  await page.getByRole('button', { name: 'Switch to dark mode' }).click();
  expect(await isDark()).toBe(true);
});

test('the landing page says what this is, and knows when the time is over', async ({ page }) => {
  await page.goto('/landing/');
  await expect(page.getByText('Every IB past paper you have done, in one place.').first()).toBeVisible();
  await expect(page.getByText('independent of the International Baccalaureate Organization')).toBeVisible();
  const over = page.locator('#time-over');
  await expect(over).toBeHidden();
  await expectAccessible(page);
  await page.goto('/start?time-over');
  await expect(page).toHaveURL('/landing/#time-over');
  await expect(over).toBeVisible();
  const cleared = page.getByText('has been cleared from this device');
  await expect(cleared).toBeHidden();
  await page.goto('/start?time-over=cleared');
  await expect(cleared).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page
    .getByRole('link', { name: /register/i })
    .first()
    .click();
  await expect(page).toHaveURL('/register');
});

test('the skip link leads past the header', ON_DESKTOP, async ({ page }) => {
  await open(page, '/login');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main:focus, main :focus')).toHaveCount(1);
});

const storeOf = {
  guest: async () => ({}),
  teacher: async (page: Page) => ({ token: await tokenOf(page, 'token', DEMO.teacher) }),
  schoolAdmin: async (page: Page) => ({
    schoolAdminToken: await tokenOf(page, 'schooladmin/login', DEMO.schoolAdmin),
  }),
  platformAdmin: async () => ({ adminPassword: ADMIN_PASSWORD }),
};
const tokenOf = async (page: Page, at: string, username: string): Promise<string> => {
  const credentials = { username, password: DEMO.password() };
  const answer = await page.request.post(
    `/api/${at}`,
    at === 'token' ? { form: credentials } : { data: credentials },
  );
  return ((await answer.json()) as { access_token: string }).access_token;
};

const TITLES: Record<keyof typeof storeOf, Record<string, string>> = {
  guest: {
    '/': 'Past papers',
    '/login': 'Log in',
    '/register': 'Create an account',
    '/sign-in': 'Sign in with your school',
    '/teachers/login': 'Teacher login',
    '/schooladmin/login': 'School admin login',
    '/admin/login': 'Admin login',
    '/nowhere': 'Page not found',
  },
  teacher: {
    '/settings': 'Settings',
    '/teachers': 'Students',
    '/teachers/subjects': 'Subjects you teach',
    '/teachers/students/1': 'Student progress',
  },
  schoolAdmin: {
    '/schooladmin/dashboard': 'School admin dashboard',
    '/schooladmin/settings': 'Settings',
    '/schooladmin/students/1': 'Student',
    '/schooladmin/teachers/1': 'Teacher’s students',
  },
  platformAdmin: {
    '/admin/dashboard': 'Admin dashboard',
    '/admin/feedback': 'Feedback',
    '/admin/schools/1': 'School management',
    '/admin/schools/1/analytics': 'School analytics',
  },
};

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
  version: string;
};

for (const [who, titles] of Object.entries(TITLES) as [keyof typeof storeOf, Record<string, string>][]) {
  test(
    `every page of a ${who} has a title of its own, one heading, its script in its document, and admins’ the version`,
    ON_DESKTOP,
    async ({ page }) => {
      const stored: Record<string, string> = await storeOf[who](page);
      await page.addInitScript((values) => {
        for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
      }, stored);
      for (const [path, title] of Object.entries(titles)) {
        await open(page, path);
        await expect(page).toHaveTitle(`${title} · Tickmark`);
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        const versions = page.getByRole('contentinfo').filter({ hasText: `Tickmark ${version}` });
        await expect(versions).toHaveCount(who.endsWith('Admin') ? 1 : 0);
        // Fetched at once, and not only when the scripts of all pages have been read and run.
        const scripts = await page.evaluate(() =>
          performance
            .getEntriesByType('resource')
            .map(({ name }) => new URL(name).pathname)
            .filter((file) => /Page-[^/]*\.js$/.test(file)),
        );
        const html = await (await page.request.get(path)).text();
        expect(scripts, path).not.toEqual([]);
        expect(scripts.filter((file) => !html.includes(file))).toEqual([]);
      }
      expect(new Set(Object.values(titles)).size).toBe(Object.keys(titles).length);
    },
  );
}

test('each document says what it is to search engines and in link previews', ON_DESKTOP, async ({ page }) => {
  const descriptions = new Set<string>();
  for (const path of [...PUBLIC, '/landing/', '/nowhere']) {
    const html = await (await page.request.get(path)).text();
    const content = (name: string) => new RegExp(`"${name}" content="([^"]+)"`).exec(html)?.[1] ?? '';
    descriptions.add(content('description'));
    expect(content('description').length, path).toBeGreaterThan(20);
    expect(content('og:title'), path).toContain(path === '/landing/' ? 'past paper' : 'Tickmark');
    expect(content('og:description'), path).not.toBe('');
    expect(content('twitter:card'), path).toBe('summary_large_image');
    expect(html.match(/name="theme-color"/g), path).toHaveLength(2);
    const picture = await page.request.get(new URL(content('og:image'), 'http://host').pathname);
    expect(picture.headers()['content-type']).toBe('image/png');
    const { width, height } = await sharp(await picture.body()).metadata();
    expect({ width, height }).toEqual({ width: 1200, height: 630 });
  }
  expect(descriptions.size).toBe(PUBLIC.length + 2);
  for (const icon of ['/favicon.svg', '/favicon.ico', '/apple-touch-icon.png']) {
    const answer = await page.request.get(icon);
    expect(answer.headers()['content-type'], icon).toContain('image/');
  }
});
