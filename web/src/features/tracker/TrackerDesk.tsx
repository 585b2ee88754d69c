import { ListChecks } from 'lucide-react';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
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
      {viewed === undefined ? (
        <Card>
          <EmptyState icon={<ListChecks />}>Please add subjects first to start tracking papers.</EmptyState>
        </Card>
      ) : (
        <TrackerBoard subjects={subjects} subjectId={viewed} onSelect={view} />
      )}
    </>
  );
}
