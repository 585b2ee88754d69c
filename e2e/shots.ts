import type { Page } from '@playwright/test';
import { ADMIN_PASSWORD } from './machine.ts';
import { DEMO, expect, open, settled, test } from './test.ts';

/** One test, one picture: `shots/<screen>.<project>.png`. */

const take = (screen: string, show: (page: Page) => Promise<void>) =>
  test(screen, async ({ page }, { project }) => {
    await show(page);
    await expect(page.getByText('Loading your papers...')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    await settled(page);
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
take('teacher-subjects-edit', async (page) => {
  await asTeacher(page, '/teachers?tab=subjects');
  await page.getByRole('button', { name: 'Edit Subjects' }).click();
});
take('teacher-grid', async (page) => {
  await asTeacher(page, '/teachers?view=grid&subject=math_aa_hl');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
});
take('teacher-student', async (page) => {
  await asTeacher(page, '/teachers');
  await page.getByRole('link', { name: DEMO.student }).click();
  await expect(page.getByText('Student Information')).toBeVisible();
});
take('teacher-remove', async (page) => {
  await asTeacher(page, '/teachers');
  await page.getByTitle('Remove student').first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
take('student-followers', async (page) => {
  await asStudent(page, '/');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Teachers who see my progress' }).click();
  await expect(page.getByText('Sees your progress')).toBeVisible();
});
take('school-admin', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/dashboard');
  await expect(page.getByText(DEMO.student, { exact: true })).toBeVisible();
});
take('school-admin-teachers', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/dashboard?tab=teachers');
  await expect(page.getByText(DEMO.teacher, { exact: true })).toBeVisible();
});
take('school-admin-statistics', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/dashboard?tab=statistics');
  await page.getByRole('slider', { name: 'Month' }).focus();
});
take('school-admin-student', async (page) => {
  await asSchoolAdmin(page, `/schooladmin/dashboard?q=${DEMO.student}`);
  await page.getByRole('link', { name: `View ${DEMO.student}` }).click();
  await expect(page.getByRole('table', { name: 'Progress' }).getByRole('row').nth(3)).toBeVisible();
});
take('school-admin-teacher', async (page) => {
  await asSchoolAdmin(page, '/schooladmin/dashboard?tab=teachers');
  await page.getByRole('link', { name: DEMO.teacher }).click();
  await expect(page.getByText(DEMO.student, { exact: true })).toBeVisible();
});
take('admin', (page) => asAdmin(page, '/admin/dashboard'));
take('admin-users', async (page) => {
  await asAdmin(page, '/admin/dashboard?tab=users');
  await expect(page.getByRole('row').nth(3)).toBeVisible();
});
take('admin-edit-user', async (page) => {
  await asAdmin(page, `/admin/dashboard?tab=users&q=${DEMO.student}`);
  await page.getByTitle('Edit user').click();
  await expect(page.getByRole('dialog')).toBeVisible();
});
take('admin-activity', async (page) => {
  await asAdmin(page, `/admin/dashboard?tab=users&q=${DEMO.student}`);
  await page.getByTitle('Activity of user').click();
  await expect(page.getByRole('dialog').getByRole('listitem').first()).toBeVisible();
});
take('admin-feedback', async (page) => {
  await asAdmin(page, '/admin/feedback');
  await expect(page.getByRole('listitem').first()).toBeVisible();
});
take('admin-viewing-as', async (page) => {
  await asAdmin(page, `/admin/dashboard?tab=users&q=${DEMO.student}`);
  await page.getByTitle('Impersonate user').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Impersonate' }).click();
  await expect(page.getByText('Viewing as')).toBeVisible();
});
