import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { School } from '../../../../contract/platform-admin.ts';
import { ApiError } from '../../api/errors.ts';
import { AdminLoadFailed } from '../../layout/AdminLoadFailed.tsx';
import { AdminPage } from '../../layout/AdminPage.tsx';
import { BackLink } from '../../layout/BackLink.tsx';
import { leftAt } from '../../navigation/page-view.ts';
import { type PageProps, pathTo } from '../../paths.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { NoSuchSchool } from './NoSuchSchool.tsx';
import { EMPTY_DRAFT } from './school/import-draft.ts';
import { LeaveGuard } from './school/LeaveGuard.tsx';
import { OverviewTab } from './school/OverviewTab.tsx';
import { TABS, useTab } from './school/tabs.ts';
import { useSchool } from './school/useSchool.ts';
import { useSchools } from './useSchools.ts';

const AssignmentsTab = lazy(() => import('./school/AssignmentsTab.tsx'));
const UsersTab = lazy(() => import('./school/UsersTab.tsx'));
const SettingsTab = lazy(() => import('./school/SettingsTab.tsx'));
const SignInTab = lazy(() => import('./school/SignInTab.tsx'));
const BatchImportTab = lazy(() => import('./school/BatchImportTab.tsx'));

export default function SchoolManagementPage({ params: { schoolId = '' } }: PageProps) {
  const details = useSchools().data?.find(({ id }) => String(id) === schoolId);
  return (
    <AdminPage
      title="School Management"
      subtitle="Manage users, classes, and assignments"
      // To the dashboard as it was left.
      before={<BackLink href={leftAt(pathTo('adminDashboard')) ?? pathTo('adminDashboard')} />}
      badge={
        <Badge className="max-w-full min-w-0">
          <span className="truncate">
            ID {schoolId}
            {details && ` · ${details.name}`}
          </span>
        </Badge>
      }
    >
      <LeaveGuard />
      {/* Nothing of one school is carried over to the next. */}
      <SchoolTabs key={schoolId} schoolId={schoolId} details={details} />
    </AdminPage>
  );
}

function SchoolTabs({ schoolId, details }: { schoolId: string; details: School | undefined }) {
  const [tab, show] = useTab(schoolId);
  const { school, error, isFetching, retry, assign, remove, removeMany } = useSchool(schoolId);
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const box = useRef<HTMLDivElement>(null);

  // On a phone the chosen tab may be beyond the edge.
  useEffect(() => {
    const tabs = box.current?.querySelectorAll('[role=tab]');
    tabs?.[TABS.findIndex(({ id }) => id === tab)]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tab]);

  if (!school && error && !isFetching) {
    return (
      <Card>
        {error instanceof ApiError && error.status === 404 ? (
          <NoSuchSchool />
        ) : (
          <AdminLoadFailed error={error} words="Failed to fetch school data" onRetry={retry} />
        )}
      </Card>
    );
  }
  return (
    <div ref={box}>
      <Tabs label="School management" items={TABS} value={tab} onChange={show}>
        {school ? (
          <Suspense fallback={<Waiting />}>
            {tab === 'overview' && <OverviewTab schoolId={schoolId} school={school} onShow={show} />}
            {tab === 'assignments' && (
              <AssignmentsTab
                school={school}
                onShow={show}
                onAssign={assign}
                onRemove={remove}
                onRemoveMany={removeMany}
              />
            )}
            {tab === 'users' && <UsersTab schoolId={schoolId} school={school} />}
            {tab === 'batch' && (
              <BatchImportTab
                schoolId={schoolId}
                domain={details?.domain_pattern}
                draft={draft}
                onDraft={setDraft}
              />
            )}
            {tab === 'sign-in' && <SignInTab schoolId={schoolId} name={details?.name} />}
            {tab === 'settings' &&
              (details ? <SettingsTab school={details} userCount={school.users.length} /> : <Waiting />)}
          </Suspense>
        ) : (
          <Waiting />
        )}
      </Tabs>
    </div>
  );
}

const Waiting = () => (
  <div aria-busy="true" className="grid grid-cols-1 gap-4">
    <span className="sr-only">Loading...</span>
    <div className="grid gap-3 sm:grid-cols-3 sm:gap-4">
      {['a', 'b', 'c'].map((key) => (
        <Skeleton key={key} className="h-19 w-full rounded-lg sm:h-28" />
      ))}
    </div>
    <Skeleton className="h-96 w-full rounded-lg" />
  </div>
);
