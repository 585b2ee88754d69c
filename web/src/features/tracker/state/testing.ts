import { expect, vi } from 'vitest';
import type { StoredWork } from '../../../guest/work-store.ts';
import { type Browser, eventually } from '../../../testing/browser.ts';

/** For the tests of this folder: a tab that has just been loaded, with modules of its own. */
export async function openTab() {
  vi.resetModules();
  const session = await import('../../../session/session.ts');
  const storage = await import('../../../storage.ts');
  const tracker = await import('./tracker.ts');
  const records = await import('./records.ts');
  const subjects = await import('./subjects.ts');
  const preferences = await import('./preferences.ts');
  const notices = await import('./notices.ts');
  storage.followOtherTabs();
  session.startSession();
  tracker.startTracker();
  const endWatching = tracker.watchReturns();
  return {
    ...session,
    ...tracker,
    ...records,
    ...preferences,
    readSaveFailure: notices.readSaveFailure,
    readConnection: notices.readConnection,
    readYearRange: preferences.readYearRange,
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

export function storeWork(browser: Browser, userId: number, work: StoredWork): void {
  browser.store('trackerWork', { version: 1, users: { [userId]: work } });
}

export function storedWork(browser: Browser, userId: number): StoredWork {
  const stored = browser.storedJson('trackerWork') as { users: Record<string, StoredWork> } | null;
  return stored?.users[userId] ?? {};
}
