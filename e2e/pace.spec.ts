import type { Page } from '@playwright/test';
import { newTeacher } from './admin.ts';
import { choose, isPhone, openWith, stored } from './papers.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  reload,
  test,
} from './test.ts';

/** What is left until the exams, and how much a week that makes. */

const toggle = (page: Page) => page.getByRole('button', { name: 'Overview' });
/** Open at first on a high screen only. */
const openOverview = async (page: Page) => {
  if ((await toggle(page).getAttribute('aria-expanded')) === 'false') await toggle(page).click();
  await expect(part(page, 'All subjects')).toBeVisible();
};
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const question = (page: Page) => page.getByRole('combobox', { name: 'When are your exams?' });
const session = (page: Page) => part(page, 'Pace').getByRole('combobox', { name: 'Exam session' });
const lines = (page: Page) => part(page, 'Pace').getByRole('definition');

/** The days are counted from today, whenever that is: a session two years ahead is always a plan. */
const AHEAD = `May ${new Date().getFullYear() + 2}`;

const DAY = 86_400_000;
const mondayOf = (weeks: number) => {
  const now = new Date();
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - ((now.getDay() + 6) % 7) + weeks * 7);
};
const isoDay = (date: Date) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((number) => String(number).padStart(2, '0'))
    .join('-');
/** On the Wednesday so many weeks ago. */
const doneOn = (weeksAgo: number) => isoDay(new Date(mondayOf(-weeksAgo).getTime() + 2.5 * DAY));

interface Person {
  token: string;
}
const send = (page: Page, { token }: Person, method: 'post' | 'put', path: string, data: object) =>
  page.request[method](`/api${path}`, { headers: { authorization: `Bearer ${token}` }, data });
const setPace = (page: Page, person: Person, pace: object) =>
  send(page, person, 'put', '/users/me/preferences', { pace });
const paceOf = async (page: Page, { token }: Person) => {
  const answer = await page.request.get('/api/users/me/preferences', {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await answer.json()) as { pace: object }).pace;
};
/** A paper of Theatre SL in each of these weeks ago. */
const tickIn = async (page: Page, person: Person, weeksAgo: readonly number[]) => {
  for (const [index, weeks] of weeksAgo.entries())
    await send(page, person, 'post', '/completion', {
      subject_id: 'theatre_sl',
      year: 2024 - index,
      session: 'November',
      paper: 'paper1',
      timezone: null,
      is_completed: true,
      score: null,
      done_on: doneOn(weeks),
    });
};

test('nothing is said until the exams are named; then what is left, in the subject and in all', async ({
  page,
}) => {
  if (isPhone(page)) await page.setViewportSize({ width: 360, height: 740 });
  const person = await openWith(page, ['theatre_sl', 'music_sl']);
  await tickIn(page, person, [1, 2, 3, 4, 4, 5]);
  await reload(page);
  await openOverview(page);
  await expect(question(page)).toHaveValue('');
  await expect(part(page, 'Pace')).not.toContainText('left');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await question(page).focus();
  await question(page).selectOption(AHEAD);
  await expect(session(page)).toHaveValue(AHEAD);
  // The answer stands where the question stood: the focus has nowhere to go.
  await expect(session(page)).toBeFocused();
  await expect(part(page, 'Pace').getByRole('term')).toHaveText(['Theatre SL', 'All subjects']);
  await expect(lines(page)).toHaveText([
    /^9 papers left, \d+ weeks: about 1 every \d+ weeks; you do 1\.2$/,
    /^39 papers left, \d+ weeks: about (1 every 2 weeks|1 a week); you do 1\.2$/,
  ]);
  await expect(part(page, 'Pace')).not.toContainText('This week');
  await expect.poll(() => paceOf(page, person)).toMatchObject({ session: AHEAD });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // With the subject in view changes the first line.
  await page.getByLabel('Select Subject to View').selectOption('music_sl');
  await expect(part(page, 'Pace').getByRole('term')).toHaveText(['Music SL', 'All subjects']);
  await expect(lines(page).first()).toHaveText(
    /^30 papers left, \d+ weeks: about (1 every \d+ weeks|1 a week)$/,
  );

  await reload(page);
  await openOverview(page);
  await expect(session(page)).toHaveValue(AHEAD);
});

test('who does less than is needed reads what would finish it, in ink', ON_DESKTOP, async ({ page }) => {
  const person = await openWith(page, ['theatre_sl', 'history_hl', 'physics_hl', 'math_aa_hl', 'biology_hl']);
  await tickIn(page, person, [1, 2, 3, 4, 5]);
  await setPace(page, person, { session: AHEAD });
  await reload(page);
  await openOverview(page);
  const all = lines(page).last();
  await expect(all).toHaveText(/^About \d+(\.5)? a week would finish them; you do 1$/);
  const colour = (at: typeof all) => at.evaluate((element) => getComputedStyle(element).color);
  expect(await colour(all)).toBe(await colour(page.getByRole('heading', { name: 'Pace' })));
});

test('the overview stays as low as it was', ON_DESKTOP, async ({ page }) => {
  const person = await openWith(page, [
    'english_a_lang_lit_hl',
    'theatre_sl',
    'history_hl',
    'physics_hl',
    'math_aa_hl',
    'biology_hl',
  ]);
  await tickIn(page, person, [1, 2, 3, 4, 5]);
  await setPace(page, person, { session: AHEAD, goal: 3, weeks_off: [isoDay(mondayOf(-6))] });
  for (const [width, screen] of [
    [1024, 1000],
    [1280, 900],
    [1440, 900],
    [1920, 1080],
  ] as const) {
    await page.setViewportSize({ width, height: screen });
    await reload(page);
    await expect(part(page, 'Pace')).toContainText('This week: 0 of 3');
    const [height, content] = await page.locator('.overview').evaluate((overview) => {
      const box = overview.getBoundingClientRect();
      const shown = overview.querySelectorAll(
        '.subject-facts, .pace *, .year-map, .year-legend, .score-line ~ p',
      );
      const ends = Array.from(shown, (one) => one.getBoundingClientRect().bottom);
      return [box.height, Math.max(...ends) - box.top];
    });
    expect(height).toBeLessThanOrEqual(190);
    expect(content, `${width} pixels wide`).toBeLessThanOrEqual(190);
    await expectNoSidewaysScroll(page);
  }
});

test('who is not asked now finds it in the settings', async ({ page }) => {
  const person = await openWith(page, ['theatre_sl']);
  await openOverview(page);
  await page.getByRole('button', { name: 'Not now' }).press('Enter');
  await expect(part(page, 'Pace')).toHaveCount(0);
  await expect(toggle(page)).toBeFocused();
  await expect(page.getByText('You can choose your exam session in Settings, under Exams.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(question(page)).toBeVisible();
  await page.getByRole('button', { name: 'Not now' }).click();
  await expect.poll(() => paceOf(page, person)).toMatchObject({ not_now: true, session: null });
  await reload(page);
  await openOverview(page);
  await expect(part(page, 'Pace')).toHaveCount(0);

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).click();
  await part(page, 'Exams').getByLabel('Exam session').selectOption(AHEAD);
  await expect(page.getByText('Saved.')).toBeVisible();
  // At once, in the tracker that was left a moment ago.
  await page.getByRole('link', { name: 'Back' }).click();
  await openOverview(page);
  await expect(lines(page)).toHaveText([/^15 papers left, \d+ weeks: about 1 every \d+ weeks$/]);
});

test('session, goal and weeks off are settings, saved as they are chosen', async ({ page }) => {
  if (isPhone(page)) await page.setViewportSize({ width: 360, height: 740 });
  const person = await openAsNewStudent(page, '/settings#exams');
  const exams = part(page, 'Exams');
  await expect(page.getByRole('heading', { name: 'Exams' })).toBeFocused();
  await expect(exams.getByLabel('Exam session')).toHaveValue('');
  await exams.getByLabel('Exam session').selectOption(AHEAD);
  await exams.getByLabel('Weekly goal').selectOption('3 papers');
  const week = exams.getByRole('group', { name: 'Weeks off' }).getByRole('button').nth(6);
  await week.press('Space');
  await expect(week).toHaveAttribute('aria-pressed', 'true');
  await expect(week).toHaveAccessibleName(/^Week of \d+ \w+( 20\d\d)?$/);
  await expect
    .poll(() => paceOf(page, person))
    .toEqual({ session: AHEAD, goal: 3, weeks_off: [isoDay(mondayOf(2))], not_now: false });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await reload(page);
  await expect(exams.getByLabel('Exam session')).toHaveValue(AHEAD);
  await expect(exams.getByLabel('Weekly goal')).toHaveValue('3');
  await expect(week).toHaveAttribute('aria-pressed', 'true');
  await week.click();
  await exams.getByLabel('Weekly goal').selectOption('As many as it takes');
  await exams.getByLabel('Exam session').selectOption('Not chosen');
  // Who takes it back here is not asked for it there.
  await expect
    .poll(() => paceOf(page, person))
    .toEqual({ session: null, goal: null, weeks_off: [], not_now: true });
});

test('a choice that nobody answers is kept and sent later', ON_PHONE, async ({ page }) => {
  const person = await openAsNewStudent(page, '/settings#exams');
  const goal = part(page, 'Exams').getByLabel('Weekly goal');
  await expect(goal).toHaveValue('');
  await page.route('**/api/users/me/preferences', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { detail: 'away' } })
      : route.fallback(),
  );
  await goal.selectOption('4 papers');
  await expect(page.getByText('This is kept on this device and sent later.')).toBeVisible();
  await expect(goal).toHaveValue('4');
  await page.unrouteAll();
  await open(page, '/');
  await expect.poll(() => paceOf(page, person)).toMatchObject({ goal: 4 });
});

test('what could not be loaded says so, and takes nothing else along', ON_PHONE, async ({ page }) => {
  await page.route('**/api/users/me/preferences', (route) =>
    route.fulfill({ status: 403, json: { detail: 'away' } }),
  );
  await openAsNewStudent(page, '/settings');
  await expect(part(page, 'Exams').getByRole('alert')).toHaveText(/^Your exams could not be loaded\./);
  await expect(part(page, 'Account')).toContainText('Username');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(part(page, 'Exams').getByLabel('Exam session')).toBeVisible();
});

test('weeks off keep a streak, and are hatched in the year', ON_DESKTOP, async ({ page }) => {
  const person = await openWith(page, ['theatre_sl']);
  await tickIn(page, person, [1, 2, 6, 7, 8]);
  await reload(page);
  await openOverview(page);
  const year = part(page, 'Your year');
  await expect(year.getByRole('heading')).toHaveText('5 papers in 12 months · 2-week streak');
  await expect(year.locator('.week-off')).toHaveCount(0);
  await setPace(page, person, { weeks_off: [-5, -4, -3].map((weeks) => isoDay(mondayOf(weeks))) });
  await reload(page);
  await expect(year.getByRole('heading')).toHaveText('5 papers in 12 months · 5-week streak');
  // And one in the legend.
  await expect(year.locator('.week-off')).toHaveCount(4);
});

test('a goal is counted by the week', ON_DESKTOP, async ({ page }) => {
  const person = await openWith(page, ['theatre_sl'], {
    'theatre_sl-2021-May-paper1': { is_completed: true },
    'theatre_sl-2022-May-paper1': { is_completed: true },
  });
  await setPace(page, person, { session: AHEAD, goal: 3 });
  await reload(page);
  await openOverview(page);
  await expect(part(page, 'Pace')).toContainText('This week: 2 of 3');
  await setPace(page, person, { goal: 2 });
  await reload(page);
  await expect(part(page, 'Pace')).toContainText('This week: 2, goal reached');
  await setPace(page, person, { weeks_off: [isoDay(mondayOf(0))] });
  await reload(page);
  await expect(part(page, 'Pace')).toContainText('This week is off.');
});

test(
  'during the exams only what is left is said, and after them they are asked for again',
  ON_DESKTOP,
  async ({ page }) => {
    const person = await openWith(page, ['theatre_sl']);
    await setPace(page, person, { session: AHEAD, goal: 3 });
    const year = AHEAD.split(' ')[1];
    await page.clock.setFixedTime(`${year}-05-05T10:00:00Z`);
    await reload(page);
    await openOverview(page);
    await expect(lines(page)).toHaveText(['15 papers left']);
    await expect(part(page, 'Pace')).not.toContainText('This week');
    await page.clock.setFixedTime(`${year}-06-02T10:00:00Z`);
    await reload(page);
    await expect(question(page)).toHaveValue('');
  },
);

test('guests name their exams too on their device', ON_PHONE, async ({ page }) => {
  await open(page, '/');
  await choose(page, ['The Arts', 'Theatre SL']);
  await openOverview(page);
  await question(page).selectOption(AHEAD);
  await expect(lines(page)).toHaveText([/^15 papers left, \d+ weeks: about 1 every \d+ weeks$/]);
  expect(await stored(page, 'pace')).toMatchObject({ session: AHEAD });
  await session(page).selectOption('Not chosen');
  await expect(question(page)).toBeVisible();
});

test('a teacher who tries the tracker is not asked', ON_DESKTOP, async ({ page }) => {
  const teacher = await newTeacher(page);
  await send(page, teacher, 'post', '/subjects', { subjects: ['theatre_sl'] });
  await page.addInitScript((token) => localStorage.setItem('token', token), teacher.token);
  await open(page, '/');
  await openOverview(page);
  await expect(part(page, 'Pace')).toHaveCount(0);
  await open(page, '/settings');
  await expect(part(page, 'Account')).toBeVisible();
  await expect(part(page, 'Exams')).toHaveCount(0);
});
