import { useSyncExternalStore } from 'react';
import type { PaperId } from '../../../../domain/completion-key.ts';

/** Asking for a paper's score, or showing its files. */
export type OpenDialog = { kind: 'score' | 'files'; paper: PaperId };

/** Kept outside of React's tree: opening a dialog must not draw a single cell again. */
let open: OpenDialog | undefined;
const listeners = new Set<() => void>();

function show(next: OpenDialog | undefined): void {
  open = next;
  for (const listener of listeners) listener();
}

export const askScore = (paper: PaperId) => show({ kind: 'score', paper });
export const viewFiles = (paper: PaperId) => show({ kind: 'files', paper });
export const closeDialog = () => show(undefined);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const useOpenDialog = () =>
  useSyncExternalStore(
    subscribe,
    () => open,
    () => undefined,
  );
