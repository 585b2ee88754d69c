import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { type Browser, eventually, openBrowser } from '../../../testing/browser.ts';
import { held, type Line, openLine } from '../../../testing/line.ts';
import { registerStudent, type Student } from '../../../testing/student.ts';
import { openTab, storedWork, type Tab } from './testing.ts';

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

let line: Line;
let browser: Browser;
let student: Student;
let tabs: Tab[] = [];

beforeEach(async () => {
  student = await registerStudent();
  line = await openLine();
  browser = openBrowser(line.url);
  browser.store('token', student.token);
});

afterEach(() => {
  vi.restoreAllMocks();
  for (const tab of tabs) tab.close();
  tabs = [];
  line.close();
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
  line.takeCalls();
  return tab;
}

describe('loading', () => {
  it('takes four calls, whatever the number of papers', async () => {
    await student.takeSubjects(['math_aa_hl']);
    await student.tick(PAPER, 0);
    await student.addFile(PAPER, 'Front');
    await student.addFile(PAPER, 'Back');
    await student.tick(OTHER, 88);
    await student.setYearRanges({ math_aa_hl: { startYear: 2019, endYear: 2021 } });
    const tab = await open();
    expect(tab.readTrackerStatus()).toBe('loading');
    await tab.isReady();
    expect(line.takeCalls().toSorted()).toEqual([
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
      line.disturb((call) => (call.address === address ? 503 : undefined));
      const tab = await open();
      await eventually(() => expect(tab.readTrackerStatus()).toBe('failed'));
      line.mend();
      tab.retryTracker();
      expect(tab.readTrackerStatus()).toBe('loading');
      await tab.isReady();
    },
  );

  it('does without the preferences', async () => {
    browser.store('subjectYearRanges', { math_aa_hl: { startYear: 2022, endYear: 2022 } });
    line.disturb((call) => (call.address.endsWith('/preferences') ? 500 : undefined));
    const tab = await openReady();
    expect(tab.readYearRange('math_aa_hl')).toEqual({ startYear: 2022, endYear: 2022 });
  });

  it('is done once, though the page is shown only meanwhile', async () => {
    const pause = held();
    line.disturb(({ address }) => (address === 'GET /completion' ? { answer: pause.until } : undefined));
    const tab = await open();
    await eventually(() => expect(tab.sessionStore.read().status).toBe('user'));
    // The part that reads for a user comes after that.
    await import('./user-tracker.ts');
    browser.dispatch('pageshow', { persisted: false });
    pause.release();
    await tab.isReady();
    tab.setRecord(PAPER, { isCompleted: true, score: null });
    await eventually(async () => expect((await student.completion())[KEY]?.is_completed).toBe(true));
    expect(line.callsTo('GET /completion')).toHaveLength(1);
  });

  it('happens again when somebody comes back after a while, and leaves what is being saved alone', async () => {
    const tab = await openReady();
    browser.dispatch('focus');
    const pause = held();
    line.disturb((call) => (call.address === 'POST /completion' ? { question: pause.until } : undefined));
    tab.setRecord(PAPER, { isCompleted: true, score: null });
    await student.tick(OTHER, 70);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 16_000);
    browser.dispatch('focus');
    await eventually(() => expect(tab.readRecord(OTHER_KEY).score).toBe(70));
    expect(line.callsTo('GET /completion')).toHaveLength(1);
    expect(tab.readRecord(KEY).isCompleted).toBe(true);
    pause.release();
    await eventually(async () => expect((await student.completion())[KEY]?.is_completed).toBe(true));
  });
});

describe('opened without a line', () => {
  async function openOnceAndLeave(): Promise<void> {
    await student.takeSubjects(['math_aa_hl']);
    await student.tick(PAPER, 40);
    await student.addFile(PAPER);
    const before = await openReady();
    await eventually(() => expect(storedWork(browser, student.id).lastShown).toBeDefined());
    before.close();
  }

  it('shows what was here last time, says since when, and catches up', async () => {
    const since = Date.now();
    await openOnceAndLeave();
    line.disturb(() => 'cut');
    const tab = await open();
    await tab.isReady();
    const { id, username } = student;
    expect(tab.sessionStore.read()).toMatchObject({ status: 'user', user: { id, username } });
    expect(tab.readRecord(KEY)).toMatchObject({ isCompleted: true, score: 40, fileCount: 1 });
    expect(tab.subjects()).toEqual(['math_aa_hl']);
    expect(tab.readConnection().lastShown).toBeGreaterThanOrEqual(since);

    tab.setRecord(OTHER, { isCompleted: true, score: 60 });
    await eventually(() => expect(tab.readConnection().waiting).toBe(1));
    await student.tick(PAPER, 99);
    line.mend();
    browser.dispatch('online');
    await eventually(() => expect(tab.readConnection()).toEqual({ waiting: 0, lastShown: undefined }));
    expect(tab.readRecord(KEY).score).toBe(99);
    expect((await student.completion())[OTHER_KEY]).toMatchObject({ is_completed: true, score: 60 });
  });

  it('sends what it showed last time and nobody has heard of', async () => {
    const before = await openReady();
    line.disturb((call) => (call.address.startsWith('POST') ? 'cut' : undefined));
    before.setRecord(PAPER, { isCompleted: true, score: 40 });
    browser.dispatch('visibilitychange');
    await eventually(() =>
      expect(storedWork(browser, student.id).lastShown?.['records']).toHaveProperty(KEY),
    );
    before.close();
    line.disturb(() => 'cut');
    const tab = await open();
    await tab.isReady();
    expect(tab.readRecord(KEY).score).toBe(40);
    line.mend();
    browser.dispatch('online');
    await eventually(async () => expect((await student.completion())[KEY]?.score).toBe(40));
  });

  it('shows nothing of another user’s', async () => {
    await openOnceAndLeave();
    browser.store('token', (await registerStudent()).token);
    line.disturb(() => 'cut');
    const tab = await open();
    await eventually(() => expect(tab.sessionStore.read().status).toBe('guest'));
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
  });

  it('shows nothing of another user’s, though it is known who is there now', async () => {
    await openOnceAndLeave();
    browser.store('token', (await registerStudent()).token);
    line.disturb((call) => (call.address === 'GET /users/me' ? undefined : 'cut'));
    const tab = await open();
    await eventually(() => expect(tab.readTrackerStatus()).toBe('failed'));
    expect(tab.readRecord(KEY)).toBe(tab.NOT_DONE);
    expect(tab.subjects()).toEqual([]);
  });

  it('is not taken for a server that answers and refuses', async () => {
    await openOnceAndLeave();
    line.disturb((call) => (call.address === 'GET /completion' ? 503 : undefined));
    const tab = await open();
    await eventually(() => expect(tab.readTrackerStatus()).toBe('failed'));
  });
});

it('is the same in two tabs within a moment: records, subjects, preferences', async () => {
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
  expect(line.calls.filter((call) => call.address.startsWith('GET'))).toEqual([]);
});

describe('subjects', () => {
  it('change when the server has confirmed it, one save after the other', async () => {
    await student.takeSubjects(['math_aa_hl']);
    const tab = await openReady();
    const both = Promise.all([tab.toggle('history_sl'), tab.toggle('math_aa_hl')]);
    expect(tab.subjects()).toEqual(['math_aa_hl']);
    await both;
    expect(tab.subjects()).toEqual(['history_sl']);
    expect(await student.subjects()).toEqual(['history_sl']);
  });

  it('stay as they are when they could not be saved', async () => {
    await student.takeSubjects(['math_aa_hl']);
    const tab = await openReady();
    line.disturb((call) => (call.address === 'POST /subjects' ? 500 : undefined));
    await expect(tab.toggle('history_sl')).rejects.toThrow();
    expect(tab.subjects()).toEqual(['math_aa_hl']);
  });
});
