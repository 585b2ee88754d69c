import type { ReactNode } from 'react';
import { parseCompletionKey } from '../../../../../domain/completion-key.ts';
import { useObservable } from '../../../state/observable.ts';
import { paperName } from '../sittings.ts';
import { papersWithWords } from '../state/words.ts';
import { openWords } from '../ticking.ts';

/** 'ms.hartley wrote about Paper 2, May 2023': the latest of what is new, in any subject. */
export function WordNext({ children }: { children: ReactNode }): ReactNode {
  const word = useObservable(papersWithWords).find(({ unread }) => unread > 0);
  const paper = word && parseCompletionKey(word.key);
  if (!paper) return children;
  return (
    <button type="button" className="next-words next-paper" onClick={() => openWords(paper)}>
      {word.teacher} wrote about {paperName({ ...paper, timezone: null })}
    </button>
  );
}
