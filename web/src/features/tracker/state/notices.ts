import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../state/observable.ts';

const SHOWN_FOR = 3000;
const SAVE_FAILED = 'Failed to update paper status';

let saveFailure: string | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
const changes = createListeners();

function set(text: string | undefined): void {
  saveFailure = text;
  changes.tell();
}

let claimed: ((key: string) => boolean) | undefined;

/** Whoever has changed many papers at once says itself what became of them. `isMine` is told which one was refused. */
export function claimRefusals(isMine: (key: string) => boolean): void {
  claimed = isMine;
}

/** Several failures in a row are one message, gone three seconds after the last. */
export function showSaveFailure(key: string): void {
  if (claimed?.(key)) return;
  clearTimeout(timer);
  timer = setTimeout(() => set(undefined), SHOWN_FOR);
  set(SAVE_FAILED);
}

export const readSaveFailure = () => saveFailure;

/** What to say about a change that could not be saved, for as long as it is to be said. */
export function useSaveFailure(): string | undefined {
  return useSyncExternalStore(changes.subscribe, readSaveFailure, () => undefined);
}

/** What the user should know of the connection. */
export interface Connection {
  /** How many changes wait on this device because nobody answers. */
  waiting: number;
  /** What is shown was confirmed then, and nobody has answered since the page was opened. */
  lastShown: number | undefined;
}

const FINE: Connection = { waiting: 0, lastShown: undefined };
let connection = FINE;
const connectionChanges = createListeners();

function setConnection(change: Partial<Connection>): void {
  const next = { ...connection, ...change };
  if (next.waiting === connection.waiting && next.lastShown === connection.lastShown) return;
  connection = next;
  connectionChanges.tell();
}

export const setWaiting = (waiting: number) => setConnection({ waiting });
export const setLastShown = (lastShown: number | undefined) => setConnection({ lastShown });
export const readConnection = () => connection;

export function useConnection(): Connection {
  return useSyncExternalStore(connectionChanges.subscribe, readConnection, () => FINE);
}
