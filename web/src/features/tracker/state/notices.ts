import { useSyncExternalStore } from 'react';
import { createSignal } from './signal.ts';

const SHOWN_FOR = 3000;
const SAVE_FAILED = 'Failed to update paper status';

let saveFailure: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const changes = createSignal();

function set(text: string | undefined): void {
  saveFailure = text;
  changes.tell();
}

/** Several failures in a row are one message, gone three seconds after the last. */
export function showSaveFailure(): void {
  clearTimeout(timer);
  timer = setTimeout(() => set(undefined), SHOWN_FOR);
  set(SAVE_FAILED);
}

export const readSaveFailure = () => saveFailure;

/** What to say about a change that could not be saved, for as long as it is to be said. */
export function useSaveFailure(): string | undefined {
  return useSyncExternalStore(changes.subscribe, readSaveFailure, () => undefined);
}

/** The state of the line, as far as the reader should know of it. */
export interface Line {
  /** How many changes wait on this device because nobody answers. */
  waiting: number;
  /** What is shown was confirmed then, and nobody has answered since the page was opened. */
  lastKnown: number | undefined;
}

const FINE: Line = { waiting: 0, lastKnown: undefined };
let line = FINE;
const lineChanges = createSignal();

function setLine(change: Partial<Line>): void {
  const next = { ...line, ...change };
  if (next.waiting === line.waiting && next.lastKnown === line.lastKnown) return;
  line = next;
  lineChanges.tell();
}

export const setWaiting = (waiting: number) => setLine({ waiting });
export const setLastKnown = (lastKnown: number | undefined) => setLine({ lastKnown });
export const readLine = () => line;

export function useLine(): Line {
  return useSyncExternalStore(lineChanges.subscribe, readLine, () => FINE);
}
