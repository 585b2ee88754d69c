import { useSyncExternalStore } from 'react';
import type { Output } from '../../../../contract/index.ts';
import { onIdentityChange } from '../../api/identity.ts';
import { createListeners } from '../../state/observable.ts';
import { type Managed } from './managed.ts';
import type { Person } from './people-words.ts';
import type { WantedRow } from './plan-import.ts';
import type { RosterRequest } from './roster/roster-request.ts';

/**
 * Passwords that the server made and tells once. They outlive the screen, in memory only: an admin who goes Back by
 * mistake finds them again, and one who is about to lose them is asked first. They end with the session.
 */
export type ImportedRow = {
  /** Its number in the file; below zero for somebody who is in none. */
  id: number;
  username: string;
  email: string;
  role: string;
  /** The person's, and the groups that they join: for the slip. */
  fullName?: string | undefined;
  groups?: readonly string[];
  /** Only new users have one, and those whose account was claimed. */
  password: string | null;
  became: 'added' | 'taken_in' | 'changed' | 'unchanged' | 'left_out' | 'waiting' | 'unknown';
  note: string | null;
  /** An account that never proved its address is to get a new password. */
  isClaimed?: boolean;
};
/** What became of every row of a list. */
export type ImportResult = {
  rows: readonly ImportedRow[];
  /** What is still to be sent, after a part that failed. */
  rest: readonly WantedRow[];
  /** Of a roster: what follows when everybody is there. */
  roster?: RosterRest | undefined;
  /** Who left and is archived at the end. */
  leavers?: readonly Person[];
  /** What else a roster did, as a sentence. */
  besides?: string;
};
export type RosterRest = {
  id: number;
  request: RosterRequest;
  /** Who was at the school before. */
  members: readonly WantedRow[];
  courses: Readonly<Record<string, string | null>>;
  endsLinks: boolean;
  /** As it was shown. */
  linksEnded: number;
  /** What it will have done besides. */
  besides: string;
};
export type NewTeacher = Output<'POST /admin/schools/{schoolId}/teachers'>;
export type ShownOnce = {
  imported: ImportResult | undefined;
  /** The newest first. */
  teachers: readonly NewTeacher[];
};
/** What is noted in one go: all of an import, or one teacher's. */
type Passwords = ImportResult | NewTeacher;

const NOTHING: ShownOnce = { imported: undefined, teachers: [] };
const bySchool = new Map<string, ShownOnce>();
/** What nobody has copied or downloaded yet. */
const untaken = new Set<Passwords | object>();
/** Users are being made at a school right now: their passwords are on the way. */
export type UnderWay = { reached: number; total: number };
const underWay = new Map<string, UnderWay>();
const nameOf = ({ as, schoolId }: Managed): string => `${as} ${schoolId}`;
const { tell, subscribe } = createListeners();

const unloading = (event: BeforeUnloadEvent) => event.preventDefault();

function changed(): void {
  // Wherever in the app they are by now: closing the page would lose them.
  if (untaken.size + underWay.size > 0) window.addEventListener('beforeunload', unloading);
  else window.removeEventListener('beforeunload', unloading);
  tell();
}

// One person's passwords are never shown to the next. A student who logs in beside them is not the next.
for (const login of ['platformAdmin', 'schoolAdmin'] as const) onIdentityChange(() => forgetAll(), login);

/** For as long as the work takes, whichever tab or screen is open meanwhile. `tell` says how far it is. */
export async function whileMaking<T>(
  managed: Managed,
  work: (tell: (state: UnderWay) => void) => Promise<T>,
): Promise<T> {
  try {
    return await work((state) => {
      underWay.set(nameOf(managed), state);
      changed();
    });
  } finally {
    underWay.delete(nameOf(managed));
    changed();
  }
}

const shownAt = (managed: Managed): ShownOnce => bySchool.get(nameOf(managed)) ?? NOTHING;

/** In place of what was shown before: a list that is imported in parts grows. */
export function showImported(managed: Managed, imported: ImportResult): void {
  const before = shownAt(managed);
  const taken = before.imported && !untaken.has(before.imported) ? passwordsIn(before.imported) : 0;
  if (before.imported) untaken.delete(before.imported);
  bySchool.set(nameOf(managed), { ...before, imported });
  if (passwordsIn(imported) > taken) untaken.add(imported);
  changed();
}
const passwordsIn = ({ rows }: ImportResult) => rows.filter(({ password }) => password !== null).length;

export function showTeacher(managed: Managed, teacher: NewTeacher): void {
  const { imported, teachers } = shownAt(managed);
  bySchool.set(nameOf(managed), { imported, teachers: [teacher, ...teachers] });
  untaken.add(teacher);
  changed();
}

/** Passwords in a dialog of their own, until the returned function is called. */
export function guardPasswords(): () => void {
  const shown = {};
  untaken.add(shown);
  changed();
  return () => {
    untaken.delete(shown);
    changed();
  };
}

/** They have been copied or downloaded. */
export function markTaken(passwords: Passwords): void {
  untaken.delete(passwords);
  changed();
}

export function forget(managed: Managed, passwords: Passwords): void {
  const { imported, teachers } = shownAt(managed);
  bySchool.set(nameOf(managed), {
    imported: imported === passwords ? undefined : imported,
    teachers: teachers.filter((teacher) => teacher !== passwords),
  });
  markTaken(passwords);
}

export function forgetAll(): void {
  bySchool.clear();
  untaken.clear();
  changed();
}

export const useShownOnce = (managed: Managed): ShownOnce =>
  useSyncExternalStore(subscribe, () => shownAt(managed));

export const useUnderWay = (managed: Managed): UnderWay | undefined =>
  useSyncExternalStore(subscribe, () => underWay.get(nameOf(managed)));

/** Whether there are passwords that would be lost by leaving. */
export const hasUntaken = (): boolean => untaken.size > 0;
export const useHasUntaken = (): boolean => useSyncExternalStore(subscribe, hasUntaken);
export const useIsUntaken = (passwords: Passwords): boolean =>
  useSyncExternalStore(subscribe, () => untaken.has(passwords));
