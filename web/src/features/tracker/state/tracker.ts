import { useLayoutEffect, useSyncExternalStore } from 'react';
import { isLoginCurrent, sessionStore } from '../../../session/session.ts';
import { openGuestRecords } from './guest-records.ts';
import { closePreferences, openGuestPreferences } from './preferences.ts';
import { paintAll } from './record-store.ts';
import { keepRecordsWith } from './records.ts';
import { createSignal } from './signal.ts';
import { closeSubjects, openGuestSubjects } from './subjects.ts';
import { openUserTracker } from './user-tracker.ts';

/** Whose tracker is shown: opens it for whoever is there and changes it when somebody else is. */

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
const changes = createSignal();

function setStatus(next: TrackerStatus): void {
  if (next === status) return;
  status = next;
  changes.tell();
}

function followSession(): void {
  const session = sessionStore.read();
  const owner = session.status === 'user' ? session.user.id : session.status;
  if (open && owner === open.owner) {
    open.refresh();
    return;
  }
  open?.close();
  open = undefined;
  if (owner === 'loading') setStatus('loading');
  else if (owner === 'guest') open = openGuestTracker();
  else open = { owner, ...openUserTracker(owner, { setStatus, mayCall: isLoginCurrent }) };
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
      paintAll(new Map());
      closeSubjects();
      closePreferences();
    },
  };
}

/** Begins, at the first call, to follow the session; from then on the state outlives the page that shows it. */
export function startTracker(): void {
  endFollowing ??= sessionStore.subscribe(followSession);
  followSession();
}

export function stopTracker(): void {
  endFollowing?.();
  endFollowing = undefined;
  open?.close();
  open = undefined;
}

const RETURNS = ['focus', 'online', 'pageshow'] as const;

/** While the tracker is on the screen: coming back to it brings it up to date. Answers what ends it. */
export function watchReturns(): () => void {
  const refresh = () => {
    if (document.visibilityState === 'visible') open?.refresh();
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
  open?.retry();
}
