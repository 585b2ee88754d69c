import { useProfile } from './features/school-admin/SchoolAdminHeader.tsx';
import { SchoolPage } from './features/school-admin/SchoolPage.tsx';
import { ManagedSchool, Waiting } from './features/school-management/ManagedSchool.tsx';

/** The school admin's own school, with the platform admin's tabs. */
export default function OwnSchoolPage() {
  const profile = useProfile();
  return (
    <SchoolPage tab="users" heading="School Management" subtitle="Manage users, classes, and assignments">
      {profile?.school_id ? (
        <ManagedSchool managed={{ as: 'schoolAdmin', schoolId: String(profile.school_id) }} />
      ) : (
        <Waiting />
      )}
    </SchoolPage>
  );
}
