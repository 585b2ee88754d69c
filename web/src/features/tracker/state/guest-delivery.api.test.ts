import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { type Browser, eventually, openBrowser } from '../../../testing/browser.ts';
import { held, type Line, openLine } from '../../../testing/line.ts';
import { registerStudent, type Student } from '../../../testing/student.ts';
import { openTab, storedWork, storeWork, type Tab } from './testing.ts';

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

let line: Line;
let browser: Browser;
let student: Student;
let tabs: Tab[] = [];

beforeEach(async () => {
  student = await registerStudent();
  line = await openLine();
  browser = openBrowser(line.url);
  browser.store('token', student.token);
  const records = { [KEY]: { is_completed: true, score: 45 }, [OTHER_KEY]: { is_completed: true, score: 9 } };
  storeWork(browser, student.id, { guest: { records, subjects: [] } });
});

afterEach(() => {
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

const ticked = (score: number) => ({ isCompleted: true, score });
const disturb = (address: string, fault: ReturnType<Parameters<Line['disturb']>[0]>) =>
  line.disturb((call) => (call.address === address ? fault : undefined));
const recordOf = async (key: string) => (await student.completion())[key];

/** All that is kept has been sent. Tells what the server has of the paper, which is also what is shown. */
async function outcome(tab: Tab) {
  await eventually(() => {
    const { guest, unsent } = storedWork(browser, student.id);
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
    const tab = await open();
    await line.heard(DELIVER);
    const pause = held();
    disturb(SAVE, { answer: pause.until });
    tab.setRecord(PAPER, UNDONE);
    await line.answered(SAVE);
    closeTabs();
    line.mend();
    if (what === 'comes after all') {
      pause.release();
      await eventually(() => expect(storedWork(browser, student.id).unsent).toBeUndefined());
    }
    expect(await outcome(await open())).toEqual(UNDONE);
    pause.release();
  });

  it('to an untick, and the answer comes while the next load is reading', async () => {
    disturb(DELIVER, 500);
    const tab = await open();
    await line.heard(DELIVER);
    const [answer, reading] = [held(), held()];
    disturb(SAVE, { answer: answer.until });
    tab.setRecord(PAPER, UNDONE);
    await line.answered(SAVE);
    closeTabs();
    line.takeCalls();
    disturb('GET /completion', { answer: reading.until });
    const next = await openTab();
    tabs.push(next);
    await line.answered('GET /completion');
    answer.release();
    await eventually(() => expect(storedWork(browser, student.id).unsent).toBeUndefined());
    reading.release();
    await next.isReady();
    expect(next.readRecord(KEY).isCompleted).toBe(false);
    expect(await outcome(next)).toEqual(UNDONE);
  });

  it('to what was brought along, which has been unticked meanwhile', async () => {
    const pause = held();
    disturb(DELIVER, { answer: pause.until });
    const tab = await open();
    await line.answered(DELIVER);
    tab.setRecord(PAPER, UNDONE);
    closeTabs();
    line.mend();
    expect(await outcome(await open())).toEqual(UNDONE);
    pause.release();
  });
});

describe('an untick while what was brought along is under way', () => {
  it('stands, though the papers are read again before it arrives', async () => {
    // Unticked in the account, ticked as a guest, and unticked again now.
    await student.untick(PAPER);
    browser.store('token', await student.logInAgain());
    const pause = held();
    disturb(DELIVER, { question: pause.until });
    const tab = await open();
    await line.heard(DELIVER);
    tab.setRecord(PAPER, UNDONE);
    await student.tick({ ...PAPER, year: 2019 }, 70);
    tab.retryTracker();
    await eventually(() => expect(tab.readRecord(completionKey({ ...PAPER, year: 2019 })).score).toBe(70));
    pause.release();
    expect(await outcome(tab)).toEqual(UNDONE);
  });

  it('stands when it was made in another tab, and arrives first', async () => {
    const pause = held();
    disturb(DELIVER, { question: pause.until });
    const one = await open();
    await line.heard(DELIVER);
    disturb(DELIVER, 500);
    const two = await open();
    two.setRecord(PAPER, UNDONE);
    await eventually(async () => expect(await recordOf(KEY)).toMatchObject({ is_completed: false }));
    pause.release();
    await line.answered(DELIVER);
    expect(await outcome(two)).toEqual(UNDONE);
    await eventually(() => expect(one.readRecord(KEY).isCompleted).toBe(false));
  });

  it('stands when the page is closed, and what was brought along arrives after the next load', async () => {
    const pause = held();
    disturb(DELIVER, { question: pause.until });
    const tab = await open();
    await line.heard(DELIVER);
    tab.setRecord(PAPER, UNDONE);
    closeTabs();
    line.mend();
    const next = await open();
    expect(await outcome(next)).toEqual(UNDONE);
    pause.release();
    await eventually(() => expect(line.callsTo(DELIVER).every((call) => call.isAnswered)).toBe(true));
    expect(await outcome(next)).toEqual(UNDONE);
  });
});

it('an untick on another device stands, though only a later login delivers what was brought along', async () => {
  const completed_at = new Date(Date.now() - 60_000).toISOString();
  const records = {
    [KEY]: { is_completed: true, score: 45, completed_at },
    [OTHER_KEY]: { is_completed: true, score: 9, completed_at },
  };
  storeWork(browser, student.id, { guest: { records, subjects: [] } });
  disturb(DELIVER, 500);
  await open();
  await line.heard(DELIVER);
  closeTabs();
  line.mend();
  await student.untick(PAPER);
  browser.store('token', await student.logInAgain());
  expect(await outcome(await open())).toEqual(UNDONE);
});

describe('a change while what was brought along waits', () => {
  async function openWaiting(): Promise<Tab> {
    disturb(DELIVER, 500);
    const tab = await open();
    await line.heard(DELIVER);
    return tab;
  }

  it('of the score is sent at the next load, when the page ends before anybody hears of it', async () => {
    const tab = await openWaiting();
    line.disturb(() => 'cut');
    tab.setRecord(PAPER, ticked(50));
    await line.heard(SAVE);
    closeTabs();
    line.mend();
    const next = await open();
    expect(next.readRecord(KEY).score).toBe(50);
    expect(await outcome(next)).toEqual(ticked(50));
    expect(line.callsTo(DELIVER).map((call) => Object.keys(Object(call.body['completion_data'])))).toEqual([
      [KEY, OTHER_KEY],
      [OTHER_KEY],
    ]);
  });

  it('is kept before it is on the screen', async () => {
    const tab = await openWaiting();
    line.mend();
    // A page that is ended by force paints nothing more.
    vi.stubGlobal('requestAnimationFrame', () => 0);
    vi.stubGlobal('addEventListener', () => undefined);
    tab.setRecord(PAPER, ticked(50));
    closeTabs();
    expect(line.callsTo(SAVE)).toEqual([]);
    expect(await outcome(await open())).toEqual(ticked(50));
  });

  it('and back again ends as it was last wanted', async () => {
    const tab = await openWaiting();
    line.disturb(() => 'cut');
    tab.setRecord(PAPER, UNDONE);
    tab.setRecord(PAPER, ticked(45));
    closeTabs();
    line.mend();
    expect(await outcome(await open())).toEqual(ticked(45));
  });

  it('that the server refuses leaves what was brought along', async () => {
    const tab = await openWaiting();
    line.disturb((call) => (call.address.startsWith(SAVE) ? 500 : undefined));
    tab.setRecord(PAPER, ticked(50));
    await eventually(() => expect(tab.readSaveFailure()).toBe('Failed to update paper status'));
    expect(tab.readRecord(KEY).score).toBe(45);
    closeTabs();
    line.mend();
    expect(await outcome(await open())).toEqual(ticked(45));
  });
});
