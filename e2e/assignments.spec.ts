import type { CDPSession, Locator, Page } from '@playwright/test';
import { ADMIN, isPhone } from './admin.ts';
import {
  assign,
  card,
  hold,
  newSchool,
  openSchool,
  pairsOf,
  person,
  type School,
  toast,
  unassigned,
  unavailable,
  userAt,
} from './school.ts';
import { expect, expectNoSidewaysScroll, ON_DESKTOP, ON_PHONE, settled, test } from './test.ts';

/** Who teaches whom at a school. */

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
  const users = await page.request.get(`/api/admin/users?school_id=${school.id}&role=teacher`, {
    headers: ADMIN,
  });
  const [teacher] = (await users.json()) as { id: number }[];
  await page.request.delete(`/api/admin/users/${teacher?.id}`, { headers: ADMIN });
  await dragOnto(page, mia, school, 'ada');
  await expect(toast(page, 'Teacher not found')).toBeVisible();
  await expect(page.getByText('No teachers yet.')).toBeVisible();
});

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

test('names that the school gives stand beside usernames, and a group is found', async ({ page }) => {
  const school = await newSchool(page, {
    teachers: ['ada'],
    students: ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
  });
  const named = (name: string, role: string, more: object) => ({ ...person(school, name, role), ...more });
  await page.request.post(`/api/admin/schools/${school.id}/batch-import`, {
    headers: ADMIN,
    data: [
      named('mia', 'student', { name: 'Mia Chen', group: '11A' }),
      named('zoe', 'student', { name: 'Zoe Wu' }),
      named('tr', 'teacher', { name: 'Tina Rossi' }),
    ],
  });
  await assign(page, school, 'tr', ['zoe']);
  await openSchool(page, school, 'assignments');
  const bulk = page.getByRole('region', { name: 'Bulk Assignment' });
  await bulk.getByRole('searchbox', { name: 'Search students' }).fill('11a');
  await expect(bulk.getByRole('listbox').getByRole('option')).toHaveText([/\.mia Mia ChenNo teacher yet$/]);
  await expect(bulk.getByLabel('Teacher').locator('option').last()).toHaveText(/\.tr \(Tina Rossi\)$/);
  if (isPhone(test.info())) {
    await page.getByRole('button', { name: 'Teachers 2' }).click();
    await page.getByText('Unassigned Students').click();
    await card(page, school, 'tr').getByRole('button', { name: 'Show all 1' }).click();
  }
  await expect(unassigned(page).getByRole('button', { name: 'Mia Chen' })).toBeVisible();
  await expect(card(page, school, 'tr')).toContainText('Tina Rossi, tr@');
  await expect(card(page, school, 'tr').getByRole('button', { name: /\.zoe Zoe Wu/ })).toBeVisible();
  await expectNoSidewaysScroll(page);
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
  // Where she stands before the list has become short, nobody stands afterwards.
  await expect(bulk.getByRole('listbox').getByRole('option')).toHaveCount(1);
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
  await expect(bulk).toBeFocused();
  await expect.poll(() => pairsOf(page, school)).toEqual(['ada>mia', 'ada>noah', 'ada>zoe']);
  await said.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => pairsOf(page, school)).toEqual(['ada>zoe']);
  await expect(toast(page, `Successfully removed 2 students from ${name('ada')}`)).toBeVisible();

  // Who is searched for among the unassigned and has a teacher is not said to be nobody.
  await search.fill('zoe');
  await expect(bulk.getByText('1 among all students.')).toBeVisible();
  await bulk.getByRole('button', { name: 'Show 1' }).click();
  await expect(option('zoe')).toBeVisible();
  await expect(bulk).toBeFocused();
  await search.fill('');
  await bulk.getByRole('button', { name: 'Unassigned 9' }).click();

  // Clear clears all, also what a search hides.
  await bulk.getByRole('checkbox', { name: 'Select all 9' }).click();
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
  'of more than 500 those who were assigned before a failure are named, and can be taken back',
  ON_DESKTOP,
  async ({ page }) => {
    const school = await newSchool(page);
    const user = (id: number, role: string) => userAt(school, id, role);
    const users = [
      user(1, 'teacher'),
      ...Array.from({ length: 520 }, (_, index) => user(1000 + index, 'student')),
    ];
    await page.route('**/users-and-classes', (route) =>
      route.fulfill({ json: { users, classes: [], pending: [] } }),
    );
    const sent: { path: string; emails: string[] }[] = [];
    await page.route(/\/classes(\/remove)?$/, (route) => {
      const { student_emails: emails } = route.request().postDataJSON() as { student_emails: string[] };
      sent.push({ path: new URL(route.request().url()).pathname, emails });
      if (sent.length === 2) return unavailable(route);
      return route.fulfill({
        json: { success: true, assigned: emails.length, removed: emails.length, students: emails },
      });
    });
    await openSchool(page, school, 'assignments');
    const bulk = page.getByRole('region', { name: 'Bulk Assignment' });
    await bulk.getByRole('checkbox', { name: 'Select all 520' }).click();
    await bulk.getByLabel('Teacher').selectOption('teacher.1');
    await bulk.getByRole('button', { name: 'Assign 520 Students' }).click();
    const said = toast(page, 'Successfully assigned 500 students to teacher.1.');
    await said.hover();
    await expect(said).toContainText('The other 20: Failed to assign students.');
    await said.getByRole('button', { name: 'Undo' }).click();
    await expect(toast(page, 'Successfully removed 500 students from teacher.1')).toBeVisible();
    expect(sent.map(({ emails }) => emails.length)).toEqual([500, 20, 500]);
    expect(sent[2]).toEqual({
      path: `/api/admin/schools/${school.id}/classes/remove`,
      emails: sent[0]?.emails,
    });
  },
);

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
    await ada.getByRole('checkbox', { name: name('noah') }).click();
    await ada.getByRole('checkbox', { name: name('quinn') }).click();
    await ada.getByRole('checkbox', { name: 'later' }).click();
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
