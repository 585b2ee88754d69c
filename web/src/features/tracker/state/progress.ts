import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { timeOn } from '../../../../../domain/days.ts';
import { type CountedQuestion, countedKeys, type Progress, tally } from '../../../../../domain/progress.ts';
import { averageScore } from '../../../../../domain/scores.ts';
import { subscribeAfterPaint } from '../../../ui/after-paint.ts';
import { useCountedQuestion } from './preferences.ts';
import {
  type PaperRecord,
  readRecord,
  shownRecords,
  subscribeRecords,
  subscribeSubject,
  versionOf,
} from './records.ts';

/** What follows from the records. Its own file, because nothing of it is needed before there are papers on the screen. */

/** A frame behind the tick. */
export function useTrackerProgress(subjectId: string): Progress {
  const source = useProgressSource(subjectId);
  return useSyncExternalStore(source.subscribe, source.read, source.readNothingDone);
}

/** For a component that renders for reasons of its own, and then wants the count of that moment. */
export function useProgressSource(subjectId: string) {
  const question = useCountedQuestion(subjectId);
  return useMemo(() => createProgress(question), [question]);
}

/** Counts again only when a record of the subject has changed, and returns the same object for the same count. */
export function createProgress(question: CountedQuestion) {
  const { subjectId } = question;
  // Which papers count follows from the question; their names are put together once and not at every tick.
  const papers = countedKeys(question);
  const isDone = (key: string) => readRecord(key).isCompleted;
  const nothingDone = tally(papers, () => false);
  let version: number | undefined;
  let progress = nothingDone;
  return {
    subscribe: (listener: () => void) => subscribeAfterPaint(subscribeSubject, subjectId, listener),
    read: (): Progress => {
      if (version !== versionOf(subjectId)) {
        version = versionOf(subjectId);
        const next = tally(papers, isDone);
        if (next.completed !== progress.completed || next.total !== progress.total) progress = next;
      }
      return progress;
    },
    readNothingDone: () => nothingDone,
  };
}

/** Time enough for a tick, its dialog and its request: nobody waits for a sum. */
const SETTLED = 300;

/** Changes a moment after a record of the subject has, or of any subject: what follows from them is then worked out again. */
export function useSettledVersion(subjectId?: string): number {
  const subscribe = useCallback(
    (listener: () => void) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const settle = () => {
        timer ??= setTimeout(() => {
          timer = undefined;
          listener();
        }, SETTLED);
      };
      const end = subjectId === undefined ? subscribeRecords(settle) : subscribeSubject(subjectId, settle);
      return () => {
        clearTimeout(timer);
        end();
      };
    },
    [subjectId],
  );
  return useSyncExternalStore(
    subscribe,
    () => versionOf(subjectId),
    () => 0,
  );
}

/** The papers that are ticked: of a subject, or of all, also of those that are no longer taken. */
export function completedOf(subjectId?: string): PaperRecord[] {
  const completed: PaperRecord[] = [];
  for (const [key, record] of shownRecords())
    if (record.isCompleted && (subjectId === undefined || key.startsWith(`${subjectId}-`)))
      completed.push(record);
  return completed;
}

/** When it was done, each time. */
export const timesOf = ({ completedAt, earlier = [] }: PaperRecord): number[] => [
  ...earlier.map((day) => timeOn(day)),
  ...(completedAt === null ? [] : [completedAt]),
];

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
