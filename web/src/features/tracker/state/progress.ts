import { useMemo, useSyncExternalStore } from 'react';
import { completionKey } from '../../../../../domain/completion-key.ts';
import type { TimezoneOverrides } from '../../../../../domain/papers.ts';
import { type Progress, percentageOf, progressOf } from '../../../../../domain/progress.ts';
import type { YearRange } from '../../../../../domain/years.ts';
import { readRecord, subscribeSubject, versionOf } from './records.ts';
import { subscribeSoon } from './soon.ts';

/** How far a subject has come. Its own file, because nothing of it is needed before there are papers on the screen. */

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

/** For whoever has a reason of their own to draw anew, and then wants the count of that moment. */
export function useProgressSource({ subjectId, range, overrides }: ProgressOfTracker) {
  const { startYear, endYear } = range;
  return useMemo(
    () => createProgress({ subjectId, range: { startYear, endYear }, overrides }),
    [subjectId, startYear, endYear, overrides],
  );
}

/** Counts again only when a record of the subject has changed, and answers the same object for the same count. */
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
    subscribe: (listener: () => void) => subscribeSoon(subscribeSubject, subjectId, listener),
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
