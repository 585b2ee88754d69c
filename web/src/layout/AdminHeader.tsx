import { Menu as MenuIcon } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { pathTo } from '../paths.ts';
import { logoutPlatformAdmin, useIsImpersonating } from '../session/admins.ts';
import { endImpersonation } from '../session/impersonation.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuLink } from '../ui/Menu.tsx';
import { Bar } from './Bar.tsx';

const PAGES = [
  { label: 'Feedback', to: 'adminFeedback' },
  { label: 'Activity', to: 'adminActivity' },
] as const;

/** The header of the platform admin's screens; on a phone its pages are a menu. */
export function AdminHeader() {
  const [path, navigate] = useLocation();
  const isImpersonating = useIsImpersonating();
  return (
    <Bar>
      {PAGES.map(({ label, to }) => (
        <Link key={to} href={pathTo(to)} asChild>
          <ButtonLink
            variant="ghost"
            size="small"
            className="max-sm:hidden"
            aria-current={path === pathTo(to) ? 'page' : undefined}
          >
            {label}
          </ButtonLink>
        </Link>
      ))}
      <span className="sm:hidden">
        <Menu
          label="Pages"
          renderTrigger={(props) => <IconButton title="Pages" icon={<MenuIcon />} {...props} />}
        >
          {PAGES.map(({ label, to }) => (
            <Link key={to} href={pathTo(to)} asChild>
              <MenuLink aria-current={path === pathTo(to) ? 'page' : undefined}>{label}</MenuLink>
            </Link>
          ))}
        </Menu>
      </span>
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
