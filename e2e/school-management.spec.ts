import type { CDPSession, Locator, Page, Route } from '@playwright/test';
import { ADMIN_PASSWORD } from './machine.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  newName,
  ON_DESKTOP,
  ON_PHONE,
  open,
  PASSWORD,
  settled,
  test,
  textOfCsv,
} from './test.ts';

/** Every test has a school of its own, made through the API. */

interface School {
  id: number;
  name: string;
  /** '@…', as addresses of the school end. */
  domain: string;
  /** Usernames begin with this, so that no two schools share one. */
  prefix: string;
}
interface Row {
  username: string;
  email: string;
  role: string;
}

const headers = { 'X-Admin-Password': ADMIN_PASSWORD };

const post = async <T>(page: Page, path: string, data: unknown): Promise<T> => {
  const answer = await page.request.post(`/api/admin${path}`, { headers, data });
  expect(answer.status(), await answer.text()).toBe(200);
  return (await answer.json()) as T;
};

const person = ({ prefix, domain }: School, name: string, role: string): Row => ({
  username: `${prefix}.${name}`,
  email: `${name}${domain}`,
  role,
});

const newSchool = async (page: Page, { teachers = [] as string[], students = [] as string[] } = {}) => {
  const prefix = newName();
  const domain = `@${prefix}.example`;
  const { id } = await post<{ id: number }>(page, '/schools', { name: prefix, domain_pattern: domain });
  const school: School = { id, name: prefix, domain, prefix };
  const rows = [
    ...teachers.map((name) => person(school, name, 'teacher')),
    ...students.map((name) => person(school, name, 'student')),
  ];
  if (rows.length > 0) await post(page, `/schools/${id}/batch-import`, rows);
  return school;
};

const assign = (page: Page, school: School, teacher: string, students: string[]) =>
  post(page, `/schools/${school.id}/classes`, {
    teacher_email: `${teacher}${school.domain}`,
    student_emails: students.map((name) => `${name}${school.domain}`),
  });

/** Who teaches whom, as the server has it: 'ada>mia'. */
const pairsOf = async (page: Page, school: School): Promise<string[]> => {
  const answer = await page.request.get(`/api/admin/schools/${school.id}/users-and-classes`, { headers });
  const { classes } = (await answer.json()) as {
    classes: { teacher_username: string; student_username: string }[];
  };
  const short = (name: string) => name.slice(school.prefix.length + 1);
  return classes.map((pair) => `${short(pair.teacher_username)}>${short(pair.student_username)}`).toSorted();
};

const openSchool = async (page: Page, { id }: Pick<School, 'id'>, tab?: string): Promise<void> => {
  await page.addInitScript((password) => {
    // Once: a test may log out.
    if (!sessionStorage.getItem('entered')) localStorage.setItem('adminPassword', password);
    sessionStorage.setItem('entered', 'yes');
  }, ADMIN_PASSWORD);
  await open(page, `/admin/schools/${id}${tab ? `?tab=${tab}` : ''}`);
};

const unassigned = (page: Page) => page.getByRole('list', { name: 'Unassigned students' });
const card = (page: Page, school: School, teacher: string) =>
  page
    .getByRole('region', { name: 'Teachers' })
    .getByRole('listitem')
    .filter({
      has: page.getByRole('heading', { name: `${school.prefix}.${teacher}` }),
    });
const toast = (page: Page, text: string) => page.locator('.toast', { hasText: text });
/** No words of the server's own: the screen says what it has to say. */
const unavailable = (route: Route) => route.fulfill({ status: 503, body: '' });
const isPhone = () => test.info().project.name === 'phone';

const middleOf = async (target: Locator) => {
  const box = await target.boundingBox();
  if (!box) throw new Error('not to be seen');
  return { x: box.x + box.width / 2, y: box.y + Math.min(box.height / 2, 40) };
};

const dragTo = async (page: Page, from: Locator, to: Locator): Promise<void> => {
  const [start, end] = [await middleOf(from), await middleOf(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 12 });
};

/** Lets go when the page has seen over whom the student is. */
const dragOnto = async (page: Page, from: Locator, school: School, teacher: string): Promise<void> => {
  await dragTo(page, from, card(page, school, teacher));
  await expect(page.locator('[id^=DndLiveRegion]')).toContainText(`is over ${school.prefix}.${teacher}`);
  await page.mouse.up();
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
  await page.reload();
  await expect(figure('Total Students').locator('dd')).toHaveText(['12', '2 unassigned, 1 pending']);
  await expect(figure('Total Classes').locator('dd').first()).toHaveText('2');
  await expect(table.getByRole('row')).toHaveCount(11);
  await page.getByRole('button', { name: 'View all 11 assignments' }).click();
  await expect(page.getByRole('tab', { name: 'Assignments' })).toHaveAttribute('aria-selected', 'true');
  if (isPhone()) await page.getByRole('button', { name: 'Teachers 2' }).click();
  await expect(card(page, school, 'ada').getByText('10 students', { exact: true })).toBeVisible();
  await expect(card(page, school, 'ada').getByText(`ada${school.domain}`)).toBeVisible();

  await page.reload();
  await expect(page.getByRole('tab', { name: 'Assignments' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await expect(page).toHaveURL('/admin/dashboard');
});

test('a student is dragged onto a teacher, and from there onto another', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page, { teachers: ['ada', 'bela'], students: ['mia', 'noah'] });
  const mia = `${school.prefix}.mia`;
  await openSchool(page, school, 'assignments');
  await expect(card(page, school, 'ada').getByText('Drop students here to assign them')).toBeVisible();

  await dragOnto(page, unassigned(page).getByRole('button', { name: mia }), school, 'ada');
  await expect(toast(page, `Successfully assigned ${mia} to ${school.prefix}.ada`)).toBeVisible();
  await expect(unassigned(page).getByRole('button', { name: mia })).toHaveCount(0);
  await expect(card(page, school, 'ada').getByText('1 student', { exact: true })).toBeVisible();

  const chip = card(page, school, 'ada').getByRole('button', { name: mia, exact: true });
  await dragOnto(page, chip, school, 'bela');
  await expect(toast(page, `Successfully assigned ${mia} to ${school.prefix}.bela`)).toBeVisible();
  expect(await pairsOf(page, school)).toEqual(['ada>mia', 'bela>mia']);
  await dragOnto(page, chip, school, 'bela');
  await expect(toast(page, `${mia} is already assigned to ${school.prefix}.bela`)).toBeVisible();

  // Beside every card nothing happens.
  const heading = page.getByRole('heading', { level: 1 });
  await dragTo(page, unassigned(page).getByRole('button', { name: 'noah' }), heading);
  await page.mouse.up();
  await expect(unassigned(page).getByRole('button', { name: 'noah' })).toBeVisible();

  await dragOnto(page, unassigned(page).getByRole('button', { name: 'noah' }), school, 'bela');
  await expect(page.getByText('All students are assigned')).toBeVisible();
  await expect.poll(() => pairsOf(page, school)).toEqual(['ada>mia', 'bela>mia', 'bela>noah']);
});

test('an assignment that fails is taken back', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page, { teachers: ['ada'], students: ['mia'] });
  await openSchool(page, school, 'assignments');
  const mia = unassigned(page).getByRole('button', { name: 'mia' });
  const { held, release } = hold();
  await page.route('**/classes', async (route) => {
    await held;
    await unavailable(route);
  });
  await dragOnto(page, mia, school, 'ada');
  // Shown at once, before the server has answered.
  await expect(card(page, school, 'ada').getByText('1 student', { exact: true })).toBeVisible();
  await expect(mia).toHaveCount(0);
  const readAgain = page.waitForResponse('**/users-and-classes');
  release();
  await expect(toast(page, 'Failed to assign student.')).toBeVisible();
  await readAgain;
  await expect(mia).toBeVisible();
  await expect(card(page, school, 'ada').getByText('0 students')).toBeVisible();

  // The teacher is gone meanwhile: the server's words.
  await page.unroute('**/classes');
  const users = await page.request.get(`/api/admin/users?school_id=${school.id}&role=teacher`, { headers });
  const [teacher] = (await users.json()) as { id: number }[];
  await page.request.delete(`/api/admin/users/${teacher?.id}`, { headers });
  await dragOnto(page, mia, school, 'ada');
  await expect(toast(page, 'Teacher not found')).toBeVisible();
  await expect(page.getByText('No teachers yet.')).toBeVisible();
});

/** Something to wait for, and the way to end the waiting. */
function hold() {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { held, release };
}

test('a student is moved by key, from card to card, with every move spoken', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page, { teachers: ['ada', 'bela', 'cleo'], students: ['mia', 'noah'] });
  const name = (short: string) => `${school.prefix}.${short}`;
  await openSchool(page, school, 'assignments');
  const spoken = page.locator('[id^=DndLiveRegion]');
  const handle = (student: string) => unassigned(page).getByRole('button', { name: name(student) });

  await handle('mia').focus();
  await expect(handle('mia')).toHaveAccessibleDescription(/Press Space to pick up/);
  await page.keyboard.press('ArrowDown');
  await expect(handle('noah')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Space');
  await expect(spoken).toContainText(`Picked up ${name('mia')}.`);
  await page.keyboard.press('ArrowDown');
  await expect(spoken).toHaveText(`${name('mia')} is over ${name('ada')}, 0 students.`);
  await page.keyboard.press('ArrowRight');
  await expect(spoken).toHaveText(`${name('mia')} is over ${name('bela')}, 0 students.`);
  await page.keyboard.press('End');
  await expect(spoken).toHaveText(`${name('mia')} is over ${name('cleo')}, 0 students.`);
  await page.keyboard.press('Escape');
  await expect(spoken).toHaveText(`Cancelled. ${name('mia')} was put back.`);
  await expect(handle('mia')).toBeFocused();
  expect(await pairsOf(page, school)).toEqual([]);

  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await expect(spoken).toHaveText(`${name('mia')} is over ${name('cleo')}, 0 students.`);
  await page.keyboard.press('ArrowUp');
  await expect(spoken).toHaveText(`${name('mia')} is over ${name('bela')}, 0 students.`);
  await page.keyboard.press('Enter');
  await expect(spoken).toHaveText(`${name('mia')} was dropped on ${name('bela')}.`);
  await expect(toast(page, `Successfully assigned ${name('mia')} to ${name('bela')}`)).toBeVisible();
  // The work goes on with the next.
  await expect(handle('noah')).toBeFocused();
  expect(await pairsOf(page, school)).toEqual(['bela>mia']);
});

test('a finger that rests drags, and one that moves on scrolls', ON_PHONE, async ({ page }) => {
  const students = Array.from({ length: 12 }, (_, index) => `student${index + 10}`);
  const school = await newSchool(page, { teachers: ['ada'], students });
  await openSchool(page, school, 'assignments');
  await page.getByRole('button', { name: 'Teachers 1' }).click();
  await page.getByText('Unassigned Students').click();
  const handle = unassigned(page).getByRole('button', { name: 'student10' });
  await card(page, school, 'ada').scrollIntoViewIfNeeded();
  await handle.scrollIntoViewIfNeeded();
  const list = unassigned(page);
  const finger = await page.context().newCDPSession(page);

  // A list that was pushed glides on; only where it stands at last will the next finger find it.
  await list.evaluate((element) =>
    element.addEventListener('scrollend', () => element.setAttribute('data-stands', '')),
  );
  const start = await middleOf(handle);
  // In one go: a finger that waits for its first move to be seen rests.
  await Promise.all([
    touch(finger, 'touchStart', start),
    ...Array.from({ length: 10 }, (_, step) =>
      touch(finger, 'touchMove', { x: start.x, y: start.y - (step + 1) * 15 }),
    ),
  ]);
  await touch(finger, 'touchEnd');
  await expect(list).toHaveAttribute('data-stands');
  expect(await list.evaluate((element) => element.scrollTop)).toBeGreaterThan(20);
  expect(await pairsOf(page, school)).toEqual([]);

  await list.evaluate((element) => element.scrollTo(0, 0));
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const held = unassigned(page).getByRole('button', { name: 'student12' });
  const spoken = page.locator('[id^=DndLiveRegion]');
  const from = await middleOf(held);
  await touch(finger, 'touchStart', from);
  await expect(spoken).toContainText('Picked up');
  for (const part of [0.25, 0.5, 0.75, 1]) {
    const end = await middleOf(card(page, school, 'ada'));
    await touch(finger, 'touchMove', {
      x: from.x + (end.x - from.x) * part,
      y: from.y + (end.y - from.y) * part,
    });
  }
  await expect(spoken).toContainText(`is over ${school.prefix}.ada`);
  await touch(finger, 'touchEnd');
  await expect(toast(page, `Successfully assigned ${school.prefix}.student12`)).toBeVisible();
  expect(await pairsOf(page, school)).toEqual(['ada>student12']);
});

const touch = (
  finger: CDPSession,
  type: 'touchStart' | 'touchMove' | 'touchEnd',
  ...touchPoints: { x: number; y: number }[]
) => finger.send('Input.dispatchTouchEvent', { type, touchPoints });

test('many students are given to a teacher at once, and one is taken away', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page, { teachers: ['ada', 'bela'], students: ['mia', 'noah', 'zoe'] });
  const name = (short: string) => `${school.prefix}.${short}`;
  await openSchool(page, school, 'assignments');
  const option = (student: string) => page.getByRole('listbox').getByRole('option', { name: name(student) });
  await expect(page.getByText('Please select a teacher and at least one student')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Assign 0 Students' })).toBeDisabled();
  await option('mia').click();
  await option('noah').click();
  await option('zoe').click();
  await option('noah').click();
  await expect(page.getByRole('button', { name: 'Assign 2 Students' })).toBeDisabled();
  await page.getByLabel('Teacher', { exact: true }).selectOption(name('ada'));
  await page.route('**/classes', unavailable, { times: 1 });
  await page.getByRole('button', { name: 'Assign 2 Students' }).click();
  await expect(toast(page, 'Failed to assign students.')).toBeVisible();
  // Still chosen.
  await page.getByRole('button', { name: 'Assign 2 Students' }).click();
  await expect(toast(page, `Successfully assigned 2 students to ${name('ada')}`)).toBeVisible();
  expect(await pairsOf(page, school)).toEqual(['ada>mia', 'ada>zoe']);
  await expect(unassigned(page).getByRole('button')).toHaveCount(1);

  // By key, and to a second teacher. The list opens on those who have none.
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(1);
  await page.getByRole('button', { name: 'All 3' }).click();
  await option('noah').focus();
  await page.keyboard.press('ArrowUp');
  await expect(option('mia')).toBeFocused();
  await page.keyboard.press('Space');
  await page.getByLabel('Teacher', { exact: true }).selectOption(name('bela'));
  await page.getByRole('button', { name: 'Assign 1 Student' }).click();
  await expect(toast(page, `Successfully assigned ${name('mia')} to ${name('bela')}`)).toBeVisible();

  await page.getByRole('button', { name: `Remove ${name('zoe')} from ${name('ada')}` }).click();
  // Rested on, it stays until it is pressed.
  await toast(page, `Successfully removed ${name('zoe')} from ${name('ada')}`).hover();
  await expect(page.getByRole('button', { name: `Remove ${name('mia')} from ${name('ada')}` })).toBeFocused();
  await expect(unassigned(page).getByRole('button', { name: name('zoe') })).toBeVisible();
  expect(await pairsOf(page, school)).toEqual(['ada>mia', 'bela>mia']);
  await toast(page, `removed ${name('zoe')}`)
    .getByRole('button', { name: 'Undo' })
    .click();
  await expect.poll(() => pairsOf(page, school)).toEqual(['ada>mia', 'ada>zoe', 'bela>mia']);

  // Taken away by somebody else in the meantime.
  await page.route('**/classes/*/*', (route) =>
    route.fulfill({ status: 404, json: { detail: 'Class assignment not found' } }),
  );
  await page.getByRole('button', { name: `Remove ${name('mia')} from ${name('ada')}` }).click();
  await expect(toast(page, 'Class assignment not found')).toBeVisible();
  await expect(page.getByRole('button', { name: `Remove ${name('mia')} from ${name('ada')}` })).toBeVisible();
});

test('nobody is assigned unseen, and Undo takes back who is new', ON_DESKTOP, async ({ page }) => {
  const students = ['mia', 'noah', 'olga', 'paul', 'quinn', 'rosa', 'sven', 'tara', 'uma', 'zoe'];
  const school = await newSchool(page, { teachers: ['ada'], students });
  const name = (short: string) => `${school.prefix}.${short}`;
  await assign(page, school, 'ada', ['zoe']);
  await openSchool(page, school, 'assignments');
  const bulk = page.getByRole('region', { name: 'Bulk Assignment' });
  const option = (student: string) => bulk.getByRole('option', { name: name(student) });
  const search = bulk.getByRole('searchbox', { name: 'Search students' });
  const status = bulk.getByRole('status').filter({ hasText: 'selected' });
  await expect(bulk.getByRole('button', { name: 'Unassigned 9' })).toHaveAttribute('aria-pressed', 'true');
  await expect(option('zoe')).toHaveCount(0);
  await option('mia').click();
  await option('noah').click();
  await bulk.getByRole('button', { name: 'All 10' }).click();
  await search.fill('zoe');
  await option('zoe').click();
  await expect(status).toHaveText('3 selected, 2 not shown');
  await bulk.getByLabel('Teacher').selectOption(name('ada'));
  await expect(bulk.getByRole('button', { name: /^Assign/ })).toHaveCount(0);

  await bulk.getByRole('button', { name: 'Review 3 selected' }).click();
  await expect(bulk.getByRole('listbox').getByRole('option')).toHaveCount(3);
  await expect(search).toHaveValue('');
  expect(await pairsOf(page, school)).toEqual(['ada>zoe']);
  await expect(status).toHaveText('3 selected');
  await bulk.getByRole('button', { name: 'Assign 3 Students' }).click();
  const said = toast(page, `Successfully assigned 2 students to ${name('ada')}. One already was.`);
  await said.hover();
  await expect.poll(() => pairsOf(page, school)).toEqual(['ada>mia', 'ada>noah', 'ada>zoe']);
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => pairsOf(page, school)).toEqual(['ada>zoe']);
  await expect(toast(page, `Successfully removed 2 students from ${name('ada')}`)).toBeVisible();

  // Clear clears all, also what a search hides.
  await bulk.getByRole('checkbox', { name: 'Select all 9' }).check();
  await search.fill('uma');
  await expect(status).toHaveText('9 selected, 8 not shown');
  await bulk.getByRole('button', { name: 'Clear' }).click();
  await expect(status).toHaveText('None selected');
  await search.fill('');
  await expect(bulk.getByRole('listbox').getByRole('option', { selected: true })).toHaveCount(0);

  // Those who are all there already are no success.
  await bulk.getByRole('button', { name: 'All 10' }).click();
  await option('zoe').click();
  await bulk.getByRole('button', { name: 'Assign 1 Student' }).click();
  await expect(toast(page, `${name('zoe')} is already assigned to ${name('ada')}`)).toBeVisible();
});

test(
  'several are removed from a teacher at once, pending ones too, and come back',
  ON_DESKTOP,
  async ({ page }) => {
    const students = ['mia', 'noah', 'olga', 'paul', 'quinn'];
    const school = await newSchool(page, { teachers: ['ada'], students });
    const name = (short: string) => `${school.prefix}.${short}`;
    await assign(page, school, 'ada', [...students, 'later']);
    await openSchool(page, school, 'assignments');
    const ada = card(page, school, 'ada');
    await expect(ada.getByText('5 students, 1 pending')).toBeVisible();
    // Three are shown.
    await expect(ada.getByRole('button', { name: 'Remove' })).toHaveCount(3);
    await ada.getByRole('button', { name: 'Show all 6' }).click();
    await expect(ada.getByText(`later${school.domain} Pending`)).toBeVisible();
    await ada.getByRole('button', { name: 'Select' }).click();
    await expect(ada.getByRole('button', { name: 'Remove 0' })).toBeDisabled();
    await ada.getByRole('checkbox', { name: name('noah') }).check();
    await ada.getByRole('checkbox', { name: name('quinn') }).check();
    await ada.getByRole('checkbox', { name: 'later' }).check();
    await ada.getByRole('button', { name: 'Remove 3' }).click();
    const said = toast(page, `Successfully removed 3 students from ${name('ada')}`);
    await said.hover();
    await expect(ada.getByText('3 students', { exact: true })).toBeVisible();
    expect(await pairsOf(page, school)).toEqual(['ada>mia', 'ada>olga', 'ada>paul']);
    await said.getByRole('button', { name: 'Undo' }).click();
    await expect(ada.getByText('5 students, 1 pending')).toBeVisible();
    await ada.getByRole('button', { name: `Remove later${school.domain} from ${name('ada')}` }).click();
    await expect(toast(page, `Successfully removed later${school.domain} from ${name('ada')}`)).toBeVisible();
    await expect(ada.getByText('5 students', { exact: true })).toBeVisible();
  },
);

test('the bulk tool is a few presses of Tab away', ON_DESKTOP, async ({ page }) => {
  const students = Array.from({ length: 12 }, (_, index) => `student${index + 10}`);
  const teachers = Array.from({ length: 8 }, (_, index) => `teacher${index + 1}`);
  const school = await newSchool(page, { teachers, students });
  await openSchool(page, school, 'assignments');
  await expect(page.getByRole('region', { name: 'Bulk Assignment' })).toBeVisible();
  await page.getByRole('tab', { name: 'Assignments' }).focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to Bulk Assignment' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tab=assignments$/);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('searchbox', { name: 'Search students' })).toBeFocused();
  for (let press = 0; press < 4; press += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Clear' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.getByLabel('Teacher', { exact: true }).selectOption({ index: 1 });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Assign 1 Student' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => pairsOf(page, school)).toEqual(['teacher1>student11']);
});

test('on a phone students and teachers are two short pages', ON_PHONE, async ({ page }) => {
  const students = Array.from({ length: 40 }, (_, index) => `student${index + 10}`);
  const teachers = Array.from({ length: 25 }, (_, index) => `teacher${index + 10}`);
  const school = await newSchool(page, { teachers, students });
  const name = (short: string) => `${school.prefix}.${short}`;
  await assign(page, school, 'teacher10', students.slice(0, 20));
  for (const teacher of teachers.slice(1)) await assign(page, school, teacher, ['student10', 'student11']);
  await page.setViewportSize({ width: 360, height: 740 });
  await openSchool(page, school, 'assignments');
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  await page.getByRole('option', { name: name('student40') }).click();
  await page.getByRole('option', { name: name('student41') }).click();
  expect(await height()).toBeLessThan(3 * 740);

  // However far the page is scrolled, what is selected and the button are there, and a toast stands above them.
  await page.evaluate(() => window.scrollTo(0, 0));
  const bar = page.getByRole('complementary', { name: 'Selection' });
  await expect(bar).toBeInViewport({ ratio: 1 });
  await bar.getByLabel('Teacher').selectOption(name('teacher12'));
  await page.route('**/classes', unavailable, { times: 1 });
  await bar.getByRole('button', { name: 'Assign 2 Students' }).click();
  const failed = toast(page, 'Failed to assign students.');
  await expect(failed).toBeVisible();
  await settled(page);
  const [above, below] = [await failed.boundingBox(), await bar.boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);

  // What is selected stays while the teachers are looked at.
  await page.getByRole('button', { name: 'Teachers 25' }).click();
  const last = page.getByRole('heading', { name: name('teacher34') });
  await last.scrollIntoViewIfNeeded();
  expect(await height()).toBeLessThan(3.2 * 740);
  await page.getByRole('button', { name: `Show all 20 students of ${name('teacher10')}` }).click();
  await expect(page.getByRole('button', { name: `Remove ${name('student10')} from` })).toBeVisible();
  await page.getByRole('button', { name: 'Students 40' }).click();
  await bar.getByRole('button', { name: 'Assign 2 Students' }).click();
  await expect(toast(page, `Successfully assigned 2 students to ${name('teacher12')}`)).toBeVisible();
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
  await expect(page.getByText('No users found.')).toBeVisible();
});

test(
  'a teacher is made with students, and logs in with the password that is shown once',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page, { students: ['mia', 'noah'] });
    await openSchool(page, school, 'users');
    const form = page.getByRole('form', { name: 'Create Teacher' });
    await form.getByLabel('Username').fill(`${school.prefix}.ada`);
    await form.getByLabel('Email', { exact: true }).fill('no address');
    await form.getByRole('button', { name: 'Create Teacher' }).click();
    await expect(form.getByRole('alert')).toHaveText('Enter a valid email address.');
    await form.getByLabel('Email', { exact: true }).fill(`ada${school.domain}`);
    await expect(form.getByLabel('Student Emails')).toHaveAttribute('rows', '3');
    await form.getByLabel('Student Emails').fill(`mia${school.domain}, , nonsense`);
    await form.getByRole('button', { name: 'Create Teacher' }).click();
    await expect(form.getByRole('alert')).toHaveText('“nonsense” is not an email address.');
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
    await form.getByLabel('Username').fill(`${school.prefix}.ADA`);
    await form.getByLabel('Email', { exact: true }).fill(`other${school.domain}`);
    await form.getByRole('button', { name: 'Create Teacher' }).click();
    await expect(form.getByRole('alert')).toHaveText('This username is already taken.');
  },
);

test('of several new teachers every password stays until it is noted', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'users');
  const form = page.getByRole('form', { name: 'Create Teacher' });
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
    await box(page).fill(JSON.stringify([person(school, 'mia', 'student')]));
    await importButton(page).click();
    const imported = page.getByRole('table', { name: 'Imported users' });
    await expect(imported.getByRole('row')).toHaveCount(2);

    await page.getByRole('tab', { name: 'User Management' }).click();
    const form = page.getByRole('form', { name: 'Create Teacher' });
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
    await expect(box(page)).toHaveValue('');
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
  await expect(form.getByRole('alert')).toContainText('Enter a username and a password.');
  await form.getByLabel('Username').fill(username);
  await form.getByRole('textbox', { name: 'Password' }).fill('short');
  await form.getByRole('button', { name: 'Create School Admin' }).click();
  await expect(form.getByRole('alert')).toContainText('Password must be at least 8 characters.');
  await form.getByRole('textbox', { name: 'Password' }).fill('Sunshine-2026!');
  await form.getByRole('button', { name: 'Create School Admin' }).click();
  await expect(form.getByRole('alert')).toContainText('Password is little more than one well-known word.');
  await form.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.route('**/api/schooladmin/register', unavailable);
  await form.getByRole('button', { name: 'Create School Admin' }).click();
  await expect(form.getByRole('alert')).toContainText('Failed to create school admin');
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
  await expect(page).toHaveURL('/schooladmin/dashboard');
  await expect(page.getByText(`mia${school.domain}`)).toBeVisible();
});

const box = (page: Page) => page.getByRole('textbox', { name: 'Users' });
const importButton = (page: Page) => page.getByRole('button', { name: 'Import Users' });
const preview = (page: Page) => page.getByRole('table', { name: 'What will happen' });

test('a class is imported from JSON, and its passwords are taken along', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  await expect(box(page)).toHaveAttribute('rows', '8');
  await expect(box(page)).toHaveAttribute('placeholder', /"username".*"email".*"role"/);
  await importButton(page).click();
  await expect(page.getByRole('alert')).toHaveText('Enter the users to import first.');
  await box(page).fill('[{"username": "mia",}]');
  await importButton(page).click();
  await expect(page.getByRole('alert')).toContainText(/JSON|property name/);

  const mia = person(school, 'mia', 'student');
  // A name that a spreadsheet would run.
  const formula = { username: `=${school.prefix}()`, email: `noah${school.domain}`, role: 'teacher' };
  await box(page).fill(JSON.stringify([mia, formula]));
  await expect(preview(page).getByRole('row')).toHaveCount(3);
  await expect(preview(page).getByRole('row').nth(1).getByRole('cell').last()).toHaveText('New');
  const sent = page.waitForRequest(`**/api/admin/schools/${school.id}/batch-import`);
  await importButton(page).click();
  expect((await sent).postDataJSON()).toEqual([
    { row: 1, ...mia },
    { row: 2, ...formula },
  ]);
  await expect(toast(page, 'Batch import successful!')).toBeVisible();
  await expect(page.getByText(/The passwords are shown only once/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Copy' })).toBeFocused();
  const rows = page.getByRole('table', { name: 'Imported users' }).getByRole('row');
  await expect(rows.nth(1).getByRole('cell')).toHaveText([
    '1',
    mia.username,
    mia.email,
    'Student',
    /^\S{8,}$/,
    'Added',
  ]);
  const password = await rows.nth(1).getByRole('cell').nth(4).innerText();

  // Another tab of the screen keeps them; leaving it asks.
  await page.getByRole('tab', { name: 'User Management' }).click();
  await expect(page.getByRole('row').filter({ hasText: mia.email })).toBeVisible();
  await page.getByRole('tab', { name: 'Batch Import' }).click();
  await page.getByRole('link', { name: 'Tickmark' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click();
  const asked = page.waitForEvent('dialog');
  void page.reload().catch(() => undefined);
  expect((await asked).type()).toBe('beforeunload');
  await (await asked).dismiss();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^imported-users-\d{4}-\d\d-\d\d\.csv$/);
  const csv = await textOfCsv(file);
  expect(csv).toContain('Row\tUsername\tEmail\tRole\tPassword\tWhat became of it\r\n');
  expect(csv).toContain(`${['1', mia.username, mia.email, 'student', password, 'Added'].join('\t')}\r\n`);
  expect(csv).toContain(['2', `'${formula.username}`, formula.email, 'teacher'].join('\t'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy' }).click();
  await expect(toast(page, 'copied to clipboard')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied.split('\n')[1]).toBe(['1', mia.username, mia.email, 'student', password, 'Added'].join('\t'));

  const login = await page.request.post('/api/token', { form: { username: mia.username, password } });
  expect(login.status()).toBe(200);
  await page.getByRole('button', { name: 'Import more users' }).click();
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
});

test('a table is looked at row by row before anything is imported', ON_PHONE, async ({ page }) => {
  const school = await newSchool(page, { students: ['mia'] });
  await openSchool(page, school, 'batch');
  const line = (name: string, role: string) => `${school.prefix}.${name};${name}${school.domain};${role}`;
  const csv = [
    'Username;E-Mail;Role',
    line('mia', 'student'),
    line('noah', 'Student'),
    line('zoe', 'studnt'),
  ];
  await page.getByLabel('File with users').setInputFiles({
    name: 'class.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`\uFEFF${csv.join('\r\n')}`),
  });
  // Read from a file, the list makes room for what will happen.
  await expect(page.getByText('3 rows from class.csv')).toBeVisible();
  await expect(box(page)).toHaveCount(0);
  const cells = (row: number) => preview(page).getByRole('row').nth(row).getByRole('cell');
  // As in the file, whose first row is the head; who is here already is hidden.
  await expect(cells(1).first()).toHaveText('4');
  await expect(cells(1).last()).toHaveText('Faulty. Role must be student or teacher.');
  await expect(cells(2).last()).toHaveText('New');
  await expect(preview(page).getByRole('row')).toHaveCount(3);
  await expect(page.getByText('Correct the faulty rows first.')).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  await page.getByRole('button', { name: '1 unchanged' }).click();
  await expect(cells(1).last()).toHaveText('Unchanged');
  await expect(preview(page).getByRole('row')).toHaveCount(2);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await expect(box(page)).toBeFocused();
  await box(page).fill([...csv.slice(0, 3), line('zoe', 'teacher')].join('\n'));
  await expect(page.getByText('Adds 2.')).toBeVisible();
  await importButton(page).click();
  await expect(toast(page, 'Batch import successful!')).toBeVisible();
  const rows = page.getByRole('table', { name: 'Imported users' }).getByRole('row');
  // Every row, and what became of it.
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(1).getByRole('cell').first()).toHaveText('2');
  await expect(rows.nth(1).getByRole('cell').last()).toHaveText('Unchanged');
  await expect(rows.nth(2).getByRole('cell').last()).toHaveText('Added');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});

test('a taken username, an account of no school and one of another are each their own case', async ({
  page,
}) => {
  const elsewhere = await newSchool(page, { students: ['ana'] });
  const school = await newSchool(page, { students: ['mia'] });
  const register = (name: string) =>
    page.request.post('/api/register', {
      data: {
        username: `${school.prefix}.${name}.own`,
        email: `${name}-${school.prefix}@example.org`,
        password: PASSWORD,
      },
    });
  for (const name of ['leo', 'lea', 'lou']) await register(name);
  const free = (name: string, role = 'student') =>
    `${school.prefix}.${name},${name}-${school.prefix}@example.org,${role}`;
  await openSchool(page, school, 'batch');
  await box(page).fill(
    [
      'username,email,role',
      // Somebody else's name, in the same school.
      `${school.prefix}.mia,maya${school.domain},student`,
      free('leo'),
      free('lea'),
      free('lou', 'teacher'),
      `${school.prefix}.ana,ana${elsewhere.domain},student`,
      `${school.prefix}.zoe,zoe-${school.prefix}@example.net,student`,
    ].join('\n'),
  );
  const row = (number: number) =>
    preview(page)
      .getByRole('row')
      .filter({ has: page.getByRole('cell', { name: String(number), exact: true }) });
  await expect(page.getByRole('button', { name: '3 need a decision' })).toBeVisible();
  await expect(row(2)).toContainText('Username taken. Use');
  const name = row(2).getByRole('textbox', { name: 'Username for row 2' });
  await expect(name).toHaveValue(`${school.prefix}.mia2`);
  await expect(row(5)).toContainText('Account without a school, with the role student. Left out.');
  await expect(row(6)).toContainText('At another school. Left out.');
  await expect(row(7)).toContainText(`Not an address of ${school.domain}.`);
  await expect(page.getByText(`1 new address is not of ${school.domain}.`)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  // Nothing happens to an account before somebody has decided.
  await expect(page.getByText('Decide about 2 accounts first.')).toBeVisible();
  await expect(importButton(page)).toBeDisabled();
  await row(3).getByRole('button', { name: 'Take in' }).click();
  await row(3).getByRole('checkbox', { name: 'The same for 1 other like this' }).check();
  await expect(row(4).getByRole('button', { name: 'Take in' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('Adds 2, changes 2.')).toBeVisible();
  await row(4).getByRole('button', { name: 'Leave out' }).click();
  await expect(page.getByText('Adds 2, changes 1.')).toBeVisible();
  // Typed over what was suggested, and looked at like any other.
  await name.fill(`${school.prefix}.zoe`);
  await expect(row(2)).toContainText('This username is also in row 7.');
  await name.fill(`${school.prefix}.maya`);
  await expect(page.getByText('Adds 2, changes 1.')).toBeVisible();
  // What was decided outlives a look elsewhere.
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('tab', { name: 'Batch Import' }).click();
  await expect(page.getByText('Adds 2, changes 1.')).toBeVisible();
  await importButton(page).click();
  await expect(toast(page, 'Batch import successful!')).toBeVisible();

  const results = page.getByRole('table', { name: 'Imported users' }).getByRole('row');
  const became = (index: number) => results.nth(index).getByRole('cell').last();
  await expect(results).toHaveCount(7);
  await expect(results.nth(1)).toContainText(`${school.prefix}.maya`);
  await expect(became(1)).toHaveText(`Added. In the list: ${school.prefix}.mia.`);
  await expect(results.nth(2)).toContainText(`${school.prefix}.leo.own`);
  await expect(became(2)).toHaveText(`Taken in. In the list: ${school.prefix}.leo.`);
  await expect(became(3)).toHaveText('Left out. Account without a school.');
  await expect(became(4)).toHaveText('Left out. Account without a school, with the role student.');
  await expect(became(5)).toHaveText('Left out. At another school.');
  await expect(became(6)).toHaveText('Added');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  // Nobody learns the password of an account that was there before.
  await expect(results.nth(2).getByRole('cell').nth(4)).toHaveText('');
  const login = await page.request.post('/api/token', {
    form: { username: `${school.prefix}.leo.own`, password: PASSWORD },
  });
  expect(login.status()).toBe(200);
});

test('columns with names that nobody knows are asked about', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  await page.getByLabel('File with users').setInputFiles({
    name: 'klasse.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`sep=;\r\nKennung;E-Mail;Klasse\r\n${school.prefix}.mia;m${school.domain};12b\r\n`),
  });
  const columns = page.getByRole('region', { name: 'Columns' });
  await expect(columns.getByLabel('E-Mail')).toHaveValue('email');
  await expect(columns.getByLabel('Kennung')).toHaveValue('none');
  await expect(columns.getByText('12b')).toBeVisible();
  await expect(preview(page).getByRole('cell', { name: 'm', exact: true })).toBeVisible();
  await expectAccessible(page);
  await columns.getByLabel('Kennung').selectOption('Username');
  await expect(preview(page).getByRole('cell', { name: `${school.prefix}.mia` })).toBeVisible();
  await columns.getByRole('button', { name: 'Done' }).click();
  await expect(columns).toContainText('Kennung: Username, E-Mail: Email, Klasse: Do not import');
});

test('an import that fails keeps the list', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  // Pasted from a spreadsheet, without a head and without roles.
  await box(page).fill(
    `${school.prefix}.tom\ttom${school.domain}\n${school.prefix}.una\tuna${school.domain}`,
  );
  await expect(page.getByText('There is no role column: everybody is imported as a student.')).toBeVisible();
  const { held, release } = hold();
  await page.route('**/batch-import', async (route) => {
    await held;
    await unavailable(route);
  });
  await importButton(page).click();
  await expect(page.getByText('Importing 2 users...')).toBeVisible();
  // It goes on while somebody looks elsewhere, and is still to be seen when they come back.
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByRole('tab', { name: 'Batch Import' }).click();
  await expect(page.getByText('Importing 2 users...')).toBeVisible();
  await page.getByRole('tab', { name: 'Overview' }).click();
  release();
  await expect(toast(page, 'Batch import failed.')).toBeVisible();
  await page.getByRole('tab', { name: 'Batch Import' }).click();
  await expect(box(page)).toHaveValue(/tom/);
  await importButton(page).click();
  await expect(page.getByRole('alert')).toContainText('Batch import failed');
});

test(
  'more than 500 users are imported in parts, and a part that fails can follow',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page);
    await openSchool(page, school, 'batch');
    // Answered here: five hundred passwords would take the server a while.
    const parts: Row[][] = [];
    const { held, release } = hold();
    let isAway = true;
    await page.route('**/batch-import', async (route) => {
      const rows = route.request().postDataJSON() as Row[];
      if (parts.length === 1) await held;
      if (parts.length === 1 && isAway) return unavailable(route);
      parts.push(rows);
      const imported = rows.map(({ username, email, role }) => ({
        username,
        email,
        role,
        password: 'abcd-efgh',
      }));
      return route.fulfill({ json: { imported, taken_in: [] } });
    });
    const rows = Array.from({ length: 1240 }, (_, index) => person(school, `s${index}`, 'student'));
    await box(page).fill(JSON.stringify(rows));
    await expect(page.getByText('Adds 1,240.')).toBeVisible();
    // Only the rows in sight are drawn.
    expect(await preview(page).getByRole('row').count()).toBeLessThan(100);
    await importButton(page).click();
    await expect(page.getByText('Importing 1,000 of 1,240...')).toBeVisible();
    release();
    await expect(page.getByText('Rows 1 to 500 are imported, the rest are not.')).toBeVisible();
    await expect(page.getByRole('button', { name: '500 added' })).toBeVisible();
    await expect(page.getByRole('button', { name: '740 not imported' })).toBeVisible();
    await expectAccessible(page);
    isAway = false;
    await page.getByRole('button', { name: 'Go on' }).click();
    await expect(toast(page, 'Batch import successful!')).toBeVisible();
    await expect(page.getByRole('button', { name: '1,240 added' })).toBeVisible();
    expect(parts.map((part) => part.length)).toEqual([500, 500, 240]);
    expect(new Set(parts.flat().map(({ email }) => email)).size).toBe(1240);
  },
);

test(
  'a list that is pasted makes room for what will happen, and comes back',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await openSchool(page, school, 'batch');
    const text = `${school.prefix}.mia\tmia${school.domain}\tstudent`;
    await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await box(page).press('ControlOrMeta+v');
    await expect(page.getByText('Adds 1.')).toBeVisible();
    await expect(box(page)).toHaveCount(0);
    const change = page.getByRole('button', { name: 'Change', exact: true });
    await expect(change).toBeFocused();
    await change.press('Enter');
    await expect(box(page)).toBeFocused();
    await expect(box(page)).toHaveValue(text);
  },
);

test('a list of more than 5,000 rows is refused before anything is sent', ON_DESKTOP, async ({ page }) => {
  const school = await newSchool(page);
  await openSchool(page, school, 'batch');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const lines = Array.from({ length: 5001 }, (_, index) => `s${index}${school.domain}`);
  await page.getByLabel('File with users').setInputFiles({
    name: 'all.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  await expect(page.getByText('A list can have at most 5,000 rows.')).toBeVisible();
  await expect(importButton(page)).toHaveCount(0);
  expect(asked.filter((url) => url.includes('batch-import'))).toEqual([]);
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
    if (isPhone()) await page.setViewportSize({ width: 360, height: 740 });
    await expectNoSidewaysScroll(page);
    await expectWithinCards(page);
    await expectAccessible(page);
    if (isPhone()) return;
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
    const user = (id: number, role: string) => ({
      id,
      username: `${role}.${id}`,
      email: `${role}.${id}${school.domain}`,
      role,
      created_at: null,
      school_id: school.id,
      school_name: school.name,
    });
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
    await page.getByRole('checkbox', { name: 'Select all 800' }).check();
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
