import { BeingBuilt } from '../../layout/BeingBuilt.tsx';
import { AdminHeader } from './AdminHeader.tsx';

export default function AdminDashboardPage() {
  return (
    <BeingBuilt
      header={<AdminHeader />}
      title="Admin Dashboard"
      subtitle="Manage schools and users"
      hint="Soon you will find all schools and users here."
    />
  );
}
