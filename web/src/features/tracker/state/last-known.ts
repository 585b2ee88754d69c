import { parseCompletionKey } from '../../../../../domain/completion-key.ts';
import { isScore } from '../../../../../domain/scores.ts';
import { entriesOf, parseJson, subjectsIn } from '../../../guest/local-work.ts';
import { readStored, writeStored } from '../../../storage.ts';
import { type PaperRecord, shownRecords } from './record-store.ts';
import { readSubjects } from './subjects.ts';

/**
 * What a user's tracker showed last, kept on the device for the moment in which it is opened and nobody answers. It is
 * removed with the login.
 */

export interface LastKnown {
  /** When the server last confirmed it. */
  at: number;
  subjects: string[];
  records: Map<string, PaperRecord>;
}

export function keepLastKnown(userId: number, at: number): void {
  const records = Array.from(shownRecords(), ([key, { isCompleted, score, fileCount, completedAt }]) => [
    key,
    [Number(isCompleted), score, fileCount, completedAt],
  ]);
  const { subjects } = readSubjects();
  writeStored('lastKnown', JSON.stringify({ userId, at, subjects, records: Object.fromEntries(records) }));
}

export function readLastKnown(userId: number): LastKnown | undefined {
  const { at, subjects, records, ...stored } = Object.fromEntries(
    entriesOf(parseJson(readStored('lastKnown'))),
  );
  if (stored['userId'] !== userId || typeof at !== 'number') return undefined;
  return {
    at,
    subjects: subjectsIn(subjects),
    records: new Map(
      entriesOf(records).flatMap(([key, value]) => {
        const [done, score, files, doneAt] = Array.isArray(value) ? (value as unknown[]) : [];
        if (!parseCompletionKey(key)) return [];
        const isCompleted = done === 1;
        const record: PaperRecord = {
          isCompleted,
          score: isCompleted && isScore(score) ? score : null,
          fileCount: Number.isSafeInteger(files) ? Number(files) : 0,
          completedAt: isCompleted && Number.isSafeInteger(doneAt) ? Number(doneAt) : null,
        };
        return [[key, record] as const];
      }),
    ),
  };
}
