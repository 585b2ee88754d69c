import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { StoredWork } from '../../../guest/work-store.ts';
import { type Browser, eventually, openBrowser } from '../../../testing/browser.ts';
import { type Line, openLine } from '../../../testing/line.ts';
import { registerStudent, type Student } from '../../../testing/student.ts';

/** For the tests of this folder. */

/** A tab that has just been loaded, with modules of its own. */
async function openTab() {
  vi.resetModules();
  const session = await import('../../../session/session.ts');
  const { endedLogin } = await import('../../../api/ended-login.ts');
  const storage = await import('../../../storage.ts');
  const tracker = await import('./tracker.ts');
  const records = await import('./records.ts');
  const subjects = await import('./subjects.ts');
  const preferences = await import('./preferences.ts');
  const pace = await import('./pace.ts');
  const notices = await import('./notices.ts');
  storage.followOtherTabs();
  session.startSession();
  tracker.startTracker();
  const endWatching = tracker.watchReturns();
  return {
    ...session,
    endedLogin,
    ...tracker,
    ...records,
    ...preferences,
    ...pace,
    readSaveFailure: notices.readSaveFailure,
    readConnection: notices.readConnection,
    readYearRange: preferences.readYearRange,
    readPace: pace.readPace,
    readTimezoneOverrides: preferences.readTimezoneOverrides,
    subjects: () => subjects.readSubjects().subjects,
    toggle: subjects.toggleSubject,
    isReady: () => eventually(() => expect(tracker.readTrackerStatus()).toBe('ready')),
    /** As when the tab is closed: it hears and sends nothing more. */
    close() {
      endWatching();
      tracker.stopTracker();
    },
  };
}

export type Tab = Awaited<ReturnType<typeof openTab>>;

interface Scene {
  student: Student;
  browser: Browser;
  line: Line;
  /** A new tab, closed after the test at the latest. */
  open(): Promise<Tab>;
  openReady(): Promise<Tab>;
  /** A loaded one, whose calls so far are forgotten. */
  openQuiet(): Promise<Tab>;
  closeTabs(): void;
  storeWork(work: StoredWork): void;
  storedWork(): StoredWork;
}

/** What every test of a file begins with: a student, their browser, logged in or not, and its line to the server. */
export function setScene({ loggedIn }: { loggedIn: boolean }): Scene {
  let tabs: Tab[] = [];
  const scene = {
    async open() {
      const tab = await openTab();
      tabs.push(tab);
      return tab;
    },
    async openReady() {
      const tab = await scene.open();
      await tab.isReady();
      return tab;
    },
    async openQuiet() {
      const tab = await scene.openReady();
      // The last thing that a tracker asks for.
      if (loggedIn)
        await eventually(() =>
          expect(scene.line.calls).toContainEqual(
            expect.objectContaining({ address: 'GET /users/me/from-teachers', isAnswered: true }),
          ),
        );
      scene.line.takeCalls();
      return tab;
    },
    closeTabs() {
      for (const tab of tabs) tab.close();
      tabs = [];
    },
    storeWork: (work) =>
      void scene.browser.store('trackerWork', { version: 1, users: { [scene.student.id]: work } }),
    storedWork() {
      const stored = scene.browser.storedJson('trackerWork') as { users: Record<string, StoredWork> } | null;
      return stored?.users[scene.student.id] ?? {};
    },
  } as Scene;
  beforeEach(async () => {
    scene.student = await registerStudent();
    scene.line = await openLine();
    scene.browser = openBrowser(scene.line.url);
    if (loggedIn) scene.browser.store('token', scene.student.token);
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    scene.closeTabs();
    scene.line.close();
    scene.browser.close();
  });
  return scene;
}
