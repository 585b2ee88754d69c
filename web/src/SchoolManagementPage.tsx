import { ActivityList } from './features/platform-admin/ActivityList.tsx';
import { NoSuchSchool } from './features/platform-admin/NoSuchSchool.tsx';
import { useSchools } from './features/platform-admin/useSchools.ts';
import { ManagedSchool, Waiting } from './features/school-management/ManagedSchool.tsx';
import { AdminPage } from './layout/AdminPage.tsx';
import { BackLink } from './layout/BackLink.tsx';
import { leftAt } from './navigation/page-view.ts';
import { type PageProps, pathTo } from './paths.ts';
import { Badge } from './ui/Badge.tsx';
import { lazyPart } from './ui/lazy-part.ts';

const SettingsTab = lazyPart(() => import('./features/platform-admin/SettingsTab.tsx'));
const SignInTab = lazyPart(() => import('./features/platform-admin/SignInTab.tsx'));

/** Any school, for the platform admin. */
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
      <ManagedSchool
        managed={{ as: 'platformAdmin', schoolId }}
        activity={<ActivityList query={{ school_id: schoolId }} />}
        renderSignIn={(part) => <SignInTab {...part} schoolId={schoolId} name={details?.name} />}
        renderSettings={(userCount, onMissing) =>
          details ? <SettingsTab onMissing={onMissing} school={details} userCount={userCount} /> : <Waiting />
        }
        missing={<NoSuchSchool />}
      />
    </AdminPage>
  );
}
