import type { Locator, Page, Route } from '@playwright/test';
import {
  box,
  choose,
  completion,
  isPhone,
  openWith,
  pill,
  scoreDialog,
  stored,
  tickWithScore,
  unfold,
} from './papers.ts';
import { sheetsOf } from './pdf.ts';
import {
  DEMO,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  hydrated,
  newName,
  ON_DESKTOP,
  ON_PHONE,
  open,
  openAsNewStudent,
  PASSWORD,
  reload,
  test,
} from './test.ts';

const MATHS = 'Mathematics: Analysis & Approaches HL';
const MATHS_GROUP = 'Mathematics';
const THEATRE = 'Theatre SL';
const THEATRE_GROUP = 'The Arts';

test('a guest tries the tracker, registers, and keeps the work', async ({ page }) => {
  await open(page, '/');
  await expect(page.getByRole('link', { name: 'Tickmark' })).toBeVisible();
  await expect(
    page.getByText('is independent of the International Baccalaureate Organization'),
  ).toBeVisible();
  await expect(page.getByText('No subjects selected.')).toBeVisible();
  await expect(page.getByText('Please add subjects first to start tracking papers.')).toBeVisible();
  await expect(page.getByText(/Guest session: [45]:\d\d left/)).toBeVisible();
  await expectAccessible(page);

  await choose(page, [MATHS_GROUP, MATHS], [THEATRE_GROUP, THEATRE]);
  await expect(pill(page)).toHaveAccessibleName(`Papers of ${MATHS} completed`);
  await expect(page.getByText('0/90')).toBeVisible();
  await unfold(page, 'May 2024');
  await tickWithScore(page, 'Paper 1, May 2024, TZ1', '85');
  await expect(page.getByText('1/90')).toBeVisible();
  await expect(page.getByText('Incomplete').first()).toBeVisible();
  await expect(page.getByText('Partially Complete')).toBeVisible();
  await box(page, 'Paper 1, May 2024, TZ2').click();
  await expect(scoreDialog(page)).toContainText('Paper 1·May 2024·TZ2');
  await scoreDialog(page).getByRole('button', { name: 'Skip' }).click();
  await expect(page.getByText('All Complete')).toBeVisible();
  await expect(page.getByText('2/90').locator('..')).toHaveText('2/902%');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  const when = { completed_at: expect.any(String), done_on: expect.any(String) };
  expect(await stored(page, 'localCompletionStatus')).toEqual({
    'math_aa_hl-2024-May-paper1-TZ1': { is_completed: true, score: 85, ...when },
    'math_aa_hl-2024-May-paper1-TZ2': { is_completed: true, score: null, ...when },
  });
  expect(await stored(page, 'localSubjects')).toEqual(['math_aa_hl', 'theatre_sl']);

  await reload(page);
  await expect(page.getByText('2/90')).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: 'Register' }).click();
  const username = newName();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('2/90')).toBeVisible();
  await expect(page.getByText('Guest session')).toBeHidden();
  await expect
    .poll(() => completion(page))
    .toMatchObject({ 'math_aa_hl-2024-May-paper1-TZ1': { score: 85 } });
  expect(await stored(page, 'localCompletionStatus')).toBeNull();
  expect(await stored(page, 'localSubjects')).toBeNull();
});

test('work survives a registration whose upload failed', ON_PHONE, async ({ page }) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('begun')) return;
    sessionStorage.setItem('begun', 'yes');
    localStorage.setItem('localSubjects', '["theatre_sl"]');
    localStorage.setItem(
      'localCompletionStatus',
      '{"theatre_sl-2023-May-paper1":{"is_completed":true,"score":42}}',
    );
  });
  await page.route('**/api/completion/bulk', (route) =>
    route.fulfill({ status: 503, json: { detail: 'away' } }),
  );
  await open(page, '/register');
  const username = newName();
  await page.getByLabel('Username').fill(username);
  await page.getByLabel('Email').fill(`${username}@example.org`);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByLabel('Confirm Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Register' }).click();
  await expect(page.getByText('1/15')).toBeVisible();
  expect(await stored(page, 'localCompletionStatus')).toBeNull();
  expect(await completion(page)).toEqual({});
  await page.unroute('**/api/completion/bulk');
  await reload(page);
  await expect.poll(() => completion(page)).toMatchObject({ 'theatre_sl-2023-May-paper1': { score: 42 } });
  await expect.poll(async () => JSON.stringify(await stored(page, 'trackerWork'))).not.toContain('"guest"');
});

test('a guest who logs in keeps the work and overwrites nothing', ON_PHONE, async ({ page }) => {
  const username = newName();
  const registered = await page.request.post('/api/register', {
    data: { username, email: `${username}@example.org`, password: PASSWORD },
  });
  const { access_token: token } = (await registered.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  await page.request.post('/api/completion/bulk', {
    headers,
    data: { completion_data: { 'theatre_sl-2023-May-paper1': { is_completed: true, score: 90 } } },
  });
  await page.addInitScript(() => {
    if (sessionStorage.getItem('begun')) return;
    sessionStorage.setItem('begun', 'yes');
    localStorage.setItem('localSubjects', '["theatre_sl"]');
    localStorage.setItem(
      'localCompletionStatus',
      '{"theatre_sl-2023-May-paper1":{"is_completed":true,"score":10},"theatre_sl-2022-May-paper1":{"is_completed":true,"score":20}}',
    );
  });
  await open(page, '/login');
  await page.getByLabel('Username').fill(username);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByText('2/15')).toBeVisible();
  await expect
    .poll(() => completion(page))
    .toMatchObject({
      'theatre_sl-2023-May-paper1': { score: 90 },
      'theatre_sl-2022-May-paper1': { score: 20 },
    });
});

test(
  'when a guest’s time is over the work is cleared and the landing page says so',
  ON_PHONE,
  async ({ page }) => {
    await page.addInitScript(() => {
      if (sessionStorage.getItem('begun')) return;
      sessionStorage.setItem('begun', 'yes');
      localStorage.setItem('localSubjects', '["theatre_sl"]');
      localStorage.setItem(
        'localCompletionStatus',
        '{"theatre_sl-2023-May-paper1":{"is_completed":true,"score":42}}',
      );
    });
    await page.clock.install();
    await open(page, '/');
    await expect(page.getByText('1/15')).toBeVisible();
    await page.clock.fastForward('05:00');
    await expect(page).toHaveURL('/landing/#work-cleared');
    await expect(page.getByText('What you ticked without an account has been cleared')).toBeVisible();
    expect(await stored(page, 'localSubjects')).toBeNull();
    expect(await stored(page, 'localCompletionStatus')).toBeNull();
  },
);

test(
  'the notice can be closed until the last half minute, and the clock is one for all its pages',
  ON_DESKTOP,
  async ({ page }) => {
    await page.clock.install();
    await open(page, '/');
    const ends = await stored(page, 'guestEndsAt');
    const notice = page.getByRole('complementary', { name: 'Guest session' });
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(page.getByText('Guest session')).toBeHidden();
    await page.clock.fastForward('04:31');
    await expect(
      notice.getByText(/Guest session: 0:2\d left. Register or log in to keep your work./),
    ).toBeVisible();
    await expect(notice.getByRole('button')).toHaveCount(0);
    await page.goto('/register');
    await hydrated(page);
    await expect(page.getByText(/Guest session: 0:2\d left/)).toBeVisible();
    expect(await stored(page, 'guestEndsAt')).toBe(ends);
    await page.goto('/teachers/login');
    await hydrated(page);
    await expect(page.getByText('Guest session')).toBeHidden();
  },
);

test('broken local storage costs what is broken and no more', ON_DESKTOP, async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem('localSubjects', '["alchemy_hl", 7, "theatre_sl"]');
    localStorage.setItem(
      'localCompletionStatus',
      '{"theatre_sl-2023-May-paper1":{"is_completed":true,"score":50},"nonsense":1,"theatre_sl-2022-May-paper1":{"is_completed":true,"score":"9"}}',
    );
    localStorage.setItem('subjectYearRanges', '{"theatre_sl":{"startYear":"x"}}');
    localStorage.setItem('timezoneOverrides', '[[[');
    localStorage.setItem('guestEndsAt', 'never');
  });
  await open(page, '/');
  await expect(page.getByLabel('Select Subject to View')).toHaveValue('theatre_sl');
  await unfold(page, 'May 2023');
  await expect(box(page, 'Paper 1, May 2023')).toBeChecked();
});

test('a student ticks, scores, unticks and takes it back', async ({ page }) => {
  await openWith(page, ['theatre_sl']);
  await unfold(page, 'May 2024');
  await tickWithScore(page, 'Paper 1, May 2024', '0');
  await expect(page.getByRole('button', { name: '0%, change the score: Paper 1, May 2024' })).toBeVisible();
  await expect.poll(() => completion(page)).toMatchObject({ 'theatre_sl-2024-May-paper1': { score: 0 } });

  await page.getByRole('button', { name: /^0%, change the score/ }).click();
  await scoreDialog(page).getByLabel('Score').fill('140');
  await scoreDialog(page).getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => completion(page)).toMatchObject({ 'theatre_sl-2024-May-paper1': { score: 100 } });

  await box(page, 'Paper 1, May 2024').click();
  await expect(box(page, 'Paper 1, May 2024')).not.toBeChecked();
  await expect(scoreDialog(page)).toBeHidden();
  // Rested on, it stays until it is pressed.
  await page.locator('.toast').hover();
  await expect
    .poll(() => completion(page))
    .toMatchObject({ 'theatre_sl-2024-May-paper1': { is_completed: false, score: null } });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
  await expect.poll(() => completion(page)).toMatchObject({ 'theatre_sl-2024-May-paper1': { score: 100 } });
});

test('the day of a paper can be named, and comes back with Undo', async ({ page }) => {
  await openWith(page, ['theatre_sl']);
  const day = async () => (await completion(page))['theatre_sl-2024-May-paper1']?.completed_at?.slice(0, 10);
  await unfold(page, 'May 2024');
  await box(page, 'Paper 1, May 2024').click();
  const dialog = scoreDialog(page);
  const doneOn = dialog.getByLabel('Done on');
  await expect(doneOn).toHaveText('Today');
  await doneOn.click();
  const tomorrow = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10);
  await doneOn.fill(tomorrow);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByText('The date is in the future.')).toBeVisible();
  await expect(doneOn).toBeFocused();
  await expectAccessible(page);
  await doneOn.fill('2025-11-03');
  await dialog.getByLabel('Score').fill('70');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(day).toBe('2025-11-03');

  await page.getByRole('button', { name: /^70%, change the score/ }).click();
  await expect(dialog.getByLabel('Done on')).toHaveText('3 Nov 2025');
  await dialog.getByLabel('Score').fill('');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.locator('dialog:modal')).toHaveCount(0);
  await box(page, 'Paper 1, May 2024').click();
  const toast = page.locator('.toast', { hasText: 'Paper 1, May 2024: tick of 3 Nov 2025 removed' });
  await toast.hover();
  await expect.poll(day).toBeUndefined();
  await toast.getByRole('button', { name: 'Undo' }).click();
  await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
  await expect.poll(day).toBe('2025-11-03');
});

/** Lets saves fail, in a way of the test's choosing, once the dialog has been seen. */
const failSaves = async (page: Page, fail: (route: Route) => Promise<void>) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/completion', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await held;
    return fail(route);
  });
  return release;
};

test('a tick that is not saved is taken back, with a word', ON_PHONE, async ({ page }) => {
  await openWith(page, ['theatre_sl']);
  await unfold(page, 'May 2024');
  const release = await failSaves(page, (route) => route.fulfill({ status: 503, json: { detail: 'away' } }));
  await box(page, 'Paper 1, May 2024').click();
  await expect(scoreDialog(page)).toBeVisible();
  release();
  await expect(page.getByText('Failed to update paper status')).toBeVisible();
  await expect(scoreDialog(page)).toBeHidden();
  await expect(box(page, 'Paper 1, May 2024')).not.toBeChecked();
  await expect(page.getByText('Failed to update paper status')).toBeHidden();
  await page.unroute('**/api/completion');
  await tickWithScore(page, 'Paper 1, May 2024', '77');
  await expect.poll(() => completion(page)).toMatchObject({ 'theatre_sl-2024-May-paper1': { score: 77 } });
});

test('quick repeated ticks end in the truth', ON_PHONE, async ({ page }) => {
  await openWith(page, ['theatre_sl'], { 'theatre_sl-2024-May-paper1': { is_completed: true } });
  await unfold(page, 'May 2024');
  const tick = box(page, 'Paper 1, May 2024');
  let underWay = 0;
  await page.route('**/api/completion', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    // A slow line: all of it happens before the first answer.
    underWay += 1;
    await new Promise((resolve) => setTimeout(resolve, 400));
    await route.fulfill({ response: await route.fetch() });
    underWay -= 1;
  });
  for (let n = 0; n < 3; n += 1) {
    await tick.click();
    await tick.press('Enter');
    await scoreDialog(page).getByRole('button', { name: 'Skip' }).click();
  }
  await tick.click();
  await expect(tick).not.toBeChecked();
  // The values between are saved too, so what counts is what stands when nothing is on its way any more.
  await expect
    .poll(async () => [underWay, (await completion(page))['theatre_sl-2024-May-paper1']?.is_completed])
    .toEqual([0, false]);
  await expect(page.getByText('0/15')).toBeVisible();
});

/** Ticks, and goes before the frame of the tick: what it changes is stored and sent only after that. */
const tickAndLeave = async (page: Page, paper: Locator) => {
  await expect(paper).toBeVisible();
  await paper.evaluate((input: HTMLInputElement) => {
    input.click();
    location.href = '/privacy';
  });
  await page.waitForURL('**/privacy');
};

test('a student’s tick is saved though the page is left in the same moment', ON_PHONE, async ({ page }) => {
  await openWith(page, ['theatre_sl']);
  await tickAndLeave(page, box(page, 'Paper 1, May 2024'));
  await expect.poll(async () => Object.keys(await completion(page))).toEqual(['theatre_sl-2024-May-paper1']);
});

test('a tick is stored at once when the page is hidden in the same moment', ON_PHONE, async ({ page }) => {
  await openWith(page, ['theatre_sl']);
  const paper = box(page, 'Paper 1, May 2024');
  await expect(paper).toBeVisible();
  const kept = await paper.evaluate((input: HTMLInputElement) => {
    input.click();
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    return localStorage.getItem('trackerWork');
  });
  expect(kept).toContain('theatre_sl-2024-May-paper1');
});

test('a guest’s tick is kept though the page is left in the same moment', ON_PHONE, async ({ page }) => {
  await open(page, '/');
  await choose(page, [THEATRE_GROUP, THEATRE]);
  await tickAndLeave(page, box(page, 'Paper 1, May 2024'));
  await open(page, '/');
  await expect(box(page, 'Paper 1, May 2024')).toBeChecked();
});

test('two tabs of one student show the same', ON_DESKTOP, async ({ page, context }) => {
  await openWith(page, ['theatre_sl']);
  const other = await context.newPage();
  await open(other, '/');
  // From here on it hears what the first tells.
  await expect(other.getByText('0/15')).toBeVisible();
  await unfold(page, 'May 2024');
  await tickWithScore(page, 'Paper 1, May 2024', '64');
  await expect(other.getByText('1/15')).toBeVisible();
  await choose(other, [MATHS_GROUP, MATHS]);
  await expect(page.getByRole('button', { name: MATHS })).toBeVisible();
});

test('data that does not come is said so, and asked for again', ON_PHONE, async ({ page }) => {
  await openAsNewStudent(page, '/login');
  await page.route('**/api/completion', (route) => route.fulfill({ status: 503, json: { detail: 'away' } }));
  await open(page, '/');
  await expect(page.getByText('Failed to load your data. Please try again later.')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/completion');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('No subjects selected.')).toBeVisible();
});

test('a subject that is not saved is not shown', ON_DESKTOP, async ({ page }) => {
  await openWith(page, ['theatre_sl']);
  await page.route('**/api/subjects', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 503, json: { detail: 'away' } })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Edit' }).click();
  if (isPhone(page)) await page.locator('summary', { hasText: THEATRE_GROUP }).click();
  const music = page.getByRole('checkbox', { name: 'Music HL' });
  await music.click();
  await expect(page.getByText('Failed to update subjects')).toBeVisible();
  await expect(music).not.toBeChecked();
  await expect(page.getByRole('button', { name: 'Music HL' })).toHaveCount(0);
});

test('years and timezones choose what is shown and counted, here and on the next device', async ({
  page,
}) => {
  const { token } = await openWith(page, ['math_aa_hl'], {
    'math_aa_hl-2024-May-paper1': { is_completed: true, score: 60 },
  });
  await expect(page.getByText('0/90')).toBeVisible();
  await expect(page.getByText(/TZ1 and TZ2 are two variants/)).toBeVisible();
  const settings = async (name: string) =>
    page
      .getByRole('button', { name: isPhone(page) ? 'Filters' : name, exact: false })
      .last()
      .click();

  await settings('Year Range');
  await page.getByLabel('End Year').selectOption('2015');
  await expect(page.getByLabel('Start Year')).toHaveValue('2015');
  await page.getByLabel('Start Year').selectOption('2023');
  await expect(page.getByLabel('End Year')).toHaveValue('2023');
  await page.getByLabel('End Year').selectOption('2024');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('0/24')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden();

  await settings('Timezones');
  await expect(page.getByText('Enable timezone variants (TZ1/TZ2) for papers:')).toBeVisible();
  await expect(page.getByText('(Default: Enabled)')).toHaveCount(3);
  await page.getByRole('switch', { name: 'Paper 1' }).click();
  await expect(page.getByText('1/20')).toBeVisible();
  // On again, nothing that was ticked is lost, and that is said.
  await page.getByRole('switch', { name: 'Paper 1' }).click();
  await expect(page.getByText('1 tick without a timezone is kept.')).toBeVisible();
  await expect(page.getByText('0/24')).toBeVisible();
  await page.getByRole('switch', { name: 'Paper 1' }).click();
  await expect(page.getByText('1 tick without a timezone is kept.')).toBeHidden();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  if (!isPhone(page)) {
    // In the row of the variants a paper without any has none to tick.
    await unfold(page, 'May 2024');
    await expect(page.getByRole('grid').getByText('N/A')).toHaveCount(1);
  }

  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(/TZ1 and TZ2 are two variants/)).toBeHidden();
  await expect
    .poll(async () => {
      const answer = await page.request.get('/api/users/me/preferences', {
        headers: { authorization: `Bearer ${token}` },
      });
      return (await answer.json()) as unknown;
    })
    .toEqual({
      year_ranges: { math_aa_hl: { startYear: 2023, endYear: 2024 } },
      timezone_overrides: { math_aa_hl: { paper1: false } },
      sits: null,
      papers: null,
      pace: { session: null, goal: null, weeks_off: [], not_now: false },
    });
  await reload(page);
  await expect(page.getByText('1/20')).toBeVisible();
  await expect(page.getByText(/TZ1 and TZ2 are two variants/)).toBeHidden();
});

test('May 2020 was not held', async ({ page }) => {
  await openWith(page, ['theatre_sl']);
  await expect(
    page
      .getByText('2020 November')
      .or(page.getByText('2020').locator('..', { hasText: 'November' }))
      .first(),
  ).toBeVisible();
  await expect(page.getByText(/2020\s*May/)).toHaveCount(0);
  // A subject without variants needs no word about them.
  await expect(page.getByText(/TZ1 and TZ2 are two variants/)).toHaveCount(0);
});

test(
  'a tracker with 300 papers takes four calls, and one for what teachers have set',
  ON_DESKTOP,
  async ({ page }) => {
    const records: Record<string, unknown> = {};
    for (const subject of ['math_aa_hl', 'physics_hl', 'economics_hl', 'biology_hl']) {
      for (const year of [2016, 2017, 2018, 2019, 2021, 2022, 2023]) {
        for (const session of ['May', 'November']) {
          for (const paper of ['paper1', 'paper2', 'paper3']) {
            for (const zone of ['TZ1', 'TZ2'])
              records[`${subject}-${year}-${session}-${paper}-${zone}`] = { is_completed: true };
          }
        }
      }
    }
    expect(Object.keys(records).length).toBeGreaterThan(300);
    await openWith(page, ['math_aa_hl'], records);
    const calls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/')) calls.push(request.url());
    });
    // What the page before it asked late is not its own.
    page.on('framenavigated', () => calls.splice(0));
    await reload(page);
    await expect(page.getByText('84/90').or(page.getByText('72/90'))).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(calls.length, calls.join('\n')).toBeLessThanOrEqual(5);
  },
);

test('the papers of a subject are printed whole, with words for the boxes', async ({ page }) => {
  await openWith(page, ['music_sl'], {
    'music_sl-2024-May-paper1-TZ1': { is_completed: true, score: 72 },
    'music_sl-2017-November-paper1-TZ2': { is_completed: true, score: null },
  });
  const sheets = sheetsOf(await page.pdf({ format: 'A4' }));
  // A word may be drawn in pieces.
  const all = sheets.join('').replaceAll(/\s/g, '');
  expect(all).toContain('MusicSL:2of30papersdone,7%');
  expect(all).toContain('Paper1TZ1Paper1TZ2');
  for (const year of [2017, 2018, 2019, 2020, 2021, 2022, 2023, 2024])
    expect(all).toContain(`${year}November`);
  expect(all.match(/20\d\dMay/g)).toHaveLength(7);
  expect(all).toContain('2024May72%');
  expect(all).toContain('Done');
  // On the screen again it is as it was.
  await unfold(page, 'May 2024');
  await expect(box(page, 'Paper 1, May 2024, TZ1')).toBeChecked();
});

test('the grid by keyboard alone', ON_DESKTOP, async ({ page }) => {
  await openWith(page, ['philosophy_hl']);
  const heads = page.getByRole('grid').getByRole('columnheader');
  for (const [index, name] of [/^Session/, 'Paper 1', 'Paper 2', 'Paper 3'].entries())
    await expect(heads.nth(index)).toHaveAccessibleName(name);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to papers' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box(page, 'Paper 1, May 2024')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(box(page, 'Paper 2, May 2024')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(box(page, 'Paper 2, November 2024')).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('End');
  await expect(box(page, 'Paper 3, November 2024')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(scoreDialog(page)).toBeVisible();
  await page.keyboard.type('66');
  await page.keyboard.press('Enter');
  await expect(scoreDialog(page)).toBeHidden();
  await expect(box(page, 'Paper 3, November 2024')).toBeFocused();
  await expect(page.getByRole('grid').getByText('66%')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(scoreDialog(page)).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('grid').getByText('66%')).toBeVisible();
});

test('feedback is sent, and its failure keeps the words', ON_PHONE, async ({ page }) => {
  await page.clock.install();
  const { username } = await openAsNewStudent(page);
  await page.getByRole('button', { name: 'Give Feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your Feedback' });
  const submit = dialog.getByRole('button', { name: 'Submit Feedback' });
  await expect(submit).toBeDisabled();
  await dialog.getByLabel('Message').fill('The tick feels good.');
  await dialog.getByLabel('Email').fill('not an address');
  await submit.click();
  await expect(dialog.getByText('Enter a valid email address.')).toBeVisible();
  await dialog.getByLabel('Email').fill('');
  await expectAccessible(page);

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/feedback', async (route) => {
    await held;
    await route.fulfill({ status: 503, json: { detail: 'away' } });
  });
  // From here on the page's time stands still, so that it can be seen how long a message stays.
  await page.clock.pauseAt(new Date(Date.now() + 60_000));
  await submit.click();
  await expect(dialog.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  release();
  const failure = dialog.getByText('Failed to submit feedback. Please try again.');
  await expect(failure).toBeVisible();
  await page.clock.runFor(2900);
  await expect(failure).toBeVisible();
  await page.clock.runFor(200);
  await expect(failure).toBeHidden();
  await expect(dialog.getByLabel('Message')).toHaveValue('The tick feels good.');
  await page.unroute('**/api/feedback');
  const sent = page.waitForRequest('**/api/feedback');
  await submit.click();
  expect((await sent).postDataJSON()).toEqual({
    message: 'The tick feels good.',
    email: 'Anonymous',
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    user: `${username}@example.org`,
  });
  const thanks = page.getByRole('dialog', { name: 'Thank you for your feedback!' });
  await expect(thanks.getByText('Your feedback has been submitted successfully.')).toBeVisible();
  await page.clock.runFor(4900);
  await expect(thanks).toBeVisible();
  await page.clock.runFor(200);
  await expect(thanks).toBeHidden();
});

test('a full year is accessible and fits the screen', async ({ page }) => {
  const answer = await page.request.post('/api/token', {
    form: { username: DEMO.student, password: DEMO.password() },
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await open(page, '/');
  await expect(page.getByLabel('Select Subject to View')).toBeVisible();
  await unfold(page, 'May 2024');
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { name: 'Select Your IB Subjects:' })).toBeVisible();
  // Folded by group on a phone, with a second Done below the groups; all in sight where there is room.
  await expect(page.getByText('The Arts', { exact: true })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: THEATRE })).toBeVisible({ visible: !isPhone(page) });
  const done = page.getByRole('button', { name: 'Done', exact: true });
  await expect(done).toHaveCount(isPhone(page) ? 2 : 1);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
});
