import type { Browser } from '@playwright/test';
import { launchChromium } from './chromium.ts';
import { measurePlainPresses, openPlainTable, plainFirstRows } from './plain-page.ts';
import { ADMIN_PASSWORD, connect, registerStudent, startProduct } from './product.ts';
import { line, type Row, report, rounds } from './rows.ts';
import {
  framesWhileScrolling,
  middleAndTail,
  openSlowPage,
  type Place,
  scriptTime,
  takeInteractions,
  untilFirstRows,
  type View,
  wait,
  watchInteractions,
} from './web-page.ts';

/**
 * What somebody with a slow phone or a slow laptop feels: the processor slowed down four times, a student with nine
 * subjects over 2014-2024 and 1,000 completed papers, an admin with 50,000 users. Presses and keys are the browser's own
 * input, so that no script of the test runner is counted. What the browser and the machine take of it is known from a
 * plain page (`plain-page.ts`), measured in turns with ours.
 */

const SLOWDOWN = 4;
const ROUNDS = rounds(5, 2);
const TICKS = 8;
const USERS = 50_000;
/** Time enough for everything that a tick sets off: the counts, the request, its answer, the sums. */
const SETTLED = 700;
/** Time enough for a key or a press that sets off nothing. */
const DRAWN = 200;
const SCROLL = { distance: 8000, speed: 2000 };
const SUBJECTS =
  'math_aa_hl physics_hl biology_hl chemistry_hl economics_hl business_hl history_hl english_b_hl music_hl';
const BUDGET = { script: 8, scriptTail: 16 };
/** More than the plain page takes for a tick: one frame. */
const FRAME = 16;
/** As many times what the plain page takes. */
const RATIO = { toFrame: 2, firstRows: 1.5, frames: 0.9 };

const records = (): Record<string, unknown> => {
  const all: Record<string, unknown> = {};
  for (const subject of SUBJECTS.split(' ').slice(0, 6)) {
    for (let year = 2014; year <= 2024; year += 1) {
      for (const session of ['May', 'November']) {
        for (const paper of ['paper1', 'paper2', 'paper3']) {
          for (const zone of ['TZ1', 'TZ2']) {
            const isHeld = year !== 2020 || session !== 'May';
            const count = Object.keys(all).length;
            // The sitting that is ticked below stays open.
            if (isHeld && count < 1000 && year !== 2024) {
              all[`${subject}-${year}-${session}-${paper}-${zone}`] = {
                is_completed: true,
                score: 40 + (count % 60),
              };
            }
          }
        }
      }
    }
  }
  return all;
};

const makeStudent = async (url: string): Promise<string> => {
  const token = await registerStudent(url, 'phone');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = (method: string, path: string, body: unknown) =>
    fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
  await send('POST', '/subjects', { subjects: SUBJECTS.split(' ') });
  await send('POST', '/completion/bulk', { completion_data: records() });
  await send('PUT', '/users/me/preferences', {
    year_ranges: { math_aa_hl: { startYear: 2014, endYear: 2024 } },
    timezone_overrides: {},
  });
  return token;
};

const middleOf = ({ x, y, width, height }: Place & { width: number; height: number }): Place => ({
  x: x + width / 2,
  y: y + height / 2,
});

const measureTicks = async (browser: Browser, url: string, token: string, view: View) => {
  const slow = await openSlowPage(browser, view, { token });
  const { page, session, press } = slow;
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(request.url());
  });
  await page.goto(url);
  await page.getByLabel('Select Subject to View').waitFor();
  await page.waitForLoadState('networkidle');
  const calls = requests.length;
  if (view === 'desktop')
    await page
      .getByRole('rowheader')
      .getByRole('button', { name: /^2024 May/ })
      .click();
  const box = page.getByRole('checkbox', { name: 'Paper 1, May 2024, TZ1, completed' });
  await box.scrollIntoViewIfNeeded();
  const placeOf = async (locator: typeof box): Promise<Place> => {
    const bounds = await locator.boundingBox();
    if (!bounds) throw new Error('What is to be pressed is not on the screen.');
    return middleOf(bounds);
  };
  const tickPlace = await placeOf(box);
  const dialog = page.getByRole('dialog', { name: 'Enter Score & Upload Files' });
  const boxes = await page.getByRole('checkbox').count();
  const plain: { box: number[][]; field: number[][] } = { box: [], field: [] };
  await slow.slowDown(SLOWDOWN);
  await watchInteractions(page);

  /** Presses, waits for all that follows, and answers what it cost. */
  const act = async (what: () => Promise<void>, milliseconds = SETTLED) => {
    await takeInteractions(page);
    const before = await scriptTime(session);
    await what();
    await wait(milliseconds);
    const whole = (await scriptTime(session)) - before;
    const noted = await takeInteractions(page);
    return {
      whole,
      toFrame: Math.max(0, ...noted.map(({ toFrame }) => toFrame)),
      script: noted.reduce((sum, { script }) => sum + script, 0),
    };
  };
  type Cost = Awaited<ReturnType<typeof act>>;
  const costs = {
    tick: [] as Cost[][],
    digit: [] as Cost[][],
    leave: [] as Cost[][],
    untick: [] as Cost[][],
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const all of Object.values(costs)) all.push([]);
    for (let turn = 0; turn < TICKS; turn += 1) {
      costs.tick.at(-1)?.push(await act(() => press(tickPlace)));
      await dialog.getByLabel('Score').focus();
      costs.digit.at(-1)?.push(await act(() => page.keyboard.press('7'), DRAWN));
      const skip = await placeOf(dialog.getByRole('button', { name: 'Skip' }));
      costs.leave.at(-1)?.push(await act(() => press(skip), DRAWN));
      await dialog.waitFor({ state: 'hidden' });
      costs.untick.at(-1)?.push(await act(() => press(tickPlace)));
    }
    const floor = await measurePlainPresses(browser, view, { boxes, presses: TICKS, slowdown: SLOWDOWN });
    plain.box.push(floor.box);
    plain.field.push(floor.field);
  }
  await slow.context.close();

  const of = (deed: keyof typeof costs, figure: keyof Cost) =>
    costs[deed].map((round) => round.map((cost) => cost[figure]));
  const script = { middle: BUDGET.script, tail: BUDGET.scriptTail };
  const frame = (bare: number[][]) => ({ bare, ratio: RATIO.toFrame });
  const tickFrame = { bare: plain.box, added: FRAME };
  const rows: Row[] = [
    ...middleAndTail(`${view}: tick, script before its frame`, of('tick', 'script'), script),
    ...middleAndTail(`${view}: tick to its frame`, of('tick', 'toFrame'), tickFrame),
    ...middleAndTail(`${view}: untick, script before its frame`, of('untick', 'script'), script),
    ...middleAndTail(`${view}: untick to its frame`, of('untick', 'toFrame'), tickFrame),
    ...middleAndTail(`${view}: untick and all it sets off, script`, of('untick', 'whole')),
    ...middleAndTail(
      `${view}: a digit in the score dialog to its frame`,
      of('digit', 'toFrame'),
      frame(plain.field),
    ),
    ...middleAndTail(
      `${view}: leaving the score dialog to the frame`,
      of('leave', 'toFrame'),
      frame(plain.box),
    ),
  ];
  return { calls, rows };
};

const addUsers = async (product: Awaited<ReturnType<typeof startProduct>>): Promise<void> => {
  const db = await connect(product);
  await db.query(
    `insert into users (username, username_key, email, password_hash, role)
     select name, name, name || '@example.org', 'none', 'student'
     from generate_series(1, $1::int) as n, lateral (select 'student-' || n as name) as t`,
    [USERS],
  );
  await db.query('analyze users');
  await db.end();
};

/** From the start of the visit to the frame with the first rows. */
const measureFirstRows = async (browser: Browser, url: string): Promise<number> => {
  const slow = await openSlowPage(browser, 'desktop', { adminPassword: ADMIN_PASSWORD });
  await slow.slowDown(SLOWDOWN);
  const milliseconds = await untilFirstRows(slow, `${url}/admin/dashboard?tab=users`);
  await slow.context.close();
  return milliseconds;
};

const measureUsers = async (browser: Browser, url: string): Promise<Row[]> => {
  const first: number[] = [];
  const keys: number[][] = [];
  const frames: Record<number, number[]> = { 1: [], [SLOWDOWN]: [] };
  const plain = {
    first: [] as number[],
    keys: [] as number[][],
    frames: { 1: [], [SLOWDOWN]: [] } as typeof frames,
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    first.push(await measureFirstRows(browser, url));
    plain.first.push(await plainFirstRows(browser, url, { slowdown: SLOWDOWN }));
    const table = await openPlainTable(browser, url);
    for (const [times, measured] of Object.entries(plain.frames)) {
      await table.page.evaluate(() => scrollTo(0, 0));
      await table.slowDown(Number(times));
      measured.push(await framesWhileScrolling(table, SCROLL));
    }
    await table.context.close();
    const floor = await measurePlainPresses(browser, 'desktop', {
      boxes: 0,
      presses: 12,
      slowdown: SLOWDOWN,
    });
    plain.keys.push(floor.field);
    const slow = await openSlowPage(browser, 'desktop', { adminPassword: ADMIN_PASSWORD });
    const { page } = slow;
    await page.goto(`${url}/admin/dashboard?tab=users`);
    await page.locator('[role=row][data-index]').first().waitFor();
    await page.waitForLoadState('networkidle');
    for (const [times, measured] of Object.entries(frames)) {
      await page.evaluate(() => scrollTo(0, 0));
      await slow.slowDown(Number(times));
      measured.push(await framesWhileScrolling(slow, SCROLL));
    }
    await page.evaluate(() => scrollTo(0, 0));
    await watchInteractions(page);
    await page.getByLabel('Search email, username, school').focus();
    const taken: number[] = [];
    for (const letter of 'student-4999') {
      await takeInteractions(page);
      await page.keyboard.press(letter);
      // As fast as people type: some letters come while the answer to earlier ones is drawn.
      await wait(200);
      taken.push(Math.max(0, ...(await takeInteractions(page)).map(({ toFrame }) => toFrame)));
    }
    keys.push(taken);
    await slow.context.close();
  }
  return [
    line('50,000 users: first rows', {
      values: first,
      unit: 'ms',
      bare: plain.first,
      budget: { atMost: RATIO.firstRows, of: 'ratio' },
    }),
    line('50,000 users: frames a second while scrolling, processor as it is', {
      values: frames[1] ?? [],
      unit: '',
      bare: plain.frames[1],
      budget: { atLeast: RATIO.frames, of: 'ratio' },
    }),
    line('50,000 users: frames a second while scrolling', {
      values: frames[SLOWDOWN] ?? [],
      unit: '',
      bare: plain.frames[SLOWDOWN],
      budget: { atLeast: RATIO.frames, of: 'ratio' },
    }),
    ...middleAndTail('50,000 users: a key in the search to its frame', keys, {
      bare: plain.keys,
      ratio: RATIO.toFrame,
    }),
  ];
};

const product = await startProduct();
const browser = await launchChromium();
try {
  const token = await makeStudent(product.url);
  const phone = await measureTicks(browser, product.url, token, 'phone');
  const desktop = await measureTicks(browser, product.url, token, 'desktop');
  await addUsers(product);
  report([
    ...phone.rows,
    ...desktop.rows,
    line('calls to show 1,000 completed papers', {
      values: [Math.max(phone.calls, desktop.calls)],
      unit: '',
      budget: { atMost: 5 },
    }),
    ...(await measureUsers(browser, product.url)),
  ]);
} finally {
  await browser.close();
  await product.stop();
}
