import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Browser, openBrowser } from '../testing/browser.ts';

const KEY = 'history_sl-2023-May-paper1-TZ1';
const TICK = { is_completed: true, score: 5 };

let browser: Browser;

beforeEach(() => {
  vi.resetModules();
  browser = openBrowser();
});
afterEach(() => browser.close());

const load = () => import('./work-store.ts');
/** Whenever the tracker is loaded, it looks for what earlier versions have left. */
const loadTracker = () => import('../features/tracker/state/kept-work.ts');

it('takes over what earlier versions kept under three names', async () => {
  browser.store('completionOutbox', [
    { userId: 7, records: { [KEY]: TICK }, subjects: ['history_sl'] },
    { userId: 8, records: {}, subjects: ['music_sl'] },
    { nobody: true },
  ]);
  browser.store('unsentChanges', { 7: { [KEY]: { is_completed: false, score: null } } });
  browser.store('lastKnown', { userId: 7, at: 1000, subjects: [], records: {} });
  await loadTracker();
  const { readWork } = await load();
  expect(readWork(7)).toEqual({
    guest: { records: { [KEY]: TICK }, subjects: ['history_sl'] },
    unsent: { [KEY]: { is_completed: false, score: null } },
    lastShown: { at: 1000, subjects: [], records: {} },
  });
  expect(readWork(8)).toEqual({ guest: { records: {}, subjects: ['music_sl'] } });
  expect([...browser.stored.keys()]).toEqual(['trackerWork']);
});

it('takes over what an open page of an earlier version writes meanwhile, beside what is newer', async () => {
  browser.store('trackerWork', {
    version: 1,
    users: { 7: { unsent: { [KEY]: TICK }, guest: { records: {}, subjects: ['film_hl'] } } },
  });
  browser.store('unsentChanges', { 7: { [KEY]: { is_completed: false }, other: TICK } });
  browser.store('completionOutbox', [{ userId: 7, records: {}, subjects: ['music_sl'] }]);
  await loadTracker();
  const { readWork } = await load();
  expect(readWork(7)).toEqual({
    unsent: { [KEY]: TICK, other: TICK },
    guest: { records: {}, subjects: ['film_hl', 'music_sl'] },
  });
});

it('keeps users apart, and nothing of a user who has nothing left', async () => {
  const { changeWork, readWork } = await load();
  changeWork(7, { unsent: { [KEY]: TICK } });
  changeWork(8, { lastShown: { at: 1 } });
  expect([readWork(7), readWork(8)]).toEqual([{ unsent: { [KEY]: TICK } }, { lastShown: { at: 1 } }]);
  changeWork(7, { unsent: undefined });
  expect(browser.storedJson('trackerWork')).toEqual({ version: 1, users: { 8: { lastShown: { at: 1 } } } });
  changeWork(8, { lastShown: undefined });
  expect(browser.stored.has('trackerWork')).toBe(false);
});

it('removes what was shown last of everybody, and leaves what has yet to be sent', async () => {
  const { changeWork, readWork, removeLastShown } = await load();
  changeWork(7, { unsent: { [KEY]: TICK }, lastShown: { at: 1 } });
  changeWork(8, { lastShown: { at: 1 } });
  removeLastShown();
  expect([readWork(7), readWork(8)]).toEqual([{ unsent: { [KEY]: TICK } }, {}]);
});

it('sees what another tab has written since', async () => {
  const { changeWork, readWork } = await load();
  changeWork(7, { lastShown: { at: 1 } });
  browser.store('trackerWork', { version: 1, users: { 7: { unsent: { [KEY]: TICK } } } });
  expect(readWork(7)).toEqual({ unsent: { [KEY]: TICK } });
});
