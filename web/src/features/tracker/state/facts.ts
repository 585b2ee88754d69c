import { useCallback, useSyncExternalStore } from 'react';
import { averageScore } from '../../../../../domain/scores.ts';
import { type PaperRecord, shownRecords, subscribeSubject, versionOf } from './record-store.ts';

/** What follows from the records and is not the tick itself. */

/** Time enough for a tick, its dialog and its request: nobody waits for a sum. */
const SETTLED = 300;

function subscribeSettled(subjects: readonly string[], listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, SETTLED);
  };
  const ends = subjects.map((subject) => subscribeSubject(subject, later));
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}

/** Changes a moment after a record of one of the subjects has: what is worked out from them is then worked out anew. */
export function useSettledVersion(subjects: readonly string[]): string {
  const names = subjects.join();
  const subscribe = useCallback(
    (listener: () => void) => subscribeSettled(names === '' ? [] : names.split(','), listener),
    [names],
  );
  const read = () => subjects.map((subject) => versionOf(subject)).join();
  return useSyncExternalStore(subscribe, read, () => '');
}

/** The papers of these subjects that are ticked: one walk through all records, however many subjects. */
export function completedOf(...subjects: readonly string[]): PaperRecord[] {
  const isAsked = new Set(subjects);
  const completed: PaperRecord[] = [];
  for (const [key, record] of shownRecords())
    if (record.isCompleted && isAsked.has(key.slice(0, key.indexOf('-')))) completed.push(record);
  return completed;
}

export interface SubjectFacts {
  /** Of the papers with a score, rounded. */
  average: number | null;
  /** When the last one was ticked. */
  lastAt: number | null;
}

export function factsOf(records: readonly PaperRecord[]): SubjectFacts {
  const scores = records.flatMap(({ score }) => score ?? []);
  const times = records.flatMap(({ completedAt }) => completedAt ?? []);
  return {
    average: averageScore(scores),
    lastAt: times.length === 0 ? null : Math.max(...times),
  };
}
