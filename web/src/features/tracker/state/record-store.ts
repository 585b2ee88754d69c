import { createSignals } from './signal.ts';

/** What the screen shows for each paper, whoever keeps it. Plain maps: a tick touches one entry. */

export interface PaperRecord {
  isCompleted: boolean;
  score: number | null;
  fileCount: number;
  /** When it was ticked, in milliseconds. */
  completedAt: number | null;
}

/** For every paper without a record, always the same object. */
export const NOT_DONE: PaperRecord = Object.freeze({
  isCompleted: false,
  score: null,
  fileCount: 0,
  completedAt: null,
});

const shown = new Map<string, PaperRecord>();
const ofKey = createSignals();
const ofSubject = createSignals();
const versions = new Map<string, number>();

export const subscribeRecord = ofKey.subscribe;
export const subscribeSubject = ofSubject.subscribe;

export function readRecord(key: string): PaperRecord {
  return shown.get(key) ?? NOT_DONE;
}

/** Everything that is not as it is without a record. */
export const shownRecords = (): ReadonlyMap<string, PaperRecord> => shown;

/** Grows with every change of a record of the subject. */
export function versionOf(subjectId: string): number {
  return versions.get(subjectId) ?? 0;
}

export function isSameValue(
  one: Pick<PaperRecord, 'isCompleted' | 'score'>,
  other: Pick<PaperRecord, 'isCompleted' | 'score'>,
): boolean {
  return one.isCompleted === other.isCompleted && one.score === other.score;
}

export function isSameRecord(one: PaperRecord, other: PaperRecord): boolean {
  return (
    isSameValue(one, other) && one.fileCount === other.fileCount && one.completedAt === other.completedAt
  );
}

/** Shows a record from now on; tells that paper's listeners and those who count its subject. */
export function paint(key: string, record: PaperRecord): void {
  if (put(key, record)) tell([key]);
}

/** Shows exactly these records, but leaves the papers for which `isKept` says so as they are. */
export function paintAll(records: ReadonlyMap<string, PaperRecord>, isKept = (_key: string) => false): void {
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

function tell(keys: readonly string[]): void {
  const subjects = new Set<string>();
  for (const key of keys) subjects.add(key.slice(0, key.indexOf('-')));
  // First, so that a listener of a paper who also counts does not count the old state.
  for (const subject of subjects) versions.set(subject, versionOf(subject) + 1);
  for (const key of keys) ofKey.tell(key);
  for (const subject of subjects) ofSubject.tell(subject);
}
