import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { as, newTeacher } from './admin.ts';
import { box, isPhone, openWith, scoreDialog } from './papers.ts';
import {
  CUT,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  ON_DESKTOP,
  open,
  reload,
  test,
} from './test.ts';

/** A student finds what their teacher has set, and does it by ticking it. */

const PHYSICS = 'physics_hl';
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sept', 'Oct', 'Nov', 'Dec'];
const inDays = (days: number) => {
  const date = new Date(Date.now() + days * 86_400_000);
  const year = date.getFullYear() === new Date().getFullYear() ? '' : ` ${date.getFullYear()}`;
  return {
    iso: [date.getFullYear(), date.getMonth() + 1, date.getDate()]
      .map((part) => String(part).padStart(2, '0'))
      .join('-'),
    words: `${DAYS[date.getDay()]} ${date.getDate()} ${MONTHS[date.getMonth()]}${year}`,
    /** Beside a box, where the year goes without saying. */
    weekday: DAYS[date.getDay()],
    day: `${date.getDate()} ${MONTHS[date.getMonth()]}`,
  };
};

const paper = (year: number, name: string, timezone: string | null) => ({
  year,
  session: 'May',
  paper: name,
  timezone,
});

/** A student of music and physics whose teacher of physics can set papers. */
const openWithTeacher = async (page: Page, subjects = ['music_sl', PHYSICS]) => {
  const done = { 'music_sl-2023-May-paper1-TZ1': { is_completed: true, score: 60 } };
  const { token } = await openWith(page, subjects, done);
  const teacher = await newTeacher(page);
  const me = (await (await page.request.get('/api/users/me', { headers: as(token) })).json()) as {
    email: string;
  };
  const post = async (headers: Record<string, string>, path: string, data?: object) => {
    const answer = await page.request.post(`/api${path}`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await post(as(teacher.token), '/teachers/subjects', { subjects: [PHYSICS] });
  await teacher.follow(me.email);
  const list = await page.request.get('/api/users/me/teachers', { headers: as(token) });
  const [link] = ((await list.json()) as { teachers: { id: number }[] }).teachers;
  await post(as(token), `/users/me/teachers/${link?.id}/accept`);
  const set = async (days: number, papers: object[], line: string | null = null) => {
    const id = randomUUID();
    await post(as(teacher.token), '/teachers/sets', {
      id,
      subject_id: PHYSICS,
      papers,
      audience: 'everyone',
      group_id: null,
      student_ids: [],
      due_on: inDays(days).iso,
      line,
    });
    return id;
  };
  return { token, teacher, set };
};

const next = (page: Page) => page.locator('.next-paper').first();

test('what is set is the next thing, leads to the paper, and is done by its tick', async ({ page }) => {
  const { set, teacher } = await openWithTeacher(page);
  const [soon, later] = [inDays(3), inDays(9)];
  await set(9, [paper(2023, 'paper2', 'TZ1')]);
  // Of years that the tracker does not show.
  await set(3, [paper(2015, 'paper1', 'TZ2')], 'Section B only.');
  await reload(page);
  await expect(next(page)).toHaveText(`Due ${soon.words}: Physics HL, Paper 1, May 2015, TZ2`);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await next(page).click();
  const tick = box(page, 'Paper 1, May 2015, TZ2');
  await expect(tick).toBeFocused();
  await expect(page.getByLabel('Select Subject to View')).toHaveValue(PHYSICS);
  const title = `Set by ${teacher.username} for ${soon.words}: “Section B only.”`;
  await expect(tick).toHaveAccessibleDescription(title);
  const mark = page.getByRole('img', { name: title });
  await expect(mark).toHaveText(`for ${soon.weekday} ${soon.day}`);
  await expect(mark).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);

  await tick.click();
  await expect(scoreDialog(page).getByText(`${teacher.username}: “Section B only.”`)).toBeVisible();
  await expectAccessible(page);
  await scoreDialog(page).getByRole('button', { name: 'Skip' }).click();
  await expect(mark).toHaveCount(0);
  // It stays where it is until one leaves.
  await expect(tick).toBeChecked();
  const words = `Due ${later.words}: ${isPhone(page) ? '' : 'Physics HL, '}Paper 2, May 2023, TZ1`;
  await expect(next(page)).toHaveText(words, { useInnerText: true });

  const sets = await page.request.get('/api/teachers/sets', { headers: as(teacher.token) });
  const { sets: entries } = (await sets.json()) as { sets: { done: number }[] };
  expect(entries.map(({ done }) => done)).toEqual([0, 1]);
  // Undone, it is open again.
  await tick.click();
  await expect(next(page)).toContainText(`Due ${soon.words}`);
});

test('the overview lists what is set, and leads to each', async ({ page }) => {
  const { set, teacher } = await openWithTeacher(page);
  const [soon, later] = [inDays(3), inDays(9)];
  await set(3, [paper(2023, 'paper1', 'TZ1'), paper(2022, 'paper1', null)], 'Without notes.');
  await set(9, [paper(2021, 'paper2', 'TZ1')]);
  await reload(page);
  await expect(next(page)).toContainText(`Due ${soon.words}`);
  const toggle = page.getByRole('button', { name: 'Overview' });
  if ((await toggle.getAttribute('aria-expanded')) === 'false') await toggle.click();
  const part = page.getByRole('region', { name: 'What next' });
  await expect(part).toContainText('3 set, 1 suggested');
  // Before all else that the overview has.
  const top = async (at: typeof part) => (await at.boundingBox())?.y ?? 0;
  expect(await top(part)).toBeLessThan(await top(page.getByRole('region', { name: 'All subjects' })));
  await expectNoSidewaysScroll(page);
  await part.getByRole('button', { name: 'Show all' }).click();
  const list = page.getByRole('dialog', { name: 'What next' });
  await expect(list.getByRole('heading', { level: 3 })).toHaveText([
    `Due ${soon.words}: Physics HL`,
    `Due ${later.words}: Physics HL`,
    'Suggested: Music SL',
  ]);
  await expect(list.getByText(`Set by ${teacher.username}: “Without notes.”`)).toBeVisible();
  await expect(list.getByRole('button', { name: /^Paper/ })).toHaveCount(4);
  await expectAccessible(page);
  await list.getByRole('button', { name: 'Paper 2, May 2021, TZ1' }).click();
  await expect(list).toBeHidden();
  await expect(box(page, 'Paper 2, May 2021, TZ1')).toBeFocused();
});

test('no filter hides what is set', async ({ page }) => {
  const { set, token } = await openWithTeacher(page, [PHYSICS]);
  await page.request.put('/api/users/me/preferences', {
    headers: as(token),
    data: {
      year_ranges: { [PHYSICS]: { startYear: 2023, endYear: 2023 } },
      timezone_overrides: {},
      sits: 'TZ2',
      papers: 'set',
    },
  });
  // May 2021 had no Paper 3 in physics, and TZ1 is what this student does not sit.
  await set(2, [paper(2021, 'paper3', 'TZ1'), paper(2023, 'paper1', 'TZ1')]);
  await page.evaluate(() => localStorage.setItem('onlyLeft', 'true'));
  await reload(page);
  await expect(next(page)).toContainText(`Due ${inDays(2).words}`);
  await next(page).click();
  await expect(box(page, 'Paper 3, May 2021, TZ1')).toBeFocused();
  await page.keyboard.press('Space');
  await scoreDialog(page).getByRole('button', { name: 'Skip' }).click();
  await expect(next(page)).toContainText('Paper 1, May 2023, TZ1');
  await next(page).click();
  await expect(box(page, 'Paper 1, May 2023, TZ1')).toBeFocused();
});

test('is there without a connection, and goes with the login', async ({ page, complaints }) => {
  const { set } = await openWithTeacher(page);
  await set(3, [paper(2023, 'paper1', 'TZ1')]);
  await reload(page);
  await expect(next(page)).toContainText(`Due ${inDays(3).words}`);
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(next(page)).toContainText(`Due ${inDays(3).words}`);
  await page.unroute('**/api/**');
  expect(complaints.splice(0)).toEqual(expect.arrayContaining(CUT));
  await reload(page);
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText(/Guest session: \d/)).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('fromTeachers'))).toBeNull();
});

test('what is past says so, without alarm', ON_DESKTOP, async ({ page }) => {
  const { set } = await openWithTeacher(page);
  const id = await set(3, [paper(2023, 'paper1', 'TZ1')]);
  const past = inDays(-4);
  await page.route('**/api/users/me/from-teachers', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.json()) as { set_work: { id: string; due_on: string }[] };
    for (const one of body.set_work) if (one.id === id) one.due_on = past.iso;
    await route.fulfill({ json: body });
  });
  await reload(page);
  await expect(next(page)).toHaveText(`Was due ${past.words}: Physics HL, Paper 1, May 2023, TZ1`);
  await next(page).click();
  const mark = page.locator('.paper-due');
  await expect(mark).toHaveText(`was due ${past.day}`);
  for (const words of [next(page), mark]) {
    const [shown, danger] = await words.evaluate((element) => {
      const red = document.createElement('span');
      red.style.color = 'var(--color-danger)';
      element.append(red);
      return [element, red].map((one) => getComputedStyle(one).color);
    });
    expect(shown).not.toBe(danger);
  }
});

/** Of every mark in sight: the words that leave their tile, are cut, or are covered by another paper. */
const badMarks = (page: Page) =>
  page.locator('.paper-due').evaluateAll((marks) =>
    marks.flatMap((mark) => {
      const range = document.createRange();
      range.selectNodeContents(mark);
      const [words, tile] = [range, mark.parentElement as Element].map((one) => one.getBoundingClientRect());
      if (!words || !tile) return 'no mark';
      const others = Array.from(document.querySelectorAll('.paper, .combined'))
        .filter((other) => !other.contains(mark))
        .map((other) => other.getBoundingClientRect());
      const isCovered = others.some(
        (other) =>
          other.left < words.right &&
          other.right > words.left &&
          other.top < words.bottom &&
          other.bottom > words.top,
      );
      const isOutside = words.left < tile.left || words.right > tile.right || words.height > tile.height;
      return isCovered || isOutside || mark.scrollWidth > mark.clientWidth ? (mark.textContent ?? '') : [];
    }),
  );

test('the mark stays in its tile, whatever stands beside it', ON_DESKTOP, async ({ page }) => {
  const { set, token } = await openWithTeacher(page, [PHYSICS]);
  await set(3, [paper(2023, 'paper1', 'TZ1'), paper(2023, 'paper1', 'TZ2'), paper(2023, 'paper2', 'TZ1')]);
  const key = (name: string, zone: string) => `${PHYSICS}-2023-May-${name}-${zone}`;
  await page.request.post('/api/completion/bulk', {
    headers: as(token),
    data: { completion_data: { [key('paper2', 'TZ2')]: { is_completed: true, score: 75 } } },
  });
  // As long as the words of a day get.
  await page.route('**/api/users/me/from-teachers', async (route) => {
    const body = (await (await route.fetch()).json()) as { set_work: { due_on: string }[]; words: object[] };
    for (const one of body.set_work) one.due_on = '2027-09-22';
    const word = { teacher: 'ms.hartley', link_id: 1, unread: 1 };
    body.words = [key('paper1', 'TZ1'), key('paper2', 'TZ1')].map((at) => ({ ...word, key: at }));
    await route.fulfill({ json: body });
  });
  for (const sits of [null, 'TZ1']) {
    await page.request.put('/api/users/me/preferences', {
      headers: as(token),
      data: { year_ranges: {}, timezone_overrides: {}, sits, papers: 'all' },
    });
    for (const width of [360, 800, 1024, 1280, 1440]) {
      await page.setViewportSize({ width, height: 950 });
      await reload(page);
      // A phone's card that is closed shows them too.
      if (width === 360 && sits === null) await expect(page.locator('.tile-set')).toHaveCount(3);
      await next(page).click();
      await expect(page.locator('.paper-due')).toHaveCount(3);
      if (width === 360)
        await expect(page.locator('.paper-due > :first-child').filter({ visible: true })).toHaveCount(3);
      expect(await badMarks(page), `${width} px wide, sits ${sits ?? 'both'}`).toEqual([]);
      await expectNoSidewaysScroll(page);
    }
  }
});

test('a teacher who tries the tracker is not asked anything', ON_DESKTOP, async ({ page }) => {
  const { token } = await newTeacher(page);
  await page.request.post('/api/subjects', { headers: as(token), data: { subjects: [PHYSICS] } });
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  await open(page, '/');
  await expect(page.getByText('Tick a paper you have done.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(calls.filter((url) => url.includes('from-teachers'))).toEqual([]);
});
