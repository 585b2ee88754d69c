import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Browser, openBrowser } from '../testing/browser.ts';
import { announcement, clock, count, endOfGuestTime, readSecondsLeft } from './countdown.ts';

const NOW = Date.UTC(2024, 5, 1, 12);
const seconds = (many: number) => many * 1000;

describe('the end of a guest’s time', () => {
  it.each([
    ['begins with a first visit', undefined, false, NOW + seconds(300)],
    ['runs on after a reload', String(NOW + seconds(42)), true, NOW + seconds(42)],
    ['is never more than a whole time away', String(NOW + seconds(9999)), true, NOW + seconds(300)],
    ['is past when it came while nobody looked', String(NOW - seconds(60)), true, NOW - seconds(60)],
    ['begins anew when there is nothing to lose', String(NOW - seconds(60)), false, NOW + seconds(300)],
    ['begins anew for who returns the next day', String(NOW - seconds(86_400)), true, NOW + seconds(300)],
    ['begins anew instead of nonsense', 'soon', true, NOW + seconds(300)],
  ])('%s', (_, stored, hasWork, end) => {
    expect(endOfGuestTime(NOW, stored, hasWork)).toBe(end);
  });
});

describe('the clock', () => {
  let browser: Browser;
  let stop: (() => void) | undefined;

  beforeEach(() => {
    vi.useFakeTimers({ now: NOW });
    browser = openBrowser();
    browser.store('localSubjects', ['history_sl']);
    browser.store('localCompletionStatus', {});
  });

  afterEach(() => {
    stop?.();
    vi.useRealTimers();
    browser.close();
  });

  it('counts down every second and at zero clears the work and leaves', () => {
    stop = count();
    expect(readSecondsLeft()).toBe(300);
    vi.advanceTimersByTime(28_000);
    expect(readSecondsLeft()).toBe(272);
    vi.advanceTimersByTime(271_000);
    expect(browser.left).toEqual([]);
    vi.advanceTimersByTime(1000);
    expect(browser.left).toEqual(['/start?time-over']);
    expect([...browser.stored.keys()]).toEqual([]);
  });

  it('is one across pages and reloads', () => {
    count()();
    vi.advanceTimersByTime(100_000);
    stop = count();
    expect(readSecondsLeft()).toBe(200);
  });

  it('notices at once that the computer slept past the end', () => {
    stop = count();
    vi.setSystemTime(NOW + seconds(4000));
    browser.dispatch('visibilitychange');
    expect(browser.left).toEqual(['/start?time-over']);
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
  const spoken = new Set(Array.from({ length: 300 }, (_, index) => announcement(300 - index)));
  expect(spoken.size).toBe(3);
});
