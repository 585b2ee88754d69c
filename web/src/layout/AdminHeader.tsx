import { Link, useLocation } from 'wouter';
import { pathTo } from '../paths.ts';
import { logoutPlatformAdmin, useIsImpersonating } from '../session/admins.ts';
import { endImpersonation } from '../session/impersonation.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Bar } from './Bar.tsx';

/** The header of the platform admin's screens. */
export function AdminHeader() {
  const [path, navigate] = useLocation();
  const isImpersonating = useIsImpersonating();
  const isFeedback = path === pathTo('adminFeedback');
  return (
    <Bar>
      <Link href={pathTo('adminFeedback')} asChild>
        <ButtonLink
          variant="ghost"
          size="small"
          className="max-sm:px-2"
          aria-current={isFeedback ? 'page' : undefined}
        >
          Feedback
        </ButtonLink>
      </Link>
      <Button
        variant="ghost"
        size="small"
        className="max-sm:px-2"
        data-ends-session
        onClick={() => {
          navigate(pathTo('adminLogin'));
          logoutPlatformAdmin();
          // The next user must not find somebody else's screen open.
          if (isImpersonating) endImpersonation(pathTo('adminLogin'));
        }}
      >
        Logout
      </Button>
    </Bar>
  );
}
