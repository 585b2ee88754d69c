import { BeingBuilt } from '../../layout/BeingBuilt.tsx';
import { AdminHeader } from './AdminHeader.tsx';

export default function SchoolManagementPage() {
  return (
    <BeingBuilt
      header={<AdminHeader />}
      title="School Management"
      subtitle="Manage users, classes, and assignments"
      hint="Soon you will manage one school here."
    />
  );
}
