import { BookOpen, Mailbox } from 'lucide-react';
import { Link } from 'wouter';
import { useApiQuery } from '../../api/query.ts';
import { LogoutButton, UserSettings } from '../../layout/AppHeader.tsx';
import { Bar } from '../../layout/Bar.tsx';
import { SettingsRow } from '../../layout/SettingsMenu.tsx';
import { pathTo } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';

/** Without the way to the student's dashboard where the page itself has one. */
export function TeacherHeader({ student = true }: { student?: boolean }) {
  const session = useSession();
  const isMailed = useApiQuery('GET /sign-in/options', { as: 'nobody' }).data?.mail === true;
  return (
    <Bar>
      {student && (
        <Link href={pathTo('home')} asChild>
          {/* On a phone its word would read on from the product's name. */}
          <ButtonLink
            variant="ghost"
            size="small"
            title="Student"
            icon={<BookOpen className="size-5 sm:hidden" aria-hidden="true" />}
          >
            <span className="max-sm:sr-only">Student</span>
          </ButtonLink>
        </Link>
      )}
      <LogoutButton goesTo={pathTo('login')} />
      {session.status === 'user' && (
        <UserSettings user={session.user}>
          {isMailed && (
            <SettingsRow to={`${pathTo('settings')}#account`} icon={<Mailbox aria-hidden="true" />}>
              Weekly mail
            </SettingsRow>
          )}
        </UserSettings>
      )}
    </Bar>
  );
}
