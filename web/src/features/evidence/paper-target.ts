import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';

/** The paper whose files are dealt with, and how the tracker is told of them. */
export type PaperTarget = {
  paper: PaperId;
  /** As in 'Paper 1, May 2024'. */
  name: string;
  /** How many there were, as far as the tracker knew. */
  fileCount: number;
  /** May be called after the dialog is closed: an upload goes on. */
  setFileCount: (next: (count: number) => number) => void;
  openScore: () => void;
};

export const keyOf = ({ paper }: PaperTarget) => completionKey(paper);

/** As the calls about files want it. */
export function fieldsOf({ paper: { subjectId, timezone, year, ...rest } }: PaperTarget) {
  return {
    subject_id: subjectId,
    year: String(year),
    ...rest,
    ...(timezone !== null && { timezone }),
  };
}
