import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { type Browser, eventually, openBrowser } from '../../../testing/browser.ts';
import { held, type Line, openLine } from '../../../testing/line.ts';
import { registerStudent, type Student } from '../../../testing/student.ts';
import { openTab, storedWork, type Tab } from './testing.ts';

const PAPER: PaperId = {
  subjectId: 'history_sl',
  year: 2023,
  session: 'May',
  paper: 'paper1',
  timezone: 'TZ1',
};
const KEY = completionKey(PAPER);
const OTHER = { ...PAPER, year: 2022 };
const OTHER_KEY = completionKey(OTHER);
const LOCAL = { is_completed: true, score: 45 };

let line: Line;
let browser: Browser;
let tabs: Tab[] = [];

beforeEach(async () => {
  line = await openLine();
  browser = openBrowser(line.url);
});

afterEach(() => {
  vi.useRealTimers();
  closeTabs();
  line.close();
  browser.close();
});

function closeTabs(): void {
  for (const tab of tabs) tab.close();
  tabs = [];
}

async function open(): Promise<Tab> {
  const tab = await openTab();
  tabs.push(tab);
  await tab.isReady();
  return tab;
}

const isStored = (records: object) =>
  eventually(() => {
    const stored = browser.storedJson('localCompletionStatus') as object;
    expect(stored).toMatchObject(records);
    expect(Object.keys(stored).toSorted()).toEqual(Object.keys(records).toSorted());
  });
const isCleared = () => eventually(() => expect(browser.storedJson('localCompletionStatus')).toBeNull());

describe('a guest', () => {
  it('keeps records and subjects here only', async () => {
    const tab = await open();
    tab.setRecord(PAPER, { isCompleted: true, score: 45 });
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 45, fileCount: 0 });
    await tab.toggle('history_sl');
    await tab.toggle('music_sl');
    await tab.toggle('history_sl');
    await isStored({ [KEY]: LOCAL });
    expect(browser.storedJson('localSubjects')).toEqual(['music_sl']);
    closeTabs();
    const again = await open();
    expect(again.readRecord(KEY).score).toBe(45);
    expect(again.subjects()).toEqual(['music_sl']);
    again.setRecord(PAPER, { isCompleted: false, score: null });
    await isCleared();
    expect(line.calls).toEqual([]);
  });

  it('loses only the unreadable part of a damaged storage', async () => {
    browser.store('localCompletionStatus', {
      [KEY]: LOCAL,
      [OTHER_KEY]: { is_completed: true, score: 'ninety' },
      'history_sl-2020-May-paper1': LOCAL,
      nonsense: LOCAL,
      'music_sl-2023-May-paper1': null,
      'music_sl-2022-May-paper1': [],
      'music_sl-2021-May-paper1': { is_completed: 'yes' },
    });
    browser.store('localSubjects', ['history_sl', 7, 'alchemy', 'history_sl', null]);
    const tab = await open();
    expect(tab.subjects()).toEqual(['history_sl']);
    expect(tab.readRecord(KEY).score).toBe(45);
    expect(tab.readRecord(OTHER_KEY)).toMatchObject({ isCompleted: true, score: null });
    tab.setRecord(PAPER, { isCompleted: true, score: 46 });
    await isStored({ [KEY]: { ...LOCAL, score: 46 }, [OTHER_KEY]: { is_completed: true, score: null } });
  });

  it.each(['{', 'null', '7', '"text"', '[]', '{"__proto__": 3}'])(
    'starts with %s in storage',
    async (text) => {
      browser.store('localCompletionStatus', text);
      browser.store('localSubjects', text);
      browser.store('subjectYearRanges', text);
      browser.store('timezoneOverrides', text);
      for (const name of ['trackerWork', 'completionOutbox', 'unsentChanges', 'lastKnown'] as const)
        browser.store(name, text);
      const tab = await open();
      expect(tab.subjects()).toEqual([]);
      await tab.toggle('history_sl');
      expect(tab.subjects()).toEqual(['history_sl']);
    },
  );

  it('sees in one tab what they did in another, and loses nothing when both write', async () => {
    const one = await open();
    const two = await open();
    one.setRecord(PAPER, { isCompleted: true, score: 45 });
    two.setRecord(OTHER, { isCompleted: true, score: 45 });
    await isStored({ [KEY]: LOCAL, [OTHER_KEY]: LOCAL });
    browser.tellTabs('localCompletionStatus');
    expect(one.readRecord(OTHER_KEY).isCompleted).toBe(true);
    expect(two.readRecord(KEY).isCompleted).toBe(true);
    await one.toggle('music_sl');
    browser.tellTabs('localSubjects');
    expect(two.subjects()).toEqual(['music_sl']);
  });

  it('sees nothing of it any more when it is cleared', async () => {
    const tab = await open();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    tab.setRecord(PAPER, { isCompleted: true, score: 45 });
    const { clearGuestWork } = await import('../../../guest/handover.ts');
    clearGuestWork();
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    // The tick was about to be written.
    vi.advanceTimersByTime(1000);
    expect(browser.stored.has('localCompletionStatus')).toBe(false);
  });
});

describe('a guest who logs in', () => {
  let student: Student;

  beforeEach(async () => {
    student = await registerStudent();
    browser.store('localCompletionStatus', { [KEY]: LOCAL, [OTHER_KEY]: { is_completed: true, score: 9 } });
    browser.store('localSubjects', ['history_sl', 'music_sl']);
  });

  const enter = async (tab: Tab, { token }: { token: string } = student) => {
    await tab.enter(token, { bringsGuestWork: true });
    await tab.isReady();
  };

  it('keeps the work, and the account keeps what it has', async () => {
    await student.takeSubjects(['music_sl', 'film_hl']);
    await student.tick(OTHER, 77);
    const pause = held();
    line.disturb((call) => (call.address.startsWith('POST') ? { question: pause.until } : undefined));
    const tab = await open();
    await enter(tab);
    // Shown from the first moment, before the server has confirmed it.
    expect(tab.readRecord(KEY).score).toBe(45);
    expect(tab.readRecord(OTHER_KEY).score).toBe(77);
    expect(tab.subjects()).toEqual(['music_sl', 'film_hl', 'history_sl']);
    pause.release();
    await eventually(() => {
      expect([...browser.stored.keys()].toSorted()).toEqual(KEPT);
      expect(Object.keys(storedWork(browser, student.id))).toEqual(['lastShown']);
    });
    expect(await student.subjects()).toEqual(['music_sl', 'film_hl', 'history_sl']);
    expect(await student.completion()).toMatchObject({ [KEY]: { score: 45 }, [OTHER_KEY]: { score: 77 } });
  });

  it('keeps what could not be sent until it is, for themselves only', async () => {
    const second = await registerStudent();
    line.disturb((call) => (/bulk|POST .subjects/.test(call.address) ? 500 : undefined));
    const tab = await open();
    await enter(tab);
    expect(browser.stored.has('localCompletionStatus')).toBe(false);
    expect(browser.stored.has('localSubjects')).toBe(false);
    expect(tab.readRecord(KEY).score).toBe(45);
    await Promise.all([line.heard('POST /completion/bulk'), line.heard('POST /subjects')]);
    // Once, and not again with every reading.
    for (const year of [2018, 2019]) {
      await student.tick({ ...PAPER, year });
      tab.retryTracker();
      await eventually(() =>
        expect(tab.readRecord(completionKey({ ...PAPER, year })).isCompleted).toBe(true),
      );
    }
    const tried = line.takeCalls().filter((address) => address.startsWith('POST'));
    expect(tried.toSorted()).toEqual(['POST /completion/bulk', 'POST /subjects']);

    tab.logout();
    line.mend();
    await enter(tab, second);
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(tab.subjects()).toEqual([]);
    tab.logout();

    browser.store('token', await student.logInAgain());
    closeTabs();
    const again = await open();
    expect(again.readRecord(KEY).score).toBe(45);
    await eventually(() => expect(storedWork(browser, student.id).guest).toBeUndefined());
    expect(await student.completion()).toMatchObject({ [KEY]: { score: 45 }, [OTHER_KEY]: { score: 9 } });
    expect(await student.subjects()).toEqual(['history_sl', 'music_sl']);
    expect(await second.completion()).toEqual({});
    expect(await second.subjects()).toEqual([]);
  });

  it('can take back a tick that waits to be sent', async () => {
    line.disturb((call) => (call.address === 'POST /completion/bulk' ? 500 : undefined));
    const tab = await open();
    await enter(tab);
    await line.heard('POST /completion/bulk');
    tab.setRecord(PAPER, { isCompleted: false, score: null });
    await eventually(async () =>
      expect((await student.completion())[KEY]).toMatchObject({ is_completed: false }),
    );
    line.mend();
    closeTabs();
    const again = await open();
    await eventually(() => expect(storedWork(browser, student.id).guest).toBeUndefined());
    expect((await student.completion())[KEY]?.is_completed).toBe(false);
    expect((await student.completion())[OTHER_KEY]?.is_completed).toBe(true);
    expect(again.readRecord(KEY).isCompleted).toBe(false);
  });

  it('sees the work in a tab that asked before another one delivered it', async () => {
    const one = await open();
    const pause = held();
    let isFirst = true;
    line.disturb(({ address }) => {
      if (address !== 'GET /completion' || !isFirst) return undefined;
      isFirst = false;
      return { answer: pause.until };
    });
    await one.enter(student.token, { bringsGuestWork: true });
    await line.answered('GET /completion');
    const two = await open();
    await eventually(() => expect(storedWork(browser, student.id).guest).toBeUndefined());
    expect(two.readRecord(KEY).score).toBe(45);
    pause.release();
    await one.isReady();
    expect(one.readRecord(KEY).score).toBe(45);
    expect(one.subjects()).toEqual(['history_sl', 'music_sl']);
  });

  it('takes nothing along when it was another kind of login', async () => {
    const tab = await open();
    await tab.enter(student.token);
    await tab.isReady();
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(storedWork(browser, student.id).guest).toBeUndefined();
    expect(browser.storedJson('localSubjects')).toEqual(['history_sl', 'music_sl']);
    expect(await student.completion()).toEqual({});
  });

  it('takes nothing along by another kind of login, after one that broke off', async () => {
    const tab = await open();
    line.disturb(() => 'cut');
    await expect(tab.enter(student.token, { bringsGuestWork: true })).rejects.toThrow();
    line.mend();
    const second = await registerStudent();
    await tab.enter(second.token);
    await tab.isReady();
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(browser.storedJson('localSubjects')).toEqual(['history_sl', 'music_sl']);
    expect(await second.completion()).toEqual({});
  });

  it('keeps the work when the profile does not come until the next load', async () => {
    line.disturb(() => 'cut');
    const tab = await open();
    await expect(tab.enter(student.token, { bringsGuestWork: true })).rejects.toThrow();
    line.mend();
    closeTabs();
    const again = await open();
    expect(again.readRecord(KEY).score).toBe(45);
    await eventually(async () => expect((await student.completion())[KEY]?.score).toBe(45));
  });
});

/** All that a user leaves in storage: the login, the copy of their preferences, and what they saw last. */
const KEPT = ['lastProfile', 'subjectYearRanges', 'timezoneOverrides', 'token', 'trackerWork'];
