import { GraduationCap, School } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { pathTo } from '../paths.ts';
import { logout, type User, useSession } from '../session/session.ts';
import { useObservable } from '../state/observable.ts';
import { requests } from '../state/requests.ts';
import { uploading } from '../state/uploading.ts';
import { Badge } from '../ui/Badge.tsx';
import { Breakable } from '../ui/Breakable.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Bar } from './Bar.tsx';
import { SettingsMenu, SettingsRow } from './SettingsMenu.tsx';

/** Most logouts end nothing that is under way. */
const LogoutDialog = lazy(() => import('./LogoutDialog.tsx'));

/** The header of the tracker. Until it is known who is there it shows neither Login nor Logout. */
export function AppHeader() {
  const session = useSession();
  return (
    <Bar>
      {session.status === 'guest' && <GuestButtons />}
      {session.status === 'user' && session.user.role === 'teacher' && <TeacherDashboardLink />}
      {session.status === 'user' && <LogoutButton goesTo={pathTo('home')} />}
      {session.status === 'loading' && <SettingsMenu header="Loading..." />}
      {session.status === 'guest' && <GuestSettings />}
      {session.status === 'user' && <UserSettings user={session.user} />}
    </Bar>
  );
}

function GuestButtons() {
  return (
    <>
      <Link href={pathTo('login')} asChild>
        <ButtonLink variant="ghost" size="small" className="max-sm:px-1.5">
          Login
        </ButtonLink>
      </Link>
      <Link href={pathTo('register')} asChild>
        <ButtonLink variant="primary" size="small" className="max-sm:mx-1 max-sm:px-2">
          Register
        </ButtonLink>
      </Link>
    </>
  );
}

/** On a phone its picture has to do. */
function TeacherDashboardLink() {
  return (
    <Link href={pathTo('teachers')} asChild>
      <ButtonLink variant="ghost" size="small" className="max-sm:px-2">
        <GraduationCap className="size-4.5 sm:hidden" aria-hidden="true" />
        <span className="max-sm:sr-only">Teacher Dashboard</span>
      </ButtonLink>
    </Link>
  );
}

/** Teachers leave for the login, students for the tracker. */
export function LogoutButton({ goesTo }: { goesTo: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const [, navigate] = useLocation();
  function leave() {
    navigate(goesTo);
    logout();
  }
  return (
    <>
      <Button
        variant="ghost"
        size="small"
        className="max-sm:px-2"
        onClick={() => (uploading.read() > 0 ? setIsAsking(true) : leave())}
      >
        Logout
      </Button>
      {isAsking && (
        <Suspense>
          <LogoutDialog onStay={() => setIsAsking(false)} onLogout={leave} />
        </Suspense>
      )}
    </>
  );
}

export function UserSettings({ user, children }: { user: User; children?: ReactNode }) {
  const asking = useObservable(requests);
  const news = asking === 0 ? undefined : asking === 1 ? '1 request' : `${asking} requests`;
  return (
    <SettingsMenu
      header={
        <>
          <p className="font-medium wrap-anywhere">
            {user.username !== null && <Breakable>{user.username}</Breakable>}
          </p>
          <p className="text-small wrap-anywhere text-ink-soft">
            {user.email !== null && <Breakable>{user.email}</Breakable>}
          </p>
        </>
      }
      page="settings"
      news={news}
    >
      {user.role === 'student' && (
        <SettingsRow to={`${pathTo('settings')}#teachers`} icon={<GraduationCap aria-hidden="true" />}>
          <span className="min-w-0 flex-1">Teachers who see my progress</span>
          {news !== undefined && <Badge tone="accent">{news}</Badge>}
        </SettingsRow>
      )}
      {children}
    </SettingsMenu>
  );
}

function GuestSettings() {
  return (
    <SettingsMenu
      header={<p className="text-small text-ink-soft">You are using Tickmark without an account.</p>}
    >
      <SettingsRow to={pathTo('teacherLogin')} icon={<GraduationCap aria-hidden="true" />}>
        Teacher Login
      </SettingsRow>
      <SettingsRow to={pathTo('schoolAdminLogin')} icon={<School aria-hidden="true" />}>
        School Admin Login
      </SettingsRow>
    </SettingsMenu>
  );
}
