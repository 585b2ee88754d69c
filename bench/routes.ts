import type { Browser, CDPSession } from '@playwright/test';
import { launchChromium } from './chromium.ts';
import { listPeople, startWithData } from './data.ts';
import { median, print, table } from './figures.ts';
import { ADMIN_PASSWORD, connect, type Product, signIn } from './product.ts';
import { line, report, rounds } from './rows.ts';

/**
 * Every page as its people open it for the first time, in a database of 50,000 users and 5,000,000 records: on a
 * processor four times slower and the slow 4G line of Lighthouse. What is fetched, in how many steps that wait for each
 * other, how many calls, and when something useful is on the screen.
 */

const ROUNDS = rounds(3, 1);
const SLOWDOWN = 4;
const LATENCY_MS = 562.5;
const BYTES_A_SECOND = { down: (1474.56 * 1024) / 8, up: (675 * 1024) / 8 };
const VIEWPORT = { width: 1440, height: 900 };

interface Visit {
  who: string;
  path: string;
  /** Local storage: how the app knows who is there. */
  stored: Record<string, string>;
  /** What somebody opens this page for: an element, and text that stands in it. */
  useful: { selector: string; text: string };
}

interface Seen {
  bytes: number;
  requests: number;
  calls: number;
  steps: number;
  firstPaint: number;
  usefulPaint: number;
}

const listVisits = async (product: Product): Promise<Visit[]> => {
  const db = await connect(product);
  const enter = async (role: string) => {
    const [id = 0] = await listPeople(db, role, 1);
    return { id, token: (await signIn(db, [id]))[0] ?? '' };
  };
  const [student, teacher, admin] = [
    await enter('student'),
    await enter('teacher'),
    await enter('school_admin'),
  ];
  const { rows } = await db.query<{ link: number; school: number }>(
    `select min(l.id) as link, min(school_id) as school
     from teacher_students l join users u on u.id = l.teacher_id where teacher_id = $1`,
    [teacher.id],
  );
  const { link = 0, school = 0 } = rows[0] ?? {};
  await db.end();

  const on =
    (who: string, stored: Record<string, string>) =>
    (path: string, text: string, selector = 'body') => ({
      who,
      path,
      stored,
      useful: { selector, text },
    });
  const nobody = on('guest', {});
  const asStudent = on('student', { token: student.token });
  const asTeacher = on('teacher', { token: teacher.token });
  const asAdmin = on('school admin', { schoolAdminToken: admin.token });
  const asPlatform = on('platform admin', { adminPassword: ADMIN_PASSWORD });
  const somebody = '@school1.example';
  return [
    nobody('/', 'Add Subjects', 'button'),
    nobody('/login', 'Sign In', 'button'),
    nobody('/register', 'Create an Account'),
    nobody('/teachers/login', 'Sign in as Teacher', 'button'),
    nobody('/schooladmin/login', 'Login', 'button'),
    nobody('/admin/login', 'Sign in', 'button'),
    nobody('/no-such-page', 'Page Not Found'),
    asStudent('/', '2024', '[role=rowheader]'),
    asStudent('/settings', 'this one'),
    asTeacher('/teachers', somebody),
    asTeacher('/teachers/subjects', 'Physics'),
    asTeacher(`/teachers/students/${link}`, somebody),
    asAdmin('/schooladmin/dashboard', somebody),
    asAdmin(`/schooladmin/students/${student.id}`, somebody),
    asAdmin(`/schooladmin/teachers/${teacher.id}`, somebody),
    asPlatform('/admin/dashboard', 'School 5'),
    asPlatform('/admin/feedback', 'Feedback', 'h1'),
    asPlatform(`/admin/schools/${school}`, somebody),
    asPlatform(`/admin/schools/${school}/analytics`, somebody),
  ];
};

/** What a page fetched: how much, and how many steps had to wait for another. */
const watchNetwork = async (session: CDPSession) => {
  const open = new Map<string, { began: number; ended: number; isCall: boolean }>();
  let bytes = 0;
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
    if (!request.url.startsWith('http')) return;
    open.set(requestId, {
      began: timestamp,
      ended: Number.POSITIVE_INFINITY,
      isCall: new URL(request.url).pathname.startsWith('/api/'),
    });
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const one = open.get(requestId);
    if (one) one.ended = timestamp;
    bytes += encodedDataLength;
  });
  return () => {
    const all = [...open.values()].toSorted((a, b) => a.began - b.began);
    // Whatever was asked for after an answer may have waited for it.
    const depths: { ended: number; depth: number }[] = [];
    for (const { began, ended } of all) {
      const before = depths.filter((one) => one.ended <= began).map(({ depth }) => depth);
      depths.push({ ended, depth: 1 + Math.max(0, ...before) });
    }
    return {
      bytes,
      requests: all.length,
      calls: all.filter(({ isCall }) => isCall).length,
      steps: Math.max(0, ...depths.map(({ depth }) => depth)),
    };
  };
};

const open = async (browser: Browser, url: string, visit: Visit): Promise<Seen> => {
  const context = await browser.newContext({ viewport: VIEWPORT, serviceWorkers: 'block' });
  try {
    await context.addInitScript(
      ({ stored, useful }) => {
        for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
        // In each frame, before it is drawn: what is there now is seen a moment later.
        const look = () => {
          const found = [...document.querySelectorAll(useful.selector)].some((element) =>
            element.textContent?.includes(useful.text),
          );
          if (found) Object.assign(window, { usefulAt: performance.now() });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      },
      { stored: visit.stored, useful: visit.useful },
    );
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const takeNetwork = await watchNetwork(session);
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: BYTES_A_SECOND.down,
      uploadThroughput: BYTES_A_SECOND.up,
    });
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.goto(url + visit.path, { timeout: 60_000 });
    await page
      .waitForFunction(() => 'usefulAt' in window, undefined, { timeout: 60_000 })
      .catch((error: unknown) => {
        const { selector, text } = visit.useful;
        throw new Error(`${visit.path} for a ${visit.who} never shows "${text}" in ${selector}.`, {
          cause: error,
        });
      });
    await page.waitForLoadState('networkidle', { timeout: 60_000 });
    const paints = await page.evaluate(() => ({
      first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      useful: (window as unknown as { usefulAt: number }).usefulAt,
    }));
    return {
      ...takeNetwork(),
      firstPaint: paints.first,
      usefulPaint: Math.max(paints.first, paints.useful),
    };
  } finally {
    await context.close();
  }
};

const product = await startWithData('town');
const browser = await launchChromium();
try {
  const visits = (await listVisits(product)).map((visit) => ({ visit, seen: [] as Seen[] }));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { visit, seen } of visits) seen.push(await open(browser, product.url, visit));
  }
  const middle = (seen: readonly Seen[], of: keyof Seen) => median(seen.map((one) => one[of]));
  print(
    table(
      ['page', 'who', 'KB', 'requests', 'steps', 'calls', 'first paint ms', 'useful ms'],
      visits.map(({ visit, seen }) => [
        visit.path.replace(/\d+/g, ':id'),
        visit.who,
        middle(seen, 'bytes') / 1024,
        String(middle(seen, 'requests')),
        String(middle(seen, 'steps')),
        String(middle(seen, 'calls')),
        Math.round(middle(seen, 'firstPaint')).toString(),
        Math.round(middle(seen, 'usefulPaint')).toString(),
      ]),
    ),
  );
  print('');
  const tracker = visits.find(({ visit }) => visit.who === 'student')?.seen ?? [];
  const most = (of: keyof Seen) =>
    visits.toSorted((a, b) => middle(b.seen, of) - middle(a.seen, of))[0] ?? { visit: undefined, seen: [] };
  const named = ({ visit }: { visit?: Visit | undefined }) => visit?.path.replace(/\d+/g, ':id') ?? '';
  const slowest = most('usefulPaint');
  const busiest = most('calls');
  report([
    line('calls to show a student’s tracker with 333 completed papers', {
      values: tracker.map(({ calls }) => calls),
      unit: 'calls',
      budget: { atMost: 5 },
    }),
    line(`most calls of any page (${named(busiest)})`, {
      values: busiest.seen.map(({ calls }) => calls),
      unit: 'calls',
    }),
    line('the tracker is there, slow 4G and 4x slower, cold', {
      values: tracker.map(({ usefulPaint }) => usefulPaint),
      unit: 'ms',
    }),
    line(`the slowest page is there (${named(slowest)}), slow 4G and 4x slower, cold`, {
      values: slowest.seen.map(({ usefulPaint }) => usefulPaint),
      unit: 'ms',
    }),
  ]);
} finally {
  await browser.close();
  await product.stop();
}
