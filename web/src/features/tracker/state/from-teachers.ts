import { type ComponentType, type ReactNode, useCallback, useSyncExternalStore } from 'react';
import type { PaperId } from '../../../../../domain/completion-key.ts';
import { observable, useObservable } from '../../../state/observable.ts';

/**
 * The place for what a student's teachers ask of them. What fills it comes with a user's part (set-work/): guests and
 * teachers have nothing of it.
 */

/** Beside an open box. */
export interface SetMark {
  /** 'for Fri', or 'was due' */
  words: string;
  /** '20 Nov': where there is little room, alone. */
  day: string;
  /** 'Set by ms.hartley for Fri 20 Nov', and the teacher's line. */
  title: string;
}

interface FromTeachers {
  /** What is set and was open when it was read: shown whatever the filters say. */
  asked: readonly PaperId[];
  /** In the line of what next; `children` where there is nothing from teachers. */
  Next: ComponentType<{
    subjects: readonly string[];
    subjectId: string;
    onView: (id: string) => void;
    children: ReactNode;
  }>;
  /** In the overview. */
  WhatNext: ComponentType<{ subjects: readonly string[]; subjectId: string; onView: (id: string) => void }>;
  /** In the score dialog: what the teacher has said about the paper. */
  Lines: ComponentType<{ paper: PaperId }>;
}

export const fromTeachers = observable<FromTeachers | undefined>(undefined);
export const useFromTeachers = () => useObservable(fromTeachers);

const NOTHING: readonly PaperId[] = [];
export const askedPapers = (): readonly PaperId[] => fromTeachers.read()?.asked ?? NOTHING;
export const useAskedPapers = (): readonly PaperId[] =>
  useSyncExternalStore(fromTeachers.subscribe, askedPapers, () => NOTHING);

/** By the key of every record that would do. */
export const setMarks = observable<ReadonlyMap<string, SetMark>>(new Map());

export function useSetMark(key: string): SetMark | undefined {
  const read = useCallback(() => setMarks.read().get(key), [key]);
  return useSyncExternalStore(setMarks.subscribe, read, () => undefined);
}
