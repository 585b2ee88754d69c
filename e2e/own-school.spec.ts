import type { Locator, Page } from '@playwright/test';
import { ADMIN, dialog, expectFine, isPhone } from './admin.ts';
import { printedBy } from './pdf.ts';
import {
  assign,
  importBox,
  importButton,
  newSchool,
  openAsOffice,
  openSchool,
  pairsOf,
  person,
  type School,
  toast,
  unavailable,
} from './school.ts';
import { ASKS_ONCE, expect, forgetConnection, ON_DESKTOP, reload, test, textOfCsv } from './test.ts';

/** A school admin manages the own school, with the screens of the platform admin. */

const row = (page: Page, name: string) =>
  page.getByRole('table', { name: 'Users', exact: true }).getByRole('row').filter({ hasText: name });
const bar = (page: Page) => page.getByRole('complementary', { name: 'Selection' });

/** Selects people of the school by their names, wherever the list stands. */
const select = async (page: Page, { prefix }: School, names: string[]): Promise<void> => {
  const button = page.getByRole('button', { name: 'Select', exact: true });
  if ((await button.getAttribute('aria-pressed')) !== 'true') await button.click();
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${prefix}.${name}` }).check();
  await expect(bar(page).getByText(`${names.length} selected`)).toBeVisible();
};

/** Presses an act of the bar; a phone has all but the first in a menu. */
const act = async (page: Page, words: string): Promise<void> => {
  const button = bar(page).getByRole('button', { name: words, exact: true });
  if (isPhone(test.info()) && words !== 'Groups') {
    await bar(page).getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: words, exact: true }).click();
  } else await button.click();
};

const undo = async (page: Page, said: string): Promise<void> => {
  await toast(page, said).hover();
  await toast(page, said).getByRole('button', { name: 'Undo' }).click();
};

const groupsOf = async (page: Page, { id, prefix }: School): Promise<Record<string, string[]>> => {
  const get = async <T>(path: string): Promise<T> =>
    (await (await page.request.get(`/api/admin/schools/${id}${path}`, { headers: ADMIN })).json()) as T;
  const { users } = await get<{ users: { id: number; username: string }[] }>('/users-and-classes');
  const names = new Map(users.map((user) => [user.id, user.username.slice(prefix.length + 1)]));
  const { groups } = await get<{ groups: { name: string; members: number[] }[] }>('/groups');
  return Object.fromEntries(
    groups.map(({ name, members }) => [name, members.map((member) => names.get(member) ?? '').toSorted()]),
  );
};

const field = (within: Locator, label: string) => within.getByLabel(label, { exact: true });

test('a school admin creates a teacher, and no password is lost by leaving', async ({ page }, info) => {
  const school = await newSchool(page, { students: ['mia'] });
  await openAsOffice(page, school, 'users');
  await expect(page.getByRole('tab')).toHaveText([
    'Overview',
    'Assignments',
    'User Management',
    'Batch Import',
    'Settings',
  ]);
  await expect(page.getByRole('button', { name: 'Add School Admin' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Teacher' }).click();
  const form = page.getByRole('form', { name: 'Create Teacher' });
  await expect(field(form, 'Username')).toBeFocused();
  await field(form, 'Username').fill(`${school.prefix}.ada`);
  await field(form, 'Email').fill(`ada${school.domain}`);
  await form.getByLabel('Student Emails').fill(`mia${school.domain}`);
  await form.getByRole('button', { name: 'Create Teacher' }).click();
  const panel = page.getByRole('region', { name: 'New teacher' });
  await expect(panel).toContainText(`ada${school.domain}`);
  await expect(row(page, `ada${school.domain}`)).toBeVisible();
  expect(await pairsOf(page, school)).toEqual(['ada>mia']);
  await expectFine(page, info);

  const question = page.getByRole('dialog', { name: 'Leave without the passwords?' });
  for (const way of [
    page.getByRole('link', { name: 'Back to Dashboard' }),
    page.getByRole('button', { name: 'Logout' }),
  ]) {
    await way.click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(panel).toBeVisible();
  }
  // It stays when the form is folded away.
  await page.getByRole('button', { name: 'Create Teacher' }).first().click();
  await expect(form).toHaveCount(0);
  await panel.getByRole('button', { name: 'I have noted the password' }).click();
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL('/schooladmin/dashboard');
});

test('a school admin imports a list, with the own domain as the example', async ({ page }) => {
  const school = await newSchool(page);
  await openAsOffice(page, school, 'batch');
  await expect(page.getByText(school.domain).first()).toBeVisible();
  await importBox(page).fill(JSON.stringify([person(school, 'mia', 'student')]));
  await importButton(page).click();
  const imported = page.getByRole('table', { name: 'Imported users' });
  await expect(imported.getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Logout' }).click();
  await page
    .getByRole('dialog', { name: 'Leave without the passwords?' })
    .getByRole('button', { name: 'Stay' })
    .click();
  await page.getByRole('button', { name: 'I have noted the passwords' }).click();
  await page.getByRole('tab', { name: 'User Management' }).click();
  await expect(row(page, `${school.prefix}.mia`)).toBeVisible();
});

test('students are put into groups, moved, and found by them', async ({ page }, info) => {
  const school = await newSchool(page, { teachers: ['ada'], students: ['mia', 'noah', 'zoe'] });
  await openAsOffice(page, school, 'users');
  await select(page, school, ['mia', 'noah', 'ada']);
  await act(page, 'Groups');
  await expect(dialog(page).getByRole('heading', { name: 'Groups of 2 students' })).toBeVisible();
  await expect(dialog(page)).toContainText('Only students can be in a group.');
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog(page).getByLabel('New group').fill('11B');
  await expect(dialog(page)).toContainText('2 of 2 students will change');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Groups of 2 students changed')).toBeVisible();
  await expect(row(page, `${school.prefix}.mia`)).toContainText('11B');
  expect(await groupsOf(page, school)).toEqual({ '11B': ['mia', 'noah'] });

  // One of a name that is taken is refused beside the field.
  await act(page, 'Groups');
  await dialog(page).getByLabel('New group').fill('11b');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByLabel('New group')).toHaveAccessibleDescription(/group with this name/);
  // From one group to another at once.
  await dialog(page).getByLabel('New group').fill('12B');
  await dialog(page).getByRole('checkbox', { name: '11B' }).uncheck();
  await expectFine(page, info);
  // Whoever cannot be moved now leaves no empty group behind, whose name would be taken.
  await page.route('**/groups/members', unavailable, { times: 1 });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page).getByRole('alert')).not.toBeEmpty();
  expect(await groupsOf(page, school)).toEqual({ '11B': ['mia', 'noah'] });
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, `${school.prefix}.mia`)).toContainText('12B');
  expect(await groupsOf(page, school)).toEqual({ '11B': [], '12B': ['mia', 'noah'] });
  await undo(page, 'Groups of 2 students changed');
  await expect(toast(page, 'Groups of 2 students are as they were')).toBeVisible();
  expect(await groupsOf(page, school)).toEqual({ '11B': ['mia', 'noah'] });

  await bar(page).getByRole('button', { name: 'Done' }).click();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('11b');
  await expect(page.getByText('2 users found')).toBeVisible();
  // The search stands in the address: a reload finds it, and Back from another tab.
  await expect(page).toHaveURL(/\?tab=users&q=11b$/);
  await reload(page);
  await expect(page.getByText('2 users found')).toBeVisible();
  await page.getByRole('tab', { name: 'Assignments' }).click();
  await page.goBack();
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('11b');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.locator('dl > div', { hasText: 'Total Classes' }).locator('dd')).toHaveText([
    '1',
    '1 group',
  ]);
});

test('a whole group gets a teacher and loses one again', async ({ page }, info) => {
  const school = await newSchool(page, { teachers: ['ada', 'bela'], students: ['mia', 'noah', 'zoe'] });
  await assign(page, school, 'ada', ['mia']);
  await openAsOffice(page, school, 'assignments');
  // Nothing is drawn before it exists.
  await expect(page.getByRole('heading', { name: 'Bulk Assignment' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'By group' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'User Management' }).click();
  await select(page, school, ['mia', 'noah']);
  await act(page, 'Groups');
  await dialog(page).getByLabel('New group').fill('12B');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, `${school.prefix}.mia`)).toContainText('12B');

  await page.getByRole('tab', { name: 'Assignments' }).click();
  await page.getByRole('button', { name: 'By group' }).click();
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: '12B' }) });
  await expect(card).toContainText('1 of 2');
  await card.getByRole('combobox', { name: 'Teacher' }).selectOption(`${school.prefix}.ada`);
  await expect(card).toContainText('1 of 2 students will change');
  await expectFine(page, info);
  await card.getByRole('button', { name: 'Assign 1 Student' }).click();
  const said = `Successfully assigned 1 student to ${school.prefix}.ada. One already was.`;
  await expect(toast(page, said)).toBeVisible();
  await expect(card).toContainText('2 of 2');
  expect(await pairsOf(page, school)).toEqual(['ada>mia', 'ada>noah']);
  await undo(page, said);
  await expect(card).toContainText('1 of 2');
  await expect.poll(() => pairsOf(page, school)).toEqual(['ada>mia']);
  await card.getByRole('button', { name: `Remove 12B from ${school.prefix}.ada` }).click();
  await expect(card).toContainText('No teacher yet');
  await expect.poll(() => pairsOf(page, school)).toEqual([]);

  await card.getByRole('button', { name: 'More for 12B' }).click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await dialog(page).getByLabel('Name').fill('12B Physics');
  await dialog(page).getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: '12B Physics' })).toBeVisible();
  await undo(page, '12B is now 12B Physics');
  await expect(page.getByRole('heading', { name: '12B', exact: true })).toBeVisible();
  await undo(page, '12B Physics is now 12B');
  await expect(page.getByRole('heading', { name: '12B Physics' })).toBeVisible();
  await expect(page).toHaveURL(/tab=assignments&by=group$/);
  await page.getByRole('button', { name: 'More for 12B Physics' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: 'By group' })).toHaveCount(0);
  await undo(page, '12B Physics deleted');
  await page.getByRole('button', { name: 'By group' }).click();
  await expect(page.getByRole('heading', { name: '12B Physics' })).toBeVisible();
  expect(await groupsOf(page, school)).toEqual({ '12B Physics': ['mia', 'noah'] });
});

test('many change their role and leave their teachers, and come back', async ({ page }, info) => {
  const school = await newSchool(page, { teachers: ['ada'], students: ['mia', 'noah', 'zoe'] });
  await assign(page, school, 'ada', ['mia', 'noah']);
  await openAsOffice(page, school, 'users');
  await select(page, school, ['mia', 'noah', 'zoe']);
  await act(page, 'Unassign');
  await expect(
    dialog(page).getByRole('heading', { name: 'Unassign 3 students from all teachers?' }),
  ).toBeVisible();
  await expect(dialog(page)).toContainText('2 of 3 students will change');
  await expectFine(page, info);
  await dialog(page).getByRole('button', { name: 'Unassign 2' }).click();
  const ended = '2 students unassigned from all teachers';
  await toast(page, ended).hover();
  expect(await pairsOf(page, school)).toEqual([]);
  await undo(page, ended);
  await expect(toast(page, '2 students assigned again')).toBeVisible();
  expect(await pairsOf(page, school)).toEqual(['ada>mia', 'ada>noah']);

  await page.getByRole('checkbox', { name: `Select ${school.prefix}.ada` }).check();
  await act(page, 'Change role');
  await expect(dialog(page).getByRole('button', { name: 'Change 0 roles' })).toBeDisabled();
  await dialog(page).getByRole('button', { name: 'Teacher', exact: true }).click();
  await expect(dialog(page)).toContainText('3 of 4 people will change');
  await expectFine(page, info);
  await dialog(page).getByRole('button', { name: 'Change 3 roles' }).click();
  const changed = '3 people are now teachers';
  await toast(page, changed).hover();
  await expect(row(page, `${school.prefix}.mia`).getByText('Teacher', { exact: true })).toBeVisible();
  await undo(page, changed);
  await expect(toast(page, '3 people are now students')).toBeVisible();
  await expect(row(page, `${school.prefix}.mia`).getByText('Student', { exact: true })).toBeVisible();
});

test('many get new passwords, with slips to print', async ({ page }, info) => {
  const school = await newSchool(page, { teachers: ['ada'], students: ['noah'] });
  await page.request.post(`/api/admin/schools/${school.id}/batch-import`, {
    headers: ADMIN,
    data: [{ ...person(school, 'mia', 'student'), name: 'Mia Chen', group: '12B' }],
  });
  await openAsOffice(page, school, 'users');
  await select(page, school, ['mia', 'noah', 'ada']);
  await act(page, 'Reset password');
  await expect(dialog(page).getByRole('heading', { name: 'New passwords for 3 people?' })).toBeVisible();
  await expect(dialog(page)).toContainText(
    'They are logged out everywhere and choose their own when they next log in.',
  );
  await dialog(page).getByRole('button', { name: 'Reset 3 passwords' }).click();
  await expect(dialog(page)).toContainText('They are shown only once.');
  await expectFine(page, info);
  const mia = dialog(page)
    .getByRole('row')
    .filter({ hasText: `${school.prefix}.mia` });
  const password = await mia.locator('code').innerText();
  const login = await page.request.post('/api/token', {
    form: { username: `${school.prefix}.mia`, password },
  });
  expect(login.status()).toBe(200);
  // Nothing but its own button closes it.
  await page.keyboard.press('Escape');
  await expect(mia).toBeVisible();
  const sheets = await printedBy(page, dialog(page).getByRole('button', { name: 'Print login slips' }));
  expect(sheets).toHaveLength(1);
  expect(sheets[0]).toContain('Mia Chen, 12B');
  for (const name of ['mia', 'noah', 'ada'])
    expect(sheets[0]?.replaceAll(' ', '')).toContain(`${school.prefix}.${name}`);
  const saved = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Download CSV' }).click();
  expect(await textOfCsv(await saved)).toContain(`mia${school.domain}\t${password}`);
  await dialog(page).getByRole('button', { name: 'I have noted the passwords' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('many are archived from the selection, by key too', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page, { students: ['mia', 'noah', 'zoe'] });
  await openAsOffice(page, school, 'users');
  const button = page.getByRole('button', { name: 'Select', exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
  const box = (name: string) => page.getByRole('checkbox', { name: `Select ${school.prefix}.${name}` });
  await box('mia').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(box('noah')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(bar(page).getByText('2 selected')).toBeVisible();
  // The list is one stop: the bar comes next, and the way back leads into it.
  await page.keyboard.press('Tab');
  await expect(bar(page).getByRole('checkbox', { name: 'All' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(box('zoe')).toBeFocused();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('zoe');
  await expect(bar(page).getByText('2 selected, 2 not shown')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Archive' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('heading', { name: 'Archive 2 students?' })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Archive 2' }).click();
  await toast(page, '2 students archived').hover();
  await expect(page.getByRole('button', { name: 'Archived 2' })).toBeVisible();
  await undo(page, '2 students archived');
  await expect(toast(page, '2 students are back')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Archived 2' })).toHaveCount(0);
  await bar(page).getByRole('button', { name: 'Done' }).focus();
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
  await expect(button).toBeFocused();
});

test('selecting ends when nobody is left to select', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page, { students: ['mia', 'zoe'] });
  await openAsOffice(page, school, 'users');
  await page.getByRole('searchbox', { name: 'Search users' }).fill('mia');
  await expect(page.getByText('1 user found')).toBeVisible();
  await select(page, school, ['mia']);
  await act(page, 'Archive');
  await dialog(page).getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page.getByText('No user matches “mia”.')).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused();
});

test(
  'whoever was archived in another tab is said to be gone, and leaves the list',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page, { students: ['mia', 'noah', 'zoe'] });
    await openAsOffice(page, school, 'users');
    await expect(row(page, `${school.prefix}.mia`)).toBeVisible();
    const archiveElsewhere = async (name: string): Promise<void> => {
      const path = `/api/admin/schools/${school.id}`;
      const answer = await page.request.get(`${path}/users-and-classes`, { headers: ADMIN });
      const { users } = (await answer.json()) as { users: { id: number; username: string }[] };
      const user_ids = users.flatMap(({ id, username }) =>
        username === `${school.prefix}.${name}` ? [id] : [],
      );
      await page.request.post(`${path}/archive`, { headers: ADMIN, data: { user_ids } });
    };
    const said = 'They are no longer at this school, or were archived.';
    await archiveElsewhere('mia');
    await page.getByRole('combobox', { name: `Role of ${school.prefix}.mia` }).selectOption('teacher');
    await expect(toast(page, said)).toBeVisible();
    await expect(row(page, `${school.prefix}.mia`)).toHaveCount(0);
    await select(page, school, ['noah']);
    await archiveElsewhere('noah');
    await act(page, 'Change role');
    await dialog(page).getByText('Teacher', { exact: true }).click();
    await dialog(page).getByRole('button', { name: 'Change 1 role' }).click();
    await expect(dialog(page).getByRole('alert').getByText(said)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Archived 2', includeHidden: true })).toBeVisible();
    await expect(row(page, `${school.prefix}.noah`)).toHaveCount(0);
  },
);

test('what cannot be fetched without a connection is said, and the selection stays', async ({
  page,
  context,
  complaints,
}) => {
  const school = await newSchool(page, { students: ['mia', 'noah'] });
  await openAsOffice(page, school, 'users');
  const heads = page.getByRole('table', { name: 'Users', exact: true }).getByRole('columnheader');
  await expect(heads).toHaveCount(5);
  await select(page, school, ['mia', 'noah']);
  // Nothing is changed in a row meanwhile, and no column stands empty.
  await expect(heads).toHaveText(['Username', 'Email', 'Role']);
  await context.setOffline(true);
  await act(page, 'Archive');
  await expect(toast(page, 'This could not be loaded. You seem to be offline.')).toBeVisible();
  await expect(bar(page).getByText('2 selected')).toBeVisible();
  await expect(row(page, `${school.prefix}.mia`)).toBeVisible();
  await context.setOffline(false);
  await act(page, 'Archive');
  if (ASKS_ONCE) {
    await expect(toast(page, 'This could not be loaded. Please try again.')).toContainText('Reload');
    return;
  }
  await expect(dialog(page).getByRole('heading', { name: 'Archive 2 students?' })).toBeVisible();
  forgetConnection(complaints);
});

test('a tab that does not come leaves the one that was open', async ({ page, context, complaints }) => {
  const school = await newSchool(page, { students: ['mia'] });
  await openAsOffice(page, school, 'users');
  await expect(row(page, `${school.prefix}.mia`)).toBeVisible();
  const tab = (name: string) => page.getByRole('tab', { name });
  await context.setOffline(true);
  await tab('Batch Import').click();
  await expect(toast(page, 'This could not be loaded. You seem to be offline.')).toBeVisible();
  await expect(tab('User Management')).toHaveAttribute('aria-selected', 'true');
  await expect(row(page, `${school.prefix}.mia`)).toBeVisible();
  // The overview needs nothing more.
  await tab('Overview').click();
  await expect(page.getByText('Total Students')).toBeVisible();
  await context.setOffline(false);
  await tab('Batch Import').click();
  if (ASKS_ONCE) {
    await page.getByRole('button', { name: 'Reload' }).click();
    await tab('Batch Import').click();
  }
  await expect(importBox(page)).toBeVisible();
  await expect(page).toHaveURL(/tab=batch$/);
  forgetConnection(complaints);
});

test('a person has the same acts on their page', async ({ page }) => {
  const school = await newSchool(page, { students: ['mia'] });
  await openAsOffice(page, school);
  const mia = `${school.prefix}.mia`;
  const menu = async (item: string): Promise<void> => {
    await page.getByRole('button', { name: `More for ${mia}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await page.getByRole('link', { name: `View ${mia}` }).click();
  await menu('Groups');
  await dialog(page).getByLabel('New group').fill('12B');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/· 12B/)).toBeVisible();
  // With a roster a student has many groups, of which there is room for two.
  for (const group of ['13C', '14D', '15E']) {
    await menu('Groups');
    await dialog(page).getByLabel('New group').fill(group);
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page.getByTitle('12B, 13C, 14D, 15E')).toContainText(/· 12B\s· 13C and 2 more/);
  // Somebody who has chosen no subjects yet has a report that says so.
  await page.evaluate(() => {
    window.print = () => {};
  });
  await page.getByRole('button', { name: 'Print report' }).click();
  await page.getByRole('menuitem', { name: 'Report', exact: true }).click();
  await expect(page.locator('.report')).toContainText('No subjects chosen yet.');
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.locator('.report')).toHaveCount(0);
  await menu('Make teacher');
  await expect(toast(page, `${mia} is now a teacher`)).toBeVisible();
  // The address comes before the page, whose heading takes the focus from a menu that was opened too early.
  await expect(page).toHaveURL(/\/schooladmin\/teachers\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: "Teacher's Students" })).toBeFocused();
  await menu('Make student');
  await expect(page).toHaveURL(/\/schooladmin\/students\/\d+$/);
  await expect(page.getByRole('heading', { level: 1, name: mia })).toBeFocused();
  await menu('Archive');
  await dialog(page).getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(page).toHaveURL('/schooladmin/dashboard');
  await expect(page.getByRole('link', { name: `View ${mia}` })).toHaveCount(0);
  await undo(page, `${mia} archived`);
  await expect(page.getByRole('link', { name: `View ${mia}` })).toBeVisible();
});

test('the school decides, and reads what each switch means', async ({ page }, info) => {
  const school = await newSchool(page);
  await openAsOffice(page, school, 'settings');
  const chosen = page.getByRole('tab', { name: 'Settings' });
  await expect(chosen).toBeInViewport({ ratio: 1 });
  const joins = page.getByRole('switch', { name: 'Registration by domain' });
  await expect(joins).toBeChecked();
  await expect(joins).toHaveAccessibleDescription(
    `Anyone who registers with an address ending in ${school.domain} joins the school. When this is off, their account has no school until they are imported or invited, or log in through the school’s sign-in.`,
  );
  await expectFine(page, info);
  await joins.click();
  await expect(toast(page, 'Registration by domain is off.')).toBeVisible();
  await page.getByRole('switch', { name: 'Share pages' }).click();
  await expect(toast(page, 'Share pages are off.')).toBeVisible();
  const months = page.getByLabel('Months kept');
  const save = page.getByRole('form', { name: 'Archived accounts' }).getByRole('button', { name: 'Save' });
  await months.fill('61');
  await save.click();
  await expect(months).toHaveAccessibleDescription('Enter a whole number from 1 to 60.');
  await months.fill('12');
  await save.click();
  await expect(toast(page, 'Saved')).toBeVisible();
  await page.reload();
  await expect(joins).not.toBeChecked();
  await expect(page.getByRole('switch', { name: 'Share pages' })).not.toBeChecked();
  await expect(months).toHaveValue('12');
  await expect(page.getByText('Off. People log in with a password.')).toBeVisible();

  // The platform admin reads and changes the same.
  const admin = await page.context().newPage();
  await openSchool(admin, school, 'settings');
  const same = admin.getByRole('switch', { name: 'Registration by domain' });
  await expect(same).not.toBeChecked();
  await same.click();
  await expect(toast(admin, 'Registration by domain is on.')).toBeVisible();
  await expect(admin.getByRole('form', { name: 'School' })).toBeVisible();
});

test('the platform admin acts on many people of a school too', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page, { students: ['mia', 'noah'] });
  await openSchool(page, school, 'users');
  await select(page, school, ['mia', 'noah']);
  await act(page, 'Groups');
  await dialog(page).getByLabel('New group').fill('12B');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(row(page, `${school.prefix}.mia`)).toContainText('12B');
  await act(page, 'Change role');
  await dialog(page).getByRole('button', { name: 'Teacher', exact: true }).click();
  await dialog(page).getByRole('button', { name: 'Change 2 roles' }).click();
  await expect(toast(page, '2 people are now teachers')).toBeVisible();
  await act(page, 'Reset password');
  await dialog(page).getByRole('button', { name: 'Reset 2 passwords' }).click();
  await expect(dialog(page).locator('code')).toHaveCount(2);
});

test(
  'a school admin who is refused reads why, and nothing of another password',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page, { students: ['mia'] });
    const refuse = { status: 403, json: { detail: 'Not while viewing as somebody else.' } };
    await page.route('**/users-and-classes', (route) => route.fulfill(refuse));
    await openAsOffice(page, school, 'users');
    await expect(page.getByRole('alert')).toContainText('Failed to fetch school data');
    await expect(page.getByRole('alert')).toContainText('Not while viewing as somebody else.');
    await page.unroute('**/users-and-classes');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.route('**/role', (route) => route.fulfill(refuse));
    await page.getByLabel(`Role of ${school.prefix}.mia`).selectOption('Teacher');
    await expect(toast(page, 'Not while viewing as somebody else.')).toBeVisible();
  },
);
