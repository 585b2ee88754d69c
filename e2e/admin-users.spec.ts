import type { Response } from '@playwright/test';
import {
  ADMIN,
  addSchool,
  as,
  dialog,
  expectFine,
  isPhone,
  newTeacher,
  openActivity,
  openAsAdmin,
  press,
  register,
  searchBox,
  USERS,
  userRow,
} from './admin.ts';
import { expect, loseAnswer, newName, ON_DESKTOP, open, reload, settled, test, textOfCsv } from './test.ts';

const USERS_CALL = '**/api/admin/users?**';

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
      'Archived',
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
      erase_on: null,
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
      erase_on: null,
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
      erase_on: null,
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
    'It may have been reset anyway. Reset it again to see the new password.',
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
