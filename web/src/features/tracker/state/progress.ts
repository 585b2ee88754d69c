import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { completionKey } from '../../../../../domain/completion-key.ts';
import type { TimezoneOverrides } from '../../../../../domain/papers.ts';
import { type Progress, percentageOf, progressOf } from '../../../../../domain/progress.ts';
import { averageScore } from '../../../../../domain/scores.ts';
import type { YearRange } from '../../../../../domain/years.ts';
import { subscribeAfterPaint } from '../../../ui/after-paint.ts';
import { type PaperRecord, readRecord, shownRecords, subscribeSubject, versionOf } from './records.ts';

/** What follows from the records. Its own file, because nothing of it is needed before there are papers on the screen. */

export interface ProgressOfTracker {
  subjectId: string;
  range: YearRange;
  overrides: TimezoneOverrides;
}

/** A frame behind the tick. */
export function useTrackerProgress(question: ProgressOfTracker): Progress {
  const source = useProgressSource(question);
  return useSyncExternalStore(source.subscribe, source.read, source.readNothingDone);
}

/** For a component that renders for reasons of its own, and then wants the count of that moment. */
export function useProgressSource({ subjectId, range, overrides }: ProgressOfTracker) {
  const { startYear, endYear } = range;
  return useMemo(
    () => createProgress({ subjectId, range: { startYear, endYear }, overrides }),
    [subjectId, startYear, endYear, overrides],
  );
}

/** Counts again only when a record of the subject has changed, and returns the same object for the same count. */
export function createProgress(question: ProgressOfTracker) {
  const { subjectId } = question;
  // Which papers count follows from the question; their names are put together once and not at every tick.
  const keys: string[] = [];
  const nothingDone = progressOf({
    ...question,
    isCompleted: (paper) => {
      keys.push(completionKey(paper));
      return false;
    },
  });
  const { total } = nothingDone;
  let version: number | undefined;
  let progress = nothingDone;
  return {
    subscribe: (listener: () => void) => subscribeAfterPaint(subscribeSubject, subjectId, listener),
    read: (): Progress => {
      if (version !== versionOf(subjectId)) {
        version = versionOf(subjectId);
        const completed = keys.filter((key) => readRecord(key).isCompleted).length;
        if (completed !== progress.completed)
          progress = { completed, total, percentage: percentageOf(completed, total) };
      }
      return progress;
    },
    readNothingDone: () => nothingDone,
  };
}

/** Time enough for a tick, its dialog and its request: nobody waits for a sum. */
const SETTLED = 300;

function subscribeSettled(subjects: readonly string[], listener: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      listener();
    }, SETTLED);
  };
  const ends = subjects.map((subject) => subscribeSubject(subject, settle));
  return () => {
    clearTimeout(timer);
    for (const end of ends) end();
  };
}

/** Changes a moment after a record of one of the subjects has: what is worked out from them is then worked out again. */
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
