import type { Locator, Page } from '@playwright/test';
import { isPhone } from './admin.ts';
import { ADMIN_PASSWORD } from './machine.ts';
import { printedBy } from './pdf.ts';
import {
  assign,
  card,
  importBox,
  importButton,
  newSchool,
  openSchool,
  pairsOf,
  person,
  toast,
  unassigned,
  unavailable,
  userAt,
} from './school.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  loseAnswer,
  newName,
  ON_DESKTOP,
  open,
  PASSWORD,
  reload,
  settled,
  test,
} from './test.ts';

/** The tabs of a school but for assignments and imports, and what all of them share. */

const openTeacherForm = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Create Teacher' }).click();
  return page.getByRole('form', { name: 'Create Teacher' });
};

test('the overview counts, shows ten assignments and leads to the rest', async ({ page }) => {
  const students = Array.from({ length: 12 }, (_, index) => `student${index + 1}`);
  const school = await newSchool(page, { teachers: ['ada', 'bela'], students });
  await assign(page, school, 'ada', students.slice(0, 10));
  await openSchool(page, school);
  await expect(page.getByRole('heading', { level: 1, name: 'School Management' })).toBeVisible();
  await expect(page.getByText('Manage users, classes, and assignments')).toBeVisible();
  await expect(page.getByText(`ID ${school.id} · ${school.name}`)).toBeVisible();

  const figure = (label: string) => page.locator('dl > div', { hasText: label });
  await expect(figure('Total Students').locator('dd')).toHaveText(['12', '2 unassigned']);
  await expect(figure('Total Teachers').locator('dd')).toHaveText(['2', '1 without students']);
  // A teacher with students is a class, however many they are.
  await expect(figure('Total Classes').locator('dd')).toHaveText(['1', 'Teacher with students']);
  await expect(page.getByRole('tab')).toHaveText([
    'Overview',
    'Assignments',
    'User Management',
    'Batch Import',
    'Sign-in',
    'Settings',
  ]);
  const table = page.getByRole('table', { name: 'Class Assignments' });
  await expect(table.getByRole('columnheader').first()).toHaveText('Teacher');
  await expect(table.getByRole('row')).toHaveCount(11);
  await expect(table.getByRole('row').nth(1)).toContainText(`${school.prefix}.ada`);
  await expect(table.getByRole('row').nth(1)).toContainText(`student1${school.domain}`);
  await expect(page.getByRole('button', { name: /View all/ })).toHaveCount(0);
  await expect(page.getByText(/imported 12 students and 2 teachers/)).toBeVisible();

  await assign(page, school, 'bela', ['student1', 'nobody-yet']);
  await reload(page);
  await expect(figure('Total Students').locator('dd')).toHaveText(['12', '2 unassigned, 1 pending']);
  await expect(figure('Total Classes').locator('dd').first()).toHaveText('2');
  await expect(table.getByRole('row')).toHaveCount(11);
  await page.getByRole('button', { name: 'View all 11 assignments' }).click();
  await expect(page.getByRole('tab', { name: 'Assignments' })).toHaveAttribute('aria-selected', 'true');
  if (isPhone(test.info())) await page.getByRole('button', { name: 'Teachers 2' }).click();
  await expect(card(page, school, 'ada').getByText('10 students', { exact: true })).toBeVisible();
  await expect(card(page, school, 'ada').getByText(`ada${school.domain}`)).toBeVisible();

  await reload(page);
  await expect(page.getByRole('tab', { name: 'Assignments' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test('a student becomes a teacher, and a refusal is taken back', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page, { students: ['mia', 'noah'] });
  await openSchool(page, school, 'users');
  const row = (name: string) => page.getByRole('row').filter({ hasText: `${school.prefix}.${name}` });
  const role = (name: string) => page.getByLabel(`Role of ${school.prefix}.${name}`);
  await expect(role('mia').getByRole('option')).toHaveText(['Student', 'Teacher']);
  await role('mia').selectOption('Teacher');
  await expect(toast(page, `${school.prefix}.mia is now a teacher`)).toBeVisible();
  await expect(row('mia').getByRole('cell').nth(2)).toHaveText('Teacher');
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.locator('dl > div', { hasText: 'Total Teachers' }).locator('dd').first()).toHaveText('1');

  await page.getByRole('tab', { name: 'User Management' }).click();
  await page.route('**/role', unavailable);
  await role('noah').selectOption('Teacher');
  await expect(toast(page, 'Failed to update role.')).toBeVisible();
  await expect(role('noah')).toHaveValue('student');
  await expect(row('noah').getByRole('cell').nth(2)).toHaveText('Student');

  await page.getByRole('searchbox', { name: 'Search users' }).fill('NOAH');
  await expect(page.getByText('1 user found')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody is called this');
  await expect(page.getByText('No user matches “nobody is called this”.')).toBeVisible();
});

test(
  'a teacher is made with students, and logs in with the password that is shown once',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page, { students: ['mia', 'noah'] });
    await openSchool(page, school, 'users');
    const form = await openTeacherForm(page);
    await expect(form.getByLabel('Username')).toBeFocused();
    await form.getByLabel('Username').fill(`${school.prefix}.ada`);
    await form.getByLabel('Email', { exact: true }).fill('no address');
    await form.getByRole('button', { name: 'Create Teacher' }).click();
    await expect(form.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(
      'Enter a valid email address.',
    );
    await expect(form.getByLabel('Email', { exact: true })).toBeFocused();
    await form.getByLabel('Email', { exact: true }).fill(`ada${school.domain}`);
    await expect(form.getByLabel('Student Emails')).toHaveAttribute('rows', '3');
    await form.getByLabel('Student Emails').fill(`mia${school.domain}, , nonsense`);
    await form.getByRole('button', { name: 'Create Teacher' }).click();
    await expect(form.getByLabel('Student Emails')).toHaveAccessibleDescription(
      '“nonsense” is not an email address.',
    );
    await form.getByLabel('Student Emails').fill(` mia${school.domain} ,,later${school.domain}, `);
    await page.route('**/teachers', unavailable);
    await form.getByRole('button', { name: 'Create Teacher' }).click();
    await expect(form.getByRole('alert')).toContainText('Failed to create teacher');
    await page.unroute('**/teachers');
    await form.getByRole('button', { name: 'Create Teacher' }).click();

    await expect(toast(page, 'Teacher created and students assigned!')).toBeVisible();
    const panel = page.getByRole('region', { name: 'New teacher' });
    await expect(panel).toContainText(`ada${school.domain}`);
    await panel.getByText('2 students assigned').click();
    await expect(panel.getByRole('listitem')).toHaveText([`mia${school.domain}`, `later${school.domain}`]);
    await expect(form.getByLabel('Username')).toHaveValue('');
    await expect(page.getByRole('row').filter({ hasText: `ada${school.domain}` })).toBeVisible();
    expect(await pairsOf(page, school)).toEqual(['ada>mia']);
    const password = (await panel.locator('code').innerText()).trim();

    // Nobody has copied it: leaving asks, Back loses nothing.
    const address = page.url();
    await page.getByRole('tab', { name: 'Overview' }).click();
    await expect(page).not.toHaveURL(address);
    await page.goBack();
    await expect(page).toHaveURL(address);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Leave without the passwords?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await expect(panel).toBeVisible();
    await page.getByRole('button', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await panel.getByRole('button', { name: 'Copy' }).click();
    await expect(toast(page, 'Password copied to clipboard')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(password);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL('/admin/dashboard');

    const login = await page.request.post('/api/token?login_type=teacher', {
      form: { username: `${school.prefix}.ada`, password },
    });
    expect(login.status()).toBe(200);

    await openSchool(page, school, 'users');
    await openTeacherForm(page);
    // Escape folds it away while it is empty.
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await page.keyboard.press('Enter');
    await form.getByLabel('Username').fill(`${school.prefix}.ADA`);
    await page.keyboard.press('Escape');
    await form.getByLabel('Email', { exact: true }).fill(`other${school.domain}`);
    await form.getByRole('button', { name: 'Create Teacher' }).click();
    await expect(form.getByLabel('Username')).toHaveAccessibleDescription('This username is already taken.');
  },
);

test('a new teacher whose password was lost is in the list, to get another', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'users');
  const form = await openTeacherForm(page);
  await form.getByLabel('Username').fill(`${school.prefix}.ada`);
  await form.getByLabel('Email', { exact: true }).fill(`ada${school.domain}`);
  await page.route('**/teachers', loseAnswer);
  await form.getByRole('button', { name: 'Create Teacher' }).click();
  await expect(form.getByRole('alert')).toContainText('Failed to create teacher');
  await expect(form.getByRole('alert')).toContainText(
    'If they are in the list already, reset their password.',
  );
  await expect(page.getByRole('row').filter({ hasText: `ada${school.domain}` })).toBeVisible();
});

test('of several new teachers every password stays until it is noted', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'users');
  const form = await openTeacherForm(page);
  const panels = page.getByRole('region', { name: 'New teacher' });
  const name = (teacher: string) => `${school.prefix}.${teacher}`;
  const heading = (teacher: string) => panels.getByRole('heading', { name: name(teacher) });
  const create = async (teacher: string): Promise<void> => {
    await form.getByLabel('Username').fill(name(teacher));
    await form.getByLabel('Email', { exact: true }).fill(`${teacher}${school.domain}`);
    await page.keyboard.press('Enter');
    // To what must not be missed.
    await expect(heading(teacher)).toBeFocused();
  };
  await create('ada');
  const password = await panels.locator('code').innerText();
  await create('bela');
  await expect(panels.getByRole('heading')).toHaveText([name('bela'), name('ada')]);
  await expect(panels.locator('code').last()).toHaveText(password);
  // All of them on one sheet, or one.
  const button = (slips: string) => page.getByRole('button', { name: slips, exact: true });
  const [all, one] = [
    await printedBy(page, button('Print login slips')),
    await printedBy(page, button('Print slip').last()),
  ];
  // A long name goes on in the next line.
  const onPaper = (sheets: string[]) =>
    ['ada', 'bela'].filter((teacher) => sheets.join('').replaceAll(' ', '').includes(name(teacher)));
  expect([onPaper(all), onPaper(one)]).toEqual([['ada', 'bela'], ['ada']]);
  expect(one[0]).toContain(password);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await panels.first().getByRole('button', { name: 'I have noted the password' }).click();
  await expect(panels.getByRole('heading')).toHaveText([name('ada')]);
  await expect(heading('ada')).toBeFocused();
  // The other is still to be noted.
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  await panels.getByRole('button', { name: 'I have noted the password' }).click();
  await expect(panels).toHaveCount(0);
  await expect(form.getByRole('button', { name: 'Create Teacher' })).toBeFocused();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test(
  'what is new or half typed stays when somebody logs in beside it, and goes with the admin',
  ON_DESKTOP,
  async ({ page, context }) => {
    const school = await newSchool(page);
    const username = newName();
    await page.request.post('/api/register', {
      data: { username, email: `${username}@example.org`, password: PASSWORD },
    });
    await openSchool(page, school, 'batch');
    await importBox(page).fill(JSON.stringify([person(school, 'mia', 'student')]));
    await importButton(page).click();
    const imported = page.getByRole('table', { name: 'Imported users' });
    await expect(imported.getByRole('row')).toHaveCount(2);

    await page.getByRole('tab', { name: 'User Management' }).click();
    const form = await openTeacherForm(page);
    await form.getByLabel('Username').fill('half typed');
    const beside = await context.newPage();
    await open(beside, '/login');
    const followed = page.waitForResponse('**/api/users/me');
    await beside.getByLabel('Username').fill(username);
    await beside.locator('input[name=password]').fill(PASSWORD);
    await beside.getByRole('button', { name: 'Sign In' }).click();
    await expect(beside.getByRole('button', { name: 'Logout' })).toBeVisible();
    await (await followed).finished();
    await settled(page);
    await expect(form.getByLabel('Username')).toHaveValue('half typed');
    await page.getByRole('tab', { name: 'Batch Import' }).click();
    await expect(imported.getByRole('row')).toHaveCount(2);
    await beside.close();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    await download;
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.locator('input[name=password]').fill(ADMIN_PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page).toHaveURL('/admin/dashboard');
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/tab=batch/);
    await expect(importBox(page)).toHaveValue('');
  },
);

test('a school admin is made and logs in', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page, { students: ['mia'] });
  const username = `${school.prefix}.office`;
  await openSchool(page, school, 'users');
  const toggle = page.getByRole('button', { name: 'Add School Admin' });
  const form = page.getByRole('form', { name: 'Add School Admin' });
  await expect(form).toHaveCount(0);
  await toggle.click();
  await form.getByRole('button', { name: 'Create School Admin' }).click();
  const secret = form.getByRole('textbox', { name: 'Password' });
  for (const field of [form.getByLabel('Username'), secret])
    await expect(field).toHaveAccessibleDescription('Please fill this in.');
  await form.getByLabel('Username').fill(username);
  await secret.fill('short');
  await form.getByRole('button', { name: 'Create School Admin' }).click();
  await expect(secret).toHaveAccessibleDescription('Password must be at least 8 characters.');
  await secret.fill('Sunshine-2026!');
  await form.getByRole('button', { name: 'Create School Admin' }).click();
  await expect(secret).toHaveAccessibleDescription(/^Password is little more than one well-known word/);
  await secret.fill(PASSWORD);
  await page.route('**/api/schooladmin/register', unavailable);
  await form.getByRole('button', { name: 'Create School Admin' }).click();
  await expect(form.getByRole('alert')).toContainText('Failed to create school admin');
  await expect(form.getByRole('alert')).toContainText(
    'If they are in the list already, reset their password.',
  );
  await page.unroute('**/api/schooladmin/register');
  await form.getByRole('button', { name: 'Create School Admin' }).click();
  await expect(toast(page, 'School admin created successfully!')).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(toggle).toBeFocused();
  const row = page.getByRole('row').filter({ hasText: username });
  await expect(row.getByText('School Admin', { exact: true })).toBeVisible();
  await expect(row.getByRole('combobox')).toHaveCount(0);

  await open(page, '/schooladmin/login');
  await page.getByLabel('Username').fill(username);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.getByLabel('New password', { exact: true }).fill('a secret of their own');
  await page.getByLabel('Confirm new password').fill('a secret of their own');
  await page.getByRole('button', { name: 'Save and go on' }).click();
  await expect(page).toHaveURL('/schooladmin/dashboard');
  await expect(page.getByText(`mia${school.domain}`)).toBeVisible();
});

test('a school that does not come says so, and one that is not there too', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  // Refused without a word, and so not tried again by itself.
  await page.route('**/users-and-classes', (route) => route.fulfill({ status: 400, body: '' }));
  await openSchool(page, school);
  await expect(page.getByRole('alert')).toContainText('Failed to fetch school data');
  await expectAccessible(page);
  await page.unroute('**/users-and-classes');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No class assignments yet.')).toBeVisible();
  for (const id of ['2147483647', 'nonsense']) {
    await open(page, `/admin/schools/${id}`);
    await expect(page.getByText('School not found.')).toBeVisible();
  }
  await page.getByRole('link', { name: 'All schools' }).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

/** Cards clip what is too wide for them, so that the page itself never scrolls sideways. */
const expectWithinCards = async (page: Page): Promise<void> => {
  const cut = await page
    .locator('main')
    .evaluate((main) =>
      [...main.querySelectorAll('[role=tabpanel] :is(button, input, select, textarea, [role=option])')]
        .filter((control) => control.getBoundingClientRect().right > window.innerWidth - 16)
        .map((control) => control.outerHTML.slice(0, 120)),
    );
  expect(cut).toEqual([]);
};

for (const tab of ['overview', 'assignments', 'users', 'batch', 'settings'])
  test(`the tab ${tab} fits the screen and is accessible, full and empty`, async ({ page }) => {
    const school = await newSchool(page, {
      teachers: ['ada', 'bela'],
      students: ['mia', 'noah', 'a-name-of-many-letters'],
    });
    await assign(page, school, 'ada', ['mia']);
    await assign(page, school, 'bela', ['mia']);
    await openSchool(page, school, tab);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    if (isPhone(test.info())) await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectWithinCards(page);
    await expectAccessible(page);
    if (isPhone(test.info())) return;
    await openSchool(page, await newSchool(page), tab);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

test(
  'of a large school only what is in sight is drawn, and everybody is found',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page);
    const user = (id: number, role: string) => userAt(school, id, role);
    const teachers = Array.from({ length: 60 }, (_, index) => user(1000 + index, 'teacher'));
    const students = Array.from({ length: 800 }, (_, index) => user(2000 + index, 'student'));
    const classes = students.slice(400).map((student, index) => ({
      student_id: student.id,
      teacher_id: 1000 + (index % 20),
      teacher_username: `teacher.${1000 + (index % 20)}`,
      student_username: student.username,
      student_email: student.email,
    }));
    await page.route('**/users-and-classes', (route) =>
      route.fulfill({ json: { users: [...teachers, ...students], classes, pending: [] } }),
    );
    await openSchool(page, school, 'users');
    await expect(page.getByText('860 users')).toBeVisible();
    expect(await page.locator('[role=row]').count()).toBeLessThan(70);

    await page.getByRole('tab', { name: 'Assignments' }).click();
    await expect(page.locator('[data-leaves]')).toHaveCount(400);
    // 24 and 16 rem: neither list pushes the rest off the screen.
    await expect(unassigned(page)).toHaveCSS('max-height', '384px');
    await expect(page.getByRole('listbox')).toHaveCSS('max-height', '256px');
    const full = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'teacher.1003' }) });
    await expect(full.getByRole('button', { name: /^Remove/ })).toHaveCount(3);
    await full.getByRole('button', { name: /Show all 20/ }).click();
    await expect(full.getByRole('button', { name: /^Remove/ })).toHaveCount(20);
    await page.getByRole('searchbox', { name: 'Search teachers' }).fill('1041');
    await expect(page.getByRole('heading', { level: 3 })).toHaveText(['teacher.1041']);
    await page.getByRole('button', { name: 'All 800' }).click();
    await page.getByRole('searchbox', { name: 'Search students' }).fill('2799');
    await expect(page.locator('[role=option]')).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Search students' }).fill('');
    await page.getByRole('checkbox', { name: 'Select all 800' }).click();
    await expect(page.getByRole('button', { name: 'Assign 800 Students' })).toBeDisabled();
  },
);

test('without the right password the screen asks for a new login', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await page.addInitScript(() => localStorage.setItem('adminPassword', 'not the password'));
  await open(page, `/admin/schools/${school.id}`);
  await expect(page.getByText('Access denied. Invalid admin password.')).toBeVisible();
  await page.getByRole('button', { name: 'Log in again' }).click();
  await expect(page).toHaveURL('/admin/login');
  await hydrated(page);
});
