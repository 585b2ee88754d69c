import { Menu as MenuIcon } from 'lucide-react';
import { Link, useLocation } from 'wouter';
import { pathTo } from '../paths.ts';
import { logoutPlatformAdmin, useIsImpersonating } from '../session/admins.ts';
import { endImpersonation } from '../session/impersonation.ts';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuLink } from '../ui/Menu.tsx';
import { Bar } from './Bar.tsx';
import { useMail } from './useMail.ts';

const PAGES = [
  { label: 'Feedback', to: 'adminFeedback' },
  { label: 'Activity', to: 'adminActivity' },
  { label: 'Mail', to: 'adminMail' },
] as const;

/** The header of the platform admin's screens; on a phone its pages are a menu. */
export function AdminHeader() {
  const [path, navigate] = useLocation();
  const isImpersonating = useIsImpersonating();
  const failed = useMail().data?.failed ?? 0;
  const shown = (label: string) =>
    label !== 'Mail' || failed === 0 ? (
      label
    ) : (
      <span>
        {label} <span className="tabular-nums">{failed}</span>
        <span className="sr-only"> failed</span>
      </span>
    );
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
            {shown(label)}
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
              <MenuLink aria-current={path === pathTo(to) ? 'page' : undefined}>{shown(label)}</MenuLink>
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
