import type { Page } from '@playwright/test';
import { ADMIN, as, expectFine, openWith } from './admin.ts';
import { assign, newSchool, type School, toast, unavailable } from './school.ts';
import { expect, ON_DESKTOP, reload, test } from './test.ts';

/** Who needs attention, above the teacher's list. Every test has a class of its own. */

const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

const listUsers = async (page: Page, { id }: School) => {
  const answer = await page.request.get(`/api/admin/schools/${id}/users-and-classes`, { headers: ADMIN });
  return ((await answer.json()) as { users: { id: number; username: string }[] }).users;
};
const tokenOf = async (page: Page, userId: number | undefined): Promise<string> => {
  const answer = await page.request.post(`/api/admin/impersonate/${userId}`, { headers: ADMIN });
  return ((await answer.json()) as { access_token: string }).access_token;
};

/** So many who have done nothing for 16 days; and Finn, whose scores have gone down. */
const openClass = async (page: Page, idle: readonly string[]) => {
  const students = [...idle, 'finn'];
  const school = await newSchool(page, { teachers: ['ms'], students });
  await assign(page, school, 'ms', students);
  const users = await listUsers(page, school);
  const token = (name: string) =>
    tokenOf(page, users.find(({ username }) => username === `${school.prefix}.${name}`)?.id);
  const send = async (who: string, path: string, data: unknown) => {
    const answer = await page.request.post(`/api${path}`, { headers: as(who), data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const subjects = { subjects: ['physics_hl'] };
  const paper = { subject_id: 'physics_hl', session: 'November', paper: 'paper1', timezone: null };
  for (const name of students) {
    const student = await token(name);
    await send(student, '/subjects', subjects);
    const scores = name === 'finn' ? [72, 72, 72, 60, 60, 60] : [null];
    for (const [at, score] of scores.entries()) {
      const done_on = daysAgo(name === 'finn' ? 6 - at : 16);
      await send(student, '/completion', { ...paper, year: 2014 + at, is_completed: true, score, done_on });
    }
  }
  const teacher = await token('ms');
  await send(teacher, '/teachers/subjects', subjects);
  await openWith(page, { token: teacher }, '/teachers');
  await expect(page.getByRole('list', { name: 'Your students' }).getByRole('listitem')).toHaveCount(
    students.length,
  );
  return { send, teacher };
};

const part = (page: Page) => page.getByRole('region', { name: 'Needs attention' });
const line = (page: Page, title: string) => part(page).locator('details').filter({ hasText: title });
const setAside = (page: Page, name: string) =>
  part(page)
    .getByRole('button', { name: `Set aside for a week: ${name}` })
    .first();

test('a few are shown with their reasons, set aside, brought back, and lead to their page', async ({
  page,
}, info) => {
  await openClass(page, ['ben', 'ana']);
  const idle = line(page, 'Nothing done for 14 days');
  await expect(idle).toHaveAttribute('open', '');
  await expect(idle.getByRole('listitem')).toHaveText([
    /^anaNothing done for 16 days/,
    /^benNothing done for 16 days/,
  ]);
  await expect(line(page, 'Scores going down').getByRole('listitem')).toHaveText(
    /^finnLast three scores 12 below the three before/,
  );
  await expect(line(page, 'Set work overdue')).toHaveCount(0);
  await expectFine(page, info);

  await setAside(page, 'ana').click();
  await expect(toast(page, 'ana is set aside for a week')).toBeVisible();
  await expect(idle.getByRole('listitem')).toHaveCount(1);
  await expect(part(page)).toContainText('1 set aside');
  await expect(part(page).getByRole('heading', { name: 'Needs attention' })).toBeFocused();
  await page.locator('.toast').getByRole('button', { name: 'Undo' }).click();
  await expect(idle.getByRole('listitem')).toHaveCount(2);
  await expect(part(page)).not.toContainText('set aside', { ignoreCase: false, useInnerText: true });

  for (const name of ['ana', 'ben', 'finn']) {
    await setAside(page, name).click();
    await expect(setAside(page, name)).toHaveCount(0);
  }
  await expect(page.getByText('3 active, 0 pending, nobody needs attention')).toBeVisible();
  await reload(page);
  await expect(part(page)).toContainText('3 set aside');
  await line(page, '3 set aside').locator('summary').click();
  await expect(line(page, '3 set aside').getByRole('listitem')).toHaveText([
    /^anauntil \w{3} \d+ \w{3}/,
    /^benuntil/,
    /^finnuntil/,
  ]);
  await expectFine(page, info);
  await part(page).getByRole('button', { name: 'Bring back: ben' }).click();
  await expect(toast(page, 'ben is brought back')).toBeVisible();
  await expect(line(page, '2 set aside')).toBeVisible();
  await idle.getByRole('link', { name: 'ben' }).click();
  await expect(page).toHaveURL(/\/teachers\/students\/\d+$/);
});

test('of a group, those of the group', async ({ page }) => {
  const { send, teacher } = await openClass(page, ['ben', 'ana']);
  const list = await page.request.get('/api/teachers/students', { headers: as(teacher) });
  const { students } = (await list.json()) as { students: { id: number; email: string }[] };
  const ids = students.filter(({ email }) => email.startsWith('ana')).map(({ id }) => id);
  await send(teacher, '/teachers/groups', { name: '12B', students: ids });
  await reload(page);
  await expect(part(page)).toContainText('3 students');
  await page.getByRole('button', { name: /^Group: / }).click();
  await page.getByRole('menuitemradio', { name: /^12B 1$/ }).click();
  await expect(part(page)).toContainText('1 student');
  await expect(part(page).getByRole('listitem')).toHaveText(/^anaNothing done for 16 days/);
});

test('what fails names the student and the act, and its row waits for nothing', async ({ page }) => {
  await openClass(page, ['ana']);
  await page.route('**/api/teachers/students/*/set-aside', unavailable);
  await page.route('**/api/teachers/attention', unavailable);
  await setAside(page, 'ana').click();
  await expect(toast(page, 'Failed to set ana aside. Please try again.')).toBeVisible();
  await expect(setAside(page, 'ana')).not.toHaveAttribute('aria-busy', 'true', { timeout: 1_000 });
});

test('many stand behind their lines, on a phone behind one', async ({ page }, info) => {
  await openClass(page, ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']);
  const idle = line(page, 'Nothing done for 14 days');
  if (info.project.name === 'phone') {
    await expect(idle).toBeHidden();
    await part(page).getByRole('button', { name: 'Needs attention: 7 students' }).click();
  } else {
    await expect(part(page)).toContainText('7 students');
    await expect(idle).toContainText('a1 and 5 more');
  }
  await expect(setAside(page, 'a1')).toBeHidden();
  await idle.locator('summary').click();
  await expect(setAside(page, 'a6')).toBeVisible();
  await expectFine(page, info);
});

test('without it the list is there all the same', ON_DESKTOP, async ({ page }) => {
  await page.route('**/api/teachers/attention', unavailable);
  await openClass(page, ['ana']);
  await expect(page.getByText('The list of who needs attention could not be loaded.')).toBeVisible();
  await page.unroute('**/api/teachers/attention');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(part(page)).toContainText('2 students');
  await page.emulateMedia({ media: 'print' });
  await expect(part(page)).toBeHidden();
});
