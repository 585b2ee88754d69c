import { Link } from 'wouter';
import { LogoutButton, UserSettings } from '../../layout/AppHeader.tsx';
import { Bar } from '../../layout/Bar.tsx';
import { pathTo } from '../../paths.ts';
import { useSession } from '../../session/session.ts';
import { ButtonLink } from '../../ui/Button.tsx';

/** Without the way to the student's dashboard where the page itself has one. */
export function TeacherHeader({ student = true }: { student?: boolean }) {
  const session = useSession();
  return (
    <Bar>
      {student && (
        <Link href={pathTo('home')} asChild>
          <ButtonLink variant="ghost" size="small" className="max-sm:px-2">
            Student
          </ButtonLink>
        </Link>
      )}
      <LogoutButton goesTo={pathTo('login')} />
      {session.status === 'user' && <UserSettings user={session.user} />}
    </Bar>
  );
}
