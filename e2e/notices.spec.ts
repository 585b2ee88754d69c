import type { Page } from '@playwright/test';
import { as, newTeacher, openWith as openAs } from './admin.ts';
import { box, scoreDialog, tickWithScore, unfold } from './papers.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  reload,
  settled,
  test,
} from './test.ts';

/** The one strip at the lower edge of the window, and what may be said there. */

const strip = (page: Page) => page.locator('aside.strip');
const press = (page: Page, name: string) => strip(page).getByRole('button', { name, exact: true }).click();
const gear = (page: Page) => page.getByRole('button', { name: /^Settings/ });

const openWith = async (page: Page, subjects: string[]) => {
  const student = await openAsNewStudent(page);
  await page.request.post('/api/subjects', { headers: as(student.token), data: { subjects } });
  await reload(page);
  return student;
};

// The browser itself notes each request that found nobody.
test.afterEach(({ complaints }) => {
  const own = complaints.splice(0).filter((text) => !text.includes('net::ERR_FAILED'));
  complaints.push(...own);
});

/** Somebody comes back to the tab. */
const lookAgain = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

/** Somebody may come back before the page has learned to look. */
const findsAsked = (page: Page, words: string | RegExp) =>
  expect(async () => {
    await lookAgain(page);
    await expect(strip(page).getByRole('status')).toHaveText(words, { timeout: 2000 });
  }).toPass();

const askedBy = async (page: Page, email: string, subjects = ['physics_hl']) => {
  const teacher = await newTeacher(page);
  await page.request.post('/api/teachers/subjects', { headers: as(teacher.token), data: { subjects } });
  const answer = await teacher.follow(email);
  expect((await answer.json()) as object).toMatchObject({ status: 'pending' });
  const listed = async () => {
    const list = await page.request.get('/api/teachers/students', { headers: as(teacher.token) });
    const { students } = (await list.json()) as { students: { id: number; status: string }[] };
    return students;
  };
  return { ...teacher, listed };
};

test('a teacher’s request reaches the student, who accepts', async ({ page }) => {
  const { username } = await openWith(page, ['physics_hl', 'music_sl']);
  await expect(gear(page)).toHaveAccessibleName('Settings');
  const teacher = await askedBy(page, `${username}@example.org`, ['physics_hl', 'music_sl', 'french_b_sl']);
  await findsAsked(page, `${teacher.username} asks to see your progress in Physics HL, Music SL.`);
  const words = strip(page).getByRole('status');
  await expect(gear(page)).toHaveAccessibleName('Settings, 1 request');
  await settled(page);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await strip(page).getByRole('link', { name: 'What they see' }).click();
  await expect(page.getByRole('heading', { name: 'Teachers who see my progress' })).toBeFocused();
  await expect(page.getByText('Asks to see your progress in Physics HL, Music SL.')).toBeVisible();
  await expect(gear(page)).toHaveAccessibleName('Settings, 1 request');
  await page.goBack();
  await expect(page).toHaveURL('/');

  // Not answered, it is there again.
  await reload(page);
  await expect(words).toBeVisible();
  await strip(page).getByRole('button', { name: 'Accept', exact: true }).press('Enter');
  await expect(page.getByText('Request accepted.')).toBeVisible();
  await expect(strip(page)).toHaveCount(0);
  await expect(gear(page)).toHaveAccessibleName('Settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await teacher.listed()).toMatchObject([{ status: 'active' }]);
});

test('several requests are one strip, and declining betrays nothing', ON_PHONE, async ({ page }) => {
  const { username } = await openWith(page, ['theatre_sl']);
  const teachers = [
    await askedBy(page, `${username}@example.org`),
    await askedBy(page, `${username}@example.org`),
  ];
  await findsAsked(page, '2 teachers ask to see your progress.');
  await strip(page).getByRole('link', { name: 'Look' }).click();
  await page.getByRole('button', { name: `Decline: ${teachers[0]?.username}` }).click();
  await expect(page.getByText('Request declined.')).toBeVisible();
  await page.goBack();
  // No subject is shared.
  await expect(strip(page).getByRole('status')).toHaveText(
    `${teachers[1]?.username} asks to see your progress.`,
  );
  await press(page, 'Decline');
  await expect(strip(page)).toHaveCount(0);
  for (const teacher of teachers) expect(await teacher.listed()).toMatchObject([{ status: 'pending' }]);
});

test(
  'a request that was answered in another tab, or is no more, goes without a fault',
  ON_DESKTOP,
  async ({ page, context }) => {
    const { username } = await openWith(page, ['physics_hl']);
    const first = await askedBy(page, `${username}@example.org`);
    const other = await context.newPage();
    await open(other, '/');
    for (const tab of [page, other]) {
      await findsAsked(tab, /asks to see your progress/);
    }
    await press(other, 'Decline');
    await expect(strip(other)).toHaveCount(0);
    // Pressed before the next look.
    await press(page, 'Decline');
    await expect(page.getByText('This request is no longer open.')).toBeVisible();
    await expect(strip(page)).toHaveCount(0);

    const [link] = await first.listed();
    const remove = `/api/teachers/students/${link?.id}`;
    await page.request.delete(remove, { headers: as(first.token) });
    const second = await askedBy(page, `${username}@example.org`);
    for (const tab of [page, other]) {
      await findsAsked(tab, new RegExp(second.username));
    }
    await press(other, 'Accept');
    await expect(strip(other)).toHaveCount(0);
    await lookAgain(page);
    await expect(strip(page)).toHaveCount(0);
    await expect(gear(page)).toHaveAccessibleName('Settings');

    // Nobody answers: said in words, and the strip stays.
    const third = await askedBy(page, `${username}@example.org`);
    await lookAgain(page);
    await page.route('**/api/users/me/teachers/*/accept', (route) =>
      route.fulfill({ status: 503, json: { detail: 'away' } }),
    );
    await press(page, 'Accept');
    await expect(page.getByText('This did not work. Please try again.')).toBeVisible();
    await expect(strip(page)).toContainText(third.username);
  },
);

test('only the most urgent notice is shown, and the page keeps its room', async ({ page }) => {
  const { username, token } = await openWith(page, ['theatre_sl']);
  await unfold(page, 'May 2024');
  const { username: teacher } = await askedBy(page, `${username}@example.org`);
  await findsAsked(page, new RegExp(teacher));

  await page.route('**/api/completion', (route) => route.abort());
  await tickWithScore(page, 'Paper 1, May 2024', '81');
  await expect(strip(page).getByRole('status')).toHaveText(
    'Tickmark does not answer. 1 change is kept on this device.',
  );
  await expect(strip(page)).toHaveCount(1);
  // What stands last can be scrolled out from behind it.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const [footer, edge] = [
    await page.getByText('Tickmark is independent of').boundingBox(),
    await strip(page).boundingBox(),
  ];
  expect((footer?.y ?? Number.NaN) + (footer?.height ?? 0)).toBeLessThanOrEqual(edge?.y ?? 0);
  await expectAccessible(page);

  await page.request.post('/api/logout', { headers: as(token) });
  await page.unrouteAll();
  await expect(strip(page).getByRole('alert')).toHaveText(
    'You have been logged out. 1 change is kept on this device for you.',
  );
  await expect(strip(page)).toHaveCount(1);
  await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
});

test('a server that goes before anything was fetched ahead is said to be gone', async ({ page }) => {
  await page.clock.install();
  await openWith(page, ['theatre_sl']);
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await reload(page);
  await unfold(page, 'May 2024');
  await box(page, 'Paper 1, May 2024').click();
  // The frame of the box, and that in which the dialog opens.
  await page.clock.runFor(40);
  await expect(scoreDialog(page)).toBeVisible();
  await page.route('**', (route) => route.abort());
  await page.clock.resume();
  await scoreDialog(page).getByLabel('Score').fill('81');
  await scoreDialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(strip(page)).toContainText('Tickmark does not answer. 1 change is kept on this device.');
  await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
});

test('Try now asks at once, and what was kept is sent', ON_PHONE, async ({ page }) => {
  await page.clock.install();
  await openWith(page, ['theatre_sl']);
  await unfold(page, 'May 2024');
  await page.route('**/api/completion', (route) => route.abort());
  await tickWithScore(page, 'Paper 1, May 2024', '81');
  await expect(strip(page)).toContainText('Tickmark does not answer.');
  // From here on nothing is tried again by itself.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await page.unrouteAll();
  const asked = page.waitForRequest('**/api/completion');
  await press(page, 'Try now');
  await asked;
  await page.clock.resume();
  await expect(strip(page)).toHaveCount(0);
});

test('a toast covers nothing that can be pressed', ON_DESKTOP, async ({ page }) => {
  const teacher = await newTeacher(page);
  const students = Array.from({ length: 24 }, (_, index) => ({
    id: index + 1,
    name: `Student ${index + 1}`,
    email: `student${index + 1}@example.org`,
    status: index < 2 ? 'pending' : 'active',
    invitation_link: index < 2 ? `https://example.org/register#invite=${index}` : null,
  }));
  await page.route('**/api/teachers/students', (route) => route.fulfill({ json: { students } }));
  await openAs(page, { token: teacher.token }, '/teachers');
  const covered = () =>
    page.evaluate(() => {
      const toast = document.querySelector('.toast')?.getBoundingClientRect();
      return [...document.querySelectorAll('main a, main button')].filter((control) => {
        const { top, right, bottom, left } = control.getBoundingClientRect();
        return toast && bottom > toast.top && top < toast.bottom && right > toast.left && left < toast.right;
      }).length;
    });
  const failed = page.locator('.toast', { hasText: 'Failed to remove student.' });
  await page.route('**/api/teachers/students/*', (route) => route.abort());
  // At the top names stand on the left and buttons on the right; at the end there are buttons alone.
  for (const name of ['Student 3', 'Student 1']) {
    await page.getByRole('button', { name: `Remove student ${name}`, exact: true }).click();
    await failed.hover();
    expect(await covered()).toBe(0);
    await failed.getByRole('button', { name: 'Dismiss' }).click();
  }
});
