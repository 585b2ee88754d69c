import { describe, expect, it, vi } from 'vitest';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { eventually } from '../../../testing/browser.ts';
import { held } from '../../../testing/line.ts';
import { registerStudent } from '../../../testing/student.ts';
import { setScene, type Tab } from './testing.ts';

const PAPER: PaperId = {
  subjectId: 'math_aa_hl',
  year: 2023,
  session: 'May',
  paper: 'paper1',
  timezone: 'TZ1',
};
const KEY = completionKey(PAPER);
const OTHER = { ...PAPER, timezone: 'TZ2' as const };
const OTHER_KEY = completionKey(OTHER);

const scene = setScene({ loggedIn: true });

describe('loading', () => {
  it('takes four calls, whatever the number of papers, and then one about what teachers have set', async () => {
    await scene.student.takeSubjects(['math_aa_hl']);
    await scene.student.tick(PAPER, 0);
    await scene.student.addFile(PAPER, 'Front');
    await scene.student.addFile(PAPER, 'Back');
    await scene.student.tick(OTHER, 88);
    await scene.student.setYearRanges({ math_aa_hl: { startYear: 2019, endYear: 2021 } });
    const tab = await scene.open();
    expect(tab.readTrackerStatus()).toBe('loading');
    await tab.isReady();
    await eventually(() =>
      expect(scene.line.calls.at(-1)).toMatchObject({ address: 'GET /users/me/from-teachers' }),
    );
    expect(scene.line.takeCalls().toSorted()).toEqual([
      'GET /completion',
      'GET /subjects',
      'GET /users/me',
      'GET /users/me/from-teachers',
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
      scene.line.disturb((call) => (call.address === address ? 503 : undefined));
      const tab = await scene.open();
      await eventually(() => expect(tab.readTrackerStatus()).toBe('failed'));
      scene.line.mend();
      tab.retryTracker();
      expect(tab.readTrackerStatus()).toBe('loading');
      await tab.isReady();
    },
  );

  it('does without the preferences', async () => {
    scene.browser.store('subjectYearRanges', { math_aa_hl: { startYear: 2022, endYear: 2022 } });
    scene.line.disturb((call) => (call.address.endsWith('/preferences') ? 500 : undefined));
    const tab = await scene.openQuiet();
    expect(tab.readYearRange('math_aa_hl')).toEqual({ startYear: 2022, endYear: 2022 });
  });

  it('is done once, though the page is shown only meanwhile', async () => {
    const pause = held();
    scene.line.disturb(({ address }) =>
      address === 'GET /completion' ? { answer: pause.until } : undefined,
    );
    const tab = await scene.open();
    await eventually(() => expect(tab.sessionStore.read().status).toBe('user'));
    // The part that reads for a user comes after that.
    await import('./user-tracker.ts');
    scene.browser.dispatch('pageshow', { persisted: false });
    pause.release();
    await tab.isReady();
    tab.setRecord(PAPER, { isCompleted: true, score: null });
    await eventually(async () => expect((await scene.student.completion())[KEY]?.is_completed).toBe(true));
    expect(scene.line.callsTo('GET /completion')).toHaveLength(1);
  });

  it('happens again when somebody comes back after a while, and leaves what is being saved alone', async () => {
    const tab = await scene.openQuiet();
    scene.browser.dispatch('focus');
    const pause = held();
    scene.line.disturb((call) =>
      call.address === 'POST /completion' ? { question: pause.until } : undefined,
    );
    tab.setRecord(PAPER, { isCompleted: true, score: null });
    await scene.student.tick(OTHER, 70);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16_000);
    scene.browser.dispatch('focus');
    await eventually(() => expect(tab.readRecord(OTHER_KEY).score).toBe(70));
    expect(scene.line.callsTo('GET /completion')).toHaveLength(1);
    expect(tab.readRecord(KEY).isCompleted).toBe(true);
    pause.release();
    await eventually(async () => expect((await scene.student.completion())[KEY]?.is_completed).toBe(true));
  });
});

describe('records that are read again', () => {
  /** Long after the last reading. */
  const comeBack = () => {
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
    scene.browser.dispatch('focus');
  };
  const statuses = () => scene.line.callsTo('GET /completion').map(({ status }) => status);

  it('are sent again only when something has changed', async () => {
    await scene.student.tick(PAPER, 40);
    const tab = await scene.openQuiet();
    comeBack();
    await eventually(() => expect(statuses()).toEqual([304]));
    await scene.student.tick(OTHER, 70);
    comeBack();
    await eventually(() => expect(tab.readRecord(OTHER_KEY).score).toBe(70));
    comeBack();
    await eventually(() => expect(statuses()).toEqual([304, 200, 304]));
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 40 });
    expect(tab.readRecord(OTHER_KEY)).toMatchObject({ isCompleted: true, score: 70 });
  });

  it('are what the server has, though another tick was refused meanwhile', async () => {
    await scene.student.tick(PAPER, 40);
    const tab = await scene.openQuiet();
    scene.line.disturb((call) => (call.address === 'POST /completion' ? 500 : undefined));
    tab.setRecord(OTHER, { isCompleted: true, score: 1 });
    await eventually(() => expect(statuses()).toEqual([304]));
    await eventually(() => expect(tab.readRecord(OTHER_KEY)).toBe(tab.NOT_DONE));
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 40 });
  });

  it('are not those of whoever was logged in before', async () => {
    await scene.student.tick(PAPER, 40);
    const tab = await scene.openQuiet();
    const other = await registerStudent();
    await other.tick(PAPER, 99);
    scene.browser.store('token', other.token);
    scene.browser.tellTabs('token');
    await eventually(() => expect(tab.readRecord(KEY).score).toBe(99));
    expect(statuses()).toEqual([200]);
  });
});

describe('opened without a line', () => {
  async function openOnceAndLeave(): Promise<void> {
    await scene.student.takeSubjects(['math_aa_hl']);
    await scene.student.tick(PAPER, 40);
    await scene.student.addFile(PAPER);
    const before = await scene.openQuiet();
    await eventually(() => expect(scene.storedWork().lastShown).toBeDefined());
    before.close();
  }

  it('shows what was here last time when a question gets no answer, whichever it is', async () => {
    await openOnceAndLeave();
    for (const address of ['GET /users/me', 'GET /completion']) {
      const silence = held();
      scene.line.disturb((call) => (call.address === address ? { question: silence.until } : 'cut'));
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      scene.line.takeCalls();
      const tab = await scene.open();
      await scene.line.heard(address);
      expect(tab.readTrackerStatus()).toBe('loading');
      vi.advanceTimersByTime(15_000);
      await tab.isReady();
      expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 40 });
      scene.closeTabs();
      silence.release();
      vi.useRealTimers();
    }
  });

  it('shows what was here last time, says since when, and catches up', async () => {
    const since = Date.now();
    await openOnceAndLeave();
    scene.line.disturb(() => 'cut');
    const tab = await scene.openReady();
    const { id, username } = scene.student;
    expect(tab.sessionStore.read()).toMatchObject({ status: 'user', user: { id, username } });
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 40, fileCount: 1 });
    expect(tab.subjects()).toEqual(['math_aa_hl']);
    expect(tab.readConnection().lastShown).toBeGreaterThanOrEqual(since);

    tab.setRecord(OTHER, { isCompleted: true, score: 60 });
    await eventually(() => expect(tab.readConnection().waiting).toBe(1));
    tab.close();
    const again = await scene.openReady();
    expect(again.readConnection().waiting).toBe(1);
    await scene.student.tick(PAPER, 99);
    scene.line.mend();
    scene.browser.dispatch('online');
    await eventually(() => expect(again.readConnection()).toEqual({ waiting: 0, lastShown: undefined }));
    expect(again.readRecord(KEY).score).toBe(99);
    // The line is good again; the tick is on its way.
    await eventually(async () =>
      expect((await scene.student.completion())[OTHER_KEY]).toMatchObject({ is_completed: true, score: 60 }),
    );
  });

  it('sends what it showed last time and nobody has heard of', async () => {
    const before = await scene.openQuiet();
    scene.line.disturb((call) => (call.address.startsWith('POST') ? 'cut' : undefined));
    before.setRecord(PAPER, { isCompleted: true, score: 40 });
    scene.browser.dispatch('visibilitychange');
    await eventually(() => expect(scene.storedWork().lastShown?.['records']).toHaveProperty(KEY));
    before.close();
    scene.line.disturb(() => 'cut');
    const tab = await scene.openReady();
    expect(tab.readRecord(KEY).score).toBe(40);
    scene.line.mend();
    scene.browser.dispatch('online');
    await eventually(async () => expect((await scene.student.completion())[KEY]?.score).toBe(40));
  });

  it('shows nothing of another user’s', async () => {
    await openOnceAndLeave();
    scene.browser.store('token', (await registerStudent()).token);
    scene.line.disturb(() => 'cut');
    const tab = await scene.open();
    await eventually(() => expect(tab.sessionStore.read().status).toBe('guest'));
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
  });

  it('shows nothing of another user’s, though it is known who is there now', async () => {
    await openOnceAndLeave();
    scene.browser.store('token', (await registerStudent()).token);
    scene.line.disturb((call) => (call.address === 'GET /users/me' ? undefined : 'cut'));
    const tab = await scene.open();
    await eventually(() => expect(tab.readTrackerStatus()).toBe('failed'));
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(tab.subjects()).toEqual([]);
  });

  it('is not taken for a server that answers and refuses', async () => {
    await openOnceAndLeave();
    scene.line.disturb((call) => (call.address === 'GET /completion' ? 503 : undefined));
    const tab = await scene.open();
    await eventually(() => expect(tab.readTrackerStatus()).toBe('failed'));
  });
});

describe('a login that ends in the middle of work', () => {
  /** In this tab with a tick, which the server does not take. */
  async function endLoginOf(tab: Tab): Promise<void> {
    await scene.student.endLogin();
    tab.setRecord(PAPER, { isCompleted: true, score: 61 });
    await eventually(() => expect(tab.endedLogin.read()).toBe('user'));
  }

  it('leaves the papers where they are, keeps what is ticked, and sends it with the next login', async () => {
    await scene.student.tick(OTHER, 70);
    const [tab, other] = [await scene.openQuiet(), await scene.openQuiet()];
    await endLoginOf(tab);
    scene.browser.tellTabs('token');
    tab.setRecord(OTHER, { isCompleted: false, score: null });
    for (const one of [tab, other]) {
      expect(one.sessionStore.read()).toMatchObject({ status: 'user', user: { id: scene.student.id } });
      expect(one.endedLogin.read()).toBe('user');
    }
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 61 });
    expect(tab.readSaveFailure()).toBeUndefined();
    expect(Object.keys(scene.storedWork())).toEqual(['unsent']);
    expect(Object.keys(scene.storedWork().unsent ?? {}).toSorted()).toEqual([KEY, OTHER_KEY].toSorted());
    for (const name of ['token', 'lastProfile']) expect(scene.browser.stored.has(name)).toBe(false);

    await tab.enter(await scene.student.logInAgain());
    expect(tab.endedLogin.read()).toBeUndefined();
    await eventually(async () => {
      const completion = await scene.student.completion();
      expect(completion[KEY]).toMatchObject({ is_completed: true, score: 61 });
      expect(completion[OTHER_KEY]?.is_completed).toBe(false);
    });
    expect(scene.browser.stored.has('endedLogin')).toBe(false);
  });

  it('is still said after a reload, until they go on as a guest, in every tab', async () => {
    await endLoginOf(await scene.openQuiet());
    scene.closeTabs();
    const [tab, other] = [await scene.openReady(), await scene.openReady()];
    for (const one of [tab, other]) {
      expect(one.sessionStore.read().status).toBe('guest');
      expect(one.endedLogin.read()).toBe('user');
      expect(one.readRecord(KEY)).toBe(one.NOT_DONE);
    }
    expect([...scene.browser.stored.keys()].toSorted()).toEqual(['endedLogin', 'trackerWork']);
    tab.goOnAsGuest();
    scene.browser.tellTabs('endedLogin');
    for (const one of [tab, other]) expect(one.endedLogin.read()).toBeUndefined();
    expect(Object.keys(scene.storedWork().unsent ?? {})).toEqual([KEY]);
  });

  it('shows nothing of theirs to somebody else who logs in', async () => {
    const tab = await scene.openQuiet();
    await endLoginOf(tab);
    const other = await registerStudent();
    await tab.enter(other.token);
    await tab.isReady();
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(await other.completion()).toEqual({});
    expect(tab.endedLogin.read()).toBeUndefined();
  });
});

it('is the same in two tabs within a moment: records, subjects, preferences', async () => {
  const one = await scene.openQuiet();
  const two = await scene.openQuiet();
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
  expect(scene.line.calls.filter((call) => call.address.startsWith('GET'))).toEqual([]);
});

describe('subjects', () => {
  it('change when the server has confirmed it, one save after the other', async () => {
    await scene.student.takeSubjects(['math_aa_hl']);
    const tab = await scene.openQuiet();
    const both = Promise.all([tab.toggle('history_sl'), tab.toggle('math_aa_hl')]);
    expect(tab.subjects()).toEqual(['math_aa_hl']);
    await both;
    expect(tab.subjects()).toEqual(['history_sl']);
    expect(await scene.student.subjects()).toEqual(['history_sl']);
  });

  it('stay as they are when they could not be saved', async () => {
    await scene.student.takeSubjects(['math_aa_hl']);
    const tab = await scene.openQuiet();
    scene.line.disturb((call) => (call.address === 'POST /subjects' ? 500 : undefined));
    await expect(tab.toggle('history_sl')).rejects.toThrow();
    expect(tab.subjects()).toEqual(['math_aa_hl']);
  });
});
