import { lazy, Suspense } from 'react';
import { PageFrame, PageHeading } from '../../layout/PageFrame.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { useDashboardPlace } from './dashboard-place.ts';
import { StudentsTab } from './StudentsTab.tsx';
import { TeacherHeader } from './TeacherHeader.tsx';
import { useStudents } from './useStudents.ts';

const SubjectEditor = lazy(() => import('./SubjectEditor.tsx'));

export default function TeacherDashboardPage() {
  const { params, go } = useDashboardPlace();
  const tab = params.get('tab') === 'subjects' ? 'subjects' : 'students';
  const count = useStudents().data?.students.length;
  return (
    <PageFrame header={<TeacherHeader />} className="max-w-page pt-2 pb-6 md:pt-6">
      {/* A phone has no room for what everybody on it knows. */}
      <div className="mb-3 max-sm:sr-only">
        <PageHeading>Teacher Dashboard</PageHeading>
      </div>
      <div>
        <Tabs
          label="Teacher dashboard"
          items={[
            { id: 'students', label: 'Students', ...(count ? { count } : {}) },
            { id: 'subjects', label: 'My Subjects' },
          ]}
          value={tab}
          onChange={(id) => go({ tab: id === 'subjects' ? id : undefined })}
        >
          <Suspense fallback={<Skeleton className="h-32 w-full rounded-lg" />}>
            {tab === 'students' ? (
              <StudentsTab />
            ) : (
              <SubjectEditor loadFailure="Failed to load your subjects" />
            )}
          </Suspense>
        </Tabs>
      </div>
    </PageFrame>
  );
}
