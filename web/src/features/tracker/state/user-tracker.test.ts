import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { eventually, openBrowser, openTab, startServer, type Tab } from './testing.ts';

const PAPER: PaperId = {
  subjectId: 'math_aa_hl',
  year: 2023,
  session: 'May',
  paper: 'paper1',
  timezone: 'TZ1',
};
const KEY = completionKey(PAPER);
const OTHER = { ...PAPER, timezone: 'TZ2' as const };
const DONE = { isCompleted: true, score: null };
const UNDONE = { isCompleted: false, score: null };

let server: Awaited<ReturnType<typeof startServer>>;
let browser: ReturnType<typeof openBrowser>;
let account: ReturnType<typeof server.addAccount>;
let tabs: Tab[] = [];

beforeEach(async () => {
  server = await startServer();
  browser = openBrowser(server.port);
  account = server.addAccount('token-1', 1);
  browser.store('token', 'token-1');
});

afterEach(() => {
  vi.useRealTimers();
  for (const tab of tabs) tab.close();
  tabs = [];
  server.stop();
  browser.close();
});

async function open(): Promise<Tab> {
  const tab = await openTab();
  tabs.push(tab);
  return tab;
}

async function openReady(): Promise<Tab> {
  const tab = await open();
  await tab.isReady();
  server.takeCalls();
  return tab;
}

const held = () => {
  let release = () => undefined as void;
  const until = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { wait: () => until, release: () => release() };
};
const wire = (is_completed: boolean, score: number | null = null, file_count = 0) => ({
  is_completed,
  score,
  file_count,
  completed_at: null,
});
const posts = () =>
  server.seen.filter((call) => call.address === 'POST /completion').map((call) => call.body);

describe('loading', () => {
  it('takes four calls, whatever the number of papers', async () => {
    account.subjects = ['math_aa_hl'];
    account.completion = { [KEY]: wire(true, 0, 2), [completionKey(OTHER)]: wire(true, 88) };
    account.preferences.year_ranges = { math_aa_hl: { startYear: 2019, endYear: 2021 } };
    const tab = await open();
    expect(tab.readTrackerStatus()).toBe('loading');
    await tab.isReady();
    expect(server.takeCalls().toSorted()).toEqual([
      'GET /completion',
      'GET /subjects',
      'GET /users/me',
      'GET /users/me/preferences',
    ]);
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 0, fileCount: 2 });
    expect(tab.readRecord('history_sl-2023-May-paper1')).toBe(tab.NOT_DONE);
    expect(tab.subjects()).toEqual(['math_aa_hl']);
    expect(tab.readYearRange('math_aa_hl')).toEqual({ startYear: 2019, endYear: 2021 });
    expect(tab.readYearRange('history_sl')).toEqual({ startYear: 2017, endYear: 2024 });
  });

  it.each(['GET /subjects', 'GET /completion'])(
    'fails without %s, and can be tried again',
    async (address) => {
      server.faults.next = (call) => (call.address === address ? 503 : undefined);
      const tab = await open();
      await eventually(() => expect(tab.readTrackerStatus()).toBe('failed'));
      server.faults.next = () => undefined;
      tab.retryTracker();
      expect(tab.readTrackerStatus()).toBe('loading');
      await tab.isReady();
    },
  );

  it('does without the preferences', async () => {
    browser.store('subjectYearRanges', { math_aa_hl: { startYear: 2022, endYear: 2022 } });
    server.faults.next = (call) => (call.address.endsWith('/preferences') ? 500 : undefined);
    const tab = await openReady();
    expect(tab.readYearRange('math_aa_hl')).toEqual({ startYear: 2022, endYear: 2022 });
  });

  it('happens again when somebody comes back after a while, and leaves what is being saved alone', async () => {
    const tab = await openReady();
    browser.dispatch('focus');
    const pause = held();
    server.faults.next = (call) => (call.address === 'POST /completion' ? pause.wait : undefined);
    tab.setRecord(PAPER, DONE);
    account.completion[completionKey(OTHER)] = wire(true, 70);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16_000);
    browser.dispatch('focus');
    await eventually(() => expect(tab.readRecord(completionKey(OTHER)).score).toBe(70));
    expect(server.seen.filter((call) => call.address === 'GET /completion')).toHaveLength(1);
    expect(tab.readRecord(KEY).isCompleted).toBe(true);
    pause.release();
    await eventually(() => expect(account.completion[KEY]?.is_completed).toBe(true));
    vi.restoreAllMocks();
  });
});

describe('a tick', () => {
  it('is shown at once and saved behind', async () => {
    const tab = await openReady();
    tab.setRecord(PAPER, { isCompleted: true, score: 55 });
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 55, fileCount: 0 });
    await eventually(() => expect(account.completion[KEY]).toEqual(wire(true, 55)));
    expect(posts()).toEqual([
      {
        subject_id: 'math_aa_hl',
        year: 2023,
        session: 'May',
        paper: 'paper1',
        timezone: 'TZ1',
        is_completed: true,
        score: 55,
      },
    ]);
  });

  it('repeated fast sends one request at a time and then the newest value only', async () => {
    const tab = await openReady();
    const pause = held();
    server.faults.next = (call) => (call.body['score'] === 1 ? pause.wait : undefined);
    for (const score of [1, 2, 3, 4]) tab.setRecord(PAPER, { isCompleted: true, score });
    await eventually(() => expect(posts()).toHaveLength(1));
    pause.release();
    await eventually(() => expect(account.completion[KEY]?.score).toBe(4));
    expect(posts().map((body) => body['score'])).toEqual([1, 4]);
    expect(tab.readRecord(KEY).score).toBe(4);
  });

  it('saves different papers side by side, six at most', async () => {
    const tab = await openReady();
    const pause = held();
    server.faults.next = () => pause.wait;
    for (const year of [2015, 2016, 2017, 2018, 2019, 2021, 2022, 2023])
      tab.setRecord({ ...PAPER, year }, DONE);
    await eventually(() => expect(posts()).toHaveLength(6));
    pause.release();
    await eventually(() => expect(Object.keys(account.completion)).toHaveLength(8));
  });

  it.each([
    ['422', 422],
    ['500', 500],
  ] as const)('goes back to what was confirmed after %s, and says so for three seconds', async (_, fault) => {
    account.completion = { [KEY]: wire(true, 40, 1) };
    const tab = await openReady();
    server.faults.next = (call) => (call.address === 'POST /completion' ? fault : undefined);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    tab.setRecord(PAPER, UNDONE);
    expect(tab.readRecord(KEY).isCompleted).toBe(false);
    await eventually(() => expect(tab.readSaveFailure()).toBe('Failed to update paper status'));
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 40, fileCount: 1 });
    await vi.advanceTimersByTimeAsync(2900);
    expect(tab.readSaveFailure()).toBeDefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(tab.readSaveFailure()).toBeUndefined();
  });

  it('still tries the newest value when an older one has failed', async () => {
    const tab = await openReady();
    server.faults.next = (call) => (call.body['score'] === 1 ? 500 : undefined);
    tab.setRecord(PAPER, { isCompleted: true, score: 1 });
    tab.setRecord(PAPER, { isCompleted: true, score: 2 });
    await eventually(() => expect(account.completion[KEY]?.score).toBe(2));
    expect(tab.readRecord(KEY).score).toBe(2);
    expect(tab.readSaveFailure()).toBeUndefined();
  });

  it('that hangs is asked about after 15 seconds, and not sent again when it was written', async () => {
    const tab = await openReady();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.faults.next = (call) => {
      if (call.address !== 'POST /completion') return undefined;
      // Written all the same, by a server that then falls silent.
      account.completion[KEY] = wire(true, 12);
      return 'hang';
    };
    tab.setRecord(PAPER, { isCompleted: true, score: 12 });
    await eventually(() => expect(posts()).toHaveLength(1));
    await vi.advanceTimersByTimeAsync(14_000);
    expect(tab.readLine().waiting).toBe(0);
    await vi.advanceTimersByTimeAsync(1000);
    expect(tab.readLine().waiting).toBe(1);
    await eventually(() => expect(tab.readLine().waiting).toBe(0));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(posts()).toHaveLength(1);
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 12 });
    expect(tab.readSaveFailure()).toBeUndefined();
  });

  it('without a line is kept, counted, and sent once somebody answers again', async () => {
    const tab = await openReady();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    server.faults.next = () => 'cut';
    tab.setRecord(PAPER, { isCompleted: true, score: 12 });
    tab.setRecord(OTHER, DONE);
    await eventually(() => expect(tab.readLine().waiting).toBe(2));
    tab.setRecord(OTHER, UNDONE);
    await eventually(() => expect(server.takeCalls()).toContain('GET /completion'));
    expect(tab.readRecord(KEY).score).toBe(12);
    expect(tab.readSaveFailure()).toBeUndefined();
    expect(tab.readTrackerStatus()).toBe('ready');
    server.faults.next = () => undefined;
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(2000);
      expect(account.completion[KEY]).toEqual(wire(true, 12));
      expect(tab.readLine().waiting).toBe(0);
    });
    // The newest value only, and for the paper that was ticked and unticked none that anybody would miss.
    expect(account.completion[completionKey(OTHER)]?.is_completed ?? false).toBe(false);
    expect(browser.stored.has('unsentChanges')).toBe(false);
  });

  it('without a line survives the page, and is sent at the next load', async () => {
    const tab = await openReady();
    server.faults.next = (call) => (call.address === 'POST /completion' ? 'cut' : undefined);
    tab.setRecord(PAPER, { isCompleted: true, score: 12 });
    await eventually(() => expect(tab.readLine().waiting).toBe(1));
    tab.close();
    server.faults.next = () => undefined;
    account.completion = { [KEY]: wire(false, null, 2) };
    const next = await openReady();
    expect(next.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 12, fileCount: 2 });
    await eventually(() => expect(account.completion[KEY]).toEqual(wire(true, 12, 2)));
    await eventually(() => expect(browser.stored.has('unsentChanges')).toBe(false));
  });

  it('the newest is kept when the page is left while an older one is under way', async () => {
    const tab = await openReady();
    const pause = held();
    server.faults.next = (call) => (call.address === 'POST /completion' ? pause.wait : undefined);
    tab.setRecord(PAPER, { isCompleted: true, score: 1 });
    await eventually(() => expect(posts()).toHaveLength(1));
    tab.setRecord(PAPER, { isCompleted: true, score: 2 });
    tab.close();
    pause.release();
    await eventually(() => expect(account.completion[KEY]?.score).toBe(1));
    const next = await openReady();
    expect(next.readRecord(KEY).score).toBe(2);
    await eventually(() => expect(account.completion[KEY]?.score).toBe(2));
  });

  it('that was left over yields to what another tab has saved since', async () => {
    browser.store('unsentChanges', { 1: { [KEY]: { is_completed: true, score: 5 } } });
    const first = await open();
    server.faults.next = (call) => (call.body['score'] === 5 ? 'cut' : undefined);
    await first.isReady();
    await eventually(() => expect(first.readLine().waiting).toBe(1));
    browser.stored.delete('unsentChanges');
    const second = await open();
    await second.isReady();
    second.setRecord(PAPER, { isCompleted: true, score: 90 });
    await eventually(() => expect(account.completion[KEY]?.score).toBe(90));
    await eventually(() => expect(first.readRecord(KEY).score).toBe(90));
    expect(first.readLine().waiting).toBe(0);
  });

  it.each(['not JSON', '[1,2]', '{"1":{"nonsense":{"is_completed":true}}}', '{"1":{"KEY":7}}'])(
    'what is damaged in local storage is no change: %s',
    async (text) => {
      browser.store('unsentChanges', text.replace('KEY', KEY));
      const tab = await openReady();
      expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
      expect(posts()).toEqual([]);
    },
  );

  it('is not undone by an answer that was asked for before it', async () => {
    const tab = await openReady();
    const pause = held();
    server.faults.next = (call) => (call.address === 'GET /completion' ? pause.wait : undefined);
    const before = { ...account.completion };
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16_000);
    browser.dispatch('focus');
    await eventually(() => expect(server.seen).toHaveLength(3));
    tab.setRecord(PAPER, DONE);
    await eventually(() => expect(account.completion[KEY]).toBeDefined());
    // The late answer is the old one.
    account.completion = before;
    pause.release();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(tab.readRecord(KEY).isCompleted).toBe(true);
    vi.restoreAllMocks();
  });

  it('is not sent in the name of whoever has just logged in in another tab', async () => {
    const second = server.addAccount('token-2', 2);
    const tab = await openReady();
    const pause = held();
    server.faults.next = (call) => (call.address === 'GET /users/me' ? pause.wait : undefined);
    browser.store('token', 'token-2');
    browser.tellTabs('token');
    tab.setRecord(PAPER, DONE);
    pause.release();
    await eventually(() => expect(tab.sessionStore.read()).toMatchObject({ user: { id: 2 } }));
    await tab.isReady();
    expect(posts()).toEqual([]);
    expect(second.completion).toEqual({});
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
  });
});

describe('opened without a line', () => {
  const DONE_THEN = { [KEY]: wire(true, 40, 1) };

  async function openOnceAndLeave(): Promise<void> {
    account.subjects = ['math_aa_hl'];
    account.completion = DONE_THEN;
    const before = await openReady();
    await eventually(() => expect(browser.stored.has('lastKnown')).toBe(true));
    before.close();
  }

  it('shows what was here last time, says since when, and catches up', async () => {
    await openOnceAndLeave();
    server.faults.next = () => 'cut';
    const tab = await open();
    await tab.isReady();
    expect(tab.sessionStore.read()).toMatchObject({ status: 'user', user: { id: 1, username: 'mia' } });
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 40, fileCount: 1 });
    expect(tab.subjects()).toEqual(['math_aa_hl']);
    expect(tab.readLine().lastKnown).toBeGreaterThan(Date.now() - 60_000);

    tab.setRecord(OTHER, { isCompleted: true, score: 60 });
    await eventually(() => expect(tab.readLine().waiting).toBe(1));
    account.completion = { [KEY]: wire(true, 99, 1) };
    server.faults.next = () => undefined;
    browser.dispatch('online');
    await eventually(() => expect(tab.readLine()).toEqual({ waiting: 0, lastKnown: undefined }));
    expect(tab.readRecord(KEY).score).toBe(99);
    expect(account.completion[completionKey(OTHER)]).toEqual(wire(true, 60));
  });

  it('shows nothing of another user’s', async () => {
    await openOnceAndLeave();
    server.addAccount('token-2', 2);
    browser.store('token', 'token-2');
    server.faults.next = () => 'cut';
    const tab = await open();
    await eventually(() => expect(tab.sessionStore.read().status).toBe('guest'));
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
  });

  it('is not taken for a server that answers and refuses', async () => {
    await openOnceAndLeave();
    server.faults.next = (call) => (call.address === 'GET /completion' ? 503 : undefined);
    const tab = await open();
    await eventually(() => expect(tab.readTrackerStatus()).toBe('failed'));
  });
});

describe('two tabs of one user', () => {
  it('show the same within a moment: records, subjects, preferences', async () => {
    const one = await openReady();
    const two = await openReady();
    one.setRecord(PAPER, { isCompleted: true, score: 61 });
    await eventually(() => expect(two.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 61 }));
    await one.toggle('history_sl');
    await eventually(() => expect(two.subjects()).toEqual(['history_sl']));
    one.setYearRange('history_sl', { startYear: 2018, endYear: 2020 });
    one.setTimezoneOverride('history_sl', 'paper1', false);
    await eventually(() => {
      expect(two.readYearRange('history_sl')).toEqual({ startYear: 2018, endYear: 2020 });
      expect(two.readTimezoneOverrides()).toEqual({ history_sl: { paper1: false } });
    });
    expect(server.seen.filter((call) => call.address.startsWith('GET'))).toEqual([]);
  });

  it('that change one paper at once both end with what the server has', async () => {
    const one = await openReady();
    const two = await openReady();
    const pause = held();
    // The first is written first but hears of it last.
    server.faults.next = (call) => {
      if (call.body['score'] !== 1) return undefined;
      account.completion[KEY] = wire(true, 1);
      return async () => {
        await pause.wait();
        // It has been written above; what stands there by now is the second's.
        call.body['score'] = 2;
      };
    };
    one.setRecord(PAPER, { isCompleted: true, score: 1 });
    await eventually(() => expect(posts()).toHaveLength(1));
    two.setRecord(PAPER, { isCompleted: true, score: 2 });
    await eventually(() => expect(account.completion[KEY]?.score).toBe(2));
    // Long enough for the word of the second to reach the first.
    await new Promise((resolve) => setTimeout(resolve, 50));
    pause.release();
    await eventually(() => {
      expect(one.readRecord(KEY).score).toBe(2);
      expect(two.readRecord(KEY).score).toBe(2);
      expect(server.seen.filter((call) => call.address === 'GET /completion')).toHaveLength(2);
    });
  });
});

describe('subjects', () => {
  it('change when the server has confirmed it, one save after the other', async () => {
    account.subjects = ['math_aa_hl'];
    const tab = await openReady();
    const both = Promise.all([tab.toggle('history_sl'), tab.toggle('math_aa_hl')]);
    expect(tab.subjects()).toEqual(['math_aa_hl']);
    await both;
    expect(tab.subjects()).toEqual(['history_sl']);
    expect(account.subjects).toEqual(['history_sl']);
  });

  it('stay as they are when the server refuses', async () => {
    account.subjects = ['math_aa_hl'];
    const tab = await openReady();
    server.faults.next = (call) => (call.address === 'POST /subjects' ? 500 : undefined);
    await expect(tab.toggle('history_sl')).rejects.toThrow();
    expect(tab.subjects()).toEqual(['math_aa_hl']);
  });
});
