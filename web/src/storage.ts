import { createKeyedListeners } from './state/observable.ts';

/** Every name this app keeps in local storage, so that none is spelled twice. */
export type StoredName =
  | 'token'
  | 'schoolAdminToken'
  | 'adminPassword'
  /** '1' while a school admin still has the password that somebody else made. */
  | 'schoolAdminChooses'
  | 'impersonation'
  | 'darkMode'
  | 'localCompletionStatus'
  | 'localSubjects'
  | 'guestEndsAt'
  /** Whose login has ended while they were here: a user's id. */
  | 'endedLogin'
  | 'guestWorkPromised'
  | 'trackerWork'
  | 'lastProfile'
  /** What a student's teachers have set, and whose it is. */
  | 'fromTeachers'
  | 'subjectYearRanges'
  | 'timezoneOverrides'
  | 'sits'
  | 'papers'
  /** Papers of which somebody says that they were set after all. */
  | 'claimedPapers'
  | 'unreportedPapers'
  /** 'percent' or 'marks': how a score was entered the last time. */
  | 'scoreUnit'
  | 'preferencesUnsent'
  /** What a student says about their exams, and which of it the server has not heard of. */
  | 'pace'
  | 'paceUnsent'
  | 'timezoneBannerDismissed'
  /** Who was told to confirm their address, and closed that: a user's id. */
  | 'confirmStripClosed'
  | 'viewedSubject'
  /** 'open' or 'closed', once somebody has chosen. */
  | 'overview'
  | 'openSittings'
  | 'onlyLeft'
  | 'teacherSubjects'
  | 'teacherPapers'
  | 'schoolPapers'
  /** Of earlier versions; taken over by `guest/work-store.ts`. */
  | 'completionOutbox'
  | 'unsentChanges'
  | 'lastKnown';

/**
 * A browser may refuse storage (private windows, a full disk, a policy). What could not be written is then kept
 * here, so that a login lasts at least as long as the page.
 */
const unwritten = new Map<StoredName, string>();
const listeners = createKeyedListeners<[elsewhere: boolean]>();

export function readStored(name: StoredName): string | undefined {
  const kept = unwritten.get(name);
  if (kept !== undefined) return kept;
  try {
    return window.localStorage.getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Writes, or with `undefined` removes. */
export function writeStored(name: StoredName, value: string | undefined): void {
  unwritten.delete(name);
  try {
    if (value === undefined) window.localStorage.removeItem(name);
    else window.localStorage.setItem(name, value);
  } catch {
    if (value !== undefined) unwritten.set(name, value);
  }
  listeners.tell(name, false);
}

/** Whether it outlives the page. */
export const isWritten = (name: StoredName): boolean => !unwritten.has(name);

/** `elsewhere`: another tab did it. Returns the function that ends it. */
export const subscribeStored: (name: StoredName, listener: (elsewhere: boolean) => void) => () => void =
  listeners.subscribe;

/** Lets this tab hear what other tabs write. Called once, by the entry of the browser. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    // No key: everything was cleared.
    if (key === null) listeners.tellAll(true);
    else listeners.tell(key, true);
  });
}
