import type { PaperId } from '../../../../domain/completion-key.ts';
import { observable, useObservable } from '../../state/observable.ts';

/** Asking for a paper's score, or showing its files, or what teachers wrote about it, or all files of a subject. */
export type OpenDialog =
  | { kind: 'score' | 'files' | 'words'; paper: PaperId }
  | { kind: 'evidence'; subjectId: string };

/** Kept outside of React's tree: opening a dialog must not draw a single cell again. */
const open = observable<OpenDialog | undefined>(undefined);

export const askScore = (paper: PaperId) => open.write({ kind: 'score', paper });
export const viewFiles = (paper: PaperId) => open.write({ kind: 'files', paper });
export const readWords = (paper: PaperId) => open.write({ kind: 'words', paper });
export const viewEvidence = (subjectId: string) => open.write({ kind: 'evidence', subjectId });
export const closeDialog = () => open.write(undefined);
export const useOpenDialog = () => useObservable(open);
