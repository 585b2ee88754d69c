import type { Page } from '@playwright/test';
import { ADMIN, openWith } from './admin.ts';
import { IS_FIREFOX } from './machine.ts';
import { printedBy, sheetsOf } from './pdf.ts';
import { newSchool } from './school.ts';
import {
  DEMO,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  loseAnswer,
  ON_DESKTOP,
  open,
  PASSWORD,
  reload,
  test,
  textOfCsv,
} from './test.ts';

const DASHBOARD = '/schooladmin/dashboard';
const STATISTICS = '**/api/schooladmin/dashboard/statistics';
const USERS = '**/api/schooladmin/dashboard/users?**';

const openAsSchoolAdmin = async (page: Page, path = DASHBOARD): Promise<string> => {
  const answer = await page.request.post('/api/schooladmin/login', {
    data: { username: DEMO.schoolAdmin, password: DEMO.password() },
  });
  expect(answer.status()).toBe(200);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  await page.addInitScript((value) => localStorage.setItem('schoolAdminToken', value), token);
  await open(page, path);
  return token;
};

/** So many users, a page at a time. Returns the cursors that are asked for. */
const servePages = async (page: Page, count: number): Promise<string[]> => {
  const users = Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    username: `user.${index + 1}`,
    email: `user.${index + 1}@school.example`,
    email_confirmed: true,
    role: 'student',
    name: null,
    done: 4,
    total: 63,
    average: 71,
    last_activity: '2026-11-01',
    // As long as some are.
    ...(index === 1 && {
      username: 'maximilian.vandenberg-hutchinson2',
      email: 'maximilian.vandenberg2345@school.example',
    }),
  }));
  const asked: string[] = [];
  await page.route(USERS, async (route) => {
    const { searchParams } = new URL(route.request().url());
    const [after, limit] = [Number(searchParams.get('cursor') ?? 0), Number(searchParams.get('limit'))];
    asked.push(String(after));
    const rows = users.slice(after, after + limit);
    const headers = {
      ...(after === 0 && { 'x-total-count': String(count) }),
      ...(after + limit < users.length && { 'x-next-cursor': String(after + limit) }),
    };
    await route.fulfill({ json: rows, headers });
  });
  return asked;
};

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const userRow = (page: Page, username: string) =>
  page.getByRole('table', { name: 'Users' }).getByRole('row').filter({ hasText: username });
const monthsUpToNow = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const month = new Date(Date.UTC(2026, 5 - (count - 1 - index)));
    return { month: month.toISOString().slice(0, 7), completed: (index * 37) % 90 };
  });

test('a school admin finds a student, reads their progress and comes back to the search', async ({
  page,
}) => {
  await openAsSchoolAdmin(page);
  await expect(page.getByRole('heading', { name: 'School Admin Dashboard' })).toBeVisible();
  await expect(page.getByText('Riverside International School')).toBeVisible();
  await expect(tab(page, 'Users')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('columnheader')).toHaveText(
    'ID,Username,Email,Role,Done,Average,Last activity,Actions'.split(','),
  );
  await expect(userRow(page, 'ms.hartley').getByText('Teacher', { exact: true })).toBeVisible();
  await expect(userRow(page, 'ms.hartley').getByRole('link', { name: 'View' })).toHaveAttribute(
    'href',
    /^\/schooladmin\/teachers\/\d+$/,
  );
  await expect(userRow(page, DEMO.schoolAdmin).getByRole('link')).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Search users' }).fill('FONTAINE');
  await expect(page.getByText(/^1 of \d+ users$/)).toBeVisible();
  await expect(page).toHaveURL(`${DASHBOARD}?q=FONTAINE`);
  await userRow(page, DEMO.student).getByRole('link', { name: 'View' }).click();

  await expect(page).toHaveURL(/\/schooladmin\/students\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Amelie Fontaine' })).toBeVisible();
  await expect(page.getByText('Riverside International School')).toBeVisible();
  await expect(page.getByText(`${DEMO.student}@riverside.example`)).toBeVisible();
  await expect(page.getByRole('link', { name: 'ms.hartley' })).toBeVisible();
  const progress = page.getByRole('table', { name: 'Progress' });
  await expect(progress.getByRole('columnheader')).toHaveText(
    'Subject,Year,Session,Paper,Completed,Score,Updated'.split(','),
  );
  const first = progress.getByRole('row').nth(1).getByRole('cell');
  await expect(first.nth(3)).toHaveText(/^(Paper \d|Essay)( \(TZ[12]\))?$/);
  await expect(first.nth(4)).toHaveText('Yes');
  await expect(first.nth(5)).toHaveText(/^(\d+%|-)$/);
  await expect(first.nth(6)).toHaveText(/\d{4}-\d\d-\d\d$/);

  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page.getByRole('searchbox', { name: 'Search users' })).toHaveValue('FONTAINE');
  await page.getByRole('searchbox', { name: 'Search users' }).fill('nobody has this name');
  await expect(page.getByText('No user matches “nobody has this name”.')).toBeVisible();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(userRow(page, 'ms.hartley')).toBeVisible();
  await expect(page).toHaveURL(DASHBOARD);
});

test('the users fit the screen and are accessible', async ({ page }) => {
  await openAsSchoolAdmin(page);
  await expect(userRow(page, 'ms.hartley')).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a student’s page fits the screen and is accessible', async ({ page }) => {
  // A dozen rows show what a hundred do, and axe looks at every cell.
  const undone = { is_completed: false, score: null, updated_at: '2026-02-03T23:59:59Z' };
  await page.route('**/api/schooladmin/dashboard/students/*', async (route) => {
    const answer = await route.fetch();
    const student = (await answer.json()) as { progress: object[] };
    const [first, ...others] = student.progress.slice(0, 12);
    await route.fulfill({ json: { ...student, progress: [{ ...first, ...undone }, ...others] } });
  });
  await openAsSchoolAdmin(page, `${DASHBOARD}?q=${DEMO.student}`);
  await userRow(page, DEMO.student).getByRole('link', { name: 'View' }).click();
  const cells = page.getByRole('table', { name: 'Progress' }).getByRole('row').nth(1).getByRole('cell');
  await expect(cells.nth(4)).toHaveText('No');
  await expect(cells.nth(5)).toHaveText('-');
  await expect(cells.nth(6)).toHaveText(/2026-02-03$/);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('teachers lead to their students, and tabs to Back and reload', ON_DESKTOP, async ({ page }) => {
  await openAsSchoolAdmin(page);
  await tab(page, 'Teachers').click();
  await expect(page).toHaveURL(`${DASHBOARD}?tab=teachers`);
  const teachers = page.getByRole('table', { name: 'Teachers' }).getByRole('row');
  await expect(teachers).toHaveCount(4);
  await expect(page.getByRole('columnheader')).toHaveText(
    'Username,Email,Students,Set work,Last login'.split(','),
  );
  const cells = teachers.filter({ hasText: 'ms.hartley@riverside.example' }).getByRole('cell');
  await expect(cells.nth(2)).toHaveText(/\d+, \d+ pending$/);
  await expect(cells.nth(3)).toHaveText(/\d+ open, \d+% done$/);
  await expect(cells.nth(4)).toHaveText(/\d+ \w+ \d{4}$/);
  await expectAccessible(page);
  await tab(page, 'Statistics').click();
  await expect(page).toHaveURL(`${DASHBOARD}?tab=statistics`);
  await page.goBack();
  await expect(tab(page, 'Teachers')).toHaveAttribute('aria-selected', 'true');
  await reload(page);
  await page.getByRole('link', { name: 'ms.hartley' }).click();

  await expect(page.getByRole('heading', { name: "Teacher's Students" })).toBeVisible();
  await expect(page.getByText('Ms Hartley · ms.hartley · ms.hartley@riverside.example')).toBeVisible();
  await expect(page.getByText('Riverside International School')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search students' }).fill('amelie');
  await expect(page.getByText('1 student found')).toBeVisible();
  await expect(userRow(page, `${DEMO.student}@riverside.example`).getByRole('cell').nth(4)).toHaveText(
    /^\d+\/\d+ \d+%$/,
  );
  await page.getByRole('button', { name: 'Average' }).click();
  await expect(page).toHaveURL(/\?q=amelie&sort=average&order=desc$/);
  await expect(
    page.getByRole('list', { name: 'Pending students' }).getByRole('listitem').first(),
  ).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(`${DASHBOARD}?tab=teachers`);
});

test('the statistics are shown, read by key, taken along and put on paper', async ({ page }) => {
  const token = await openAsSchoolAdmin(page, `${DASHBOARD}?tab=statistics`);
  const answer = await page.request.get('/api/schooladmin/dashboard/statistics', {
    headers: { authorization: `Bearer ${token}` },
  });
  const figures = (await answer.json()) as Record<
    'completed_papers' | 'avg_score' | 'active_users' | 'students',
    number
  >;
  const figure = (label: string) => page.locator('dl > div', { hasText: label }).locator('dd');
  await expect(figure('Total Papers Completed')).toHaveText(figures.completed_papers.toLocaleString('en-US'));
  await expect(figure('Average Score')).toHaveText(`${figures.avg_score.toFixed(1)}%`);
  await expect(figure('Active Students')).toHaveText(`${figures.active_users} of ${figures.students}`);
  const table = page.getByRole('table', { name: 'Subject Statistics' });
  await expect(table.getByRole('rowheader').first()).toBeVisible();
  const subjects = await table.getByRole('link').allInnerTexts();
  expect(subjects.length).toBeGreaterThan(5);
  expect(subjects).toEqual(subjects.toSorted((a, b) => a.localeCompare(b, 'en')));

  await expect(page.locator('figcaption')).toHaveText('Papers Completed');
  const chart = page.getByRole('slider', { name: 'Month' });
  await chart.focus();
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /^\w+ \d{4}: [\d,]+ papers? completed$/);
  const oldest = await chart.getAttribute('aria-valuetext');
  await page.keyboard.press('ArrowRight');
  await expect(chart).not.toHaveAttribute('aria-valuetext', oldest ?? '');
  await expect(
    page.getByRole('table', { name: 'Monthly Completion Trend' }).getByRole('row').nth(1),
  ).toContainText(/^[A-Z][a-z]{2} \d{4}/);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^statistics-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await textOfCsv(file);
  expect(csv).toContain(`Average Score\t${Number(figures.avg_score.toFixed(1))}\r\n`);
  expect(csv).toContain('Subject\tPapers Completed\tAverage Score\tSet Work Done\tSet Work\t0–19%');

  // What the browser itself says before it prints.
  await page.evaluate(() => {
    document.documentElement.classList.add('dark');
    window.dispatchEvent(new Event('beforeprint'));
  });
  await page.emulateMedia({ media: 'print' });
  await expect(tab(page, 'Statistics')).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  // The picture ends above what follows.
  const heading = page.getByRole('heading', { name: 'Subject Statistics' });
  const bottom = await page.locator('figure svg').evaluate((svg) => svg.getBoundingClientRect().bottom);
  expect(bottom).toBeLessThan(await heading.evaluate((words) => words.getBoundingClientRect().top));
  await expect(page.locator('html')).not.toHaveClass(/dark/);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect(page.locator('html')).toHaveClass(/dark/);
});

const times = (words: string, word: string) => words.split(word).length - 1;

test('what is printed is whole: every paper, under a head on every sheet', ON_DESKTOP, async ({ page }) => {
  const papers = Array.from({ length: 119 }, (_, index) => ({
    subject_id: 'physics_hl',
    year: 2014 + (index % 11),
    session: 'November',
    paper: 'paper1',
    timezone: 'TZ1',
    is_completed: true,
    score: 50,
    updated_at: '2026-02-03T23:59:59Z',
  }));
  await page.route('**/api/schooladmin/dashboard/students/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), progress: papers } });
  });
  await openAsSchoolAdmin(page, `${DASHBOARD}?q=${DEMO.student}`);
  await userRow(page, DEMO.student).getByRole('link', { name: 'View' }).click();
  await expect(page.getByText('119 papers')).toBeVisible();
  expect(await page.getByRole('row').count()).toBeLessThan(60);
  const sheets = sheetsOf(await page.pdf({ format: 'A4' }));
  expect(times(sheets.join(''), 'Physics HL')).toBe(119);
  expect(sheets.length).toBeGreaterThan(1);
  for (const sheet of sheets) expect(sheet).toContain('Subject Year Session Paper Completed Score');
  const today = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date());
  expect(sheets[0]).toContain(`Riverside International School ${today} Amelie Fontaine`);
  expect(sheets.join('')).not.toMatch(/Back to Dashboard|Logout|Print/);
  // On the screen it is as before.
  expect(await page.getByRole('row').count()).toBeLessThan(60);
});

test('only papers that were set: a student’s page counts those, and says so on paper', async ({ page }) => {
  const paper = { session: 'May', paper: 'paper3', timezone: 'TZ1', is_completed: true, score: 50 };
  const progress = [2019, 2021, 2022].map((year) => ({
    ...paper,
    subject_id: 'physics_hl',
    year,
    updated_at: '2026-02-03T23:59:59Z',
  }));
  await page.route('**/api/schooladmin/dashboard/students/*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...((await answer.json()) as object), progress } });
  });
  await openAsSchoolAdmin(page, `${DASHBOARD}?q=${DEMO.student}`);
  await userRow(page, DEMO.student).getByRole('link', { name: 'View' }).click();
  await expect(page.getByText('3 papers', { exact: true })).toBeVisible();
  const choice = page.getByRole('switch', { name: 'Only papers that were set' });
  const papers = page.getByRole('button', { name: 'Papers 20' });
  await papers.click();
  await choice.click();
  await page.keyboard.press('Escape');
  await expect(page.getByText('1 paper, only those that were set')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Progress' }).getByRole('row');
  // All stay in sight, with the reason.
  await expect(rows).toHaveCount(4);
  await expect(rows.filter({ hasText: 'Not set: Paper 3 was dropped in 2021 and 2022.' })).toHaveCount(2);
  await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await reload(page);
  await expect(papers).toContainText('set only');
  await expect(rows).toHaveCount(4);
  expect(sheetsOf(await page.pdf({ format: 'A4' })).join('')).toContain('1 paper, only those that were set');
  await papers.click();
  await expect(choice).toBeChecked();
  const asked = page.waitForResponse(/dashboard\/students/);
  await choice.click();
  await asked;
  await expect(page.getByText('3 papers', { exact: true })).toBeVisible();
});

test('Print this list fetches what has not come yet of the users', ON_DESKTOP, async ({ page }) => {
  await servePages(page, 250);
  await openAsSchoolAdmin(page);
  await page.evaluate(() => {
    window.print = () => {
      document.title = 'Printing';
    };
  });
  await expect(userRow(page, 'user.5@').first()).toBeVisible();
  // Without it, the paper says that there is more.
  const before = sheetsOf(await page.pdf()).join('');
  expect(times(before, '@school')).toBe(30);
  // What it is a list of, and of which papers the figures are.
  expect(before).toMatch(/Users 250 users Papers \d{4}–\d{4}/);
  expect(before).not.toContain('School Admin Dashboard');
  expect(before).toContain('There are more rows. Scroll to the end of the list before you print it.');

  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'Print this list' }).click();
  await expect(page).toHaveTitle('Printing');
  const sheets = sheetsOf(await page.pdf());
  expect(times(sheets.join(''), '@school')).toBe(250);
  for (const sheet of sheets) expect(sheet).toContain('ID Username Email Role Done Average Last activity ');
  expect(sheets.join('')).not.toMatch(/Actions|View|There are more rows/);
  // On A4 the longest address needs one line. In Firefox the sheets above say so, and not the page shown as on paper.
  if (IS_FIREFOX) {
    expect(sheets.join('')).toContain('maximilian.vandenberg2345@school.example Student');
    return;
  }
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 703, height: 1000 });
  const linesOf = (address: string) =>
    userRow(page, address)
      .locator('.user-address')
      .evaluate((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        return new Set(Array.from(range.getClientRects(), ({ top }) => Math.round(top))).size;
      });
  expect(await linesOf('maximilian.vandenberg2345@')).toBe(1);
});

for (const count of [0, 1, 60])
  test(`the trend of ${count} months is a sensible picture`, async ({ page }) => {
    const monthly_trend = monthsUpToNow(count);
    const empty = { completed_papers: 0, avg_score: null, active_users: 0, students: 0 };
    const unscored = {
      subject_id: 'physics_hl',
      completed_papers: 1,
      avg_score: null,
      bands: [0, 0, 0, 0, 0],
      set_done: 0,
      set_total: 0,
    };
    const subject_stats = count === 0 ? [] : [unscored];
    await page.route(STATISTICS, (route) =>
      route.fulfill({ json: { ...empty, subject_stats, monthly_trend } }),
    );
    await openAsSchoolAdmin(page, `${DASHBOARD}?tab=statistics`);
    await expect(page.locator('dl > div', { hasText: 'Average Score' }).locator('dd')).toHaveText('N/A');
    const chart = page.getByRole('slider', { name: 'Month' });
    if (count === 0) await expect(page.getByText('No papers completed yet.').first()).toBeVisible();
    else {
      await expect(chart).toHaveAttribute('aria-valuemax', String(count - 1));
      await expect(page.getByRole('row', { name: 'Physics HL' }).getByRole('cell').nth(1)).toHaveText('N/A');
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectAccessible(page);
  });

test('statistics that fail say so in red, and can be asked for again', ON_DESKTOP, async ({ page }) => {
  await page.route(STATISTICS, (route) => route.fulfill({ status: 403, json: { detail: 'No.' } }));
  await openAsSchoolAdmin(page, `${DASHBOARD}?tab=statistics`);
  await expect(page.getByRole('alert')).toHaveText(/Failed to load statistics/);
  await expectAccessible(page);
  await page.unroute(STATISTICS);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Monthly Completion Trend' })).toBeVisible();
});

test(
  'lists say that they are loading, and are quietly empty when they fail',
  ON_DESKTOP,
  async ({ page }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(USERS, async (route) => {
      await held;
      await route.fulfill({ status: 403, json: { detail: 'No.' } });
    });
    await openAsSchoolAdmin(page);
    await expect(page.getByRole('status').filter({ hasText: 'Loading...' })).toBeVisible();
    release();
    await expect(page.getByText('No users to show.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.unroute(USERS);
    await expect(page.getByText('Failed to load users.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(userRow(page, 'ms.hartley')).toBeVisible();

    await page.route(/\/dashboard\/teachers/, (route) =>
      route.fulfill({ status: 403, json: { detail: 'No.' } }),
    );
    await tab(page, 'Teachers').click();
    await expect(page.getByText('No teachers to show.')).toBeVisible();
    await page.route(USERS, (route) => route.fulfill({ status: 403, json: { detail: 'No.' } }));
    await open(page, '/schooladmin/teachers/1');
    await expect(page.getByText('No students to show.')).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test('an unknown student is not found', ON_DESKTOP, async ({ page }) => {
  for (const id of ['2147483647', 'nonsense']) {
    await openAsSchoolAdmin(page, `/schooladmin/students/${id}`);
    await expect(page.getByText('Student not found.')).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to Dashboard' }).click();
  await expect(page).toHaveURL(DASHBOARD);
});

test(
  'of thousands of users only those in sight are drawn, a page of them at a time',
  ON_DESKTOP,
  async ({ page }) => {
    const asked = await servePages(page, 1000);
    await openAsSchoolAdmin(page);
    await expect(page.getByText('1,000 users')).toBeVisible();
    await expect(userRow(page, 'user.5@').first()).toBeVisible();
    expect(asked).toEqual(['0']);
    const last = userRow(page, 'user.1000@');
    const goToEnd = () =>
      expect(async () => {
        await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
        await expect(last).toBeVisible({ timeout: 200 });
      }).toPass({ intervals: [50] });
    await goToEnd();
    await expect(page.getByText('1,000 users')).toHaveCount(1);
    expect(asked).toEqual(['0', '30', '130', '230', '330', '430', '530', '630', '730', '830', '930']);
    expect(await page.getByRole('row').count()).toBeLessThan(70);

    // The rows that came last may have been measured since, and the end have moved away.
    await goToEnd();
    await last.getByRole('link', { name: 'View' }).press('Enter');
    await expect(page).toHaveURL('/schooladmin/students/1000');
    await page.goBack();
    await expect(last).toBeVisible();
  },
);

test('in forced colours the chosen tab is told from the others', ON_DESKTOP, async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await openAsSchoolAdmin(page);
  const underline = (name: string) =>
    tab(page, name).evaluate((element) => getComputedStyle(element).borderBottomColor);
  expect(await underline('Teachers')).toBe(await underline('Statistics'));
  expect(await underline('Users')).not.toBe(await underline('Teachers'));
});

/** The token of a school admin of this school. */
const newSchoolAdmin = async (page: Page, school: { id: number; prefix: string }): Promise<string> => {
  const data = { username: `${school.prefix}.office`, password: PASSWORD };
  await page.request.post('/api/schooladmin/register', {
    headers: ADMIN,
    data: { ...data, school_id: school.id },
  });
  const entered = await page.request.post('/api/schooladmin/login', { data });
  return ((await entered.json()) as { access_token: string }).access_token;
};

test('a school admin makes a new password for who lost theirs, and sees it once', async ({ page }) => {
  const school = await newSchool(page, { teachers: ['ada'], students: ['mia'] });
  const token = await newSchoolAdmin(page, school);
  const logIn = async (name: string, password: string) =>
    (await page.request.post('/api/token', { form: { username: name, password } })).status();
  await openWith(page, { schoolAdminToken: token }, DASHBOARD);
  for (const name of ['mia', 'ada']) {
    const person = `${school.prefix}.${name}`;
    await userRow(page, person).getByRole('link', { name: 'View' }).click();
    await page.getByRole('button', { name: `More for ${person}` }).click();
    await page.getByRole('menuitem', { name: 'Reset password' }).click();
    const dialog = page.getByRole('dialog', { name: `New password for ${person}?` });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page);
    // Nobody knows whether it was done, and it can be pressed again.
    await page.route('**/api/schooladmin/users/*/password', loseAnswer);
    await dialog.getByRole('button', { name: 'Reset password' }).click();
    await expect(dialog.getByRole('alert')).toContainText('The new password did not arrive.');
    await expect(dialog.getByRole('alert')).toContainText(
      'It may have been reset anyway. Reset it again to see the new password.',
    );
    await page.unrouteAll();
    await dialog.getByRole('button', { name: 'Reset password' }).click();
    const shown = page.getByRole('dialog', { name: `New password for ${person}`, exact: true });
    await expect(shown).toContainText('It is shown only once. Pass it on in person.');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    const password = await shown.locator('code').innerText();
    expect(await logIn(person, password)).toBe(200);
    const sheets = await printedBy(page, shown.getByRole('button', { name: 'Print slip' }));
    expect(sheets).toHaveLength(1);
    // A long name goes on in the next line.
    const slip = sheets[0]?.replaceAll(' ', '') ?? '';
    for (const part of [`Username${person}`, `Password${password}`, new URL(page.url()).origin])
      expect(slip).toContain(part);
    expect(sheets[0]).not.toContain('New password');
    // Nothing but its own button closes it.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(shown.locator('code')).toHaveText(password);
    await shown.getByRole('button', { name: 'I have noted the password' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByRole('button', { name: `More for ${person}` })).toBeFocused();
    await page.getByRole('link', { name: 'Back to Dashboard' }).click();
    await tab(page, 'Users').click();
  }
});

test('users who never proved their address are confirmed, or leave the school', async ({ page }) => {
  const school = await newSchool(page, { teachers: [], students: ['mia'] });
  for (const name of ['real', 'squatter']) {
    const username = `${school.prefix}.${name}`;
    const data = { username, email: `${username}${school.domain}`, password: PASSWORD };
    expect((await page.request.post('/api/register', { data })).status()).toBe(200);
  }
  await openWith(page, { schoolAdminToken: await newSchoolAdmin(page, school) }, DASHBOARD);
  const rowOf = (name: string) => userRow(page, `${school.prefix}.${name}`);
  const act = (words: string, name: string) =>
    page.getByRole('button', { name: `${words} ${school.prefix}.${name}` });
  await expect(rowOf('real')).toContainText('Unconfirmed');
  // The school made this account.
  await expect(rowOf('mia')).not.toContainText('Unconfirmed');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await act('Confirm', 'real').click();
  const dialog = page.getByRole('dialog', { name: `Confirm ${school.prefix}.real?` });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expectAccessible(page);
  await page.route('**/api/schooladmin/users/*/confirm', (route) => route.fulfill({ status: 503, body: '' }));
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('This did not work. Please try again.');
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`${school.prefix}.real is confirmed.`)).toBeVisible();
  await expect(rowOf('real')).not.toContainText('Unconfirmed');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await act('Remove', 'squatter').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText(`${school.prefix}.squatter is removed.`)).toBeVisible();
  await expect(userRow(page, `${school.prefix}.squatter`)).toHaveCount(0);
  await expect(userRow(page, `${school.prefix}.real`)).toBeVisible();
});
