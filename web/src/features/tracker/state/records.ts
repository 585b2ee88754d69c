import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { isSameRecord, NOT_DONE, type PaperRecord, paint, readRecord } from './record-store.ts';

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
