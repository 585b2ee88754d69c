import { beforeEach, describe, expect, it, vi } from 'vitest';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { eventually } from '../../../testing/browser.ts';
import { held } from '../../../testing/line.ts';
import { registerStudent } from '../../../testing/student.ts';
import { setScene, type Tab } from './testing.ts';

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

const scene = setScene({ loggedIn: false });

const isStored = (records: object) =>
  eventually(() => {
    const stored = scene.browser.storedJson('localCompletionStatus') as object;
    expect(stored).toMatchObject(records);
    expect(Object.keys(stored).toSorted()).toEqual(Object.keys(records).toSorted());
  });
const isCleared = () =>
  eventually(() => expect(scene.browser.storedJson('localCompletionStatus')).toBeNull());

describe('a guest', () => {
  it('keeps records and subjects here only', async () => {
    const tab = await scene.openReady();
    tab.setRecord(PAPER, { isCompleted: true, score: 45, doneOn: '2025-11-03' });
    const completedAt = Date.parse('2025-11-03T10:00:00Z');
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 45, completedAt, fileCount: 0 });
    await tab.toggle('history_sl');
    await tab.toggle('music_sl');
    await tab.toggle('history_sl');
    await isStored({ [KEY]: LOCAL });
    expect(scene.browser.storedJson('localSubjects')).toEqual(['music_sl']);
    scene.closeTabs();
    const again = await scene.openReady();
    expect(again.readRecord(KEY).score).toBe(45);
    expect(again.subjects()).toEqual(['music_sl']);
    again.setRecord(PAPER, { isCompleted: false, score: null });
    await isCleared();
    expect(scene.line.calls).toEqual([]);
  });

  it('loses only the unreadable part of a damaged storage', async () => {
    scene.browser.store('localCompletionStatus', {
      [KEY]: LOCAL,
      [OTHER_KEY]: { is_completed: true, score: 'ninety' },
      'history_sl-2020-May-paper1': LOCAL,
      nonsense: LOCAL,
      'music_sl-2023-May-paper1': null,
      'music_sl-2022-May-paper1': [],
      'music_sl-2021-May-paper1': { is_completed: 'yes' },
    });
    scene.browser.store('localSubjects', ['history_sl', 7, 'alchemy', 'history_sl', null]);
    const tab = await scene.openReady();
    expect(tab.subjects()).toEqual(['history_sl']);
    expect(tab.readRecord(KEY).score).toBe(45);
    expect(tab.readRecord(OTHER_KEY)).toMatchObject({ isCompleted: true, score: null });
    tab.setRecord(PAPER, { isCompleted: true, score: 46 });
    await isStored({ [KEY]: { ...LOCAL, score: 46 }, [OTHER_KEY]: { is_completed: true, score: null } });
  });

  it.each(['{', 'null', '7', '"text"', '[]', '{"__proto__": 3}'])(
    'starts with %s in storage',
    async (text) => {
      scene.browser.store('localCompletionStatus', text);
      scene.browser.store('localSubjects', text);
      scene.browser.store('subjectYearRanges', text);
      scene.browser.store('timezoneOverrides', text);
      for (const name of ['trackerWork', 'completionOutbox', 'unsentChanges', 'lastKnown'] as const)
        scene.browser.store(name, text);
      const tab = await scene.openReady();
      expect(tab.subjects()).toEqual([]);
      await tab.toggle('history_sl');
      expect(tab.subjects()).toEqual(['history_sl']);
    },
  );

  it('sees in one tab what they did in another, and loses nothing when both write', async () => {
    const one = await scene.openReady();
    const two = await scene.openReady();
    one.setRecord(PAPER, { isCompleted: true, score: 45 });
    two.setRecord(OTHER, { isCompleted: true, score: 45 });
    await isStored({ [KEY]: LOCAL, [OTHER_KEY]: LOCAL });
    scene.browser.tellTabs('localCompletionStatus');
    expect(one.readRecord(OTHER_KEY).isCompleted).toBe(true);
    expect(two.readRecord(KEY).isCompleted).toBe(true);
    await one.toggle('music_sl');
    scene.browser.tellTabs('localSubjects');
    expect(two.subjects()).toEqual(['music_sl']);
  });

  it('sees nothing of it any more when it is cleared', async () => {
    const tab = await scene.openReady();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    tab.setRecord(PAPER, { isCompleted: true, score: 45 });
    const { clearGuestWork } = await import('../../../guest/handover.ts');
    clearGuestWork();
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    // The tick was about to be written.
    vi.advanceTimersByTime(1000);
    expect(scene.browser.stored.has('localCompletionStatus')).toBe(false);
  });
});

describe('a guest who logs in', () => {
  beforeEach(() => {
    scene.browser.store('localCompletionStatus', {
      [KEY]: LOCAL,
      [OTHER_KEY]: { is_completed: true, score: 9 },
    });
    scene.browser.store('localSubjects', ['history_sl', 'music_sl']);
  });

  const enter = async (tab: Tab, { token }: { token: string } = scene.student) => {
    await tab.enter(token, { bringsGuestWork: true });
    await tab.isReady();
  };

  it('keeps the work, and the account keeps what it has', async () => {
    await scene.student.takeSubjects(['music_sl', 'film_hl']);
    await scene.student.tick(OTHER, 77);
    const pause = held();
    scene.line.disturb((call) => (call.address.startsWith('POST') ? { question: pause.until } : undefined));
    const tab = await scene.openReady();
    await enter(tab);
    // Shown from the first moment, before the server has confirmed it.
    expect(tab.readRecord(KEY).score).toBe(45);
    expect(tab.readRecord(OTHER_KEY).score).toBe(77);
    expect(tab.subjects()).toEqual(['music_sl', 'film_hl', 'history_sl']);
    pause.release();
    await eventually(() => {
      expect([...scene.browser.stored.keys()].toSorted()).toEqual(KEPT);
      expect(Object.keys(scene.storedWork())).toEqual(['lastShown']);
    });
    expect(await scene.student.subjects()).toEqual(['music_sl', 'film_hl', 'history_sl']);
    expect(await scene.student.completion()).toMatchObject({
      [KEY]: { score: 45 },
      [OTHER_KEY]: { score: 77 },
    });
  });

  it('keeps what could not be sent until it is, for themselves only', async () => {
    const second = await registerStudent();
    scene.line.disturb((call) => (/bulk|POST .subjects/.test(call.address) ? 500 : undefined));
    const tab = await scene.openReady();
    await enter(tab);
    expect(scene.browser.stored.has('localCompletionStatus')).toBe(false);
    expect(scene.browser.stored.has('localSubjects')).toBe(false);
    expect(tab.readRecord(KEY).score).toBe(45);
    await Promise.all([scene.line.heard('POST /completion/bulk'), scene.line.heard('POST /subjects')]);
    // Once, and not again with every reading.
    for (const year of [2018, 2019]) {
      await scene.student.tick({ ...PAPER, year });
      tab.retryTracker();
      await eventually(() =>
        expect(tab.readRecord(completionKey({ ...PAPER, year })).isCompleted).toBe(true),
      );
    }
    const tried = scene.line.takeCalls().filter((address) => address.startsWith('POST'));
    expect(tried.toSorted()).toEqual(['POST /completion/bulk', 'POST /subjects']);

    tab.logout();
    scene.line.mend();
    await enter(tab, second);
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(tab.subjects()).toEqual([]);
    tab.logout();

    scene.browser.store('token', await scene.student.logInAgain());
    scene.closeTabs();
    const again = await scene.openReady();
    expect(again.readRecord(KEY).score).toBe(45);
    await eventually(() => expect(scene.storedWork().guest).toBeUndefined());
    expect(await scene.student.completion()).toMatchObject({
      [KEY]: { score: 45 },
      [OTHER_KEY]: { score: 9 },
    });
    expect(await scene.student.subjects()).toEqual(['history_sl', 'music_sl']);
    expect(await second.completion()).toEqual({});
    expect(await second.subjects()).toEqual([]);
  });

  it('can take back a tick that waits to be sent', async () => {
    scene.line.disturb((call) => (call.address === 'POST /completion/bulk' ? 500 : undefined));
    const tab = await scene.openReady();
    await enter(tab);
    await scene.line.heard('POST /completion/bulk');
    tab.setRecord(PAPER, { isCompleted: false, score: null });
    await eventually(async () =>
      expect((await scene.student.completion())[KEY]).toMatchObject({ is_completed: false }),
    );
    scene.line.mend();
    scene.closeTabs();
    const again = await scene.openReady();
    await eventually(() => expect(scene.storedWork().guest).toBeUndefined());
    expect((await scene.student.completion())[KEY]?.is_completed).toBe(false);
    expect((await scene.student.completion())[OTHER_KEY]?.is_completed).toBe(true);
    expect(again.readRecord(KEY).isCompleted).toBe(false);
  });

  it('sees the work in a tab that asked before another one delivered it', async () => {
    const one = await scene.openReady();
    const pause = held();
    let isFirst = true;
    scene.line.disturb(({ address }) => {
      if (address !== 'GET /completion' || !isFirst) return undefined;
      isFirst = false;
      return { answer: pause.until };
    });
    await one.enter(scene.student.token, { bringsGuestWork: true });
    await scene.line.answered('GET /completion');
    const two = await scene.openReady();
    await eventually(() => expect(scene.storedWork().guest).toBeUndefined());
    expect(two.readRecord(KEY).score).toBe(45);
    pause.release();
    await one.isReady();
    expect(one.readRecord(KEY).score).toBe(45);
    expect(one.subjects()).toEqual(['history_sl', 'music_sl']);
  });

  it('takes nothing along when it was another kind of login', async () => {
    const tab = await scene.openReady();
    await tab.enter(scene.student.token);
    await tab.isReady();
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(scene.storedWork().guest).toBeUndefined();
    expect(scene.browser.storedJson('localSubjects')).toEqual(['history_sl', 'music_sl']);
    expect(await scene.student.completion()).toEqual({});
  });

  it('takes nothing along by another kind of login, after one that broke off', async () => {
    const tab = await scene.openReady();
    scene.line.disturb(() => 'cut');
    await expect(tab.enter(scene.student.token, { bringsGuestWork: true })).rejects.toThrow();
    scene.line.mend();
    const second = await registerStudent();
    await tab.enter(second.token);
    await tab.isReady();
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(scene.browser.storedJson('localSubjects')).toEqual(['history_sl', 'music_sl']);
    expect(await second.completion()).toEqual({});
  });

  it('keeps the work when the profile does not come until the next load', async () => {
    scene.line.disturb(() => 'cut');
    const tab = await scene.openReady();
    await expect(tab.enter(scene.student.token, { bringsGuestWork: true })).rejects.toThrow();
    scene.line.mend();
    scene.closeTabs();
    const again = await scene.openReady();
    expect(again.readRecord(KEY).score).toBe(45);
    await eventually(async () => expect((await scene.student.completion())[KEY]?.score).toBe(45));
  });
});

/** All that a user leaves in storage: the login, the copy of their preferences, and what they saw last. */
const KEPT = ['lastProfile', 'subjectYearRanges', 'timezoneOverrides', 'token', 'trackerWork'];
