import type { Page } from '@playwright/test';
import { ADMIN } from './admin.ts';
import { importBox, importButton, newSchool, openSchool, type School, toast, unavailable } from './school.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newName,
  ON_DESKTOP,
  ON_PHONE,
  open,
  paste,
  reload,
  test,
  textOfCsv,
} from './test.ts';

/** A teacher with a class of their own in a school of their own, so that tests do not see each other's groups. */
const STUDENTS = ['ada', 'ben', 'chloe', 'dev', 'elif', 'finn', 'gus', 'hana', 'ivo', 'jun'];

const call = async <T>(page: Page, token: string, address: string, data?: unknown): Promise<T> => {
  const [method = '', path = ''] = address.split(' ');
  const answer = await page.request.fetch(`/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}` },
    ...(data !== undefined && { data }),
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as T;
};

const openAsTeacher = async (page: Page, school: School): Promise<string> => {
  const teacher = { username: `${school.prefix}.hartley`, email: `hartley${school.domain}` };
  const made = await page.request.post(`/api/admin/schools/${school.id}/teachers`, {
    headers: ADMIN,
    data: { teacher, student_emails: STUDENTS.map((name) => `${name}${school.domain}`) },
  });
  const { password } = (await made.json()) as { password: string };
  const login = await page.request.post('/api/token', { form: { username: teacher.username, password } });
  const temporary = ((await login.json()) as { access_token: string }).access_token;
  const changed = await page.request.post('/api/users/me/password', {
    headers: { authorization: `Bearer ${temporary}` },
    data: { current_password: password, new_password: 'violet kettle under stars' },
  });
  expect(changed.status(), await changed.text()).toBe(200);
  const { access_token: token } = (await changed.json()) as { access_token: string };
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await open(page, '/teachers');
  await expect(rows(page)).toHaveCount(STUDENTS.length);
  return token;
};

const rows = (page: Page) => page.getByRole('list', { name: 'Your students' }).getByRole('listitem');
const pending = (page: Page) => page.getByRole('list', { name: 'Pending students' }).getByRole('listitem');
const choice = (page: Page) => page.getByRole('button', { name: /^Group: / });
const choose = async (page: Page, name: RegExp) => {
  await choice(page).click();
  await page.getByRole('menuitemradio', { name }).click();
};
const box = (page: Page, name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
const bar = (page: Page) => page.getByRole('complementary', { name: 'Selection' });
const startSelecting = async (page: Page) => {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(bar(page)).toContainText('0 selected');
};

const withGroup = async (page: Page, name: string, names: string[]) => {
  const school = await newSchool(page, { students: STUDENTS });
  const token = await openAsTeacher(page, school);
  const { students } = await call<{ students: { id: number; email: string }[] }>(
    page,
    token,
    'GET /teachers/students',
  );
  const ids = students.filter(({ email }) => names.includes(email.split('@')[0] ?? '')).map(({ id }) => id);
  const { id } = await call<{ id: number }>(page, token, 'POST /teachers/groups', { name, students: ids });
  await reload(page);
  await expect(choice(page)).toHaveText(`Group: All students${STUDENTS.length}`);
  return { school, token, id, students };
};

test('a teacher selects students, makes a group of them, and looks at that group alone', async ({ page }) => {
  test.slow();
  const school = await newSchool(page, { students: STUDENTS });
  const token = await openAsTeacher(page, school);
  await expect(choice(page)).toHaveCount(0);

  await startSelecting(page);
  await box(page, 'ada').check();
  await box(page, 'chloe').check();
  await expect(bar(page)).toContainText('2 selected');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await bar(page).getByRole('button', { name: 'Add to group' }).click();
  await page.getByRole('menuitem', { name: 'New group' }).click();
  const dialog = page.getByRole('dialog', { name: 'New group' });
  await expect(dialog.getByLabel('Name')).toBeFocused();
  await dialog.getByLabel('Name').fill('12B Physics');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create group' }).click();
  await expect(toast(page, '2 students added to 12B Physics')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Done' }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Select', exact: true })).toBeFocused();

  // One choice for the list, with its counts, the search and what is pending.
  await choose(page, /^12B Physics 2$/);
  await expect(page).toHaveURL(/[?&]group=\d+$/);
  await expect(rows(page)).toHaveCount(2);
  await expect(page.getByText('2 active, 0 pending')).toBeVisible();
  await page.getByLabel('Search students').fill('ben');
  await expect(page.getByText('No student matches “ben”.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expectAccessible(page);
  await reload(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(choice(page)).toHaveText('Group: 12B Physics2');

  // Whoever is added from here may join at once.
  await page.getByRole('button', { name: 'Add New Student' }).click();
  const email = `${newName()}@example.org`;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Group (optional)').selectOption('12B Physics');
  await page.getByRole('button', { name: 'Add Student' }).click();
  await expect(
    page.getByText('If they already have an account, they are asked to accept you first.'),
  ).toBeVisible();
  await expect(pending(page)).toHaveCount(1);
  await expect(choice(page)).toHaveText('Group: 12B Physics3');

  // The student's page says it too.
  await rows(page).first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('ada');
  await expect(page.getByText('Groups', { exact: true }).locator('..')).toHaveText('Groups12B Physics');
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(rows(page)).toHaveCount(2);
  const { groups } = await call<{ groups: { students: number[] }[] }>(page, token, 'GET /teachers/groups');
  expect(groups.map(({ students }) => students.length)).toEqual([3]);
});

test('a group is renamed, filled by paste, deleted and brought back', async ({ page }) => {
  test.slow();
  const { school } = await withGroup(page, '12B', ['ada']);
  await choice(page).click();
  await page.getByRole('menuitem', { name: 'Edit groups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit groups' });
  await dialog.getByRole('button', { name: 'Edit 12B' }).click();
  const form = dialog.getByRole('form', { name: 'Edit 12B' });
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByLabel('Students')).toHaveValue(`ada${school.domain}`);
  await form.getByLabel('Name').fill('12B Physics');
  await form
    .getByLabel('Students')
    .fill(`Ben Okri\tBEN${school.domain}\nChloe\tchloe${school.domain}\nA Stranger\tstranger@x.org`);
  await form.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(form.getByText('Not among your students: stranger@x.org.')).toBeVisible();
  await expect(form.getByLabel('Students')).toHaveValue(/stranger@x\.org/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await form.getByRole('button', { name: 'Save without them' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(/^12B Physics 2 students/);

  // A name that is there already, whatever the case, is said beside its field.
  await dialog.getByRole('button', { name: 'New group' }).click();
  const made = dialog.getByRole('form', { name: 'New group' });
  await made.getByLabel('Name').fill('12b PHYSICS');
  await made.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(made.getByText('You already have a group with this name.')).toBeVisible();
  await made.getByLabel('Name').fill('12C');
  await made.getByRole('button', { name: 'Save', exact: true }).click();
  // The form is an item too; and what says that this one is saved would take the place of the next one's Undo.
  await expect(toast(page, '12C saved')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText([/^12B Physics 2 students/, /^12C 0 students/]);

  await dialog.getByRole('button', { name: 'Delete 12B Physics' }).click();
  await toast(page, '12B Physics deleted').hover();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await toast(page, '12B Physics deleted').getByRole('button', { name: 'Undo' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Done' }).click();
  await choose(page, /^12B Physics 2$/);
  await expect(rows(page)).toHaveText([/^ben/, /^chloe/]);
});

test('several students are removed at once and brought back with their groups', async ({ page }) => {
  test.slow();
  await withGroup(page, '12B Physics', ['ada', 'ben', 'chloe']);
  await startSelecting(page);
  // By keys alone: Space selects, Shift makes a range.
  await box(page, 'ada').focus();
  await page.keyboard.press('Space');
  await box(page, 'dev').focus();
  await page.keyboard.press('Shift+Space');
  await expect(bar(page)).toContainText('4 selected');
  await page.getByLabel('Search students').fill('ada');
  await expect(bar(page)).toContainText('4 selected, 3 not shown');
  await page.getByLabel('Search students').fill('');
  await expect(rows(page)).toHaveCount(STUDENTS.length);

  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  if (isPhone) await bar(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole(isPhone ? 'menuitem' : 'button', { name: 'Remove', exact: true }).click();
  await toast(page, '4 students removed successfully').hover();
  await expect(rows(page)).toHaveCount(STUDENTS.length - 4);
  await expect(bar(page)).toHaveCount(0);
  await expect(choice(page)).toHaveText(`Group: All students${STUDENTS.length - 4}`);
  await toast(page, '4 students removed successfully').getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(STUDENTS.length);
  await choose(page, /^12B Physics 3$/);
  await expect(rows(page)).toHaveText([/^ada/, /^ben/, /^chloe/]);

  await startSelecting(page);
  await bar(page).getByRole('checkbox', { name: 'All' }).check();
  await expect(bar(page)).toContainText('3 selected');
  // The last row can be scrolled out from behind the bar.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  const [last, edge] = [await rows(page).last().boundingBox(), await bar(page).boundingBox()];
  expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
  // Who are all in it are taken out again; the toast stands above the bar.
  await bar(page).getByRole('button', { name: 'Add to group' }).click();
  await page.getByRole('menuitemcheckbox', { name: '12B Physics', checked: true }).click();
  const said = toast(page, '3 students taken out of 12B Physics');
  await said.hover();
  const place = await said.boundingBox();
  expect((place?.y ?? 0) + (place?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
  await expect(page.getByText('Nobody is in 12B Physics.')).toBeVisible();
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect(rows(page)).toHaveCount(3);
  await page.keyboard.press('Escape');
  await expect(bar(page)).toHaveCount(0);
});

const takesPhysics = async (page: Page, school: School, name: string) => {
  const reset = await page.request.post(`/api/admin/users/${await idOf(page, school, name)}/password`, {
    headers: ADMIN,
  });
  const { password } = (await reset.json()) as { password: string };
  const form = { username: `${school.prefix}.${name}`, password };
  const login = await page.request.post('/api/token', { form });
  const { access_token: temporary } = (await login.json()) as { access_token: string };
  const own = await call<{ access_token: string }>(page, temporary, 'POST /users/me/password', {
    current_password: password,
    new_password: 'violet kettle under stars',
  });
  await call(page, own.access_token, 'POST /subjects', { subjects: ['physics_hl'] });
};

test('the class grid and its export are about the group', async ({ page }) => {
  test.slow();
  const { school, token, id } = await withGroup(page, '12B / Physics', ['ada', 'ben']);
  await call(page, token, 'POST /teachers/subjects', { subjects: ['physics_hl', 'math_aa_hl'] });
  for (const name of ['ada', 'ben', 'chloe']) await takesPhysics(page, school, name);
  await open(page, `/teachers?view=grid&subject=physics_hl&group=${id}`);
  const grid = page.getByRole('region', { name: /2 students of 12B \/ Physics$/ });
  await expect(grid.locator('tbody th a')).toHaveText([/ada/, /ben/]);
  await expectAccessible(page);
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole('button', { name: 'Filters 1' }).click();
    const filters = page.getByRole('dialog', { name: 'Filters' });
    await expect(filters.getByLabel('Group')).toHaveValue(String(id));
    expect(await filters.evaluate((popover) => popover.scrollHeight - popover.clientHeight)).toBe(0);
  } else await expect(choice(page)).toHaveText('Group: 12B / Physics2');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('class-physics_hl-12b-physics-2017-2024.csv');
  expect(
    (await textOfCsv(download)).split('\r\n').filter((line) => line.includes(school.domain)),
  ).toHaveLength(2);
  if (isPhone) await page.keyboard.press('Escape');
  await open(page, `/teachers?view=grid&subject=math_aa_hl&group=${id}`);
  await expect(
    page.getByText('Nobody in 12B / Physics takes Mathematics: Analysis & Approaches HL.'),
  ).toBeVisible();
  // The name is cut where it is too long, its level never.
  const level = await page.locator('.subject-shown').getByText(' HL').boundingBox();
  const select = await page.getByLabel('Subject').boundingBox();
  expect((level?.x ?? 0) + (level?.width ?? 0)).toBeLessThan((select?.x ?? 0) + (select?.width ?? 0) - 32);
  // A group that is not there is none.
  await open(page, '/teachers?view=grid&subject=physics_hl&group=999999');
  await expect(page.getByRole('region', { name: /: 3 students$/ })).toBeVisible();
});

test('papers are set for students selected in the list, and not for a group without takers', async ({
  page,
}) => {
  test.slow();
  const { school, token, students } = await withGroup(page, '12B', ['ada', 'ben']);
  const dev = students.filter(({ email }) => email.startsWith('dev@')).map(({ id }) => id);
  await call(page, token, 'POST /teachers/groups', { name: '12C', students: dev });
  await call(page, token, 'POST /teachers/subjects', { subjects: ['physics_hl'] });
  await takesPhysics(page, school, 'ada');
  await reload(page);
  await startSelecting(page);
  await box(page, 'ada').check();
  await box(page, 'dev').check();
  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  if (isPhone) await bar(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole(isPhone ? 'menuitem' : 'button', { name: 'Set papers', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Set papers' });
  await dialog.getByRole('group', { name: 'May 2024' }).getByRole('checkbox').first().check();
  await dialog.getByRole('button', { name: 'Next' }).click();
  await expect(dialog.getByText('1 of those chosen does not take Physics HL.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByRole('checkbox', { name: 'ada' })).toBeChecked();
  await expect(dialog.getByRole('radio', { name: /^12B 1$/ })).toBeEnabled();
  await expect(
    dialog.getByRole('radio', { name: '12C 0 Nobody in this group takes this subject.' }),
  ).toBeDisabled();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await dialog.getByRole('button', { name: 'Next' }).click();
  await dialog.getByRole('button', { name: 'Set 1 paper for 1 student' }).click();
  await expect(page.locator('.toast', { hasText: /^Set for 1 student, due / })).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  const { sets } = await call<{ sets: unknown[] }>(page, token, 'GET /teachers/sets');
  expect(sets).toMatchObject([{ audience: 'chosen', students: 1, total: 1 }]);
});

test('invitation links are copied of a group, and of those selected', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { token, id } = await withGroup(page, '12B', []);
  const emails = [newName(), newName(), newName()].map((name) => `${name}@example.org`);
  for (const [at, email] of emails.entries())
    await call(page, token, 'POST /teachers/students', {
      email,
      name: null,
      ...(at > 0 && { group_id: id }),
    });
  await reload(page);
  await expect(pending(page)).toHaveCount(3);
  const copied = async () => {
    await expect(page.getByText('Invitation links copied to clipboard!')).toBeVisible();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    return text.split('\n').map((line) => line.split('\t')[1]);
  };
  await choose(page, /^12B 2$/);
  await expect(pending(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Copy all invitation links' }).click();
  expect(new Set(await copied())).toEqual(new Set(emails.slice(1)));

  await reload(page);
  await startSelecting(page);
  await box(page, emails[2]?.split('@')[0] ?? '').check();
  const isPhone = (page.viewportSize()?.width ?? 0) < 640;
  if (isPhone) await bar(page).getByRole('button', { name: 'More' }).click();
  await page.getByRole(isPhone ? 'menuitem' : 'button', { name: 'Copy links' }).click();
  expect(await copied()).toEqual([emails[2]]);
});

test('nothing above the list is cut on a narrow phone', ON_PHONE, async ({ page }) => {
  await withGroup(page, '12B', []);
  await page.setViewportSize({ width: 360, height: 740 });
  const isCut = (element: HTMLElement) => element.scrollWidth > element.clientWidth;
  await expect(page.getByRole('button', { name: 'Papers 2017–2024' })).toBeVisible();
  expect(await choice(page).getByText('All students').evaluate(isCut)).toBe(false);
  // What stands for it in an empty field has no width of its own.
  await page.getByLabel('Search students').fill('Search students');
  expect(await page.getByLabel('Search students').evaluate(isCut)).toBe(false);
  await expectNoSidewaysScroll(page);
});

const idOf = async (page: Page, school: School, name: string): Promise<number> => {
  const answer = await page.request.get(`/api/admin/schools/${school.id}/users-and-classes`, {
    headers: ADMIN,
  });
  const { users } = (await answer.json()) as { users: { id: number; email: string }[] };
  return users.find(({ email }) => email === `${name}${school.domain}`)?.id ?? 0;
};

test('a pasted class list makes its groups, also of students who are there', async ({ page }) => {
  const { school, token } = await withGroup(page, '12C', []);
  await page.getByRole('button', { name: 'Add New Student' }).click();
  const email = `${newName()}@example.org`;
  await paste(
    page.getByLabel('Email'),
    [
      `Ada\tada${school.domain}\t12c`,
      `New Student\t${email}\t12D`,
      `New Student\t${email}\t12C`,
      `Another\tother.${email}\t12D`,
    ].join('\n'),
  );
  const list = page.getByRole('region', { name: 'Students to add' });
  await expect(list.getByLabel('Group 1')).toHaveValue('12c');
  await expect(list.getByLabel('Group 2')).toHaveValue('12D; 12C');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const isAbout = request.url().endsWith('/api/teachers/groups') && request.method() === 'GET';
    if (isAbout) asked.push(request.url());
  });
  await list.getByRole('button', { name: 'Add 3 students' }).click();
  await expect(list.getByRole('heading')).toHaveText('3 of 3 added');
  await expect(list).toContainText('Already in your list. Now in 12C.');
  await expect(list.getByRole('button', { name: `Copy invitation link of ${email}` })).toBeVisible();
  await expect(pending(page)).toHaveCount(2);
  // However long the list: before it, before those who were there join, and for the screen.
  expect(asked).toHaveLength(3);
  const { groups } = await call<{ groups: { name: string; students: number[] }[] }>(
    page,
    token,
    'GET /teachers/groups',
  );
  expect(groups.map(({ name, students }) => [name, students.length])).toEqual([
    ['12C', 2],
    ['12D', 2],
  ]);
});

test(
  'the school’s import makes groups, which teachers see and cannot change',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page, { students: STUDENTS });
    await openSchool(page, school, 'batch');
    await importBox(page).fill(
      `username,email,role,group\n${school.prefix}.kim,kim${school.domain},student,12A; Choir\n${school.prefix}.lee,lee${school.domain},teacher,12A`,
    );
    await expect(page.getByText('Only students can be in a group.')).toBeVisible();
    await expect(importButton(page)).toBeDisabled();
    await importBox(page).fill(
      `username,email,role,group\n${school.prefix}.kim,kim${school.domain},student,12A; Choir`,
    );
    await expect(page.getByText('Groups 12A, Choir')).toBeVisible();
    // Until the new text has been looked at, the old answer is there, faded.
    await expect(page.getByText('Only students can be in a group.')).toHaveCount(0);
    await expect(importButton(page)).toBeEnabled();
    await expectAccessible(page);
    await importButton(page).click();
    await expect(page.getByText('Batch import successful!')).toBeVisible();

    const token = await openAsTeacher(page, school);
    await call(page, token, 'POST /teachers/students', { email: `kim${school.domain}`, name: null });
    await reload(page);
    await choose(page, /^Choir 1$/);
    await expect(rows(page)).toHaveText([/^kim/]);
    await choice(page).click();
    await page.getByRole('menuitem', { name: 'Edit groups' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit groups' });
    await expect(dialog.getByRole('listitem').first()).toHaveText(/^12A 1 student\s*From your school$/);
    await expect(dialog.getByRole('button', { name: /^(Edit|Delete)/ })).toHaveCount(0);
    await expectAccessible(page);
  },
);

test('what fails says so, and loses nothing', ON_PHONE, async ({ page }) => {
  await withGroup(page, '12B', ['ada']);
  await page.route('**/api/teachers/groups**', (route) =>
    route.request().method() === 'GET' ? route.continue() : unavailable(route),
  );
  await choice(page).click();
  await page.getByRole('menuitem', { name: 'Edit groups' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit groups' });
  await dialog.getByRole('button', { name: 'Edit 12B' }).click();
  await dialog.getByLabel('Name').fill('12X');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog.getByText('Failed to save the group. Please try again.')).toBeVisible();
  await expect(dialog.getByLabel('Name')).toHaveValue('12X');
  await dialog.getByRole('button', { name: 'Delete 12B' }).click();
  await expect(toast(page, 'Failed to delete the group. Please try again.')).toBeVisible();
  // From the form Back leads to the list, and from there out of it.
  await page.goBack();
  await expect(dialog.getByLabel('Name')).toBeHidden();
  await page.goBack();
  await expect(dialog).toBeHidden();
  await choice(page).click();
  await page.getByRole('menuitem', { name: 'Edit groups' }).click();
  await dialog.getByRole('button', { name: 'Edit 12B' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('12X');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Edit 12B' }).click();
  await expect(dialog.getByLabel('Name')).toHaveValue('12B');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Done' }).click();

  await startSelecting(page);
  await box(page, 'ben').check();
  await bar(page).getByRole('button', { name: 'Add to group' }).click();
  await page.getByRole('menuitemcheckbox', { name: '12B' }).click();
  await expect(toast(page, 'Failed to change the group. Please try again.')).toBeVisible();
  await expect(bar(page)).toContainText('1 selected');
});
