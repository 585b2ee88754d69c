import type { Page } from '@playwright/test';
import {
  ADMIN,
  addSchool,
  as,
  DASHBOARD,
  dialog,
  expectFine,
  openActivity,
  openAsAdmin,
  press,
  register,
  stored,
  USERS,
  unfoldSchool,
  userRow,
} from './admin.ts';
import { choose, completion, tickWithScore, unfold } from './papers.ts';
import { DEMO, expect, newName, ON_DESKTOP, open, PASSWORD, passwordField, reload, test } from './test.ts';

/** The platform admin looks around as somebody else. */

const banner = (page: Page) => page.getByRole('complementary', { name: 'Impersonation' });

const impersonate = async (page: Page, email: string): Promise<void> => {
  await press(page, 'Impersonate', email);
  await expect(dialog(page)).toContainText(`Impersonate ${email}?`);
  // Looked for by the page itself, frame by frame: it is there for a second, and then the page is left.
  const said = page.waitForFunction(
    (words) => document.body.innerText.includes(words),
    `Now impersonating ${email}`,
  );
  await dialog(page).getByRole('button', { name: 'Impersonate' }).click();
  await said;
};
const comeBack = async (page: Page): Promise<void> => {
  await banner(page).getByRole('button', { name: 'Return to admin' }).click();
  await expect(page.getByRole('heading', { name: 'Admin Dashboard' })).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
};

const kept = {
  subjectYearRanges: '{"history_sl":{"startYear":2015,"endYear":2016}}',
  timezoneOverrides: '{"history_sl":{"paper1":false}}',
  viewedSubject: 'history_sl',
  trackerWork: '{"version":1,"users":{"1":{"guest":{"records":{},"subjects":["physics_hl"]}}}}',
  teacherSubjects: '{"userId":1,"subjects":["physics_hl"],"timestamp":1}',
};
const guests = {
  localCompletionStatus: '{"history_sl-2023-May-paper1-TZ1":{"is_completed":true,"score":7}}',
  localSubjects: '["history_sl"]',
};

for (const [who, work] of [
  ['a student', { ...kept, preferencesUnsent: '1' }],
  ['a guest', { ...kept, ...guests }],
] as const) {
  test(
    `leaves alone what the admin did here as ${who}, and comes back to the same list`,
    who === 'a guest' ? ON_DESKTOP : {},
    async ({ page }, info) => {
      const own = await register(page);
      const { email, token: theirs } = await register(page);
      const before: Record<string, string> =
        who === 'a student' ? { ...work, token: own.token } : { ...work };
      await openAsAdmin(page, `${USERS}&q=${email}`);
      await expect(userRow(page, email)).toBeVisible();
      await page.evaluate((values) => {
        for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
      }, before);
      const sent: string[] = [];
      page.on('request', (request) => {
        const { pathname } = new URL(request.url());
        if (pathname.startsWith('/api/'))
          sent.push([request.method(), pathname, request.headers()['authorization']].join(' '));
      });
      await impersonate(page, email);
      await expect(page).toHaveURL('/');
      await expect(banner(page)).toContainText(`Viewing as ${email}`);
      await expect(page.getByText('No subjects selected.')).toBeVisible();
      const during = await stored(page);
      expect([own.token, theirs, undefined]).not.toContain(during['token']);
      for (const [name, value] of Object.entries(before)) expect(during[name], name).not.toBe(value);

      if (who === 'a student') {
        // On every screen, and after a reload.
        for (const path of ['/nowhere', '/login', '/teachers/login', DASHBOARD, '/']) {
          await open(page, path);
          await expect(banner(page)).toContainText(email);
        }
        await expectFine(page, info);
      }

      await comeBack(page);
      await expect(page).toHaveURL(new RegExp(`tab=users&q=${email.replace('@', '(@|%40)')}$`));
      await expect(userRow(page, email)).toBeVisible();
      const after = await stored(page);
      expect(after).toMatchObject(before);
      const added = Object.keys(after).filter((name) => !(name in before));
      expect(added.filter((name) => !['adminPassword', 'darkMode', 'lastProfile'].includes(name))).toEqual(
        [],
      );
      expect(JSON.stringify(after)).not.toContain(email);

      // Nothing was written in their name, nobody else's login was used, and the borrowed one is over.
      expect(sent.filter((line) => !line.startsWith('GET ')).map((line) => line.split(' ')[1])).toEqual([
        expect.stringContaining('/api/admin/impersonate/'),
        '/api/logout',
      ]);
      expect(sent.filter((line) => line.includes(theirs))).toEqual([]);
      // The server is told of the end, not waited for.
      const borrowed = async () =>
        (await page.request.get('/api/users/me', { headers: as(during['token'] ?? '') })).status();
      await expect.poll(borrowed).toBe(401);
      expect((await page.request.get('/api/users/me', { headers: as(theirs) })).status()).toBe(200);
      const subjects = await page.request.get('/api/subjects', { headers: as(theirs) });
      expect(await subjects.json()).toEqual({ subjects: [] });
    },
  );
}

test(
  'opens a teacher’s and a school admin’s own screens, one after the other',
  ON_DESKTOP,
  async ({ page }) => {
    await openAsAdmin(page, `${USERS}&q=${DEMO.teacher}`);
    await impersonate(page, `${DEMO.teacher}@riverside.example`);
    await expect(page).toHaveURL('/teachers');
    await expect(page.getByText(DEMO.studentName, { exact: true })).toBeVisible();
    await expect(banner(page)).toContainText(`Viewing as ${DEMO.teacher}@riverside.example`);

    // Without returning first: what comes back in the end is the admin's own all the same.
    const school = await addSchool(page);
    const username = newName();
    const made = await page.request.post('/api/schooladmin/register', {
      headers: ADMIN,
      data: { username, password: PASSWORD, school_id: school.id },
    });
    expect(made.status()).toBe(200);
    await open(page, `${USERS}&q=${username}`);
    await expect(userRow(page, username).getByRole('cell').first()).toHaveText('Not set');
    await impersonate(page, username);
    await expect(page).toHaveURL('/schooladmin/dashboard');
    await expect(userRow(page, username)).toBeVisible();
    await expect(banner(page)).toContainText(`Viewing as ${username}`);
    expect((await stored(page))['token']).toBeUndefined();
    await comeBack(page);
    await expect(page).toHaveURL(`${USERS}&q=${DEMO.teacher}`);
    expect((await stored(page))['schoolAdminToken']).toBeUndefined();
  },
);

test('cannot consent for a student, and what it changes is read by both', async ({ page }, info) => {
  // A teacher of another school asks to follow the student.
  const student = await register(page);
  const school = await addSchool(page);
  const name = newName();
  const teacher = { username: name, email: `${name}@example.net` };
  const made = await page.request.post(`/api/admin/schools/${school.id}/teachers`, {
    headers: ADMIN,
    data: { teacher, student_emails: [] },
  });
  const { password } = (await made.json()) as { password: string };
  const login = await page.request.post('/api/token', { form: { username: name, password } });
  const { access_token: asking } = (await login.json()) as { access_token: string };
  const asked = await page.request.post('/api/teachers/students', {
    headers: as(asking),
    data: { email: student.email, name: null },
  });
  expect(asked.status()).toBe(200);

  await openAsAdmin(page, `${USERS}&q=${student.email}`);
  await impersonate(page, student.email);
  await expect(banner(page)).toContainText(student.email);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Teachers who see my progress' }).click();
  const followers = page.getByRole('region', { name: 'Teachers who see my progress' });
  await expect(followers).toContainText(teacher.email);
  await expect(followers).toContainText('Only they can accept, decline or end this.');
  await expect(followers.getByRole('button')).toHaveCount(0);
  await expectFine(page, info);
  await page.goBack();
  // Nor by another way.
  const borrowed = as((await stored(page))['token'] ?? '');
  const { teachers } = (await (
    await page.request.get('/api/users/me/teachers', { headers: borrowed })
  ).json()) as { teachers: { id: number }[] };
  const way = `/api/users/me/teachers/${teachers[0]?.id}`;
  expect((await page.request.post(`${way}/accept`, { headers: borrowed })).status()).toBe(403);
  expect((await page.request.delete(way, { headers: borrowed })).status()).toBe(403);

  await choose(page, ['The Arts', 'Theatre SL']);
  await unfold(page, 'May 2024');
  await tickWithScore(page, 'Paper 1, May 2024', '64');
  // What is still on its way when the page is left would be lost.
  await expect
    .poll(async () => Object.values(await completion(page)))
    .toMatchObject([{ is_completed: true, score: 64 }]);
  await comeBack(page);
  // The server is told of the end, not waited for.
  await expect
    .poll(async () => (await page.request.get('/api/users/me', { headers: borrowed })).status())
    .toBe(401);
  await openActivity(page, student.email);
  const entries = dialog(page).getByRole('listitem');
  await expect(entries.nth(0)).toContainText(
    `The platform admin stopped viewing Tickmark as ${student.username}.`,
  );
  const deeds = (await entries.allTextContents()).join('\n');
  expect(deeds).toMatch(
    new RegExp(
      `ticked, unticked or scored (a paper|papers \\d times) while viewing as ${student.username}\\.`,
    ),
  );
  expect(deeds).toContain(`The platform admin changed the subjects while viewing as ${student.username}.`);
  await expect(entries.last()).toContainText(
    `The platform admin began viewing Tickmark as ${student.username}.`,
  );
  await expectFine(page, info);

  // The student's own screen.
  await page.evaluate((token) => {
    localStorage.clear();
    localStorage.setItem('token', token);
  }, student.token);
  await open(page, '/');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'My data' }).click();
  await expect(
    page.getByRole('region', { name: 'Visits to my account' }).getByRole('listitem'),
  ).toContainText([/\d\d:\d\dSubjects changed, (1 change to a paper|\d changes to papers)\.$/]);
  await expectFine(page, info);
  // The student still has the say.
  await followers.getByRole('button', { name: /^Accept/ }).click();
  await expect(page.getByText('Request accepted.')).toBeVisible();
});

test('is known in other tabs at once', ON_DESKTOP, async ({ page, context }) => {
  const { email, username } = await register(page);
  const subjectYearRanges = '{"history_sl":{"startYear":2015,"endYear":2016}}';
  await openAsAdmin(page, `${USERS}&q=${email}`, { subjectYearRanges });
  const tracker = await context.newPage();
  await open(tracker, '/');
  await expect(tracker.getByRole('link', { name: 'Login' })).toBeVisible();
  const form = await context.newPage();
  await open(form, DASHBOARD);
  await unfoldSchool(form);
  await form.getByLabel('School Name').fill('Half a name');

  await impersonate(page, email);
  await expect(banner(tracker)).toContainText(email);
  await expect(tracker.getByRole('button', { name: 'Logout' })).toBeVisible();
  await tracker.getByRole('button', { name: 'Settings' }).click();
  await expect(tracker.getByText(username, { exact: true })).toBeVisible();
  await tracker.keyboard.press('Escape');
  await expect(banner(form)).toContainText(email);
  await expect(form.getByLabel('School Name')).toHaveValue('Half a name');

  await comeBack(page);
  await expect(banner(tracker)).toHaveCount(0);
  await expect(banner(form)).toHaveCount(0);
  await expect(tracker.getByRole('link', { name: 'Login' })).toBeVisible();
  // A tab that follows does not throw away what was put back.
  expect((await stored(tracker))['subjectYearRanges']).toBe(subjectYearRanges);
});

test('that has ended still offers the way back', ON_DESKTOP, async ({ page }, info) => {
  const { email } = await register(page);
  await openAsAdmin(page, `${USERS}&q=${email}`);
  await impersonate(page, email);
  await expect(banner(page)).toContainText(email);
  const { token = '' } = await stored(page);
  await page.request.post('/api/logout', { headers: as(token) });
  await reload(page);
  await expect(banner(page)).toContainText(`Viewing as ${email} has ended; it lasts 30 minutes at most.`);
  // Nobody's time runs out here, and there is nobody whose work a login would take along.
  await expect(page.getByText('Guest session')).toHaveCount(0);
  await expectFine(page, info);
  await comeBack(page);
  await expect(userRow(page, email)).toBeVisible();
});

test('ends after 30 minutes, whether anything is pressed or not', ON_DESKTOP, async ({ page }) => {
  await page.clock.install();
  await openAsAdmin(page, `${USERS}&q=${DEMO.teacher}`);
  await press(page, 'Impersonate', `${DEMO.teacher}@riverside.example`);
  await expect(dialog(page)).toBeVisible();
  // There is a second to read that it has begun.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await dialog(page).getByRole('button', { name: 'Impersonate' }).click();
  await expect(page.getByText('Now impersonating')).toBeVisible();
  await page.clock.runFor(900);
  await expect(page).toHaveURL(`${USERS}&q=${DEMO.teacher}`);
  await page.clock.runFor(200);
  await page.clock.resume();
  await expect(page.getByText(DEMO.studentName, { exact: true })).toBeVisible();
  await page.clock.fastForward('29:30');
  await expect(banner(page)).toContainText('Viewing as');
  await expect(page.getByText(DEMO.studentName, { exact: true })).toBeVisible();
  await page.clock.fastForward('00:40');
  await expect(banner(page)).toContainText('has ended');
  await expect(page).toHaveURL('/teachers/login');
  await comeBack(page);
});

test('is called off by closing the dialog, and leaves no session behind', ON_DESKTOP, async ({ page }) => {
  const { email } = await register(page);
  await page.clock.install();
  await openAsAdmin(page, `${USERS}&q=${email}`);
  const tokens: string[] = [];
  let asked = () => Promise.resolve();
  await page.route('**/api/admin/impersonate/*', async (route) => {
    const response = await route.fetch();
    tokens.push(((await response.json()) as { access_token: string }).access_token);
    await asked();
    await route.fulfill({ response });
  });
  const expectNothingBegun = async (): Promise<void> => {
    await page.clock.runFor(2000);
    await expect(page.getByText('Now impersonating')).toHaveCount(0);
    await expect(page).toHaveURL(`${USERS}&q=${email}`);
    await expect(banner(page)).toHaveCount(0);
    expect((await stored(page))['token']).toBeUndefined();
    const session = await page.request.get('/api/users/me', { headers: as(tokens.at(-1) ?? '') });
    expect(session.status()).toBe(401);
  };

  // While the server is asked.
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  asked = () => held;
  await press(page, 'Impersonate', email);
  await expect(dialog(page)).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await dialog(page).getByRole('button', { name: 'Impersonate' }).click();
  await expect.poll(() => tokens.length).toBe(1);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toHaveCount(0);
  let ended = page.waitForResponse('**/api/logout');
  release();
  expect((await ended).status()).toBe(204);
  await expectNothingBegun();

  // In the second in which it can be read that it has begun.
  asked = () => Promise.resolve();
  await press(page, 'Impersonate', email);
  await dialog(page).getByRole('button', { name: 'Impersonate' }).click();
  await expect(page.getByText(`Now impersonating ${email}`)).toBeVisible();
  ended = page.waitForResponse('**/api/logout');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  expect((await ended).status()).toBe(204);
  expect(tokens).toHaveLength(2);
  await expectNothingBegun();
});

test('ends with a login of one’s own, which stays', ON_DESKTOP, async ({ page }) => {
  const { email } = await register(page);
  const own = await register(page);
  const guest = { localSubjects: '["history_sl"]' };
  await openAsAdmin(page, `${USERS}&q=${email}`, guest);
  await impersonate(page, email);
  await expect(banner(page)).toContainText(email);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(banner(page)).toContainText('has ended');
  await open(page, '/login');
  await page.getByLabel('Username').fill(own.username);
  await passwordField(page).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page).toHaveURL('/');
  await expect(banner(page)).toHaveCount(0);
  // What the guest here had chosen before all this goes along, as with any login.
  await expect(page.getByText('History SL').first()).toBeVisible();
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByText(own.email, { exact: true })).toBeVisible();
});

test('ends when the admin logs out', ON_DESKTOP, async ({ page }) => {
  const { email } = await register(page);
  await openAsAdmin(page, `${USERS}&q=${email}`);
  await impersonate(page, email);
  await expect(banner(page)).toContainText(email);
  await open(page, DASHBOARD);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/admin/login');
  await expect(banner(page)).toHaveCount(0);
  expect(Object.keys(await stored(page)).filter((name) => name !== 'darkMode')).toEqual([]);
});
