import { useState } from 'react';
import { readStored, writeStored } from '../../storage.ts';
import { SubjectPanel } from './SubjectPanel.tsx';
import { useSubjects } from './state/subjects.ts';
import { TrackerBoard } from './TrackerBoard.tsx';

/** The subjects, and the papers of the one in view. */
export default function SubjectsAndPapers() {
  const { subjects } = useSubjects();
  const { viewed, view } = useViewedSubject(subjects);
  return (
    <>
      <SubjectPanel viewed={viewed} onView={view} />
      {viewed !== undefined && <TrackerBoard subjects={subjects} subjectId={viewed} onSelect={view} />}
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
