import { createContext, type ReactNode } from 'react';
import type { PaperId } from '../../../../domain/completion-key.ts';
import type { Preloadable } from '../../ui/lazy-preloadable.ts';

/** What the parts that deal with a paper's files are told. */
export type PaperFilesProps = {
  paper: PaperId;
  /** As in 'Paper 1, May 2024'. */
  name: string;
  /** How many there are, as far as the tracker knows. */
  fileCount: number;
  /** Tells how many there are now. Good for as long as the page lives: an upload goes on when its dialog is closed. */
  setFileCount: (next: (count: number) => number) => void;
  /** Opens the score dialog, with the part that takes files. */
  openScore: () => void;
};

/** What other features put into the tracker. It is given to the page, because no feature imports another. */
export type TrackerSlots = {
  /** At the end of the page. */
  footer?: ReactNode;
  /** The part of the score dialog that takes files. */
  FilesPart?: Preloadable<PaperFilesProps>;
  /** Shows a paper's files. Without it no paper offers to show them. `isCompleted`: the score dialog may be opened. */
  FilesViewer?: Preloadable<PaperFilesProps & { isCompleted: boolean; onClose: () => void }>;
  /** What teachers wrote about a paper. `onRead`: it is on the screen. */
  Words?: Preloadable<{ paperKey: string; onRead: () => void }>;
  /** Shows all files of a subject. `filesOf`: what is told of the files of each of its papers. */
  AllEvidence?: Preloadable<{
    subjectId: string;
    filesOf: (paper: PaperId) => PaperFilesProps;
    onClose: () => void;
  }>;
};

export const SlotsContext = createContext<TrackerSlots>({});
