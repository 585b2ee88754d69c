import { useLocation } from 'wouter';
import { useApiQuery } from '../../api/query.ts';
import { Bar } from '../../layout/Bar.tsx';
import { SettingsMenu } from '../../layout/SettingsMenu.tsx';
import { pathTo } from '../../paths.ts';
import { logoutSchoolAdmin } from '../../session/admins.ts';
import { Button } from '../../ui/Button.tsx';

export const useProfile = () => useApiQuery('GET /users/me', { as: 'schoolAdmin' }).data;

/** Whose pages these are; not yet there while it is loading. */
export const useSchoolName = () => useProfile()?.school_name;

export function SchoolAdminHeader() {
  const [, navigate] = useLocation();
  const profile = useProfile();
  function leave() {
    navigate(pathTo('schoolAdminLogin'));
    logoutSchoolAdmin();
  }
  return (
    <Bar>
      <Button variant="ghost" size="small" data-ends-session onClick={leave}>
        Logout
      </Button>
      <SettingsMenu
        header={
          <>
            <p className="truncate font-medium">{profile?.username ?? 'School admin'}</p>
            {profile?.email && <p className="truncate text-small text-ink-soft">{profile.email}</p>}
          </>
        }
        page="schoolAdminSettings"
      />
    </Bar>
  );
}
