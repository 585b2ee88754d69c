import type { Page, Route } from '@playwright/test';
import {
  DEMO,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  newName,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  PASSWORD,
  test,
  textOfCsv,
} from './test.ts';

const tokenOf = async (page: Page, username: string): Promise<string> => {
  const answer = await page.request.post('/api/token', {
    form: { username, password: DEMO.password() },
  });
  return ((await answer.json()) as { access_token: string }).access_token;
};

const openAsTeacher = async (page: Page, path = '/teachers', username = DEMO.teacher): Promise<string> => {
  const token = await tokenOf(page, username);
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await open(page, path);
  return token;
};

/** Through the API: what a test starts from. */
const addStudent = (page: Page, token: string, email: string) =>
  page.request.post('/api/teachers/students', {
    headers: { authorization: `Bearer ${token}` },
    data: { email, name: null },
  });

/** Something to wait for, and the way to end the waiting. */
const hold = () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
};

const card = (page: Page, name: string) =>
  page.getByRole('list', { name: 'Your students' }).getByRole('listitem').filter({ hasText: name });
const add = async (page: Page, email: string, name = '') => {
  await page.getByLabel('Email').fill(email);
  if (name) await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Add Student' }).click();
};

test('a teacher invites a student, who registers by the link and is removed and brought back', async ({
  page,
  browser,
  context,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAsTeacher(page);
  await page.getByRole('button', { name: 'Add Student' }).click();
  await expect(page.getByText('Please enter a student email')).toBeVisible();
  await add(page, 'not an address'.replaceAll(' ', '-'));
  await expect(page.getByText('Enter a valid email address.')).toBeVisible();

  const username = newName();
  const email = `${username}@example.org`;
  await add(page, email.toUpperCase(), 'Invited Person');
  await expect(
    page.getByText('Student added successfully! They need to register with the provided email address.'),
  ).toBeVisible();
  const panel = page.getByRole('region', { name: 'Invitation details' });
  await expect(panel).toContainText('Invited Person');
  await expect(panel).toContainText(email);
  const link = await panel.getByLabel('Registration link').inputValue();
  expect(new URL(link).pathname).toBe('/register');
  await panel.getByRole('button', { name: 'Copy' }).click();
  await expect(page.getByText('Invitation link copied to clipboard!')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await expectAccessible(page);

  await add(page, email);
  await expect(page.getByText('Student with this email already added')).toBeVisible();
  const mine = card(page, email);
  await expect(mine).toContainText('Pending');
  await expect(mine.getByRole('link')).toHaveCount(0);

  const other = await browser.newContext();
  const student = await other.newPage();
  await open(student, link);
  await expect(student.getByLabel('Email')).toHaveValue(email);
  await student.getByLabel('Username').fill(username);
  await student.locator('input[name=password]').fill(PASSWORD);
  await student.getByLabel('Confirm Password').fill(PASSWORD);
  await student.getByRole('button', { name: 'Register' }).click();
  await expect(student.getByRole('button', { name: 'Logout' })).toBeVisible();
  await other.close();

  await page.reload();
  await expect(mine).toContainText('Active');
  await mine.getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Student Progress' })).toBeVisible();
  await expect(page.getByText('No subjects selected')).toBeVisible();
  await expect(page.getByText("This student doesn't take any subjects you teach.")).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();

  const remove = mine.getByTitle('Remove student');
  await remove.click();
  await expect(page.getByRole('dialog')).toContainText('Remove Invited Person?');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(remove).toBeFocused();
  await remove.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  // Rested on, it stays until it is pressed.
  await page.locator('.toast', { hasText: 'Student removed successfully' }).hover();
  await expect(mine).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  // Of another school, so the student is asked again.
  await expect(mine).toContainText('Pending');
});

test('several pasted addresses are answered one by one', ON_DESKTOP, async ({ page }) => {
  await openAsTeacher(page);
  const [one, two] = [`${newName()}@example.org`, `${newName()}@example.org`];
  const field = page.getByLabel('Email');
  await field.focus();
  await field.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, `${one}\nZoë <${two}>\nnobody\nMS.HARTLEY@riverside.example`);
  await expect(field).toHaveValue(`${one}, Zoë <${two}>, nobody, MS.HARTLEY@riverside.example`);
  await page.getByRole('button', { name: 'Add Student' }).click();
  const answers = page.getByRole('region', { name: 'Answers' });
  await expect(answers).toContainText('2 of 4 added');
  await expect(answers.getByRole('listitem').filter({ hasText: one })).toContainText(
    'They need to register with the provided email address.',
  );
  await expect(answers.getByRole('listitem').filter({ hasText: 'nobody' })).toContainText(
    'Enter a valid email address.',
  );
  await expect(answers).toContainText('You cannot add yourself.');
  await expect(card(page, two)).toContainText('Zoë');
  // What can be mended stays.
  await expect(field).toHaveValue('nobody');
  await expectAccessible(page);
  await answers.getByRole('button', { name: 'Close the answers' }).click();
  await expect(answers).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add Student' })).toBeFocused();
});

test('the next address, typed while one is added, is kept', ON_DESKTOP, async ({ page }) => {
  const [first, second] = [`${newName()}@example.org`, `${newName()}@example.org`];
  await openAsTeacher(page);
  let { held, release } = hold();
  await page.route('**/api/teachers/students', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const [email, name] = [page.getByLabel('Email'), page.getByLabel('Name')];
  await add(page, first, 'First Person');
  await expect(page.getByRole('button', { name: 'Adding...' })).toBeVisible();
  await email.fill(second);
  await name.fill('Second Person');
  release();
  await expect(card(page, first)).toContainText('First Person');
  await expect(email).toHaveValue(second);
  await expect(name).toHaveValue('Second Person');

  // Nor is a refusal taken for one of what stands there by now.
  ({ held, release } = hold());
  await add(page, first);
  await expect(page.getByRole('button', { name: 'Adding...' })).toBeVisible();
  await email.fill(second);
  await name.focus();
  release();
  await expect(page.getByText(`${first}: Student with this email already added`)).toBeVisible();
  await expect(name).toBeFocused();

  ({ held, release } = hold());
  release();
  await page.getByRole('button', { name: 'Add Student' }).click();
  await expect(card(page, second)).toContainText('Second Person');
  await expect(email).toHaveValue('');
  await expect(name).toHaveValue('');
});

test('a refused clipboard asks to copy by hand, with the link selected', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => Promise.reject(new Error('refused')) },
    });
  });
  const token = await openAsTeacher(page);
  const panel = page.getByRole('region', { name: 'Invitation details' });
  const expectLinkSelected = async (): Promise<void> => {
    await expect(
      page.getByText('The link could not be copied. Please select it and copy it manually.'),
    ).toBeVisible();
    const field = panel.getByLabel('Registration link');
    await expect(field).toBeFocused();
    expect(await page.evaluate(() => window.getSelection()?.toString())).toBe(await field.inputValue());
  };
  const close = async (): Promise<void> => {
    await panel.getByRole('button', { name: 'Close the invitation' }).click();
    await expect(panel).toHaveCount(0);
  };
  await add(page, `${newName()}@example.org`);
  await panel.getByRole('button', { name: 'Copy', exact: true }).click();
  await expectLinkSelected();
  await close();
  await expect(page.getByRole('button', { name: 'Add Student' })).toBeFocused();

  // On a student's card the link stands nowhere yet.
  const email = `${newName()}@example.org`;
  await addStudent(page, token, email);
  await page.reload();
  const copy = card(page, email).getByTitle('Copy invitation link');
  await copy.click();
  await expectLinkSelected();
  await expect(panel).toContainText(email);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await close();
  await expect(copy).toBeFocused();

  // Nor does it in the answers to several addresses.
  await add(page, `${newName()}@example.org, ${newName()}@example.org`);
  const answers = page.getByRole('region', { name: 'Answers' });
  await expect(answers).toContainText('2 of 2 added');
  const second = answers.getByTitle('Copy invitation link').last();
  await second.click();
  await expectLinkSelected();
  await expectNoSidewaysScroll(page);
  await close();
  await expect(second).toBeFocused();
});

test('the grid of one student says so', ON_DESKTOP, async ({ page }) => {
  const student = {
    id: 7,
    name: 'Zoë',
    email: 'zoe@example.org',
    timezones: {},
    last_activity: null,
    completion: {},
  };
  await page.route('**/api/teachers/grid?*', (route) => route.fulfill({ json: { students: [student] } }));
  await openAsTeacher(page, '/teachers?view=grid&subject=math_aa_hl');
  await expect(page.getByRole('region', { name: /: 1 student$/ })).toBeVisible();
});

test('a teacher who looks at the tracker finds the way back', async ({ page }) => {
  await openAsTeacher(page, '/');
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Teacher Dashboard' }).click();
  await expect(page).toHaveURL('/teachers');
});

test('a teacher finds a student and sees what they share', async ({ page }) => {
  await openAsTeacher(page);
  await expect(page.getByRole('tab', { name: 'Students' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('link', { name: 'Student', exact: true })).toHaveAttribute('href', '/');
  await page.getByLabel('Search students').fill('AMELIE');
  await expect(page.getByRole('list', { name: 'Your students' }).getByRole('listitem')).toHaveCount(1);
  await page.getByLabel('Search students').fill('no such person');
  await expect(page.getByText('No student matches “no such person”.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all students' }).click();
  await expect(page.getByRole('heading', { name: 'Your Students' })).toBeFocused();
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Search students').fill('AMELIE');
  await card(page, DEMO.student).getByRole('link').click();

  await expect(page.getByText('Student Information')).toBeVisible();
  await expect(page.getByText(`${DEMO.student}@riverside.example`)).toBeVisible();
  const heading = page.getByRole('heading', { name: / Progress$/, level: 2 });
  await expect(heading).toHaveCount(1);
  await expect(heading).toContainText('Mathematics');
  await expect(
    page.getByText(/^\d+ of \d+ papers completed \(2017–2024\) · average score \d+% · last activity/),
  ).toBeVisible();
  const years = await page.locator('tbody tr td:first-child').allTextContents();
  expect(years.length).toBeGreaterThan(3);
  expect(years).toEqual(years.toSorted((a, b) => Number(b) - Number(a)));
  await expect(page.getByRole('columnheader')).toHaveText(['Year', 'Session', 'Paper', 'Status', 'Score']);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  for (const goBack of [
    () => page.goBack(),
    async () => {
      await card(page, DEMO.student).getByRole('link').click();
      await page.getByRole('link', { name: 'Back' }).click();
    },
  ]) {
    await goBack();
    await expect(page.getByLabel('Search students')).toHaveValue('AMELIE');
    await expect(page.getByRole('list', { name: 'Your students' }).getByRole('listitem')).toHaveCount(1);
  }
});

test('the class grid sorts, exports, and is there again after a look at a student', async ({ page }) => {
  test.slow();
  await openAsTeacher(page);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/teachers/grid')) calls.push(request.url());
  });
  await page.getByRole('button', { name: 'Class grid' }).click();
  await expect(page).toHaveURL('/teachers?view=grid');
  const grid = page.getByRole('region', { name: /students$/ });
  await page.getByLabel('Subject', { exact: true }).selectOption('math_aa_hl');
  await expect(grid.getByRole('rowheader').first()).toBeVisible();
  expect(calls.filter((url) => url.includes('math_aa_hl'))).toHaveLength(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const names = () => grid.locator('tbody th a').allTextContents();
  const byName = await names();
  expect(byName).toEqual(byName.toSorted((a, b) => a.localeCompare(b)));
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await page.getByLabel('Sort by').selectOption('progress');
  else await grid.getByRole('button', { name: 'Progress' }).click();
  await expect(page).toHaveURL(/sort=progress/);
  const shares = (await grid.locator('tbody .grid-share').allTextContents()).map((text) =>
    Number.parseInt(text, 10),
  );
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  await page.getByLabel('From').selectOption('2024');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('class-math_aa_hl-2024-2024.csv');
  const lines = (await textOfCsv(download)).split('\r\n');
  expect(lines[0]).toContain('Name\tEmail\tCompleted\tTotal\tLast activity\tMay 2024 Paper 1 TZ1');
  expect(lines.at(-2)).toMatch(/^Average\t/);
  expect(lines).toHaveLength(byName.length + 3);

  const first = grid.locator('tbody th a').first();
  const name = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/view=grid/);
  await expect(page.getByLabel('From')).toHaveValue('2024');
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByText('Your Students')).toBeVisible();
  await page.goBack();
  await expect(grid).toBeVisible();
});

test(
  'the subjects one teaches: kept on the device, saved one by one, honest about failures',
  ON_PHONE,
  async ({ page }, { project }) => {
    test.slow();
    // Each project its own teacher: they run at once on one server.
    const teacher = project.name === 'phone' ? 'mr.duval' : 'dr.osei';
    await openAsTeacher(page, '/teachers', teacher);
    await page.getByRole('tab', { name: 'My Subjects' }).click();
    await expect(page).toHaveURL('/teachers?tab=subjects');
    await expect(page.getByRole('heading', { name: 'Subjects You Teach' })).toBeVisible();
    await page.getByRole('button', { name: 'Edit Subjects' }).click();
    await expect(
      page.getByText(
        "Select the subjects you teach. You will only be able to view your students' progress in these subjects.",
      ),
    ).toBeVisible();
    if (project.name === 'phone') await page.getByText('The Arts').click();
    else
      await expect(page.getByRole('group', { name: 'The Arts' }).locator('..')).toHaveCSS(
        'column-count',
        '2',
      );
    const box = page.getByRole('checkbox', { name: 'Music SL' });
    const chips = page.getByRole('list', { name: 'Subjects you teach' });
    await box.click();
    await expect(page.getByText('Subjects updated successfully')).toBeVisible();
    await expect(chips).toContainText('Music SL');
    await expectAccessible(page);

    await page.route('**/api/teachers/subjects', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 400, json: { detail: 'Not today.' } })
        : route.continue(),
    );
    await box.click();
    await expect(page.getByRole('alert')).toContainText('Failed to update subjects: Not today.');
    await expect(chips).toContainText('Music SL');
    await page.unroute('**/api/teachers/subjects');
    await page.route('**/api/teachers/subjects', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ json: { status: 'odd' } }) : route.continue(),
    );
    await box.click();
    await expect(page.getByRole('alert')).toContainText(
      'Failed to update subjects. Unexpected response from server.',
    );
    await page.unroute('**/api/teachers/subjects');
    const { held, release } = hold();
    await page.route('**/api/teachers/subjects', async (route) => {
      await held;
      await route.fulfill({ status: 400, body: '' });
    });
    await box.click();
    await expect(box).toHaveAttribute('aria-disabled', 'true');
    release();
    await expect(page.getByRole('alert')).toContainText('Failed to update subjects. Please try again.');
    await expect(box).not.toHaveAttribute('aria-disabled');
    await page.unroute('**/api/teachers/subjects');
    await box.click();
    await expect(chips).not.toContainText('Music SL');
    await page.getByRole('button', { name: 'Done' }).first().click();
    await expect(page.getByRole('button', { name: 'Edit Subjects' })).toBeVisible();

    // On the page of its own they stand there before the server has answered.
    await page.route('**/api/teachers/subjects', () => undefined);
    await open(page, '/teachers/subjects');
    await expect(chips.getByRole('listitem').first()).toBeVisible();
    await page.unroute('**/api/teachers/subjects');
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute(
      'href',
      /^\/teachers/,
    );
    await page.getByRole('link', { name: 'View Students' }).click();
    await expect(page).toHaveURL('/teachers');
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('teacherSubjects'))).toBeNull();
  },
);

test(
  'subjects that do not come are said so on either page, and none are asked for',
  ON_DESKTOP,
  async ({ page }) => {
    await page.clock.install();
    const subjects = '**/api/teachers/subjects';
    await page.route(subjects, (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
    await openAsTeacher(page, '/teachers?tab=subjects');
    await expect(page.getByRole('alert')).toContainText('Failed to load your subjects');
    await open(page, '/teachers/subjects');
    await expect(page.getByRole('alert')).toContainText('Failed to load subjects');
    await page.unroute(subjects);
    const chosen = (route: Route) => (route.request().method() === 'GET' ? [] : ['music_sl']);
    await page.route(subjects, (route) =>
      route.fulfill({ json: { status: 'success', subjects: chosen(route) } }),
    );
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Please select the subjects you teach below.')).toBeVisible();
    await expectAccessible(page);

    // From here on the page's time stands still, so that it can be seen how long a message stays.
    await page.clock.pauseAt(new Date(Date.now() + 60_000));
    await page.getByRole('checkbox', { name: 'Music SL' }).click();
    const message = page.getByText('Subjects updated successfully');
    await expect(message).toBeVisible();
    await page.clock.runFor(2900);
    await expect(message).toBeVisible();
    await page.clock.runFor(200);
    await expect(message).toBeHidden();
  },
);

test('adding and removing say what happens, and what has failed', ON_DESKTOP, async ({ page }) => {
  const students = '**/api/teachers/students';
  const [email, id] = ['zoe.b@example.org', 7];
  await page.route(students, (route) => route.fulfill({ json: { students: [] } }));
  await openAsTeacher(page);
  await expect(page.getByRole('heading', { name: 'Add New Student' })).toBeVisible();
  await expect(page.getByText('No students added yet.')).toBeVisible();

  const { held, release } = hold();
  let answer: { status?: number; json?: object; body?: string } = { status: 400, body: '' };
  let asked: unknown;
  const zoe = { id, name: null, email, status: 'active', invitation_link: null };
  await page.route(students, async (route) => {
    if (route.request().method() === 'GET') return route.fulfill({ json: { students: [zoe] } });
    asked = route.request().postDataJSON();
    await held;
    return route.fulfill(answer);
  });
  await add(page, email);
  await expect(page.getByRole('button', { name: 'Adding...' })).toBeVisible();
  release();
  await expect(page.getByText('Student with this email already added')).toBeVisible();
  expect(asked).toEqual({ email, name: null });
  answer = { status: 409, json: { detail: 'Not in the words of the screen.' } };
  await add(page, email);
  await expect(page.getByText('Failed to add student. Please try again.')).toBeVisible();
  answer = { json: { ...zoe, invitation_token: null } };
  await add(page, email);
  await expect(
    page.getByText('Student added successfully! They are already registered in the system.'),
  ).toBeVisible();
  await expect(page.getByRole('region', { name: 'Invitation details' })).toHaveCount(0);

  // Without a name it is the part before the @.
  await expect(card(page, email).getByRole('link')).toHaveText('zoe.b');
  await expect(card(page, email).getByRole('link')).toHaveAttribute('href', `/teachers/students/${id}`);
  await page.route(`${students}/${id}`, (route) => route.fulfill({ status: 400, json: { detail: 'No.' } }));
  await card(page, email).getByTitle('Remove student').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Failed to remove student. Please try again.')).toBeVisible();
  await expect(card(page, email)).toBeVisible();
});

test('a student’s page has words for whatever there is to see', ON_DESKTOP, async ({ page }) => {
  const student = {
    name: null,
    email: 'zoe.b@example.org',
    status: 'active',
    subjects: ['physics_hl', 'music_sl', 'history_sl'],
    teacher_subjects: ['physics_hl', 'music_sl'],
    completion: {
      'physics_hl-2022-November-paper1-TZ2': { is_completed: true, score: 0 },
      'physics_hl-2023-May-paper2': { is_completed: false, score: null },
    },
    last_activity: {},
    year_ranges: {},
    timezone_overrides: {},
  };
  let answer = {};
  await page.route('**/api/teachers/students/7', (route) =>
    route.fulfill({ json: { ...student, ...answer } }),
  );
  await openAsTeacher(page, '/teachers/students/7');
  await expect(page.getByRole('link', { name: 'Student Dashboard' })).toHaveAttribute('href', '/');
  await expect(page.locator('dt')).toHaveText(['Name', 'Email', 'Status', 'Subjects']);
  await expect(page.locator('dd')).toHaveText([
    'zoe.b',
    student.email,
    'Active',
    'Physics HL, Music SL, History SL',
  ]);
  await expect(page.getByRole('heading', { level: 2, name: /Progress$/ })).toHaveText([
    'Physics HL Progress',
    'Music SL Progress',
  ]);
  await expect(page.getByRole('table').getByRole('row')).toHaveText([
    'YearSessionPaperStatusScore',
    '2023MayPaper 2Not Completed-',
    '2022NovemberPaper 1 (TZ2)Completed0%',
  ]);
  await expect(page.getByText('No papers tracked for this subject yet.')).toHaveCount(1);

  answer = { teacher_subjects: [], completion: {} };
  await page.reload();
  await expect(page.getByText("You haven't specified which subjects you teach yet.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Specify Subjects You Teach' })).toHaveAttribute(
    'href',
    '/teachers/subjects',
  );
  await expectAccessible(page);

  answer = { status: 'pending', subjects: [], completion: {} };
  await page.reload();
  await expect(page.getByText('Not Registered Yet')).toBeVisible();
  await expect(
    page.getByText(
      "This student hasn't registered yet. They'll appear here once they create an account with the email address you provided.",
    ),
  ).toBeVisible();
  await expectAccessible(page);
});

test(
  'a student of another school is asked, sees who follows, and ends it',
  ON_PHONE,
  async ({ page, browser }) => {
    test.slow();
    const { username } = await openAsNewStudent(page);
    const other = await browser.newContext();
    const teacher = await other.newPage();
    const token = await openAsTeacher(teacher, '/teachers');
    await addStudent(teacher, token, `${username}@example.org`);
    await teacher.reload();
    await expect(card(teacher, username)).toContainText('Pending');

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Teachers who see my progress' }).click();
    const dialog = page.getByRole('dialog', { name: 'Teachers who see my progress' });
    await expect(dialog).toContainText('Asks to see your progress.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: /^Accept/ }).click();
    await expect(page.getByText('Request accepted.')).toBeVisible();
    await expect(dialog).toContainText('You share no subject');
    await teacher.reload();
    await card(teacher, username).getByRole('link').click();
    await expect(teacher.getByText("This student doesn't take any subjects you teach.")).toBeVisible();

    await dialog.getByRole('button', { name: /^Stop sharing/ }).click();
    await dialog.getByRole('button', { name: /^Stop sharing:/ }).click();
    await expect(dialog).toContainText('No teacher sees your progress.');
    await teacher.reload();
    await expect(teacher.getByRole('alert')).toContainText(
      'Failed to load student data. Please try again later.',
    );
    await teacher.getByRole('button', { name: 'Go Back' }).click();
    await expect(teacher).toHaveURL('/teachers');
    await expect(card(teacher, username)).toHaveCount(0);
    await other.close();
  },
);
