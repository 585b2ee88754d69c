import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Browser, eventually, openBrowser } from '../testing/browser.ts';
import { type Line, openLine } from '../testing/line.ts';
import { clock, count, endOfGuestTime, readClock, spokenClock } from './countdown.ts';
import { handOverTo, isHandOverPromised, promiseHandOver, promiseMeanwhile } from './handover.ts';

const NOW = Date.UTC(2024, 5, 1, 12);
const CLEARED = '/start?time-over=cleared';
const seconds = (many: number) => many * 1000;

describe('the end of a guest’s time', () => {
  it.each([
    ['begins with a first visit', undefined, false, NOW + seconds(300)],
    ['runs on after a reload', String(NOW + seconds(42)), true, NOW + seconds(42)],
    ['is never more than a whole time away', String(NOW + seconds(9999)), true, NOW + seconds(300)],
    ['is past when it came while nobody looked', String(NOW - seconds(60)), true, NOW - seconds(60)],
    ['starts over when there is nothing to lose', String(NOW - seconds(60)), false, NOW + seconds(300)],
    ['starts over for who returns the next day', String(NOW - seconds(86_400)), true, NOW + seconds(300)],
    ['starts over instead of nonsense', 'soon', true, NOW + seconds(300)],
  ])('%s', (_, stored, hasWork, end) => {
    expect(endOfGuestTime(NOW, stored, hasWork)).toBe(end);
  });
});

describe('the clock', () => {
  let line: Line;
  let browser: Browser;
  let stop: (() => void) | undefined;

  beforeEach(async () => {
    line = await openLine();
    vi.useFakeTimers({ now: NOW, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    browser = openBrowser(line.url);
    browser.store('localSubjects', ['history_sl']);
    browser.store('localCompletionStatus', {});
  });

  afterEach(() => {
    stop?.();
    vi.useRealTimers();
    browser.close();
    line.close();
  });

  const readSecondsLeft = () => readClock().secondsLeft;
  const hasLeft = (...to: string[]) => eventually(() => expect(browser.left).toEqual(to));

  it('counts down every second and at zero clears the work and leaves', async () => {
    stop = count();
    expect(readSecondsLeft()).toBe(300);
    vi.advanceTimersByTime(28_000);
    expect(readSecondsLeft()).toBe(272);
    vi.advanceTimersByTime(271_000);
    expect(browser.left).toEqual([]);
    vi.advanceTimersByTime(1000);
    await hasLeft(CLEARED);
    expect([...browser.stored.keys()]).toEqual([]);
  });

  it('says of nothing that it was cleared when there was nothing', async () => {
    browser.stored.clear();
    stop = count();
    vi.advanceTimersByTime(300_000);
    await hasLeft('/start?time-over');
  });

  it('holds at zero while nobody answers, clears nothing, and ends when somebody does', async () => {
    line.disturb(() => 'cut');
    stop = count();
    vi.advanceTimersByTime(300_000);
    await eventually(() => expect(readClock()).toEqual({ secondsLeft: 0, heldBy: 'no-answer' }));
    line.disturb(() => 503);
    browser.dispatch('online');
    await line.heard('GET /start', 2);
    expect(browser.left).toEqual([]);
    expect(browser.stored.has('localSubjects')).toBe(true);
    line.mend();
    await hasLeft(CLEARED);
    expect([...browser.stored.keys()]).toEqual([]);
  });

  it('does not end for a guest who has opened a form, and does when they return from it', async () => {
    stop = count({ onForm: true });
    vi.advanceTimersByTime(900_000);
    expect(readClock()).toEqual({ secondsLeft: 0 });
    expect(line.calls).toEqual([]);
    expect(browser.stored.has('localSubjects')).toBe(true);
    stop();
    stop = count();
    await hasLeft(CLEARED);
  });

  // As to a page that is not fully active.
  const refused = () => Promise.reject(new Error('InvalidStateError'));
  it.each([
    ['the lock of its own form', { request: refused, query: () => Promise.resolve({ held: [] }) }],
    ['the question for those of others', { request: () => Promise.resolve(), query: refused }],
  ])('ends although the browser refuses %s', async (_, locks) => {
    vi.stubGlobal('navigator', { locks });
    stop = count({ onForm: true });
    vi.advanceTimersByTime(300_000);
    stop();
    stop = count();
    await hasLeft(CLEARED);
    expect([...browser.stored.keys()]).toEqual([]);
  });

  it('starts over for who comes back to the page that was left', async () => {
    stop = count();
    vi.advanceTimersByTime(300_000);
    await hasLeft(CLEARED);
    browser.dispatch('pageshow', { persisted: false });
    expect(browser.left).toEqual([CLEARED]);
    browser.dispatch('pageshow', { persisted: true });
    expect(browser.left).toEqual([CLEARED, 'reload']);
  });

  describe('while a login or a registration is under way', () => {
    let answer: { resolve: (token: string) => void; reject: (error: Error) => void };
    let entering: Promise<string>;
    beforeEach(() => {
      entering = promiseMeanwhile(
        new Promise((resolve, reject) => {
          answer = { resolve, reject };
        }),
      );
      stop = count();
      vi.advanceTimersByTime(310_000);
    });

    it('stands at zero and keeps the work for who is let in', async () => {
      expect(readSecondsLeft()).toBe(0);
      answer.resolve('a token');
      browser.store('token', await entering);
      // However long it takes to learn whose login it is.
      vi.advanceTimersByTime(900_000);
      expect(readSecondsLeft()).toBeUndefined();
      expect(browser.left).toEqual([]);
      handOverTo(7);
      expect(browser.storedJson('trackerWork')).toEqual({
        version: 1,
        users: { 7: { guest: { records: {}, subjects: ['history_sl'] } } },
      });
    });

    it('ends when they are not let in', async () => {
      answer.reject(new Error('The name is taken'));
      await expect(entering).rejects.toThrow('The name is taken');
      vi.advanceTimersByTime(1000);
      await hasLeft(CLEARED);
      expect([...browser.stored.keys()]).toEqual([]);
    });

    it('waits two minutes and no more: the page that sent it may be gone', async () => {
      vi.advanceTimersByTime(109_000);
      expect(browser.left).toEqual([]);
      vi.advanceTimersByTime(1000);
      await hasLeft(CLEARED);
      expect([...browser.stored.keys()]).toEqual([]);
    });
  });

  it('keeps what was promised before, to a login that could not be checked, though another one fails', async () => {
    promiseHandOver();
    await expect(promiseMeanwhile(Promise.reject(new Error('Wrong password')))).rejects.toThrow();
    expect(isHandOverPromised()).toBe(true);
  });

  it('is one across pages and reloads', () => {
    count()();
    vi.advanceTimersByTime(100_000);
    stop = count();
    expect(readSecondsLeft()).toBe(200);
  });

  it('notices at once that the computer slept past the end', async () => {
    stop = count();
    vi.setSystemTime(NOW + seconds(4000));
    browser.dispatch('visibilitychange');
    await hasLeft(CLEARED);
  });

  it('goes on with the new time that another tab has begun', () => {
    stop = count();
    vi.advanceTimersByTime(299_000);
    browser.store('guestEndsAt', NOW + seconds(550));
    vi.advanceTimersByTime(1000);
    expect(browser.left).toEqual([]);
    expect(readSecondsLeft()).toBe(250);
    expect(browser.stored.has('localSubjects')).toBe(true);
  });
});

it('is written as minutes and seconds', () => {
  expect([300, 272, 60, 9].map(clock)).toEqual(['5:00', '4:32', '1:00', '0:09']);
});

it('is spoken at the start, a minute and ten seconds before the end', () => {
  const spoken = new Set(Array.from({ length: 300 }, (_, index) => spokenClock(300 - index)));
  expect(spoken.size).toBe(3);
});
