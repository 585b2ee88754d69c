import { afterEach, beforeEach, expect, it } from 'vitest';
import { eventually, openBrowser, openTab, startServer, type Tab } from './testing.ts';

const RANGE = { startYear: 2019, endYear: 2021 };
const OTHER_RANGE = { startYear: 2015, endYear: 2016 };

let server: Awaited<ReturnType<typeof startServer>>;
let browser: ReturnType<typeof openBrowser>;
let account: ReturnType<typeof server.addAccount>;
let tab: Tab | undefined;

beforeEach(async () => {
  server = await startServer();
  browser = openBrowser(server.port);
  account = server.addAccount('token-1', 1);
});

afterEach(() => {
  tab?.close();
  server.stop();
  browser.close();
});

/** Loads the page anew. */
async function load(): Promise<Tab> {
  tab?.close();
  tab = await openTab();
  await tab.isReady();
  return tab;
}

const puts = () => server.seen.filter((call) => call.address === 'PUT /users/me/preferences');

it('keeps a guest’s here and tells nobody', async () => {
  const page = await load();
  page.setYearRange('history_sl', RANGE);
  page.setTimezoneOverride('history_sl', 'paper2', false);
  expect(browser.storedJson('subjectYearRanges')).toEqual({ history_sl: RANGE });
  expect(browser.storedJson('timezoneOverrides')).toEqual({ history_sl: { paper2: false } });
  const again = await load();
  expect(again.readYearRange('history_sl')).toEqual(RANGE);
  expect(server.seen).toEqual([]);
});

it('drops what makes no sense of what is kept here', async () => {
  browser.store('subjectYearRanges', {
    history_sl: RANGE,
    nonsense: RANGE,
    music_sl: { startYear: 2024, endYear: 2014 },
  });
  browser.store(
    'timezoneOverrides',
    '{"history_sl":{"paper1":"yes","paper2":true},"music_sl":7,"__proto__":{}',
  );
  const page = await load();
  expect(page.readYearRange('history_sl')).toEqual(RANGE);
  expect(page.readYearRange('music_sl')).toEqual({ startYear: 2017, endYear: 2024 });
  expect(page.readTimezoneOverrides()).toEqual({});
});

it('sends a user’s, the last of several quick changes only', async () => {
  browser.store('token', 'token-1');
  const page = await load();
  page.setYearRange('history_sl', OTHER_RANGE);
  page.setYearRange('history_sl', RANGE);
  page.setTimezoneOverride('history_sl', 'paper1', false);
  await eventually(() => expect(account.preferences.year_ranges).toEqual({ history_sl: RANGE }));
  expect(puts()).toHaveLength(1);
  expect(account.preferences.timezone_overrides).toEqual({ history_sl: { paper1: false } });
  await eventually(() => expect(browser.stored.has('preferencesUnsent')).toBe(false));
});

it('at a login lets the server’s win and adds what it does not know', async () => {
  account.preferences.year_ranges = { history_sl: OTHER_RANGE };
  browser.store('subjectYearRanges', { history_sl: RANGE, music_sl: RANGE });
  const page = await load();
  await page.enter('token-1');
  await page.isReady();
  expect(page.readYearRange('history_sl')).toEqual(OTHER_RANGE);
  expect(page.readYearRange('music_sl')).toEqual(RANGE);
  await eventually(() =>
    expect(account.preferences.year_ranges).toEqual({ history_sl: OTHER_RANGE, music_sl: RANGE }),
  );
});

it('keeps a change that could not be sent, and sends it at the next load', async () => {
  account.preferences.year_ranges = { history_sl: OTHER_RANGE };
  browser.store('token', 'token-1');
  const page = await load();
  server.faults.next = (call) => (call.address.startsWith('PUT') ? 503 : undefined);
  page.setYearRange('history_sl', RANGE);
  await eventually(() => expect(puts()).toHaveLength(1));
  server.faults.next = () => undefined;
  const again = await load();
  expect(again.readYearRange('history_sl')).toEqual(RANGE);
  await eventually(() => expect(account.preferences.year_ranges).toEqual({ history_sl: RANGE }));
});

it('leaves nothing of a user behind at the logout', async () => {
  account.subjects = ['history_sl'];
  account.completion = {
    'history_sl-2023-May-paper1': { is_completed: true, score: 3, file_count: 0, completed_at: null },
  };
  account.preferences.year_ranges = { history_sl: OTHER_RANGE };
  browser.store('token', 'token-1');
  const page = await load();
  page.setTimezoneOverride('history_sl', 'paper1', false);
  page.logout();
  expect(page.readTrackerStatus()).toBe('ready');
  expect(page.readYearRange('history_sl')).toEqual({ startYear: 2017, endYear: 2024 });
  expect(page.readTimezoneOverrides()).toEqual({});
  expect(page.subjects()).toEqual([]);
  expect(page.readRecord('history_sl-2023-May-paper1')).toBe(page.NOT_DONE);
  expect([...browser.stored.keys()]).toEqual([]);
});

it('leaves nothing of a user behind whose login has ended while the page was closed', async () => {
  browser.store('token', 'a dead one');
  browser.store('subjectYearRanges', { history_sl: RANGE });
  const page = await load();
  expect(page.readYearRange('history_sl')).toEqual({ startYear: 2017, endYear: 2024 });
  expect([...browser.stored.keys()]).toEqual([]);
});
