import { completionKey, type PaperId } from '../../../../domain/completion-key.ts';
import { paperName } from './sittings.ts';
import type { PaperFilesProps } from './slots.ts';
import { readRecord, setFileCount } from './state/records.ts';
import { editScore } from './ticking.ts';

/** What the tracker tells about a paper's files, and lets be told. */
export function paperFiles(paper: PaperId): PaperFilesProps {
  const key = completionKey(paper);
  return {
    paper,
    name: paperName(paper),
    fileCount: readRecord(key).fileCount,
    setFileCount: (next) => setFileCount(key, next(readRecord(key).fileCount)),
    openScore: () => editScore(paper),
  };
}
