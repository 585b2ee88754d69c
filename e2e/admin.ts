import type { Page, TestInfo } from '@playwright/test';
import { ADMIN_PASSWORD } from './machine.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, newName, open, PASSWORD } from './test.ts';

/** What the journeys of the platform admin share. */

export const DASHBOARD = '/admin/dashboard';
export const USERS = `${DASHBOARD}?tab=users`;
export const ADMIN = { 'x-admin-password': ADMIN_PASSWORD };

export const isPhone = (info: TestInfo) => info.project.name === 'phone';
/** A phone's smallest screen, or a desktop's: nothing beyond its edge, and nothing that axe finds. */
export const expectFine = async (page: Page, info: TestInfo): Promise<void> => {
  if (isPhone(info)) await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
};

/** Stores once what logins would have stored, and opens a page with it. */
export const openWith = async (page: Page, stored: Record<string, string>, path: string): Promise<void> => {
  await page.addInitScript((values) => {
    if (!sessionStorage.getItem('entered')) {
      for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
    }
    sessionStorage.setItem('entered', 'yes');
  }, stored);
  await open(page, path);
};
export const openAsAdmin = (page: Page, path = DASHBOARD, more: Record<string, string> = {}) =>
  openWith(page, { adminPassword: ADMIN_PASSWORD, ...more }, path);

interface Registered {
  username: string;
  email: string;
  token: string;
}
export const register = async (
  page: Page,
  username = newName(),
  domain = 'example.org',
): Promise<Registered> => {
  const email = `${username.replaceAll(/[^\w-]/g, '').toLowerCase()}@${domain}`;
  const answer = await page.request.post('/api/register', { data: { username, email, password: PASSWORD } });
  expect(answer.status()).toBe(200);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { username, email, token };
};

export const addSchool = async (
  page: Page,
): Promise<{ id: number; name: string; domain_pattern: string }> => {
  const name = newName();
  const answer = await page.request.post('/api/admin/schools', {
    headers: ADMIN,
    data: { name: `School ${name}`, domain_pattern: `@${name}.example` },
  });
  expect(answer.status()).toBe(200);
  return answer.json() as Promise<{ id: number; name: string; domain_pattern: string }>;
};

/** Opens the form for a new school. */
export const unfoldSchool = async (page: Page) => {
  const fold = page.getByRole('button', { name: 'Add New School' });
  await fold.click();
  return { fold, form: page.getByRole('form', { name: 'Add New School' }) };
};

export const userRow = (page: Page, email: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: email });
export const press = (page: Page, act: 'Edit' | 'Impersonate' | 'Delete', email: string) =>
  page.getByRole('button', { name: `${act} user ${email}` }).click();
export const openActivity = async (page: Page, email: string): Promise<void> => {
  await page.getByRole('button', { name: `More for ${email}` }).click();
  await page.getByRole('menuitem', { name: 'Activity' }).click();
};
export const searchBox = (page: Page) =>
  page.getByRole('searchbox', { name: 'Search email, username, school' });
export const dialog = (page: Page) => page.getByRole('dialog');
export const stored = (page: Page): Promise<Record<string, string>> =>
  page.evaluate(() => Object.fromEntries(Object.entries(localStorage)));
export const as = (token: string) => ({ authorization: `Bearer ${token}` });

/** A teacher of their own: whom they add and remove is seen by nobody else. */
export const newTeacher = async (page: Page) => {
  const { email, username } = await register(page);
  const found = await page.request.get(`/api/admin/users?limit=1&q=${email}`, { headers: ADMIN });
  const [user] = (await found.json()) as { id: number }[];
  await page.request.put(`/api/admin/users/${user?.id}`, {
    headers: ADMIN,
    data: { email, username, school_id: null, role: 'teacher' },
  });
  const answer = await page.request.post('/api/token', { form: { username, password: PASSWORD } });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return {
    token,
    username,
    follow: (student: string) =>
      page.request.post('/api/teachers/students', {
        headers: as(token),
        data: { email: student, name: null },
      }),
  };
};

/** On a phone the pages of the header are a menu. */
export const openFromHeader = async (page: Page, info: TestInfo, name: string): Promise<void> => {
  if (isPhone(info)) await page.getByRole('button', { name: 'Pages' }).click();
  await page.getByRole(isPhone(info) ? 'menuitem' : 'link', { name }).click();
};
