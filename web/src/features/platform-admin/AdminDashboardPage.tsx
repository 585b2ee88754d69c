import { pathTo } from '../../paths.ts';
import { Dashboard } from './Dashboard.tsx';
import { DASHBOARD } from './dashboard-view.ts';

export default function AdminDashboardPage() {
  return <Dashboard path={pathTo('adminDashboard')} start={DASHBOARD} />;
}
