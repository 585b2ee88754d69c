import { Suspense, useEffect } from 'react';
import { useLocation } from 'wouter';
import { PageFrame, PageHeading } from '../../layout/PageFrame.tsx';
import { lazyPreloadable } from '../../ui/lazy-preloadable.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { addressOf, type Tab, useDashboardView } from './dashboard-view.ts';
import { SchoolAdminHeader, useSchoolName } from './SchoolAdminHeader.tsx';
import { TeachersTab } from './TeachersTab.tsx';
import { UsersTab } from './UsersTab.tsx';

/** The chart and its company are not part of the first load; they come right after it. */
const StatisticsTab = lazyPreloadable(() => import('./StatisticsTab.tsx'));

const ITEMS: { id: Tab; label: string }[] = [
  { id: 'users', label: 'Users' },
  { id: 'teachers', label: 'Teachers' },
  { id: 'statistics', label: 'Statistics' },
];

export default function SchoolAdminDashboardPage() {
  const [, navigate] = useLocation();
  const view = useDashboardView();
  const school = useSchoolName();
  useEffect(() => {
    // Should it not come now, it is fetched again when it is asked for.
    StatisticsTab.preload().catch(() => undefined);
  }, []);
  return (
    <PageFrame header={<SchoolAdminHeader />} school={school} className="max-w-page pt-2 pb-6 md:pt-6">
      <PageHeading subtitle={<span className="print:hidden">{school ?? '\u{a0}'}</span>}>
        School Admin Dashboard
      </PageHeading>
      <div className="mt-3">
        <Tabs
          label="School"
          items={ITEMS}
          value={view.tab}
          onChange={(tab) => {
            if (tab !== view.tab) navigate(addressOf({ tab }));
          }}
        >
          {view.tab === 'users' && (
            <UsersTab
              search={view.q}
              // Every pause in the typing would be a step of Back.
              onSearch={(q) => navigate(addressOf({ q }), { replace: true })}
            />
          )}
          {view.tab === 'teachers' && <TeachersTab />}
          {view.tab === 'statistics' && (
            <Suspense fallback={<Waiting />}>
              <StatisticsTab />
            </Suspense>
          )}
        </Tabs>
      </div>
    </PageFrame>
  );
}

/** Stands where the words of the tab will, and keeps the footer out of sight. */
const Waiting = () => (
  <p role="status" className="min-h-dvh text-small text-ink-soft">
    Loading...
  </p>
);
