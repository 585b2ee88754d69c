import { Settings, Shield } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { pathTo } from '../paths.ts';
import { IconButton } from '../ui/IconButton.tsx';
import { Menu, MenuLink } from '../ui/Menu.tsx';

type SettingsMenuProps = {
  /** Who it is, or that it is nobody. */
  header: ReactNode;
  /** Whose settings these are; nobody's for a guest. */
  page?: 'settings' | 'schoolAdminSettings';
  /** Something in it waits for an answer: a dot, and these words for who does not see it. */
  news?: string | undefined;
  children?: ReactNode;
};

export function SettingsMenu({ header, page, news, children }: SettingsMenuProps) {
  return (
    <Menu
      label="Settings"
      header={header}
      renderTrigger={(props) => (
        <IconButton
          title="Settings"
          aria-label={news === undefined ? 'Settings' : `Settings, ${news}`}
          icon={
            <span className="relative [&>svg]:size-4.5">
              <Settings aria-hidden="true" />
              {news !== undefined && (
                <span className="absolute -top-1 -right-1 size-2.5 rounded-full border-2 border-paper bg-accent-fill" />
              )}
            </span>
          }
          {...props}
        />
      )}
    >
      {page && (
        <SettingsRow to={pathTo(page)} icon={<Settings aria-hidden="true" />}>
          Settings
        </SettingsRow>
      )}
      {children}
      {page && (
        <SettingsRow to={`${pathTo(page)}#data`} icon={<Shield aria-hidden="true" />}>
          My data
        </SettingsRow>
      )}
    </Menu>
  );
}

type SettingsRowProps = { to: string; icon: ReactNode; children: ReactNode };

/** Takes the place of the open menu in the history, so that one Back returns from where it leads. */
export function SettingsRow({ to, icon, children }: SettingsRowProps) {
  return (
    <Link href={to} replace asChild>
      <MenuLink icon={icon}>{children}</MenuLink>
    </Link>
  );
}
