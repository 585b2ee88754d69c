import type { Page } from '@playwright/test';
import { ADMIN_PASSWORD } from './machine.ts';
import { DEMO, expect, open, test } from './test.ts';

/** One test, one picture: `shots/<screen>.<project>.png`. */

const take = (screen: string, show: (page: Page) => Promise<void>) =>
  test(screen, async ({ page }, { project }) => {
    await show(page);
    await page.evaluate(() => document.fonts.ready);
    await page.evaluate(() =>
      Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))),
    );
    await page.screenshot({ path: `shots/${screen}.${project.name}.png`, animations: 'disabled' });
  });

const PUBLIC = {
  home: '/',
  login: '/login',
  register: '/register',
  'teacher-login': '/teachers/login',
  'school-admin-login': '/schooladmin/login',
  'admin-login': '/admin/login',
  'not-found': '/nowhere',
};
for (const [screen, path] of Object.entries(PUBLIC)) take(screen, (page) => open(page, path));

take('landing', async (page) => {
  await page.goto('/landing/');
});
take('landing-time-over', async (page) => {
  await page.goto('/landing/#time-over');
});

take('login-failed', async (page) => {
  await open(page, '/login');
  await page.getByLabel('Username').fill('nobody');
  await page.locator('input[name=password]').fill('wrong');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
});

/** Stores what a login would store, and opens a page with it. */
const openWith = async (page: Page, name: string, value: string, path: string) => {
  await page.addInitScript(([key, stored]) => localStorage.setItem(key ?? '', stored ?? ''), [name, value]);
  await open(page, path);
};

const tokenOf = async (page: Page, username: string, at: 'token' | 'schooladmin/login'): Promise<string> => {
  const credentials = { username, password: DEMO.password() };
  const answer = await page.request.post(
    `/api/${at}`,
    at === 'token' ? { form: credentials } : { data: credentials },
  );
  return ((await answer.json()) as { access_token: string }).access_token;
};
const asStudent = async (page: Page, path: string) =>
  openWith(page, 'token', await tokenOf(page, DEMO.student, 'token'), path);
const asTeacher = async (page: Page, path: string) =>
  openWith(page, 'token', await tokenOf(page, DEMO.teacher, 'token'), path);
const asSchoolAdmin = async (page: Page, path: string) =>
  openWith(page, 'schoolAdminToken', await tokenOf(page, DEMO.schoolAdmin, 'schooladmin/login'), path);
const asAdmin = (page: Page, path: string) => openWith(page, 'adminPassword', ADMIN_PASSWORD, path);

take('student', (page) => asStudent(page, '/'));
take('student-settings', async (page) => {
  await asStudent(page, '/');
  await page.getByRole('button', { name: 'Settings' }).click();
});
take('student-change-password', async (page) => {
  await asStudent(page, '/');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
take('teacher', (page) => asTeacher(page, '/teachers'));
take('teacher-subjects', (page) => asTeacher(page, '/teachers/subjects'));
take('school-admin', (page) => asSchoolAdmin(page, '/schooladmin/dashboard'));
take('admin', (page) => asAdmin(page, '/admin/dashboard'));
