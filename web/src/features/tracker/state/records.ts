import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import type { TimezoneOverrides } from '../../../../../domain/papers.ts';
import { type Progress, progressOf } from '../../../../../domain/progress.ts';
import type { YearRange } from '../../../../../domain/years.ts';
import {
  isSameRecord,
  NOT_DONE,
  type PaperRecord,
  paint,
  readRecord,
  subscribeRecord,
  subscribeSubject,
  versionOf,
} from './record-store.ts';

export { NOT_DONE, type PaperRecord, readRecord };

/** Who keeps what is ticked: local storage for a guest, the server for a user. */
export interface RecordKeeper {
  /** `before` was shown until now, `after` is. */
  changed: (key: string, paper: PaperId, before: PaperRecord, after: PaperRecord) => void;
  filesChanged: (key: string, count: number) => void;
}

let keeper: RecordKeeper | undefined;

export function keepRecordsWith(next: RecordKeeper | undefined): void {
  keeper = next;
}

/** One paper's record; nothing but a change of this very paper renders the caller again. */
export function useRecord(key: string): PaperRecord {
  const subscribe = useCallback((listener: () => void) => subscribeRecord(key, listener), [key]);
  return useSyncExternalStore(
    subscribe,
    () => readRecord(key),
    () => NOT_DONE,
  );
}

/** Shows the change at once and has it kept behind the scenes. */
export function setRecord(paper: PaperId, change: { isCompleted: boolean; score: number | null }): void {
  // Nobody to keep it: not loaded yet, or the login is just changing.
  if (!keeper) return;
  const key = completionKey(paper);
  const before = readRecord(key);
  const after: PaperRecord = {
    isCompleted: change.isCompleted,
    // A score needs a completed paper.
    score: change.isCompleted ? change.score : null,
    fileCount: before.fileCount,
    completedAt: change.isCompleted ? (before.completedAt ?? Date.now()) : null,
  };
  if (isSameRecord(before, after)) return;
  paint(key, after);
  keeper.changed(key, paper, before, after);
}

export function setFileCount(key: string, count: number): void {
  paint(key, { ...readRecord(key), fileCount: count });
  keeper?.filesChanged(key, count);
}

export interface ProgressOfTracker {
  subjectId: string;
  range: YearRange;
  overrides: TimezoneOverrides;
}

export function useTrackerProgress({ subjectId, range, overrides }: ProgressOfTracker): Progress {
  const { startYear, endYear } = range;
  const source = useMemo(
    () => createProgress({ subjectId, range: { startYear, endYear }, overrides }),
    [subjectId, startYear, endYear, overrides],
  );
  return useSyncExternalStore(source.subscribe, source.read, source.readNothingDone);
}

/** Counts again only when a record of the subject has changed, and answers the same object for the same count. */
export function createProgress(question: ProgressOfTracker) {
  const { subjectId } = question;
  const count = (read: (key: string) => PaperRecord) =>
    progressOf({ ...question, isCompleted: (paper) => read(completionKey(paper)).isCompleted });
  let version = versionOf(subjectId);
  let progress = count(readRecord);
  let nothingDone: Progress | undefined;
  return {
    subscribe: (listener: () => void) => subscribeSubject(subjectId, listener),
    read: (): Progress => {
      if (version !== versionOf(subjectId)) {
        version = versionOf(subjectId);
        const next = count(readRecord);
        // The total cannot change here: it follows from the question.
        if (next.completed !== progress.completed) progress = next;
      }
      return progress;
    },
    readNothingDone: () => (nothingDone ??= count(() => NOT_DONE)),
  };
}
