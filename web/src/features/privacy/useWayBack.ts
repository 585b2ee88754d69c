import { pathTo } from '../../paths.ts';
import { useIsPlatformAdmin, useIsSchoolAdmin } from '../../session/admins.ts';
import { useSession } from '../../session/session.ts';

/** Where the reader belongs: everybody comes here from the end of their own page, whose other links this one has not. */
export function useWayBack(): string {
  const session = useSession();
  const isSchoolAdmin = useIsSchoolAdmin();
  const isPlatformAdmin = useIsPlatformAdmin();
  if (session.status === 'user') return pathTo(session.user.role === 'teacher' ? 'teachers' : 'home');
  if (isSchoolAdmin) return pathTo('schoolAdminDashboard');
  return pathTo(isPlatformAdmin ? 'adminDashboard' : 'home');
}
