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
