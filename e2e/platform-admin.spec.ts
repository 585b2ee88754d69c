import type { Page, Response, TestInfo } from '@playwright/test';
import {
  ADMIN,
  addSchool,
  as,
  DASHBOARD,
  dialog,
  expectFine,
  isPhone,
  newTeacher,
  openActivity,
  openAsAdmin,
  openWith,
  press,
  register,
  searchBox,
  stored,
  USERS,
  unfoldSchool,
  userRow,
} from './admin.ts';
import { ADMIN_PASSWORD } from './machine.ts';
import {
  expect,
  loseAnswer,
  newName,
  ON_DESKTOP,
  open,
  PASSWORD,
  reload,
  settled,
  test,
  textOfCsv,
} from './test.ts';

/** On a phone the pages of the header are a menu. */
const openFromHeader = async (page: Page, info: TestInfo, name: string): Promise<void> => {
  if (isPhone(info)) await page.getByRole('button', { name: 'Pages' }).click();
  await page.getByRole(isPhone(info) ? 'menuitem' : 'link', { name }).click();
};

const SCHOOLS_CALL = '**/api/admin/schools';
const USERS_CALL = '**/api/admin/users?**';

test.describe('schools', () => {
  test('are added, and found again', async ({ page }, info) => {
    const { token } = await register(page);
    await openAsAdmin(page, DASHBOARD, { token });
    await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
    await expect(page.getByText('Manage schools and users')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'School Management' })).toBeVisible();
    const { fold, form } = await unfoldSchool(page);
    await expect(form.getByLabel('School Name')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(form).toHaveCount(0);
    await expect(fold).toBeFocused();
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await fold.click();
    await expect(fold).toHaveAttribute('aria-expanded', 'true');
    // Nothing that was typed is folded away by a key.
    await form.getByLabel('Domain Pattern').fill('@');
    await page.keyboard.press('Escape');
    await expect(form).toBeVisible();
    await form.getByLabel('Domain Pattern').fill('');
    // On a wide screen all of it stands in a row.
    const places = [form.getByLabel('School Name'), form.getByRole('button', { name: 'Add School' })];
    const [first, last] = await Promise.all(places.map((place) => place.boundingBox()));
    expect(first?.y === last?.y).toBe(!isPhone(info));
    for (const label of ['School Name', 'Domain Pattern'])
      await expect(form.getByLabel(label)).toHaveAttribute('required');
    await expect(form.getByLabel('Domain Pattern')).toHaveAttribute('placeholder', /^@\w+\.\w+$/);
    const [name, domain] = [newName(), newName()];
    await form.getByLabel('School Name').fill('riverside international school');
    await expect(form.getByText('A school of this name exists.')).toBeVisible();
    await form.getByLabel('School Name').fill('');
    await expect(form.getByText('A school of this name exists.')).toHaveCount(0);
    // What is missing is said by us and not by the browser.
    await form.getByRole('button', { name: 'Add School' }).click();
    for (const label of ['School Name', 'Domain Pattern'])
      await expect(form.getByLabel(label)).toHaveAccessibleDescription('Please fill this in.');
    await expect(form.getByLabel('School Name')).toBeFocused();
    await form.getByLabel('School Name').fill('   ');
    await form.getByLabel('Domain Pattern').fill('school');
    await form.getByRole('button', { name: 'Add School' }).click();
    await expect(form.getByLabel('School Name')).toHaveAccessibleDescription('Please fill this in.');
    await form.getByLabel('School Name').fill(name);
    await form.getByLabel('Domain Pattern').fill('@gmail.com');
    await form.getByRole('button', { name: 'Add School' }).click();
    await expect(form.getByLabel('Domain Pattern')).toHaveAccessibleDescription(/public mail provider/);
    await expect(form.getByLabel('Domain Pattern')).toBeFocused();
    await form.getByLabel('Domain Pattern').fill('@riverside.example');
    await form.getByRole('button', { name: 'Add School' }).click();
    await expect(form.getByLabel('Domain Pattern')).toHaveAccessibleDescription(
      'Another school already has this domain pattern.',
    );
    await expect(form.getByLabel('School Name')).toHaveValue(name);

    await form.getByLabel('Domain Pattern').fill(`@${domain}.EXAMPLE`);
    const request = page.waitForRequest((sent) => sent.method() === 'POST');
    await form.getByRole('button', { name: 'Add School' }).click();
    const headers = await (await request).allHeaders();
    expect([headers['x-admin-password'], headers['authorization']]).toEqual([
      ADMIN_PASSWORD,
      `Bearer ${token}`,
    ]);
    await expect(page.getByText('School created successfully!')).toBeVisible();
    await expect(form.getByLabel('School Name')).toHaveValue('');
    await expect(form.getByLabel('School Name')).toBeFocused();

    const card = page.getByRole('listitem').filter({ hasText: name });
    await expect(card).toContainText(`@${domain}.example`);
    const id = /ID (\d+)/.exec(await card.innerText())?.[1];
    await card.getByRole('link', { name: 'Analytics' }).click();
    await expect(page).toHaveURL(`/admin/schools/${id}/analytics`);
    await expect(page.getByRole('tab', { name: 'All Users' })).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByLabel('School', { exact: true })).toHaveValue(id ?? '');
    await page.goBack();
    await card.getByRole('link', { name: 'Manage' }).click();
    await expect(page).toHaveURL(`/admin/schools/${id}`);
  });

  test('are renamed, given another domain, and deleted when empty', async ({ page }, info) => {
    const school = await addSchool(page);
    const other = await addSchool(page);
    const member = await register(page, newName(), school.domain_pattern.slice(1));
    await openAsAdmin(page, `/admin/schools/${school.id}?tab=settings`);
    const form = page.getByRole('form', { name: 'School' });
    const remove = page.getByRole('button', { name: 'Delete school' });
    await expect(form.getByLabel('Domain Pattern')).toHaveAccessibleDescription(
      'People whose e-mail address ends like this join the school.',
    );
    await expect(remove).toBeDisabled();
    await expect(remove).toHaveAccessibleDescription('1 user belongs to it.');
    await expectFine(page, info);

    await form.getByLabel('School Name').fill(` ${other.name.toUpperCase()} `);
    await expect(form.getByText('A school of this name exists.')).toBeVisible();
    await form.getByLabel('Domain Pattern').fill('school');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Domain Pattern')).toBeFocused();
    await expect(form).toContainText('Domain pattern must look like @school.edu');
    await form.getByLabel('Domain Pattern').fill(other.domain_pattern);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByLabel('Domain Pattern')).toHaveAccessibleDescription(
      'Another school already has this domain pattern.',
    );
    const name = newName();
    await register(page, newName(), `${name}.example`);
    await form.getByLabel('School Name').fill(name);
    await expect(form.getByText('A school of this name exists.')).toHaveCount(0);
    await form.getByLabel('Domain Pattern').fill(`@${name}.example`);
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('School saved. 1 user joined it.')).toBeVisible();
    await expect(form.getByRole('button', { name: 'Save' })).toBeFocused();
    await expect(form.getByRole('button', { name: 'Save' })).not.toHaveAttribute('aria-busy');
    await expect(page.getByText(`ID ${school.id} · ${name}`)).toBeVisible();
    const users = (await (
      await page.request.get(`/api/admin/users?school_id=${school.id}`, { headers: ADMIN })
    ).json()) as { id: number; email: string; school_name: string }[];
    expect(users).toHaveLength(2);
    expect(users.find(({ email }) => email === member.email)?.school_name).toBe(name);

    for (const { id } of users) await page.request.delete(`/api/admin/users/${id}`, { headers: ADMIN });
    await reload(page);
    await remove.click();
    await expect(dialog(page)).toContainText(`Delete ${name}?`);
    await dialog(page).getByRole('button', { name: 'Delete school' }).click();
    await expect(page).toHaveURL(DASHBOARD);
    await expect(page.getByText(`${name} is deleted`)).toBeVisible();
    for (const path of ['', '/analytics']) {
      await open(page, `/admin/schools/${school.id}${path}`);
      await expect(page.getByText('School not found.')).toBeVisible();
    }
    await open(page, '/admin/schools/abc/analytics');
    await expect(page.getByText('School not found.')).toBeVisible();
  });

  test('are deleted although the answer was lost', ON_DESKTOP, async ({ page }) => {
    const school = await addSchool(page);
    await openAsAdmin(page, `/admin/schools/${school.id}?tab=settings`);
    await page.getByRole('button', { name: 'Delete school' }).click();
    await page.route(`**/api/admin/schools/${school.id}`, loseAnswer);
    const confirm = dialog(page).getByRole('button', { name: 'Delete school' });
    await confirm.click();
    await expect(dialog(page)).toContainText('Failed to delete the school');
    await page.unroute(`**/api/admin/schools/${school.id}`);
    await confirm.click();
    await expect(page).toHaveURL(DASHBOARD);
    await expect(page.getByText(`${school.name} is deleted`)).toBeVisible();
  });

  const schools = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      id: index + 1,
      name: `School ${index + 1}`,
      domain_pattern: `@school-${index + 1}.example`,
    }));

  test('are cards, and from seven on a table too', async ({ page }, info) => {
    let answer = schools(0);
    await page.route(SCHOOLS_CALL, (route) => route.fulfill({ json: answer }));
    await openAsAdmin(page);
    await expect(page.getByText('No schools found')).toBeVisible();
    await expect(page.getByText('0 schools')).toBeVisible();
    // Open by itself while there is none, and still so after the first.
    const form = page.getByRole('form', { name: 'Add New School' });
    await expect(form).toBeVisible();
    await expect(form.getByLabel('School Name')).not.toBeFocused();
    await expectFine(page, info);
    await page.route(SCHOOLS_CALL, (route) =>
      route.fulfill({ json: route.request().method() === 'POST' ? answer[0] : answer }),
    );
    answer = schools(1);
    await form.getByLabel('School Name').fill('School 1');
    await form.getByLabel('Domain Pattern').fill('@school-1.example');
    await form.getByRole('button', { name: 'Add School' }).click();
    await expect(page.getByText('1 school', { exact: true })).toBeVisible();
    await expect(form.getByLabel('School Name')).toBeFocused();
    answer = schools(6);
    await reload(page);
    await expect(page.getByText('6 schools')).toBeVisible();
    await expect(form).toHaveCount(0);
    await expect(page.getByRole('listitem')).toHaveCount(6);
    await expect(page.getByRole('table')).toHaveCount(0);
    answer = schools(7);
    await reload(page);
    const table = page.getByRole('table', { name: 'All Schools' });
    await expect(table.getByRole('row')).toHaveCount(8);
    for (const [name, path] of [
      ['Details', '/admin/schools/7'],
      ['Analytics', '/admin/schools/7/analytics'],
    ] as const) {
      const link = table.getByRole('link', { name: `${name} of School 7` });
      await expect(link).toHaveAttribute('href', path);
    }
    const columns = ['School Name', 'Domain Pattern', 'Actions'].filter(
      // On a phone the pattern stands below the name.
      (column) => !isPhone(info) || column !== 'Domain Pattern',
    );
    await expect(table.getByRole('columnheader')).toHaveText(columns);
    await expectFine(page, info);
    await page.getByRole('searchbox', { name: 'Search schools' }).fill('school-3');
    await expect(table.getByRole('row')).toHaveCount(2);
  });

  test('that cannot be loaded say so, and are asked for again', ON_DESKTOP, async ({ page }) => {
    await page.route(SCHOOLS_CALL, (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
    await openAsAdmin(page);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch schools: 400');
    await page.unroute(SCHOOLS_CALL);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText(/^\d+ schools?$/)).toBeVisible();
  });
});

test.describe('users', () => {
  test('are counted, searched, filtered, and kept so over a reload', ON_DESKTOP, async ({ page }) => {
    const school = await addSchool(page);
    const { username, email } = await register(page, newName(), school.domain_pattern.slice(1));
    // The answer that the page itself gets: others make users meanwhile.
    const counted = new Promise<Response>((resolve) => {
      page.on('response', (response) => {
        if (/\/api\/admin\/users\/counts\??$/.test(response.url())) resolve(response);
      });
    });
    await openAsAdmin(page, USERS);
    const figures = (await (await counted).json()) as Record<string, number>;
    const figure = (label: string) =>
      page
        .locator('dl > div')
        .filter({ has: page.getByText(label, { exact: true }) })
        .locator('dd');
    await expect(figure('School Admins')).toHaveText(String(figures['school_admins']));
    await expect(figure('Teachers')).toHaveText(String(figures['teachers']));
    for (const label of ['Total Users', 'Students', 'Schools with users'])
      await expect(figure(label)).toHaveText(/^\d+$/);

    await searchBox(page).fill(username.toUpperCase());
    await expect(page.getByText('1 user found')).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Email',
      'Username',
      'School',
      'Role',
      'Created',
      'Actions',
    ]);
    // The figures are of those who are found.
    await expect(figure('Total Users')).toHaveText('1');
    await expect(figure('Students')).toHaveText('1');
    await expect(figure('Teachers')).toHaveText('0');
    await expect(figure('Schools with users')).toHaveText('1');
    const cells = userRow(page, email).getByRole('cell');
    await expect(cells.nth(0)).toHaveText(`${email} Unconfirmed`);
    await expect(cells.nth(1)).toHaveText(username);
    await expect(cells.nth(2)).toHaveText(school.name);
    await expect(cells.nth(3)).toHaveText('Student');
    await expect(cells.nth(4)).toHaveText(/^\d{1,2} \w{3,4} \d{4}$/);
    await expect(page.getByLabel('Type').getByRole('option')).toHaveText([
      'All Types',
      'Students',
      'Teachers',
      'School Admin',
    ]);
    await page.getByLabel('Type').selectOption('Teachers');
    await expect(page.getByText('Try adjusting your filters or search terms.')).toBeVisible();
    const clear = page.getByRole('button', { name: 'Clear Filters' });
    await clear.last().click();
    await expect(searchBox(page)).toHaveValue('');
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeFocused();
    await page.getByLabel('Type').selectOption('Teachers');
    // Before the search for it has begun.
    await searchBox(page).fill(username);
    await clear.first().click();
    await expect(searchBox(page)).toHaveValue('');
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeFocused();
    await expect(page.getByRole('row').nth(2)).toBeVisible();

    await searchBox(page).fill(school.name);
    await page.getByLabel('Type').selectOption('Students');
    await page.getByLabel('School', { exact: true }).selectOption(school.name);
    await expect(page.getByText('1 user found')).toBeVisible();
    // The other two find the same: the words are kept when the typing has paused.
    await expect(page).toHaveURL(/[?&]q=School/);
    await reload(page);
    await expect(userRow(page, email)).toBeVisible();
    await expect(page.getByLabel('Type')).toHaveValue('student');
    await expect(searchBox(page)).toHaveValue(school.name);
  });

  test('are exported as the filters show them, harmless in a spreadsheet', ON_DESKTOP, async ({ page }) => {
    const school = await addSchool(page);
    const domain = school.domain_pattern.slice(1);
    const plain = await register(page, newName(), domain);
    const formula = await register(page, `=SUM(1,2) ${newName()}`, domain);
    await openAsAdmin(page, `/admin/schools/${school.id}/analytics`);
    await expect(userRow(page, plain.email)).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('users.csv');
    const lines = (await textOfCsv(file)).split('\r\n');
    expect(lines[0]).toBe('Email\tUsername\tSchool\tRole\tCreated Date');
    expect(lines).toHaveLength(4);
    expect(lines[1]).toMatch(/^[\w.@-]+\t'=SUM\(1,2\) [\w-]+\tSchool [\w-]+\tStudent\t\d{4}-\d\d-\d\d$/);
    expect(lines[1]).toContain(formula.email);
    expect(lines[2]).toContain([plain.email, plain.username, school.name, 'Student', ''].join('\t'));
    await open(page, `/admin/schools/${school.id}`);
    await expect(page.getByText(`The platform admin exported 2 users of ${school.name}.`)).toBeVisible();
  });

  test('are all exported, however many pages they are', ON_DESKTOP, async ({ page }) => {
    const rows = Array.from({ length: 2500 }, (_, index) => ({
      id: 2500 - index,
      username: `u${2500 - index}`,
      email: null,
      role: 'school_admin',
      email_confirmed: true,
      created_at: null,
      school_id: null,
      school_name: null,
    }));
    await page.route(USERS_CALL, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const from = Number(query.get('cursor') ?? 0);
      const to = from + Number(query.get('limit'));
      const headers = to < rows.length ? { 'x-next-cursor': String(to) } : {};
      return route.fulfill({ json: rows.slice(from, to), headers });
    });
    await page.route('**/api/admin/users/export', (route) => route.fulfill({ json: rows }));
    await openAsAdmin(page, USERS);
    await expect(page.getByText('Unknown').first()).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    const csv = await textOfCsv(await download);
    expect(csv.trimEnd().split('\r\n')).toHaveLength(2501);
    expect(csv).toContain('\r\n\tu1\t\tSchool Admin\t\r\n');
  });

  test('by the thousand are drawn only where they are in sight', ON_DESKTOP, async ({ page }) => {
    const rows = Array.from({ length: 3000 }, (_, index) => ({
      id: 3000 - index,
      username: `u${3000 - index}`,
      email: `u${3000 - index}@example.org`,
      role: 'student',
      email_confirmed: true,
      created_at: '2026-01-02T03:04:05Z',
      school_id: null,
      school_name: null,
    }));
    const asked: number[] = [];
    await page.route(USERS_CALL, (route) => {
      const query = new URL(route.request().url()).searchParams;
      const from = Number(query.get('cursor') ?? 0);
      asked.push(from);
      return route.fulfill({
        json: rows.slice(from, from + 100),
        headers: from + 100 < rows.length ? { 'x-next-cursor': String(from + 100) } : {},
      });
    });
    const counts = { total: 3000, students: 3000, teachers: 0, school_admins: 0, schools_with_users: 0 };
    await page.route('**/users/counts**', (route) => route.fulfill({ json: counts }));
    await openAsAdmin(page, `${USERS}&role=student`);
    await expect(userRow(page, 'u3000@example.org')).toBeVisible();
    // How many there are is known before they have come.
    await expect(page.getByText('3,000 users found')).toBeVisible();
    const drawn = page.locator('[data-index]');
    expect(await drawn.count()).toBeLessThan(70);
    for (let step = 0; step < 12; step += 1) {
      await page.mouse.wheel(0, 2000);
      await settled(page);
    }
    expect(await drawn.count()).toBeLessThan(70);
    await expect(userRow(page, 'u3000@example.org')).toHaveCount(0);
    // One page after the other, and no further than somebody looked.
    expect(asked).toEqual(asked.map((_, index) => index * 100));
    expect(asked.length).toBeLessThan(12);

    // At the very end what comes is not scrolled to, and so asks for no more.
    const before = asked.length;
    const end = await page.evaluate(() => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return document.documentElement.scrollHeight;
    });
    const height = () => page.evaluate(() => document.documentElement.scrollHeight);
    await expect.poll(height).toBeGreaterThan(end + 3000);
    for (let frame = 0; frame < 10; frame += 1) await settled(page);
    expect(asked.length).toBeLessThanOrEqual(before + 2);
  });

  test('are edited, and nothing typed is lost by a refusal', async ({ page }) => {
    const school = await addSchool(page);
    const other = await register(page);
    const { email, username, token } = await register(page);
    await openAsAdmin(page, `${USERS}&q=${username}`);
    await press(page, 'Edit', email);
    await expect(dialog(page).getByRole('heading', { name: 'Edit User' })).toBeVisible();
    await expect(dialog(page).getByLabel('Email')).toHaveAttribute('required');
    await expect(dialog(page).getByLabel('Role').getByRole('option')).toHaveText([
      'Student',
      'Teacher',
      'School Admin',
    ]);
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeVisible();
    await dialog(page).getByLabel('Email').fill(other.email);
    await dialog(page).getByLabel('Username').fill(`${username}-new`);
    await dialog(page).getByLabel('School').selectOption(school.name);
    await dialog(page).getByLabel('Role').selectOption('Teacher');
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
    await expect(dialog(page).getByRole('alert')).toHaveText('This email is already registered.');
    await expect(dialog(page).getByLabel('Username')).toHaveValue(`${username}-new`);
    await expect(dialog(page).getByLabel('Role')).toHaveValue('teacher');

    await dialog(page).getByLabel('Email').fill(`new-${email}`);
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('User updated successfully')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    const cells = userRow(page, `new-${email}`).getByRole('cell');
    await expect(cells.nth(1)).toHaveText(`${username}-new`);
    await expect(cells.nth(2)).toHaveText(school.name);
    await expect(cells.nth(3)).toHaveText('Teacher');
    // Another role ends what they were logged in with.
    expect((await page.request.get('/api/users/me', { headers: as(token) })).status()).toBe(401);

    await press(page, 'Edit', `new-${email}`);
    await dialog(page).getByLabel('Username').fill('');
    await dialog(page).getByLabel('School').selectOption('No school');
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
    await expect(cells.nth(1)).toHaveText('Not set');
    await expect(cells.nth(2)).toHaveText('No school');
    await reload(page);
    await searchBox(page).fill(`new-${email}`);
    await expect(cells.nth(1)).toHaveText('Not set');
  });

  test('are deleted after a question', ON_DESKTOP, async ({ page }) => {
    const { email, token } = await register(page);
    await openAsAdmin(page, `${USERS}&q=${email}`);
    await press(page, 'Delete', email);
    await expect(dialog(page)).toContainText(
      'Are you sure you want to delete this user? This action cannot be undone.',
    );
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(userRow(page, email)).toBeVisible();
    await press(page, 'Delete', email);
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('User deleted successfully')).toBeVisible();
    await expect(page.getByText('No users found')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'User Management' })).toBeFocused();
    expect((await page.request.get('/api/users/me', { headers: as(token) })).status()).toBe(401);
  });

  test('who teach are deleted with a word on their students', ON_DESKTOP, async ({ page }) => {
    const teacher = await newTeacher(page);
    const email = `${teacher.username}@example.org`;
    const said = dialog(page).getByText(/this teacher\.|no students/);
    await openAsAdmin(page, `${USERS}&q=${email}`);
    const ask = async (sentence: string) => {
      await press(page, 'Delete', email);
      await expect(said).toHaveText(sentence);
      // A teacher may keep a tracker of their own.
      await expect(dialog(page)).toContainText('Their papers, scores and files are deleted with them.');
      await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    };
    await ask('They have no students.');
    // Somebody who has not answered is none of them.
    await teacher.follow(`${newName()}@example.org`);
    await ask('They have no students.');
    for (const sentence of [
      'Their one student keeps their work and loses this teacher.',
      'Their 2 students keep their work and lose this teacher.',
    ]) {
      const student = newName();
      await teacher.follow(`${student}@example.org`);
      // Who was added before they registered is followed at once.
      await register(page, student);
      await ask(sentence);
    }
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route('**/students/count', async (route) => {
      await held;
      await route.continue();
    });
    await press(page, 'Delete', email);
    await expect(said).toHaveText('Their students keep their work and lose this teacher.');
    letGo();
    await expect(said).toHaveText('Their 2 students keep their work and lose this teacher.');
    await dialog(page).getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('User deleted successfully')).toBeVisible();
  });

  test(
    'who went meanwhile leave the list, whatever was to be done with them',
    ON_DESKTOP,
    async ({ page }) => {
      for (const [act, confirm] of [
        ['Delete', 'Delete'],
        ['Impersonate', 'Impersonate'],
        ['Edit', 'Save Changes'],
      ] as const) {
        const { email } = await register(page);
        await openAsAdmin(page, `${USERS}&q=${email}`);
        await expect(userRow(page, email)).toBeVisible();
        const users = (await (
          await page.request.get(`/api/admin/users?limit=1&q=${email}`, { headers: ADMIN })
        ).json()) as { id: number }[];
        await page.request.delete(`/api/admin/users/${users[0]?.id}`, { headers: ADMIN });
        await press(page, act, email);
        await dialog(page).getByRole('button', { name: confirm }).click();
        await expect(page.getByText('This user no longer exists.')).toBeVisible();
        await expect(page.getByText('No users found')).toBeVisible();
        await expect(page.getByRole('heading', { name: 'User Management' })).toBeFocused();
      }
    },
  );

  test('stay when they cannot be fetched again, which is said', ON_DESKTOP, async ({ page }) => {
    await openAsAdmin(page, USERS);
    await expect(page.getByRole('row').nth(2)).toBeVisible();
    await page.route(USERS_CALL, (route) => route.fulfill({ status: 400, json: { detail: 'Not today.' } }));
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveText('Failed to fetch users: 400');
    await expect(page.getByRole('row').nth(2)).toBeVisible();
    await page.unroute(USERS_CALL);
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Failed to fetch users: 400')).toBeHidden();
  });

  test('have a menu for what is rarely done, also far down the list', async ({ page }, info) => {
    const name = 'An international school with a name that is much too long for a line of any table';
    const rows = Array.from({ length: 300 }, (_, index) => ({
      id: 300 - index,
      username: `u${300 - index}`,
      email: `u${300 - index}@example.org`,
      role: index % 2 === 0 ? 'teacher' : 'student',
      email_confirmed: true,
      created_at: '2026-01-02T03:04:05Z',
      school_id: 1,
      school_name: name,
    }));
    await page.route(USERS_CALL, (route) => route.fulfill({ json: rows }));
    await openAsAdmin(page, USERS);
    const of = (id: number) => userRow(page, `u${id}@example.org`);
    await expect(of(300)).toBeVisible();
    // A list that has only just come may not scroll yet.
    await expect(async () => {
      await page.mouse.wheel(0, 6000);
      await expect(of(300)).toHaveCount(0, { timeout: 2000 });
    }).toPass();
    await settled(page);
    // In the middle of the screen, drawn only now.
    const email = await page.evaluate(() => {
      const found = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('[role=row]');
      return found?.querySelector('[role=cell]')?.textContent ?? '';
    });
    const row = userRow(page, email);
    // One line, whatever its length; the title has all of it.
    const school = row.getByTitle(name);
    expect(await school.evaluate((cell) => cell.scrollWidth > cell.clientWidth)).toBe(true);
    expect((await school.boundingBox())?.height ?? 99).toBeLessThan(30);
    // A teacher's role is no louder than a student's.
    const colours = await Promise.all(
      ['Teacher', 'Student'].map((role) =>
        page
          .getByRole('table')
          .getByText(role, { exact: true })
          .first()
          .evaluate((badge) => getComputedStyle(badge).backgroundColor),
      ),
    );
    expect(colours[0]).toBe(colours[1]);
    await expect(row.getByRole('button')).toHaveCount(4);
    const more = row.getByRole('button', { name: `More for ${email}` });
    await expect(more).toHaveAttribute('title', 'More');
    await more.click();
    const item = page.getByRole('menuitem', { name: 'Activity' });
    await expect(item).toBeFocused();
    const [menu, button, screen] = [
      await page.getByRole('menu').boundingBox(),
      await more.boundingBox(),
      page.viewportSize(),
    ];
    if (!menu || !button || !screen) throw new Error('not to be seen');
    expect(menu.x).toBeGreaterThanOrEqual(0);
    expect(menu.x + menu.width).toBeLessThanOrEqual(screen.width);
    // Right below its button, or right above it.
    expect(
      Math.min(Math.abs(menu.y - button.y - button.height), Math.abs(button.y - menu.y - menu.height)),
    ).toBeLessThan(10);
    await expectFine(page, info);
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await more.click();
    await page.route('**/api/admin/audit?**', (route) => route.fulfill({ json: [] }));
    await item.click();
    await expect(dialog(page)).toContainText(email);
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
  });

  test('are reached by keys alone', ON_DESKTOP, async ({ page }) => {
    const { email, username } = await register(page);
    await openAsAdmin(page);
    await page.getByRole('tab', { name: 'Schools' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'All Users' })).toBeFocused();
    await searchBox(page).focus();
    await page.keyboard.type(username);
    await expect(page.getByText('1 user found')).toBeVisible();
    const edit = page.getByRole('button', { name: `Edit user ${email}` });
    await edit.focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByLabel('Email')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(edit).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `Impersonate user ${email}` })).toBeFocused();
  });

  test('fit the screen and are accessible, with every dialog', async ({ page }, info) => {
    const { email } = await register(page);
    await openAsAdmin(page, `${USERS}&q=${email}`);
    await expect(userRow(page, email)).toBeVisible();
    await expectFine(page, info);
    // Dialogs are the same anywhere, but a phone has less room.
    if (!isPhone(info)) return;
    for (const act of ['Edit', 'Impersonate', 'Delete'] as const) {
      await press(page, act, email);
      await expect(dialog(page)).toBeVisible();
      await expectFine(page, info);
      await page.keyboard.press('Escape');
    }
    await openActivity(page, email);
    await expect(dialog(page)).toContainText('Nothing has happened yet.');
    await expectFine(page, info);
  });
});

test.describe('what was done', () => {
  test('to a user is told, the newest first', ON_DESKTOP, async ({ page }) => {
    const { email, username } = await register(page);
    for (let login = 0; login < 19; login += 1) {
      const answer = await page.request.post('/api/token', { form: { username, password: PASSWORD } });
      expect(answer.status()).toBe(200);
    }
    await openAsAdmin(page, `${USERS}&q=${email}`);
    await press(page, 'Edit', email);
    await dialog(page).getByLabel('Role').selectOption('Teacher');
    await dialog(page).getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('User updated successfully')).toBeVisible();
    const users = (await (
      await page.request.get(`/api/admin/users?limit=1&q=${email}`, { headers: ADMIN })
    ).json()) as { id: number }[];
    await page.request.post(`/api/admin/impersonate/${users[0]?.id}`, { headers: ADMIN });

    await openActivity(page, email);
    const entries = dialog(page).getByRole('listitem');
    await expect(entries).toHaveCount(3);
    await expect(entries.nth(0)).toContainText(`The platform admin began viewing Tickmark as ${username}.`);
    await expect(entries.nth(1)).toContainText(
      `The platform admin changed the role of ${username} (Student to Teacher).`,
    );
    await expect(entries.nth(2)).toContainText(`${username} logged in.18 times since`);
    await expect(entries.nth(2).locator('time').last()).toHaveAttribute('datetime', /^\d{4}-\d\d-\d\dT/);
    await dialog(page).getByRole('button', { name: 'Show more' }).click();
    await expect(entries.nth(2)).toContainText('19 times since');
    await expect(entries).toHaveCount(3);
    await expect(dialog(page).getByRole('button', { name: 'Show more' })).toHaveCount(0);
  });

  test('everywhere is searched, filtered and taken along, logins apart', async ({ page }, info) => {
    const school = await addSchool(page);
    const { email, username } = await register(page, newName(), school.domain_pattern.slice(1));
    const answer = await page.request.post('/api/token', { form: { username, password: PASSWORD } });
    expect(answer.status()).toBe(200);
    await openAsAdmin(page);
    await openFromHeader(page, info, 'Activity');
    await expect(page).toHaveURL('/admin/activity');
    await expect(page.getByRole('heading', { level: 1, name: 'Activity' })).toBeVisible();
    const list = page.getByRole('region', { name: /^(Acts|Logins)$/ }).getByRole('listitem');
    await page.getByRole('searchbox', { name: 'Search people, schools' }).fill(school.name);
    await expect(list).toHaveCount(1);
    await expect(list).toContainText(`The platform admin created the school ${school.name}.`);
    await expectFine(page, info);

    await page.getByRole('button', { name: 'Logins' }).click();
    await expect(list).toContainText(`${username} logged in.`);
    await expect(list).toContainText(school.name);
    await page.getByRole('button', { name: 'Clear Filters' }).click();

    const filters = page.getByRole('button', { name: /^Filters/ });
    await filters.click();
    const form = page.getByRole('dialog', { name: 'Filters' });
    await expect(form.getByLabel('Kind').getByRole('option')).toHaveCount(4);
    await form.getByLabel('Kind').selectOption('Logins of users');
    await form.getByLabel('Person').fill(email.toUpperCase());
    await form.getByLabel('School').selectOption(school.name);
    await expectFine(page, info);
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(filters).toHaveText('Filters 3');
    await expect(page).toHaveURL(/side=logins&kind=logged_in&person=.*&school=\d+$/);
    await expect(list).toHaveCount(1);
    await reload(page);
    await expect(list).toContainText(`${username} logged in.`);
    const chips = page.getByRole('list', { name: 'Filters' }).getByRole('listitem');
    const chosen = ['Kind: Logins of users', `Person: ${email.toUpperCase()}`, `School: ${school.name}`];
    await expect(chips).toHaveText(chosen);
    await expectFine(page, info);
    await page.getByRole('button', { name: 'Remove filter Kind' }).click();
    await expect(chips).toHaveText(chosen.slice(1));
    await expect(filters).toHaveText('Filters 2');
    await expect(filters).toBeFocused();
    await expect(page).toHaveURL(/side=logins&person=.*&school=\d+$/);

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe('activity.csv');
    const lines = (await textOfCsv(file)).split('\r\n');
    expect(lines[0]).toBe('Time\tWhat happened\tKind\tBy\tTo\tSchool');
    expect(lines[1]).toContain(`\t${username} logged in.\tLogins of users\t${username}\t\t${school.name}`);
    expect(lines).toHaveLength(3);

    await filters.click();
    if (!isPhone(info)) {
      // A day of which only the month is there.
      await form.getByLabel('From').press('1');
      await form.getByRole('button', { name: 'Apply' }).click();
      await expect(form.getByLabel('From')).toHaveAccessibleDescription('Please complete this.');
      await form.getByLabel('From').fill('0026-11-16');
      await form.getByRole('button', { name: 'Apply' }).click();
      await expect(form.getByLabel('From')).toHaveAccessibleDescription('Write the year in full.');
      await form.getByLabel('From').fill('');
    }
    await form.getByLabel('To', { exact: true }).fill('2020-01-01');
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByText('Nothing found')).toBeVisible();
    await expect(chips.last()).toHaveText('To: 1 Jan 2020');
    await page.getByRole('button', { name: 'Acts' }).click();
    await page.getByRole('button', { name: 'Clear Filters' }).first().click();
    await expect(page).toHaveURL('/admin/activity');
    // Others are at work at the same time.
    const said = `The platform admin exported 1 line of the activity at ${school.name}.`;
    await expect(list.filter({ hasText: said })).toHaveCount(1);
  });

  test('that cannot be loaded says so', ON_DESKTOP, async ({ page }) => {
    const { email } = await register(page);
    await page.route('**/api/admin/audit?**', (route) =>
      route.fulfill({ status: 400, json: { detail: 'No.' } }),
    );
    await openAsAdmin(page, `${USERS}&q=${email}`);
    await openActivity(page, email);
    await expect(dialog(page).getByRole('alert')).toContainText('Failed to load the activity');
    await page.unroute('**/api/admin/audit?**');
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await expect(dialog(page)).toContainText('Nothing has happened yet.');
  });
});

test.describe('feedback', () => {
  const say = async (page: Page, message: string, email = 'Anonymous', token = ''): Promise<void> => {
    const answer = await page.request.post('/api/feedback', {
      data: { message, email, timestamp: new Date().toISOString(), user: 'Anonymous' },
      ...(token !== '' && { headers: as(token) }),
    });
    expect(answer.status()).toBe(200);
  };

  test('is read, found, and ticked off', async ({ page }, info) => {
    const { username, email, token } = await register(page);
    const word = newName();
    await say(page, `First ${word}`);
    await say(page, `Second ${word}\nwith a second line`, 'answer@example.org', token);
    await openAsAdmin(page);
    await openFromHeader(page, info, 'Feedback');
    await expect(page).toHaveURL('/admin/feedback');
    await expect(page.getByRole('heading', { name: 'Feedback' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search feedback' }).fill(word);
    await expect(page.getByText('2 messages found')).toBeVisible();
    const items = page.getByRole('listitem');
    await expect(items.nth(0)).toContainText('Second');
    await expect(items.nth(0)).toContainText(`${username} · ${email}`);
    await expect(items.nth(0).getByRole('link', { name: 'answer@example.org' })).toHaveAttribute(
      'href',
      'mailto:answer@example.org',
    );
    await expect(items.nth(1)).toContainText('Guest');
    await items.nth(1).getByRole('button', { name: 'Mark as done' }).click();
    await expect(items.nth(1).getByText('Done', { exact: true })).toBeVisible();
    await expectFine(page, info);
    await reload(page);
    await expect(items.nth(1).getByText('Done', { exact: true })).toBeVisible();
    await items.nth(1).getByRole('button', { name: 'Mark as not done' }).click();
    await expect(items.nth(1).getByRole('button', { name: 'Mark as done' })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search feedback' }).fill(`nothing like ${word}`);
    await expect(page.getByText('No feedback found.')).toBeVisible();
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(page).toHaveURL(DASHBOARD);
  });

  test('comes a page at a time, or says that there is none', ON_DESKTOP, async ({ page }) => {
    const word = newName();
    for (let index = 0; index < 21; index += 1) await say(page, `${word} ${index}`);
    await openAsAdmin(page, `/admin/feedback?q=${word}`);
    await expect(page.getByText('More than 20 messages found')).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(20);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(page.getByRole('listitem')).toHaveCount(21);
    await page.route('**/api/admin/feedback?**', (route) => route.fulfill({ json: [] }));
    await page.getByRole('searchbox', { name: 'Search feedback' }).fill('');
    await expect(page.getByText('No feedback yet.')).toBeVisible();
    await page.route('**/api/admin/feedback?**', (route) =>
      route.fulfill({ status: 404, json: { detail: 'No.' } }),
    );
    await reload(page);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch feedback: 404');
  });
});

test.describe('the password', () => {
  test('that is wrong by now leads to the login', ON_DESKTOP, async ({ page }) => {
    await openWith(page, { adminPassword: 'an older one' }, USERS);
    await expect(page.getByRole('alert')).toContainText('Access denied. Invalid admin password.');
    await page.getByRole('button', { name: 'Log in again' }).click();
    await expect(page).toHaveURL('/admin/login');
    expect((await stored(page))['adminPassword']).toBeUndefined();
  });

  test('that has gone is missed at the next call', ON_DESKTOP, async ({ page }) => {
    await openAsAdmin(page);
    await expect(page.getByText(/^\d+ schools?$/)).toBeVisible();
    await page.evaluate(() => localStorage.removeItem('adminPassword'));
    await page.getByRole('tab', { name: 'All Users' }).click();
    await expect(page.getByRole('alert')).toContainText('Admin password not found. Please log in again.');
    await expect(page.getByRole('button', { name: 'Log in again' })).toBeVisible();
  });

  test('that is right does not help a server in trouble', ON_DESKTOP, async ({ page }) => {
    await page.route(USERS_CALL, (route) => route.fulfill({ status: 400, json: { detail: 'Not today.' } }));
    await openAsAdmin(page, USERS);
    await expect(page.getByRole('alert')).toContainText('Failed to fetch users: 400');
    await page.unroute(USERS_CALL);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('row').nth(2)).toBeVisible();
  });

  test('is asked for, and a bad line is told from a wrong one', ON_DESKTOP, async ({ page }) => {
    await open(page, '/admin/login');
    await page.route('**/api/admin/login', (route) => route.fulfill({ status: 503, body: '' }));
    await page.locator('input[name=password]').fill('whatever');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('Error trying to login - please try again');
    await page.route('**/api/admin/login', (route) => route.fulfill({ status: 403, body: 'no' }));
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('alert')).toContainText('Invalid admin password');
  });
});

test('a new password is made in the menu of a user, whose logins end', async ({ page }) => {
  const { email, username, token } = await register(page);
  await openAsAdmin(page, `${USERS}&q=${email}`);
  await userRow(page, email)
    .getByRole('button', { name: `More for ${email}` })
    .click();
  await page.getByRole('menuitem', { name: 'Reset password' }).click();
  await page.route('**/api/admin/users/*/password', loseAnswer);
  await dialog(page).getByRole('button', { name: 'Reset password' }).click();
  await expect(dialog(page).getByRole('alert')).toContainText(
    'It may have been done all the same. Reset it again to get a password you can see.',
  );
  await page.unrouteAll();
  await dialog(page).getByRole('button', { name: 'Reset password' }).click();
  const password = await dialog(page).locator('code').innerText();
  const answer = await page.request.post('/api/token', { form: { username, password } });
  expect(answer.status()).toBe(200);
  expect((await page.request.get('/api/users/me', { headers: as(token) })).status()).toBe(401);
  await dialog(page).getByRole('button', { name: 'I have noted the password' }).click();
  await expect(dialog(page)).toHaveCount(0);
});
