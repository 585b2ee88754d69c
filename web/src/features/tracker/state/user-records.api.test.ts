import { describe, expect, it, vi } from 'vitest';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { isoDay } from '../../../../../domain/days.ts';
import { eventually } from '../../../testing/browser.ts';
import { held } from '../../../testing/line.ts';
import { registerStudent } from '../../../testing/student.ts';
import { setScene } from './testing.ts';

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
const DONE = { isCompleted: true, score: null };
const UNDONE = { isCompleted: false, score: null };
const SAVE = 'POST /completion';

const scene = setScene({ loggedIn: true });

/** For what takes seconds: the clock stands still until it is moved. */
const stopClock = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
const ticked = (score: number) => ({ isCompleted: true, score });
const unsent = () => scene.storedWork().unsent;
const scoresSent = () => scene.line.callsTo(SAVE).map((call) => call.body['score']);
const recordOf = async (key: string) => (await scene.student.completion())[key];
const isSaved = (key: string, record: object) =>
  eventually(async () => expect(await recordOf(key)).toMatchObject(record));

describe('a tick', () => {
  it('is shown at once and saved behind', async () => {
    const tab = await scene.openQuiet();
    tab.setRecord(PAPER, ticked(55));
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 55, fileCount: 0 });
    await isSaved(KEY, { is_completed: true, score: 55, file_count: 0 });
    expect(scene.line.callsTo(SAVE).map((call) => call.body)).toEqual([
      {
        subject_id: 'math_aa_hl',
        year: 2023,
        session: 'May',
        paper: 'paper1',
        timezone: 'TZ1',
        is_completed: true,
        score: 55,
        done_on: isoDay(new Date()),
      },
    ]);
  });

  it('keeps the marks of its score, also over a load without an answer, until it gets another', async () => {
    const tab = await scene.openQuiet();
    const marked = { ...ticked(59), marks: '47/80' };
    tab.setRecord(PAPER, marked);
    expect(tab.readRecord(KEY)).toMatchObject(marked);
    await isSaved(KEY, { score: 59, marks: '47/80' });

    // Of the same score, and yet another result.
    scene.line.disturb(() => 'cut');
    tab.setRecord(PAPER, { ...ticked(59), marks: '59/100' });
    await scene.line.heard(SAVE);
    scene.closeTabs();
    const offline = await scene.open();
    await eventually(() => expect(offline.readRecord(KEY).marks).toBe('59/100'));
    scene.line.mend();
    scene.closeTabs();
    const later = await scene.openReady();
    await isSaved(KEY, { score: 59, marks: '59/100' });
    later.setRecord(PAPER, ticked(60));
    expect(later.readRecord(KEY).marks).toBeUndefined();
    await eventually(async () => expect(await recordOf(KEY)).not.toHaveProperty('marks'));
  });

  it('on a day in the past is shown and saved with it, and a later score keeps it', async () => {
    const tab = await scene.openQuiet();
    tab.setRecord(PAPER, { ...ticked(55), doneOn: '2025-11-03' });
    const done = Date.parse('2025-11-03T10:00:00Z');
    expect(tab.readRecord(KEY).completedAt).toBe(done);
    tab.setRecord(PAPER, ticked(56));
    expect(tab.readRecord(KEY).completedAt).toBe(done);
    await isSaved(KEY, { score: 56, completed_at: '2025-11-03T10:00:00Z' });
  });

  it('by a clock that runs days ahead is saved as of today', async () => {
    const tab = await scene.openQuiet();
    const ahead = Date.now() + 3 * 86_400_000;
    vi.spyOn(Date, 'now').mockReturnValue(ahead);
    tab.setRecord(PAPER, ticked(55));
    await isSaved(KEY, { is_completed: true, score: 55 });
    expect(Date.parse((await recordOf(KEY))?.completed_at ?? '')).toBeLessThan(ahead - 86_400_000);
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 55 });
  });

  it('whose day never reached the server is sent with it at the next load', async () => {
    const tab = await scene.openQuiet();
    scene.line.disturb(() => 'cut');
    tab.setRecord(PAPER, { ...ticked(55), doneOn: '2025-11-03' });
    await scene.line.heard(SAVE);
    scene.closeTabs();
    scene.line.mend();
    const next = await scene.openReady();
    expect(next.readRecord(KEY).completedAt).toBe(Date.parse('2025-11-03T10:00:00Z'));
    await isSaved(KEY, { score: 55, completed_at: '2025-11-03T10:00:00Z' });
  });

  it('repeated fast sends one request at a time and then the newest value only', async () => {
    const tab = await scene.openQuiet();
    const pause = held();
    scene.line.disturb((call) => (call.body['score'] === 1 ? { answer: pause.until } : undefined));
    for (const score of [1, 2, 3, 4]) tab.setRecord(PAPER, ticked(score));
    await isSaved(KEY, { score: 1 });
    expect(scoresSent()).toEqual([1]);
    pause.release();
    await isSaved(KEY, { score: 4 });
    expect(scoresSent()).toEqual([1, 4]);
    expect(tab.readRecord(KEY).score).toBe(4);
  });

  it('saves different papers side by side, six at most', async () => {
    const tab = await scene.openQuiet();
    const pause = held();
    scene.line.disturb((call) => (call.address === SAVE ? { question: pause.until } : undefined));
    for (const year of [2015, 2016, 2017, 2018, 2019, 2021, 2022, 2023])
      tab.setRecord({ ...PAPER, year }, DONE);
    await scene.line.heard(SAVE, 6);
    // Whatever was sent with them has come through when this has come back.
    await fetch(`${scene.line.url}/api/subjects`);
    expect(scene.line.callsTo(SAVE)).toHaveLength(6);
    pause.release();
    await eventually(async () => expect(Object.keys(await scene.student.completion())).toHaveLength(8));
  });

  it('goes back to what was confirmed when it gets no good answer, and says so for three seconds', async () => {
    await scene.student.tick(PAPER, 40);
    await scene.student.addFile(PAPER);
    const tab = await scene.openQuiet();
    scene.line.disturb((call) => (call.address === SAVE ? 502 : undefined));
    stopClock();
    tab.setRecord(PAPER, UNDONE);
    expect(tab.readRecord(KEY).isCompleted).toBe(false);
    await eventually(() => expect(tab.readSaveFailure()).toBe('Failed to update paper status'));
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 40, fileCount: 1 });
    await vi.advanceTimersByTimeAsync(2900);
    expect(tab.readSaveFailure()).toBeDefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(tab.readSaveFailure()).toBeUndefined();
  });

  it('is kept, said to be, and sent again while the server asks to come back', async () => {
    const tab = await scene.openQuiet();
    scene.line.disturb((call) => (call.address === SAVE ? 'come back' : undefined));
    tab.setRecord(PAPER, ticked(70));
    await eventually(() => expect(tab.readConnection()).toMatchObject({ waiting: 1 }));
    // What others ask meanwhile is answered, and takes nothing back.
    await scene.line.heard(SAVE, 2);
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 70 });
    expect(tab.readSaveFailure()).toBeUndefined();
    expect(unsent()).toHaveProperty(KEY);
    scene.line.mend();
    await isSaved(KEY, { score: 70 });
    await eventually(() => expect(tab.readConnection()).toMatchObject({ waiting: 0 }));
    expect(unsent()).toBeUndefined();
  });

  it('goes back and says so when the server refuses it, and does not ask what the server has', async () => {
    const tab = await scene.openQuiet();
    scene.line.disturb((call) => (call.address === SAVE ? 422 : undefined));
    tab.setRecord(PAPER, DONE);
    await eventually(() => expect(tab.readSaveFailure()).toBe('Failed to update paper status'));
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(unsent()).toBeUndefined();
    expect(scene.line.takeCalls()).toEqual([SAVE]);
  });

  it('of a paper that was never set is taken back', async () => {
    const tab = await scene.openQuiet();
    const neverSet = { ...PAPER, year: 2020 };
    tab.setRecord(neverSet, DONE);
    await eventually(() => expect(tab.readSaveFailure()).toBe('Failed to update paper status'));
    expect(tab.readRecord(completionKey(neverSet))).toBe(tab.NOT_DONE);
  });

  it('still tries the newest value when an older one has failed', async () => {
    const tab = await scene.openQuiet();
    scene.line.disturb((call) => (call.body['score'] === 1 ? 500 : undefined));
    tab.setRecord(PAPER, ticked(1));
    tab.setRecord(PAPER, ticked(2));
    await isSaved(KEY, { score: 2 });
    expect(tab.readRecord(KEY).score).toBe(2);
    expect(tab.readSaveFailure()).toBeUndefined();
  });

  it('that hangs is asked about after 15 seconds, and not sent again when it was written', async () => {
    const tab = await scene.openQuiet();
    stopClock();
    scene.line.disturb((call) => (call.address === SAVE ? 'lost answer' : undefined));
    tab.setRecord(PAPER, ticked(12));
    await scene.line.answered(SAVE);
    await vi.advanceTimersByTimeAsync(14_000);
    expect(tab.readConnection().waiting).toBe(0);
    expect(await recordOf(KEY)).toMatchObject({ is_completed: true, score: 12 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(tab.readConnection().waiting).toBe(1);
    await eventually(() => expect(tab.readConnection().waiting).toBe(0));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(scoresSent()).toEqual([12]);
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 12 });
    expect(tab.readSaveFailure()).toBeUndefined();
  });

  it('is not undone by an answer that was asked for before it', async () => {
    const tab = await scene.openQuiet();
    await scene.student.tick(OTHER, 70);
    const pause = held();
    scene.line.disturb((call) => (call.address === 'GET /completion' ? { answer: pause.until } : undefined));
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16_000);
    scene.browser.dispatch('focus');
    await scene.line.answered('GET /completion');
    tab.setRecord(PAPER, DONE);
    await isSaved(KEY, { is_completed: true });
    pause.release();
    await eventually(() => expect(tab.readRecord(OTHER_KEY).score).toBe(70));
    expect(tab.readRecord(KEY).isCompleted).toBe(true);
  });

  it('is not sent in the name of a user who has just logged in in another tab', async () => {
    const second = await registerStudent();
    const tab = await scene.openQuiet();
    const pause = held();
    scene.line.disturb((call) => (call.address === 'GET /users/me' ? { question: pause.until } : undefined));
    scene.browser.store('token', second.token);
    scene.browser.tellTabs('token');
    tab.setRecord(PAPER, DONE);
    pause.release();
    await eventually(() => expect(tab.sessionStore.read()).toMatchObject({ user: { id: second.id } }));
    await tab.isReady();
    expect(scene.line.callsTo(SAVE)).toEqual([]);
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(await second.completion()).toEqual({});
  });
});

describe('a tick without a line', () => {
  it('is kept, counted, and sent once somebody answers again', async () => {
    const tab = await scene.openQuiet();
    stopClock();
    scene.line.disturb(() => 'cut');
    tab.setRecord(PAPER, ticked(12));
    tab.setRecord(OTHER, DONE);
    await eventually(() => expect(tab.readConnection().waiting).toBe(2));
    tab.setRecord(OTHER, UNDONE);
    await scene.line.heard('GET /completion');
    expect(tab.readRecord(KEY).score).toBe(12);
    expect(tab.readSaveFailure()).toBeUndefined();
    expect(tab.readTrackerStatus()).toBe('ready');
    scene.line.mend();
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(2000);
      expect(await recordOf(KEY)).toMatchObject({ is_completed: true, score: 12 });
      expect(tab.readConnection().waiting).toBe(0);
      expect(unsent()).toBeUndefined();
    });
    // The newest value only, and for the paper that was ticked and unticked none that anybody would miss.
    expect((await recordOf(OTHER_KEY))?.is_completed ?? false).toBe(false);
  });

  it('survives the page, and is sent at the next load', async () => {
    const tab = await scene.openQuiet();
    scene.line.disturb((call) => (call.address === SAVE ? 'cut' : undefined));
    tab.setRecord(PAPER, ticked(12));
    await eventually(() => expect(tab.readConnection().waiting).toBe(1));
    tab.close();
    scene.line.mend();
    await scene.student.tick(PAPER);
    await scene.student.addFile(PAPER);
    await scene.student.untick(PAPER);
    const next = await scene.openQuiet();
    expect(next.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 12, fileCount: 1 });
    await isSaved(KEY, { is_completed: true, score: 12, file_count: 1 });
    await eventually(() => expect(unsent()).toBeUndefined());
  });

  it('is kept in its newest form when the page is left while an older one is under way', async () => {
    const tab = await scene.openQuiet();
    const pause = held();
    scene.line.disturb((call) => (call.address === SAVE ? { question: pause.until } : undefined));
    tab.setRecord(PAPER, ticked(1));
    await scene.line.heard(SAVE);
    tab.setRecord(PAPER, ticked(2));
    tab.close();
    pause.release();
    await isSaved(KEY, { score: 1 });
    const next = await scene.openQuiet();
    expect(next.readRecord(KEY).score).toBe(2);
    await isSaved(KEY, { score: 2 });
  });

  it('is done with when its answer comes after the logout, and undoes nothing at the next login', async () => {
    const tab = await scene.openQuiet();
    const pause = held();
    scene.line.disturb((call) => (call.address === SAVE ? { answer: pause.until } : undefined));
    tab.setRecord(PAPER, DONE);
    await scene.line.answered(SAVE);
    tab.logout();
    expect(unsent()).toBeDefined();
    pause.release();
    await eventually(() => expect(unsent()).toBeUndefined());

    await scene.student.tick(PAPER, 77);
    await tab.enter(await scene.student.logInAgain());
    await tab.isReady();
    expect(tab.readRecord(KEY).score).toBe(77);
    expect(scoresSent()).toEqual([null]);
  });

  it('that was left over stays when another tab has only added a file', async () => {
    scene.storeWork({ unsent: { [KEY]: { is_completed: true, score: 5 } } });
    scene.line.disturb((call) => (call.body['score'] === 5 ? 'cut' : undefined));
    const first = await scene.openQuiet();
    await eventually(() => expect(first.readConnection().waiting).toBe(1));
    const second = await scene.openQuiet();
    second.setFileCount(KEY, 3);
    await eventually(() => expect(first.readRecord(KEY).fileCount).toBe(3));
    expect(first.readRecord(KEY).score).toBe(5);
    expect(first.readConnection().waiting).toBe(1);
    expect(unsent()).toBeDefined();
  });

  it('that was left over yields to what another tab has saved since', async () => {
    scene.storeWork({ unsent: { [KEY]: { is_completed: true, score: 5 } } });
    scene.line.disturb((call) => (call.body['score'] === 5 ? 'cut' : undefined));
    const first = await scene.openQuiet();
    await eventually(() => expect(first.readConnection().waiting).toBe(1));
    scene.storeWork({});
    const second = await scene.openQuiet();
    second.setRecord(PAPER, ticked(90));
    await isSaved(KEY, { score: 90 });
    await eventually(() => expect(first.readRecord(KEY).score).toBe(90));
    expect(first.readConnection().waiting).toBe(0);
  });

  it('that was left over yields to it also while it is under way, and gets no answer', async () => {
    scene.storeWork({ unsent: { [KEY]: { is_completed: true, score: 5 } } });
    let cut = () => undefined as void;
    const question = new Promise<void>((_resolve, reject) => {
      cut = () => reject(new Error('cut'));
    });
    scene.line.disturb((call) => (call.body['score'] === 5 ? { question } : undefined));
    const first = await scene.open();
    await scene.line.heard(SAVE);
    scene.storeWork({});
    const second = await scene.openQuiet();
    second.setRecord(PAPER, ticked(90));
    await isSaved(KEY, { score: 90 });
    // Tabs hear things in the order in which they are said.
    second.setRecord(OTHER, DONE);
    await eventually(() => expect(first.readRecord(OTHER_KEY).isCompleted).toBe(true));
    scene.line.mend();
    cut();
    await eventually(() => expect(first.readRecord(KEY).score).toBe(90));
    expect(first.readConnection().waiting).toBe(0);
    expect(await recordOf(KEY)).toMatchObject({ score: 90 });
  });

  it.each([
    'not JSON',
    '[1,2]',
    '{"version":1,"users":7}',
    '{"version":2,"users":{"ID":{"unsent":{"KEY":{"is_completed":true}}}}}',
    '{"version":1,"users":{"ID":{"unsent":{"nonsense":{"is_completed":true}}}}}',
    '{"version":1,"users":{"ID":{"unsent":{"KEY":7}}}}',
  ])('is none when what is in local storage is damaged: %s', async (text) => {
    scene.browser.store('trackerWork', text.replace('ID', String(scene.student.id)).replace('KEY', KEY));
    const tab = await scene.openQuiet();
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(scene.line.callsTo(SAVE)).toEqual([]);
  });
});

describe('two tabs of one user that change one paper at once', () => {
  it('keep what the one has yet to send when the other is done', async () => {
    const one = await scene.openQuiet();
    const two = await scene.openQuiet();
    const pause = held();
    scene.line.disturb(({ body }) =>
      body['score'] === 1 ? { answer: pause.until } : body['score'] === 2 ? 'cut' : undefined,
    );
    one.setRecord(PAPER, ticked(1));
    await scene.line.answered(SAVE);
    two.setRecord(PAPER, ticked(2));
    await eventually(() => expect(two.readConnection().waiting).toBe(1));
    two.close();
    pause.release();
    await isSaved(KEY, { score: 1 });
    await eventually(() => expect(one.readRecord(KEY).score).toBe(1));
    one.setRecord(OTHER, DONE);
    await isSaved(OTHER_KEY, { is_completed: true });
    one.close();
    scene.line.mend();
    const next = await scene.openQuiet();
    expect(next.readRecord(KEY).score).toBe(2);
    await isSaved(KEY, { score: 2 });
  });

  it('both end with what the server has', async () => {
    const one = await scene.openQuiet();
    const two = await scene.openQuiet();
    const pause = held();
    // The first is written first but hears of it last.
    scene.line.disturb((call) => (call.body['score'] === 1 ? { answer: pause.until } : undefined));
    one.setRecord(PAPER, ticked(1));
    await isSaved(KEY, { score: 1 });
    two.setRecord(PAPER, ticked(2));
    await isSaved(KEY, { score: 2 });
    // Tabs hear things in the order in which they are said.
    two.setRecord(OTHER, DONE);
    await eventually(() => expect(one.readRecord(OTHER_KEY).isCompleted).toBe(true));
    pause.release();
    await eventually(() => {
      expect(one.readRecord(KEY).score).toBe(2);
      expect(two.readRecord(KEY).score).toBe(2);
      // Each asks, and the second perhaps twice: it is told to, and it hears of a value that may be older than its own.
      expect(scene.line.callsTo('GET /completion').length).toBeGreaterThanOrEqual(2);
    });
  });
});
