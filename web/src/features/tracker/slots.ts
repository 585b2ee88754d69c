import { type ComponentType, createContext, type ReactNode } from 'react';
import type { PaperId } from '../../../../domain/completion-key.ts';

/** What other features put into the tracker. It is given to the page, because no feature imports another. */
export type TrackerSlots = {
  /** Beside the title of the page. */
  action?: ReactNode;
  /** The part of the score dialog that takes files. */
  FilesPart?: ComponentType<{ paper: PaperId }>;
  /** Shows a paper's files. Without it no paper offers to show them. */
  FilesViewer?: ComponentType<{ paper: PaperId; onClose: () => void }>;
};

export const SlotsContext = createContext<TrackerSlots>({});
