import { useState } from 'react';
import { readStored, writeStored } from '../../storage.ts';
import { useMediaQuery } from '../../ui/useMediaQuery.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { NextLine } from './NextLine.tsx';
import { SubjectPanel } from './SubjectPanel.tsx';
import { useSubjects } from './state/subjects.ts';
import { TrackerBoard } from './TrackerBoard.tsx';

/** The subjects, what next, and the papers of the subject in view. */
export default function SubjectsAndPapers() {
  const { subjects } = useSubjects();
  const { viewed, view } = useViewedSubject(subjects);
  const isWide = useMediaQuery('(min-width: 48rem)');
  const next = viewed !== undefined && <NextLine subjects={subjects} subjectId={viewed} onView={view} />;
  return (
    <>
      {!usePrinting() && (
        <SubjectPanel viewed={viewed} onView={view}>
          {isWide && next}
        </SubjectPanel>
      )}
      {viewed !== undefined && (
        <TrackerBoard
          subjects={subjects}
          subjectId={viewed}
          onSelect={view}
          isWide={isWide}
          // On a phone below the subject, which stays in sight when the papers scroll.
          next={!isWide && next}
        />
      )}
    </>
  );
}

/** The subject in view: the one looked at last, as long as it is still taken, else the first. */
function useViewedSubject(subjects: readonly string[]) {
  const [chosen, setChosen] = useState<string>();
  const wanted = chosen ?? (subjects.length > 0 ? readStored('viewedSubject') : undefined);
  const viewed = subjects.find((id) => id === wanted) ?? subjects[0];

  function view(id: string): void {
    setChosen(id);
    writeStored('viewedSubject', id);
  }

  return { viewed, view };
}
