import { useState } from 'react';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { subjectName } from '../../../../../domain/subjects.ts';
import { suggestNext } from '../../../../../domain/suggestion.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { paperName } from '../sittings.ts';
import { useCountedQuestion } from '../state/preferences.ts';
import { readRecord } from '../state/records.ts';
import { leadToPaper } from './lead-to-paper.ts';
import { useOpenPapers } from './set-work.ts';

type WhatNextProps = { subjects: readonly string[]; subjectId: string; onView: (id: string) => void };

/** '3 set, 1 suggested', and a list of what is set. Nothing where nothing is. */
export function WhatNext({ subjects, subjectId, onView }: WhatNextProps) {
  const open = useOpenPapers().filter(({ paper }) => subjects.includes(paper.subjectId));
  const question = useCountedQuestion(subjectId);
  const [isListed, setListed] = useState(false);
  if (open.length === 0) return null;
  const isCompleted = (paper: PaperId) => readRecord(completionKey(paper)).isCompleted;
  const isSuggested = suggestNext({ ...question, isCompleted }) !== undefined;
  return (
    <section aria-label="What next" className="what-next">
      <h2 className="overview-title">What next</h2>
      <p>
        {open.length} set{isSuggested && ', 1 suggested'}{' '}
        <button type="button" className="tick-several" onClick={() => setListed(true)}>
          Show all
        </button>
      </p>
      <Dialog open={isListed} title="Set papers" onClose={() => setListed(false)}>
        <ul className="set-list">
          {Array.from(new Set(open.map(({ set }) => set)), (set) => (
            <li key={set.id}>
              <h3>
                {set.isPast ? 'Was due' : 'Due'} {set.day}, set by {set.teacher}
              </h3>
              {set.line !== undefined && (
                <p>
                  “<bdi>{set.line}</bdi>”
                </p>
              )}
              <ul>
                {open
                  .filter((one) => one.set === set)
                  .map(({ paper }) => (
                    <li key={completionKey(paper)}>
                      <button
                        type="button"
                        className="next-paper"
                        onClick={() => {
                          setListed(false);
                          leadToPaper(paper, onView);
                        }}
                      >
                        {subjectName(paper.subjectId)}, {paperName(paper)}
                      </button>
                    </li>
                  ))}
              </ul>
            </li>
          ))}
        </ul>
      </Dialog>
    </section>
  );
}
