import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { quantile } from './figures.ts';
import { type Budget, line, type Row } from './rows.ts';

/** A page of a slow phone or a slow laptop, and what can be read of it without running script in it meanwhile. */

export const VIEWPORTS = { phone: { width: 390, height: 844 }, desktop: { width: 1440, height: 900 } };
export type View = keyof typeof VIEWPORTS;

export interface SlowPage {
  page: Page;
  context: BrowserContext;
  session: CDPSession;
  /** A finger or a mouse there: the browser's own input, and none of the test runner's script. */
  press: (place: Place) => Promise<void>;
  slowDown: (times: number) => Promise<void>;
}
export type Place = { x: number; y: number };

export const openSlowPage = async (
  browser: Browser,
  view: View,
  stored: Record<string, string>,
): Promise<SlowPage> => {
  const isPhone = view === 'phone';
  const context = await browser.newContext({
    viewport: VIEWPORTS[view],
    hasTouch: isPhone,
    isMobile: isPhone,
  });
  await context.addInitScript((values) => {
    for (const [name, value] of Object.entries(values)) localStorage.setItem(name, value);
  }, stored);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Performance.enable');
  return {
    page,
    context,
    session,
    press: ({ x, y }) => (isPhone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y)),
    slowDown: async (rate) => {
      await session.send('Emulation.setCPUThrottlingRate', { rate });
    },
  };
};

/** Milliseconds of script so far, whatever it was for. */
export const scriptTime = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics');
  return (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0) * 1000;
};

export interface Interaction {
  /** From the input to the frame that answers it; browsers round it to 8 ms. */
  toFrame: number;
  /** Of that, our handlers and what they draw at once. */
  script: number;
}

/** Has the page note every press and key from now on. */
export const watchInteractions = (page: Page) =>
  page.evaluate(() => {
    type Entry = PerformanceEventTiming & { interactionId?: number };
    const noted = new Map<number, { toFrame: number; script: number }>();
    Object.assign(window, { noted });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Entry[]) {
        if (!entry.interactionId) continue;
        const known = noted.get(entry.interactionId) ?? { toFrame: 0, script: 0 };
        noted.set(entry.interactionId, {
          toFrame: Math.max(known.toFrame, entry.duration),
          script: known.script + entry.processingEnd - entry.processingStart,
        });
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  });

/** What was noted since this was last asked. What took less than a frame is not noted at all. */
export const takeInteractions = (page: Page): Promise<Interaction[]> =>
  page.evaluate(() => {
    const { noted } = window as unknown as { noted: Map<number, Interaction> };
    const all = [...noted.values()];
    noted.clear();
    return all;
  });

export const wait = (milliseconds: number) =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

/** From the start of the visit to the frame with the first rows of a list. */
export const untilFirstRows = async ({ page, context }: SlowPage, url: string): Promise<number> => {
  await context.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('[role=row][data-index]')) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => Object.assign(window, { firstRows: performance.now() })));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(url);
  const found = await page.waitForFunction(() => (window as { firstRows?: number }).firstRows);
  return (await found.jsonValue()) ?? Number.NaN;
};

/** How many frames a second the page itself drew while it was scrolled so far, so fast. */
export const framesWhileScrolling = async (
  { page, session }: SlowPage,
  { distance, speed }: { distance: number; speed: number },
): Promise<number> => {
  await page.evaluate(() => {
    const times: number[] = [];
    const note = (time: number) => {
      times.push(time);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
    Object.assign(window, { times });
  });
  await session.send('Input.synthesizeScrollGesture', {
    x: 200,
    y: 400,
    yDistance: -distance,
    speed,
    gestureSourceType: 'mouse',
  });
  return page.evaluate(() => {
    const { times } = window as unknown as { times: number[] };
    const taken = (times.at(-1) ?? 0) - (times[0] ?? 0);
    return ((times.length - 1) * 1000) / taken;
  });
};

/** Two lines: the middle of each round, and what one in twenty of it is worse than. */
export const middleAndTail = (
  what: string,
  roundsOfValues: readonly (readonly number[])[],
  budget: {
    middle?: number;
    tail?: number;
    bare?: readonly (readonly number[])[];
    /** As many times what the bare page takes, or so many milliseconds more. */
    ratio?: number;
    added?: number;
  } = {},
): Row[] => {
  const row = (name: string, part: number, atMost: number | undefined) =>
    line(`${what}, ${name}`, {
      values: roundsOfValues.map((values) => quantile(values, part)),
      unit: 'ms',
      bare: budget.bare?.map((values) => quantile(values, part)),
      budget: budgetOf(atMost),
    });
  const budgetOf = (atMost: number | undefined): Budget => {
    if (budget.added !== undefined) return { atMost: budget.added, of: 'added' };
    if (budget.ratio !== undefined) return { atMost: budget.ratio, of: 'ratio' };
    return atMost === undefined ? {} : { atMost };
  };
  return [row('median', 0.5, budget.middle), row('p95', 0.95, budget.tail)];
};
