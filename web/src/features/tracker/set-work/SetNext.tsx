import type { ReactNode } from 'react';
import { subjectName } from '../../../../../domain/subjects.ts';
import { paperName } from '../sittings.ts';
import { WordNext } from '../words/WordNext.tsx';
import { leadToPaper } from './lead-to-paper.ts';
import { dueWords, useOpenPapers } from './set-work.ts';
import './set-work.css';

type SetNextProps = {
  subjects: readonly string[];
  subjectId: string;
  onView: (id: string) => void;
  /** What stands here when nothing is set. */
  children: ReactNode;
};

/** 'Due Fri 20 Nov: Physics HL, Paper 2, May 2023, TZ1': the earliest of all subjects. */
export function SetNext({ subjects, subjectId, onView, children }: SetNextProps): ReactNode {
  const next = useOpenPapers().find(({ paper }) => subjects.includes(paper.subjectId));
  if (!next) return <WordNext>{children}</WordNext>;
  const { paper, set } = next;
  return (
    <button
      type="button"
      className="next-words next-paper"
      title={set.mark.title}
      onClick={() => leadToPaper(paper, onView)}
    >
      <span className="next-set">
        <span className="next-due">
          {dueWords(set)}: {/* On a phone the subject in view stands right above. */}
          <span className={paper.subjectId === subjectId ? 'max-md:hidden' : undefined}>
            {subjectName(paper.subjectId)},{' '}
          </span>
        </span>
        {paperName(paper)}
      </span>
    </button>
  );
}
