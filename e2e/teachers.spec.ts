import type { Page, Route } from '@playwright/test';
import { sheetsOf } from './pdf.ts';
import {
  DEMO,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  holdBack,
  newName,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  PASSWORD,
  paste,
  reload,
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

const active = (page: Page) => page.getByRole('list', { name: 'Your students' }).getByRole('listitem');
const card = (page: Page, name: string) =>
  page
    .getByRole('list', { name: /^(Your|Pending) students$/ })
    .getByRole('listitem')
    .filter({ hasText: name });
/** Where there are students already, the form is folded away. */
const unfold = async (page: Page) => {
  await page.getByRole('button', { name: 'Add New Student' }).click();
  await expect(page.getByLabel('Email')).toBeFocused();
};
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name (optional)' });
const add = async (page: Page, email: string, name = '') => {
  await page.getByLabel('Email').fill(email);
  if (name) await nameField(page).fill(name);
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
  await unfold(page);
  await page.keyboard.press('Escape');
  await expect(page.getByLabel('Email')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Add New Student' })).toBeFocused();
  await unfold(page);
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
  await expect(panel).toContainText('If they already have an account, they are asked to accept you first.');
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

  await reload(page);
  await expect(mine).toContainText('Active');
  await mine.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Student ProgressInvited Person');
  await expect(page.getByText('No subjects selected')).toBeVisible();
  await expect(page.getByText("This student doesn't take any subjects you teach.")).toBeVisible();
  await page.getByRole('link', { name: 'Back' }).click();

  const remove = mine.getByTitle('Remove student');
  await remove.click();
  // Rested on, it stays until it is pressed.
  await page.locator('.toast', { hasText: 'Student removed successfully' }).hover();
  await expect(mine).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  // Of another school, and need not be asked again.
  await expect(mine).toContainText('Active');
  await expect(mine).toContainText('Invited Person');
});

test('pasted columns become rows, and each gets its answer', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAsTeacher(page);
  await unfold(page);
  const [one, two] = [`${newName()}@example.org`, `${newName()}@example.org`];
  const head = 'Name\tForm\tE-mail';
  await paste(
    page.getByLabel('Email'),
    `${head}\nAda Byron\t12B\t${one}\nZoë van Dijk\t12B\t${two}\nAda Byron\t12B\t${one.toUpperCase()}\nNobody\t12B\t\nMe\t12B\tMS.HARTLEY@riverside.example`,
  );
  const rows = page.getByRole('region', { name: 'Students to add' });
  await expect(rows.getByRole('heading')).toHaveText('4 students');
  await expect(rows.getByRole('heading')).toBeFocused();
  await expect(rows.getByLabel('Name 1')).toHaveValue('Ada Byron');
  await expect(rows.getByLabel('Email 1')).toHaveAccessibleDescription('In the list 2 times, added once.');
  await expect(rows.getByLabel('Email 2')).toHaveValue(two);
  await expectNoSidewaysScroll(page);
  await rows.getByRole('button', { name: 'Add 4 students' }).click();
  await expect(rows.getByRole('heading')).toHaveText('2 of 4 added');
  await expect(rows.getByRole('listitem').filter({ hasText: one })).toContainText(
    'They need to register with the provided email address. If they already have an account, they are asked to accept you first.',
  );
  await expect(rows.getByRole('listitem').nth(2)).toContainText('Email is required.');
  await expect(rows.getByRole('listitem').nth(3)).toContainText('You cannot add yourself.');
  await expect(card(page, two)).toContainText('Zoë van Dijk');
  await expectAccessible(page);

  // What can be mended is mended in its row, what cannot is left out.
  const three = `${newName()}@example.org`;
  await rows.getByLabel('Email 3').fill(three);
  await rows.getByRole('button', { name: 'Leave out Me' }).click();
  await rows.getByRole('button', { name: 'Add 1 student' }).click();
  await expect(rows.getByRole('heading')).toHaveText('3 of 3 added');
  await expect(rows.getByRole('button', { name: 'Done' })).toBeFocused();
  await rows.getByRole('button', { name: 'Done' }).click();
  await expect(rows).toHaveCount(0);
  await expect(page.getByLabel('Email')).toBeFocused();

  await page.getByRole('button', { name: 'Copy all invitation links' }).click();
  await expect(page.getByText('Invitation links copied to clipboard!')).toBeVisible();
  const lines = (await page.evaluate(() => navigator.clipboard.readText())).split('\n');
  expect(lines).toHaveLength(
    await page.getByRole('list', { name: 'Pending students' }).getByRole('listitem').count(),
  );
  const line = lines.find((text) => text.includes(two)) ?? '';
  expect(line).toMatch(/^Zoë van Dijk\t\S+\thttp\S+\/register#invite=\S+$/);
});

test(
  'a teacher corrects the name of a student, before and after they register',
  ON_DESKTOP,
  async ({ page }) => {
    const token = await openAsTeacher(page);
    const email = `${newName()}@example.org`;
    await addStudent(page, token, email);
    await reload(page);
    await card(page, email).getByTitle('Rename student').click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Name')).toBeFocused();
    await dialog.getByLabel('Name').fill('Rosalind Franklin');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(card(page, email)).toContainText('Rosalind Franklin');
    await expect(card(page, email).getByTitle('Rename student')).toBeFocused();

    await page.route('**/api/teachers/students/*', (route) =>
      route.request().method() === 'PUT'
        ? route.fulfill({ status: 422, json: { detail: 'name: Control characters are not allowed.' } })
        : route.continue(),
    );
    await card(page, DEMO.student).getByRole('link').click();
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await dialog.getByLabel('Name').fill('Amelie');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toContainText('name: Control characters are not allowed.');
    await page.unroute('**/api/teachers/students/*');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Student ProgressAmelie');
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await dialog.getByLabel('Name').fill('');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Name removed')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Student Progress${DEMO.studentName}`);
  },
);

test('the next address, typed while one is added, is kept', ON_DESKTOP, async ({ page }) => {
  const [first, second] = [`${newName()}@example.org`, `${newName()}@example.org`];
  await openAsTeacher(page);
  await unfold(page);
  let { held, release } = hold();
  await page.route('**/api/teachers/students', async (route) => {
    if (route.request().method() === 'POST') await held;
    await route.continue();
  });
  const [email, name] = [page.getByLabel('Email'), nameField(page)];
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
  await unfold(page);
  await add(page, `${newName()}@example.org`);
  await panel.getByRole('button', { name: 'Copy', exact: true }).click();
  await expectLinkSelected();
  await close();
  await expect(page.getByRole('button', { name: 'Add Student' })).toBeFocused();

  // In a student's row the link stands nowhere yet.
  const email = `${newName()}@example.org`;
  await addStudent(page, token, email);
  await reload(page);
  const copy = card(page, email).getByTitle('Copy invitation link');
  await copy.click();
  await expectLinkSelected();
  await expect(panel).toContainText(email);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await close();
  await expect(copy).toBeFocused();

  // Nor does it in the answers to several addresses.
  await unfold(page);
  await add(page, `${newName()}@example.org, ${newName()}@example.org`);
  const answers = page.getByRole('region', { name: 'Students to add' });
  await answers.getByRole('button', { name: 'Add 2 students' }).click();
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
    sits: 'both',
    again: {},
    last_activity: null,
    completion: {},
    files: {},
    set: {},
    words: {},
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
  await expect(active(page)).toHaveCount(1);
  await expect(active(page)).toContainText(/Done \d+\/\d+ \d+%Average \d+%Last activity \d+ \w+ \d{4}/);
  await page.getByLabel('Search students').fill('no such person');
  await expect(page.getByText('No student matches “no such person”.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(page.getByRole('heading', { name: 'Your Students' })).toBeFocused();
  await expectNoSidewaysScroll(page);
  await page.getByLabel('Search students').fill('AMELIE');
  await expect(active(page)).toHaveCount(1);
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
    await expect(active(page)).toHaveCount(1);
  }
});

test('a student opens though the search for them is not over', ON_DESKTOP, async ({ page }) => {
  await page.clock.install();
  await openAsTeacher(page);
  await expect(active(page).first()).toContainText('Average');
  const release = await holdBack(page, '**/assets/StudentProgressPage-*.js');
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.getByLabel('Search students').fill('amelie');
  await page.getByRole('link', { name: DEMO.studentName }).click();
  await expect(page).toHaveURL(/\/teachers\/students\/\d+$/);
  // The pause after the last letter, which ends while the page is still on its way.
  await page.clock.runFor(1000);
  release();
  await page.clock.resume();
  await expect(page.getByRole('heading', { name: 'Student Progress' })).toBeVisible();
});

test('the list says how the students are doing, sorts by it, and is printed whole', async ({ page }) => {
  await openAsTeacher(page);
  await expect(page.getByText('Papers 2017–2024 in the subjects you teach.')).toBeVisible();
  const count = await active(page).count();
  const figures = async (label: string) => {
    const texts = await active(page).allTextContents();
    return texts.map((text) => Number(new RegExp(`${label} (\\d+)`).exec(text)?.[1] ?? -1));
  };
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  if (isPhone) await page.getByLabel('Sort by').selectOption('average');
  else await page.getByRole('button', { name: 'Average' }).click();
  await expect(page).toHaveURL('/teachers?sort=average');
  // The figures come after the names.
  await expect.poll(async () => (await figures('Average'))[0]).toBeGreaterThan(0);
  const averages = await figures('Average');
  expect(averages).toEqual(averages.toSorted((a, b) => b - a));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (!isPhone) {
    await page.getByRole('button', { name: 'Average' }).click();
    await expect(page).toHaveURL('/teachers?sort=average&reversed=1');
    expect(await figures('Average')).toEqual(averages.toReversed());
  }
  const paper = sheetsOf(await page.pdf({ format: 'A4' })).join('');
  expect(paper).toContain('Riverside International School');
  expect(paper).toContain('Papers 2017–2024 in the subjects you teach.');
  expect(paper.split('Active').length - 1).toBe(count);
  expect(paper).not.toMatch(/Search students|Add New Student|Class grid/);
});

test(
  'one choice of papers is counted in the list, the grid and on a student’s page',
  ON_DESKTOP,
  async ({ page }) => {
    await openAsTeacher(page, '/teachers?q=chloe');
    await page.getByRole('button', { name: 'Papers 2017–2024' }).click();
    await page.getByLabel('From').selectOption('2023');
    await page.keyboard.press('Escape');
    await expect(page.getByText('Papers 2023–2024 in the subjects you teach.')).toBeVisible();
    await expect(active(page)).toContainText(/Done \d+\/24 /);
    const counted = /Done (\d+\/\d+ \d+%)/.exec((await active(page).textContent()) ?? '')?.[1] ?? '';
    await page.getByRole('button', { name: 'Class grid' }).click();
    const grid = page.getByRole('region', {
      name: 'Mathematics: Analysis & Approaches HL, papers 2023–2024: 1 student',
    });
    await expect(grid.locator('tbody .grid-number')).toHaveText(counted);
    await grid.getByRole('link').click();
    const [done = '', , share = ''] = counted.split(/([ ])/);
    const pill = page.getByText(done, { exact: true }).locator('..');
    await expect(pill).toContainText(share);
    await expect(page.getByText(/\(2023–2024\)/)).toBeVisible();
    await expect(page.getByText(/papers of other years not shown/)).toBeVisible();
    await page.getByRole('button', { name: 'Show all years' }).click();
    await expect(page.getByRole('button', { name: 'Papers 2014–2024' })).toBeVisible();
    await expect(page.getByText(/of other years/)).toHaveCount(0);
    await reload(page);
    await expect(page.getByRole('button', { name: 'Papers 2014–2024' })).toBeVisible();
  },
);

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
  const filters = page.getByRole('button', { name: /^Filters/ });
  if (isPhone) {
    // The table has at least two thirds of the screen.
    expect((await grid.boundingBox())?.y).toBeLessThan((page.viewportSize()?.height ?? 0) / 3);
    await filters.click();
    await page.getByLabel('Sort by').selectOption('progress');
  } else await grid.getByRole('button', { name: 'Progress' }).click();
  await expect(page).toHaveURL(/sort=progress/);
  const shares = (await grid.locator('tbody .grid-share').allTextContents()).map((text) =>
    Number.parseInt(text, 10),
  );
  expect(shares).toEqual(shares.toSorted((a, b) => b - a));
  if (!isPhone) await page.getByRole('button', { name: 'Papers 2017–2024' }).click();
  await page
    .getByRole('dialog', { name: isPhone ? 'Filters' : 'Papers' })
    .getByLabel('From')
    .selectOption('2024');
  if (isPhone) await expect(filters).toHaveText('Filters 2');
  else await page.keyboard.press('Escape');

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('class-math_aa_hl-2024-2024.csv');
  const lines = (await textOfCsv(download)).split('\r\n');
  expect(lines[0]).toContain('Name\tEmail\tCompleted\tTotal\tLast activity\tMay 2024 Paper 1 TZ1');
  expect(lines.at(-2)).toMatch(/^Average\t/);
  expect(lines).toHaveLength(byName.length + 3);

  if (isPhone) await page.keyboard.press('Escape');
  const first = grid.locator('tbody th a').first();
  const name = (await first.textContent()) ?? '';
  await first.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page).toHaveURL(/view=grid/);
  await expect(page.getByRole('region', { name: /, papers 2024: \d+ students$/ })).toBeVisible();
  await page.getByRole('button', { name: 'List' }).click();
  await expect(page.getByText('Your Students')).toBeVisible();
  await page.goBack();
  await expect(grid).toBeVisible();
});

test('only papers that were set: one choice for the grid, the list, a student’s page, print and CSV', async ({
  page,
}) => {
  await openAsTeacher(page, '/teachers?view=grid&subject=math_aa_hl&q=chloe');
  const isPhone = (page.viewportSize()?.width ?? 0) < 768;
  const name = 'Mathematics: Analysis & Approaches HL, papers 2017–2024';
  const sittings = page.locator('.class-grid .grid-sitting');
  await expect(page.getByRole('region', { name: `${name}: 1 student` })).toBeVisible();
  await expect(page.locator('tbody .grid-number')).toHaveText(/^\d+\/90 /);
  await expect(sittings).toHaveCount(15);
  const filters = page.getByRole('button', { name: /^Filters/ });
  if (isPhone) {
    await filters.click();
    const choice = page.getByRole('switch', { name: /^Only papers that were set/ });
    await expect(choice).toHaveAccessibleName(/Leaves out exam papers that never existed\.$/);
    await choice.click();
    await expect(filters).toHaveText('Filters 2');
  } else {
    await expect(page.getByText('90 papers, 52 of them never set.')).toBeVisible();
    await page.getByRole('button', { name: 'Leave them out' }).click();
    await expect(page.getByText('38 papers that were set.')).toBeVisible();
  }
  const grid = page.getByRole('region', { name: `${name}, only those that were set: 1 student` });
  await expect(grid.locator('tbody .grid-number')).toHaveText(/^\d+\/38 /);
  // First exams in May 2021: the sittings before have gone.
  await expect(sittings).toHaveCount(8);
  await expect(sittings.last()).toHaveText(/^Nov\S* 2021$/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('class-math_aa_hl-2017-2024-only-set.csv');
  const [head] = (await textOfCsv(download)).split('\r\n');
  expect(head).toContain('Completed\tTotal (only papers that were set)\tLast activity\tMay 2024 Paper 1 TZ1');
  expect(head).not.toContain('2020');
  if (isPhone) await page.keyboard.press('Escape');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  if (!isPhone) {
    const [sheet = ''] = sheetsOf(await page.pdf({ preferCSSPageSize: true }));
    expect(sheet).toContain(`${name}, only those that were set: 1 student`);
  }

  await page.getByRole('button', { name: 'List' }).click();
  await expect(active(page)).toContainText(/\d+\/38 /);
  await expect(
    page.getByText('Papers 2017–2024 in the subjects you teach, only those that were set.'),
  ).toBeAttached();
  await active(page).getByRole('link').first().click();
  await expect(
    page.getByText(/ of 38 papers completed \(2017–2024, only those that were set\)/),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Papers 2017–2024 set only' }).click();
  await page.getByRole('switch', { name: /^Only papers that were set/ }).click();
  await expect(page.getByText(/ of 90 papers completed \(2017–2024\)/)).toBeVisible();
  await page.keyboard.press('Escape');
  await reload(page);
  await expect(page.getByText(/ of 90 papers completed \(2017–2024\)/)).toBeVisible();
});

test(
  'a paper that was never set stays in the grid where somebody has done it, hatched, with the reason',
  ON_DESKTOP,
  async ({ page }) => {
    const student = {
      id: 7,
      name: 'Zoë',
      email: 'zoe@example.org',
      timezones: {},
      sits: 'both',
      again: {},
      last_activity: null,
      completion: { 'math_aa_hl-2019-May-paper1-TZ1': 70, 'math_aa_hl-2021-November-paper1-TZ2': 60 },
      files: {},
      set: {},
      words: {},
    };
    await page.route('**/api/teachers/grid?*', (route) => route.fulfill({ json: { students: [student] } }));
    await openAsTeacher(page, '/teachers?view=grid&subject=math_aa_hl');
    await page.getByRole('button', { name: 'Leave them out' }).click();
    await expect(
      page.getByRole('columnheader', {
        name: 'May 2019 Paper 1 TZ1. Not set: before first exams, May 2021.',
      }),
    ).toBeVisible();
    await expect(page.locator('tbody .grid-number')).toHaveText('1/38 3%');
    // The one version of November, whatever it was ticked under.
    await expect(
      page.getByRole('columnheader', { name: 'November 2021 Paper 1', exact: true }),
    ).toBeVisible();
    await expect(page.locator('tbody .grid-tile')).toHaveText(['60', '70']);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all 90' }).click();
    await expect(page.locator('tbody .grid-number')).toHaveText('2/90 2%');
  },
);

test('the class grid is printed whole, sheet after sheet', ON_DESKTOP, async ({ page }) => {
  const students = Array.from({ length: 60 }, (_, index) => ({
    id: index + 1,
    name: `Student ${String(index + 1).padStart(2, '0')}.`,
    email: `s${index + 1}@example.org`,
    timezones: {},
    sits: 'both',
    again: {},
    last_activity: null,
    completion: { 'math_aa_hl-2017-May-paper1-TZ1': 7 },
    files: {},
    set: {
      'math_aa_hl-2017-May-paper2-TZ1': {
        set_id: '6f0f2f04-0c1b-4f52-9a4e-3f6f8d7c2b11',
        due_on: '2026-11-06',
        state: 'overdue',
      },
    },
    words: {},
  }));
  await page.route('**/api/teachers/grid?*', (route) => route.fulfill({ json: { students } }));
  await openAsTeacher(page, '/teachers?view=grid&subject=math_aa_hl');
  await expect(page.getByRole('rowheader').first()).toBeVisible();
  expect(await page.locator('tbody th a').count()).toBeLessThan(60);
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const sheets = sheetsOf(pdf);
  const all = sheets.join('');
  // Fifteen sittings of six papers, three sittings to a sheet: every student on each of the five.
  for (const { name } of students) expect(all.split(name).length - 1).toBe(5);
  for (const year of [2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024]) expect(all).toContain(`${year} `);
  for (const sheet of sheets) expect(sheet).toContain('Student ');
  // What the marks say, once, after the last.
  expect(sheets.map((sheet) => sheet.includes('Overdue'))).toEqual([
    ...sheets.slice(1).map(() => false),
    true,
  ]);
  expect(sheets[0]).toMatch(
    /^.*Riverside International School \d+ \w+ \d{4} Teacher Dashboard Mathematics: Analysis & Approaches HL, papers 2017–2024: 60 students /,
  );
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
  await page.route('**/api/teachers/progress?*', (route) => route.fulfill({ json: { students: [] } }));
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
    again: {},
    last_activity: {},
    timezone_overrides: {},
    sits: 'both',
    files: {},
    set: [],
    words: {},
    groups: [],
  };
  let answer = {};
  let isDown = true;
  await page.route('**/api/teachers/students/7', (route) =>
    route.fulfill(isDown ? { status: 503 } : { json: { ...student, ...answer } }),
  );
  await openAsTeacher(page, '/teachers/students/7');
  await expect(page.getByRole('alert')).toContainText('Failed to load student data. Please try again later.');
  isDown = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Student Dashboard' })).toHaveAttribute('href', '/');
  await expect(page.locator('dt')).toHaveText(['Name', 'Email', 'Status', 'Subjects']);
  await expect(page.locator('dd')).toHaveText([
    'zoe.bRename',
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
  const paper = sheetsOf(await page.pdf({ format: 'A4' })).join('');
  expect(paper).toMatch(/Student Progress zoe\.b Physics HL Progress /);
  expect(paper).toContain('Year Session Paper Status Score ');
  expect(paper).not.toMatch(/Rename|Print|Student Dashboard/);

  answer = { teacher_subjects: [], completion: {} };
  await reload(page);
  await expect(page.getByText("You haven't specified which subjects you teach yet.")).toBeVisible();
  await expect(page.getByRole('link', { name: 'Specify Subjects You Teach' })).toHaveAttribute(
    'href',
    '/teachers/subjects',
  );
  await expectAccessible(page);

  answer = { status: 'pending', subjects: [], completion: {} };
  await reload(page);
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
    await reload(teacher);
    await expect(card(teacher, username)).toContainText('Pending');

    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'Teachers who see my progress' }).click();
    const followers = page.getByRole('region', { name: 'Teachers who see my progress' });
    await expect(followers).toContainText('Asks to see your progress.');
    await expectAccessible(page);
    await followers.getByRole('button', { name: /^Accept/ }).click();
    await expect(page.getByText('Request accepted.')).toBeVisible();
    await expect(followers).toContainText('You have no subjects in common');
    await reload(teacher);
    await card(teacher, username).getByRole('link').click();
    await expect(teacher.getByText("This student doesn't take any subjects you teach.")).toBeVisible();

    await followers.getByRole('button', { name: /^End/ }).click();
    await followers.getByRole('button', { name: /^End/ }).click();
    await expect(followers).toContainText('No teacher sees your progress.');
    await reload(teacher);
    await expect(teacher.getByRole('alert')).toContainText(
      'Failed to load student data. Please try again later.',
    );
    await teacher.getByRole('button', { name: 'Go Back' }).click();
    await expect(teacher).toHaveURL('/teachers');
    await expect(card(teacher, username)).toHaveCount(0);
    await other.close();
  },
);
