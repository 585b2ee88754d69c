import { useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';
import { ApiError } from '../../../api/errors.ts';
import { withTimeout } from '../../../api/with-timeout.ts';
import { createListeners } from '../../../state/observable.ts';
import { subscribeStored, writeStored } from '../../../storage.ts';
import { forgetDelivered, readDelivery, readGuestSubjects } from './kept-work.ts';
import type { UserLink } from './transport.ts';

type Subjects = readonly string[];
type State = { subjects: Subjects; isSaving: boolean };

const NONE: State = { subjects: [], isSaving: false };

let state: State = NONE;
/** Grows with every list confirmed or heard of: an answer that was asked for before it is no longer news. */
let version = 0;
let link: UserLink | undefined;
let endFollowing: (() => void) | undefined;
/** Lists are saved one after the other, each made from what the one before has become. */
let queue: Promise<unknown> = Promise.resolve();
let waiting = 0;
const changes = createListeners();

function set(next: Partial<State>): void {
  const { subjects = state.subjects, isSaving = state.isSaving } = next;
  const isSameList = subjects.join() === state.subjects.join();
  if (isSameList && isSaving === state.isSaving) return;
  state = { subjects: isSameList ? state.subjects : subjects, isSaving };
  changes.tell();
}

export function openGuestSubjects(): void {
  closeSubjects();
  set({ subjects: readGuestSubjects() });
  endFollowing = subscribeStored('localSubjects', () => set({ subjects: readGuestSubjects() }));
}

export function openUserSubjects(next: UserLink): void {
  closeSubjects();
  link = next;
}

export function closeSubjects(): void {
  endFollowing?.();
  endFollowing = undefined;
  link = undefined;
  waiting = 0;
  set(NONE);
}

/** Call it when the list is asked for, and what it returns when the answer has come. `added`: by the user as a guest. */
export function beginReadingSubjects(): (subjects: Subjects, added: Subjects) => void {
  const asked = version;
  return (subjects, added) => {
    if (asked === version) set({ subjects: union(subjects, added) });
  };
}

export function hearSubjects(subjects: Subjects): void {
  version += 1;
  set({ subjects });
}

export function toggleSubject(subjectId: string): Promise<void> {
  return change((list) =>
    list.includes(subjectId) ? list.filter((id) => id !== subjectId) : [...list, subjectId],
  );
}

/** Gives it a place among the subjects, and adds it if it is not taken. The place may depend on where it is then. */
export function placeSubject(subjectId: string, placeFrom: (at: number) => number): Promise<void> {
  return change((list) => {
    const place = Math.max(0, placeFrom(list.indexOf(subjectId)));
    return list.filter((id) => id !== subjectId).toSpliced(place, 0, subjectId);
  });
}

function change(makeList: (list: Subjects) => Subjects): Promise<void> {
  if (link) return rereadInDoubt(link, save(link, makeList));
  const subjects = makeList(state.subjects);
  writeStored('localSubjects', subjects.length === 0 ? undefined : JSON.stringify(subjects));
  return Promise.resolve();
}

/** Adds what the user chose as a guest; never takes anything away. */
export function addGuestSubjects(mine: UserLink): Promise<void> {
  return save(mine, union);
}

const union = (first: Subjects, second: Subjects): Subjects => [...new Set([...first, ...second])];

/** The list changes on the screen when the server has confirmed it. */
function save(mine: UserLink, makeList: (list: Subjects, added: Subjects) => Subjects): Promise<void> {
  const send = async () => {
    if (!mine.mayCall()) throw new Error('Another login has been stored.');
    const { subjects: added } = readDelivery(mine.userId);
    const before = state.subjects;
    const wanted = makeList(before, added);
    const { subjects } = await withTimeout((signal) =>
      call('POST /subjects', { json: { subjects: [...wanted] }, signal }),
    );
    // Shown before, or sent now: it has been decided about them.
    const known = new Set([...before, ...wanted]);
    forgetDelivered(mine.userId, { subjects: added.filter((id) => known.has(id)) });
    if (mine.isClosed()) return;
    hearSubjects(subjects);
    mine.post({ kind: 'subjects', subjects });
  };
  waiting += 1;
  set({ isSaving: true });
  const done = queue.then(send).finally(() => {
    if (mine.isClosed()) return;
    waiting -= 1;
    set({ isSaving: waiting > 0 });
  });
  queue = done.catch(() => undefined);
  return done;
}

async function rereadInDoubt(mine: UserLink, saving: Promise<void>): Promise<void> {
  try {
    await saving;
  } catch (error) {
    // It may have been saved all the same: the next answer of the server tells.
    if (!(error instanceof ApiError && error.status < 500) && !mine.isClosed()) mine.reread();
    throw error;
  }
}

export const readSubjects = () => state;

export const useSubjects = (): State => useSyncExternalStore(changes.subscribe, readSubjects, () => NONE);
