import { useMemo } from 'react';
import { AdminPage } from '../../layout/AdminPage.tsx';
import { BackLink } from '../../layout/BackLink.tsx';
import { type PageProps, pathTo } from '../../paths.ts';
import { Card } from '../../ui/Card.tsx';
import { Dashboard } from './AdminDashboardPage.tsx';
import { readView, type Start } from './dashboard-view.ts';
import { NoSuchSchool } from './NoSuchSchool.tsx';
import { useSchools } from './useSchools.ts';

/** The dashboard, beginning with the users of one school. */
export default function SchoolAnalyticsPage({ params: { schoolId = '' } }: PageProps) {
  const schools = useSchools().data;
  const start = useMemo<Start>(
    () => ({ tab: 'users', school: readView(`school=${encodeURIComponent(schoolId)}`).school }),
    [schoolId],
  );
  if (start.school === undefined || (schools && !schools.some(({ id }) => id === start.school))) {
    return (
      <AdminPage
        title="Admin Dashboard"
        subtitle="Manage schools and users"
        before={<BackLink href={pathTo('adminDashboard')} />}
      >
        <Card>
          <NoSuchSchool />
        </Card>
      </AdminPage>
    );
  }
  return <Dashboard key={schoolId} path={pathTo('adminSchoolAnalytics', { schoolId })} start={start} />;
}
