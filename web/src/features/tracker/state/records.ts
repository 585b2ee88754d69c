import { useCallback, useSyncExternalStore } from 'react';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { createKeyedListeners, createListeners } from '../../../state/observable.ts';
import { subscribeAfterPaint } from '../../../ui/after-paint.ts';
import {
  attemptsOf,
  dated,
  isSameTick,
  NOT_TICKED,
  type Tick,
  type TickValue,
  type Wish,
  wishFor,
} from './tick.ts';

/** What the screen shows for each paper, for guests and users alike. Plain maps: a tick touches one entry. */

export interface PaperRecord extends Tick {
  fileCount: number;
}

/** For every paper without a record, always the same object. */
export const NOT_DONE: PaperRecord = Object.freeze({ ...NOT_TICKED, fileCount: 0 });

const shown = new Map<string, PaperRecord>();
const ofKey = createKeyedListeners();
const ofSubject = createKeyedListeners();
const ofAll = createListeners();
const ofSaved = createKeyedListeners();
const versions = new Map<string, number>();
let versionOfAll = 0;

export const subscribeRecord = ofKey.subscribe;
export const subscribeSubject = ofSubject.subscribe;
/** Every change of any record. */
export const subscribeRecords = ofAll.subscribe;
/** Every change of the paper that the server has taken, also one that the record does not show. */
export const subscribeSaved = ofSaved.subscribe;
export const tellSaved = (key: string): void => ofSaved.tell(key);

export function readRecord(key: string): PaperRecord {
  return shown.get(key) ?? NOT_DONE;
}

/** Everything that is not as it is without a record. */
export const shownRecords = (): ReadonlyMap<string, PaperRecord> => shown;

/** Grows with every change of a record of the subject, or of any. */
export function versionOf(subjectId?: string): number {
  return subjectId === undefined ? versionOfAll : (versions.get(subjectId) ?? 0);
}

/** One paper's record; nothing but a change of this very paper renders the caller again. */
export function useRecord(key: string): PaperRecord {
  return useRecordBy(subscribeRecord, key);
}

/** The same for what only repeats it elsewhere: a frame behind the tick itself. */
export function useRecordAfterPaint(key: string): PaperRecord {
  return useRecordBy(subscribeRecordAfterPaint, key);
}

export function subscribeRecordAfterPaint(key: string, listener: () => void): () => void {
  return subscribeAfterPaint(subscribeRecord, key, listener);
}

function useRecordBy(subscribeTo: typeof subscribeRecord, key: string): PaperRecord {
  const subscribe = useCallback((listener: () => void) => subscribeTo(key, listener), [subscribeTo, key]);
  return useSyncExternalStore(
    subscribe,
    () => readRecord(key),
    () => NOT_DONE,
  );
}

/** Shows a record from now on; tells that paper's listeners and those who count its subject. */
export function showRecord(key: string, change: Partial<PaperRecord>): void {
  if (put(key, { ...readRecord(key), ...change })) tell([key]);
}

/** A whole tick, in place of the one before, of which it inherits nothing. */
export function showTick(key: string, tick: Tick): void {
  if (put(key, { ...tick, fileCount: readRecord(key).fileCount })) tell([key]);
}

/** Shows exactly these records, but leaves the papers for which `isKept` says so as they are. */
export function showRecords(
  records: ReadonlyMap<string, PaperRecord>,
  isKept = (_key: string) => false,
): void {
  const changed: string[] = [];
  for (const key of shown.keys()) {
    if (!records.has(key) && !isKept(key) && put(key, NOT_DONE)) changed.push(key);
  }
  for (const [key, record] of records) {
    if (!isKept(key) && put(key, record)) changed.push(key);
  }
  tell(changed);
}

function put(key: string, record: PaperRecord): boolean {
  if (isSameRecord(readRecord(key), record)) return false;
  if (isSameRecord(record, NOT_DONE)) shown.delete(key);
  else shown.set(key, record);
  return true;
}

function isSameRecord(one: PaperRecord, other: PaperRecord): boolean {
  return isSameTick(one, other) && one.doneOn === other.doneOn && one.fileCount === other.fileCount;
}

function tell(keys: readonly string[]): void {
  if (keys.length === 0) return;
  const subjects = new Set<string>();
  for (const key of keys) subjects.add(key.slice(0, key.indexOf('-')));
  // First, so that a listener of a paper who also counts does not count the old state.
  for (const subject of subjects) versions.set(subject, versionOf(subject) + 1);
  versionOfAll += 1;
  for (const key of keys) ofKey.tell(key);
  for (const subject of subjects) ofSubject.tell(subject);
  ofAll.tell();
}

/** Where records are saved: in local storage for a guest, on the server for a user. Shows the change at once. */
export interface RecordKeeper {
  change: (key: string, wish: Wish) => void;
  changeFileCount: (key: string, count: number) => void;
  /** Shows what the server has by a call of another kind. Guests make none. */
  learn?: (key: string, tick: Tick) => void;
}

let keeper: RecordKeeper | undefined;

export function keepRecordsWith(next: RecordKeeper | undefined): void {
  keeper = next;
}

export function setRecord(paper: PaperId, said: TickValue): void {
  // Nothing is loaded yet, or the login is just changing.
  if (!keeper) return;
  const key = completionKey(paper);
  const before = readRecord(key);
  const wish = wishFor(before, dated(before, said));
  if (!isSameTick(before, wish.shown)) keeper.change(key, wish);
}

/** Undoes an untick: the record is as it was, with all its attempts. */
export function restoreRecord(paper: PaperId, { fileCount: _fileCount, ...before }: PaperRecord): void {
  const { isCompleted, score, marks, note } = before;
  const more = (note || attemptsOf(before) > 1) && { restores: true as const, ...(note && { note }) };
  const value = dated(before, { isCompleted, score, marks, ...more });
  keeper?.change(completionKey(paper), wishFor(NOT_TICKED, value, before));
}

/** Whether a paper can have several attempts: a guest's has one. */
export const hasAttempts = (): boolean => keeper?.learn !== undefined;

/** What a call for one of a paper's attempts has answered. */
export const learnRecord = (key: string, tick: Tick): void => keeper?.learn?.(key, tick);

export function setFileCount(key: string, count: number): void {
  showRecord(key, { fileCount: count });
  keeper?.changeFileCount(key, count);
}
