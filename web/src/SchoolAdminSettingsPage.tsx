import { lazy } from 'react';
import { useLocation } from 'wouter';
import { AccountSection } from './features/accounts/AccountSection.tsx';
import { DataSection } from './features/accounts/DataSection.tsx';
import { DevicesSection } from './features/accounts/DevicesSection.tsx';
import type { AccountOwner } from './features/accounts/owner.ts';
import { SchoolAdminHeader, useProfile } from './features/school-admin/SchoolAdminHeader.tsx';
import { SettingsLayout } from './layout/SettingsLayout.tsx';
import { LaterSection } from './layout/SettingsSection.tsx';
import { pathTo } from './paths.ts';
import { enterSchoolAdmin, logoutSchoolAdmin } from './session/admins.ts';

const SchoolSection = lazy(() => import('./features/school-admin/SchoolSection.tsx'));

/** The same settings for a login of another kind, which may be beside a user's. */
export default function SchoolAdminSettingsPage() {
  const [, navigate] = useLocation();
  const profile = useProfile();
  const owner: AccountOwner = {
    username: profile?.username ?? '',
    as: 'schoolAdmin',
    renew: enterSchoolAdmin,
    leave: () => {
      navigate(pathTo('schoolAdminLogin'));
      logoutSchoolAdmin();
    },
  };
  return (
    <SettingsLayout
      header={<SchoolAdminHeader />}
      footer={import.meta.env.VITE_NAME_AND_VERSION}
      back={pathTo('schoolAdminDashboard')}
      sections={{
        account: <AccountSection owner={owner} />,
        school: (
          <LaterSection id="school">
            <SchoolSection />
          </LaterSection>
        ),
        devices: <DevicesSection owner={owner} />,
        data: <DataSection owner={owner} />,
      }}
    />
  );
}
