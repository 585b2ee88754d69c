import { SubjectPanel } from './SubjectPanel.tsx';
import { useSubjects } from './state/subjects.ts';
import { TrackerBoard } from './TrackerBoard.tsx';
import { useViewedSubject } from './useViewedSubject.ts';

/** The subjects, and the papers of the one in view. */
export default function TrackerDesk() {
  const { subjects } = useSubjects();
  const { viewed, view } = useViewedSubject(subjects);
  return (
    <>
      <SubjectPanel viewed={viewed} onView={view} />
      {viewed !== undefined && <TrackerBoard subjects={subjects} subjectId={viewed} onSelect={view} />}
    </>
  );
}
