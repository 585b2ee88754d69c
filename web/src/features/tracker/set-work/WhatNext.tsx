import { useState } from 'react';
import { completionKey, type PaperId } from '../../../../../domain/completion-key.ts';
import { keysThatCount } from '../../../../../domain/set-work.ts';
import { subjectName } from '../../../../../domain/subjects.ts';
import { suggestNext } from '../../../../../domain/suggestion.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { paperName } from '../sittings.ts';
import { useCountedQuestion } from '../state/preferences.ts';
import { readRecord } from '../state/records.ts';
import { leadToPaper } from './lead-to-paper.ts';
import { dueWords, useOpenPapers } from './set-work.ts';

type WhatNextProps = { subjects: readonly string[]; subjectId: string; onView: (id: string) => void };

/** '3 set, 1 suggested', and a list of them. Nothing where nothing is set. */
export function WhatNext({ subjects, subjectId, onView }: WhatNextProps) {
  const open = useOpenPapers().filter(({ paper }) => subjects.includes(paper.subjectId));
  const question = useCountedQuestion(subjectId);
  const [isListed, setListed] = useState(false);
  if (open.length === 0) return null;
  // What is set need not be suggested.
  const setKeys = new Set(open.flatMap(({ paper }) => keysThatCount(paper)));
  const isCompleted = (paper: PaperId) =>
    setKeys.has(completionKey(paper)) || readRecord(completionKey(paper)).isCompleted;
  const suggested = suggestNext({ ...question, isCompleted });
  const link = (paper: PaperId) => (
    <li key={completionKey(paper)}>
      <button
        type="button"
        className="next-paper"
        onClick={() => {
          setListed(false);
          leadToPaper(paper, onView);
        }}
      >
        {paperName(paper)}
      </button>
    </li>
  );
  return (
    <section aria-label="What next" className="what-next">
      <h2 className="overview-title">What next</h2>
      <p>
        {open.length} set{suggested && ', 1 suggested'}{' '}
        <button type="button" className="tick-several" onClick={() => setListed(true)}>
          Show all
        </button>
      </p>
      <Dialog open={isListed} title="What next" onClose={() => setListed(false)}>
        <ul className="set-list">
          {Array.from(new Set(open.map((one) => one.set)), (work) => {
            const papers = open.filter(({ set }) => set === work).map(({ paper }) => paper);
            return (
              <li key={work.id}>
                {/* What is set at once is of one subject. */}
                <h3>
                  {dueWords(work)}: {papers[0] && subjectName(papers[0].subjectId)}
                </h3>
                <p>
                  Set by {work.teacher}
                  {work.line !== undefined && (
                    <>
                      : “<bdi>{work.line}</bdi>”
                    </>
                  )}
                </p>
                <ul>{papers.map(link)}</ul>
              </li>
            );
          })}
          {suggested && (
            <li>
              <h3>Suggested: {subjectName(suggested.subjectId)}</h3>
              <ul>{link(suggested)}</ul>
            </li>
          )}
        </ul>
      </Dialog>
    </section>
  );
}
