import { useCallback, useSyncExternalStore } from 'react';
import { observable } from '../../../state/observable.ts';

/** A paper that a teacher and the student wrote about. */
export interface PaperWords {
  teacher: string;
  key: string;
  /** How many of the teacher's words are new. */
  unread: number;
}

/** The latest first. What fills it comes with a user's part (words/): guests and teachers have nothing of it. */
export const papersWithWords = observable<readonly PaperWords[]>([]);

/** What there is on a paper: what is new before what was read. */
export function useWords(key: string): PaperWords | undefined {
  const read = useCallback(() => {
    const words = papersWithWords.read().filter((paper) => paper.key === key);
    return words.find(({ unread }) => unread > 0) ?? words[0];
  }, [key]);
  return useSyncExternalStore(papersWithWords.subscribe, read, () => undefined);
}
