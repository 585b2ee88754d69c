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

/** Who wrote something about the paper that is new; undefined if nobody did. */
export function useUnreadFrom(key: string): string | undefined {
  const read = useCallback(
    () => papersWithWords.read().find((paper) => paper.key === key && paper.unread > 0)?.teacher,
    [key],
  );
  return useSyncExternalStore(papersWithWords.subscribe, read, () => undefined);
}
