import { useMemo } from 'react';
import { type PageProps, pathTo } from '../../paths.ts';
import { Dashboard } from './AdminDashboardPage.tsx';
import { readView, type Start } from './dashboard-view.ts';

/** The dashboard, beginning with the users of one school. */
export default function SchoolAnalyticsPage({ params: { schoolId = '' } }: PageProps) {
  const start = useMemo<Start>(
    () => ({ tab: 'users', school: readView(`school=${encodeURIComponent(schoolId)}`).school }),
    [schoolId],
  );
  return <Dashboard key={schoolId} path={pathTo('adminSchoolAnalytics', { schoolId })} start={start} />;
}
