import type { PaperId } from '../../../../domain/completion-key.ts';
import { observable, useObservable } from '../../state/observable.ts';

/** Asking for a paper's score, or showing its files. */
export type OpenDialog = { kind: 'score' | 'files'; paper: PaperId };

/** Kept outside of React's tree: opening a dialog must not draw a single cell again. */
const open = observable<OpenDialog | undefined>(undefined);

export const askScore = (paper: PaperId) => open.write({ kind: 'score', paper });
export const viewFiles = (paper: PaperId) => open.write({ kind: 'files', paper });
export const closeDialog = () => open.write(undefined);
export const useOpenDialog = () => useObservable(open);
