import { useLocation } from 'wouter';
import { AdminPage } from '../../layout/AdminPage.tsx';
import { useKeptPlace, useOwnSearch } from '../../navigation/page-view.ts';
import { pathTo } from '../../paths.ts';
import { Tabs } from '../../ui/Tabs.tsx';
import { addressOf, DASHBOARD, readView, type Start, type Tab } from './dashboard-view.ts';
import { SchoolsTab } from './SchoolsTab.tsx';
import { UsersTab } from './UsersTab.tsx';

export default function AdminDashboardPage() {
  return <Dashboard path={pathTo('adminDashboard')} start={DASHBOARD} />;
}

const ITEMS: { id: Tab; label: string }[] = [
  { id: 'schools', label: 'Schools' },
  { id: 'users', label: 'All Users' },
];

/** All schools and all users. What it shows stands in the address, so that Back and a reload keep it. */
export function Dashboard({ path, start }: { path: string; start: Start }) {
  const [, navigate] = useLocation();
  const view = readView(useOwnSearch(path), start);
  const { tab, ...filter } = view;
  useKeptPlace(addressOf(path, view, start));
  return (
    <AdminPage title="Admin Dashboard" subtitle="Manage schools and users">
      <Tabs
        label="Administration"
        items={ITEMS}
        value={tab}
        onChange={(next) => {
          if (next !== tab) navigate(addressOf(path, { ...view, tab: next }, start));
        }}
      >
        {tab === 'schools' && <SchoolsTab />}
        {tab === 'users' && (
          <UsersTab
            filter={filter}
            // Every pause in the typing would be a step of Back.
            onFilter={(next) => navigate(addressOf(path, { tab, ...next }, start), { replace: true })}
          />
        )}
      </Tabs>
    </AdminPage>
  );
}
