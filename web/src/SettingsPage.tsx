import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { AccountSection } from './features/accounts/AccountSection.tsx';
import { DataSection } from './features/accounts/DataSection.tsx';
import { DevicesSection } from './features/accounts/DevicesSection.tsx';
import type { AccountOwner } from './features/accounts/owner.ts';
import { TeachersSection } from './features/teachers/TeachersSection.tsx';
import { dropWork } from './guest/handover.ts';
import { AppHeader } from './layout/AppHeader.tsx';
import { SettingsLayout } from './layout/SettingsLayout.tsx';
import { LaterSection } from './layout/SettingsSection.tsx';
import { pathTo } from './paths.ts';
import { useIsImpersonating } from './session/admins.ts';
import { logout, renewProfile, renewToken, type User, useSession } from './session/session.ts';
import { Skeleton } from './ui/Skeleton.tsx';

const ExamsPart = lazy(() => import('./features/tracker/ExamsPart.tsx'));
const SharePagesSection = lazy(() => import('./features/share-pages/SharePagesSection.tsx'));
const WeeklyMailPart = lazy(() => import('./features/weekly-mail/WeeklyMailPart.tsx'));
const SpreadsheetPart = lazy(() => import('./features/tracker/spreadsheet/SpreadsheetPart.tsx'));

/** Here, because no feature imports another: what each of them adds to a user's settings. */
export default function SettingsPage() {
  const session = useSession();
  return session.status === 'user' && <UserSettings user={session.user} />;
}

function UserSettings({ user }: { user: User }) {
  const [, navigate] = useLocation();
  const isImpersonating = useIsImpersonating();
  const owner: AccountOwner = {
    username: user.username ?? user.email ?? '',
    as: 'user',
    renew: renewToken,
    renewProfile,
    leave: () => {
      dropWork(user.id);
      navigate(pathTo('home'));
      logout();
    },
  };
  return (
    <SettingsLayout
      header={<AppHeader />}
      back={pathTo(user.role === 'teacher' ? 'teachers' : 'home')}
      sections={{
        account: (
          <AccountSection
            owner={owner}
            known={user}
            renderWeeklyMail={
              isImpersonating
                ? undefined
                : (isConfirmed) => (
                    <Suspense fallback={<div className="min-h-12 sm:min-h-11" />}>
                      <WeeklyMailPart
                        role={user.role === 'teacher' ? 'teacher' : 'student'}
                        isConfirmed={isConfirmed}
                      />
                    </Suspense>
                  )
            }
          />
        ),
        ...(user.role === 'student' && { exams: <ExamsSection />, teachers: <TeachersSection /> }),
        ...(user.role === 'student' &&
          !isImpersonating && {
            'share-pages': (
              <LaterSection
                id="share-pages"
                text="Anyone with the link can see your papers and scores in the subjects you choose, without an account, but never your files."
              >
                <SharePagesSection />
              </LaterSection>
            ),
          }),
        ...(!isImpersonating && { devices: <DevicesSection owner={owner} /> }),
        data: (
          <DataSection
            owner={owner}
            spreadsheet={
              <Suspense fallback={<div className="min-h-8 pointer-coarse:min-h-11" />}>
                <SpreadsheetPart userId={user.id} />
              </Suspense>
            }
          />
        ),
      }}
    />
  );
}

function ExamsSection() {
  const loading = <Skeleton className="h-96" />;
  return (
    <LaterSection id="exams" loading={loading}>
      <ExamsPart loading={loading} />
    </LaterSection>
  );
}
