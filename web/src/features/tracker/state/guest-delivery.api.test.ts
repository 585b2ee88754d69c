import { beforeEach, describe, expect, it, vi } from 'vitest';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { eventually } from '../../../testing/browser.ts';
import { held, type Line } from '../../../testing/line.ts';
import { setScene, type Tab } from './testing.ts';

/** What a guest brought along, changed by its owner before the server has confirmed it: the change counts. */

const PAPER: PaperId = {
  subjectId: 'history_sl',
  year: 2023,
  session: 'May',
  paper: 'paper1',
  timezone: 'TZ1',
};
const KEY = completionKey(PAPER);
const OTHER_KEY = completionKey({ ...PAPER, year: 2022 });
const UNDONE = { isCompleted: false, score: null };
const SAVE = 'POST /completion';
const DELIVER = 'POST /completion/bulk';

const scene = setScene({ loggedIn: true });

beforeEach(() => {
  const records = { [KEY]: { is_completed: true, score: 45 }, [OTHER_KEY]: { is_completed: true, score: 9 } };
  scene.storeWork({ guest: { records, subjects: [] } });
});

const ticked = (score: number) => ({ isCompleted: true, score });
const disturb = (address: string, fault: ReturnType<Parameters<Line['disturb']>[0]>) =>
  scene.line.disturb((call) => (call.address === address ? fault : undefined));
const recordOf = async (key: string) => (await scene.student.completion())[key];

/** All that is kept has been sent. Tells what the server has of the paper, which is also what is shown. */
async function outcome(tab: Tab) {
  await eventually(() => {
    const { guest, unsent } = scene.storedWork();
    expect({ guest, unsent }).toEqual({});
  });
  expect(await recordOf(OTHER_KEY)).toMatchObject({ is_completed: true, score: 9 });
  const { is_completed: isCompleted, score } = (await recordOf(KEY)) ?? { is_completed: false, score: null };
  await eventually(() => expect(tab.readRecord(KEY)).toMatchObject({ isCompleted, score }));
  return { isCompleted, score };
}

describe('the page is closed between the server’s write and its answer', () => {
  it.each(['comes after all', 'never comes'])('to an untick, and the answer %s', async (what) => {
    disturb(DELIVER, 500);
    const tab = await scene.openReady();
    await scene.line.heard(DELIVER);
    const pause = held();
    disturb(SAVE, { answer: pause.until });
    tab.setRecord(PAPER, UNDONE);
    await scene.line.answered(SAVE);
    scene.closeTabs();
    scene.line.mend();
    if (what === 'comes after all') {
      pause.release();
      await eventually(() => expect(scene.storedWork().unsent).toBeUndefined());
    }
    expect(await outcome(await scene.openReady())).toEqual(UNDONE);
    pause.release();
  });

  it('to an untick, and the answer comes while the next load is reading', async () => {
    disturb(DELIVER, 500);
    const tab = await scene.openReady();
    await scene.line.heard(DELIVER);
    const [answer, reading] = [held(), held()];
    disturb(SAVE, { answer: answer.until });
    tab.setRecord(PAPER, UNDONE);
    await scene.line.answered(SAVE);
    scene.closeTabs();
    scene.line.takeCalls();
    disturb('GET /completion', { answer: reading.until });
    const next = await scene.open();
    await scene.line.answered('GET /completion');
    answer.release();
    await eventually(() => expect(scene.storedWork().unsent).toBeUndefined());
    reading.release();
    await next.isReady();
    expect(next.readRecord(KEY).isCompleted).toBe(false);
    expect(await outcome(next)).toEqual(UNDONE);
  });

  it('to what was brought along, which has been unticked meanwhile', async () => {
    const pause = held();
    disturb(DELIVER, { answer: pause.until });
    const tab = await scene.openReady();
    await scene.line.answered(DELIVER);
    tab.setRecord(PAPER, UNDONE);
    scene.closeTabs();
    scene.line.mend();
    expect(await outcome(await scene.openReady())).toEqual(UNDONE);
    pause.release();
  });
});

describe('an untick while what was brought along is under way', () => {
  it('stands, though the papers are read again before it arrives', async () => {
    // Unticked in the account, ticked as a guest, and unticked again now.
    await scene.student.untick(PAPER);
    scene.browser.store('token', await scene.student.logInAgain());
    const pause = held();
    disturb(DELIVER, { question: pause.until });
    const tab = await scene.openReady();
    await scene.line.heard(DELIVER);
    tab.setRecord(PAPER, UNDONE);
    await scene.student.tick({ ...PAPER, year: 2019 }, 70);
    tab.retryTracker();
    await eventually(() => expect(tab.readRecord(completionKey({ ...PAPER, year: 2019 })).score).toBe(70));
    pause.release();
    expect(await outcome(tab)).toEqual(UNDONE);
  });

  it('stands when it was made in another tab, and arrives first', async () => {
    const pause = held();
    disturb(DELIVER, { question: pause.until });
    const one = await scene.openReady();
    await scene.line.heard(DELIVER);
    disturb(DELIVER, 500);
    const two = await scene.openReady();
    two.setRecord(PAPER, UNDONE);
    await eventually(async () => expect(await recordOf(KEY)).toMatchObject({ is_completed: false }));
    pause.release();
    await scene.line.answered(DELIVER);
    expect(await outcome(two)).toEqual(UNDONE);
    await eventually(() => expect(one.readRecord(KEY).isCompleted).toBe(false));
  });

  it('stands when the page is closed, and what was brought along arrives after the next load', async () => {
    const pause = held();
    disturb(DELIVER, { question: pause.until });
    const tab = await scene.openReady();
    await scene.line.heard(DELIVER);
    tab.setRecord(PAPER, UNDONE);
    scene.closeTabs();
    scene.line.mend();
    const next = await scene.openReady();
    expect(await outcome(next)).toEqual(UNDONE);
    pause.release();
    await eventually(() => expect(scene.line.callsTo(DELIVER).every((call) => call.isAnswered)).toBe(true));
    expect(await outcome(next)).toEqual(UNDONE);
  });
});

it('an untick on another device stands, though only a later login delivers what was brought along', async () => {
  const completed_at = new Date(Date.now() - 60_000).toISOString();
  const records = {
    [KEY]: { is_completed: true, score: 45, completed_at },
    [OTHER_KEY]: { is_completed: true, score: 9, completed_at },
  };
  scene.storeWork({ guest: { records, subjects: [] } });
  disturb(DELIVER, 500);
  await scene.openReady();
  await scene.line.heard(DELIVER);
  scene.closeTabs();
  scene.line.mend();
  await scene.student.untick(PAPER);
  scene.browser.store('token', await scene.student.logInAgain());
  expect(await outcome(await scene.openReady())).toEqual(UNDONE);
});

describe('a change while what was brought along waits', () => {
  async function openWaiting(): Promise<Tab> {
    disturb(DELIVER, 500);
    const tab = await scene.openReady();
    await scene.line.heard(DELIVER);
    return tab;
  }

  it('of the score is sent at the next load, when the page ends before anybody hears of it', async () => {
    const tab = await openWaiting();
    scene.line.disturb(() => 'cut');
    tab.setRecord(PAPER, ticked(50));
    await scene.line.heard(SAVE);
    scene.closeTabs();
    scene.line.mend();
    const next = await scene.openReady();
    expect(next.readRecord(KEY).score).toBe(50);
    expect(await outcome(next)).toEqual(ticked(50));
    expect(
      scene.line.callsTo(DELIVER).map((call) => Object.keys(Object(call.body['completion_data']))),
    ).toEqual([[KEY, OTHER_KEY], [OTHER_KEY]]);
  });

  it('is kept before it is on the screen', async () => {
    const tab = await openWaiting();
    scene.line.mend();
    // A page that is ended by force paints nothing more.
    vi.stubGlobal('requestAnimationFrame', () => 0);
    vi.stubGlobal('addEventListener', () => undefined);
    tab.setRecord(PAPER, ticked(50));
    scene.closeTabs();
    expect(scene.line.callsTo(SAVE)).toEqual([]);
    expect(await outcome(await scene.openReady())).toEqual(ticked(50));
  });

  it('and back again ends as it was last wanted', async () => {
    const tab = await openWaiting();
    scene.line.disturb(() => 'cut');
    tab.setRecord(PAPER, UNDONE);
    tab.setRecord(PAPER, ticked(45));
    scene.closeTabs();
    scene.line.mend();
    expect(await outcome(await scene.openReady())).toEqual(ticked(45));
  });

  it('that the server refuses leaves what was brought along', async () => {
    const tab = await openWaiting();
    scene.line.disturb((call) => (call.address.startsWith(SAVE) ? 500 : undefined));
    tab.setRecord(PAPER, ticked(50));
    await eventually(() => expect(tab.readSaveFailure()).toBe('Failed to update paper status'));
    expect(tab.readRecord(KEY).score).toBe(45);
    scene.closeTabs();
    scene.line.mend();
    expect(await outcome(await scene.openReady())).toEqual(ticked(45));
  });
});
