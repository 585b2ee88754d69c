import { useSyncExternalStore } from 'react';
import type { Output } from '../../../../../contract/index.ts';
import { onIdentityChange } from '../../../api/identity.ts';

/**
 * Passwords that the server made and tells once. They outlive the screen, in memory only: whoever goes Back by mistake
 * finds them again, and whoever is about to lose them is asked first. They end with the session.
 */
export type ImportedUser = Output<'POST /admin/schools/{schoolId}/batch-import'>['imported'][number];
export type NewTeacher = Output<'POST /admin/schools/{schoolId}/teachers'>;
export type ShownOnce = {
  imported?: readonly ImportedUser[];
  teacher?: NewTeacher;
};
export type Kind = keyof ShownOnce;

const NOTHING: ShownOnce = {};
const bySchool = new Map<string, ShownOnce>();
/** `school kind` of what nobody has copied or downloaded yet. */
const untaken = new Set<string>();
/** How many users are being made at a school right now: their passwords are on the way. */
const underWay = new Map<string, number>();
const listeners = new Set<() => void>();

const unloading = (event: BeforeUnloadEvent) => event.preventDefault();

function changed(): void {
  // Wherever in the app they are by now: closing the page would lose them.
  if (untaken.size + underWay.size > 0) window.addEventListener('beforeunload', unloading);
  else window.removeEventListener('beforeunload', unloading);
  for (const listener of listeners) listener();
}

// One person's passwords are never shown to the next.
onIdentityChange(() => forgetAll());

/** For as long as the work takes, whichever tab or screen is open meanwhile. */
export async function whileMaking<T>(schoolId: string, count: number, work: () => Promise<T>): Promise<T> {
  underWay.set(schoolId, count);
  changed();
  try {
    return await work();
  } finally {
    underWay.delete(schoolId);
    changed();
  }
}

export function showOnce(schoolId: string, shown: ShownOnce): void {
  bySchool.set(schoolId, { ...bySchool.get(schoolId), ...shown });
  for (const kind of Object.keys(shown)) untaken.add(`${schoolId} ${kind}`);
  changed();
}

/** They have been copied or downloaded. */
export function markTaken(schoolId: string, kind: Kind): void {
  untaken.delete(`${schoolId} ${kind}`);
  changed();
}

export function forget(schoolId: string, kind: Kind): void {
  const { [kind]: _, ...rest } = bySchool.get(schoolId) ?? NOTHING;
  bySchool.set(schoolId, rest);
  markTaken(schoolId, kind);
}

export function forgetAll(): void {
  bySchool.clear();
  untaken.clear();
  changed();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export const useShownOnce = (schoolId: string): ShownOnce =>
  useSyncExternalStore(subscribe, () => bySchool.get(schoolId) ?? NOTHING);

export const useUnderWay = (schoolId: string): number | undefined =>
  useSyncExternalStore(subscribe, () => underWay.get(schoolId));

/** Whether there are passwords that would be lost by leaving. */
export const hasUntaken = (): boolean => untaken.size > 0;
export const useHasUntaken = (): boolean => useSyncExternalStore(subscribe, hasUntaken);
export const useIsUntaken = (schoolId: string, kind: Kind): boolean =>
  useSyncExternalStore(subscribe, () => untaken.has(`${schoolId} ${kind}`));
