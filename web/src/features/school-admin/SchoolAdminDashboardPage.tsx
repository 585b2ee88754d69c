import { Suspense, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { PageFrame, PageHeading } from '../../layout/PageFrame.tsx';
import { pathTo } from '../../paths.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { lazyPreloadable } from '../../ui/lazy-preloadable.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { addressOfTab, addressOfUsers, useDashboardView } from './dashboard-view.ts';
import { SchoolAdminHeader, useSchoolName } from './SchoolAdminHeader.tsx';
import { useFacts } from './SchoolFacts.tsx';
import { UsersTab } from './UsersTab.tsx';

/** Not part of the first load; they come right after it. */
const StatisticsTab = lazyPreloadable(() => import('./StatisticsTab.tsx'));
const TeachersTab = lazyPreloadable(() => import('./TeachersTab.tsx'));

const TITLES = { users: 'Users', teachers: 'Teachers', statistics: 'Statistics' };

export default function SchoolAdminDashboardPage() {
  const [, navigate] = useLocation();
  const { tab: current, users } = useDashboardView();
  const school = useSchoolName();
  const facts = useFacts();
  useEffect(() => {
    // Should one not come now, it is fetched again when it is asked for.
    for (const tab of [TeachersTab, StatisticsTab]) tab.preload().catch(() => undefined);
  }, []);
  return (
    <PageFrame
      header={<SchoolAdminHeader />}
      footer={import.meta.env.VITE_NAME_AND_VERSION}
      school={school}
      className="max-w-page pt-2 pb-6 md:pt-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <PageHeading subtitle={<span className="print:hidden">{school ?? '\u{a0}'}</span>}>
          <span className="print:hidden">School Admin Dashboard</span>
          {/* On paper, what it is a list of. */}
          <span className="hidden print:inline">{TITLES[current]}</span>
        </PageHeading>
        <Link href={pathTo('schoolAdminSchool')} asChild>
          <ButtonLink>Manage school</ButtonLink>
        </Link>
      </div>
      <div className="mt-3">
        <Tabs
          label="School"
          items={[
            { id: 'users', label: 'Users', count: facts?.users },
            { id: 'teachers', label: 'Teachers', count: facts?.teachers },
            { id: 'statistics', label: 'Statistics' },
          ]}
          value={current}
          onChange={(tab) => {
            if (tab !== current) navigate(addressOfTab(tab));
          }}
        >
          {current === 'users' && (
            <UsersTab
              view={users}
              // Every pause in the typing would be a step of Back.
              onShow={(change) => navigate(addressOfUsers({ ...users, ...change }), { replace: true })}
            />
          )}
          <Suspense fallback={<Waiting />}>
            {current === 'teachers' && <TeachersTab />}
            {current === 'statistics' && <StatisticsTab />}
          </Suspense>
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
