import { useLayoutEffect, useSyncExternalStore } from 'react';
import { reloadIfReachable } from '../../../device/reload.ts';
import { isLoginCurrent, sessionStore } from '../../../session/session.ts';
import { createListeners } from '../../../state/observable.ts';
import { readStored } from '../../../storage.ts';
import { openGuestRecords } from './guest-records.ts';
// Asks the server as soon as it is there, before the rest of a user's part has come.
import { forgetEarly } from './load.ts';
import { closePreferences, openGuestPreferences } from './preferences.ts';
import { keepRecordsWith, showRecords } from './records.ts';
import { closeSubjects, openGuestSubjects } from './subjects.ts';

/** Opens the tracker of the guest or user, and another one when somebody else logs in. */

export type TrackerStatus = 'loading' | 'ready' | 'failed';

interface OpenTracker {
  /** Whom it is for: a user's id, or a guest. */
  owner: number | 'guest';
  retry: () => void;
  /** Reads again what may have become old. */
  refresh: () => void;
  close: () => void;
}

let status: TrackerStatus = 'loading';
let open: OpenTracker | undefined;
let endFollowing: (() => void) | undefined;
const changes = createListeners();

function setStatus(next: TrackerStatus): void {
  if (next === status) return;
  status = next;
  changes.tell();
}

/** A file of its own, which a guest never needs. Fetched at once if there is a login, beside everything else. */
const fetchUserPart = () => import('./user-tracker.ts');
if (readStored('token') !== undefined) fetchUserPart().catch(() => undefined);
/** Once it did not come, many browsers never ask for it again in the same page (`ui/toasts.ts`). */
let isUserPartMissing = false;

function currentOwner(): OpenTracker['owner'] | 'loading' {
  const session = sessionStore.read();
  return session.status === 'user' ? session.user.id : session.status;
}

/** `isReturn`: somebody came back to the tracker, or asked for it again. */
function followSession({ isReturn = false } = {}): void {
  const owner = currentOwner();
  if (open && owner === open.owner) {
    open.refresh();
    return;
  }
  open?.close();
  open = undefined;
  if (owner === 'guest') open = openGuestTracker();
  else {
    setStatus('loading');
    if (owner !== 'loading') void openForUser(owner, isReturn);
  }
}

async function openForUser(owner: number, isReturn: boolean): Promise<void> {
  try {
    const { openUserTracker } = await fetchUserPart();
    // Nobody follows any more, somebody else is there by now, or it was asked for twice.
    if (!endFollowing || open || currentOwner() !== owner) return;
    open = { owner, ...openUserTracker(owner, { setStatus, mayCall: isLoginCurrent }) };
  } catch {
    forgetEarly();
    if (open || currentOwner() !== owner) return;
    setStatus('failed');
    if (isReturn && isUserPartMissing) void reloadIfReachable();
    isUserPartMissing = true;
  }
}

function openGuestTracker(): OpenTracker {
  const records = openGuestRecords();
  keepRecordsWith(records);
  openGuestSubjects();
  openGuestPreferences();
  setStatus('ready');
  return {
    owner: 'guest',
    retry: () => undefined,
    refresh: () => undefined,
    close() {
      keepRecordsWith(undefined);
      records.close();
      showRecords(new Map());
      closeSubjects();
      closePreferences();
    },
  };
}

/** Begins, at the first call, to follow the session; from then on the state outlives the page that shows it. */
export function startTracker(): void {
  endFollowing ??= sessionStore.subscribe(() => followSession());
  followSession();
}

export function stopTracker(): void {
  endFollowing?.();
  endFollowing = undefined;
  open?.close();
  open = undefined;
}

const RETURNS = ['focus', 'online', 'pageshow'] as const;

/** While the tracker is on the screen: coming back to it brings it up to date. Returns what ends it. */
export function watchReturns(): () => void {
  const refresh = (event: Event) => {
    // Shown for the first time, which a slow font may put off until the reading is under way, is no return.
    if (event.type === 'pageshow' && !(event as PageTransitionEvent).persisted) return;
    if (document.visibilityState !== 'visible') return;
    if (open) open.refresh();
    else if (status === 'failed') followSession({ isReturn: true });
  };
  for (const name of RETURNS) window.addEventListener(name, refresh);
  document.addEventListener('visibilitychange', refresh);
  return () => {
    for (const name of RETURNS) window.removeEventListener(name, refresh);
    document.removeEventListener('visibilitychange', refresh);
  };
}

/** The page of the tracker calls it once. Before the paint, so that a guest never sees it loading. */
export function useTrackerData(): void {
  useLayoutEffect(() => {
    startTracker();
    return watchReturns();
  }, []);
}

export const readTrackerStatus = () => status;

export function useTrackerStatus(): TrackerStatus {
  return useSyncExternalStore(changes.subscribe, readTrackerStatus, () => 'loading');
}

export function retryTracker(): void {
  if (open) open.retry();
  else followSession({ isReturn: true });
}
