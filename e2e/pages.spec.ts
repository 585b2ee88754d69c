import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  open,
  openAsNewStudent,
  test,
} from './test.ts';

/** Every address that a visitor may type, and where it leads. */

const PUBLIC = ['/', '/login', '/register', '/teachers/login', '/schooladmin/login', '/admin/login'];

for (const path of [...PUBLIC, '/nowhere']) {
  test(`${path} is accessible in both themes, fits the screen and does not jump`, async ({ page }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await open(page, path);
    await page.waitForLoadState('networkidle');
    const shift = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
    // As browsers report it: the last thousandths are a letter that is wider in our font than in its stand-in.
    expect(shift.toFixed(3)).toBe('0.000');
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });
}

const REDIRECTS = {
  '/dashboard': '/',
  '/teachers': '/teachers/login',
  '/teachers/subjects': '/teachers/login',
  '/teachers/students/1': '/teachers/login',
  '/schooladmin': '/schooladmin/login',
  '/schooladmin/dashboard': '/schooladmin/login',
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
  test(`a guest at ${from} is sent to ${to}`, async ({ page }) => {
    await page.goto(from);
    await expect(page).toHaveURL(to);
  });
}

test('a student has no way into the teachers’ pages', async ({ page }) => {
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

test('the theme is the system’s until somebody chooses, and is remembered', async ({ page }) => {
  const isDark = () => page.evaluate(() => document.documentElement.classList.contains('dark'));
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/login');
  expect(await isDark()).toBe(true);
  await page.getByRole('button', { name: 'Switch to light mode' }).click();
  expect(await isDark()).toBe(false);
  await page.reload();
  await hydrated(page);
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
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page
    .getByRole('link', { name: /register/i })
    .first()
    .click();
  await expect(page).toHaveURL('/register');
});

test('the skip link leads past the header', async ({ page }) => {
  await open(page, '/login');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: /skip/i })).toBeFocused();
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true);
});
