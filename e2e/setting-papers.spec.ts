import type { Browser, Page } from '@playwright/test';
import { as, newTeacher, register } from './admin.ts';
import { completion, isPhone, tickWithScore } from './papers.ts';
import { toast, unavailable } from './school.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  loseAnswer,
  ON_DESKTOP,
  open,
  reload,
  test,
} from './test.ts';

/** A teacher sets papers, follows what becomes of them, changes and withdraws them. */

/** The day so many hours from now, by Greenwich. */
const dayIn = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 10);
const DAY = 24;

const SUBJECT = 'philosophy_sl';
const KEY = (paper: number) => `${SUBJECT}-2024-May-paper${paper}`;
const GRID = `/teachers?view=grid&subject=${SUBJECT}`;

interface Classmate {
  name: string;
  token: string;
  /** The teacher's link to them. */
  link: number;
}

/** A teacher of one subject, and students who take it. */
const newClass = async (page: Page, ...names: string[]) => {
  const teacher = await newTeacher(page);
  const headers = as(teacher.token);
  await page.request.post('/api/teachers/subjects', { headers, data: { subjects: [SUBJECT] } });
  const students: Classmate[] = [];
  for (const name of names) {
    const { email, token } = await register(page);
    await page.request.post('/api/subjects', { headers: as(token), data: { subjects: [SUBJECT] } });
    await page.request.post('/api/teachers/students', { headers, data: { email, name } });
    const list = await page.request.get('/api/users/me/teachers', { headers: as(token) });
    const [link] = ((await list.json()) as { teachers: { id: number }[] }).teachers;
    await page.request.post(`/api/users/me/teachers/${link?.id}/accept`, { headers: as(token) });
    students.push({ name, token, link: link?.id ?? 0 });
  }
  return { ...teacher, headers, students };
};
type NewClass = Awaited<ReturnType<typeof newClass>>;

const openAs = async (page: Page, { token }: { token: string }, path: string) => {
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await open(page, path);
};

const tick = (page: Page, { token }: Classmate, records: Record<string, unknown>) =>
  page.request.post('/api/completion/bulk', { headers: as(token), data: { completion_data: records } });

/** Through the API: what a journey starts from. */
const setThrough = async (page: Page, { headers }: NewClass, given: Record<string, unknown> = {}) => {
  const id = crypto.randomUUID();
  const answer = await page.request.post('/api/teachers/sets', {
    headers,
    data: {
      id,
      subject_id: SUBJECT,
      papers: [{ year: 2024, session: 'May', paper: 'paper1', timezone: null }],
      audience: 'everyone',
      group_id: null,
      student_ids: [],
      due_on: dayIn(7 * DAY),
      line: null,
      ...given,
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
  return id;
};
const setsOf = async (page: Page, { headers }: NewClass) => {
  const answer = await page.request.get('/api/teachers/sets', { headers });
  return ((await answer.json()) as { sets: { due_on: string; line: string | null; students: number }[] })
    .sets;
};

const grid = (page: Page) => page.getByRole('region', { name: /students?$/ });
const head = (page: Page, name: string) =>
  grid(page).getByRole('columnheader', { name, exact: true }).getByRole('button');
const rowOf = (page: Page, name: string) =>
  page.locator('tr', { has: page.getByRole('rowheader', { name }) });
const cell = (page: Page, name: string, paper: number) =>
  rowOf(page, name).locator(`[data-paper="${KEY(paper)}"]`);
const bar = (page: Page) => page.getByRole('complementary', { name: 'Selection' });
const dialog = (page: Page) => page.getByRole('dialog', { name: /^(Set papers|Change set work)$/ });
const lit = (page: Page) => page.locator('td[aria-selected=true]');
const fine = async (page: Page) => {
  if (isPhone(page)) await page.setViewportSize({ width: 360, height: 740 });
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
};

test('a teacher sets papers from the grid, and takes it back', async ({ page }) => {
  const given = await newClass(page, 'Ana Ruiz', 'Ben Okoro', 'Cem Aydin');
  const [, ben] = given.students;
  if (ben) await tick(page, ben, { [KEY(1)]: { is_completed: true, score: 55 } });
  await openAs(page, given, GRID);
  await expect(
    page.getByText('Press a paper or an empty cell to set it.').filter({ visible: true }),
  ).toBeVisible();

  // A paper alone is for all; a cell adds its paper and its student; a box its student.
  await head(page, 'May 2024 Paper 1').click();
  await expect(bar(page).getByRole('status')).toHaveText('1 paper x 3 students, 1 done already');
  await expect(lit(page)).toHaveCount(3);
  await cell(page, 'Ana Ruiz', 2).click();
  await expect(bar(page).getByRole('status')).toHaveText('2 papers x 1 student');
  await page.getByRole('checkbox', { name: 'Select Ben Okoro' }).click();
  await expect(bar(page).getByRole('status')).toHaveText('2 papers x 2 students, 1 done already');
  await expect(lit(page)).toHaveCount(4);
  await fine(page);

  await bar(page).getByRole('button', { name: 'Set papers' }).click();
  await expect(dialog(page).getByText('Philosophy SL: May 2024 P1, P2')).toBeVisible();
  await expect(dialog(page).getByText('2 students', { exact: true })).toBeVisible();
  await expect(dialog(page).getByText('1 of 4 is done already and counts as done.')).toBeVisible();
  await dialog(page).getByLabel('A line for the students (optional)').fill('Read the preface first.');
  await dialog(page).getByRole('button', { name: 'Next Friday' }).click();
  await expect(dialog(page).getByText(/^Fri \d+ \w+ \d{4}$/)).toBeVisible();
  await fine(page);
  // Back between the steps loses nothing, and leaving leaves the grid as it was.
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await expect(dialog(page).getByRole('checkbox', { name: 'Ana Ruiz' })).toBeChecked();
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await expect(
    dialog(page).getByRole('group', { name: 'May 2024' }).getByRole('checkbox', { name: 'P2' }),
  ).toBeChecked();
  await fine(page);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByLabel('A line for the students (optional)')).toHaveValue(
    'Read the preface first.',
  );
  await dialog(page).getByRole('button', { name: 'Set 2 papers for 2 students' }).click();
  const said = page.locator('.toast', { hasText: /^Set for 2 students, due Fri \d+ \w+/ });
  await expect(said).toBeVisible();
  await said.hover();
  await expect(dialog(page)).toBeHidden();
  await expect(bar(page)).toBeHidden();
  await expect(cell(page, 'Ana Ruiz', 1)).toHaveAttribute('title', /^Set for Fri /);
  await expect(page.locator('.grid-legend')).toHaveText(/Set/);
  await expect(page.getByRole('button', { name: 'Set work 1' })).toBeVisible();
  expect(await setsOf(page, given)).toMatchObject([{ line: 'Read the preface first.', students: 2 }]);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 'Ana Ruiz', 1)).not.toHaveAttribute('title');
  expect(await setsOf(page, given)).toEqual([]);
});

test(
  'the grid is one stop of the Tab key, and papers are set by keys alone',
  ON_DESKTOP,
  async ({ page }) => {
    const given = await newClass(page, 'Ana Ruiz', 'Ben Okoro');
    const [ana] = given.students;
    if (ana) await tick(page, ana, { [KEY(2)]: { is_completed: true, score: 71 } });
    await openAs(page, given, GRID);
    await expect(cell(page, 'Ana Ruiz', 1)).toBeVisible();
    await page.getByRole('button', { name: 'Print' }).focus();
    // Past the way to leave papers out, if there is one.
    const sort = grid(page).getByRole('button', { name: 'Student' });
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(sort).toBeFocused({ timeout: 100 });
    }).toPass();
    await page.keyboard.press('Tab');
    await expect(grid(page).locator(':focus')).toHaveCount(0);
    await page.keyboard.press('Shift+Tab');
    await expect(sort).toBeFocused();

    // Three columns of figures, then the papers.
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await expect(head(page, 'May 2024 Paper 1')).toBeFocused();
    await page.keyboard.press(' ');
    await expect(bar(page).getByRole('status')).toHaveText('1 paper x 2 students');
    await page.keyboard.press('ArrowDown');
    await expect(cell(page, 'Ana Ruiz', 1)).toBeFocused();
    await page.keyboard.press('Shift+ ');
    await expect(bar(page).getByRole('status')).toHaveText('1 paper x 1 student');
    await page.keyboard.press('Escape');
    await expect(bar(page)).toBeHidden();
    await expect(cell(page, 'Ana Ruiz', 1)).toBeFocused();

    // Enter opens: what is done, and the student.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const details = page.getByRole('dialog', { name: 'Ana Ruiz, May 2024 Paper 2' });
    await expect(details).toContainText('Newest71%');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(details).toBeHidden();
    await expect(cell(page, 'Ana Ruiz', 2)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(page.getByRole('link', { name: 'Ana Ruiz' })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press(' ');
    await expect(page.getByRole('checkbox', { name: 'Select Ben Okoro' })).toBeChecked();
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press(' ');
    await expect(bar(page).getByRole('status')).toHaveText('1 paper x 1 student');
    await expectAccessible(page);

    await bar(page).getByRole('button', { name: 'Set papers' }).focus();
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('heading', { level: 2 })).toBeFocused();
    await dialog(page).getByLabel('A line for the students (optional)').focus();
    await page.keyboard.type('By keys');
    await page.keyboard.press('Enter');
    await expect(page.locator('.toast')).toHaveText(/^Set for 1 student, due /);
    await expect(cell(page, 'Ben Okoro', 1)).toHaveAttribute('title', /^Set for /);
  },
);

const tickAs = async (browser: Browser, like: Page, { token }: Classmate) => {
  const context = await browser.newContext({ viewport: like.viewportSize() });
  const page = await context.newPage();
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await open(page, '/');
  await tickWithScore(page, 'Paper 1, May 2024', '64');
  // What is still on its way is kept on this device, which is gone then.
  await expect.poll(async () => (await completion(page))[KEY(1)]?.score).toBe(64);
  await context.close();
};

test('papers are set for a group; a student ticks; the teacher prolongs, sets again and withdraws', async ({
  page,
  browser,
}) => {
  test.slow();
  const given = await newClass(page, 'Ana Ruiz', 'Ben Okoro', 'Cem Aydin');
  const [ana, ben] = given.students;
  if (!ana || !ben) throw new Error('There are no students.');
  for (const [name, students] of [
    ['12B Philosophy', [ana.link, ben.link]],
    ['12C', [given.students[2]?.link]],
  ])
    await page.request.post('/api/teachers/groups', { headers: given.headers, data: { name, students } });
  await openAs(page, given, '/teachers?view=sets');
  await expect(page.getByText('No papers set yet.')).toBeVisible();
  await expect(page.getByText('Choose papers, students and a day. A tick marks them done.')).toBeVisible();
  await fine(page);

  await page.getByRole('button', { name: 'Set papers' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Next' })).toBeDisabled();
  for (const name of ['P1', 'P2'])
    await dialog(page).getByRole('group', { name: 'May 2024' }).getByRole('checkbox', { name }).check();
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByRole('heading', { name: 'Students' })).toBeVisible();
  await expect(dialog(page).getByRole('radio', { name: 'Everyone who takes it 3' })).toBeChecked();
  await dialog(page).getByRole('radio', { name: '12B Philosophy 2' }).check();
  await fine(page);
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByText('2 students: 12B Philosophy')).toBeVisible();
  await expect(dialog(page).getByText('New members get what is still open.')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Set 2 papers for 2 students' }).click();
  const rows = page.getByRole('list', { name: 'Set work' }).getByRole('listitem');
  await expect(rows).toHaveText(/^\w+ \d+ \w+.*Philosophy SL2 papers12B Philosophy0 of 4 done$/);
  await expect(page.getByRole('button', { name: 'Open 1' })).toBeVisible();
  await fine(page);

  await tickAs(browser, page, ana);
  await rows.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    /^Philosophy SL, due \w{3} \d+ \w+ \d{4}$/,
  );
  const standing = (name: string) => page.getByRole('button', { name, exact: true });
  await expect(rowOf(page, 'Ana Ruiz')).toHaveText('Ana Ruiz64To do');
  await expect(rowOf(page, 'Ben Okoro')).toHaveText('Ben OkoroTo doTo do');
  await tick(page, ana, { [KEY(2)]: { is_completed: true, score: null } });
  await reload(page);
  for (const name of ['All 2', 'Missing 1', 'Late 0']) await expect(standing(name)).toBeVisible();
  await standing('Done 1').click();
  await expect(page.getByRole('rowheader')).toHaveText(['Ana Ruiz']);
  await fine(page);

  const act = async (name: string) => {
    if (isPhone(page)) {
      await page.getByRole('button', { name: 'More' }).click();
      await page.getByRole('menuitem', { name }).click();
    } else await page.getByRole('button', { name, exact: true }).click();
  };
  await act('Change');
  const due = dayIn(30 * DAY);
  await dialog(page).getByLabel('Due').fill(due);
  await dialog(page).getByRole('button', { name: 'Change papers' }).click();
  await dialog(page).getByRole('group', { name: 'May 2024' }).getByRole('checkbox', { name: 'P2' }).uncheck();
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await expect(dialog(page).getByLabel('Due')).toHaveValue(due);
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(page.locator('.toast')).toHaveText('Changes saved');
  await expect(rowOf(page, 'Ana Ruiz')).toHaveText('Ana Ruiz64');
  expect(await setsOf(page, given)).toMatchObject([{ due_on: due }]);

  await act('Set again');
  await dialog(page).getByRole('radio', { name: '12C 1' }).check();
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await dialog(page).getByRole('button', { name: 'Set 1 paper for 1 student' }).click();
  await expect(page.locator('.toast')).toHaveText(/^Set for 1 student, due /);
  expect(await setsOf(page, given)).toHaveLength(2);

  await act('Withdraw');
  await expect(page).toHaveURL('/teachers?view=sets');
  await expect(toast(page, 'Withdrawn')).toBeVisible();
  await page.locator('.toast').hover();
  await expect(rows).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(rows).toHaveCount(2);
  // By the choice of a group.
  await open(page, '/teachers?view=sets');
  await expect(rows).toHaveCount(2);
  await page.getByRole('button', { name: 'Group: All students' }).click();
  await page.getByRole('menuitemradio', { name: '12C' }).click();
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('12C');
});

test('who drops the subject stands apart, and who is removed is gone', async ({ page }) => {
  const given = await newClass(page, 'Ana Ruiz', 'Ben Okoro');
  const [ana, ben] = given.students;
  if (!ana || !ben) throw new Error('There are no students.');
  const students = { audience: 'chosen', student_ids: [ana.link, ben.link] };
  const id = await setThrough(page, given, { line: 'Slowly', ...students });
  await tick(page, ana, { [KEY(1)]: { is_completed: true, score: 71 } });
  await openAs(page, given, `/teachers/sets/${id}`);
  await expect(page.getByText('“Slowly”')).toBeVisible();
  await expect(rowOf(page, 'Ana Ruiz').getByRole('cell')).toHaveText('71');

  await page.request.post('/api/subjects', { headers: as(ben.token), data: { subjects: [] } });
  await reload(page);
  await expect(rowOf(page, 'Ben Okoro')).toContainText('No longer takes Philosophy SL.');
  await page.request.delete(`/api/teachers/students/${ben.link}`, { headers: given.headers });
  await reload(page);
  await expect(page.getByRole('rowheader')).toHaveText(['Ana Ruiz']);

  await open(page, '/teachers/sets/6f0f2f04-0c1b-4f52-9a4e-3f6f8d7c2b11');
  await expect(page.getByText('There is no such set work. It may have been withdrawn.')).toBeVisible();
  await fine(page);
  await page.getByRole('button', { name: 'Go Back' }).click();
  await expect(page).toHaveURL('/teachers?view=sets');
});

test('a student’s page says what is set, and sets for that student', async ({ page }) => {
  const given = await newClass(page, 'Ana Ruiz');
  const [ana] = given.students;
  if (!ana) throw new Error('There is no student.');
  const papers = ['paper1', 'paper2'].map((paper) => ({ year: 2024, session: 'May', paper, timezone: null }));
  await setThrough(page, given, { papers });
  await tick(page, ana, { [KEY(1)]: { is_completed: true, score: 80 } });
  await openAs(page, given, `/teachers/students/${ana.link}`);
  await expect(page.getByText(/^Set: 2 papers due \w{3} \d+ \w+, 1 done$/)).toBeVisible();
  const row = page.getByRole('row', { name: /Paper 2/ });
  await expect(row).toContainText('Not Completed');
  await expect(row).toContainText(/Set for \w{3} \d+ \w+/);
  await fine(page);
  // The day takes a second line at most, also where there is little room.
  expect((await row.boundingBox())?.height).toBeLessThan(64);
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Set papers' }).click();
  } else await page.getByRole('button', { name: 'Set papers' }).click();
  await dialog(page)
    .getByRole('group', { name: 'November 2023' })
    .getByRole('checkbox', { name: 'P1' })
    .check();
  await dialog(page).getByRole('button', { name: 'Next' }).click();
  await dialog(page).getByRole('button', { name: 'Set 1 paper for 1 student' }).click();
  await expect(page.getByText(/^Set: 1 paper due /)).toBeVisible();
});

test('a refusal keeps what was chosen and typed, and a lost answer sets nothing twice', async ({ page }) => {
  const given = await newClass(page, 'Ana Ruiz');
  await openAs(page, given, GRID);
  await cell(page, 'Ana Ruiz', 1).click();
  await bar(page).getByRole('button', { name: 'Set papers' }).click();
  const line = dialog(page).getByLabel('A line for the students (optional)');
  const submit = dialog(page).getByRole('button', { name: 'Set 1 paper for 1 student' });
  await line.fill('First words');
  await dialog(page).getByLabel('Due').fill('2020-01-31');
  await submit.click();
  await expect(dialog(page).getByText('The due date is in the past.')).toBeVisible();
  await expect(dialog(page).getByLabel('Due')).toBeFocused();
  await dialog(page).getByRole('button', { name: 'Next Friday' }).click();

  const answers = [
    { status: 409, detail: 'You have set papers 200 times within a year. Withdraw some first.' },
    { status: 422, detail: 'Choose a subject that you teach.' },
    {
      status: 404,
      detail: 'Not found',
      said: 'The group or one of the students is no longer there. Choose again.',
    },
  ];
  for (const { status, detail, said = detail } of answers) {
    await page.route('**/api/teachers/sets', (route) => route.fulfill({ status, json: { detail } }));
    await submit.click();
    await expect(dialog(page).getByText(said)).toBeVisible();
    await page.unroute('**/api/teachers/sets');
  }
  await page.route('**/api/teachers/sets', unavailable);
  await submit.click();
  await expect(dialog(page).getByText('The papers could not be set. Please try again.')).toBeVisible();
  await expect(line).toHaveValue('First words');
  await fine(page);
  await page.unroute('**/api/teachers/sets');
  expect(await setsOf(page, given)).toEqual([]);

  // Done and not heard: what is sent then is what counts.
  await page.route('**/api/teachers/sets', loseAnswer, { times: 1 });
  await submit.click();
  await expect(dialog(page).getByText('The papers could not be set. Please try again.')).toBeVisible();
  await line.fill('Second words');
  await submit.click();
  await expect(dialog(page)).toBeHidden();
  expect(await setsOf(page, given)).toMatchObject([{ line: 'Second words' }]);
});

test('overdue and late papers are marked wherever they stand, and what fails can be tried again', async ({
  page,
}) => {
  const given = await newClass(page, 'Ana Ruiz');
  const past = dayIn(-5 * DAY);
  const set = { set_id: '6f0f2f04-0c1b-4f52-9a4e-3f6f8d7c2b11', due_on: past, state: 'overdue' };
  await page.route('**/api/teachers/grid?*', async (route) => {
    const answer = await route.fetch();
    const { students } = (await answer.json()) as { students: object[] };
    const marked = { [KEY(1)]: set, [KEY(2)]: { ...set, state: 'late' } };
    await route.fulfill({
      json: { students: students.map((one) => ({ ...one, completion: { [KEY(2)]: 71 }, set: marked })) },
    });
  });
  await openAs(page, given, GRID);
  await expect(cell(page, 'Ana Ruiz', 1)).toHaveAttribute('title', /^Overdue since /);
  await expect(page.locator('.grid-legend')).toHaveText('Overdue Done late');
  await fine(page);

  // A done cell opens what is known of it, and leads to the set work.
  await cell(page, 'Ana Ruiz', 2).click();
  const details = page.getByRole('dialog', { name: 'Ana Ruiz, May 2024 Paper 2' });
  await expect(details.getByRole('link', { name: /^Late, set for / })).toHaveAttribute(
    'href',
    `/teachers/sets/${set.set_id}`,
  );
  await fine(page);
  await page.keyboard.press('Escape');
  await expect(details).toBeHidden();

  const entry = {
    id: set.set_id,
    subject_id: SUBJECT,
    papers: [KEY(1), KEY(2)],
    due_on: past,
    line: null,
    created_at: '2026-01-01T10:00:00Z',
    audience: 'everyone',
    group: null,
    students: 1,
    total: 2,
    done: 0,
    late: 1,
    overdue: 1,
  };
  await page.route('**/api/teachers/sets', unavailable);
  await open(page, '/teachers?view=sets&sets=past');
  await expect(page.getByText('Failed to load the set work.')).toBeVisible();
  await page.unroute('**/api/teachers/sets');
  await page.route('**/api/teachers/sets', (route) => route.fulfill({ json: { sets: [entry] } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('list', { name: 'Set work' })).toContainText('1 of 2 done1 overdue');
  await fine(page);

  const one = `**/api/teachers/sets/${set.set_id}`;
  await page.route(one, unavailable);
  await page.getByRole('list', { name: 'Set work' }).getByRole('link').click();
  await expect(page.getByText('Failed to load the set work. Please try again later.')).toBeVisible();
  await page.unroute(one);
  const papers = { [KEY(1)]: { state: 'overdue', score: null }, [KEY(2)]: { state: 'late', score: 71 } };
  const ana = { id: 1, name: 'Ana Ruiz', email: 'ana@example.org', takes_subject: true, papers };
  await page.route(one, (route) => route.fulfill({ json: { ...entry, students: [ana], student_ids: [] } }));
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(rowOf(page, 'Ana Ruiz')).toHaveText('Ana RuizOverdue71, late');
  await fine(page);
});

test('Back goes one step back, and what was chosen is there again until it is set or cancelled', async ({
  page,
}) => {
  const given = await newClass(page, 'Ana Ruiz', 'Ben Okoro');
  await openAs(page, given, '/teachers?view=sets');
  const openDialog = () => page.getByRole('button', { name: 'Set papers' }).click();
  const step = (name: string) => dialog(page).getByRole('heading', { name, exact: true, level: 3 });
  const paper = dialog(page).getByRole('group', { name: 'May 2024' }).getByRole('checkbox', { name: 'P1' });
  const next = dialog(page).getByRole('button', { name: 'Next' });
  const line = dialog(page).getByLabel('A line for the students (optional)');
  await openDialog();
  await paper.check();
  await next.click();
  await dialog(page).getByRole('radio', { name: 'Choose' }).check();
  await dialog(page).getByRole('checkbox', { name: 'Ana Ruiz' }).check();
  await next.click();
  await line.fill('Slowly');
  for (const name of ['Students', 'Papers']) {
    await page.goBack();
    await expect(step(name)).toBeVisible();
  }
  await page.goBack();
  await expect(dialog(page)).toBeHidden();
  await expect(page).toHaveURL('/teachers?view=sets');

  await openDialog();
  await expect(paper).toBeChecked();
  await next.click();
  await expect(line).toHaveValue('Slowly');
  await expect(dialog(page).getByText('1 student: Ana Ruiz')).toBeVisible();
  // A step that was looked up leads back to where it was looked up from.
  await dialog(page).getByRole('button', { name: 'Change students' }).click();
  await expect(step('Students')).toBeVisible();
  await page.goBack();
  await expect(step('Day')).toBeVisible();
  await page.goBack();
  await expect(step('Papers')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await openDialog();
  await expect(paper).not.toBeChecked();
});

test('from set work one walks over its students, and Back leads where one came from', async ({ page }) => {
  const given = await newClass(page, 'Ana Ruiz', 'Ben Okoro', 'Cem Aydin');
  const [ana, ben] = given.students;
  if (!ana || !ben) throw new Error('There are no students.');
  const group = await page.request.post('/api/teachers/groups', {
    headers: given.headers,
    data: { name: '12B', students: [ana.link] },
  });
  const { id: groupId } = (await group.json()) as { id: number };
  await tick(page, ana, { [KEY(1)]: { is_completed: true, score: 71 } });
  const id = await setThrough(page, given);
  await setThrough(page, given, { audience: 'chosen', student_ids: [ben.link] });
  const rows = page.getByRole('list', { name: 'Set work' }).getByRole('listitem');
  const back = page.getByRole('link', { name: 'Back' });

  // What reaches somebody in the group, and counted for them.
  await openAs(page, given, `/teachers?view=sets&group=${groupId}`);
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText('1 of 1 done');
  await expect(page.getByRole('button', { name: 'Set work 1' })).toBeVisible();
  await rows.getByRole('link').click();
  await page.getByRole('button', { name: 'Missing 2' }).click();
  await page.getByRole('link', { name: 'Ben Okoro' }).click();
  await expect(page.getByText('1 of 2', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Next student' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Cem Aydin');
  await reload(page);
  await back.click();
  await expect(page).toHaveURL(`/teachers/sets/${id}`);

  // And from a student to set work.
  await page.getByRole('link', { name: 'Cem Aydin' }).click();
  await page.getByRole('link', { name: /^1 paper due / }).click();
  await expect(page).toHaveURL(`/teachers/sets/${id}`);
  await back.click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Cem Aydin');
});

test(
  'a sheet of set work says whose it is, of which day and which students it has',
  ON_DESKTOP,
  async ({ page }) => {
    const given = await newClass(page, 'Ana Ruiz', 'Ben Okoro');
    const id = await setThrough(page, given);
    await openAs(page, given, `/teachers/sets/${id}`);
    await page.getByRole('button', { name: 'Missing 2' }).click();
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('2 of 2 students: those with papers missing')).toBeVisible();
    const year = new Date().getFullYear();
    await expect(page.locator('.print-head')).toHaveText(new RegExp(` ${year}$`));
    await expect(page.getByRole('columnheader', { name: 'May 2024', exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Withdraw' })).toBeHidden();
  },
);

test('what was withdrawn meanwhile is not changed, and says so', async ({ page }) => {
  const given = await newClass(page, 'Ana Ruiz');
  const id = await setThrough(page, given);
  await openAs(page, given, `/teachers/sets/${id}`);
  await expect(rowOf(page, 'Ana Ruiz')).toBeVisible();
  if (isPhone(page)) {
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Change' }).click();
  } else await page.getByRole('button', { name: 'Change' }).click();
  await expect(dialog(page).getByText('1 student: everyone who takes it')).toBeVisible();
  await page.request.delete(`/api/teachers/sets/${id}`, { headers: given.headers });
  await dialog(page).getByRole('button', { name: 'Save changes' }).click();
  await expect(
    dialog(page).getByText('There is no such set work. It may have been withdrawn.'),
  ).toBeVisible();
});
